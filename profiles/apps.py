"""The app of people and their facts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = _("People and facts")
    default_auto_field = "django.db.models.BigAutoField"
