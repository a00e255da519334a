"""All that has vectors: for each kind who wants one, from which words it is made, and how it is stored.

A further kind is one more line in KINDS; the minute's round, the move to another model and its check go over all of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from engine.text import normal
from globalmemory import indexing as global_indexing
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from profiles import ledger, measures
from profiles.lifecycle import Status
from profiles.models import Fact, FactVector
from summaries import indexing
from summaries.models import EpisodeVector, MessageVector, SnapshotVector

EMBEDDED = (Status.ACTIVE, Status.DEPRECATED)
# Rows of which an embedder wanted no text, by kind and model: tried again by the next process. So many numbers are some
# ten megabytes; a store with more of them is moved by nobody.
MOST_REFUSED = 200_000
_refused: dict[tuple[str, str], set[int]] = {}

Vectors = Mapping[int, Sequence[float] | None]


@dataclass(frozen=True)
class Kind:
    """`owner` is the field of a vector that names its row, `tenant` leads from a row to its tenant, and `version`, where
    there is one, has to be the same in both.

    `store` takes rows of one person with the vectors of their keys and answers how many have one then; it raises
    ProfileGone.
    """

    name: str
    vectors: type[models.Model]
    owner: str
    wanting: Callable[[], QuerySet[Any]]
    text: Callable[[Any], str]
    store: Callable[..., int]
    tenant: str = "profile__tenant"
    version: str = ""

    def of(self, tenant_id: int) -> QuerySet[Any]:
        """The rows of a tenant that are to have a vector."""
        return self.wanting().filter(**{self.tenant: tenant_id})

    def lacking(self, rows: QuerySet[Any], model: str) -> QuerySet[Any]:
        """Those that no vector of this model stands beside, without those whose text the embedder does not take."""
        same = {self.version: OuterRef(self.version)} if self.version else {}
        theirs = self.vectors._default_manager.filter(**{self.owner: OuterRef("pk"), "model": model}, **same)
        return rows.filter(~Exists(theirs)).exclude(pk__in=_refused.get((self.name, model), ()))

    def stored(self, tenant_id: int) -> QuerySet[Any]:
        """The vectors of a tenant."""
        return self.vectors._default_manager.filter(**{f"{self.owner}__{self.tenant}": tenant_id})


def embed(kind: Kind, rows: Sequence[Any], choice: EmbedChoice, *, now: datetime) -> int:
    """Give these rows vectors, and answer how many have one now. Raises ProviderFailed when the embedder fails."""
    model = embeddings.model_name(choice)
    found = embeddings.embed_each([kind.text(row) for row in rows], choice)
    if not all(measures.admit(model, size) for size in {len(vector) for vector in found if vector}):
        raise ProviderFailed("wrong_dimensions", is_retryable=False)
    vectors = {row.pk: vector for row, vector in zip(rows, found, strict=True)}
    _note_refused(kind, model, [key for key, vector in vectors.items() if vector is None])
    done = 0
    for theirs in _by_person(rows):
        try:
            done += kind.store(theirs, {row.pk: vectors[row.pk] for row in theirs}, model=model, now=now)
        except ledger.ProfileGone:
            continue
    return done


def _by_person(rows: Sequence[Any]) -> Iterator[list[Any]]:
    def person(row: Any) -> int:
        return row.profile_id or 0

    for _, theirs in groupby(sorted(rows, key=person), key=person):
        yield list(theirs)


def _note_refused(kind: Kind, model: str, keys: Sequence[int]) -> None:
    known = _refused.setdefault((kind.name, model), set())
    if len(known) + len(keys) > MOST_REFUSED:
        known.clear()
    known.update(keys)


def _facts() -> QuerySet[Fact]:
    """Those in force, and the deleted ones: they block (P7)."""
    return Fact.objects.filter(status__in=EMBEDDED)


def _bare(fact: Fact) -> str:
    return normal.bare(fact.content)


def _store_facts(rows: Sequence[Fact], vectors: Vectors, *, model: str, now: datetime) -> int:
    """Under the profile's lock: a fact that has left meanwhile must not get a vector again."""
    with transaction.atomic():
        ledger.locked(rows[0].profile_id)
        still = dict(_facts().filter(pk__in=vectors).values_list("pk", "status"))
        new = [
            FactVector(
                fact=fact,
                profile_id=fact.profile_id,
                scope_id=fact.scope_id,
                type=fact.type,
                model=model,
                is_blocked=still[fact.pk] == Status.DEPRECATED,
                embedding=vectors[fact.pk],
            )
            for fact in rows
            if fact.pk in still and vectors[fact.pk] is not None
        ]
        FactVector.objects.bulk_create(new, ignore_conflicts=True)
        return len(new)


FACTS = Kind("facts", FactVector, "fact", _facts, _bare, _store_facts)
MESSAGES = Kind(
    "messages", MessageVector, "message", indexing.messages, indexing.text_of_message, indexing.store_messages
)
EPISODES = Kind(
    "episodes", EpisodeVector, "episode", indexing.episodes, indexing.text_of_episode, indexing.store_episodes
)
SNAPSHOTS = Kind(
    "summaries", SnapshotVector, "snapshot", indexing.snapshots, indexing.text_of_snapshot, indexing.store_snapshots
)
GLOBAL = Kind(
    "global memories", GlobalMemoryVector, "global_memory", GlobalMemory.objects.undeleted,
    global_indexing.embedded_text, global_indexing.store, tenant="tenant", version="version",
)  # fmt: skip
KINDS = (FACTS, MESSAGES, EPISODES, SNAPSHOTS, GLOBAL)
# Those whose rows tell by `embedded_at` that they are done, so that a round need not look at all of them.
MARKED = (SNAPSHOTS, EPISODES, MESSAGES)
