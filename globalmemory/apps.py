"""The app of global memories."""

from django.apps import AppConfig


class GlobalMemoryConfig(AppConfig):
    name = "globalmemory"
    default_auto_field = "django.db.models.BigAutoField"
