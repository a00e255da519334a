"""What holds for one scope and agent of a tenant: whether memory is paused, what may be learned, by which engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Exists, FilteredRelation, Q, QuerySet

from engine.questions import Definitions, ModelChoice, Switches
from profiles import choices, inforce
from profiles.composed import Composed
from profiles.models import Agent, Profile, Tenant
from summaries.models import Session

SWITCHES = {
    "enable_long_term_mem": "long_term",
    "enable_user_profile": "user_profile",
    "enable_semantic_memory": "semantic_memory",
    "enable_episodic_memory": "episodic_memory",
}


@dataclass(frozen=True)
class Policy:
    """`scope` and `agent_config` hold what the scope and the agent set for themselves; what is missing is as everywhere."""

    tenant_id: int
    is_paused: bool = False
    knows_agent: bool = True
    embedding_model: str = ""
    scope: Mapping[str, Any] = field(default_factory=dict)
    agent_config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message_secrets(self) -> str:
        """`mask`, `keep` or `refuse`."""
        policy: str = self.scope.get("message_secrets") or settings.MEMORYHUB_SECRETS_IN_MESSAGES
        return policy

    @property
    def contacts(self) -> str:
        """What becomes of phone numbers and e-mail addresses: `mask`, `keep` or `refuse`."""
        policy: str = self.scope.get("contacts") or settings.MEMORYHUB_CONTACTS
        return policy

    @property
    def definitions(self) -> Definitions:
        return Definitions(
            user_profile=self.scope.get("user_profile_definition") or "",
            semantic_memory=self.scope.get("semantic_memory_definition") or "",
            episodic_memory=self.scope.get("episodic_memory_definition") or "",
        )

    def model_for(self, purpose: str) -> str:
        """The model that the scope wants for `extract`, `judge`, …; '' when it is the one of everywhere."""
        return inforce.model_named(self.scope, purpose)

    def choice(self, purpose: str, *, profile_id: int | None, until: float | None) -> ModelChoice:
        """The engine that answers for this purpose. `until`: see ModelChoice."""
        model = self.model_for(purpose)
        return choices.model_choice(purpose, tenant_id=self.tenant_id, profile_id=profile_id, model=model, until=until)

    def switches(self, call: Mapping[str, Any]) -> Switches:
        """On unless the scope, the agent or the call says no: each can only switch off."""
        words = (self.scope, self.agent_config, call)
        return Switches(**{name: all(word.get(key) is not False for word in words) for key, name in SWITCHES.items()})


def policy_of(profile: Profile, *, agent_id: str, scope_id: str) -> Policy:
    """What holds for a person. Read in one statement."""
    return policy_for(profile.tenant_id, agent_id=agent_id, scope_id=scope_id, is_paused=profile.is_paused)


def policy_for(tenant_id: int, *, agent_id: str, scope_id: str, is_paused: bool = False) -> Policy:
    """What holds for nobody in particular, or for somebody whose memory `is_paused`. Read in one statement."""
    found = _IN_FORCE.rows(tenant=tenant_id, agent_id=agent_id, scope_id=scope_id)
    if not found:
        raise Tenant.DoesNotExist
    row: dict[str, Any] = dict(zip(_COLUMNS, found[0], strict=True))
    return Policy(
        tenant_id=tenant_id,
        is_paused=bool(row["is_paused"] or is_paused or row["agent_paused"]),
        knows_agent=not agent_id or row["agent_pk"] is not None,
        embedding_model=row["embedding_model"],
        scope={name: row[f"scope_{name}"] for name in inforce.NAMES},
        agent_config=row["agent_config"] or {},
    )


# Columns by the names under which they are read.
_COLUMNS = {
    "is_paused": "is_paused",
    "embedding_model": "embedding_model",
    "agent_pk": "its_agent__pk",
    "agent_paused": "its_agent__is_paused",
    "agent_config": "its_agent__memory_config",
    **{f"scope_{name}": f"its_scope__{name}" for name in inforce.NAMES},
}


def _in_force(*, tenant: int, agent_id: str, scope_id: str) -> QuerySet[Tenant, Any]:
    joined = Tenant.objects.filter(pk=tenant).annotate(
        its_agent=FilteredRelation("agents", condition=Q(agents__agent_id=agent_id)),
        its_scope=FilteredRelation("scope_configs", condition=Q(scope_configs__scope_id=scope_id)),
    )
    return joined.values_list(*_COLUMNS.values())


_IN_FORCE = Composed(_in_force)


def rests(profile_id: int, *, agent_id: str, session: int | None) -> bool:
    """Whether memory is paused by now, for the tenant, the person, the agent or the conversation; in one statement."""
    agents = Agent.objects.filter(tenant__profiles=profile_id, agent_id=agent_id, is_paused=True)
    sessions = Session.objects.filter(profile=profile_id, pk=session or 0, is_paused=True)
    paused = Q(is_paused=True) | Q(tenant__is_paused=True) | Exists(agents) | Exists(sessions)
    return Profile.objects.filter(paused, pk=profile_id).exists()
