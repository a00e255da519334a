"""Issuers of JSON web tokens: the one that the environment names for the default tenant."""

from dataclasses import dataclass

import jwt
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from observability import worklog
from profiles.changes import SYSTEM_ACTOR
from profiles.models import Tenant, TokenIssuer
from profiles.models.tenants import DEFAULT_TENANT

# A shared secret shorter than the hash that it keys can be guessed (RFC 7518, 3.2).
SHORTEST_SECRET = 32


class WrongIssuer(ValueError):
    """What the environment says about the issuer cannot be used. Its text names the variable."""


@dataclass(frozen=True)
class Named:
    """An issuer as the environment names it; `key` is a PEM public key or a shared secret, its line ends may be `\\n`."""

    issuer: str
    audience: str
    algorithm: str
    key: str
    user_id_claim: str = "sub"
    nickname_claim: str = "name"
    avatar_claim: str = "picture"


def keep(named: Named) -> TokenIssuer:
    """Write the issuer into its row of the default tenant; a second time changes nothing. Raises WrongIssuer."""
    key = named.key.replace("\\n", "\n").strip()
    _check(named, key)
    values = {
        "algorithm": named.algorithm,
        "key": key,
        "user_id_claim": named.user_id_claim,
        "nickname_claim": named.nickname_claim,
        "avatar_claim": named.avatar_claim,
    }
    with transaction.atomic():
        tenant = Tenant.objects.get(slug=DEFAULT_TENANT)
        row = TokenIssuer.objects.filter(issuer=named.issuer, audience=named.audience).first()
        row = row or TokenIssuer(tenant=tenant, issuer=named.issuer, audience=named.audience)
        if row.tenant_id != tenant.pk:
            raise WrongIssuer("MEMORYHUB_JWT_ISSUER and its audience belong to another tenant already.")
        if row.pk and all(getattr(row, name) == value for name, value in values.items()):
            return row
        for name, value in values.items():
            setattr(row, name, value)
        _save(row)
    return row


def _check(named: Named, key: str) -> None:
    if named.algorithm.startswith("HS") and len(key.encode()) < SHORTEST_SECRET:
        raise WrongIssuer(f"MEMORYHUB_JWT_KEY is shorter than {SHORTEST_SECRET} characters.")
    try:
        jwt.get_algorithm_by_name(named.algorithm).prepare_key(key)
    except (NotImplementedError, ValueError, TypeError, jwt.PyJWTError) as refused:
        raise WrongIssuer(
            f"MEMORYHUB_JWT_KEY is no key for MEMORYHUB_JWT_ALGORITHM {named.algorithm}: {refused}"
        ) from refused


def _save(row: TokenIssuer) -> None:
    try:
        row.full_clean()
    except ValidationError as refused:
        raise WrongIssuer(f"MEMORYHUB_JWT_…: {'; '.join(refused.messages)}") from refused
    try:
        row.save()
    except IntegrityError as refused:
        raise WrongIssuer("MEMORYHUB_JWT_ISSUER was written by another start at this moment.") from refused
    worklog.publish(
        tenant_id=row.tenant_id,
        module="Keys",
        level="success",
        actor=SYSTEM_ACTOR,
        message="An issuer of tokens was set from the environment.",
        details={"issuer": row.pk, "algorithm": row.algorithm},
    )
