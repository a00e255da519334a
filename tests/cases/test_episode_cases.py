"""The cases of episodes, each kind through one adapter: from the messages or the reply to what is stored and recalled."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine import mind
from engine.questions import ModelChoice
from extraction.models import Job
from observability.models import ModelCall
from profiles.models import Profile
from summaries import episodes
from summaries.models import EpisodeSummary
from tests.builders import after, make_message, make_profile, make_session
from tests.scripted_server import ScriptedServer, said

pytestmark = pytest.mark.django_db

LINES = (Path(__file__).parent / "summary.jsonl").read_text("utf-8").splitlines()
ALL: list[dict[str, Any]] = [case for case in map(json.loads, LINES) if case["id"] >= "sum-020"]
REPLY = '{"summary": "用户讨论了摊位。", "topics": ["摊位", "租金", "客流"]}'


def cases(kind: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_every_case_of_episodes_is_run() -> None:
    kinds = {"episode_select", "episode_parse", "episode_recall"}

    assert {case["input"]["kind"] for case in ALL} == kinds
    assert sum(len(cases(kind)) for kind in kinds) == len(ALL) == 8


def _talk(profile: Profile, given: dict[str, Any]) -> None:
    session = make_session(profile)
    times = [datetime.fromisoformat(at) for at in given.get("at", [])] or [after(n) for n in range(given["messages"])]
    for number, at in enumerate(times):
        offset = at.utcoffset()
        make_message(
            session,
            f"第{number}句：我在想摊位的事",
            said_at=at,
            said_offset_minutes=int(offset.total_seconds() // 60) if offset else 0,
        )


@pytest.mark.parametrize(("given", "expected"), cases("episode_select"))
@pytest.mark.parametrize("engine", ["embedded", "model"])
def test_which_conversations_get_an_episode(
    given: dict[str, Any], expected: dict[str, Any], engine: str, settings: Any
) -> None:
    settings.TIME_ZONE = given.get("time_zone", settings.TIME_ZONE)
    profile = make_profile()
    _talk(profile, given)
    wanted = expected.get("episodes_in_total", int(expected.get("episode", False)))

    with ScriptedServer([said(REPLY)]) as server:
        choice = ModelChoice() if engine == "embedded" else ModelChoice(base_url=server.url, model="small-1")
        found = [episodes.describe(one, mind.for_scope(choice)) for one in episodes.due(profile.pk)]
    written = [episodes.write(one, now=after(10_000)) for one in found]

    assert written == [True] * wanted
    assert EpisodeSummary.objects.count() == wanted
    assert len(server.requests) == (wanted if engine == "model" else 0)
    assert ModelCall.objects.count() == len(server.requests)
    assert not Job.objects.exists()
    if "counts_messages" in expected:
        assert EpisodeSummary.objects.get().message_count == expected["counts_messages"]


@pytest.mark.parametrize(("given", "expected"), cases("episode_parse"))
def test_what_a_reply_says(given: dict[str, Any], expected: dict[str, Any]) -> None:
    profile = make_profile()
    _talk(profile, {"messages": 3})

    with ScriptedServer([said(given["reply"])]) as server:
        engine = mind.for_scope(ModelChoice(base_url=server.url, model="small-1"))
        (described,) = [episodes.describe(one, engine) for one in episodes.due(profile.pk)]
    assert episodes.write(described, now=after(10))

    episode = EpisodeSummary.objects.get()
    assert (episode.summary, episode.topics) == (expected["summary"], expected["topics"])


@pytest.mark.parametrize(("given", "expected"), cases("episode_recall"))
def test_which_episodes_are_recalled_and_how_their_day_is_called(
    given: dict[str, Any], expected: dict[str, Any]
) -> None:
    profile = make_profile()
    now = datetime.fromisoformat(given["now"])
    ids: dict[int, int] = {}
    for one in given["episodes"]:
        at = datetime.fromisoformat(one["at"])
        offset = at.utcoffset()
        row = EpisodeSummary.objects.create(
            session=make_session(profile, f"s{one['id']}"),
            profile=profile,
            summary="用户聊了天。",
            topics=one.get("topics", []),
            happened_at=at,
            said_offset_minutes=int(offset.total_seconds() // 60) if offset else 0,
            written_at=at,
        )
        ids[row.pk] = one["id"]

    found = episodes.recall(profile, scope_id="__default__", question=given.get("query", ""), now=now)

    recalled = [ids[one.episode.pk] for one in found]
    assert recalled == expected.get("ids", recalled)
    assert set(expected.get("contains", ())) <= set(recalled)
    assert not set(expected.get("lacks", ())) & set(recalled)
    assert expected.get("first", recalled[0]) == recalled[0]
    assert f"（{expected['label']}）" in found[0].told(now, is_chinese=True) if "label" in expected else recalled
