"""Figures and requests in the words and numbers of the reader."""

from collections.abc import Mapping
from datetime import datetime

from django.template import Library
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.pages.observations.charts import number
from memoryhub.pages.observations.periods import LAST_HOURS, MONTH, WEEK, Period
from memoryhub.pages.observations.traces import REASONS, Weighed
from observability.models import Feedback, MemoryFeedback
from observability.stats import Spending

register = Library()

PERIODS = {
    LAST_HOURS: gettext_lazy("24 hours"),
    WEEK: gettext_lazy("7 days"),
    MONTH: gettext_lazy("30 days"),
}


@register.filter
def thousands(value: float | None) -> str:
    """A whole number, in groups."""
    return number(value)


@register.filter
def score(value: float | None) -> str:
    """A score of 0 to 1."""
    return number(value, 2)


@register.filter
def milliseconds(value: float | None) -> str:
    """Tenths only where they say something."""
    return number(value, 1 if value is not None and value < 10 else 0)


@register.filter
def period_name(value: str) -> str:
    return str(PERIODS.get(value, value))


@register.filter
def period_words(period: Period) -> str:
    if period.first is None or period.last is None:
        zone = timezone.get_default_timezone()
        since, until = (_moment(timezone.localtime(at, zone)) for at in (period.since, period.until))
        return _("%(since)s to %(until)s") % {"since": since, "until": until}
    first, last = (formats.date_format(day, "DATE_FORMAT") for day in (period.first, period.last))
    return first if first == last else _("%(since)s to %(until)s") % {"since": first, "until": last}


def _moment(at: datetime) -> str:
    return f"{formats.date_format(at, 'DATE_FORMAT')} {formats.time_format(at, 'H:i')}"


@register.filter
def feedback_reason(value: str) -> str:
    return str(REASONS.get(value, value))


@register.filter
def all_tokens(spent: Spending) -> int:
    return spent.tokens_in + spent.tokens_out


@register.simple_tag
def request_address(addresses: Mapping[tuple[str, str], str], thing: Weighed) -> str:
    return addresses.get((thing.part, thing.key), "")


@register.simple_tag
def request_content(contents: Mapping[tuple[str, str], str], thing: Weighed) -> str:
    return contents.get((thing.part, thing.key), "")


@register.simple_tag
def request_thought(thought: Mapping[str, MemoryFeedback], thing: Weighed) -> str:
    """What was thought of one memory, '' for nothing."""
    said = thought.get(thing.key)
    if said is None or said.rating == Feedback.Rating.NONE:
        return ""
    if said.rating == Feedback.Rating.GOOD:
        return _("it helped")
    return feedback_reason(said.reason) if said.reason else _("it was not good")
