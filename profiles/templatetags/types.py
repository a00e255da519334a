"""Types, sources and states of facts under the names that people know them by."""

from django.template import Library

from profiles import names

register = Library()


@register.filter
def type_name(value: str) -> str:
    return str(names.TYPES.get(value, value))


@register.filter
def type_of_other(value: str) -> str:
    return str(names.TYPES_OF_OTHERS.get(value, value))


@register.filter
def source_name(value: str) -> str:
    return str(names.SOURCE_NAMES.get(value, value))


@register.filter
def status_name(value: str) -> str:
    return str(names.STATUS_NAMES.get(value, value))
