"""Conversations and what was said in them."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from engine import questions
from engine.text import words
from profiles.models import Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE, NOTHING_PERSONAL, Tenant
from profiles.models.words import WordsField, day_of

if TYPE_CHECKING:
    from summaries.models.condensed import SummarySnapshot

CHAT = "chat"
ROLES = (questions.USER, questions.ASSISTANT, questions.SYSTEM, questions.TOOL)
SPOKEN = (questions.USER, questions.ASSISTANT)
# What may be found by a question (X1): said between person and agent, teaching, not while memory rested, not deleted.
SEARCHABLE = models.Q(message_type=CHAT, role__in=SPOKEN, teaches=True, in_pause=False, deleted_at=None)
LACKS_VECTOR = SEARCHABLE & models.Q(embedded_at=None)


class SessionQuerySet(models.QuerySet["Session"]):
    def of(self, profile: Profile) -> Self:
        return self.filter(profile=profile)


class Session(models.Model):
    """One conversation of one person; its id is unique within the profile.

    `has_news`: something was said or deleted since it was last asked whether a summary is due.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "sessions"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="sessions")
    session_id = models.CharField(max_length=64, db_collation="C")
    agent_id = models.CharField(max_length=64, blank=True, default="")
    is_paused = models.BooleanField(default=False)
    has_news = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_message_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SessionQuerySet.as_manager()

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        constraints = [
            models.UniqueConstraint(fields=["profile", "session_id"], name="session_identity"),
            models.CheckConstraint(condition=~models.Q(session_id=""), name="session_id_filled"),
        ]
        indexes = [models.Index(fields=["id"], name="session_with_news", condition=models.Q(has_news=True))]

    def __str__(self) -> str:
        return f"session {self.pk}"


class MessageQuerySet(models.QuerySet["Message"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(profile__tenant=tenant)

    def undeleted(self) -> Self:
        return self.filter(deleted_at=None)

    def chat(self) -> Self:
        """What was said between person and agent: neither tool traffic nor steps nor system text."""
        return self.filter(message_type=CHAT, role__in=SPOKEN)

    def searchable(self) -> Self:
        """What a question may find."""
        return self.filter(SEARCHABLE)

    def unforgotten(self) -> Self:
        """Without what a fact came of that its owner deleted, and what was replied to it: condensed again, they would tell
        what was taken away."""
        deleted = Fact.objects.deleted().filter(profile=OuterRef("profile"), scope_id=OuterRef("scope_id"))
        taught = Exists(deleted.filter(evidence__contains=[OuterRef("pk")]))
        before = Message.objects.filter(
            session=OuterRef(OuterRef("session")), role=questions.USER, pk__lt=OuterRef(OuterRef("pk"))
        )
        replied_to = Message.objects.filter(taught, pk=Subquery(before.order_by("-pk").values("pk")[:1]))
        is_reply = models.Q(~models.Q(role=questions.USER), Exists(deleted), Exists(replied_to))
        return self.exclude(models.Q(taught) | is_reply)

    def condensable(self) -> Self:
        """What a summary may rest on (S2): nothing deleted or forgotten, and nothing that was said while memory rested."""
        return self.said_awake().unforgotten()

    def said_awake(self) -> Self:
        """What was said between person and agent, is not deleted, and was not said while memory rested."""
        return self.undeleted().chat().filter(in_pause=False)

    def not_covered_by(self, snapshot: "SummarySnapshot | None") -> Self:
        """Said after what the snapshot covers, or said before and come in since; all of them without a snapshot."""
        if snapshot is None or snapshot.covered_until is None:
            return self
        end, last = snapshot.covered_until, snapshot.last_message_id
        later = models.Q(said_at__gt=end) | models.Q(said_at=end, pk__gt=last)
        return self.filter(later | models.Q(pk__gt=snapshot.covers_through))

    def as_said(self) -> Self:
        """By the time they were said, not by arrival."""
        return self.order_by("said_at", "pk")


class Message(models.Model):
    """One message as it was sent, after the write guard. Primary keys of a profile commit in order.

    `message_id` is the caller's, unique within the session. `content_hash` is a keyed hash of the content as sent,
    so that a repetition is told from a change although secrets were masked. `masked` counts what was masked by kind,
    `dropped_parts` the parts of a multi-part content that are no text. `in_pause`: memory rested when it was said, so
    that it is condensed by nothing either. `embedded_at` is when it got a vector, or proved to have no text for one.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "messages"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages", db_index=False)
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="messages", db_index=False)
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    agent_id = models.CharField(max_length=64, blank=True, default="")
    message_id = models.CharField(max_length=64, db_collation="C")
    parent_message_id = models.CharField(max_length=64, blank=True, default="")
    role = models.CharField(max_length=9, choices=[(role, role) for role in ROLES])
    name = models.CharField(max_length=128, blank=True, default="")
    content = models.TextField(blank=True, default="")
    content_hash = models.CharField(max_length=64)
    message_type = models.CharField(max_length=32, default=CHAT)
    stage = models.CharField(max_length=64, blank=True, default="")
    sub_type = models.CharField(max_length=64, blank=True, default="")
    step = models.CharField(max_length=64, blank=True, default="")
    token_count = models.PositiveIntegerField(null=True, blank=True)
    teaches = models.BooleanField(default=True)
    in_pause = models.BooleanField(default=False)
    masked = models.JSONField(default=dict, blank=True)
    dropped_parts = models.PositiveIntegerField(default=0)
    said_at = models.DateTimeField()
    said_offset_minutes = models.SmallIntegerField(default=0)
    stored_at = models.DateTimeField(auto_now_add=True)
    embedded_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    words = WordsField()

    objects = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            models.UniqueConstraint(fields=["session", "message_id"], name="message_identity"),
            models.CheckConstraint(condition=models.Q(role__in=ROLES), name="message_role"),
        ]
        indexes = [
            models.Index(fields=["profile", "id"], name="message_of_profile"),
            models.Index(fields=["session", "said_at", "id"], name="message_as_said"),
            # The question that a reply answers, and the replies to a question.
            models.Index(fields=["session", "role", "id"], name="message_by_role"),
            models.Index(fields=["id"], name="message_without_vector", condition=LACKS_VECTOR),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"

    def lexemes(self) -> list[str]:
        """What it is found by: its words, and the day on which it was said, by the speaker's clock."""
        return words.lexemes(self.content, day_of(self.said_at, self.said_offset_minutes))


class SeenMessage(models.Model):
    """A keyed hash of a message id of an erased person, kept for a while so that a client's retry is not stored anew."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    seen_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("message seen before")
        verbose_name_plural = _("messages seen before")
        constraints = [models.UniqueConstraint(fields=["tenant", "digest"], name="seen_message_identity")]

    def __str__(self) -> str:
        return f"seen message {self.pk}"
