"""A question tried on an agent: the memories that it would be told, by which key words, and whose."""

import pytest

from engine import embeddings
from globalmemory import scoring, trial
from globalmemory.models.owned import Owner
from globalmemory.trial import Tried
from profiles.models import Profile
from tests.builders import make_profile
from tests.globalmemory.builders import make_global_memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def tried(profile: Profile, question: str = "", *, of_tenant: bool = False) -> Tried:
    owner = None if of_tenant else Owner(profile.tenant_id, profile.pk)
    return trial.try_out(profile.tenant, owner, agent_id="coder", question=question)


def names(found: Tried) -> list[str]:
    return [one.memory.name for one in found.recalled.found]


def test_a_persons_agent_is_told_theirs_and_the_tenants(profile: Profile) -> None:
    make_global_memory(profile, "mine", agents=("coder",))
    make_global_memory(None, "everybody's", agents=("coder",))
    make_global_memory(profile, "of another agent", agents=("cook",))
    make_global_memory(make_profile(), "another's", agents=("coder",))

    assert names(tried(profile)) == ["mine", "everybody's"]
    assert names(tried(profile, of_tenant=True)) == ["everybody's"]
    assert names(trial.try_out(profile.tenant, Owner(profile.tenant_id), agent_id="coder", question="")) == [
        "everybody's"
    ]


def test_the_key_words_are_those_of_the_question_without_what_is_invisible(profile: Profile) -> None:
    found = tried(profile, "How do I de\u200bploy K8s?\x00")

    assert found.key_words == scoring.ask("How do I deploy K8s?").words
    assert {"deploy", "k8s"} <= set(found.key_words)


def test_many_are_weighed_by_meaning_with_one_question_to_the_embedder(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def embed(texts: list[str], *_args: object, **_words: object) -> None:
        asked.append(texts)

    monkeypatch.setattr(embeddings, "try_embed", embed)
    for number in range(30):
        make_global_memory(profile, f"n{number}", agents=("coder",), content="Deploy with K8s")

    found = tried(profile, "How do I de\u200bploy?\x00")

    assert asked == [["How do I deploy?"]]
    assert found.recalled.mode == scoring.FULL_WITHOUT_VECTORS
