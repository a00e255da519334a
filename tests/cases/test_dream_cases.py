"""The cases of the dream: facts and a plan in words, which a model at a real endpoint proposes with the ids of the facts."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine import mind
from engine.condensing import ConsolidateAnswer, ConsolidateQuestion, DescribeAnswer, DescribeQuestion
from engine.errors import ProviderFailed
from engine.model import consolidate
from engine.questions import ModelChoice
from extraction import bell
from extraction.dream import digest, undo
from extraction.models import DreamPart, Job
from profiles import document, editing, reading
from profiles.models import Fact, HeldItem, Profile
from tests.builders import BY_OWNER, after, make_fact, make_profile, make_tenant
from tests.extraction.dream.nights import NIGHT, carry_on, contents, say, told
from tests.extraction.dream.steps import opened
from tests.scripted_server import ScriptedServer, said

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
ALL = [json.loads(line) for line in (HERE / "dream.jsonl").read_text("utf-8").splitlines()]
# Windows: tests/cases/test_schedule_cases.py.
KINDS = {"dream_apply", "dream_run", "concurrent"}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_no_case_is_left_out() -> None:
    elsewhere = {case["id"] for case in ALL if case["input"]["kind"] not in KINDS}

    assert elsewhere == {"drm-020", "drm-021", "drm-022", "drm-023"}


@dataclass
class Model:
    """A model behind a real endpoint. `says` makes its words from the ids of the facts that it is shown, by wording."""

    says: Callable[[dict[str, str]], str] = lambda _ids: '{"operations": []}'
    shown: list[str] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    def consolidate(self, question: ConsolidateQuestion) -> ConsolidateAnswer:
        self.shown += [fact.content for fact in question.facts]
        words = self.says({fact.content: fact.fact_id for fact in question.facts})
        self.meanwhile()
        with ScriptedServer([said(words)]) as server:
            return consolidate.consolidate(question, ModelChoice(base_url=server.url, model="case"))

    def describe(self, question: DescribeQuestion) -> DescribeAnswer:
        return DescribeAnswer("说了近况。", ("近况", "生活", "工作"))


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    monkeypatch.setattr(bell, "call", lambda task, words, *, queue: True)
    model = Model()

    def for_scope(choice: ModelChoice) -> Model:
        return model

    monkeypatch.setattr(mind, "for_scope", for_scope)
    return model


@pytest.fixture
def profile() -> Profile:
    return make_profile()


@pytest.mark.parametrize("case", cases("dream_apply"))
def test_dream_apply(case: dict[str, Any], profile: Profile, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    given, expected = case["input"], case["expect"]
    stored = store(profile, given)
    say(profile)
    model.says = reply_of(given, stored)
    if "conversation_digests" in given:
        monkeypatch.setattr(digest, "digest", cannot_be_had)

    other = somebody() if "other_users" in expected else None
    part = night(profile)
    then(given, profile, part)

    check_facts(expected, profile, stored)
    check_operations(expected, part)
    check_log(expected, profile, part)
    check_the_rest(expected, profile, part, model)
    if other is not None:
        assert part.run.parts.get(profile=other).state == "done"


def somebody() -> Profile:
    """Somebody else with news, whose facts are none of the case's."""
    profile = make_profile()
    make_fact(profile, "用户怕冷")
    say(profile)
    return profile


def night(profile: Profile) -> DreamPart:
    """A run for everybody, worked on person by person."""
    run = opened(profile.tenant, now=NIGHT)
    parts = [carry_on(part) for part in run.parts.order_by("-pk")]
    return next(part for part in parts if part.profile_id == profile.pk)


def cannot_be_had(*_: Any) -> None:
    raise ProviderFailed("timeout")


def store(profile: Profile, given: dict[str, Any]) -> list[str]:
    """The wordings of the facts in force."""
    facts = given["facts"]
    if given.get("format") == "V1":
        Profile.objects.filter(pk=profile.pk).update(memory=facts)
        return list(facts["facts"])
    if isinstance(facts, dict):
        facts = [facts["template"].replace("{n}", str(number)) for number in range(1, facts["count"] + 1)]
    for one in facts:
        text = one["text"] if isinstance(one, dict) else one
        fact = make_fact(profile, text)
        if isinstance(one, dict) and one["status"] == "deprecated":
            editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=after(1))
    return contents(profile)


def reply_of(given: dict[str, Any], stored: list[str]) -> Callable[[dict[str, str]], str]:
    if "reply" in given:
        return lambda ids: str(given["reply"]) if stored[0] in ids else '{"operations": []}'

    def says(ids: dict[str, str]) -> str:
        return json.dumps({"operations": [wire(one, ids, stored) for one in given["plan"]]}, ensure_ascii=False)

    return says


def wire(one: dict[str, Any], ids: dict[str, str], stored: list[str]) -> dict[str, Any]:
    """A line of the plan with fact ids; what the model is not shown has the id that its wording makes."""

    def id_of(text: str) -> str:
        return ids.get(text) or document.digest_of(text)

    if "merge" in one:
        return {"op": "merge", "ids": [id_of(text) for text in one["merge"]], "content": one["into"], "reason": None}
    if "add" in one:
        return {"op": "add", "ids": [], "content": one["add"], "reason": None}
    named = stored[1:] if one.get("outdated") == "all but the first" else one.get("outdated", [])
    found = [one["outdated_id"]] if "outdated_id" in one else [id_of(text) for text in named]
    return {"op": "outdated", "ids": found, "content": None, "reason": None}


