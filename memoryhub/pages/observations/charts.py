"""Charts of the dashboard: what is drawn, and the same in a table, in which each number leads to the requests behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import formats

NOTHING = "–"


@dataclass(frozen=True)
class Cell:
    """One number of a table in words, and where it leads ('': nowhere)."""

    text: str
    address: str = ""


@dataclass(frozen=True)
class Row:
    label: str
    cells: Sequence[Cell]
    address: str = ""
    is_name: bool = False  # the label is an id that somebody chose


@dataclass(frozen=True)
class Series:
    """One line, or one part of each bar. `colour` names one of the colours of the sheet; None is a gap."""

    label: str
    values: Sequence[float | None]
    colour: str


@dataclass(frozen=True)
class Chart:
    """`sum` says in a sentence what is to be seen. `line` is a bound to be drawn, with its name. `unit` stands at the
    numbers, `top` is where the axis ends (None: where the numbers do)."""

    key: str
    title: str
    sum: str
    labels: Sequence[str]
    series: Sequence[Series]
    head: Sequence[str]
    rows: Sequence[Row]
    kind: str = "bar"
    unit: str = ""
    line: tuple[str, float] | None = None
    top: float | None = None
    is_lying: bool = False
    note: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """For the script, as JSON."""
        return {
            "kind": self.kind,
            "labels": list(self.labels),
            "series": [{"label": one.label, "values": list(one.values), "colour": one.colour} for one in self.series],
            "line": {"label": self.line[0], "value": self.line[1]} if self.line else None,
            "unit": self.unit,
            "top": self.top,
            "lying": self.is_lying,
        }

    @property
    def data_id(self) -> str:
        return f"chart-{self.key}"


def number(value: float | None, digits: int = 0) -> str:
    """As people write it here; a dash for what there is nothing to say of."""
    return NOTHING if value is None else formats.number_format(round(value, digits), digits, force_grouping=True)


def percent(share: float | None) -> str:
    return NOTHING if share is None else f"{number(100 * share)} %"


def counted(value: int, address: str) -> Cell:
    """A number that leads to what was counted, if anything was."""
    return Cell(number(value), address if value else "")
