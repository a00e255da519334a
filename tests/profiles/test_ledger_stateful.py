"""Whatever happens in whatever order: ids are stable, slots single, the cap holds, nothing deleted comes back by itself."""

import itertools
from collections import Counter

import pytest
from django.conf import settings
from django.db import transaction
from hypothesis import HealthCheck, Phase, strategies
from hypothesis import settings as hypothesis_settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from profiles import document, editing, ledger, slots
from profiles.changes import Move, New
from profiles.lifecycle import ForbiddenTransition, Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import BY_API, BY_OWNER, LEARNED, after, make_profile

CONTENTS = strategies.sampled_from(
    ["lives in Rome", "lives in Oslo", "likes tea", "likes jazz", "用户住在杭州", "用户喜欢茶", "用户的储物柜编号是3920",
     "用户的储物柜编号是14264", "has a dog", "is allergic to nuts", "用户在学车", "works nights"]
)  # fmt: skip
TYPES = strategies.sampled_from(["user_fact", "user_profile", "user_preference", "semantic_memory"])
SLOTS = strategies.sampled_from(["", "location", "occupation"])
LIMIT = 6


class Life(RuleBasedStateMachine):
    """One person's facts under everything that may happen to them; time moves on by a minute with each step."""

    def __init__(self) -> None:
        super().__init__()
        self.profile = make_profile()
        self.minute = 0
        self.deleted: set[str] = set()
        self.ids: dict[str, str] = {}

    def now(self):
        self.minute += 1
        return after(self.minute)

    def active(self):
        return list(Fact.objects.of(self.profile).active().order_by("pk"))

    def expect_lifted(self, content: str) -> None:
        self.deleted.discard(content)

    @rule(content=CONTENTS, kind=TYPES, slot=SLOTS, earlier=strategies.integers(0, 30))
    def learn_something(self, content, kind, slot, earlier):
        self.learn(content, kind, slot, earlier)

    def learn(self, content, kind, slot, earlier):
        now = self.now()
        new = New(
            content, type=kind, slot=slot, slot_key=slots.slot_key(kind, slot, ""), evidence=(self.minute,),
            said_at=after(self.minute - earlier),
        )  # fmt: skip
        ledger.apply(self.profile.pk, [new], origin=LEARNED, now=now)

    @rule(content=CONTENTS, earlier=strategies.integers(0, 5))
    def learn_where_they_live(self, content, earlier):
        """Many statements that contest one slot."""
        self.learn(content=content, kind="user_profile", slot="location", earlier=earlier)

    @rule(contents=strategies.lists(CONTENTS, min_size=1, max_size=9))
    def learn_many(self, contents):
        now = self.now()
        ledger.apply(self.profile.pk, [New(one, said_at=now) for one in contents], origin=LEARNED, now=now)

    @rule(content=CONTENTS)
    def add_by_hand(self, content):
        editing.add(self.profile, content, origin=BY_OWNER, now=self.now())
        self.expect_lifted(content)

    @precondition(lambda self: self.active())
    @rule(number=strategies.integers(0, 20), content=CONTENTS)
    def edit(self, number, content):
        fact = self.active()[number % len(self.active())]
        editing.edit(self.profile, fact.fact_id, content=content, origin=BY_OWNER, now=self.now())
        self.expect_lifted(content)

    @precondition(lambda self: self.active())
    @rule(number=strategies.integers(0, 20))
    def delete(self, number):
        fact = self.active()[number % len(self.active())]
        editing.delete(self.profile, fact.fact_id, origin=BY_API, now=self.now())
        self.deleted.add(fact.content)

    @rule(number=strategies.integers(0, 20))
    def restore(self, number):
        facts = list(Fact.objects.of(self.profile).order_by("pk"))
        if facts:
            fact = facts[number % len(facts)]
            editing.restore(self.profile, fact.fact_id, origin=BY_OWNER, now=self.now())
            self.expect_lifted(fact.content)

    @rule(number=strategies.integers(0, 20), to=strategies.sampled_from(Status))
    def move(self, number, to):
        facts = list(Fact.objects.of(self.profile).order_by("pk"))
        if not facts:
            return
        fact = facts[number % len(facts)]
        try:
            ledger.apply(self.profile.pk, [Move(fact.pk, to)], origin=LEARNED, now=self.now())
        except ForbiddenTransition:
            assert fact.status == Status.DEPRECATED
        else:
            if to is Status.DEPRECATED:
                self.deleted.add(fact.content)

    @rule(contents=strategies.lists(CONTENTS, max_size=4))
    def load_an_old_document(self, contents):
        Profile.objects.filter(pk=self.profile.pk).update(memory={"facts": contents})

    @rule(contents=strategies.lists(CONTENTS, max_size=5))
    def replace_all(self, contents):
        before = {fact.content for fact in self.active() if fact.is_resident}
        waiting = Profile.objects.get(pk=self.profile.pk).memory
        news = editing.from_document({"facts": contents})
        with transaction.atomic():
            editing.replace(self.profile, news, origin=BY_API, now=self.now())
        self.deleted |= before - set(contents)
        if waiting:
            known = set(
                Fact.objects.of(self.profile).filter(status=Status.DEPRECATED).values_list("content", flat=True)
            )
            self.deleted |= known
        for content in contents:
            self.expect_lifted(content)

    @invariant()
    def ids_are_stable_and_unique(self):
        for fact in Fact.objects.of(self.profile):
            assert fact.fact_id == self.ids.setdefault(fact.content, fact.fact_id)
            assert fact.fact_id.startswith(document.digest_of(fact.content))

    @invariant()
    def no_content_and_no_single_slot_is_active_twice(self):
        contents = Counter(fact.content for fact in self.active())
        keys = Counter(fact.slot_key for fact in self.active() if fact.slot_key)
        assert all(count == 1 for count in (contents + keys).values())

    @invariant()
    def the_cap_holds(self):
        residents = [fact for fact in self.active() if fact.is_resident]
        assert len(residents) <= LIMIT
        assert len(self.active()) - len(residents) <= LIMIT

    @invariant()
    def nothing_deleted_is_active(self):
        assert not self.deleted & {fact.content for fact in self.active()}

    @invariant()
    def the_last_event_of_each_fact_tells_its_state(self):
        for fact in Fact.objects.of(self.profile):
            events = list(FactEvent.objects.filter(fact=fact).order_by("pk"))
            assert events[0].from_status == ""
            assert events[-1].to_status == fact.status
            for earlier, later in itertools.pairwise(events):
                assert later.from_status == earlier.to_status

    @invariant()
    def the_profile_counts_its_active_facts(self):
        assert Profile.objects.get(pk=self.profile.pk).active_facts == len(self.active())


def live(monkeypatch, *, lives: int, steps: int) -> None:
    monkeypatch.setattr(settings, "MEMORYHUB_FACT_LIMIT", LIMIT)
    monkeypatch.setattr(settings, "MEMORYHUB_RECALLED_FACT_LIMIT", LIMIT)
    run_state_machine_as_test(
        Life,
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
def test_any_order_of_events_keeps_the_promises(monkeypatch):
    live(monkeypatch, lives=8, steps=20)


@pytest.mark.long
@pytest.mark.django_db
def test_many_lives_keep_the_promises(monkeypatch):
    live(monkeypatch, lives=60, steps=40)
