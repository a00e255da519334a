"""Global memories get vectors in the background, and never keep one of a text that is no more."""

from datetime import timedelta

import pytest

from engine import embeddings
from engine.errors import ProviderFailed
from extraction import embedding
from globalmemory import editing, indexing, recall
from globalmemory.hands import Hand
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from profiles import choices
from profiles.models import Profile
from tests.builders import NOON, make_profile, make_tenant
from tests.globalmemory.builders import make_global_memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def hand(profile: Profile) -> Hand:
    return Hand(GlobalMemory(tenant=profile.tenant, profile=profile).owner, "key:test", NOON)


def fill() -> int:
    return embedding.fill_global_memories(is_thorough=True, now=NOON)


def present() -> list[tuple[int, int]]:
    return list(GlobalMemoryVector.objects.order_by("pk").values_list("global_memory", "version"))


def test_each_gets_one_vector_and_then_nothing_is_left_to_do(profile):
    memory, everybodys = make_global_memory(profile, "Java"), make_global_memory(None, "Rules")

    assert fill() == 2
    assert fill() == 0
    assert sorted(present()) == sorted([(memory.pk, 1), (everybodys.pk, 1)])


def test_a_deleted_one_is_left_alone_until_it_is_restored(profile):
    memory = make_global_memory(profile, deleted_at=NOON)

    assert fill() == 0
    editing.restore(memory.pk, hand=hand(profile))
    assert fill() == 1


def test_every_tenant_has_its_turn(profile):
    make_global_memory(profile)
    make_global_memory(make_profile(tenant=make_tenant("other")))

    assert fill() == 2


def test_an_edited_text_loses_its_vector_at_once_and_gets_a_new_one(profile):
    memory = make_global_memory(profile, content="old words")
    fill()

    editing.edit(memory.pk, {"content": "new words"}, hand=hand(profile))

    assert present() == []
    assert fill() == 1
    assert present() == [(memory.pk, 2)]


def test_a_switch_keeps_the_vector(profile):
    memory = make_global_memory(profile, content="old words")
    fill()

    editing.edit(memory.pk, {"is_enabled": False}, hand=hand(profile))

    assert present() == [(memory.pk, 1)]


@pytest.mark.parametrize("deed", ["edit", "delete", "erase"])
def test_what_changes_while_the_embedder_thinks_gets_no_vector_of_the_old_text(profile, deed, monkeypatch):
    memory = make_global_memory(profile, content="old words")
    embed = embeddings.embed_each

    def meanwhile(texts, choice):
        if deed == "edit":
            editing.edit(memory.pk, {"content": "new words"}, hand=hand(profile))
        elif deed == "delete":
            editing.delete(memory.pk, hand=hand(profile))
        else:
            GlobalMemory.objects.all().delete()
        return embed(texts, choice)

    monkeypatch.setattr(embeddings, "embed_each", meanwhile)

    assert fill() == 0
    assert present() == []


def test_without_an_embedder_nothing_happens(profile, monkeypatch):
    make_global_memory(profile)
    monkeypatch.setattr(embeddings, "_embed", lambda *_, **__: (_ for _ in ()).throw(ProviderFailed("unreachable")))

    assert fill() == 0


def test_the_minute_takes_what_changed_lately_and_the_full_hour_all(profile):
    make_global_memory(profile, "old", updated_at=NOON - timedelta(hours=2))
    make_global_memory(profile, "new", updated_at=NOON - timedelta(minutes=1))

    assert embedding.fill_missing(now=NOON + timedelta(minutes=5)) == 1
    assert embedding.fill_missing(now=NOON) == 1


def test_all_filled_fields_are_embedded_and_no_label(profile):
    memory = make_global_memory(
        profile, "Work", tags=["java, sql"], background="architect", preferred_language="zh", answer_style="short",
        long_term_goal="K8s", constraints="no cloud", content="line one\nline two",
    )  # fmt: skip

    assert indexing.embedded_text(memory) == ("Work\njava, sql\narchitect\nzh\nshort\nK8s\nno cloud\nline one line two")


def test_a_memory_is_found_by_what_it_means(profile):
    texts = ["Grandmother's recipe for apple cake", "部署到生产环境要先备份数据库"]
    for number in range(21):
        make_global_memory(profile, texts[number] if number < 2 else f"note {number}", agents=("a1",))
    choice = choices.embed_choice(tenant_id=profile.tenant_id)
    fill()
    question = "上线之前需要备份数据库吗？"

    found = recall.recall(
        profile.tenant_id, profile.pk, agent_id="a1", question=question, model=embeddings.model_name(choice),
        embed=lambda: embeddings.embed_query(question, choice),
    )  # fmt: skip

    assert [one.memory.name for one in found.found][:1] == [texts[1]]
    assert texts[0] not in [one.memory.name for one in found.found]
