"""From an agent's message to what it settled, and what takes its place."""

from datetime import datetime

import pytest

from extraction import bell
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming
from profiles.models import Fact
from tests.builders import NOON, after
from tests.flows.steps import person, profile_of, work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def turn(asked: str, answered: str, *, at: datetime = NOON, agent: str = "planner") -> list[Job]:
    messages = (Incoming("user", asked, said_at=at), Incoming("assistant", answered, said_at=at))
    ingest.record(person(), Batch("s1", messages, agent_id=agent), now=at)
    return work_off(profile_of(person()), now=at)


def active() -> list[tuple[str, str]]:
    return [(fact.type, fact.content) for fact in Fact.objects.active().order_by("pk")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("好的，已确认：数据库采用 PostgreSQL。我们开始准备吧。", "经过评估，最终决定数据库改用 MySQL，请知悉。"),
        (
            "Confirmed: we will use PostgreSQL as the main database.",
            "We have agreed on a change: the database is MySQL.",
        ),
    ],
)
def test_a_new_decision_of_the_agent_takes_the_place_of_its_old_one(first: str, second: str) -> None:
    turn("数据库用什么好？", first)

    turn("能换一个吗？", second, at=after(60))

    [(kind, content)] = active()
    assert kind == "assistant_decision"
    assert "MySQL" in content
    assert Fact.objects.get(content__contains="PostgreSQL").status == "superseded"


def test_a_decision_knows_when_it_was_confirmed_and_what_it_rests_on() -> None:
    turn("怎么定？", "好的，已确认：缓存用 Redis，就这么定了。")

    fact = Fact.objects.active().get()
    assert (fact.content, fact.source_role, fact.confirmed_at) == ("缓存用 Redis", "assistant", NOON)
    assert len(fact.evidence) == 1


def test_two_agents_decide_apart() -> None:
    turn("怎么定？", "好的，已确认：缓存用 Redis，就这么定了。", agent="planner")

    turn("怎么定？", "好的，已确认：缓存用 Memcached，就这么定了。", agent="builder", at=after(60))

    assert [content for _, content in active()] == ["缓存用 Redis", "缓存用 Memcached"]


@pytest.mark.parametrize(
    "answered",
    [
        "我建议数据库采用 PostgreSQL，它在地理查询方面更强，您可以比较之后再决定。",
        "I'd suggest PostgreSQL for the database; please confirm whether we should go with it.",
    ],
)
def test_a_suggestion_is_learned_from_nobody(answered: str) -> None:
    turn("数据库用什么好？", answered)

    assert active() == []
