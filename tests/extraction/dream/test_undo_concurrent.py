"""Many hands take back one night at once, while its owner edits, and somebody accepts what waits."""

import pytest
from django.db.models import Q

from extraction import review, runner
from extraction.dream import undo
from extraction.models import DreamOperation
from extraction.review import Reach
from observability.models import WorkLogEntry
from profiles import editing
from profiles.models import Fact, FactEvent, HeldItem
from profiles.reversal import CHANGED, Undone
from tests.builders import BY_OWNER, after, make_fact, make_profile
from tests.extraction.nights import MORNING, make_merge, make_part, make_retirement, make_waiting
from tests.extraction.scripted import active
from tests.extraction.test_review_concurrent import HANDS, at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("bells")]

LATER = after(25 * 60)


def test_a_night_that_everybody_takes_back_at_once_is_taken_back_once() -> None:
    profile = make_profile()
    part = make_part(profile)
    merge = make_merge(
        part, [make_fact(profile, "likes tea"), make_fact(profile, "drinks tea")], "drinks tea, likes it"
    )
    make_retirement(part, make_fact(profile, "plans a trip to Oslo"))
    before = FactEvent.objects.count()

    done = at_once(
        *[lambda: undo.of_part(part, origin=BY_OWNER, now=LATER)] * (HANDS // 2),
        *[lambda: undo.of_operation(merge, origin=BY_OWNER, now=LATER)] * (HANDS // 2),
    )

    assert all(isinstance(one, Undone) for one in done), done
    assert active(profile) == ["likes tea", "drinks tea", "plans a trip to Oslo"]
    assert FactEvent.objects.count() - before == 4
    entries = WorkLogEntry.objects.filter(module="Dream").values_list("details__facts", flat=True)
    assert sorted(fact for facts in entries for fact in facts) == sorted(Fact.objects.values_list("fact_id", flat=True))


@pytest.mark.parametrize("_time", range(5))
def test_what_its_owner_deletes_at_the_same_time_is_deleted_in_the_end(_time: int) -> None:
    profile = make_profile()
    part = make_part(profile)
    fact = make_fact(profile, "plans a trip to Oslo")
    operation = make_retirement(part, fact)

    done, _deleted = at_once(
        lambda: undo.of_operation(operation, origin=BY_OWNER, now=LATER),
        lambda: editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=LATER),
    )

    fact.refresh_from_db()
    assert isinstance(done, Undone)
    assert fact.status == "deprecated"
    assert done.fact_ids == (fact.fact_id,) or done.kept == {fact.fact_id: CHANGED}


@pytest.mark.parametrize("_time", range(5))
def test_what_is_accepted_and_taken_back_at_the_same_time_stays_in_force(_time: int) -> None:
    profile = make_profile()
    part = make_part(profile)
    operation = make_waiting(part, make_fact(profile, "plans a trip to Oslo"))
    reach = Reach(Q(profile=profile.pk))

    at_once(
        lambda: review.accept(operation.held_id or 0, reach=reach, origin=BY_OWNER, now=MORNING),
        lambda: undo.of_operation(operation, origin=BY_OWNER, now=MORNING),
        lambda: runner.run_next(profile.pk, queue="learning", now=LATER),
    )
    runner.run_next(profile.pk, queue="learning", now=LATER)
    undo.of_operation(operation, origin=BY_OWNER, now=LATER)

    assert active(profile) == ["plans a trip to Oslo"]
    assert DreamOperation.objects.get().state == "undone"
    assert not HeldItem.objects.exists()
