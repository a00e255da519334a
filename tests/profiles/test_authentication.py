import time
from datetime import timedelta

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from profiles import keys, rates
from profiles.authentication import ApiKeyAuthentication, BearerAuthentication, member_of
from profiles.identity import Caller
from profiles.models import ApiKey, Member, Profile, UserProfile
from tests.builders import make_profile, make_tenant
from tests.callers import AUDIENCE, ISSUER, make_issuer, make_key, make_token

pytestmark = pytest.mark.django_db
OTHER_KEY = "another shared secret, long enough for each of the three hash algorithms"


def called_with(authorization: str) -> Caller | None:
    request = Request(APIRequestFactory().get("/", headers={"Authorization": authorization}))
    for method in (ApiKeyAuthentication(), BearerAuthentication()):
        if found := method.authenticate(request):
            return found[1]
    return None


def test_a_key_calls_for_its_tenant():
    key, text = make_key(make_tenant("other"))

    caller = called_with(f"Api-Key {text}")

    assert caller.tenant.slug == "other"
    assert (caller.kind, caller.key, caller.name) == ("key", key, f"key:{key.pk}")


def test_checking_and_counting_a_key_costs_two_statements(django_assert_num_queries):
    _, text = make_key()

    with django_assert_num_queries(2):
        called_with(f"api-key {text}")


def test_the_last_use_of_a_key_is_written_once_a_minute():
    key, text = make_key()
    lately = timezone.now() - timedelta(seconds=30)

    called_with(f"Api-Key {text}")
    first = ApiKey.objects.get(pk=key.pk).last_used_at
    ApiKey.objects.filter(pk=key.pk).update(last_used_at=lately)
    called_with(f"Api-Key {text}")

    assert first is not None
    assert ApiKey.objects.get(pk=key.pk).last_used_at == lately


@pytest.mark.parametrize("authorization", ["", "Basic dXNlcjpwYXNz", "Token abc"])
def test_without_credentials_of_ours_nobody_calls(authorization):
    assert called_with(authorization) is None


@pytest.mark.parametrize(
    "authorization", ["Api-Key", "Api-Key ", "Api-Key wrong", "Bearer", "Bearer a.b.c", "Bearer ☃"]
)
def test_credentials_that_are_nothing_are_refused(authorization):
    with pytest.raises(AuthenticationFailed):
        called_with(authorization.encode().decode("latin-1"))


def test_a_revoked_key_is_refused():
    key, text = make_key()
    keys.revoke(key, actor="account:1", now=timezone.now())

    with pytest.raises(AuthenticationFailed):
        called_with(f"Api-Key {text}")


def test_beyond_the_limit_a_caller_is_sent_away_with_the_time_to_wait(settings):
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 1
    _, text = make_key()
    called_with(f"Api-Key {text}")

    with pytest.raises(rates.TooMany) as refused:
        called_with(f"Api-Key {text}")

    assert (refused.value.status, 1 <= refused.value.retry_after <= 60) == (429, True)


def test_a_token_calls_for_the_person_that_it_names():
    make_issuer()

    caller = called_with(f"Bearer {make_token('u1', name='Ann')}")

    assert (caller.kind, caller.person.user_id, caller.person.nickname) == ("token", "u1", "Ann")
    assert not Profile.objects.exists()
    assert "u1" not in caller.name


def test_a_token_renews_the_names_of_somebody_known():
    make_issuer()
    profile = make_profile("u1")

    caller = called_with(f"Bearer {make_token('u1', name='Ann', picture='https://example.com/a.png')}")

    known = UserProfile.objects.get(pk=profile.pk)
    assert (known.nickname, known.avatar) == ("Ann", "https://example.com/a.png")
    assert (caller.profile_id, caller.actor) == (profile.pk, f"user:{profile.pk}")


def test_a_nickname_that_does_not_fit_is_left_out():
    make_issuer()

    assert called_with(f"Bearer {make_token('u1', name='x' * 129, picture=42)}").person.nickname == ""


@pytest.mark.parametrize("picture", ["javascript:alert(1)", "data:text/html,hello", "/a.png"])
def test_a_picture_that_is_no_web_address_is_left_out(picture):
    make_issuer()

    assert called_with(f"Bearer {make_token('u1', picture=picture)}").person.avatar == ""


def test_the_issuer_and_the_audience_choose_the_tenant():
    make_issuer()
    make_issuer(make_tenant("other"), audience="elsewhere", key=OTHER_KEY)

    caller = called_with(f"Bearer {make_token('u1', aud='elsewhere', key=OTHER_KEY)}")

    assert caller.tenant.slug == "other"


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"aud": "somebody-else"},
        {"aud": None},
        {"iss": "https://evil.example.com"},
        {"iss": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "a\tb"},
        {"nbf": int(time.time()) + 86_400},
        {"iss": "a\0b"},
        {"aud": ["\ud800"]},
        {"key": OTHER_KEY},
        {"algorithm": "HS512"},
    ],
)
def test_a_token_that_is_not_what_the_row_says_is_refused(claims):
    make_issuer()

    with pytest.raises(AuthenticationFailed):
        called_with(f"Bearer {make_token(**({'user_id': 'u1'} | claims))}")


def test_a_token_for_two_tenants_at_once_is_refused():
    make_issuer()
    make_issuer(make_tenant("other"), audience="elsewhere")

    with pytest.raises(AuthenticationFailed):
        called_with(f"Bearer {make_token('u1', aud=[AUDIENCE, 'elsewhere'])}")


def test_an_unsigned_token_is_refused():
    make_issuer()
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "u1", "exp": int(time.time()) + 60}

    with pytest.raises(AuthenticationFailed):
        called_with(f"Bearer {jwt.encode(claims, None, algorithm='none')}")


def test_the_public_key_is_no_shared_secret():
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    make_issuer(algorithm="RS256", key=public.decode())
    signed = make_token("u1", key=private, algorithm="RS256")
    forged = jwt.api_jws.PyJWS().encode(
        jwt.api_jws.base64url_decode(signed.split(".")[1] + "=="), "x" * 64, algorithm="HS256"
    )

    assert called_with(f"Bearer {signed}").person.user_id == "u1"
    with pytest.raises(AuthenticationFailed):
        called_with(f"Bearer {forged}")


def test_a_switched_off_issuer_lets_nobody_in():
    make_issuer(is_enabled=False)

    with pytest.raises(AuthenticationFailed):
        called_with(f"Bearer {make_token('u1')}")


def test_an_account_works_in_its_only_tenant_or_in_the_chosen_one():
    account = User.objects.create_user("ann")
    here, there = make_tenant(), make_tenant("other")
    first = Member.objects.create(account=account, tenant=here)

    assert member_of(account, None) == first

    second = Member.objects.create(account=account, tenant=there)
    assert member_of(account, there.pk) == second
    with pytest.raises(PermissionDenied):
        member_of(account, None)


def test_an_account_of_no_tenant_is_turned_away():
    with pytest.raises(PermissionDenied):
        member_of(User.objects.create_user("ann"), None)
