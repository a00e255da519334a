"""The cases of merging: stored statements, an incoming one, how alike they are, and what the judge replies."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware

from engine.model import judge as model_judge
from engine.questions import (
    ASSISTANT,
    ASSISTANT_TYPES,
    USER,
    Item,
    JudgeAnswer,
    JudgeQuestion,
    Line,
    ModelChoice,
    Switches,
)
from extraction import jobs, settling
from extraction.candidates import Screen
from extraction.models import Decision, Job
from extraction.rulings import Plan, Rules
from profiles import editing, ledger
from profiles.changes import Move
from profiles.lifecycle import Status
from profiles.models import Fact, FactVector, Profile
from tests.builders import (
    BY_OWNER,
    LEARNED,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_message,
    make_profile,
    make_session,
)
from tests.scripted_server import ScriptedServer, said

pytestmark = pytest.mark.django_db(transaction=True)

HERE = Path(__file__).parent
ALL = [json.loads(line) for line in (HERE / "merge.jsonl").read_text("utf-8").splitlines()]
MODEL = "case"
# Two actors at once, on a real database: tests/profiles/test_ledger_concurrent.py.
ELSEWHERE = {"mrg-020", "mrg-021"}


def cases(*kinds: str) -> list[Any]:
    chosen = [case for case in ALL if case["input"]["kind"] in kinds and case["id"] not in ELSEWHERE]
    return [pytest.param(case, id=case["id"]) for case in chosen]


def test_no_case_is_left_out() -> None:
    kinds = {"merge_pair", "dedupe", "merge_scope", "merge_time", "block_check"}

    assert {case["id"] for case in ALL if case["input"]["kind"] not in kinds} == ELSEWHERE


@dataclass
class Merging:
    """One profile on which statements arrive; how alike they are is given, as the cases give it."""

    profile: Profile = field(default_factory=make_profile)
    likeness: dict[str, float] = field(default_factory=dict)
    replies: list[str] = field(default_factory=list)
    judged: list[str] = field(default_factory=list)
    has_vectors: bool = True
    stored: int = 0

    def store(self, content: str, cosine: float = 0.0, *, said_at: datetime = NOON, **fields: Any) -> Fact:
        """A fact with a vector of its own, by which its likeness is looked up."""
        self.stored += 1
        place = float(self.stored)
        self.likeness[content] = cosine
        vector = (place,) if self.has_vectors else None
        return make_fact(self.profile, content, vector=vector, vector_model=MODEL, said_at=said_at, **fields)

    def arrive(
        self,
        content: str,
        *,
        type: str = "user_fact",
        slot: str = "",
        said_at: datetime | None = None,
        agent_id: str = "",
    ) -> Plan | None:
        """A statement that an engine found, through the screen, the decision and the ledger. None when it was stopped before."""
        said = said_at or after(60)
        role = ASSISTANT if type in ASSISTANT_TYPES else USER
        message = make_message(make_session(self.profile), content, role=role, said_at=said)
        line = Line(role, f"确认：{content}" if role == ASSISTANT else content, key=message.pk, said_at=said)
        screen = Screen(lines=[line], switches=Switches(), agent_id=agent_id)
        accepted = screen.sift([Item(type, content, slot=slot, source_role=role, evidence=(message.pk,))]).accepted
        if not accepted:
            return None
        vector = (0.5,) if self.has_vectors else None
        job = jobs.add(self.profile, Job.Kind.LEARN, now=said, agent_id=agent_id)
        plans: list[Plan] = []

        def write(plan: Plan) -> None:
            plans.append(plan)
            settling.carry_out(job, plan, origin=replace(LEARNED, job_id=job.pk), now=said)

        arrived = [replace(one, vector=vector) for one in accepted]
        rules = self._rules(agent_id)
        settling.settle(
            job,
            decide=lambda: settling.decide(job, arrived, rules),
            give_up=lambda: settling.append(job, arrived, rules),
            write=write,
        )
        return plans[-1]

    def _rules(self, agent_id: str) -> Rules:
        contents = {float(place): content for place, content in enumerate(self.likeness, start=1)}

        def scores(one: Sequence[float], others: Sequence[Sequence[float]]) -> list[float]:
            return [self.likeness[contents[other[0]]] if other[0] in contents else 0.0 for other in others]

        return Rules(scores=scores, judge=self._judge, vector_model=MODEL, agent_id=agent_id)

    def _judge(self, question: JudgeQuestion) -> JudgeAnswer:
        """A model behind a real endpoint, which says the case's words at each attempt."""
        self.judged.append(question.existing)
        words = self.replies[0] if len(self.replies) == 1 else self.replies.pop(0)
        with ScriptedServer([said(words), said(words)]) as server:
            return model_judge.judge(question, ModelChoice(base_url=server.url, model="judge"))

    def contents(self, status: str) -> list[str]:
        return list(
            Fact.objects.of(self.profile).filter(status=status).order_by("pk").values_list("content", flat=True)
        )


