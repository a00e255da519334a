"""When a wish was said decides what it may touch: what was said, written, pinned or deleted since then stays."""

import pytest

from extraction import bell, jobs
from extraction.models import Decision, Job
from observability.models import WorkLogEntry
from profiles import editing
from profiles.lifecycle import Status
from profiles.models import Fact
from tests.builders import BY_OWNER, after, make_fact
from tests.flows.steps import known, person, profile_of, say, work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def tell(text: str, *, said: float, done: float | None = None) -> Job:
    """One message, said and learned from at these minutes."""
    say(person(), text, at=after(said), session=f"s{said}")
    (job,) = work_off(profile_of(person()), now=after(said if done is None else done))
    return job


def the_fact() -> Fact:
    return Fact.objects.active().get()


def verdict() -> tuple[str, str]:
    row = Decision.objects.filter(kind=Decision.Kind.INSTRUCTION).latest("pk")
    return row.action, row.reason


LATE = ("not_confirmed", "said_since")


@pytest.mark.parametrize(
    ("fact", "wish"),
    [
        ("I like cola.", "Forget that I like cola."),
        ("我喜欢喝可乐。", "忘掉我喜欢喝可乐这件事"),
        ("I live in Bonn.", "Update my address to Cologne."),
        ("我住在苏州。", "把我的住址改成杭州"),
        ("My name is Alice.", "Remember that my name is Bob."),
        ("我叫王芳。", "记住我叫李雷"),
    ],
)
def test_a_wish_touches_nothing_that_was_said_after_it(fact: str, wish: str) -> None:
    tell(fact, said=10)
    before = known(person())

    tell(wish, said=5, done=20)

    assert known(person()) == before
    assert verdict() == LATE


@pytest.mark.parametrize(
    ("fact", "edited", "wish"),
    [
        ("I live in Bonn.", "The user lives in Graz", "Update my address to Cologne."),
        ("我住在苏州。", "用户住在南京", "把我的住址改成杭州"),
        ("I live in Bonn.", "The user lives in Graz", "Forget where I live."),
    ],
)
def test_what_was_written_or_pinned_by_hand_after_the_wish_stays(fact: str, edited: str, wish: str) -> None:
    tell(fact, said=0)
    profile = profile_of(person())
    editing.edit(profile, the_fact().fact_id, content=edited, origin=BY_OWNER, now=after(10))
    editing.edit(profile, the_fact().fact_id, is_pinned=True, origin=BY_OWNER, now=after(11))

    tell(wish, said=5, done=20)

    assert known(person()) == [edited]
    assert verdict() == LATE


@pytest.mark.parametrize(
    ("fact", "wish", "left"),
    [
        ("I live in Bonn.", "Update my address to Cologne.", ["The user's address is Cologne"]),
        ("我住在苏州。", "把我的住址改成杭州", ["用户的住址是杭州"]),
        ("My name is Alice.", "Remember that my name is Bob.", ["The user's name is Bob"]),
        ("I like cola.", "Forget that I like cola.", []),
    ],
)
def test_a_wish_that_was_said_after_the_pin_changes_what_is_pinned(fact: str, wish: str, left: list[str]) -> None:
    tell(fact, said=0)
    editing.edit(profile_of(person()), the_fact().fact_id, is_pinned=True, origin=BY_OWNER, now=after(5))

    tell(wish, said=10)

    assert known(person()) == left


@pytest.mark.parametrize(
    ("fact", "wish"), [("I like cola.", "Remember that I like cola."), ("我喜欢喝可乐。", "记住我喜欢喝可乐")]
)
def test_what_was_deleted_after_the_wish_stays_deleted(fact: str, wish: str) -> None:
    tell(fact, said=0)
    editing.delete(profile_of(person()), the_fact().fact_id, origin=BY_OWNER, now=after(10))

    tell(wish, said=5, done=20)

    assert known(person()) == []
    assert verdict() == LATE


def test_of_two_wishes_the_one_that_was_said_later_holds_whichever_is_carried_out_first() -> None:
    tell("I like cola.", said=0)
    tell("Forget that I like cola.", said=1)
    tell("Remember that I like cola.", said=10)

    tell("Forget that I like cola.", said=5, done=20)

    assert known(person()) == ["The user likes cola"]

    tell("Forget that I like cola.", said=30)
    tell("Remember that I like cola.", said=25, done=40)

    assert known(person()) == []


def test_what_a_wish_corrected_yields_to_what_was_said_after_the_wish() -> None:
    tell("I live in Bonn.", said=0)
    tell("Update my address to Cologne.", said=5, done=30)

    tell("I live in Graz.", said=10, done=31)

    assert known(person()) == ["The user lives in Graz"]


@pytest.mark.parametrize(
    ("fact", "wish"), [("I like cola.", "Forget that I like cola."), ("我喜欢喝可乐。", "忘掉我喜欢喝可乐这件事")]
)
def test_a_job_that_runs_again_does_not_repeat_its_wishes(fact: str, wish: str) -> None:
    tell(fact, said=0)
    job = tell(wish, said=5)
    Job.objects.filter(pk=job.pk).update(state=Job.State.PARTIAL)
    editing.restore(profile_of(person()), Fact.objects.get().fact_id, origin=BY_OWNER, now=after(10))

    job.refresh_from_db()
    jobs.rerun(job, actor="account:1", now=after(20))
    work_off(profile_of(person()), now=after(20))

    assert len(known(person())) == 1
    assert Decision.objects.filter(kind=Decision.Kind.INSTRUCTION).count() == 1


@pytest.mark.parametrize(
    ("fact", "wish", "left", "again"),
    [
        ("The user likes cats and dogs", "Forget that I like cats.", "The user likes dogs", "I like cats."),
        ("用户喜欢猫和狗", "忘掉我喜欢猫这件事", "用户喜欢狗", "我喜欢猫。"),
    ],
)
def test_a_part_that_was_forgotten_is_not_learned_again_by_itself(fact: str, wish: str, left: str, again: str) -> None:
    tell("Good morning to everybody here", said=0)
    make_fact(profile_of(person()), fact, said_at=after(0))

    tell(wish, said=5)
    assert known(person()) == [left]

    tell(again, said=10)
    assert known(person()) == [left]


def test_what_undoes_the_forgetting_of_a_part_lifts_its_block() -> None:
    tell("Good morning to everybody here", said=0)
    profile = profile_of(person())
    whole = make_fact(profile, "The user likes cats and dogs", said_at=after(0))
    tell("Forget that I like cats.", said=5)

    editing.undo(profile, whole.fact_id, origin=BY_OWNER, now=after(6))

    assert known(person()) == ["The user likes cats and dogs"]
    assert not Fact.objects.filter(status=Status.DEPRECATED).exists()


def test_what_wishes_change_stands_in_the_work_log_without_a_word_of_it() -> None:
    tell("I like cola.", said=0)
    forgotten = the_fact()
    job = tell("Forget that I like cola.", said=5)

    entry = WorkLogEntry.objects.get(message="Wishes about the memory were carried out.")

    assert entry.actor == f"user:{job.profile_id}"
    assert entry.details == {"job": job.pk, "facts": [forgotten.fact_id], "forgotten": 1}
    assert "cola" not in f"{entry.message} {entry.details}"
