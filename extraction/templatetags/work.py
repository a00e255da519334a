"""Background work under the names that people know it by."""

from django.template import Library

from extraction import names

register = Library()


@register.filter
def kind_name(value: str) -> str:
    return str(names.KINDS.get(value, value))


@register.filter
def state_name(value: str) -> str:
    return str(names.STATES.get(value, value))


@register.filter
def reason_sentence(value: str) -> str:
    return names.reason(value)


@register.filter
def count_name(value: str) -> str:
    return names.count(value)


@register.filter
def held_sentence(value: str) -> str:
    return str(names.HELD.get(value, names.OTHER_HELD))


@register.filter
def kept_sentence(value: str) -> str:
    return str(names.KEPT.get(value, value))


@register.filter
def purpose_name(value: str) -> str:
    return str(names.PURPOSES.get(value, value))
