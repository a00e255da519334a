"""The app's entry in Django's registry."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ObservabilityConfig(AppConfig):
    """The sink: every other app may write here, it knows none of them."""

    name = "observability"
    verbose_name = _("Observability")
    default_auto_field = "django.db.models.BigAutoField"
