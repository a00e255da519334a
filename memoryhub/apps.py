"""The roof of the project as a Django app: management commands and translations."""

from django.apps import AppConfig


class MemoryHubConfig(AppConfig):
    name = "memoryhub"
    label = "memoryhub"
    verbose_name = "MemoryHub"
