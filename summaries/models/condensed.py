"""What is condensed from conversations: running summaries, version after version, and episodes."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, F, Func, OuterRef
from django.utils.translation import gettext_lazy as _

from engine.text import words
from profiles.models import Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.models.words import WordsField, day_of
from summaries.models.conversations import Message, Session


class _IsAmong(Func):
    """Whether the first value is in the array that is the second."""

    arg_joiner, template, output_field = " = ANY(", "%(expressions)s)", models.BooleanField()


def retells(written: str) -> Exists:
    """Whether what was condensed from a conversation stood there before a fact of that conversation was deleted.

    `written` is the column of when it was written.
    """
    said = Message.objects.filter(_IsAmong(F("pk"), OuterRef("evidence")), session=OuterRef(OuterRef("session")))
    deleted = Fact.objects.deleted().filter(profile=OuterRef("profile"), scope_id=OuterRef("scope_id"))
    return Exists(deleted.filter(Exists(said), status_at__gt=OuterRef(written)))


class SummarySnapshotQuerySet(models.QuerySet["SummarySnapshot"]):
    def of(self, session: Session, scope_id: str) -> Self:
        """Those of one conversation and scope that are not deleted, the newest first."""
        return self.filter(session=session, scope_id=scope_id, deleted_at=None).order_by("-version")

    def good(self) -> Self:
        """Those that an engine brought about and that tell of nothing that was deleted since."""
        return self.filter(~retells("created_at"), status=SummarySnapshot.State.OK)


class SummarySnapshot(models.Model):
    """One version of a session's summary and the range of messages that it covers.

    `first_message_id` and `last_message_id` are primary keys, by the order said; `source_message_count` counts all
    messages covered so far. `covered_until` is when the last one was said. What was said before that and has a key
    above `covers_through` came in later and is not covered. `engine` wrote it.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "summaries"

    class State(models.IntegerChoices):
        OK = 1
        FAILED = 2

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="snapshots")
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="+")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    version = models.PositiveIntegerField()
    text = models.TextField(blank=True, default="")
    first_message_id = models.BigIntegerField(null=True, blank=True)
    last_message_id = models.BigIntegerField(null=True, blank=True)
    covered_until = models.DateTimeField(null=True, blank=True)
    covers_through = models.BigIntegerField(default=0)
    source_message_count = models.PositiveIntegerField(default=0)
    engine = models.CharField(max_length=128, blank=True, default="")
    status = models.PositiveSmallIntegerField(choices=State.choices, default=State.OK)
    latency_ms = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=512, blank=True, default="")
    created_at = models.DateTimeField()
    embedded_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    words = WordsField()

    objects = SummarySnapshotQuerySet.as_manager()

    class Meta:
        verbose_name = _("summary of a conversation")
        verbose_name_plural = _("summaries of conversations")
        constraints = [
            models.UniqueConstraint(fields=["session", "version"], name="summary_snapshot_version"),
            models.UniqueConstraint(
                fields=["session", "last_message_id"],
                condition=models.Q(status=1, deleted_at=None),
                name="summary_snapshot_one_good_per_end",
            ),
        ]
        indexes = [
            models.Index(fields=["profile", "scope_id"], name="summary_snapshot_of_profile"),
            models.Index(
                fields=["id"],
                name="snapshot_without_vector",
                condition=models.Q(status=1, deleted_at=None, embedded_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"snapshot {self.pk}"

    def lexemes(self) -> list[str]:
        """What it is found by: its words, and the day on which the last message in it was said."""
        return words.lexemes(self.text, day_of(self.covered_until) if self.covered_until else None)


class EpisodeSummaryQuerySet(models.QuerySet["EpisodeSummary"]):
    def good(self) -> Self:
        """Those that tell of nothing that was deleted since."""
        return self.filter(~retells("written_at"))


class EpisodeSummary(models.Model):
    """What one conversation was about, in two or three sentences and a few topics; one per session.

    `covers_through` is the highest message key in it, `message_count` how many it was made of, `happened_at` when the last
    of them was said, and `said_offset_minutes` by whose clock. `engine` wrote it.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "episodes"

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="episode")
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="+")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    summary = models.TextField()
    topics = ArrayField(models.CharField(max_length=64), default=list)
    covers_through = models.BigIntegerField(default=0)
    message_count = models.PositiveIntegerField(default=0)
    engine = models.CharField(max_length=128, blank=True, default="")
    said_offset_minutes = models.SmallIntegerField(default=0)
    happened_at = models.DateTimeField()
    written_at = models.DateTimeField()
    embedded_at = models.DateTimeField(null=True, blank=True)
    words = WordsField()

    objects = EpisodeSummaryQuerySet.as_manager()

    class Meta:
        verbose_name = _("episode")
        verbose_name_plural = _("episodes")
        indexes = [
            models.Index(fields=["profile", "scope_id", "happened_at"], name="episode_of_profile"),
            models.Index(fields=["id"], name="episode_without_vector", condition=models.Q(embedded_at=None)),
        ]

    def __str__(self) -> str:
        return f"episode {self.pk}"

    def lexemes(self) -> list[str]:
        """What it is found by: its words and topics, and the day of the conversation by the speaker's clock."""
        text = "\n".join([self.summary, *self.topics])
        return words.lexemes(text, day_of(self.happened_at, self.said_offset_minutes))
