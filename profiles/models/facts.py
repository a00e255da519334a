"""Facts, their events, their vectors, and statements that wait for a person's word. Written by the ledger alone."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_lazy as _

from engine import questions
from engine.text import words
from profiles.lifecycle import BY_HAND, Source, Status
from profiles.models.people import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.models.vectors import PersonVector
from profiles.models.words import WordsField, day_of

TYPE_CHOICES = [(name, name) for name in questions.FACT_TYPES]
STATUS_CHOICES = [(status.value, status.value) for status in Status]
SOURCE_CHOICES = [(source.value, source.value) for source in Source]
ROLE_CHOICES = [(name, name) for name in (questions.USER, questions.ASSISTANT)]


class FactQuerySet(models.QuerySet["Fact"]):
    def of(self, profile: Profile) -> Self:
        return self.filter(profile=profile)

    def active(self) -> Self:
        return self.filter(status=Status.ACTIVE)

    def deleted(self) -> Self:
        """Deleted by their owner: kept on record, and told by nothing."""
        return self.filter(status=Status.DEPRECATED)

    def resident(self) -> Self:
        return self.filter(type__in=questions.RESIDENT_TYPES)

    def saying(self, wanted: str) -> Self:
        """Those in force that have what a query of words asks for, of whomever; `matching.all_of` writes such a query."""
        return self.active().filter(words__matching=wanted)

    def most_valuable_of_each(self, profile_ids: Sequence[int], *, number: int) -> Self:
        """So many resident facts in force of each of these people, the most valuable first, whatever their scope."""
        order = ("-is_pinned", "-importance", "-last_seen_at", "pk")
        place = Window(RowNumber(), partition_by="profile_id", order_by=order)
        its = self.active().resident().filter(profile__in=profile_ids)
        return its.annotate(place=place).filter(place__lte=number).order_by("profile_id", "place")

    def most_valuable_first(self) -> Self:
        """The order in which facts stand in a context, and the reverse of the order in which they are given up."""
        return self.order_by("-is_pinned", "-importance", "-last_seen_at", "pk")

    def containing(self, words: Iterable[str]) -> Self:
        """In which each of these words occurs, whatever its case. Unindexed: for the facts of one person."""
        return self.filter(*(models.Q(content__icontains=word) for word in words))

    def for_past_page(self, after: int | None) -> Self:
        """No longer in force, what changed last first; from behind the fact with the key `after` on."""
        rows = self.filter(status__in=(Status.SUPERSEDED, Status.DEPRECATED)).order_by("-status_at", "-pk")
        if after is None:
            return rows
        seen = models.Subquery(self.filter(pk=after).values("status_at"))
        return rows.filter(models.Q(status_at__lt=seen) | models.Q(status_at=seen, pk__lt=after))


class Fact(models.Model):
    """One short statement about its profile's owner. Its content never changes; an edit makes another fact.

    `evidence` holds primary keys of messages. `said_at` is when it was last said (not when a job ran), None for what
    was never said in a conversation. `status_at` is when it came into its present status. `slot_key` is filled only
    where the type's policy is single. `superseded_by` is the fact id of what took its place, '' for none.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "facts"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="facts")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    fact_id = models.CharField(max_length=66, db_collation="C")
    content = models.TextField()
    status = models.CharField(max_length=10, choices=STATUS_CHOICES, default=Status.ACTIVE)
    type = models.CharField(max_length=20, choices=TYPE_CHOICES, default="user_fact")
    slot = models.CharField(max_length=64, blank=True, default="")
    slot_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - null: not in the partial unique key
    source = models.CharField(max_length=11, choices=SOURCE_CHOICES)
    source_role = models.CharField(max_length=9, choices=ROLE_CHOICES, default=questions.USER)
    confidence = models.FloatField(default=1.0)
    importance = models.FloatField(default=0.5)
    source_count = models.PositiveIntegerField(default=1)
    agent_id = models.CharField(max_length=64, blank=True, default="")
    evidence = ArrayField(models.BigIntegerField(), default=list, blank=True)
    is_pinned = models.BooleanField(default=False)
    superseded_by = models.CharField(max_length=66, blank=True, default="")
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_to = models.DateTimeField(null=True, blank=True)
    said_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    status_at = models.DateTimeField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    words = WordsField()

    objects = FactQuerySet.as_manager()

    if TYPE_CHECKING:
        events: models.QuerySet["FactEvent"]

    class Meta:
        verbose_name = _("fact")
        verbose_name_plural = _("facts")
        constraints = [
            models.UniqueConstraint(fields=["profile", "scope_id", "fact_id"], name="fact_identity"),
            models.UniqueConstraint(
                fields=["profile", "scope_id", "slot_key"],
                condition=models.Q(status="active"),
                name="fact_one_active_per_slot",
            ),
            models.CheckConstraint(condition=models.Q(status__in=list(Status)), name="fact_status"),
            models.CheckConstraint(condition=models.Q(type__in=questions.FACT_TYPES), name="fact_type"),
            models.CheckConstraint(condition=models.Q(confidence__range=(0, 1)), name="fact_confidence"),
            models.CheckConstraint(condition=models.Q(importance__range=(0, 1)), name="fact_importance"),
            models.CheckConstraint(condition=~models.Q(content=""), name="fact_content_filled"),
        ]
        indexes = [
            models.Index(fields=["profile", "scope_id", "status"], name="fact_of_profile"),
            # What was condensed before a fact was deleted is looked for by when that was: of one person, and of all lately.
            models.Index(
                fields=["profile", "scope_id", "status_at"],
                name="fact_deleted",
                condition=models.Q(status="deprecated"),
            ),
            models.Index(fields=["status_at"], name="fact_deleted_lately", condition=models.Q(status="deprecated")),
            # Among one person's facts words are compared row by row; this is for a search among everybody's.
            GinIndex(fields=["words"], name="fact_words", condition=models.Q(status="active")),
        ]

    def __str__(self) -> str:
        return self.fact_id

    def lexemes(self) -> list[str]:
        """What it is found by: its words, and the day on which it was last said or was written."""
        return words.lexemes(self.content, day_of(self.said_at or self.created_at))

    @property
    def is_active(self) -> bool:
        return self.status == Status.ACTIVE

    @property
    def is_resident(self) -> bool:
        return self.type in questions.RESIDENT_TYPES

    @property
    def written_at(self) -> datetime | None:
        """When a person wrote it by hand, or asked for it in a conversation; None when neither."""
        if self.source not in BY_HAND:
            return None
        is_as_asked = self.source == Source.INSTRUCTION and self.status_at == self.created_at
        return (is_as_asked and self.said_at) or self.status_at

    @property
    def stored_text(self) -> str:
        """The classic form, shown in exports and in the long-term section of prompts."""
        return f"[{self.type}] {self.content}"


