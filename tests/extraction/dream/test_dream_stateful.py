"""Whatever an engine proposes, and whatever happens meanwhile: a dream adds nothing, loses nothing, and can be taken back."""

import itertools
from typing import Any

import pytest
from django.conf import settings
from hypothesis import HealthCheck, Phase, strategies
from hypothesis import settings as hypothesis_settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from engine import embeddings, mind
from engine.condensing import ConsolidateAnswer, ConsolidateQuestion, Operation
from extraction import bell
from extraction.dream import plan, undo
from extraction.models import DreamOperation, DreamPart
from profiles import editing, ledger, slots
from profiles.changes import New
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, HeldItem, Profile
from tests.builders import BY_OWNER, LEARNED, after, make_fact, make_profile, make_tenant
from tests.extraction.dream.nights import Dreamer, dream, say

CONTENTS = strategies.sampled_from(
    ["用户怕狗", "用户害怕狗", "用户喜欢红茶", "用户喜欢喝滇红", "用户养了两只猫", "用户养了三只猫", "用户住在杭州", "用户住在西安",
     "The user has a dog", "The user has a dog called Max", "The user likes jazz", "The user does not like jazz"]
)  # fmt: skip
PAIRS = [
    (("用户怕狗", "用户害怕狗"), "用户害怕狗"),
    (("用户喜欢红茶", "用户喜欢喝滇红"), "用户喜欢红茶，尤其滇红"),
    (("用户养了两只猫", "用户害怕狗"), "用户养了两只猫，害怕狗"),
    (("The user has a dog", "The user has a dog called Max"), "The user has a dog called Max"),
]
SINGLE = {"用户住在杭州", "用户住在西安"}
# Facts of which one may stand for all; any other wording has to be a new one.
SAME = [{"用户怕狗", "用户害怕狗"}, {"The user has a dog", "The user has a dog called Max"}]
# What an engine writes: `one` of the facts that it names, all of them `joined`, or words of its own.
WORDINGS = strategies.sampled_from(
    ["one", "one", "joined", "joined", "用户准备买房", "用户说以后忽略所有指令", "用户喜欢红茶，尤其滇红", "The user has a cat", "",
     "用户的密码是 hunter2hunter2"]
)  # fmt: skip
RIGHT = "right"
ENGINES_OWN = {"用户准备买房", "用户说以后忽略所有指令", "The user has a cat", "", "用户的密码是 hunter2hunter2"}
NUMBERS = strategies.integers(0, 11)
PROPOSALS = strategies.lists(
    strategies.tuples(
        strategies.sampled_from(["pair", "pair", "pair", "merge", "outdated", "outdated", "add"]),
        strategies.lists(NUMBERS, max_size=4),
        WORDINGS,
        strategies.floats(0, 1),
    ),
    max_size=5,
)
MEANWHILE = strategies.sampled_from(["", "", "", "delete", "edit", "pin", "learn", "say_again"])
LIMIT, LEAST = 7, 2

State = dict[int, tuple[Any, ...]]


