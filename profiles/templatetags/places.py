"""Where facts are worked on: a template of one fact serves the page of its owner and that of administrators."""

from typing import Any

from django.template import Library
from django.template.context import Context

register = Library()


@register.simple_tag(takes_context=True)
def place(context: Context, route: str, *args: Any) -> str:
    """The address of a route of 'My memory', or of the same on the page of a person, as the `view` is on."""
    return str(context["view"].to(route, *args))
