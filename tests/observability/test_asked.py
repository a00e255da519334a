"""Requests are found by what is asked of them, in pages that overlap nowhere and leave nothing out."""

from datetime import timedelta
from typing import Any

import pytest

from observability import asked
from observability.asked import Wanted
from observability.models import Feedback, Observation
from tests.builders import NOON, after, make_profile

pytestmark = pytest.mark.django_db
DAY = {"since": NOON - timedelta(days=1), "until": NOON + timedelta(days=1)}


def make(minute: float = 0, **fields: Any) -> Observation:
    rating, reason = fields.pop("rating", None), fields.pop("reason", "")
    row = Observation.objects.create(
        **{"tenant_id": 1, "agent_id": "a1", "is_injected": True, "at": after(minute)} | fields
    )
    if rating is not None:
        Feedback.objects.create(observation=row, tenant_id=row.tenant_id, rating=rating, reason=reason, asked_at=row.at)
    return row


def found(**wanted: Any) -> list[int]:
    return [row.pk for row in asked.page(1, Wanted(**DAY | wanted), after=None, limit=50).rows]


def test_each_filter_finds_exactly_its_requests():
    person = make_profile().pk
    plain = make().pk
    empty = make(1, is_injected=False, agent_id="a2").pk
    off = make(2, is_injected=False, is_enabled=False).pk
    failed = make(3, error="related: timeout", build_ms=100.0).pk
    slow = make(4, build_ms=500.5, average_score=0.4).pk
    slower = make(5, build_ms=900.0, average_score=0.7).pk
    degraded = make(6, is_degraded=True, profile_id=person).pk
    make(tenant_id=2, error="x", build_ms=900, is_degraded=True, rating=2)

    assert len(found()) == 7
    assert found(agent_id="a2") == found(memory=asked.EMPTY) == [empty]
    assert found(memory=asked.OFF) == [off]
    assert set(found(memory=asked.INJECTED)) == set(found()) - {empty, off}
    assert found(has_failed=True) == [failed]
    assert found(over_ms=500) == [slower, slow]
    assert found(over_ms=800) == [slower]
    assert found(over_ms=99) == [slower, slow, failed]
    assert found(under_score=0.6) == [slow]
    assert found(is_scored=True) == [slower, slow]
    assert found(is_degraded=True) == found(profiles=[person]) == [degraded]
    assert found(over_ms=500, under_score=0.6, agent_id="a1") == [slow]
    assert found(profiles=[]) == []
    assert found(since=after(1), until=after(3)) == [off, empty]
    assert plain in found()


def test_requests_are_found_by_what_was_thought_of_their_answers():
    good = make(7, rating=1).pk
    bad = make(8, rating=2, reason="outdated").pk
    silent = make(9, rating=2).pk
    make(10, rating=0)
    make(11)
    make(tenant_id=2, rating=2)

    assert found(rating=1) == [good]
    assert found(rating=2) == [silent, bad]
    assert found(rating=2, reason="outdated") == [bad]
    assert found(rating=2, reason=asked.NO_REASON) == [silent]


@pytest.mark.parametrize("wanted", [{}, {"memory": asked.INJECTED}, {"rating": 2}, {"rating": 2, "reason": "other"}])
def test_pages_follow_each_other_without_gap_or_overlap_also_within_one_moment(wanted: dict[str, Any]):
    made = [make(number // 3, rating=2, reason="other").pk for number in range(10)]
    pages, place = [], None
    for _turn in range(5):
        page = asked.page(1, Wanted(**DAY | wanted), after=place, limit=4)
        pages.append([row.pk for row in page.rows])
        place = page.next
        if place is None:
            break

    assert [len(one) for one in pages] == [4, 4, 2]
    assert [pk for one in pages for pk in one] == sorted(made, reverse=True)


def test_what_no_index_leads_to_is_looked_for_a_bounded_way_back_and_further_on_request(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(asked, "LOOKED_THROUGH", 3)
    old = make(0, average_score=0.1).pk
    for number in range(1, 9):
        make(number // 2, average_score=0.9)
    wanted = Wanted(**DAY, under_score=0.6)
    place, turns, rows = None, 0, []
    while turns == 0 or place is not None:
        page = asked.page(1, wanted, after=place, limit=5)
        rows += [row.pk for row in page.rows]
        assert page.is_cut == (page.next is not None)
        place, turns = page.next, turns + 1

    assert rows == [old]
    assert 2 <= turns <= 5
