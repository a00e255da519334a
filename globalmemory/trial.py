"""A question tried on an agent: which memories it would be told, as in earnest, and by which key words."""

from dataclasses import dataclass

from engine import embeddings
from engine.text import normal
from globalmemory import recall, scoring
from globalmemory.models import Owner
from globalmemory.recall import Recalled
from profiles import choices
from profiles.models import Tenant


@dataclass(frozen=True)
class Tried:
    recalled: Recalled
    key_words: tuple[str, ...]


def try_out(tenant: Tenant, owner: Owner | None, *, agent_id: str, question: str) -> Tried:
    """What a person's agent would be told; an owner of None or the tenant itself: of the tenant's memories alone."""
    asked = normal.clean(question)
    profile_id = owner.profile_id if owner else None
    choice = choices.embed_choice(tenant_id=tenant.pk, profile_id=profile_id, stored=tenant.embedding_model)

    def embed() -> list[float] | None:
        vectors = embeddings.try_embed([asked], choice, is_query=True)
        return vectors[0] if vectors else None

    recalled = recall.recall(
        tenant.pk,
        profile_id,
        agent_id=agent_id,
        question=asked,
        embed=embed,
        model=embeddings.model_name(choice),
    )
    return Tried(recalled, scoring.ask(asked).words)
