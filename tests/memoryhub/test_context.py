"""One question's way out."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from memoryhub import context
from memoryhub.context import Asked
from observability.models import Observation
from profiles import editing, recall
from profiles.models import Profile
from tests.builders import (
    BY_OWNER,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_message,
    make_profile,
    make_session,
    make_tenant,
)

pytestmark = pytest.mark.django_db

CHOICE = EmbedChoice()


@pytest.fixture(autouse=True)
def _patience(settings):
    """A busy machine is not what these tests are about; the one about the time budget sets its own."""
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 30_000


def ask(profile, question="What do I like?", **fields):
    fields.setdefault("tenant_id", profile.tenant_id if profile else make_tenant().pk)
    return context.assemble(Asked(profile=profile, question=question, **fields), choice=CHOICE, now=NOON)


def make_embedded(profile, content, **fields):
    """A fact with its real vector."""
    vector = embeddings.embed_passages([content], CHOICE)[0]
    return make_fact(profile, content, vector=tuple(vector), vector_model=embeddings.model_name(CHOICE), **fields)


def test_only_active_facts_of_this_person_and_scope_reach_the_prompt():
    profile, other = make_profile(), make_profile()
    make_fact(profile, "likes tea")
    make_fact(profile, "likes chess", scope_id="work")
    make_fact(other, "likes rum")
    gone = make_fact(profile, "likes cola")
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)

    text = ask(profile).layout.text

    assert "- likes tea" in text
    assert not any(word in text for word in ("chess", "rum", "cola"))


def test_a_fact_past_its_end_is_not_injected():
    profile = make_profile()
    make_fact(profile, "is on holiday", valid_to=NOON - timedelta(minutes=1))
    make_fact(profile, "is on a diet", valid_to=after(1))

    text = ask(profile).layout.text

    assert "diet" in text
    assert "holiday" not in text


def test_a_sub_account_sees_the_company_and_itself_headed_apart_and_no_colleague():
    company, mine, colleague = (make_end_user("cust_a", sub) for sub in ("", "op_1", "op_2"))
    make_fact(company, "公司在泉州")
    make_fact(mine, "喜欢简报")
    make_fact(colleague, "在休假")

    text = ask(mine, "我喜欢什么？", company=company).layout.text

    assert "## 关于所属公司\n- 公司在泉州" in text
    assert "## 关于当前用户\n- 喜欢简报" in text
    assert "休假" not in text


def test_facts_of_the_other_types_come_when_the_question_calls_them_up():
    profile = make_profile()
    make_embedded(profile, "The warehouse in Hamburg opens at six in the morning", type="semantic_memory")
    make_embedded(profile, "The user's grandmother bakes plum cake at Christmas", type="episodic_memory")

    assembled = ask(profile, "When does the warehouse in Hamburg open?")

    part = next(part for part in assembled.parts if part["level"] == "memories")
    best, *rest = part["items"]
    assert best["text"].startswith("[semantic_memory] The warehouse")
    assert best["score"] > 0.6
    assert all(other["score"] < best["score"] - 0.2 for other in rest)


def test_the_last_rounds_stand_as_they_were_said_without_the_question():
    profile = make_profile()
    session = make_session(profile)
    for minute in (1, 0, 2):
        make_message(session, f"said at {minute}", said_at=after(minute))
    make_message(session, "What do I like?", said_at=after(3))
    make_message(session, "noise", said_at=after(4), message_type="tool_call")
    make_message(session, "gone", said_at=after(2.5), deleted_at=NOON)

    assembled = ask(profile, session_id="s1")

    recent = next(part for part in assembled.parts if part["level"] == "recent")
    assert [one["text"] for one in recent["items"]] == [f"user: said at {minute}" for minute in (0, 1, 2)]


def test_the_question_is_named_by_its_id_too():
    profile = make_profile()
    session = make_session(profile)
    asked = make_message(session, "as it was sent", message_id="q1", said_at=after(1))
    make_message(session, "an answer on its way", role="assistant", said_at=after(2))

    assembled = ask(profile, "as it is asked", session_id="s1", message_id="q1")

    assert asked.content not in assembled.layout.text
    assert "an answer on its way" in assembled.layout.text


def test_only_five_rounds_are_shown():
    profile = make_profile()
    session = make_session(profile)
    for n in range(8):
        make_message(session, f"question {n}", said_at=after(2 * n))
        make_message(session, f"answer {n}", role="assistant", said_at=after(2 * n + 1))

    text = ask(profile, session_id="s1").layout.text

    assert [f"question {n}" in text for n in range(8)] == [False] * 3 + [True] * 5
    assert "assistant: answer 7" in text


def test_with_memory_off_or_paused_only_the_running_conversation_is_left():
    profile = make_profile()
    make_fact(profile, "likes tea")
    make_message(make_session(profile), "hello there")

    for assembled in (ask(profile, session_id="s1", is_enabled=False), ask(profile, session_id="s1", is_paused=True)):
        assert [part["level"] for part in assembled.parts] == ["recent"]
        assert "likes tea" not in assembled.layout.text


def test_of_nobody_known_the_text_is_empty_and_the_request_is_observed():
    assembled = ask(None)

    observation = Observation.objects.get(observation_id=assembled.observation_id)
    assert assembled.layout.text == ""
    assert (observation.profile_id, observation.is_injected, observation.top_score) == (None, False, None)


def test_an_embedder_that_fails_leaves_out_what_it_was_for(monkeypatch):
    profile = make_profile()
    make_fact(profile, "likes tea")

    def fail(*_args, **_options):
        raise ProviderFailed("timeout")

    monkeypatch.setattr(embeddings, "embed_query", fail)
    assembled = ask(profile)

    observation = Observation.objects.get(observation_id=assembled.observation_id)
    assert "likes tea" in assembled.layout.text
    assert assembled.is_degraded
    assert observation.error == "related: timeout"


def test_a_level_that_fails_does_not_take_the_answer_with_it(monkeypatch):
    profile = make_profile()
    make_fact(profile, "likes tea")
    make_message(make_session(profile), "hello there")

    def fail(*_args, **_options):
        raise OperationalError("gone")

    monkeypatch.setattr(recall, "residents", fail)
    assembled = ask(profile, session_id="s1")

    assert [part["level"] for part in assembled.parts] == ["recent"]
    assert assembled.errors == {"long_term": "OperationalError"}


def test_a_slow_level_is_cut_off_within_the_time_budget(monkeypatch, settings):
    embeddings.embed_query("warm", CHOICE)
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 300
    profile = make_profile()
    make_fact(profile, "likes tea")

    def slow(*_args, **_options):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        return {}

    monkeypatch.setattr(recall, "residents", slow)
    assembled = ask(profile, session_id="s1")

    observation = Observation.objects.get(observation_id=assembled.observation_id)
    assert set(assembled.errors) >= {"long_term"}
    assert observation.build_ms < 4000


def test_what_a_person_corrects_is_right_in_the_next_context():
    profile = make_profile()
    fact = make_fact(profile, "lives in Rome")

    editing.edit(profile, fact.fact_id, content="lives in Oslo", origin=BY_OWNER, now=after(1))

    text = ask(profile).layout.text
    assert "Oslo" in text
    assert "Rome" not in text


def test_the_legacy_column_is_readable_at_once_and_not_written():
    profile = make_profile(memory={"facts": ["用户喜欢茶"]})

    text = ask(profile, "我喜欢什么？").layout.text

    assert "- 用户喜欢茶" in text
    assert Profile.objects.get(pk=profile.pk).memory == {"facts": ["用户喜欢茶"]}


def test_the_question_is_kept_only_where_contents_are_logged_and_the_person_is_known(settings):
    profile = make_profile()
    quiet = ask(profile, "my secret question")
    settings.MEMORYHUB_LOG_CONTENT = True
    loud, unknown = ask(profile, "my open question"), ask(None, "who am I")

    questions = dict(Observation.objects.values_list("observation_id", "question"))
    assert questions == {
        quiet.observation_id: "",
        loud.observation_id: "my open question",
        unknown.observation_id: "",
    }


def test_a_message_that_stands_there_anyway_or_is_the_question_is_left_out_for_that_reason():
    profile = make_profile()
    session, other = make_session(profile), make_session(profile, "s2")
    question = "Which invisible stamps do I collect?"
    shown = make_message(session, "I collect invisible stamps")
    asked_before = make_message(other, question, message_id="m9")
    told = make_message(other, "My invisible stamps are blue", message_id="m10")

    assembled = ask(profile, question, session_id="s1")

    observation = Observation.objects.get(observation_id=assembled.observation_id)
    weighed = {one["id"]: one["why"] for one in observation.trace["levels"]["memories"]}
    assert weighed == {f"m_{shown.pk}": "repeated", f"m_{asked_before.pk}": "question", f"m_{told.pk}": "kept"}


@pytest.mark.parametrize("count", [1, 60])
def test_the_number_of_statements_does_not_depend_on_how_much_is_known(count):
    profile = make_profile()
    session = make_session(profile)
    for n in range(count):
        make_fact(profile, f"likes number {n}")
        make_message(session, f"message {n}", said_at=after(n))
    company = make_end_user()

    with CaptureQueriesContext(connection) as captured:
        ask(profile, session_id="s1", company=company)

    counted = [
        query["sql"]
        for query in captured
        if not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SET"))
    ]
    # facts of both, episodes, the summary, messages, found by words, found by vectors, the observation with its hour
    assert len(counted) == 7


def test_the_trace_has_room_for_what_the_question_called_up():
    profile = make_profile()
    for number in range(60):
        make_fact(profile, f"fact number {number:02}")
    called = make_embedded(profile, "The garden has three apple trees", type="semantic_memory")

    ask(profile, "How many apple trees are in the garden?", max_tokens=10_000)

    observation = Observation.objects.get()
    assert observation.retrieved_ids[0] == called.fact_id
    assert [one["id"] for one in observation.trace["levels"]["memories"]] == [called.fact_id]
    assert sum(map(len, observation.trace["levels"].values())) == 50
