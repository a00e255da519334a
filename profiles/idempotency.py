"""The same request sent twice under one Idempotency-Key takes effect once and is answered twice."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import Refused
from profiles import identity
from profiles.models import IdempotencyKey

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_KEY = re.compile(r"[\x21-\x7e]{1,255}")

# A second request waits here until the first has ended: then it finds the row, or takes its place.
_CLAIM = """
INSERT INTO profiles_idempotencykey (tenant_id, caller, key, request_hash, status, answer, created_at)
VALUES (%s, %s, %s, %s, 0, 'null', now()) ON CONFLICT (tenant_id, caller, key) DO NOTHING RETURNING id
"""


class KeyReused(Refused):
    code = "idempotency_key_reused"
    status = 422

    def __init__(self) -> None:
        super().__init__(f"This {HEADER} was used for another request: take a new one.", field=HEADER)


@dataclass(frozen=True)
class Done:
    """An effect and its answer, which must be plain JSON. `person` is whom the answer speaks of: it goes with them.

    `profile_id` spares looking them up again.
    """

    status: int
    answer: Any
    person: identity.Named | None = None
    profile_id: int | None = None

    def of_profile(self) -> int | None:
        """The profile of whom the answer speaks, None when nothing is stored of them or it speaks of nobody."""
        if self.profile_id is not None or self.person is None:
            return self.profile_id
        profile = identity.find(self.person)
        return profile.pk if profile else None


def once(request: Request, effect: Callable[[], Done]) -> Response:
    """Run the effect, or give the answer that it had when the same caller sent the same request before.

    Without the header the effect simply runs. With it, key and effect are written in one transaction: an effect that
    is refused leaves nothing behind and may be tried again.
    """
    key = request.headers.get(HEADER)
    if key is None:
        done = effect()
        return Response(done.answer, status=done.status)
    if not _KEY.fullmatch(key):
        raise Refused(f"{HEADER} must have 1 to 255 printable ASCII characters.", code="field_invalid", field=HEADER)
    caller = identity.caller_of(request)
    with transaction.atomic():
        claim = _claim(caller.tenant.pk, caller.name, key, _fingerprint(request))
        if claim is None:
            return _again(caller.tenant.pk, caller.name, key, _fingerprint(request))
        done = effect()
        profile_id = done.of_profile()
        kept = IdempotencyKey.objects.filter(pk=claim)
        if done.person and profile_id is None:
            kept.delete()  # nothing came of it, and an erasure would not find what speaks of somebody unknown
        else:
            kept.update(status=done.status, answer=done.answer, profile=profile_id)
    return Response(done.answer, status=done.status)


def is_first(tenant_id: int, *, caller: str, key: str) -> bool:
    """Whether a form with this key comes for the first time; nothing of its answer is kept.

    Asked in the transaction of what the form does: a second one waits here until the first has ended.
    """
    return _claim(tenant_id, caller, key, "") is not None


def forget(*, before: datetime) -> int:
    """Delete keys that are older than any retry; how many there were."""
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=before).delete()
    return deleted


def _claim(tenant: int, caller: str, key: str, fingerprint: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [tenant, caller, key, fingerprint])
        row = cursor.fetchone()
    return row[0] if row else None


def _again(tenant: int, caller: str, key: str, fingerprint: str) -> Response:
    known = IdempotencyKey.objects.get(tenant=tenant, caller=caller, key=key)
    if known.request_hash != fingerprint:
        raise KeyReused
    return Response(known.answer, status=known.status, headers={REPLAYED: "true"})


def _fingerprint(request: Request) -> str:
    said = [request.method, request.get_full_path(), request.data]
    return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
