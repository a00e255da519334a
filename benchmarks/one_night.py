"""`python -m benchmarks.one_night`: how long a night takes, what its worker needs, and who waits longer because of it.

A service of its own with --people active people, each with --facts facts and --messages messages of the day in two
conversations, made from parts in both languages: some facts say the same in other words, and the day refutes some. The
worker of the dream runs as in production, with the embedded engine. Contexts are asked for one after the other, in short
rounds before the night and during it; `p50_ratio` is the latter over the former.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import context, load, service
from benchmarks.load import Figures
from benchmarks.service import Service

PLACES = ("烟台", "大连", "青岛", "厦门", "成都", "Lyon", "Graz", "Turku", "Leeds", "Porto")
DRINKS = ("红茶", "乌龙茶", "美式咖啡", "豆浆", "可可", "green tea", "cider", "black coffee", "oat milk", "ginger beer")
DOINGS = ("爬山", "游泳", "木工", "下围棋", "拍鸟", "chess", "rowing", "baking", "sketching", "fencing")
NAMES = ("豆豆", "阿福", "毛毛", "小七", "米粒", "Max", "Luna", "Pepper", "Toby", "Hazel")
# Sentences about a person; those of one line say the same, or belong together.
CHINESE = (
    ("用户喜欢喝{drink}", "用户爱喝{drink}"),
    ("用户住在{place}", "用户家在{place}市中心"),
    ("用户周末常去{doing}", "用户周末喜欢{doing}"),
    ("用户养了一只叫{name}的猫", "用户的猫叫{name}"),
    ("用户打算下个月去{place}出差",),
    ("用户在学{doing}，已经学了{number}个月",),
    ("用户的项目预算是{number}万元",),
    ("用户对{drink}过敏",),
)
ENGLISH = (
    ("The user likes {drink}", "The user enjoys {drink}"),
    ("The user lives in {place}", "The user's home is in {place}"),
    ("The user does {doing} at weekends", "The user often does {doing} on Saturdays"),
    ("The user has a dog called {name}", "The user's dog is called {name}"),
    ("The user plans to travel to {place} next month",),
    ("The user has been learning {doing} for {number} months",),
    ("The user's project has a budget of {number} thousand euros",),
    ("The user is allergic to {drink}",),
)
SAID = {
    "zh": ("我已经不喝{drink}了", "我上周搬到{place}了", "去{place}的出差取消了", "今天{doing}很累，但是很开心", "{name}最近胃口不好"),
    "en": ("I no longer drink {drink}.", "I moved to {place} last week.", "The trip to {place} is cancelled.",
           "{doing} was tiring today, but I enjoyed it.", "{name} has not been eating well lately."),
}  # fmt: skip
ANSWERS = {"zh": "好的，我们接着看下一步怎么安排。", "en": "I see. Let us look at what to arrange next."}
POOL = 60  # fillings of each sentence
PAUSE = 20.0  # seconds between two rounds of questions, in which the night has the machine to itself


def filled(sentence: str, dice: random.Random) -> str:
    words = {"place": PLACES, "drink": DRINKS, "doing": DOINGS, "name": NAMES}
    return sentence.format(number=dice.randrange(2, 90), **{key: dice.choice(value) for key, value in words.items()})


def contents(language: str) -> list[str]:
    """The facts that the people of a language share out among themselves."""
    dice = random.Random(language)
    table = CHINESE if language == "zh" else ENGLISH
    made = (filled(sentence, dice) for line in table for sentence in line for _ in range(POOL))
    return list(dict.fromkeys(made))


def language_of(number: int) -> str:
    return ("zh", "en")[number % 2]


def populate(options: argparse.Namespace) -> None:
    """People with facts, their vectors and the conversations of the day, written by the product's own import and rows."""
    from django.db import connection  # noqa: PLC0415 - Django is set up by now
    from django.utils import timezone  # noqa: PLC0415

    from profiles import loading  # noqa: PLC0415
    from profiles.identity import USER, Named  # noqa: PLC0415
    from profiles.import_lines import Statement  # noqa: PLC0415
    from profiles.models import Profile, Tenant  # noqa: PLC0415

    tenant, now = Tenant.objects.get(slug="default"), timezone.now()
    pools = {language: contents(language) for language in ("zh", "en")}
    dice = random.Random(3)
    for block in _blocks(options.people):
        statements = [
            Statement(line=0, person=Named(tenant.pk, USER, user_id=f"person-{number}"), content=content)
            for number in block
            for content in dice.sample(pools[language_of(number)], options.facts)
        ]
        loading.load(statements, now=now - timedelta(days=3))
    _vectors([content for pool in pools.values() for content in pool])
    people = dict(Profile.objects.values_list("user__user_id", "pk"))
    for block in _blocks(options.people):
        _talk([(number, people[f"person-{number}"]) for number in block], options.messages, now)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")  # otherwise the quiet rounds are those of a planner that knows nothing


def _blocks(people: int, size: int = 100) -> Iterator[range]:
    for first in range(1, people + 1, size):
        yield range(first, min(first + size, people + 1))