class FactEvent(models.Model):
    """One change of one fact. Append-only: a trigger refuses updates, and deletes outside an erasure.

    `from_status` is '' for a new fact. `actor` is `_system`, `key:<prefix>`, `account:<pk>` or `user:<profile pk>`.
    `related_fact`, `job_id` and `dream_part_id` are plain values, so that nothing has to be nulled later.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "events"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="events")
    fact = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField()
    actor = models.CharField(max_length=64)
    from_status = models.CharField(max_length=10, blank=True, default="")
    to_status = models.CharField(max_length=10, choices=STATUS_CHOICES)
    source = models.CharField(max_length=11, choices=SOURCE_CHOICES)
    reason = models.CharField(max_length=64, blank=True, default="")
    related_fact = models.CharField(max_length=66, blank=True, default="")
    job_id = models.BigIntegerField(null=True, blank=True)
    dream_part_id = models.BigIntegerField(null=True, blank=True)
    message_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)

    class Meta:
        verbose_name = _("event of a fact")
        verbose_name_plural = _("events of facts")
        constraints = [
            models.CheckConstraint(condition=models.Q(to_status__in=list(Status)), name="fact_event_to_status"),
        ]
        indexes = [
            models.Index(fields=["fact", "id"], name="fact_event_of_fact"),
            models.Index(fields=["profile", "id"], name="fact_event_of_profile"),
            models.Index(fields=["job_id"], name="fact_event_of_job", condition=models.Q(job_id__isnull=False)),
            models.Index(
                fields=["dream_part_id"],
                name="fact_event_of_dream_part",
                condition=models.Q(dream_part_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"fact event {self.pk}"


class FactVector(PersonVector):
    """The embedding of a fact: an active one has it for search, a deleted one (`is_blocked`) only to recognise its
    paraphrases."""

    fact = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="vectors")
    type = models.CharField(max_length=20)
    is_blocked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("vector of a fact")
        verbose_name_plural = _("vectors of facts")
        constraints = [models.UniqueConstraint(fields=["fact", "model"], name="fact_vector_identity")]
        indexes = [models.Index(fields=["profile", "scope_id", "model"], name="fact_vector_of_profile")]

    def __str__(self) -> str:
        return f"fact vector {self.pk}"


class HeldItem(models.Model):
    """A statement, or a wish about stored ones, that waits for a person's word; nothing else reads it.

    `op` ADD: the content becomes a fact when it is released. DELETE and UPDATE: a wish that one instruction too many
    was asked for; `target` is the fact id that it is about, `content` what is to take its place ('' for DELETE is the
    target's own wording). RETIRE: a dream found the target outdated, after more had left than may in one night; `content` is
    its wording. DOUBT: somebody called the target inaccurate or outdated after an answer; `content` is its wording.
    `released_at` is set between a person's word and the job that carries it out.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "held"

    class Op(models.TextChoices):
        ADD = "ADD"
        DELETE = "DELETE"
        UPDATE = "UPDATE"
        RETIRE = "RETIRE"
        DOUBT = "DOUBT"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="held_items")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    op = models.CharField(max_length=6, choices=Op.choices, default=Op.ADD)
    target = models.CharField(max_length=66, db_collation="C", blank=True, default="")
    content = models.TextField()
    type = models.CharField(max_length=20, choices=TYPE_CHOICES)
    slot = models.CharField(max_length=64, blank=True, default="")
    source = models.CharField(max_length=11, choices=SOURCE_CHOICES)
    source_role = models.CharField(max_length=9, choices=ROLE_CHOICES, default=questions.USER)
    reason = models.CharField(max_length=64)
    agent_id = models.CharField(max_length=64, blank=True, default="")
    evidence = ArrayField(models.BigIntegerField(), default=list, blank=True)
    job_id = models.BigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("held statement")
        verbose_name_plural = _("held statements")
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "scope_id", "op", "target", "content"], name="held_item_identity"
            ),
        ]

    def __str__(self) -> str:
        return f"held item {self.pk}"
