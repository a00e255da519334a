"""How much of what must be caught the write guard catches, and how often it takes the harmless for it.

The corpora stand beside this module, every number and key in them is invented. `docs/performance.md` has the figures
before and after the rules were written for them; here they may not sink below what was promised.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.text import normal, secrets
from profiles import admission

CORPORA = Path(__file__).parent / "corpora"
LEAST_CAUGHT = 0.95
MOST_ALARMS = 0.02


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (CORPORA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def is_caught(line: dict) -> bool:
    """As a message and as a fact: no secret is left, no command becomes a fact, nothing invisible stays."""
    shown = normal.clean(line["text"])
    verdict = admission.admit(line["text"])
    if line["expect"] == "mask":
        masked = secrets.mask(shown).text
        return verdict.outcome == admission.DROPPED and not [one for one in line["secrets"] if one in masked]
    if line["expect"] == "hold":
        return verdict.outcome != admission.OK
    if line["expect"] == "clean":
        return shown == line["becomes"]
    return verdict.outcome == admission.DROPPED


def is_alarm(line: dict) -> bool:
    shown = normal.clean(line["text"])
    return shown != line["text"] or secrets.mask(shown).text != shown or admission.admit(line["text"]).outcome != "ok"


def missed(name: str) -> list[dict]:
    return [line for line in lines(f"{name}_must_catch") if not is_caught(line)]


def alarms(name: str) -> list[dict]:
    return [line for line in lines(f"{name}_harmless") if is_alarm(line)]


def rate(part: Iterable[dict], whole: Iterable[dict]) -> float:
    return len(list(part)) / len(list(whole))


def each_language(found: list[dict], whole: list[dict]) -> Iterator[float]:
    for lang in ("zh", "en"):
        yield rate((one for one in found if one["lang"] == lang), (one for one in whole if one["lang"] == lang))


@pytest.mark.parametrize(
    "name", ["guard", "guard_second", "guard_third", "guard_fourth", "guard_fifth", "guard_sixth", "guard_seventh"]
)
def test_nearly_everything_that_must_be_caught_is_caught_in_both_languages(name):
    found = missed(name)

    assert all(1 - share >= LEAST_CAUGHT for share in each_language(found, lines(f"{name}_must_catch"))), found


@pytest.mark.parametrize(
    "name", ["guard", "guard_second", "guard_third", "guard_fourth", "guard_fifth", "guard_sixth", "guard_seventh"]
)
def test_hardly_anything_harmless_is_taken_for_it_in_either_language(name):
    found = alarms(name)

    assert all(share <= MOST_ALARMS for share in each_language(found, lines(f"{name}_harmless"))), found


@pytest.mark.parametrize(
    "name", ["guard", "guard_second", "guard_third", "guard_fourth", "guard_fifth", "guard_sixth", "guard_seventh"]
)
def test_both_languages_have_their_even_share_of_the_corpora(name):
    for part in ("must_catch", "harmless"):
        langs = [line["lang"] for line in lines(f"{name}_{part}")]

        assert min(langs.count("zh"), langs.count("en")) >= 30
        assert abs(langs.count("zh") - langs.count("en")) <= 10
