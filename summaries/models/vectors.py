"""Vectors of what can be found in conversations, each in a narrow table of its own: read by exact scan of one person."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.models.vectors import PersonVector
from summaries.models.condensed import EpisodeSummary, SummarySnapshot
from summaries.models.conversations import Message


class MessageVector(PersonVector):
    """The embedding of a message."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="vectors")

    class Meta:
        verbose_name = _("vector of a message")
        verbose_name_plural = _("vectors of messages")
        constraints = [models.UniqueConstraint(fields=["message", "model"], name="message_vector_identity")]
        indexes = [models.Index(fields=["profile", "scope_id", "model"], name="message_vector_of_profile")]

    def __str__(self) -> str:
        return f"message vector {self.pk}"


class EpisodeVector(PersonVector):
    """The embedding of an episode."""

    episode = models.ForeignKey(EpisodeSummary, on_delete=models.CASCADE, related_name="vectors")

    class Meta:
        verbose_name = _("vector of an episode")
        verbose_name_plural = _("vectors of episodes")
        constraints = [models.UniqueConstraint(fields=["episode", "model"], name="episode_vector_identity")]
        indexes = [models.Index(fields=["profile", "scope_id", "model"], name="episode_vector_of_profile")]

    def __str__(self) -> str:
        return f"episode vector {self.pk}"


class SnapshotVector(PersonVector):
    """The embedding of the latest good summary of a conversation."""

    snapshot = models.ForeignKey(SummarySnapshot, on_delete=models.CASCADE, related_name="vectors")

    class Meta:
        verbose_name = _("vector of a summary")
        verbose_name_plural = _("vectors of summaries")
        constraints = [models.UniqueConstraint(fields=["snapshot", "model"], name="snapshot_vector_identity")]
        indexes = [models.Index(fields=["profile", "scope_id", "model"], name="snapshot_vector_of_profile")]

    def __str__(self) -> str:
        return f"snapshot vector {self.pk}"


class MessageMean(models.Model):
    """What all messages of a person have in common: the mean of their vectors, and of how many it is."""

    ERASED_BY = "cascade"
    EXPORTED_AS = ""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="+", db_index=False)
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    model = models.CharField(max_length=128)
    mean = HalfVectorField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("mean of message vectors")
        verbose_name_plural = _("means of message vectors")
        constraints = [models.UniqueConstraint(fields=["profile", "scope_id", "model"], name="message_mean_identity")]

    def __str__(self) -> str:
        return f"message mean {self.pk}"
