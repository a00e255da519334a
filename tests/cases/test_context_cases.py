"""The cases of contexts and observations, each kind through one adapter."""

import json
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.text import keywords
from memoryhub import layout, retrieval
from memoryhub.layout import HEADINGS, RULES
from observability import observations, stats
from observability.models import HourlyFigures, Observation
from profiles.models import Profile
from summaries.models import EpisodeSummary, MessageVector, SummarySnapshot
from tests.builders import NOON, after, make_end_user, make_fact, make_message, make_session
from tests.callers import api_with_key
from tests.globalmemory.builders import make_global_memory

LINES = (Path(__file__).parent / "context.jsonl").read_text("utf-8").splitlines()
ALL: list[dict[str, Any]] = [json.loads(line) for line in LINES]
KINDS = {"context_build", "observe"}
AGENT, SESSION = "helper", "s1"
CHOICE = EmbedChoice()
PARTS = {
    "global memory": "global", "long-term": "user", "session summary": "summary", "recent messages": "recent",
    "usage rules": "rules",
}  # fmt: skip
# How the cases call what gives way.
YIELDING = {
    "messages found": "message",
    "episodes": "episode",
    "memories found for the question, lowest score first": "semantic_memory",
    "the session summary": "summary",
    "recent rounds, oldest first": "user",
    "resident facts, least valuable first": "user_fact",
    "non-mandatory global memories": "global",
    "mandatory global memories": "mandatory",
}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_every_case_of_contexts_is_run() -> None:
    assert {case["input"]["kind"] for case in ALL} == KINDS
    assert sum(len(cases(kind)) for kind in KINDS) == len(ALL) == 13


@pytest.fixture(autouse=True)
def _patience(settings: Any) -> None:
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 30_000


# --- a context is built -------------------------------------------------------------------------------------------------


def store(case: dict[str, Any]) -> Profile:
    """What the case says there is, and the person whom the question is about."""
    company = case.get("end_user_id", "cust_a")
    main = make_end_user(company)
    sub = case.get("end_sub_user_id")
    people = {"": main} | {one: make_end_user(company, one) for one in ("op_1", "op_2") if "end_user_id" in case}
    person = people[sub or ""]
    owned = {
        "facts": person,
        "main_facts": main,
        "sub_facts": people.get("op_1"),
        "other_sub_facts": people.get("op_2"),
    }
    for key, owner in owned.items():
        for content in case.get(key, []):
            assert owner is not None
            make_fact(owner, content)
    for number in range(case.get("facts_count", 0)):
        make_fact(person, f"{number:03d}{'很' * (case['fact_chars'] - 3)}")
    for name in case.get("global_memories", []):
        make_global_memory(person, name, agents=(AGENT,))
    store_conversation(person, case)
    for content in case.get("retrieved_for_question", []):
        store_found(person, content)
    return person


def store_conversation(person: Profile, case: dict[str, Any]) -> None:
    session = make_session(person, SESSION)
    if case.get("summary"):
        SummarySnapshot.objects.create(
            session=session, profile=person, text=case["summary"], version=1, created_at=NOON
        )
    said = {text: number for number, text in enumerate(case.get("recent", []))}
    for text in case.get("arrival", said):
        make_message(session, text.removeprefix("user: "), said_at=after(said[text]))


def store_found(person: Profile, content: str, kind: str = "semantic_memory") -> None:
    """A fact that the question calls up, beside the resident one with its wording."""
    vector = embeddings.embed_passages([content], CHOICE)[0]
    make_fact(person, f"{content}。", type=kind, vector=tuple(vector), vector_model=embeddings.model_name(CHOICE))


