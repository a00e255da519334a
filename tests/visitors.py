"""Who looks at their memory in tests of pages: a person who is signed in."""

import pytest
from django.test import Client

from profiles.models import Profile
from tests.accounts import make_member
from tests.builders import make_profile


@pytest.fixture
def person() -> Profile:
    return make_profile("alice")


@pytest.fixture
def visitor(person: Profile, client: Client) -> Client:
    client.force_login(make_member(person.tenant, profile=person).account)
    return client
