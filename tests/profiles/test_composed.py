"""A composed statement finds what its queryset finds, for any values, and is composed once for each shape."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from profiles.composed import Composed, ComposedRows, NotComposable
from profiles.models import Fact, Profile
from tests.builders import NOON, make_end_user, make_fact

pytestmark = pytest.mark.django_db


class Facts:
    """Facts of some people said after a moment, and how often that was composed."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, most: int, *, people: list[int], scope_id: str, after: datetime) -> QuerySet[Fact]:
        self.times += 1
        its = Fact.objects.filter(profile__in=people, scope_id=scope_id, said_at__gt=after, status="active")
        return its.order_by("pk")[:most]


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


def test_it_finds_what_its_queryset_finds_for_other_values_too(profile: Profile):
    other = make_end_user("globex")
    for person in (profile, other):
        for scope_id in ("__default__", "o'clock \\ %s"):
            for hours in (1, 2, 3):
                make_fact(person, f"likes tea {hours}", scope_id=scope_id, said_at=NOON + timedelta(hours=hours))
    build = Facts()
    composed = ComposedRows(Fact, ("content", "id"), build)

    for person in (profile, other):
        for scope_id in ("__default__", "o'clock \\ %s", "' OR true --"):
            for hours in (0, 1, 3):
                values: dict[str, Any] = {
                    "people": [person.pk],
                    "scope_id": scope_id,
                    "after": NOON + timedelta(hours=hours),
                }
                found = composed.objects(2, **values)
                assert found == list(Facts()(2, **values))
                assert all("tea" in fact.content for fact in found)
    assert build.times == 1


def test_another_length_of_a_list_and_another_fixed_argument_are_other_shapes(profile: Profile):
    other = make_end_user("globex")
    for person in (profile, other):
        make_fact(person, "likes tea", said_at=NOON + timedelta(hours=1))
    build = Facts()
    composed = ComposedRows(Fact, ("id", "content"), build)

    both = composed.objects(9, people=[profile.pk, other.pk], scope_id="__default__", after=NOON)
    first = composed.objects(1, people=[profile.pk, other.pk], scope_id="__default__", after=NOON)
    one = composed.objects(9, people=[other.pk], scope_id="__default__", after=NOON)

    assert ([fact.profile_id for fact in both], len(first)) == ([profile.pk, other.pk], 1)
    assert [fact.profile_id for fact in one] == [other.pk]
    assert build.times == 3


def test_a_column_that_was_not_read_is_read_when_it_is_asked_for(profile: Profile):
    make_fact(profile, "likes tea", said_at=NOON + timedelta(hours=1), agent_id="a1")

    (fact,) = ComposedRows(Fact, ("id",), Facts()).objects(1, people=[profile.pk], scope_id="__default__", after=NOON)

    assert fact.get_deferred_fields() >= {"agent_id"}
    assert fact.agent_id == "a1"


def test_a_value_that_decides_on_the_statement_is_refused():
    composed = Composed(lambda *, agent_id: Fact.objects.filter(agent_id="a1" if agent_id else "a2").values_list("pk"))

    with pytest.raises(NotComposable):
        composed.rows(agent_id="a1")


def test_a_value_that_is_no_value_is_refused():
    composed = Composed(lambda *, agent_id: Fact.objects.filter(agent_id=agent_id).values_list("pk"))

    with pytest.raises(NotComposable):
        composed.rows(agent_id=None)
