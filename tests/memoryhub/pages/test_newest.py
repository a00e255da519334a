"""Long lists, the newest first: places in an address, pages, days, and how far one look goes."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db.models import Q
from pytest_django import Settings

from memoryhub.pages import newest
from memoryhub.pages.newest import Place
from observability.models import WorkLogEntry
from tests.builders import NOON, after


def make_lines(*minutes: int, module: str = "Keys") -> list[int]:
    """Their keys, as they were made."""
    rows = [WorkLogEntry(tenant_id=1, module=module, level="info", message="x", at=after(one)) for one in minutes]
    return [row.pk for row in WorkLogEntry.objects.bulk_create(rows)]


def test_a_place_is_read_as_it_was_printed() -> None:
    place = Place(NOON + timedelta(microseconds=7), 42)

    assert Place.of(str(place)) == place


@pytest.mark.parametrize(
    "text", ["", "-", "1", "1-", "-1", "x-1", "1-x", "1-2-3", "٣-1", "1-" + "9" * 19, "9" * 18 + "-1"]
)
def test_what_is_no_place_is_as_if_it_were_not_there(text: str) -> None:
    assert Place.of(text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-10", date(2026, 3, 10)), ("2026-3-10", None), ("2026-02-30", None), ("", None), ("20260310", None),
        ("2026-03-10T12", None), ("0001-01-01", None), ("9999-12-31", None), ("9999-12-30", date(9999, 12, 30)),
    ],
)  # fmt: skip
def test_a_day_is_written_in_full(text: str, day: date | None) -> None:
    assert newest.day(text) == day


def test_a_word_is_no_longer_than_any_name() -> None:
    assert newest.word("  " + "x" * 500) == "x" * newest.LONGEST_WORD


@pytest.mark.django_db
def test_a_day_is_that_of_the_services_calendar_also_when_it_is_an_hour_short(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    start, end = datetime(2026, 3, 28, 23, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC)
    moments = [start - newest.MICROSECOND, start, end - newest.MICROSECOND, end]
    WorkLogEntry.objects.bulk_create(
        WorkLogEntry(tenant_id=1, module="Keys", level="info", message="x", at=at) for at in moments
    )

    found = WorkLogEntry.objects.filter(newest.on(date(2026, 3, 29))).order_by("at")

    assert [row.at for row in found] == moments[1:3]


@pytest.mark.django_db
class TestStretch:
    def test_pages_follow_each_other_without_a_gap_also_within_one_moment(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(newest, "SHOWN", 2)
        keys = make_lines(0, 1, 1, 1, 2)
        seen, place = [], None

        for _page in range(3):
            page = newest.stretch(WorkLogEntry.objects.all(), after=place)
            seen.append([row.pk for row in page.rows])
            place = page.next

        assert seen == [[keys[4], keys[3]], [keys[2], keys[1]], [keys[0]]]
        assert place is None

    def test_a_look_for_what_no_index_finds_ends_and_says_where(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(newest, "LOOKED_THROUGH", 3)
        (sought,) = make_lines(0, module="Dream")
        edge = make_lines(1, 2, 3)[0]

        first = newest.stretch(WorkLogEntry.objects.all(), after=None, narrowed=Q(module="Dream"))
        second = newest.stretch(WorkLogEntry.objects.all(), after=first.next, narrowed=Q(module="Dream"))

        assert (first.rows, first.next, first.is_cut) == ([], Place(after(1), edge), True)
        assert ([row.pk for row in second.rows], second.next, second.is_cut) == ([sought], None, False)

    def test_a_full_page_is_not_cut(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(newest, "SHOWN", 1)
        keys = make_lines(0, 1)

        page = newest.stretch(WorkLogEntry.objects.all(), after=None, narrowed=Q(module="Keys"))

        assert (page.next, page.is_cut) == (Place(after(1), keys[1]), False)

    def test_nothing_is_a_page_without_a_next_one(self) -> None:
        page = newest.stretch(WorkLogEntry.objects.all(), after=None, narrowed=Q(module="Keys"))

        assert (page.rows, page.next, page.is_cut) == ([], None, False)
