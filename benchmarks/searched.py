"""Conversations taken in, learned from and searched by the product's own path. To be imported once Django is set up."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from unittest.mock import patch

from django.utils import timezone

from benchmarks import conversations, evidence
from benchmarks.evidence import Answered, Known, Question, Said, Talk
from engine.text import asked_days
from extraction import embedding
from memoryhub import hits, ingest, retrieval
from memoryhub.ingest import Batch, Incoming
from memoryhub.retrieval import Candidate, Wanted
from profiles import choices, identity, ledger
from profiles.changes import LEARNED, New
from profiles.models import Profile, Tenant
from summaries.models import Message

AGENT = "bench"
# More than is ever counted: several messages and facts may belong to one unit.
LIMIT = 100
KINDS = frozenset({hits.FACT, hits.MESSAGE})
MESSAGES, FACTS, TOGETHER = "messages", "facts", "together"


@dataclass(frozen=True)
class Person:
    """Somebody who had a conversation, as the product knows them."""

    talk: Talk
    profile: Profile

    @property
    def units(self) -> dict[str, str]:
        return {one.key: one.unit for one in self.talk.said}


def take_in(talk: Talk, *, learns: bool) -> Person:
    """Send the conversation as it went on; what is due is done at once, or nothing is learned at all."""
    named = identity.Named(Tenant.objects.get(slug="default").pk, identity.USER, user_id=_name(talk))
    profile = identity.get_or_create(named, now=talk.said[0].at)
    for unit in _by_unit(talk.said):
        messages = tuple(Incoming(one.role, one.text, message_id=one.key, said_at=one.at) for one in unit)
        ingest.record(named, Batch(unit[0].session, messages, agent_id=AGENT), now=unit[-1].at)
        if learns:
            conversations.work(profile.pk, now=unit[-1].at + timedelta(minutes=1))
    return Person(talk, profile)


def load(person: Person, facts: Sequence[Known]) -> None:
    """Facts written by hand, with the messages they rest on."""
    stored = dict(Message.objects.filter(profile=person.profile).values_list("message_id", "pk"))
    said = {one.key: one.at for one in person.talk.said}
    news = [
        New(
            known.content, type="episodic_memory", evidence=tuple(stored[key] for key in known.units),
            said_at=max(said[key] for key in known.units),
        )
        for known in facts
    ]  # fmt: skip
    ledger.apply(person.profile.pk, news, origin=LEARNED, now=person.talk.asked_at)


def embed() -> int:
    """Give everything its vector, as the background does."""
    done = 0
    embedding.backlog.set()
    while number := embedding.fill_missing(now=timezone.now()):
        done += number
        embedding.backlog.set()
    return done


def answers(people: Sequence[Person], *, reads_days: bool = True) -> dict[str, list[Answered]]:
    """What the search finds for every question: by messages, by facts, and by both together, as their scores order them.

    `reads_days` False: as though no question named a day.
    """
    found: dict[str, list[Answered]] = {MESSAGES: [], FACTS: [], TOGETHER: []}
    with nullcontext() if reads_days else _blind_to_days():
        for person in people:
            for question in person.talk.questions:
                for name, ranking in _searched(person, question).items():
                    found[name].append(Answered(question, person.talk.language, ranking))
    return found


def last_said(people: Iterable[Person]) -> datetime:
    return max(person.talk.asked_at for person in people)


def _searched(person: Person, question: Question) -> dict[str, tuple[str, ...]]:
    choice = choices.embed_choice_of(person.profile)
    wanted = Wanted((person.profile,), question.text, kinds=KINDS, limit=LIMIT, threshold=0.0)
    results = retrieval.search(wanted, choice=choice, now=person.talk.asked_at)
    kept = [one for one in results.candidates if one.why == retrieval.KEPT]
    found = {MESSAGES: results.messages, FACTS: results.facts, TOGETHER: kept}
    return {name: evidence.units(_units(person, candidates)) for name, candidates in found.items()}


def _units(person: Person, found: Iterable[Candidate]) -> Iterator[str]:
    units = person.units
    return (units[said.message_id] for one in found for said in one.hit.evidence)


def _blind_to_days() -> AbstractContextManager[object]:
    return patch.object(asked_days, "asked", lambda question, today: [])


def _by_unit(said: Sequence[Said]) -> Iterator[list[Said]]:
    return (list(unit) for _, unit in groupby(said, key=lambda one: one.unit))


def _name(talk: Talk) -> str:
    return f"{talk.language}:{talk.name}"
