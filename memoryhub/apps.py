"""The roof of the project as a Django app: management commands, translations, and the admin under our own rights."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class MemoryHubConfig(AppConfig):
    name = "memoryhub"
    label = "memoryhub"
    verbose_name = "MemoryHub"


class AdministrationConfig(AdminConfig):
    """The stock admin; who may come in and what they see there is decided by membership, not by Django's own rights."""

    default_site = "memoryhub.pages.admin_site.AdministrationSite"
