import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine import embeddings
from engine.errors import ProviderFailed
from extraction import embedding, jobs, runner
from extraction.models import Job
from profiles import choices
from profiles.models import FactVector, Profile
from tests.builders import BY_OWNER, NOON, make_fact, make_profile

pytestmark = pytest.mark.django_db

HALF_PAST = NOON + timedelta(minutes=30)


def raising(failure: Exception) -> Callable[..., Any]:
    def raise_it(*_args: Any, **_more: Any) -> Any:
        raise failure

    return raise_it


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def test_every_fact_in_force_gets_a_vector_once(profile: Profile) -> None:
    first, second = make_fact(profile, "用户住在烟台"), make_fact(profile, "用户喜欢木工")
    choice = choices.embed_choice(tenant_id=profile.tenant_id)

    assert embedding.fill(profile.pk, choice=choice) == 2
    assert embedding.fill(profile.pk, choice=choice) == 0

    assert set(FactVector.objects.values_list("fact", flat=True)) == {first.pk, second.pk}
    assert FactVector.objects.first().model == embeddings.model_name(choice)


def test_what_is_not_in_force_gets_none(profile: Profile) -> None:
    make_fact(profile, "用户的名字是李晨曦", type="user_profile", slot="name", slot_key="name")
    make_fact(profile, "用户的名字是王晓东", type="user_profile", slot="name", slot_key="name", origin=BY_OWNER)

    embedding.fill(profile.pk, choice=choices.embed_choice(tenant_id=profile.tenant_id))

    assert FactVector.objects.get().fact.content == "用户的名字是王晓东"


def test_without_an_embedder_the_round_ends_and_the_next_one_tries_again(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_fact(profile, "用户住在烟台")
    with monkeypatch.context() as broken:
        broken.setattr(embeddings, "embed_each", raising(ProviderFailed("unreachable")))
        assert embedding.fill_missing(now=NOON) == 0

    assert embedding.fill_missing(now=NOON) == 1


def test_a_round_looks_at_those_written_to_lately_and_at_the_full_hour_at_all(profile: Profile) -> None:
    make_fact(profile, "用户住在烟台")
    Profile.objects.update(updated_at=NOON - timedelta(days=1))

    assert embedding.fill_missing(now=HALF_PAST) == 0
    assert embedding.fill_missing(now=NOON) == 1


def test_a_job_can_ask_for_the_vectors_of_one_person(profile: Profile) -> None:
    make_fact(profile, "用户住在烟台")
    jobs.add(profile, Job.Kind.EMBED, now=NOON)

    runner.run_next(profile.pk, queue="background", now=NOON)

    job = Job.objects.get()
    assert (job.state, job.counts) == ("done", {"embedded": 1})


def test_what_one_minute_leaves_undone_is_taken_up_by_the_next_whoever_it_belongs_to(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "ROUND", 1)
    for number in range(3):
        make_fact(profile, f"用户收藏了第{number}号茶杯")
    make_fact(make_profile(), "用户住在烟台")
    Profile.objects.update(updated_at=NOON - timedelta(days=1))

    slow = itertools.count(step=embedding.SECONDS)
    assert embedding.fill_missing(now=NOON, clock=lambda: next(slow)) == 1
    assert embedding.fill_missing(now=HALF_PAST) == 3
    assert embedding.fill_missing(now=HALF_PAST) == 0
