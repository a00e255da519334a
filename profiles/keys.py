"""API keys: how one is made, read from a header, found and taken back."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.text import normal
from observability import worklog
from profiles.changes import SYSTEM_ACTOR
from profiles.composed import Composed
from profiles.models import ApiKey, Tenant

MARK = "mh_"
PREFIX_LENGTH = 11  # the mark and eight characters: enough to find a row by, and to tell keys apart on a page
SHORTEST = 32
_KEY = re.compile(rf"[\x21-\x7e]{{{SHORTEST},256}}")
_MODULE = "Keys"


class KeyTaken(ValueError):
    """Another key begins with the same characters."""


class KeyOver(Refused):
    """Revoked, or past its end: nothing can take its place."""

    code = "key_over"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This key is over, so it cannot be replaced. Make a new one."))


def create(
    tenant: Tenant,
    *,
    name: str,
    scopes: Iterable[str],
    acts_for_employees: bool = False,
    agents: Iterable[str] = (),
    end_user_prefix: str = "",
    scope_ids: Iterable[str] = (),
    expires_at: datetime | None = None,
    secret: str | None = None,
    actor: str = SYSTEM_ACTOR,
) -> tuple[ApiKey, str]:
    """A new key and its full text, which is nowhere kept and cannot be shown again.

    `secret` is a text that the operator chose (at least 32 printable ASCII characters); None makes one of 160 random
    bits. What confines the key is kept in the form in which ids are stored (I4). Raises ValidationError for a wrong
    value and KeyTaken when a chosen text begins like another key.
    """
    text = secret or _new_text()
    if not _KEY.fullmatch(text):
        raise ValidationError(f"An API key has {SHORTEST} to 256 printable ASCII characters and no blanks.")
    key = ApiKey(
        tenant=tenant,
        name=name,
        prefix=text[:PREFIX_LENGTH],
        digest=_digest(text),
        scopes=sorted(set(scopes)),
        acts_for_employees=acts_for_employees,
        agents=sorted({normal.identifier(agent) or agent for agent in agents}),
        end_user_prefix=unicodedata.normalize("NFC", end_user_prefix),
        scope_ids=sorted(set(scope_ids)),
        expires_at=expires_at,
        created_by=actor,
    )
    key.full_clean(validate_unique=False)
    try:
        with transaction.atomic():
            key.save(force_insert=True)
            _publish(key, actor, "An API key was made.")
    except IntegrityError as taken:
        raise KeyTaken(f"Another key begins with {key.prefix}: choose a different one.") from taken
    return key, text


def find(text: str, *, now: datetime) -> ApiKey | None:
    """The valid key with this text and its tenant; None when it is unknown, revoked or expired."""
    if not _KEY.fullmatch(text):
        return None
    key = _stored(text[:PREFIX_LENGTH])
    stored = key.digest if key else _digest("")
    is_same = hmac.compare_digest(stored, _digest(text))
    return key if key and is_same and is_valid(key, now=now) else None


def _stored(prefix: str) -> ApiKey | None:
    """The key that begins so, with its tenant."""
    for row in _WITH_TENANT.rows(prefix=prefix):
        key = ApiKey.from_db(connection.alias, _COLUMNS, row[: len(_COLUMNS)])
        key.tenant = Tenant.from_db(connection.alias, _TENANT_COLUMNS, row[len(_COLUMNS) :])
        return key
    return None


_COLUMNS, _TENANT_COLUMNS = ([field.attname for field in model._meta.concrete_fields] for model in (ApiKey, Tenant))


def _with_tenant(*, prefix: str) -> QuerySet[ApiKey, Any]:
    return ApiKey.objects.filter(prefix=prefix).values_list(*_COLUMNS, *(f"tenant__{name}" for name in _TENANT_COLUMNS))


_WITH_TENANT = Composed(_with_tenant)


def is_same(key: ApiKey, text: str) -> bool:
    """Whether this is the text of that key, valid or not."""
    return hmac.compare_digest(key.digest, _digest(text))


def is_valid(key: ApiKey, *, now: datetime) -> bool:
    return key.revoked_at is None and (key.expires_at is None or key.expires_at > now)


def replace(key: ApiKey, *, until: datetime | None, actor: str, now: datetime) -> tuple[ApiKey, str]:
    """A new key with the rights of another, which ends at `until`, None: at once. Returned as by `create`.

    Where the old one was to last a certain time, the new one lasts as long from now on. Raises KeyOver.
    """
    with transaction.atomic():
        old = ApiKey.objects.select_for_update().select_related("tenant").get(pk=key.pk)
        if not is_valid(old, now=now):
            raise KeyOver
        new, text = create(
            old.tenant,
            name=old.name,
            scopes=old.scopes,
            acts_for_employees=old.acts_for_employees,
            agents=old.agents,
            end_user_prefix=old.end_user_prefix,
            scope_ids=old.scope_ids,
            expires_at=now + (old.expires_at - old.created_at) if old.expires_at else None,
            actor=actor,
        )
        if until is None:
            revoke(old, actor=actor, now=now)
        else:
            old.expires_at = min(until, old.expires_at or until)
            old.save(update_fields=["expires_at"])
            _publish(
                old, actor, "An API key was replaced and ends later.", by=new.prefix, ends=old.expires_at.isoformat()
            )
    return new, text


def revoke(key: ApiKey, *, actor: str, now: datetime) -> None:
    """End a key at once; a second time changes nothing."""
    with transaction.atomic():
        if ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=now):
            key.revoked_at = now
            _publish(key, actor, "An API key was revoked.")


def _new_text() -> str:
    return f"{MARK}{secrets.token_hex(4)}_{secrets.token_hex(20)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _publish(key: ApiKey, actor: str, message: str, **details: object) -> None:
    worklog.publish(
        tenant_id=key.tenant_id,
        module=_MODULE,
        level="success",
        actor=actor,
        message=message,
        details={"prefix": key.prefix, "scopes": key.scopes, "acts_for_employees": key.acts_for_employees, **details},
    )