@pytest.mark.parametrize("case", cases("merge_pair"))
def test_merge_pair(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    merging = prepared(given)
    before = Fact.objects.count()

    text, slot, agent = parts_of(given["incoming"])
    plan = merging.arrive(text, type=given["type"], slot=slot or given.get("slot", ""), agent_id=agent)
    said_later(merging, given, text)

    assert sorted(merging.contents("active")) == sorted(expected.get("active", expected.get("active_set", [])))
    assert {*expected.get("superseded", []), *expected.get("history_kept", [])} <= set(merging.contents("superseded"))
    assert len(merging.judged) == expected.get("llm_calls", len(merging.judged))
    assert merging.judged == expected.get("judged", merging.judged)
    assert Fact.objects.count() - before == expected.get("records_added", Fact.objects.count() - before)
    check_the_rest(expected, text, plan)


def prepared(given: dict[str, Any]) -> Merging:
    merging = Merging(replies=[given["judge_reply"]] if "judge_reply" in given else [])
    cosines = given.get("cosine", [0.7] * len(given["existing"]))
    for one, cosine in zip(given["existing"], cosines, strict=True):
        text, slot, agent = parts_of(one)
        fields: dict[str, Any] = {"slot": slot or given["slot"]} if slot or given.get("slot") else {}
        if given["type"] in ASSISTANT_TYPES:
            fields["source_role"] = ASSISTANT
        merging.store(text, cosine, type=given["type"], agent_id=agent, **fields)
    return merging


def said_later(merging: Merging, given: dict[str, Any], text: str) -> None:
    for number, step in enumerate(given.get("then", []), start=2):
        merging.likeness |= dict.fromkeys([text, step["incoming"]], 0.8)
        merging.replies = [step["judge_reply"]]
        embed_all(merging)
        merging.arrive(step["incoming"], type=given["type"], slot=given.get("slot", ""), said_at=after(60 * number))


def check_the_rest(expected: dict[str, Any], text: str, plan: Plan | None) -> None:
    reason = expected.get("reason", "")
    if "source_count" in expected:
        fact = Fact.objects.get(content=text)
        assert (fact.source_count, fact.last_seen_at) == (expected["source_count"], after(60))
    if "records_with_same_id" in expected:
        assert Fact.objects.get(content=expected["active"][0]).said_at == after(120)
    if "unreadable" in reason:
        assert "failed" in Decision.objects.get().candidates[0]["reason"]
    if "before merging" in reason:
        assert plan is None


def parts_of(one: Any) -> tuple[str, str, str]:
    """Text, slot and agent of a statement as the cases write it."""
    if isinstance(one, dict):
        return one["text"], one.get("slot", ""), ""
    if one.startswith("[agent "):
        agent, text = one.removeprefix("[agent ").split("] ", 1)
        return text, "", agent
    return one, "", ""


def embed_all(merging: Merging) -> None:
    """A vector for what came in without a place of its own."""
    FactVector.objects.all().delete()
    for place, content in enumerate(merging.likeness, start=1):
        fact = Fact.objects.filter(content=content, status="active").first()
        if fact:
            FactVector.objects.create(
                fact=fact,
                profile=fact.profile,
                scope_id=fact.scope_id,
                type=fact.type,
                model=MODEL,
                embedding=[float(place)],
            )


@pytest.mark.parametrize("case", cases("dedupe"))
def test_dedupe(case: dict[str, Any], settings: Any) -> None:
    given, expected = case["input"], case["expect"]
    settings.MEMORYHUB_FACT_LIMIT = given.get("cap", 100)
    merging = Merging(replies=['{"action":"replace"}'], has_vectors="embedding_raises" not in given)
    for number in range(given.get("stored_superseded", 0)):
        retire(merging.store(f"用户第{number}次改了主意"))
    for content in stored_of(given):
        merging.store(content, given.get("cosine", 0.0))
    incoming = given["new"] if isinstance(given["new"], list) else [given["new"]]

    for content in incoming:
        merging.arrive(content)

    active = merging.contents("active")
    assert len(active) == expected.get("active_count", len(active))
    assert set(expected.get("active_includes", [])) <= set(active)
    if "evicted" in expected:
        gone = Fact.objects.filter(status="superseded", events__reason="evicted")
        assert gone.count() == expected["evicted"]
    if "facts_lost" in expected or "which" in expected:
        assert set(active) <= {*given["stored"], *incoming}
        assert len(active) == (1 if "which" in expected else 2)
    if "conflict" in expected:
        assert merging.contents("superseded") == given["stored"]


def retire(fact: Fact) -> None:
    ledger.apply(fact.profile_id, [Move(fact.pk, Status.SUPERSEDED)], origin=LEARNED, now=NOON)


def stored_of(given: dict[str, Any]) -> list[str]:
    stored = given.get("stored", {"count": given.get("stored_active", 0), "template": "用户收藏了第{n}号茶杯"})
    if isinstance(stored, list):
        return stored
    return [stored["template"].replace("{n}", str(number)) for number in range(stored["count"])]


@pytest.mark.parametrize("case", cases("merge_scope"))
def test_merge_scope(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    people = {}
    for one in (*given["existing"], given["incoming"]):
        people.setdefault(one["owner"], Merging(make_end_user(*one["owner"].removeprefix("end_user ").split("/"))))
    for one in given["existing"]:
        people[one["owner"]].store(one["text"], given["cosine"])

    people[given["incoming"]["owner"]].arrive(given["incoming"]["text"])

    found = {owner.removeprefix("end_user "): merging.contents("active") for owner, merging in people.items()}
    assert found == expected
    assert not any(merging.judged for merging in people.values())


@pytest.mark.parametrize("case", cases("merge_time"))
def test_merge_time(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    merging = Merging(replies=['{"action":"replace"}'])
    slot = {"slot": "location", "slot_key": "user_profile:location", "type": "user_profile"} if "slot" in given else {}
    merging.store(readable(given["existing"]["text"]), 0.9, said_at=moment(given["existing"]["updated_at"]), **slot)

    merging.arrive(
        readable(given["incoming"]["text"]),
        said_at=moment(given["incoming"]["statement_time"]),
        **({"type": "user_profile", "slot": "location"} if slot else {}),
    )

    if "active" in expected:
        assert merging.contents("active") == expected["active"]
        assert merging.contents("superseded") == [given["incoming"]["text"]]
    else:
        assert Fact.objects.count() == 2


def readable(text: str) -> str:
    """One letter is no statement; the case only wants two of them."""
    return f"用户的工号是{text}" if len(text) == 1 else text


def moment(text: str) -> datetime:
    found = parse_datetime(text)
    assert found is not None
    return found if is_aware(found) else make_aware(found)


@pytest.mark.parametrize("case", cases("block_check"))
def test_block_check(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    merging = Merging()
    for content in given["deprecated"]:
        fact = merging.store(content, given["cosine"])
        editing.delete(merging.profile, fact.fact_id, origin=BY_OWNER, now=NOON + timedelta(minutes=1))

    merging.arrive(given["incoming"])

    merging.profile.refresh_from_db()
    assert merging.contents("active") == expected["stored"]
    assert merging.profile.blocked_count == expected["blocked_count"]
    if expected.get("visible"):
        assert Decision.objects.get().action == "blocked"
