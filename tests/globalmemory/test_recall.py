"""Which memories of a person and their tenant an agent is told, by what is stored."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from globalmemory import recall, scoring
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from globalmemory.recall import Recalled
from profiles.models import Profile
from tests.builders import NOON, make_profile, make_tenant
from tests.globalmemory.builders import bind, make_global_memory

pytestmark = pytest.mark.django_db
MODEL = "measured-by-nobody"


class Embedder:
    """Gives one vector, or none, and counts how often it was asked."""

    def __init__(self, vector: Sequence[float] | None = (1.0, 0.0)) -> None:
        self.vector, self.calls = vector, 0

    def __call__(self) -> Sequence[float] | None:
        self.calls += 1
        return self.vector


def recalled(profile: Profile | None, question: str = "", embed: Any = None, **options: Any) -> Recalled:
    tenant = options.pop("tenant", None) or (profile.tenant if profile else make_tenant())
    values = {"agent_id": "a1", "question": question, "embed": embed or Embedder(), "model": MODEL}
    return recall.recall(tenant.pk, profile.pk if profile else None, **values | options)


def names(found: Recalled) -> list[str]:
    return [one.memory.name for one in found.found]


def vector(memory: GlobalMemory, similarity: float, *, version: int = 1, model: str = MODEL) -> None:
    """A vector whose cosine with the question's is this."""
    rest = (1 - similarity**2) ** 0.5
    GlobalMemoryVector.objects.create(global_memory=memory, model=model, version=version, embedding=[similarity, rest])


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def many(profile: Profile | None, count: int, **fields: Any) -> list[GlobalMemory]:
    return [make_global_memory(profile, f"n{number}", agents=("a1",), **fields) for number in range(count)]


class TestWhoIsTold:
    def test_the_persons_and_the_tenants_and_nobody_elses(self, profile):
        make_global_memory(profile, "mine", agents=("a1",))
        make_global_memory(None, "everybody's", agents=("a1",))
        make_global_memory(make_profile(), "another's", agents=("a1",))
        make_global_memory(make_profile(tenant=make_tenant("other")), "elsewhere", agents=("a1",))

        assert names(recalled(profile)) == ["mine", "everybody's"]
        assert names(recalled(None)) == ["everybody's"]
        assert names(recalled(None, tenant=make_tenant("other"))) == []

    def test_only_the_agent_that_it_is_bound_to(self, profile):
        make_global_memory(profile, "mine", agents=("a2",))

        assert recalled(profile).mode == scoring.NONE
        assert names(recalled(profile, agent_id="a2")) == ["mine"]
        assert recalled(profile, agent_id="").mode == scoring.NONE

    def test_nothing_that_is_switched_off_or_deleted(self, profile):
        make_global_memory(profile, "off", agents=("a1",), is_enabled=False, background="x")
        make_global_memory(profile, "gone", agents=("a1",), deleted_at=NOON, background="x")
        bind(make_global_memory(profile, "binding off", background="x"), "a1", is_enabled=False)
        bind(make_global_memory(profile, "unbound", background="x"), "a1", deleted_at=NOON)
        make_global_memory(profile, "here", agents=("a1",))

        found = recalled(profile)

        assert names(found) == ["here"]
        assert len(found.considered) == 1


class TestFull:
    def test_vectors_decide_and_the_embedder_is_asked_once(self, profile):
        memories = many(profile, 21)
        vector(memories[3], 0.9)
        vector(memories[4], 0.7)
        vector(memories[5], 0.5)
        embed = Embedder()

        found = recalled(profile, "anything", embed)

        assert (found.mode, embed.calls) == (scoring.FULL, 1)
        assert names(found) == ["n3", "n4"]
        assert [one.score for one in found.found] == [pytest.approx(0.9, abs=0.01), pytest.approx(0.7, abs=0.01)]

    @pytest.mark.parametrize("count", [5, 20])
    def test_fewer_ask_no_embedder(self, profile, count):
        many(profile, count)
        embed = Embedder()

        recalled(profile, "anything", embed)

        assert embed.calls == 0

    def test_a_blank_question_asks_no_embedder_and_brings_the_mandatory(self, profile):
        many(profile, 20)
        make_global_memory(profile, "goal", agents=("a1",), long_term_goal="learn K8s")
        embed = Embedder()

        found = recalled(profile, "  ", embed)

        assert (found.mode, embed.calls, names(found)) == (scoring.FULL, 0, ["goal"])

    def test_without_an_embedder_the_mandatory_and_the_tag_hits_come(self, profile):
        memories = many(profile, 21)
        vector(memories[0], 0.9)
        make_global_memory(profile, "goal", agents=("a1",), long_term_goal="learn K8s")
        make_global_memory(profile, "tagged", agents=("a1",), tags=["Java"])

        found = recalled(profile, "java?", Embedder(None))

        assert found.mode == scoring.FULL_WITHOUT_VECTORS
        assert names(found) == ["goal", "tagged"]

    @pytest.mark.parametrize(
        "stale",
        [{"version": 1}, {"version": 2, "model": "another model"}],
    )
    def test_a_vector_of_another_text_or_model_is_never_used(self, profile, stale):
        many(profile, 20)
        memory = make_global_memory(profile, "edited", agents=("a1",), version=2, content="about rivers")
        vector(memory, 0.95, **stale)

        assert names(recalled(profile, "mountains")) == []
        assert names(recalled(profile, "rivers")) == ["edited"]

    def test_a_vector_of_other_dimensions_is_passed_over(self, profile):
        memory = many(profile, 21)[0]
        GlobalMemoryVector.objects.create(global_memory=memory, model=MODEL, version=1, embedding=[1.0, 0.0, 0.0])

        assert names(recalled(profile, "anything")) == []


@pytest.mark.parametrize("count", [1, 20, 60])
def test_it_takes_two_statements_however_many_there_are(profile, count):
    many(profile, count, tags=["a", "b"], background="x")

    with CaptureQueriesContext(
        connection,
    ) as statements:
        found = recalled(profile, "anything")

    assert len(found.considered) == count
    assert len(statements) == (2 if count > 20 else 1)