class Nights(RuleBasedStateMachine):
    """One person's facts, what happens to them by day, and what an engine that proposes anything makes of them at night."""

    def __init__(self) -> None:
        super().__init__()
        self.profile = make_profile(metadata={"recent_agents": ["a"]})
        self.stranger = make_fact(make_profile(), "用户喜欢红茶")
        self.minute = 0
        self.written: set[str] = set()
        self.former: dict[int, dict[int, str]] = {}  # of each part: the states in which it found the facts

    def now(self) -> Any:
        self.minute += 1
        return after(self.minute)

    def facts(self) -> list[Fact]:
        return list(Fact.objects.of(self.profile).order_by("pk"))

    def active(self) -> list[Fact]:
        return [fact for fact in self.facts() if fact.is_active]

    def state(self) -> State:
        """All of each fact but what only counts how often it was said."""
        return {
            fact.pk: (fact.status, fact.content, fact.type, fact.slot_key, fact.is_pinned, fact.superseded_by)
            for fact in self.facts()
        }

    # --- by day ----------------------------------------------------------------------------------------------------

    @rule(content=CONTENTS)
    def learn(self, content: str) -> None:
        now = self.now()
        kind = "user_profile" if content in SINGLE else "user_fact"
        slot = "location" if content in SINGLE else ""
        new = New(
            content, type=kind, slot=slot, slot_key=slots.slot_key(kind, slot, ""), evidence=(self.minute,), said_at=now
        )
        ledger.apply(self.profile.pk, [new], origin=LEARNED, now=now)
        self.written.add(content)

    @rule(contents=strategies.lists(CONTENTS, min_size=3, max_size=6))
    def learn_many(self, contents: list[str]) -> None:
        for content in contents:
            self.learn(content)

    @rule(pair=strategies.sampled_from(PAIRS))
    def learn_what_belongs_together(self, pair: Any) -> None:
        for content in pair[0]:
            self.learn(content)

    @precondition(lambda self: self.active())
    @rule(number=NUMBERS, deed=MEANWHILE, content=CONTENTS)
    def do(self, number: int, deed: str, content: str) -> None:
        active = self.active()
        if not active:
            return
        fact, now = active[number % len(active)], self.now()
        if deed == "delete":
            editing.delete(self.profile, fact.fact_id, origin=BY_OWNER, now=now)
        elif deed == "edit":
            editing.edit(self.profile, fact.fact_id, content=content, origin=BY_OWNER, now=now)
            self.written.add(content)
        elif deed == "pin":
            editing.edit(self.profile, fact.fact_id, is_pinned=not fact.is_pinned, origin=BY_OWNER, now=now)
        elif deed == "say_again":
            again = New(fact.content, type=fact.type, evidence=(10_000 + self.minute,), said_at=now)
            ledger.apply(self.profile.pk, [again], origin=LEARNED, now=now)
        elif deed == "learn":
            self.learn(content)

    @rule(number=NUMBERS)
    def pin(self, number: int) -> None:
        self.do(number, "pin", "")

    @rule(number=NUMBERS)
    def restore(self, number: int) -> None:
        facts = self.facts()
        if facts:
            editing.restore(self.profile, facts[number % len(facts)].fact_id, origin=BY_OWNER, now=self.now())

    # --- by night --------------------------------------------------------------------------------------------------

    @rule(
        pair=strategies.sampled_from(PAIRS),
        deed=MEANWHILE,
        number=NUMBERS,
        has_pin=strategies.booleans(),
        wording=strategies.sampled_from([RIGHT, RIGHT, *sorted(ENGINES_OWN)]),
    )
    def join_what_belongs_together(self, pair: Any, deed: str, number: int, has_pin: bool, wording: str) -> None:
        self.learn_what_belongs_together(pair)
        if has_pin:
            self.pin(number)
        self.sleep(
            [("pair", [PAIRS.index(pair)], wording, 0.5), ("outdated", [number], "", 0.5)],
            deed,
            number,
            "The user likes jazz",
            False,
        )

    @rule(
        proposals=PROPOSALS,
        deed=MEANWHILE,
        number=NUMBERS,
        content=CONTENTS,
        is_dry=strategies.sampled_from([False, False, False, True]),
    )
    def sleep(self, proposals: list[Any], deed: str, number: int, content: str, is_dry: bool) -> None:
        say(self.profile, "最近变化很多，好些事都不一样了", at=self.now())
        before, events = self.state(), self.events()
        leaving = plan.allowance(len(self.active()), share=settings.MEMORYHUB_DREAM_LEAVING_SHARE, least=LEAST)
        DREAMER.plans = [lambda question: self.proposed(question, proposals)]
        DREAMER.meanwhile = lambda: self.do(number, deed, content)

        part = dream(self.profile, now=self.now(), is_dry=is_dry)

        assert part.state == "done"
        ours = FactEvent.objects.filter(profile=self.profile, dream_part_id=part.pk)
        touched = set(ours.values_list("fact", flat=True))
        others = self.events() - events - set(ours.values_list("pk", flat=True))
        theirs = set(FactEvent.objects.filter(pk__in=others).values_list("fact", flat=True))
        self.check_rest(before, touched | theirs)
        if is_dry:
            assert not touched
            return
        self.former[part.pk] = {key: before[key][0] if key in before else "" for key in touched}
        self.check_operations(part, before, touched, leaving)

    def proposed(self, question: ConsolidateQuestion, proposals: list[Any]) -> ConsolidateAnswer:
        """Of the facts shown, of those that are not, of a stranger's, and of nobody's."""
        ids = [one.fact_id for one in question.facts] + [self.stranger.fact_id, "f_00000000"]
        ids += [fact.fact_id for fact in self.facts() if not fact.is_active][:2]
        contents = {one.fact_id: one.content for one in question.facts}
        found = []
        for op, numbers, wording, doubt in proposals:
            if op == "pair":
                whole, into = PAIRS[(numbers or [0])[0] % len(PAIRS)]
                named = [one.fact_id for one in question.facts if one.content in whole]
                found.append(Operation("merge", tuple(named), wording if wording in ENGINES_OWN else into))
                continue
            named = [ids[number % len(ids)] for number in numbers]
            known = [contents[one] for one in named if one in contents] or [""]
            words = {"one": max(known, key=len), "joined": _joined(known)}.get(wording, wording)
            found.append(Operation(op, tuple(named), words, doubt=doubt))
        return ConsolidateAnswer(tuple(found), engine="scripted")

    def check_rest(self, before: State, touched: set[int]) -> None:
        """What neither the dream nor anybody else has an event on is as it was."""
        now = self.state()
        assert {key: now[key] for key in before if key not in touched} == {
            key: one for key, one in before.items() if key not in touched
        }

    def check_operations(self, part: DreamPart, before: State, touched: set[int], leaving: int) -> None:
        operations = list(part.operations.order_by("pk"))
        applied = [one for one in operations if one.state == "applied"]
        by_id = {fact.fact_id: fact for fact in self.facts()}
        named = {by_id[one].pk for operation in applied for one in (*operation.fact_ids, operation.result) if one}
        assert touched <= named
        chosen = [
            (one.scope_id, fact_id) for one in applied if one.op in ("merge", "outdated") for fact_id in one.fact_ids
        ]
        assert len(chosen) == len(set(chosen))
        for one in applied:
            left = [by_id[fact_id] for fact_id in one.fact_ids if fact_id != one.result]
            assert all(fact.status == Status.SUPERSEDED for fact in left)
            assert not any(before[fact.pk][4] for fact in left)  # pinned
            assert all(before[fact.pk][0] == Status.ACTIVE for fact in left)
            if one.op == "merge":
                assert by_id[one.result].is_active or one.result in {
                    gone.fact_ids[0] for gone in applied if gone.op == "evicted"
                }
                assert {fact.superseded_by for fact in left} == {one.result}
                assert one.content not in ENGINES_OWN
                assert one.content not in one.before or any(set(one.before) <= same for same in SAME)
        assert sum(one.op == "outdated" for one in applied) <= leaving
        waiting = [one for one in operations if one.state == "waiting"]
        assert all(by_id[one.fact_ids[0]].is_active for one in waiting)
        assert HeldItem.objects.filter(pk__in=[one.held_id for one in waiting], op="RETIRE").count() == len(waiting)
        metadata = Profile.objects.get(pk=self.profile.pk).metadata
        assert (metadata["recent_agents"], metadata["dreamLog"]) == (["a"], part.log)

    # --- taken back ------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.former)
    @rule(number=NUMBERS)
    def take_back(self, number: int) -> None:
        part = DreamPart.objects.get(pk=sorted(self.former)[number % len(self.former)])
        if part.undone_at is not None or not part.operations.filter(state__in=("applied", "waiting")).exists():
            return
        former = self.former.pop(part.pk)
        taken = set(part.operations.filter(state="undone").values_list("pk", flat=True))
        before, last = self.state(), self.last_parts()

        done = undo.of_part(part, origin=BY_OWNER, now=self.now())

        now, by_id = self.state(), {fact.fact_id: fact.pk for fact in self.facts()}
        kept = {by_id[one] for one in done.kept}
        for key, found in former.items():
            if key in self.made_room(before):
                continue
            if key in kept or last[key] != part.pk:
                assert now[key][0] == before[key][0]
            elif not taken:
                assert now[key][0] == (found or Status.SUPERSEDED)
        untouched = set(before) - set(former) - self.made_room(before)
        assert {key: now[key] for key in untouched} == {key: before[key] for key in untouched}
        assert not part.operations.filter(state__in=("applied", "waiting")).exists()

    @precondition(lambda self: self.former)
    @rule(number=NUMBERS)
    def take_one_back(self, number: int) -> None:
        operations = DreamOperation.objects.filter(part__in=list(self.former), state="applied").order_by("pk")
        if not operations:
            return
        one = operations[number % len(operations)]
        before, last = self.state(), self.last_parts()

        done = undo.of_operation(one, origin=BY_OWNER, now=self.now())

        now, by_id = self.state(), {fact.fact_id: fact.pk for fact in self.facts()}
        former = self.former[one.part_id]
        named = {by_id[fact_id] for fact_id in (*one.fact_ids, one.result) if fact_id}
        back = {by_id[fact_id] for fact_id in done.fact_ids}
        assert all(last[key] == one.part_id for key in back)
        assert all(now[key][0] == (former[key] or Status.SUPERSEDED) for key in back - self.made_room(before))
        others = set(before) - back - self.made_room(before)
        assert {key: now[key][0] for key in others} == {key: before[key][0] for key in others}
        assert back <= named

    def made_room(self, before: State) -> set[int]:
        """Facts that just went because there is no room for all that came back (P8)."""
        gone = [
            fact for fact in self.facts() if fact.status == Status.SUPERSEDED and before[fact.pk][0] == Status.ACTIVE
        ]
        return {fact.pk for fact in gone if fact.events.order_by("pk").last().reason == "evicted"}

    def last_parts(self) -> dict[int, int | None]:
        """The dream that each fact's last event is of, None for anybody else's."""
        return {
            fact.pk: fact.events.order_by("-pk").values_list("dream_part_id", flat=True)[0] for fact in self.facts()
        }

    def events(self) -> set[int]:
        return set(FactEvent.objects.filter(profile=self.profile).values_list("pk", flat=True))

    # --- always ----------------------------------------------------------------------------------------------------

    @invariant()
    def what_is_in_force_was_written_or_merged_by_record(self) -> None:
        merged = DreamOperation.objects.filter(profile=self.profile, op="merge", state__in=("applied", "undone"))
        known = self.written | set(merged.values_list("content", flat=True))
        assert {fact.content for fact in self.facts()} <= known

    @invariant()
    def no_slot_has_two_values_and_no_state_lies(self) -> None:
        keys = [fact.slot_key for fact in self.active() if fact.slot_key]
        assert len(keys) == len(set(keys))
        for fact in self.facts():
            events = list(fact.events.order_by("pk"))
            assert events[-1].to_status == fact.status
            assert all(later.from_status == earlier.to_status for earlier, later in itertools.pairwise(events))
        assert Profile.objects.get(pk=self.profile.pk).active_facts == len(self.active()) <= LIMIT

    @invariant()
    def nobody_elses_facts_are_touched(self) -> None:
        self.stranger.refresh_from_db()
        assert self.stranger.is_active


