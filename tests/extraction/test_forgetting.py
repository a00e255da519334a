"""A deleted fact is not told again by what was condensed from its conversation."""

from datetime import timedelta

import pytest

from engine import mind
from engine.embeddings import EmbedChoice
from engine.questions import ModelChoice
from extraction import bell, forgetting, runner
from extraction.models import Job
from memoryhub import context, retrieval
from memoryhub.context import Asked
from memoryhub.retrieval import MESSAGE, Wanted
from profiles import editing, ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Profile
from summaries import episodes, forgotten, snapshots
from summaries.models import EpisodeSummary, Message, Session, SummarySnapshot
from tests.builders import NOON, after, make_end_user, make_fact, make_message, make_session

pytestmark = pytest.mark.django_db

CHOICE = ModelChoice()
BY_OWNER = Origin("user:1", Source.API)
SAID = {
    "zh": ("我特别爱吃榴莲，每周都要买一个。", "好的，榴莲的热量不低，可以换成山竹。", "我们下个月要去清迈旅行，帮我看看酒店。"),
    "en": ("I love durian, I buy one every week.", "Durian is heavy, mangosteen is lighter.", "We travel to Chiang Mai next month, please look at hotels."),
}  # fmt: skip
FRUIT = {"zh": "榴莲", "en": "durian"}
TRIP = {"zh": "清迈", "en": "chiang mai"}
FACT = {"zh": "用户爱吃榴莲", "en": "The user loves durian"}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda *_args, **_words: True)


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def talk(language: str) -> list[Message]:
    """A conversation that was condensed to a summary and an episode, and passed by a dream."""
    session = make_session(make_end_user("acme"))
    roles = ("user", "assistant", "user")
    said = [
        make_message(session, text, role=role, said_at=after(number))
        for number, (text, role) in enumerate(zip(SAID[language], roles, strict=True))
    ] + [make_message(session, "好的。" if language == "zh" else "OK.", role="assistant", said_at=after(4))]
    condense(session, at=10)
    Profile.objects.filter(pk=session.profile_id).update(dreamed_through=said[-1].pk)
    return said


def condense(session: Session, *, at: float) -> None:
    snapshots.refresh(session, scope_id="__default__", choice=CHOICE, now=after(at), force=True)
    for due in episodes.due(session.profile_id):
        episodes.write(episodes.describe(due, mind.for_scope(CHOICE)), now=after(at))


def learned(said: list[Message], language: str, **fields: object) -> Fact:
    return make_fact(said[0].session.profile, FACT[language], evidence=(said[0].pk,), now=after(1), **fields)


def delete(fact: Fact, *, minutes: float = 20) -> None:
    editing.delete(fact.profile, fact.fact_id, scope_id=fact.scope_id, origin=BY_OWNER, now=after(minutes))


def told(said: list[Message], language: str, *, session: str = "s1", minutes: float = 30) -> str:
    """All that a context and a search tell about it, in lower case."""
    profile = Profile.objects.get(pk=said[0].profile_id)
    question = f"{FRUIT[language]} {TRIP[language]}"
    asked = Asked(profile.tenant_id, profile, session_id=session, question=question)
    text = context.assemble(asked, choice=EmbedChoice(), now=after(minutes)).layout.text
    wanted = Wanted((profile,), question, kinds=frozenset(retrieval.KINDS), threshold=0.0, limit=20)
    found = retrieval.find(wanted, vector=None, model="none", now=after(minutes))
    return "\n".join([text, *(one.hit.content for one in (*found.facts, *found.summaries, *found.messages))]).casefold()


def work(profile: Profile, *, minutes: float = 22) -> list[Job]:
    done = []
    while job := runner.run_next(profile.pk, queue="background", now=after(minutes)):
        done.append(job)
    return done


def test_what_was_condensed_tells_of_it_before(talk: list[Message], language: str) -> None:
    learned(talk, language)

    assert SummarySnapshot.objects.good().count() == EpisodeSummary.objects.good().count() == 1
    assert FRUIT[language] in told(talk, language, session="other")


def test_nothing_tells_of_it_from_the_next_request_on(talk: list[Message], language: str) -> None:
    fact = learned(talk, language)

    delete(fact)

    assert FRUIT[language] not in told(talk, language, session="other")


def test_a_sweep_has_it_condensed_anew_without_the_words(talk: list[Message], language: str) -> None:
    session = talk[0].session
    delete(learned(talk, language))

    assert forgetting.sweep(now=after(21)) == 1
    work(session.profile)

    text = told(talk, language, session="other")
    assert FRUIT[language] not in text
    assert TRIP[language] in text
    assert forgetting.sweep(now=after(23)) == 0
    assert not forgotten.retold(since=NOON).exists()
    assert not SummarySnapshot.objects.good().filter(deleted_at=None, text__icontains=FRUIT[language]).exists()
    assert not EpisodeSummary.objects.filter(summary__icontains=FRUIT[language]).exists()


def test_what_is_condensed_after_the_deletion_rests_on_the_rest(talk: list[Message], language: str) -> None:
    session = talk[0].session
    delete(learned(talk, language))

    make_message(session, "还有，机票要靠窗。" if language == "zh" else "And a window seat.", said_at=after(24))
    condense(session, at=25)

    (current,) = SummarySnapshot.objects.of(session, "__default__").good()
    assert FRUIT[language] not in current.text.casefold()
    assert TRIP[language] in current.text.casefold()


def test_a_message_that_also_taught_something_else_is_not_given_back_either(talk: list[Message], language: str) -> None:
    fact = learned(talk, language)
    make_fact(fact.profile, "用户每周采购" if language == "zh" else "The user shops weekly", evidence=(talk[0].pk,))

    delete(fact)

    assert FRUIT[language] not in told(talk, language, session="other")


def test_a_restored_fact_gives_its_message_back(talk: list[Message], language: str) -> None:
    fact = learned(talk, language)
    delete(fact)
    ledger.apply(fact.profile_id, [Move(fact.pk, Status.ACTIVE)], origin=BY_OWNER, now=after(26))

    profile = Profile.objects.get(pk=fact.profile_id)
    wanted = Wanted((profile,), FRUIT[language], kinds=frozenset({MESSAGE}), threshold=0.0)
    found = retrieval.find(wanted, vector=None, model="none", now=after(30))
    assert talk[0].content in [one.hit.content for one in found.messages]
    assert Message.objects.filter(session=talk[0].session).condensable().count() == len(talk)


def test_another_persons_and_another_scopes_deletions_change_nothing(talk: list[Message], language: str) -> None:
    other = make_end_user("globex")
    for fact in (
        make_fact(other, FACT[language], evidence=(talk[0].pk,)),
        learned(talk, language, scope_id="elsewhere"),
    ):
        delete(fact)

    assert SummarySnapshot.objects.good().count() == EpisodeSummary.objects.good().count() == 1
    assert forgetting.sweep(now=after(21)) == 0


def test_deletions_of_long_ago_are_not_looked_for_each_minute(talk: list[Message], language: str) -> None:
    delete(learned(talk, language))

    assert forgetting.sweep(now=after(20) + forgetting.LATELY + timedelta(minutes=1)) == 0
    assert not Job.objects.filter(kind=Job.Kind.SUMMARISE).exists()
