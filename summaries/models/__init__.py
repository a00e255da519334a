"""Rows of the app: conversations, what was said in them, what is condensed from them, and the vectors of all that."""

from summaries.models.condensed import EpisodeSummary, SummarySnapshot
from summaries.models.conversations import CHAT, ROLES, SEARCHABLE, Message, MessageQuerySet, SeenMessage, Session
from summaries.models.vectors import EpisodeVector, MessageMean, MessageVector, SnapshotVector

__all__ = [
    "CHAT",
    "ROLES",
    "SEARCHABLE",
    "EpisodeSummary",
    "EpisodeVector",
    "Message",
    "MessageMean",
    "MessageQuerySet",
    "MessageVector",
    "SeenMessage",
    "Session",
    "SnapshotVector",
    "SummarySnapshot",
]