def asked(case: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to the question of the case."""
    body = {
        "end_user_id": case.get("end_user_id", "cust_a"), "agent_id": AGENT, "session_id": SESSION, "locale": "zh",
        "question": case.get("question", "我喜欢怎样的回答？"),
    }  # fmt: skip
    optional = {key: case[key] for key in ("end_sub_user_id", "max_tokens") if case.get(key) is not None}
    answer = api_with_key().post("/api/context", body | optional | more)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("case", "expect"), cases("context_build"))
def test_what_is_built_is_what_the_case_expects(
    case: dict[str, Any], expect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = store(case)
    if "retrieval_raises" in case:

        def fail(*_args: Any, **_options: Any) -> None:
            raise TimeoutError

        monkeypatch.setattr(retrieval, "find", fail)
    answer = asked(case)

    row = Observation.objects.get(observation_id=answer["observation_id"])
    checked = [check(name, value, case, answer, row, person) for name, value in expect.items()]
    assert len(checked) == len(expect)


def check(
    name: str, value: Any, case: dict[str, Any], answer: dict[str, Any], row: Observation, person: Profile
) -> None:
    text, lines = answer["text"], answer["text"].splitlines()
    headings = [line for line in lines if line.startswith("#")]
    checks: dict[str, Any] = {
        "order": lambda: headings == [HEADINGS[PARTS[one]][1] for one in value],
        "question": lambda: case["question"] not in [line[-len(case["question"]) :] for line in lines],
        "no_empty_headings": lambda: (text, headings) == ("", []),
        "memory_injected": lambda: int(row.is_injected) == value,
        "lines_for_fact": lambda: len([line for line in lines if "猫" in line or "提示词" in line]) == value,
        "heading_forged": lambda: value is bool(set(headings) - {heading[1] for heading in HEADINGS.values()}),
        "placed_as": lambda: placed_as_data(case, text),
        "contains": lambda: all(word in text for word in value),
        "lacks": lambda: not any(word in text for word in value),
        "separate_headings": lambda: headings[:2] == [HEADINGS["company"][1], HEADINGS["user"][1]],
        "estimated_tokens_max": lambda: answer["tokens"] == keywords.estimate_tokens(text) <= value,
        "gives_way_in_this_order": lambda: gives_way(person) == [YIELDING[one] for one in value],
        "never_given_up": lambda: "newest" in asked(case, max_tokens=1)["text"],
        "no_fact_cut_in_half": lambda: all(
            len(line) == 2 + case["fact_chars"] for line in lines if "很" in line
        ),
        "left_out": lambda: len(answer["dropped"]) + sum("很" in line for line in lines) == case["facts_count"],
        "status": lambda: True,  # asserted where it is asked
        "context": lambda: text.count("丙") == 1,
        "observation": lambda: (int(row.is_injected), bool(row.error)) == (value["memory_injected"], True),
        "recent_order": lambda: [
            one["text"].removeprefix("user: ") for part in answer["parts"] for one in part["items"]
        ] == value,
        "occurrences": lambda: text.count(case["facts"][0]) == value,
    }  # fmt: skip
    assert checks[name](), (name, value, text, answer["dropped"])


def placed_as_data(case: dict[str, Any], text: str) -> bool:
    """One bullet under the person's heading, and the note that memory is no instruction."""
    block = f"{HEADINGS['user'][1]}\n- {case['facts'][0]}\n"
    return block in text and RULES[True][0] in text and "不是指令" in RULES[True][0]


def gives_way(person: Profile) -> list[str]:
    """What is dropped first, second … when there is less and less room, each kind where its first one goes."""
    session = make_session(person, SESSION)
    for number, text in enumerate(("older", "newest")):
        make_message(session, text, said_at=after(number))
    SummarySnapshot.objects.create(session=session, profile=person, text="选址", version=1, created_at=NOON)
    EpisodeSummary.objects.create(
        session=make_session(person, "e"), profile=person, summary="谈了选址。", topics=["选址"],
        happened_at=Observation.objects.latest("pk").at, written_at=NOON,
    )  # fmt: skip
    store_found(person, "仓库的选址在泉州")
    said = make_message(make_session(person, "old"), "仓库选址定在泉州北站旁边")
    vector = embeddings.embed_passages([said.content], CHOICE)[0]
    MessageVector.objects.create(message=said, profile=person, model=embeddings.model_name(CHOICE), embedding=vector)
    kinds = {
        f"g_{make_global_memory(person, '普通', agents=(AGENT,), content='简短').pk}": "global",
        f"g_{make_global_memory(person, '背景', agents=(AGENT,), background='外贸').pk}": "mandatory",
    }
    question = {"question": "仓库的选址在哪里？", "max_tokens": 1_000_000}
    whole = asked(question)
    for part in whole["parts"]:
        kinds |= {one["id"]: kinds.get(one["id"], one["type"]) for one in part["items"]}
    dropped = asked(question, max_tokens=1)["dropped"]
    assert [one["reason"] for one in dropped] == ["max_tokens"] * len(dropped)
    return list(dict.fromkeys(kinds[one["id"]] for one in dropped))


# --- it is observed -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("case", "expect"), cases("observe"))
def test_what_is_observed_is_stored_and_counted(case: dict[str, Any], expect: dict[str, Any]) -> None:
    scores = case.get("scores", [0.5])
    ids = [f"f_{number:064x}" for number in range(case.get("retrieved_ids", case.get("retrieved", 0)))]
    row = Observation(
        tenant_id=1, agent_id=AGENT, at=NOON, is_enabled=case.get("memory_enabled", True),
        is_injected=bool(case.get("injected", 0)), retrieved_count=len(ids), retrieved_ids=[key[:64] for key in ids],
        top_score=max(scores, default=None), average_score=sum(scores) / len(scores) if scores else None,
    )  # fmt: skip

    observations.record(row)

    stored = Observation.objects.get(observation_id=row.observation_id)
    figures = stats.total(stats.by_hour(stats.hours(1, since=NOON, until=after(60))).values())
    checks: dict[str, Any] = {
        "memory_enabled": lambda value: int(stored.is_enabled) == figures.enabled == value,
        "memory_injected": lambda value: int(stored.is_injected) == figures.injected == value,
        "counts": lambda _value: (figures.empty, figures.coverage) == (1, 0.0),
        "no_exception": lambda _value: stored.retrieved_count == 200,
        "column": lambda _value: len(stored.retrieved_ids) == 200,
        "top": lambda value: stored.top_score is value,
        "avg": lambda value: stored.average_score is value,
        "dashboard": lambda _value: (
            (figures.average_score, list(stats.by_day(HourlyFigures.objects.none(), UTC))) == (None, [])
        ),
    }
    assert [name for name, value in expect.items() if not checks[name](value)] == []


def test_the_words_of_the_cases_are_the_parts_of_the_text() -> None:
    assert [*layout.ORDER, "rules"] == list(HEADINGS)
