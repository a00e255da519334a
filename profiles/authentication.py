"""How a request says who sends it: an API key, a JSON web token, or the console's session."""

from datetime import timedelta
from typing import Any

import jwt
import structlog
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from engine.text import normal
from profiles import console, identity, keys, rates
from profiles.identity import Caller, Named
from profiles.models import Member, TokenIssuer, UserProfile

SCHEMES = 'Api-Key realm="MemoryHub", Bearer realm="MemoryHub"'
LEEWAY = timedelta(seconds=10)  # clocks of two machines
USE_IS_WRITTEN_AFTER = timedelta(minutes=1)
# What a hostile or broken token can provoke besides PyJWT's own errors: endless nesting, an infinite `exp`, a bad key.
_UNREADABLE = (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError)


class CredentialsInvalid(exceptions.AuthenticationFailed):
    """The same for unknown, revoked, expired and malformed: what is wrong is nobody's business."""

    default_detail = "These credentials are not valid: use a current API key or token."
    default_code = "credentials_invalid"


class ApiKeyAuthentication(authentication.BaseAuthentication):
    """`Authorization: Api-Key …`"""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Caller] | None:
        text = _credentials(request, "api-key")
        if text is None:
            return None
        now = timezone.now()
        key = keys.find(text, now=now)
        if key is None:
            raise CredentialsInvalid
        caller = Caller(key.tenant, f"key:{key.prefix}", "key", key=key)
        is_due = key.last_used_at is None or now - key.last_used_at >= USE_IS_WRITTEN_AFTER
        _count(request, caller, used_key=key.pk if is_due else None)
        return AnonymousUser(), caller

    def authenticate_header(self, request: Request) -> str:
        return SCHEMES


class BearerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …`: a JSON web token of an issuer that a tenant trusts."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Caller] | None:
        token = _credentials(request, "bearer")
        if token is None:
            return None
        try:
            issuer = _issuer_of(token)
            person = _person_of(issuer, _verified(token, issuer))
        except _UNREADABLE as invalid:
            raise CredentialsInvalid from invalid
        profile = identity.find(person)
        actor = f"user:{profile.pk if profile else 'new'}"
        caller = Caller(issuer.tenant, actor, "token", profile_id=profile.pk if profile else None, person=person)
        _count(request, caller)
        if profile:
            identity.refresh_names(profile, nickname=person.nickname, avatar=person.avatar)
        return AnonymousUser(), caller

    def authenticate_header(self, request: Request) -> str:
        return SCHEMES


class SessionAuthentication(authentication.SessionAuthentication):
    """The console's session; what writes needs the CSRF token."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Caller] | None:
        found = super().authenticate(request)
        if found is None:
            return None
        account = found[0]
        member = member_of(account, request._request.session.get(console.TENANT))
        caller = Caller(
            member.tenant,
            f"account:{account.pk}",
            "session",
            profile_id=member.profile_id,
            role=member.role,
            person=identity.person_behind(member.profile) if member.profile else None,
        )
        _count(request, caller)
        return account, caller

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as failed:
            raise exceptions.PermissionDenied(
                "Send the page's CSRF token in the header X-CSRFToken.", "csrf_failed"
            ) from failed


def member_of(account: AbstractBaseUser, chosen_tenant: int | None) -> Member:
    """The membership in which an account works: its only one, or that of the tenant chosen in its session.

    Raises PermissionDenied when there is none or the choice is open.
    """
    memberships = Member.objects.filter(account_id=account.pk).select_related(
        "tenant", "profile__user", "profile__end_user"
    )
    if chosen_tenant is not None:
        memberships = memberships.filter(tenant_id=chosen_tenant)
    found = list(memberships.order_by("pk")[:2])
    if not found:
        raise exceptions.PermissionDenied("This account belongs to no tenant: ask an administrator.", "member_missing")
    if len(found) > 1:
        raise exceptions.PermissionDenied("Choose a tenant in the console first.", "tenant_not_chosen")
    return found[0]


def _credentials(request: Request, scheme: str) -> str | None:
    """What follows the scheme in the Authorization header; None when it names another scheme."""
    given, _, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip() if given.lower() == scheme else None


def _count(request: Request, caller: Caller, *, used_key: int | None = None) -> None:
    """Count the request, refuse it when there were too many, and leave the figures for the answer's headers.

    Its log lines say from now on who it was, by numbers and without a person's id.
    """
    structlog.contextvars.bind_contextvars(tenant_id=caller.tenant.pk, caller=caller.name)
    rates.charge(request._request.META, caller.name, now=timezone.now(), used_key=used_key)


def _issuer_of(token: str) -> TokenIssuer:
    """The one enabled row that the token's `iss` and `aud` choose. Nothing here is verified yet."""
    claims = jwt.decode(token, options={"verify_signature": False})
    issuers, audiences = _texts(claims.get("iss")), _texts(claims.get("aud"))
    rows = TokenIssuer.objects.select_related("tenant").filter(
        issuer__in=issuers[:1], audience__in=audiences, is_enabled=True
    )
    found = list(rows[:2])
    if len(found) != 1:
        raise jwt.InvalidTokenError("not one known issuer")
    return found[0]


def _texts(claim: object) -> list[str]:
    """One text or several; what is no printable text cannot be the name of an issuer or audience."""
    values = claim if isinstance(claim, list) else [claim]
    return [value for value in values if isinstance(value, str) and value.isprintable()]


def _verified(token: str, issuer: TokenIssuer) -> dict[str, Any]:
    """The claims, with signature, times, issuer and audience checked by the row alone."""
    return jwt.decode(
        token,
        issuer.key,
        algorithms=[issuer.algorithm],
        issuer=issuer.issuer,
        audience=issuer.audience,
        leeway=LEEWAY,
        options={"require": ["exp", "iss", "aud", issuer.user_id_claim]},
    )


def _person_of(issuer: TokenIssuer, claims: dict[str, Any]) -> Named:
    claimed = claims[issuer.user_id_claim]
    user_id = normal.identifier(claimed) if isinstance(claimed, str) else None
    if user_id is None:
        raise jwt.InvalidTokenError("the user id is no identifier")
    return Named(
        tenant_id=issuer.tenant_id,
        kind=identity.USER,
        user_id=user_id,
        nickname=_claim(claims, issuer.nickname_claim, UserProfile._meta.get_field("nickname").max_length),
        avatar=_address(_claim(claims, issuer.avatar_claim, UserProfile._meta.get_field("avatar").max_length)),
    )


def _claim(claims: dict[str, Any], name: str, longest: int | None) -> str:
    """A claim that fits its column, '' otherwise: a strange nickname is no reason to turn somebody away."""
    value = claims.get(name)
    text = normal.single_line(value) if isinstance(value, str) else ""
    return text if len(text) <= (longest or 0) else ""


def _address(text: str) -> str:
    """An address that a browser may be sent to, '' for `javascript:`, `data:` and the like."""
    return text if text.lower().startswith(("https://", "http://")) else ""
