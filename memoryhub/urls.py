"""Routes and nothing else."""

from django.contrib import admin
from django.urls import include, path

from memoryhub.pages import health, metrics

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", metrics.figures, name="metrics"),
    path("api/", include(("memoryhub.api.urls", "api"))),
    path("admin/", admin.site.urls),
    path("", include("memoryhub.pages.urls")),
]
handler400 = "memoryhub.failures.bad_request"
handler403 = "memoryhub.failures.forbidden"
handler404 = "memoryhub.failures.not_found"
handler500 = "memoryhub.failures.server_error"
