"""Dreams under the names that people know their parts by."""

from django.template import Library

from extraction.dream import names

register = Library()


@register.filter
def run_state(value: str) -> str:
    return str(names.RUNS.get(value, value))


@register.filter
def part_state(value: str) -> str:
    return str(names.PARTS.get(value, value))


@register.filter
def operation_state(value: str) -> str:
    return str(names.STATES.get(value, value))


@register.filter
def left_sentence(value: str) -> str:
    return str(names.LEFT.get(value, ""))


@register.filter
def dream_reason(value: str) -> str:
    return names.reason(value)


@register.filter
def engines_reason(value: str) -> str:
    return names.in_words(value)


@register.filter
def why_sentence(value: str) -> str:
    return names.why(value)


@register.filter
def dream_count(value: str) -> str:
    return names.count(value)
