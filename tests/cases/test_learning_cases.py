"""The cases of learning, from the message to the fact: a model's typed items, and what the rule engine finds."""

import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from engine import mind
from engine.model import reply
from engine.questions import ExtractAnswer, ExtractQuestion
from extraction import bell
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming
from observability.models import Observation, WorkLogEntry
from profiles.models import Fact, HeldItem
from summaries.models import Message
from tests.builders import NOON, make_fact
from tests.flows.steps import person, profile_of, work_off

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
ALL = [json.loads(line) for line in (HERE / "extraction.jsonl").read_text("utf-8").splitlines()]


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


# --- typed items ---------------------------------------------------------------------------------------------------


def answer_of(items: list[dict[str, Any]], **fields: Any) -> ExtractAnswer:
    """What the model engine makes of a reply with these items."""
    parsed = reply.parse(json.dumps({"memories": items}, ensure_ascii=False))
    return ExtractAnswer(items=parsed.items, dropped=parsed.dropped, **fields)


@pytest.mark.parametrize("case", cases("typed_items"))
def test_typed_items(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    given, expected = case["input"], case["expect"]
    answered = answer_of(given["items"])

    class Scripted:
        def extract(self, question: ExtractQuestion) -> ExtractAnswer:
            return answered

    monkeypatch.setattr(mind, "for_scope", lambda choice: Scripted())
    message = Incoming(given.get("source_role", "user"), given.get("source_text", "我平时就是这样，你记一下吧"), "m1")
    ingest.record(person(), Batch("s1", (message,)), now=NOON)

    work_off(profile_of(person()))

    stored = [fact.stored_text for fact in Fact.objects.active()]
    if "stored_text" in expected:
        assert stored == expected["stored_text"]
    assert set(expected.get("must_include", [])) <= set(stored)
    assert not set(expected.get("never_stored", [])) & set(stored)
    assert not [text for text in stored for kind in expected.get("never_stored_type", []) if f"[{kind}]" in text]
    assert all(0 <= fact.confidence <= 1 for fact in Fact.objects.all())


# --- extraction with the embedded engine, from message to fact -----------------------------------------------------


def learn_case(given: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The case's conversation through the whole pipeline: what is known afterwards, and all text that is stored."""
    at = parse_datetime(given["timestamp"]) if "timestamp" in given else NOON
    assert at is not None
    kai = person()
    if given.get("known"):
        ingest.record(kai, Batch("s0", (Incoming("user", "好", said_at=at),), teaches=False), now=NOON)
        for content in given["known"]:
            make_fact(profile_of(kai), content, now=at - timedelta(days=1))
    send(kai, given["history"], at - timedelta(minutes=5), teaches=False)
    send(kai, given["current"], at, teaches=True)
    work_off(profile_of(kai))
    learned = [fact.content for fact in Fact.objects.active() if fact.content not in given.get("known", [])]
    return learned, list(stored_texts())


def send(kai: Any, lines: Iterable[dict[str, str]], at: datetime, *, teaches: bool) -> None:
    messages = tuple(Incoming(line["role"], line["content"], said_at=at) for line in lines)
    if messages:
        ingest.record(kai, Batch("s1", messages, teaches=teaches), now=NOON)


def stored_texts() -> Iterable[str]:
    yield from Message.objects.values_list("content", flat=True)
    yield from Fact.objects.values_list("content", flat=True)
    yield from HeldItem.objects.values_list("content", flat=True)
    yield from Job.objects.values_list("error", flat=True)
    yield from WorkLogEntry.objects.values_list("message", flat=True)
    yield from Observation.objects.values_list("question", flat=True)


# Meanings that must not come out of a case, as the wordings that would carry them.
MEANINGS = {
    "the user likes smoking": r"用户(?:也|很)?(?:喜欢|爱)(?:抽|吸)烟",
    "likes meetings": r"用户(?:很|也)?(?:喜欢|爱)开会",
    "the user asked to forget something": r"忘|forg[eo]t",
}
CJK = re.compile(r"[\u4e00-\u9fff]")


def found_in(content: str, meanings: list[dict[str, Any]]) -> list[str]:
    return [wanted["means"] for wanted in meanings if any(word in content for word in wanted["any_words"])]


def meets(expected: dict[str, Any], learned: list[str]) -> bool:
    """Whether all that must be learned was, each in a statement of its own where the case says so."""
    wanted = expected.get("must_yield", [])
    missing = [one["means"] for one in wanted if not any(found_in(content, [one]) for content in learned)]
    joined = [content for content in learned if len(found_in(content, wanted)) > 1] if expected.get("split") else []
    return not missing and not joined


def slips(expected: dict[str, Any], learned: list[str]) -> list[str]:
    """The statements that the case forbids, by a word, by a meaning, or because nothing at all may come of it."""
    patterns = [re.escape(word) for word in expected.get("must_not_yield_words", [])]
    patterns += [MEANINGS[meaning] for meaning in expected.get("must_not_yield_meaning", [])]
    is_silent = expected.get("must_yield") == [] and not expected.get("may_keep_words")
    return [content for content in learned if is_silent or any(re.search(pattern, content) for pattern in patterns)]


def is_in_its_language(expected: dict[str, Any], learned: list[str]) -> bool:
    if "language" not in expected:
        return True
    return all(bool(CJK.search(content)) is (expected["language"] != "English") for content in learned)


@pytest.mark.parametrize("case", cases("extract_quality"))
def test_extract_quality(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]

    learned, stored = learn_case(given)

    assert meets(expected, learned), learned
    assert slips(expected, learned) == []
    assert is_in_its_language(expected, learned)
    assert not any(secret in text for secret in expected.get("never_stored", []) for text in stored)
    known = Fact.objects.filter(content__in=given.get("known", ()))
    assert [fact.source_count for fact in known] == [1] * len(given.get("known", ()))
    if expected.get("rejected_as_secret") is False:
        assert not any("secret" in reason for job in Job.objects.all() for reason in job.counts)
