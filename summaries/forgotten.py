"""What conversations still tell of facts that their owner deleted."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from profiles import recall
from profiles.models import Fact
from summaries.models import EpisodeSummary, Message, SummarySnapshot
from summaries.models.condensed import retells


def retold(*, since: datetime) -> QuerySet[Message]:
    """Messages from which came what was deleted after `since`, and from which something was condensed before that."""
    said = Message.objects.said_awake().filter(
        pk__in=recall.evidence(Fact.objects.deleted().filter(status_at__gt=since))
    )
    its = {"session": OuterRef("session"), "scope_id": OuterRef("scope_id"), "covers_through__gte": OuterRef("pk")}
    episodes = EpisodeSummary.objects.filter(retells("written_at"), **its)
    in_use = SummarySnapshot.objects.filter(status=SummarySnapshot.State.OK, deleted_at=None)
    snapshots = in_use.filter(retells("created_at"), covered_until__gte=OuterRef("said_at"), **its)
    return said.filter(Exists(episodes) | Exists(snapshots)).order_by("pk")
