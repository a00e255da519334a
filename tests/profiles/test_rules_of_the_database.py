"""What the database itself refuses, whatever the code does."""

import pytest
from django.db import IntegrityError, transaction

from profiles.models import Fact, FactEvent, Profile
from tests.builders import make_fact, make_profile, make_tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def test_it_refuses_two_active_facts_in_one_slot(profile):
    make_fact(profile, "a", type="user_profile", slot="x", slot_key="p:x")
    other = make_fact(profile, "b")

    with pytest.raises(IntegrityError), transaction.atomic():
        Fact.objects.filter(pk=other.pk).update(slot_key="p:x")


def test_it_refuses_to_change_an_event(profile):
    make_fact(profile, "a")

    with pytest.raises(IntegrityError), transaction.atomic():
        FactEvent.objects.update(reason="other")
    with pytest.raises(IntegrityError), transaction.atomic():
        FactEvent.objects.all().delete()


def test_it_refuses_to_change_what_a_fact_says(profile):
    fact = make_fact(profile, "a")

    with pytest.raises(IntegrityError), transaction.atomic():
        Fact.objects.filter(pk=fact.pk).update(content="b")


def test_it_refuses_a_person_of_another_tenant(profile):
    with pytest.raises(IntegrityError), transaction.atomic():
        profile.user.__class__.objects.filter(pk=profile.pk).update(tenant=make_tenant("other"))
