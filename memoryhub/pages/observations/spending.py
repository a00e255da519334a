"""What models cost in a time: drawn step by step, and summed by what they were asked for."""

from collections.abc import Sequence
from decimal import Decimal
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from memoryhub.pages.observations.charts import Cell, Chart, Row, Series, counted, number
from memoryhub.pages.observations.drawn import Step
from memoryhub.pages.observations.periods import Period
from memoryhub.pages.observations.request_filters import View
from observability.stats import Figures, Spending


def chart(view: View, spent: Sequence[Spending]) -> Chart:
    """Money where models have a price, tokens where they have none."""
    steps = [(Step(View(period), Figures()), _at(period, spent)) for period in view.period.steps]
    whole = summed(spent)
    has_price = whole.price > 0
    values: list[float | None] = [float(one.price) if has_price else one.tokens_in + one.tokens_out for _, one in steps]
    return Chart(
        key="cost",
        title=_("What models cost") if has_price else _("Tokens of models"),
        sum=_("Calls to models: %(calls)s; tokens: %(tokens)s; cost: %(price)s.")
        % {
            "calls": number(whole.calls),
            "tokens": number(whole.tokens_in + whole.tokens_out),
            "price": number(float(whole.price), 4),
        },
        labels=[step.short for step, _one in steps],
        series=[Series(_("Cost") if has_price else _("Tokens"), values, "main")],
        head=[_("When"), _("Calls"), _("Failed"), _("Tokens in"), _("Tokens out"), _("Cost")],
        rows=[
            Row(
                step.long,
                [
                    counted(one.calls, _calls_of(step.period)),
                    counted(one.failed, _calls_of(step.period, outcome="failed")),
                    Cell(number(one.tokens_in)),
                    Cell(number(one.tokens_out)),
                    Cell(number(float(one.price), 4)),
                ],
            )
            for step, one in reversed(steps)
        ],
    )


def by_purpose(spent: Sequence[Spending]) -> list[Spending]:
    """The dearest first."""
    purposes = dict.fromkeys(one.purpose for one in spent)
    found = [summed([one for one in spent if one.purpose == purpose], purpose) for purpose in purposes]
    return sorted(found, key=lambda one: (-one.price, -one.tokens_in - one.tokens_out, one.purpose))


def summed(spent: Sequence[Spending], purpose: str = "") -> Spending:
    return Spending(
        place=None,
        purpose=purpose,
        calls=sum(one.calls for one in spent),
        failed=sum(one.failed for one in spent),
        tokens_in=sum(one.tokens_in for one in spent),
        tokens_out=sum(one.tokens_out for one in spent),
        price=sum((one.price for one in spent), Decimal(0)),
    )


def _at(period: Period, spent: Sequence[Spending]) -> Spending:
    place = period.since if period.is_by_hour else period.day
    return summed([one for one in spent if one.place == place])


def _calls_of(period: Period, **filters: str) -> str:
    time = {"day": period.day.isoformat()} if period.first else period.query
    return f"{reverse('model-calls')}?{urlencode(time | filters)}"
