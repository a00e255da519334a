"""People for a night: facts of which some say the same, conversations of a day of which some refute facts."""

import argparse
import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from engine import embeddings
from engine.embeddings import EmbedChoice
from profiles import loading
from profiles.identity import USER, Named
from profiles.import_lines import Statement
from profiles.models import Profile, Tenant
from summaries.models import Message, Session

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
