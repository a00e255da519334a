"""Routes and nothing else."""

from django.contrib import admin
from django.urls import path

from memoryhub.pages import health

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("admin/", admin.site.urls),
]
