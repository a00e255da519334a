"""Charts: how their numbers are written, which lead somewhere, and what the script is given to draw."""

import pytest

from memoryhub.pages.observations import charts
from memoryhub.pages.observations.charts import Cell, Chart, Series


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [(None, 0, "–"), (0, 0, "0"), (0.5, 0, "0"), (1234567, 0, "1,234,567"), (0.646, 2, "0.65"), (2.0, 2, "2.00")],
)
def test_a_number_is_written_as_people_write_it_and_nothing_is_a_dash(
    value: float | None, digits: int, written: str
) -> None:
    assert charts.number(value, digits) == written


@pytest.mark.parametrize(("share", "written"), [(None, "–"), (0.0, "0 %"), (0.754, "75 %"), (1.0, "100 %")])
def test_a_share_is_written_in_hundredths(share: float | None, written: str) -> None:
    assert charts.percent(share) == written


def test_a_number_leads_to_what_was_counted_and_nowhere_if_nothing_was() -> None:
    assert charts.counted(1200, "/there/") == Cell("1,200", "/there/")
    assert charts.counted(0, "/there/") == Cell("0", "")


def test_a_gap_stays_a_gap_for_the_script() -> None:
    lines = [Series("half of them", [1.5, None], "main")]
    chart = Chart("times", "Time", "A sum.", ["Mon", "Tue"], lines, [], [], kind="line", line=("line", 800.0), top=1.0)

    assert chart.data["series"] == [{"label": "half of them", "values": [1.5, None], "colour": "main"}]
    assert chart.data["line"] == {"label": "line", "value": 800.0}
    assert (chart.data["labels"], chart.data["kind"], chart.data["top"]) == (["Mon", "Tue"], "line", 1.0)
    assert chart.data_id == "chart-times"


def test_a_chart_without_a_bound_draws_none() -> None:
    chart = Chart("agents", "By agent", "", [], [], [], [], is_lying=True)

    assert (chart.data["line"], chart.data["lying"], chart.data["kind"]) == (None, True, "bar")
