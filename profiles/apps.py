"""The app of people and their facts."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from engine import calibration


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = _("People and facts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Scores go by what was measured here, where something was; asked of the database, so after the models."""
        calibration.register(import_module("profiles.measures").calibration_of)
