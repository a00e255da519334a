import hashlib
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from observability.models import WorkLogEntry
from profiles import keys
from profiles.models import ApiKey
from tests.builders import NOON, make_tenant
from tests.callers import make_key

pytestmark = pytest.mark.django_db


def test_a_key_is_found_by_its_text_and_only_its_digest_is_kept():
    key, text = make_key()

    found = keys.find(text, now=NOON)

    assert found == key
    assert found.tenant == make_tenant()
    assert key.digest == hashlib.sha256(text.encode()).hexdigest()
    assert text not in str(key.__dict__)


def test_a_key_has_160_random_bits_behind_its_prefix():
    key, text = make_key()

    secret = text.removeprefix(f"{key.prefix}_")

    assert len(bytes.fromhex(secret)) * 8 == 160
    assert key.prefix.startswith("mh_")


def test_the_right_prefix_with_another_secret_finds_nothing():
    _, text = make_key()

    assert keys.find(text[:-1] + ("0" if text[-1] != "0" else "1"), now=NOON) is None


@pytest.mark.parametrize("text", ["", "short", "x" * 40, "ключ" * 20, "mh_\0" + "x" * 40, "a b" * 20, "x" * 300])
def test_what_is_no_key_finds_nothing(text):
    assert keys.find(text, now=NOON) is None


def test_a_revoked_key_finds_nothing_at_once():
    key, text = make_key()

    keys.revoke(key, actor="account:1", now=NOON)

    assert keys.find(text, now=NOON) is None


def test_a_key_ends_at_its_time():
    _, text = make_key(expires_at=NOON)

    assert keys.find(text, now=NOON - timedelta(seconds=1)) is not None
    assert keys.find(text, now=NOON) is None


def test_making_and_revoking_stand_in_the_work_log_once():
    key, text = make_key()

    keys.revoke(key, actor="account:1", now=NOON)
    keys.revoke(key, actor="account:1", now=NOON)

    entries = WorkLogEntry.objects.filter(module="Keys").order_by("pk")
    assert [entry.message for entry in entries] == ["An API key was made.", "An API key was revoked."]
    assert text not in str([entry.details for entry in entries])


def test_a_chosen_text_becomes_the_key():
    text = "the-operator-chose-this-text-of-32-characters"

    key, given = make_key(secret=text)

    assert given == text
    assert keys.find(text, now=NOON) == key
    assert keys.is_same(key, text)


@pytest.mark.parametrize("text", ["too-short", "with a blank in the midst of it, and long", "中文" * 20])
def test_a_chosen_text_that_could_be_guessed_or_not_be_sent_is_refused(text):
    with pytest.raises(ValidationError):
        make_key(secret=text)


def test_two_keys_never_share_a_prefix():
    make_key(secret="same-prefix-first-0123456789abcdef")

    with pytest.raises(keys.KeyTaken):
        make_key(secret="same-prefix-second-0123456789abcdef")


def test_an_unknown_scope_is_refused():
    with pytest.raises(ValidationError):
        make_key(scopes=["everything"])


def test_what_confines_a_key_is_written_as_ids_are_stored():
    key, _ = make_key(agents=[" cafe\u0301 "], end_user_prefix="cafe\u0301 ")

    assert (key.agents, key.end_user_prefix) == (["caf\u00e9"], "caf\u00e9 ")


def test_a_key_says_who_made_it():
    tenant = make_tenant()

    by_somebody, _ = keys.create(tenant, name="shop", scopes=["read"], actor="account:7")
    by_nobody, _ = keys.create(tenant, name="shop", scopes=["read"])

    by_somebody.refresh_from_db()
    assert (by_somebody.created_by, by_nobody.created_by) == ("account:7", "_system")


def test_a_key_is_replaced_by_one_with_the_same_rights():
    old, old_text = make_key(
        scopes=["read"], acts_for_employees=True, agents=["sales"], end_user_prefix="ac", scope_ids=["club"]
    )
    now = timezone.now()

    new, text = keys.replace(old, until=None, actor="account:7", now=now)

    assert keys.find(old_text, now=now) is None
    assert keys.find(text, now=now) == new
    assert (new.name, new.scopes, new.acts_for_employees) == ("test", ["read"], True)
    assert (new.agents, new.end_user_prefix, new.scope_ids) == (["sales"], "ac", ["club"])
    assert (new.expires_at, new.created_by) == (None, "account:7")


def test_a_replaced_key_may_work_for_a_while_but_no_longer_than_before():
    now = timezone.now()
    endless, endless_text = make_key()
    ending, _ = make_key(expires_at=now + timedelta(hours=1))

    keys.replace(endless, until=now + timedelta(days=1), actor="account:7", now=now)
    successor, _ = keys.replace(ending, until=now + timedelta(days=1), actor="account:7", now=now)

    assert keys.find(endless_text, now=now + timedelta(hours=23)) == endless
    assert keys.find(endless_text, now=now + timedelta(hours=24)) is None
    ending.refresh_from_db()
    assert ending.expires_at == now + timedelta(hours=1)
    assert abs(successor.expires_at - ending.expires_at) < timedelta(minutes=1)
    lines = WorkLogEntry.objects.filter(message="An API key was replaced and ends later.").order_by("pk")
    assert [line.details["prefix"] for line in lines] == [endless.prefix, ending.prefix]


def test_a_key_that_is_over_is_not_replaced():
    now = timezone.now()
    revoked, expired = make_key()[0], make_key(expires_at=now)[0]
    keys.revoke(revoked, actor="account:7", now=now)

    for key in (revoked, expired):
        with pytest.raises(keys.KeyOver):
            keys.replace(key, until=None, actor="account:7", now=now)
    assert ApiKey.objects.count() == 2
