"""The roof: settings, routes, and what crosses apps."""

from memoryhub.celery import app as celery_app

__all__ = ["celery_app"]