def _vectors(texts: list[str]) -> None:
    """Each sentence is embedded once and its vector put beside every fact that says it."""
    from django.db import connection  # noqa: PLC0415 - Django is set up by now

    from engine import embeddings  # noqa: PLC0415
    from engine.embeddings import EmbedChoice  # noqa: PLC0415

    vectors = embeddings.embed_passages(texts, EmbedChoice())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE pool (content text PRIMARY KEY, embedding halfvec)")
        rows = [(text, str(list(vector))) for text, vector in zip(texts, vectors, strict=True)]
        cursor.executemany("INSERT INTO pool VALUES (%s, %s)", rows)
        cursor.execute(
            "INSERT INTO profiles_factvector (fact_id, profile_id, scope_id, type, model, is_blocked, embedding)"
            " SELECT f.id, f.profile_id, f.scope_id, f.type, %s, false, pool.embedding"
            " FROM profiles_fact f JOIN pool USING (content) WHERE f.status = 'active'",
            [embeddings.model_name(EmbedChoice())],
        )


def _talk(people: list[tuple[int, int]], messages: int, now: datetime) -> None:
    from summaries.models import Message, Session  # noqa: PLC0415 - Django is set up by now

    dice = random.Random(people[0][0])
    rows = []
    for number, profile in people:
        sessions = [
            Session(profile_id=profile, session_id=f"s{place}", agent_id="agent", last_message_at=now)
            for place in (1, 2)
        ]
        Session.objects.bulk_create(sessions)
        for index in range(messages):
            language, role = language_of(number), ("user", "assistant")[index % 2]
            text = filled(dice.choice(SAID[language]), dice) if role == "user" else ANSWERS[language]
            rows.append(
                Message(
                    session=sessions[index * 2 // messages],
                    profile_id=profile,
                    agent_id="agent",
                    message_id=f"m{index}",
                    role=role,
                    content=text,
                    content_hash=f"{number}-{index}",
                    said_at=now - timedelta(minutes=messages - index),
                )
            )
    Message.objects.bulk_create(rows)


def asked(target: Service, options: argparse.Namespace, seed: int) -> Figures:
    """One round of questions for contexts by one client."""
    return load.measure([context.client(target, seed=seed, people=options.people, questions=[])], options.requests)


def a_night(target: Service, options: argparse.Namespace) -> dict[str, Any]:
    """Start a dream, ring as the sweep of each minute does, and ask for contexts until it is over."""
    from django.utils import timezone  # noqa: PLC0415 - Django is set up by now

    from extraction import jobs  # noqa: PLC0415
    from extraction.dream import runs  # noqa: PLC0415
    from profiles.models import Tenant  # noqa: PLC0415

    worker = _worker()
    try:
        time.sleep(10)  # until it is up, so that its start is not measured
        rounds, peak, number = [], 0, 1_000
        began = time.monotonic()
        run, _ = runs.start(Tenant.objects.get(slug="default"), actor="_system", now=timezone.now())
        runs.open_parts(run.pk, timezone.now())
        opened = time.monotonic() - began
        while run.state != "done":
            number += 1
            rounds.append(asked(target, options, number))
            peak = max(peak, _peak(worker.pid))
            time.sleep(PAUSE if options.people >= 500 else 2)
            jobs.sweep(now=timezone.now())
            runs.sweep(timezone.now())
            run.refresh_from_db()
        spent = ((run.finished_at or run.started_at) - run.started_at).total_seconds()
    finally:
        worker.terminate()
        worker.wait(30)
    return {
        "seconds": round(spent, 1),
        "opening_seconds": round(opened, 1),
        "part_p50_ms": round(1000 * statistics.median(run.parts.values_list("seconds", flat=True)), 1),
        "worker_peak_mb": round(peak / 1024, 1),
        "counts": run.counts,
        "context": vars(load.medians(rounds)),
    }


def _worker() -> "subprocess.Popen[bytes]":
    from memoryhub import processes, programs  # noqa: PLC0415 - settings are complete by now

    (program,) = (one for one in programs.workers() if one.name == "dream")
    env = dict(os.environ) | {"MEMORYHUB_DATABASE_POOL": "2", "OMP_NUM_THREADS": "1"}
    with (Path(os.environ["MEMORYHUB_HOME"]) / "worker.log").open("wb") as log:
        return processes.start(program.command, log=log, cwd=service.ROOT, env=env)


def _peak(pid: int) -> int:
    """Kilobytes that the worker and its present child took at most, together."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = 0
    for one in (str(pid), *children):
        lines = Path(f"/proc/{one}/status").read_text().splitlines()
        found += next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
    return found


def measure(options: argparse.Namespace) -> dict[str, Any]:
    with service.running() as target:
        began = time.monotonic()
        populate(options)
        loaded = time.monotonic() - began
        asked(target, options, 1)  # warms caches and connections
        quiet = load.medians([asked(target, options, 2 + number) for number in range(options.rounds)])
        night = a_night(target, options)
    ratio = round(night["context"]["p50"] / quiet.p50, 2)
    return {"loading_seconds": round(loaded, 1), "quiet": vars(quiet), "night": night, "p50_ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--facts", type=int, default=50)
    parser.add_argument("--messages", type=int, default=20)
    parser.add_argument("--requests", type=int, default=100, help="questions of one round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds before the night")
    options = parser.parse_args()
    asked_for = {"people": options.people, "facts": options.facts, "messages": options.messages}
    found = measure(options) | {"wanted": {"p50_ratio": "<= 2"}, "machine": service.machine()}
    print(json.dumps(asked_for | found, ensure_ascii=False))


if __name__ == "__main__":
    main()
