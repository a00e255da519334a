"""What was said, and what was condensed from it, gets its vectors in the background."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from engine import embeddings
from engine.errors import ProviderFailed
from extraction import embedding
from memoryhub import erasure
from profiles import identity
from profiles.models import Profile, Tenant
from summaries import deletion
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageMean,
    MessageVector,
    SnapshotVector,
    SummarySnapshot,
)
from tests.builders import NOON, make_message, make_profile, make_session, make_tenant
from tests.scripted_server import Answer, ScriptedServer, refused

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=1)


@pytest.fixture
def profile() -> Profile:
    return make_profile("kai")


def embedded() -> set[str]:
    return set(MessageVector.objects.values_list("message__content", flat=True))


def meanwhile(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], object]) -> None:
    """Something happens while the embedder is at work."""
    embed = embeddings.embed_each

    def disturbed(*given: Any) -> Any:
        found = embed(*given)
        deed()
        return found

    monkeypatch.setattr(embeddings, "embed_each", disturbed)


def test_what_person_and_agent_said_gets_a_vector_and_nothing_else_does(profile: Profile) -> None:
    session = make_session(profile)
    make_message(session, "我搬到了烟台")
    make_message(session, "烟台的海很美", role="assistant")
    make_message(session, "tool output", role="tool")
    make_message(session, "be brief", role="system")
    make_message(session, "a step", message_type="step")
    make_message(session, "not to be learned", teaches=False)
    make_message(session, "said in a pause", in_pause=True)
    make_message(session, "taken back", deleted_at=NOON)

    assert embedding.fill_missing(now=LATER) == 2

    assert embedded() == {"我搬到了烟台", "烟台的海很美"}
    assert Message.objects.exclude(embedded_at=None).count() == 2
    assert embedding.fill_missing(now=LATER) == 0


def test_the_mean_of_a_persons_messages_follows_them(profile: Profile) -> None:
    session = make_session(profile)
    first, second = make_message(session, "我搬到了烟台"), make_message(session, "I like tea")
    embedding.fill_missing(now=LATER)
    rows = [row.embedding for row in MessageVector.objects.order_by("pk")]

    mean = MessageMean.objects.get()
    assert mean.count == 2
    assert np.allclose(np.mean(rows, axis=0), mean.mean, atol=0.001)

    deletion.delete_message(first, actor="_system", now=LATER)
    assert np.allclose(MessageVector.objects.get(message=second).embedding, MessageMean.objects.get().mean, atol=0.001)

    deletion.delete_message(second, actor="_system", now=LATER)
    assert not MessageVector.objects.exists()
    assert not MessageMean.objects.exists()


def test_a_message_that_is_deleted_meanwhile_gets_no_vector(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_session(profile)
    make_message(session, "stays")
    gone = make_message(session, "goes")
    meanwhile(monkeypatch, lambda: deletion.delete_message(gone, actor="_system", now=LATER))

    embedding.fill_missing(now=LATER)

    assert embedded() == {"stays"}


def test_somebody_who_is_erased_meanwhile_is_left_out_and_the_others_are_not(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_message(make_session(profile), "mine")
    make_message(make_session(make_profile("mia")), "hers")
    person = identity.Named(profile.tenant_id, identity.USER, user_id="kai")
    meanwhile(monkeypatch, lambda: erasure.erase(person, actor="_system", now=LATER))

    embedding.fill_missing(now=LATER)

    assert embedded() == {"hers"}


def test_without_an_embedder_the_next_round_tries_again(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    make_message(make_session(profile), "我搬到了烟台")

    def away(*_given: Any) -> Any:
        raise ProviderFailed("unreachable")

    with monkeypatch.context() as broken:
        broken.setattr(embeddings, "embed_each", away)
        assert embedding.fill_missing(now=LATER) == 0

    assert embedding.fill_missing(now=LATER) == 1


def test_many_messages_do_not_make_it_look_through_everybodys_facts_again_and_again(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "TEXTS", 2)
    session = make_session(profile)
    said = [make_message(session, f"第{number}句话").content for number in range(7)]
    look, looks = embedding._round, []

    def noted(*, is_thorough: bool, now: Any) -> int:
        looks.append(is_thorough)
        return look(is_thorough=is_thorough, now=now)

    monkeypatch.setattr(embedding, "_round", noted)

    embedding.fill_missing(now=NOON)  # a full hour

    assert embedded() == set(said)
    assert looks == [True, False, False, False, False]


def test_a_text_that_the_embedder_refuses_holds_nobody_up(profile: Profile, settings: Any) -> None:
    def fussy(request: dict[str, Any]) -> Answer:
        if "2026-03-10 bad" in request["input"]:
            return refused(400, "this one not")
        return Answer({"data": [{"index": n, "embedding": [1.0, n + 1.0]} for n in range(len(request["input"]))]})

    session = make_session(profile)
    for content in ("one", "bad", "", "two", "three"):
        make_message(session, content)
    with ScriptedServer([fussy]) as server:
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = server.url, "fussy"
        settings.MEMORYHUB_EMBED_MESSAGES = True
        embedding.fill_missing(now=LATER)

    assert {content.split(" ")[-1] for content in embedded()} == {"one", "two", "three"}
    assert not Message.objects.filter(embedded_at=None).exists()


def test_a_tenant_whose_embedder_is_not_to_be_had_holds_no_other_up(profile: Profile) -> None:
    other = make_profile(tenant=make_tenant("other"))
    Tenant.objects.filter(pk=other.tenant_id).update(embedding_model="somebody's")
    make_message(make_session(profile), "mine")
    for number in range(3):
        make_message(make_session(other), f"theirs {number}")

    embedding.fill_missing(now=LATER)

    assert embedded() == {"mine"}


def test_messages_can_be_left_without_vectors(profile: Profile, settings: Any) -> None:
    settings.MEMORYHUB_EMBED_MESSAGES = False
    make_message(make_session(profile), "我搬到了烟台")

    assert embedding.fill_missing(now=LATER) == 0


def test_only_the_version_in_use_of_a_summary_has_a_vector(profile: Profile) -> None:
    about = {"session": make_session(profile), "profile": profile, "created_at": NOON}
    SummarySnapshot.objects.create(**about, version=1, text="[CURRENT_TOPIC]\n- tea")
    SummarySnapshot.objects.create(**about, version=2, text="[CURRENT_TOPIC]\n- coffee")
    SummarySnapshot.objects.create(**about, version=3, status=SummarySnapshot.State.FAILED)

    embedding.fill_missing(now=LATER)

    assert SnapshotVector.objects.get().snapshot.version == 2

    SummarySnapshot.objects.create(**about, version=4, text="[CURRENT_TOPIC]\n- water")
    embedding.fill_missing(now=LATER)

    assert SnapshotVector.objects.get().snapshot.version == 4
    assert not SummarySnapshot.objects.filter(status=1, embedded_at=None).exists()


def test_an_episode_that_is_written_anew_meanwhile_waits_for_a_vector_of_its_new_words(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    EpisodeSummary.objects.create(
        session=make_session(profile), profile=profile, summary="谈茶", happened_at=NOON, written_at=NOON
    )
    with monkeypatch.context() as disturbed:
        meanwhile(disturbed, lambda: EpisodeSummary.objects.update(summary="谈水", written_at=LATER))
        embedding._texts(LATER, set())
    assert not EpisodeVector.objects.exists()

    embedding.fill_missing(now=LATER)

    assert EpisodeVector.objects.get().episode.summary == "谈水"


def test_search_goes_by_the_model_of_the_first_vectors_from_then_on(profile: Profile) -> None:
    make_message(make_session(profile), "我搬到了烟台")

    embedding.fill_missing(now=LATER)
    embedding.fill_missing(now=LATER)

    assert Tenant.objects.get(pk=profile.tenant_id).embedding_model == MessageVector.objects.get().model