def then(given: dict[str, Any], profile: Profile, part: DreamPart) -> None:
    """Undo of the run, after the owner has edited 丙."""
    if "then" in given:
        fact = Fact.objects.get(content="丙")
        later = NIGHT.replace(hour=NIGHT.hour + 1)
        editing.edit(profile, fact.fact_id, content="丙 as edited", origin=BY_OWNER, now=later)
        undo.of_run(part.run, origin=BY_OWNER, now=later)


def check_facts(expected: dict[str, Any], profile: Profile, stored: list[str]) -> None:
    if "active_set" in expected:
        assert sorted(contents(profile)) == sorted(expected["active_set"])
    for status in ("superseded", "deprecated"):
        assert sorted(contents(profile, status)) == sorted(expected.get(status, contents(profile, status)))
    if expected.get("change") == "none" or "any_of" in expected:
        assert contents(profile) == stored
    if "superseded_max" in expected:
        assert 0 < len(contents(profile, "superseded")) <= expected["superseded_max"]
    everything = Fact.objects.of(profile)
    assert everything.count() == expected.get("records_total", everything.count())
    assert not everything.filter(content__in=expected.get("never_stored", [])).exists()
    if "new_record_source" in expected:
        new = everything.exclude(content__in=stored).get()
        assert new.source == expected["new_record_source"]
    if "records_with_same_id" in expected:
        assert everything.filter(fact_id=everything.active().get().fact_id).count() == expected["records_with_same_id"]
    if "ids" in expected:
        assert sorted(everything.values_list("fact_id", flat=True)) == sorted(expected["ids"])


def check_operations(expected: dict[str, Any], part: DreamPart) -> None:
    states = [state for _op, state, _why in told(part)]
    assert states.count("rejected") == expected.get("rejected_operations", states.count("rejected"))
    assert part.counts.get("rejected", 0) == states.count("rejected")
    assert states.count("applied") == expected.get("applied_operations", states.count("applied"))
    if "waits_for_approval" in expected:
        assert (states.count("applied"), states.count("waiting")) == (15, 34)
        assert HeldItem.objects.filter(op="RETIRE").count() == 34
        part.run.refresh_from_db()
        assert (part.run.counts["outdated"], part.run.counts["waiting"]) == (15, 34)
    if "undo" in expected:
        undo.of_run(part.run, origin=BY_OWNER, now=NIGHT)
        assert len(contents(part.profile)) == expected["records_total"]


def check_log(expected: dict[str, Any], profile: Profile, part: DreamPart) -> None:
    if "dreamLog" in expected:
        profile.refresh_from_db()
        assert part.log == profile.metadata["dreamLog"] == expected["dreamLog"]
    if "unchanged" in expected:
        assert part.log["unchanged"] == expected["unchanged"]


def check_the_rest(expected: dict[str, Any], profile: Profile, part: DreamPart, model: Model) -> None:
    if "prompt_lacks" in expected:
        assert not set(expected["prompt_lacks"]) & set(model.shown)
    if "stored_version" in expected:
        profile.refresh_from_db()
        assert profile.memory is None
        assert reading.wire_document(Fact.objects.of(profile))["version"] == expected["stored_version"]
    if "log" in expected or "any_of" in expected:
        job = Job.objects.get(pk=part.job_id)
        assert (part.state, job.state) == ("pending", "pending")
        assert job.reason == ("format" if "log" in expected else "timeout")


@pytest.mark.parametrize("case", cases("dream_run"))
def test_dream_run(case: dict[str, Any], model: Model, settings: Any) -> None:
    """With the real worker; the run's own rules are tried in test_schedule_cases.py."""
    settings.MEMORYHUB_JOB_ATTEMPTS = 1
    given, expected = case["input"], case["expect"]
    people = {name: somebody_called(name) for name in given["users"]}
    replies = given.get("replies", {})

    def says(ids: dict[str, str]) -> str:
        name = next(name for name in people if f"用户名叫{name}" in ids)
        if isinstance(replies.get(name), dict):
            raise ProviderFailed(replies[name]["raise"])
        return '{"operations": []}'

    model.says = says
    run = opened(make_tenant(), now=NIGHT)
    for _ in range(2 if "repeat" in given else 1):
        for part in run.parts.order_by("pk"):
            carry_on(part)

    run.refresh_from_db()
    states = {name: run.parts.get(profile=profile).state for name, profile in people.items()}
    moved = [name for name, profile in people.items() if Profile.objects.get(pk=profile.pk).dreamed_through]
    assert [name for name in people if states[name] == "done"] == expected.get("processed", list(people))
    assert [name for name in people if states[name] == "failed"] == expected.get("failed", [])
    assert moved == expected.get("watermark_moved", list(people))
    assert run.state == "done"
    assert len(model.shown) // 2 == expected.get("llm_calls", expected.get("llm_calls_for_u1", len(people)))


def somebody_called(name: str) -> Profile:
    profile = make_profile(name)
    make_fact(profile, f"用户名叫{name}")
    make_fact(profile, "用户怕冷")
    say(profile)
    return profile


@pytest.mark.parametrize("case", cases("concurrent"))
def test_concurrent(case: dict[str, Any], profile: Profile, model: Model) -> None:
    facts = {text: make_fact(profile, text) for text in case["input"]["start"]}
    say(profile)
    model.says = lambda ids: json.dumps({"operations": [{"op": "outdated", "ids": [ids["b"]]}]})

    def happen() -> None:
        editing.delete(profile, facts["b"].fact_id, origin=BY_OWNER, now=after(90))
        make_fact(profile, "d", now=after(91))

    model.meanwhile = happen
    part = night(profile)

    assert contents(profile) == case["expect"]["active_set"]
    assert contents(profile, "deprecated") == case["expect"]["deprecated"]
    assert told(part) == [("outdated", "stale", "changed")]
