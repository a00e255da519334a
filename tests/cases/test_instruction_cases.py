"""The cases of explicit wishes about the memory: what one instruction does to the stored facts, and what asks for one.

Not automated here: what a model makes of a wish is a matter of the live tests.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import calibration
from engine.embedded.extract import extract
from engine.questions import (
    USER,
    ExtractAnswer,
    ExtractQuestion,
    Instruction,
    Line,
    MatchAnswer,
    MatchQuestion,
    Switches,
)
from extraction import jobs, obeying, settling
from extraction.candidates import Screen
from extraction.models import Decision, Job
from extraction.policy import policy_of
from extraction.rulings import Rules
from profiles import editing
from profiles.lifecycle import Source, Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import BY_OWNER, NOON, after, make_fact, make_message, make_profile, make_session

ALL = [json.loads(line) for line in (Path(__file__).parent / "extraction.jsonl").read_text("utf-8").splitlines()]
OUTCOMES = {"not validated": "not_confirmed"}
WORDS = {"DELETE": "请忘掉", "UPDATE": "请更新", "ADD": "请记住"}
REASONS = {"back to active on an explicit request": "instructed"}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def as_similar(best: float, rules: Rules) -> Rules:
    """The rules with the nearest fact at the given similarity and all others behind it."""

    def scores(one: Sequence[float], others: Sequence[Sequence[float]]) -> list[float]:
        real = calibration.similarities(one, others, rules.vector_model)
        return [best if score == max(real) else best - 0.05 for score in real]

    return replace(rules, scores=scores)


def carry_out(profile: Profile, given: dict[str, Any]) -> None:
    asked = given["instruction"]
    said = f"{WORDS[asked['op']]}{asked.get('old') or asked.get('new')}"
    message = make_message(make_session(profile), said, said_at=after(5))
    job = jobs.add(profile, Job.Kind.LEARN, now=after(5), session=message.session, message_ids=[message.pk])
    instruction = Instruction(asked["op"], asked.get("old", ""), asked.get("new", ""), (message.pk,))
    lines = (Line(USER, message.content, key=message.pk, said_at=after(5)),)
    answers = [ExtractAnswer(instructions=(instruction,))]
    ready = obeying.wishes_in(job, answers, Screen(lines=lines, switches=Switches()), ())
    _, rules = settling.prepare(job, [], policy_of(profile, agent_id="", scope_id=job.scope_id))
    verdict = json.loads(given["validation_reply"])["match"]

    def validate(question: MatchQuestion) -> MatchAnswer:
        return MatchAnswer(is_match=verdict)

    plan = obeying.decide(job, ready, (), as_similar(given["best_similarity"], rules), ask=validate)
    obeying.carry_out(job, plan, now=after(5))


def by_status(profile: Profile, status: Status) -> list[str]:
    rows = Fact.objects.filter(profile=profile, status=status)
    return list(rows.order_by("pk").values_list("content", flat=True))


@pytest.mark.django_db
@pytest.mark.parametrize("case", cases("instruction_apply"))
def test_an_instruction_does_what_the_case_says(case: dict[str, Any]) -> None:
    given, expected, profile = case["input"], case["expect"], make_profile()
    for content in given.get("stored_facts", []):
        make_fact(profile, content)
    for content in given.get("stored_deprecated", []):
        fact = make_fact(profile, content)
        editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=NOON)
    events = FactEvent.objects.count()

    carry_out(profile, given)

    if expected.get("stored_change") == "none":
        assert by_status(profile, Status.ACTIVE) == given["stored_facts"]
        assert FactEvent.objects.count() == events
    if "outcome_recorded" in expected:
        assert Decision.objects.get().action == OUTCOMES[expected["outcome_recorded"]]
    for status in (Status.ACTIVE, Status.DEPRECATED):
        assert by_status(profile, status) == expected.get(status.value, by_status(profile, status))
    if "records_with_same_id" in expected:
        assert Fact.objects.count() == expected["records_with_same_id"]
    if "event" in expected:
        event = FactEvent.objects.latest("pk")
        assert (event.source, event.reason) == (Source.INSTRUCTION, REASONS[expected["event"]])


@pytest.mark.parametrize(
    "case", [case for case in cases("extract_quality") if "instructions" in case.values[0]["expect"]]
)
def test_a_message_asks_for_what_the_case_says(case: dict[str, Any]) -> None:
    given = case["input"]
    lines = tuple(Line(line["role"], line["content"], key=1) for line in given["current"])

    answer = extract(ExtractQuestion(target=lines, known=tuple(given.get("known", []))))

    assert [wish.op for wish in answer.instructions] == [wanted.split()[0] for wanted in case["expect"]["instructions"]]
    assert answer.items == ()
    assert not any("忘" in item.content for item in answer.items)
