"""Two hundred hands at once on ten people: learning, edits and deletions; nothing lost, nothing double, all on record."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from django.db import connection

from engine.errors import Refused
from extraction import bell, runner
from extraction.models import Job
from profiles import editing, ledger
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import BY_API, BY_OWNER, after, make_tenant
from tests.flows.steps import person, profile_of, say

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

PEOPLE, LEARNERS, ADDERS, EDITORS, DELETERS = 10, 8, 4, 4, 4
CONNECTIONS = 60  # of the hundred that the server gives; who has none waits

LANGUAGES = ("法语", "德语", "日语", "韩语", "俄语", "泰语", "荷兰语", "意大利语")


class Crowd:
    """Deeds that all begin at one moment, each on a connection of its own."""

    def __init__(self) -> None:
        self.start = threading.Event()
        self.places = threading.BoundedSemaphore(CONNECTIONS)
        self.refused: Counter[str] = Counter()
        self.broken: list[BaseException] = []
        self.threads: list[threading.Thread] = []

    def add(self, deed: Callable[[], object]) -> None:
        self.threads.append(threading.Thread(target=self._do, args=(deed,)))

    def run(self) -> None:
        for thread in self.threads:
            thread.start()
        self.start.set()
        for thread in self.threads:
            thread.join(timeout=300)
        assert not any(thread.is_alive() for thread in self.threads)

    def _do(self, deed: Callable[[], object]) -> None:
        self.start.wait()
        with self.places:
            try:
                deed()
            except (Refused, ledger.Stale) as refused:
                self.refused[type(refused).__name__] += 1
            except BaseException as error:  # noqa: BLE001 - the test looks at it
                self.broken.append(error)
            finally:
                connection.close()


def test_two_hundred_writers_on_ten_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)
    make_tenant()
    people = [prepared(number) for number in range(PEOPLE)]
    crowd = Crowd()
    for number, profile in enumerate(people):
        for deed in deeds_on(number, profile):
            crowd.add(deed)
    assert len(crowd.threads) == PEOPLE * (LEARNERS + ADDERS + EDITORS + DELETERS) == 200

    crowd.run()
    for profile in people:
        work_off(profile)

    assert crowd.broken == []
    assert set(crowd.refused) <= {"NotActive", "ChangedMeanwhile", "Stale"}
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
    assert Job.objects.count() == PEOPLE * (LEARNERS + 1)
    for number, profile in enumerate(people):
        check(number, profile)


def prepared(number: int) -> Profile:
    """A person who likes tea, and has facts to edit and to delete."""
    say(person(f"p{number}"), "我喜欢喝茶", at=after(0), ids=["first"])
    profile = profile_of(person(f"p{number}"))
    work_off(profile)
    for place in range(EDITORS):
        editing.add(profile, f"用户的第{place}号储物柜放书", origin=BY_OWNER, now=after(0))
    for place in range(DELETERS):
        editing.add(profile, f"用户的第{place}号抽屉放信", origin=BY_OWNER, now=after(0))
    return profile


def deeds_on(number: int, profile: Profile) -> list[Callable[[], object]]:
    """Everybody says that they like tea and that they speak a language; the others add, edit and delete by hand."""
    ids = dict(Fact.objects.of(profile).values_list("content", "fact_id"))
    deeds: list[Callable[[], object]] = [partial(learn, number, profile, place) for place in range(LEARNERS)]
    for place in range(ADDERS):
        content = f"用户的第{place % 2}辆自行车是红色的"  # two hands write the same
        deeds.append(lambda content=content: editing.add(profile, content, origin=BY_API, now=after(1)))
    for place in range(EDITORS):
        old, new = ids[f"用户的第{place}号储物柜放书"], f"用户的第{place}号储物柜放画"
        deeds.append(lambda old=old, new=new: editing.edit(profile, old, content=new, origin=BY_API, now=after(1)))
    for place in range(DELETERS):
        fact = ids[f"用户的第{place}号抽屉放信"]
        deeds.append(lambda fact=fact: editing.delete(profile, fact, origin=BY_OWNER, now=after(1)))
    return deeds


def learn(number: int, profile: Profile, place: int) -> None:
    at = after(2 + place)
    say(person(f"p{number}"), "我喜欢喝茶", f"我会说{LANGUAGES[place]}", at=at, session=f"s{place}")
    runner.run_next(profile.pk, queue="learning", now=after(30))


def work_off(profile: Profile) -> None:
    while runner.run_next(profile.pk, queue="learning", now=after(30)):
        pass


def check(number: int, profile: Profile) -> None:
    facts = {fact.content: fact for fact in Fact.objects.of(profile)}
    assert len(facts) == Fact.objects.of(profile).count()
    tea = facts["用户喜欢喝茶"]
    assert (tea.source_count, len(tea.evidence)) == (LEARNERS + 1, LEARNERS + 1)
    for language in LANGUAGES:
        assert facts[f"用户会说{language}"].is_active
    for place in range(2):
        bicycle = facts[f"用户的第{place}辆自行车是红色的"]
        assert (bicycle.status, bicycle.source_count) == (Status.ACTIVE, 2)
    for place in range(EDITORS):
        assert facts[f"用户的第{place}号储物柜放书"].status == Status.SUPERSEDED
        assert facts[f"用户的第{place}号储物柜放画"].is_active
    for place in range(DELETERS):
        assert facts[f"用户的第{place}号抽屉放信"].status == Status.DEPRECATED
    for fact in facts.values():
        check_story(fact)
    profile.refresh_from_db()
    assert profile.active_facts == sum(fact.is_active for fact in facts.values())


def check_story(fact: Fact) -> None:
    """The events of a fact lead from nothing to where it is, without a gap."""
    events = list(FactEvent.objects.filter(fact=fact).order_by("pk"))
    assert events[0].from_status == ""
    assert events[-1].to_status == fact.status
    for before, after_ in pairwise(events):
        assert after_.from_status == before.to_status
