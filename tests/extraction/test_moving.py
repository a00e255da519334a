"""Another embedding model: search stays whole while all is moved, and a move that was cut off goes on where it was."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine import bundled, embeddings
from engine.embeddings import EmbedChoice
from extraction import embedding, moving, vectors
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from profiles import choices, ledger
from profiles.changes import Move
from profiles.lifecycle import Status
from profiles.models import FactVector, Profile, Tenant
from summaries.models import EpisodeSummary, EpisodeVector, MessageMean, MessageVector, SnapshotVector, SummarySnapshot
from tests.builders import BY_OWNER, NOON, make_fact, make_message, make_profile, make_session, make_tenant
from tests.scripted_server import Answer, ScriptedServer

pytestmark = pytest.mark.django_db
TABLES = (FactVector, MessageVector, EpisodeVector, SnapshotVector, GlobalMemoryVector)


def of_length(size: int) -> Any:
    def answer(request: dict[str, Any]) -> Answer:
        rows = [
            {"index": number, "embedding": [float(len(text)), *[1.0] * (size - 1)]}
            for number, text in enumerate(request["input"])
        ]
        return Answer({"data": rows})

    return answer


@pytest.fixture
def servers(settings: Any) -> Iterator[tuple[ScriptedServer, ScriptedServer]]:
    with ScriptedServer([of_length(4)]) as present, ScriptedServer([of_length(3)]) as coming:
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = present.url, "old"
        settings.MEMORYHUB_NEXT_EMBEDDING_BASE_URL, settings.MEMORYHUB_NEXT_EMBEDDING_MODEL = coming.url, "new"
        yield present, coming


@pytest.fixture
def person() -> Profile:
    """Somebody with one of each: a fact, a deleted one, a message, an episode, a summary, a global memory."""
    profile = make_profile()
    make_fact(profile, "用户住在烟台")
    ledger.apply(profile.pk, [Move(make_fact(profile, "用户抽烟").pk, Status.DEPRECATED)], origin=BY_OWNER, now=NOON)
    session = make_session(profile)
    make_message(session, "我昨天搬到了烟台")
    EpisodeSummary.objects.create(
        session=session, profile=profile, summary="谈搬家", topics=["烟台"], happened_at=NOON, written_at=NOON
    )
    SummarySnapshot.objects.create(
        session=session, profile=profile, version=1, text="[CURRENT_TOPIC]\n- 搬家", created_at=NOON
    )
    GlobalMemory.objects.create(
        tenant=profile.tenant,
        profile=profile,
        owner_key=profile.pk,
        name="语气",
        content="简短",
        created_at=NOON,
        updated_at=NOON,
    )
    embedding.fill_missing(now=NOON)
    move_global(profile.tenant)
    embedding.settle_models()
    return profile


def move_global(tenant: Tenant) -> None:
    tenant.refresh_from_db()
    choice = choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model)
    rows = list(vectors.GLOBAL.lacking(vectors.GLOBAL.of(tenant.pk), embeddings.model_name(choice)))
    vectors.embed(vectors.GLOBAL, rows, choice, now=NOON)


def ends_after(times: int, work: Callable[..., int]) -> Callable[..., int]:
    left = itertools.count(times, -1)

    def one_more(*given: Any, **more: Any) -> int:
        if next(left) <= 0:
            raise KeyboardInterrupt
        return work(*given, **more)

    return one_more


def models_of() -> list[set[str]]:
    return [set(table.objects.values_list("model", flat=True)) for table in TABLES]


def searching() -> str:
    tenant = make_tenant()
    return embeddings.model_name(choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model))


def test_everything_moves_and_search_turns_to_it_at_once(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile
) -> None:
    assert models_of() == [{"old"}] * 5
    assert searching() == "old"

    call_command("reembed")

    assert models_of() == [{"new"}] * 5
    assert searching() == "new"
    assert FactVector.objects.filter(is_blocked=True).count() == 1
    assert MessageMean.objects.get().model == "new"
    assert {len(row.embedding) for row in FactVector.objects.all()} == {3}


def test_a_move_that_was_cut_off_leaves_search_whole_and_goes_on_where_it_was(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "BATCH", 1)
    with monkeypatch.context() as killed:
        killed.setattr(vectors, "embed", ends_after(3, vectors.embed))
        with pytest.raises(KeyboardInterrupt):  # as by kill -9 between two batches
            call_command("reembed")
    sent_before = sum(len(request["input"]) for request in servers[1].requests)
    assert searching() == "old"
    assert all("old" in names for names in models_of())

    call_command("reembed")

    assert searching() == "new"
    assert models_of() == [{"new"}] * 5
    sent = sum(len(request["input"]) for request in servers[1].requests)
    assert sent == sent_before + 1 + 6 - 3  # the probe, and what had no vector yet


def test_what_is_learned_while_it_runs_has_its_vector_before_the_switch(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = choices.next_embedder()
    assert choice is not None
    for _ in moving.prepare(person.tenant, choice, clock=lambda: NOON):
        pass
    late = make_fact(person, "用户养了一只猫")

    assert moving.switch(person.tenant, choice, clock=lambda: NOON)

    assert FactVector.objects.filter(fact=late, model="new").exists()


@pytest.mark.parametrize("kind", vectors.KINDS, ids=lambda kind: kind.name)
def test_what_was_embedded_by_the_former_model_when_search_turned_gets_its_new_vector(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, kind: vectors.Kind
) -> None:
    old, new = (choices.present_embedder(), choices.next_embedder())
    assert new is not None
    call_command("reembed")
    rows = list(kind.of(person.tenant_id))
    kind.stored(person.tenant_id).delete()
    if kind in vectors.MARKED:
        kind.of(person.tenant_id).update(embedded_at=None)

    vectors.embed(kind, rows, old, now=NOON)  # by somebody who asked for the model before the switch
    embedding.fill_missing(now=NOON)

    assert not kind.lacking(kind.of(person.tenant_id), embeddings.model_name(new)).exists()


@pytest.mark.parametrize("kind", vectors.MARKED, ids=lambda kind: kind.name)
def test_a_move_that_is_given_up_keeps_nothing_from_the_vectors_that_are_searched(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, kind: vectors.Kind
) -> None:
    old, new = (choices.present_embedder(), choices.next_embedder())
    assert new is not None
    kind.stored(person.tenant_id).delete()
    kind.of(person.tenant_id).update(embedded_at=None)  # as said just now

    for _ in moving.prepare(person.tenant, new, clock=lambda: NOON):
        pass
    embedding.fill_missing(now=NOON)

    assert not kind.lacking(kind.of(person.tenant_id), embeddings.model_name(old)).exists()


def test_after_a_move_nothing_waits_for_a_vector_that_it_has(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile
) -> None:
    for kind in vectors.MARKED:
        kind.of(person.tenant_id).update(embedded_at=None)

    call_command("reembed")

    assert not any(kind.of(person.tenant_id).filter(embedded_at=None).exists() for kind in vectors.MARKED)


def test_a_switch_waits_for_who_is_just_marking_what_has_a_vector(
    person: Profile, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1) as asked:
        assert not choices.is_searched_by("unheard of", tenant_id=person.tenant_id)

    assert "FOR NO KEY UPDATE" in asked.captured_queries[0]["sql"]


def test_texts_of_which_nothing_is_taken_are_met_once_each(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "BATCH", 1)
    monkeypatch.setattr(vectors, "MOST_REFUSED", 1)
    for _ in range(3):
        make_message(make_session(person), " ")
    coming = choices.next_embedder()
    assert coming is not None

    told = list(itertools.islice(moving.prepare(person.tenant, coming, clock=lambda: NOON), 50))

    assert [one.done for one in told if one.kind == "messages"] == [0, 1, 2, 3, 4]
    assert len(told) < 50


def test_an_embedder_that_fails_changes_nothing(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, settings: Any
) -> None:
    settings.MEMORYHUB_NEXT_EMBEDDING_BASE_URL = "http://127.0.0.1:9/v1"

    with pytest.raises(CommandError, match="Search goes on as before"):
        call_command("reembed")

    assert searching() == "old"
    assert models_of() == [{"old"}] * 5


def test_settings_that_name_another_model_do_not_take_search_off_the_stored_one(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, settings: Any
) -> None:
    settings.MEMORYHUB_EMBEDDING_MODEL = "third"
    tenant = make_tenant()
    choice = choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model)

    assert embeddings.model_name(choice) == "old"
    assert embeddings.try_embed(["烟台"], choice, is_query=True) is None  # words have to do


def test_the_bundled_model_can_always_be_had_by_its_name(settings: Any) -> None:
    settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = "http://127.0.0.1:9/v1", "other"

    choice = choices.embed_choice(tenant_id=make_tenant().pk, stored=bundled.NANO)

    assert choice.is_bundled
    assert embeddings.try_embed(["烟台"], choice, is_query=True)


def test_an_embedder_whose_vectors_change_their_length_is_one_that_fails(
    servers: tuple[ScriptedServer, ScriptedServer], person: Profile, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MEMORYHUB_EMBEDDING_BASE_URL = servers[1].url
    tenant = make_tenant()
    choice = choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model)

    assert embeddings.try_embed(["烟台"], choice, is_query=True) is None
    assert "3 dimensions instead of 4" in caplog.text

    late = make_fact(person, "用户养了一只猫")
    assert embedding.fill(person.pk, choice=EmbedChoice(base_url=servers[1].url, model="old")) == 0
    assert not FactVector.objects.filter(fact=late).exists()
