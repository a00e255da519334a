"""What a scope sets for itself: read, changed, and told apart from what holds everywhere."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from engine import mind
from engine.errors import Refused
from engine.model import prompting
from observability import worklog
from profiles import inforce
from profiles.inforce import InForce, Installation
from profiles.models import ScopeConfig, Tenant

# Characters of a definition: half a page, repeated in every request to a model.
LONGEST_DEFINITION = 4_000


class ChangedMeanwhile(Refused):
    code = "stale"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Somebody else changed these settings meanwhile, so nothing was done."))


def own_of(row: ScopeConfig | None) -> dict[str, Any]:
    """The settings of a scope by their names, None for what it leaves as everywhere."""
    if row is None:
        return dict.fromkeys(inforce.NAMES)
    own = {name: getattr(row, name) for name in inforce.NAMES}
    return {name: None if value == "" else value for name, value in own.items()}


def find(tenant: Tenant, scope_id: str) -> ScopeConfig | None:
    return ScopeConfig.objects.filter(tenant=tenant, scope_id=scope_id).first()


def fingerprint(own: Mapping[str, Any]) -> str:
    """Tells the settings of a scope apart from those that it has after any change."""
    return hashlib.sha256(json.dumps([own[name] for name in inforce.NAMES]).encode()).hexdigest()[:32]


def change(
    tenant: Tenant, scope_id: str, wanted: Mapping[str, Any], *, actor: str, seen: str | None = None
) -> ScopeConfig:
    """Replace what `wanted` names, None clears; the row is made if need be. What stays the same is not logged.

    `seen` is the fingerprint of what the writer had before them. Raises ChangedMeanwhile when it is no longer so.
    """
    with transaction.atomic():
        ScopeConfig.objects.bulk_create([ScopeConfig(tenant=tenant, scope_id=scope_id)], ignore_conflicts=True)
        row = ScopeConfig.objects.select_for_update().get(tenant=tenant, scope_id=scope_id)
        own = own_of(row)
        if seen is not None and seen != fingerprint(own):
            raise ChangedMeanwhile
        changed = sorted(name for name, value in wanted.items() if own[name] != value)
        for name in changed:
            setattr(row, name, _stored(name, wanted[name]))
        if changed:
            row.save(update_fields=changed)
            log(row, changed, actor=actor)
    return row


def log(row: ScopeConfig, changed: list[str], *, actor: str) -> None:
    """Note who changed which settings; what they say now stands in the row."""
    worklog.publish(
        tenant_id=row.tenant_id,
        module="Scopes",
        level="info",
        actor=actor,
        message="The settings of a scope were changed.",
        details={"scope_id": row.scope_id, "changed": changed},
    )


def in_force(own: Mapping[str, Any]) -> dict[str, InForce]:
    """Each setting as it holds in a scope that sets `own` for itself."""
    return inforce.everything(own, installation())


def installation() -> Installation:
    """What the environment and the product say."""
    names = {"message_secrets": "MEMORYHUB_SECRETS_IN_MESSAGES", "contacts": "MEMORYHUB_CONTACTS"}
    return Installation(
        definitions={
            name: getattr(prompting.DEFAULTS, name.removesuffix("_definition")) for name in inforce.DEFINITIONS
        },
        models={"": settings.MEMORYHUB_LLM_MODEL, **settings.MEMORYHUB_LLM_MODELS},
        policies={name: getattr(settings, variable) for name, variable in names.items()},
        has_endpoint=bool(settings.MEMORYHUB_LLM_BASE_URL),
        is_set=frozenset(name for name, variable in names.items() if variable in settings.MEMORYHUB_SET_VARIABLES),
        embedded=mind.EMBEDDED,
    )


def _stored(name: str, value: Any) -> Any:
    """A text column has no NULL: '' means as everywhere."""
    return "" if value is None and name not in inforce.SWITCHES else value
