"""The cases of a model's reply that say what is stored of it: from the reply through the whole pipeline to the shown facts."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from engine import calibration, mind
from engine.errors import ProviderFailed
from engine.model import reply
from engine.questions import ExtractAnswer
from extraction import bell
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming
from profiles import keys
from profiles.models import Fact
from tests.builders import NOON, make_tenant
from tests.cases.test_extraction_replies import reply_of
from tests.flows.steps import person, profile_of, work_off

pytestmark = pytest.mark.django_db

CASES = [json.loads(line) for line in (Path(__file__).parent / "extraction.jsonl").read_text("utf-8").splitlines()]
PARSED = [case for case in CASES if case["input"]["kind"] == "parse_reply"]


# What is only read and not stored in another way has its test beside the parser.
TELLING = ("never_stored", "must_include", "stored_change", "any_of")
STORED = [case["id"] for case in PARSED if case["id"] != "ext-013" and any(key in case["expect"] for key in TELLING)]


def named(*ids: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in PARSED if case["id"] in ids]


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def learn(given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Job:
    """A turn whose model answers with the reply of the case."""
    try:
        parsed = reply.parse(reply_of(given), is_truncated=given.get("finish_reason") == "length")
        answered = ExtractAnswer(
            items=parsed.items,
            instructions=parsed.instructions,
            dropped=parsed.dropped,
            is_partial=parsed.is_partial,
            engine="m",
        )
    except ProviderFailed as failure:
        answered = ExtractAnswer(failed=failure.reason, engine="m")

    monkeypatch.setattr(mind.Mind, "extract", lambda _mind, _question: answered)
    if alike := given.get("pairwise_cosine"):
        monkeypatch.setattr(calibration, "similarities", lambda _one, others, _model: [alike] * len(others))
    ingest.record(person(), Batch("s1", (Incoming("user", "我平时就是这样，你记一下吧", "m1"),)), now=NOON)
    return work_off(profile_of(person()))[-1]


def stored() -> list[str]:
    return list(Fact.objects.active().values_list("content", flat=True))


@pytest.mark.parametrize("case", named(*STORED))
def test_a_reply_stores_what_the_case_allows_and_no_exception_escapes(
    case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = case["expect"]

    job = learn(case["input"], monkeypatch)

    assert not set(expected.get("never_stored", [])) & set(stored())
    assert set(expected.get("must_include", [])) <= set(stored())
    if expected.get("stored_change") == "none":
        assert stored() == []
        assert job.state != Job.State.DONE


@pytest.mark.parametrize("case", named("ext-023"))
def test_a_reply_that_was_cut_off_is_booked_as_partial(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    job = learn(case["input"], monkeypatch)

    assert job.state == Job.State.PARTIAL
    assert stored() == case["expect"]["value"]["user_profile"]


@pytest.mark.parametrize("case", named("ext-013"))
@pytest.mark.parametrize("is_scripted", [True, False], ids=["scripted likeness", "real likeness"])
def test_a_runaway_reply_meets_the_cap_and_is_counted(
    case: dict[str, Any], is_scripted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = case["input"] if is_scripted else case["input"] | {"pairwise_cosine": None}

    job = learn(given, monkeypatch)

    assert len(stored()) == case["expect"]["active_count"]
    cut = Fact.objects.filter(status="superseded").count()
    assert cut + job.counts.get("dropped_too_many", 0) == case["input"]["reply_generator"]["count"] - len(stored())
    assert job.counts.get("dropped_too_many") or job.counts.get("evicted")


@pytest.mark.parametrize("case", named("ext-017", "ext-020"))
def test_unusual_characters_go_through_store_and_api(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    learn(case["input"], monkeypatch)
    text = keys.create(make_tenant(), name="reading", scopes=["read"], acts_for_employees=True)[1]

    answer = Client(headers={"authorization": f"Api-Key {text}"}).get("/api/profile", {"user_id": "kai"})

    shown = [fact["content"] for fact in answer.json()["memory"]["facts"]]
    wanted = case["expect"].get("must_include") or case["expect"]["value"]["user_profile"]
    assert answer.status_code == 200
    assert set(wanted) <= set(shown)
