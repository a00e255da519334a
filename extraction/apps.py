"""The app of the write path."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExtractionConfig(AppConfig):
    name = "extraction"
    verbose_name = _("Background work")
    default_auto_field = "django.db.models.BigAutoField"
