"""Which conversations a caller reaches that is confined to some agents."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from summaries.models import Message


def of_agents(agents: Sequence[str]) -> Q:
    """The condition on what was condensed from a conversation: no other agent took part in it, as far as its scope goes."""
    its = Message.objects.filter(session=OuterRef("session"), scope_id=OuterRef("scope_id"))
    return Q(session__agent_id__in=agents) & Q(~Exists(its.exclude(agent_id__in=agents)))
