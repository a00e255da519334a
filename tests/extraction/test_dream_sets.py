"""The labelled nights: each set is sound, and what the embedded rules make of them."""

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from benchmarks import dreaming, nights
from engine.questions import ASSISTANT, FACT_TYPES, USER, ModelChoice

SETS = sorted(Path(__file__).parent.glob("dreams*.jsonl"))
ROWS = [pytest.param(row, id=row["id"]) for path in SETS for row in nights.read(path)]
ROW_KEYS = {"id", "language", "kind", "facts", "day", "expect"}
FACT_KEYS = {"id", "content", "type", "said_at"}
WANTED_KEYS = {"merge", "outdated", "may_merge", "may_outdated", "why"}


def told(row):
    return [message for session in row["day"] for message in session["messages"]]


def test_each_row_has_a_name_of_its_own():
    names = [json.loads(line)["id"] for path in SETS for line in path.read_text(encoding="utf-8").splitlines()]

    assert len(names) == len(set(names)) >= 72


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_both_languages_have_as_many_nights(path):
    languages = Counter(row["language"] for row in nights.read(path))

    assert languages["zh"] == languages["en"] > 0


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_the_form_of_the_set(row):
    assert set(row) == ROW_KEYS
    assert row["language"] in nights.LANGUAGES
    assert row["kind"] in nights.KINDS
    assert set(row["expect"]) == WANTED_KEYS
    assert row["expect"]["why"]
    assert all(set(fact) - {"slot", "pinned"} == FACT_KEYS and fact["type"] in FACT_TYPES for fact in row["facts"])
    assert all(message["role"] in (USER, ASSISTANT) and message["content"] for message in told(row))
    for key in ("id", "content"):
        assert len({fact[key] for fact in row["facts"]}) == len(row["facts"])


@pytest.mark.parametrize("row", ROWS)
def test_a_fact_was_said_before_the_day_or_by_a_message_of_it(row):
    moments = [datetime.fromisoformat(message["at"]) for message in told(row)]
    said = [datetime.fromisoformat(fact["said_at"]) for fact in row["facts"]]

    assert all(moment.tzinfo for moment in (*moments, *said))
    assert moments == sorted(moments)
    assert all(moment in moments or moment.date() < moments[0].date() for moment in said)


@pytest.mark.parametrize("row", ROWS)
def test_what_is_demanded_names_facts_and_words_that_exist(row):
    facts = {fact["id"]: fact for fact in row["facts"]}
    wanted = row["expect"]
    demanded = [one for merge in wanted["merge"] for one in merge["ids"]] + wanted["outdated"]

    assert set(demanded) <= set(facts)
    assert len(demanded) == len(set(demanded))
    assert not any(facts[one].get("pinned") for one in demanded)
    assert set(wanted["may_outdated"]) <= set(facts) - set(wanted["outdated"])
    assert all(set(ids) <= set(facts) and len(ids) > 1 for ids in wanted["may_merge"])
    for merge in wanted["merge"]:
        sources = " ".join(facts[one]["content"] for one in merge["ids"]).casefold()
        assert len(merge["ids"]) > 1
        assert merge["must"]
        assert all(any(word.casefold() in sources for word in words) for words in merge["must"])
        assert not any(word.casefold() in sources for word in merge.get("never", ()))


@pytest.mark.parametrize("row", ROWS)
def test_a_night_that_does_nothing_is_wrong_only_about_what_should_have_left(row):
    outcome = nights.weigh(nights.Night.of(row), [])

    assert (outcome.right, outcome.needless, outcome.lost) == (0, 0, ())
    assert len(outcome.wrong) == len(row["expect"]["outdated"])


def test_the_rules_tidy_the_first_set_without_leaving_anything_wrong_or_losing_anything():
    dreamer = dreaming.Dreamer(ModelChoice())

    figures = dreaming.summary(dreaming.dream(nights.read(SETS[0]), dreamer), dreamer)

    for language in nights.LANGUAGES:
        assert figures[language]["right_share"] >= 0.90
        assert figures[language]["wrong_in_force"] == figures[language]["lost"] == 0