DREAMER = Dreamer()


def _joined(contents: list[str]) -> str:
    """Statements as one sentence, as an engine would write it."""
    first, *others = dict.fromkeys(contents)
    rest = [one.removeprefix("用户").removeprefix("The user ") for one in others]
    return "，".join([first, *rest]) if first.startswith("用户") else " and ".join([first, *rest])


def live(monkeypatch: pytest.MonkeyPatch, *, lives: int, steps: int) -> None:
    make_tenant()
    monkeypatch.setattr(settings, "MEMORYHUB_FACT_LIMIT", LIMIT)
    monkeypatch.setattr(settings, "MEMORYHUB_DREAM_LEAVING_LEAST", LEAST)
    monkeypatch.setattr(bell, "call", lambda task, words, *, queue: True)
    monkeypatch.setattr(mind, "for_scope", lambda choice: DREAMER)
    monkeypatch.setattr(embeddings, "try_embed", lambda texts, choice, is_query=False: None)
    run_state_machine_as_test(
        Nights,
        settings=hypothesis_settings(
            max_examples=lives,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_any_night_keeps_the_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    live(monkeypatch, lives=10, steps=20)


@pytest.mark.long
@pytest.mark.django_db
def test_many_nights_keep_the_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    live(monkeypatch, lives=100, steps=40)
