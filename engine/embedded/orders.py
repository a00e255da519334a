"""Sentences of a user's message that command the agent: handed on as they were said, so that they wait for a person."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.embedded.chinese import clauses, cleaning
from engine.embedded.english import mood, prepare
from engine.text import guard, normal

MOST = 3  # of one message; who writes more of them is heard no better
LONGEST = 500

# A part to play weighs up to 0.84 by its wording; for a scene or an exercise that is no order. Rules to break add to it.
MORE_THAN_A_PART = 0.85

_SENTENCE = re.compile(r"[^。！？!?\n；;]+[。！？!?；;]*")


@dataclass(frozen=True)
class Orders:
    """`sentences` wait; `left_out` counts what steers besides: too many, too long, or nobody's own words."""

    sentences: tuple[str, ...] = ()
    left_out: int = 0

    def __bool__(self) -> bool:
        return bool(self.sentences or self.left_out)


def find(runs: Sequence[tuple[bool, str]]) -> Orders:
    """The orders of a message, given in runs of one language each. Quotations, code and texts to work on give none."""
    given = list(dict.fromkeys(_steering(_own_sentences(runs))))
    kept = [sentence for sentence in given if len(sentence) <= LONGEST][:MOST]
    if given:
        return Orders(tuple(kept), len(given) - len(kept))
    return Orders(left_out=int(any(steers(part) for _is_chinese, part in runs)))


def steers(text: str) -> bool:
    return guard.steering(text) >= guard.STEERING_LIMIT


def _steering(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        stated = normal.statement(sentence)
        if stated and steers(stated):
            yield stated


def _own_sentences(runs: Iterable[tuple[bool, str]]) -> Iterator[str]:
    """Up to the first that brings a text which is not the speaker's."""
    for is_chinese, part in runs:
        rules = clauses if is_chinese else mood
        for sentence in _chinese(part) if is_chinese else _english(part):
            head = re.split("[:：]", sentence, maxsplit=1)[0]
            # By the rules alone: to the learned reader "translate the following" is an order like any other.
            if rules.brings_material(sentence) and guard.by_rules(head) < guard.STEERING_LIMIT:
                return
            if rules.plays(sentence) and guard.steering(sentence) < MORE_THAN_A_PART:
                return
            yield sentence


def _chinese(part: str) -> Iterator[str]:
    return (found[0] for found in _SENTENCE.finditer(cleaning.as_said(part)))


def _english(part: str) -> Iterator[str]:
    sentences, titles = prepare.own_words(part)
    for sentence in sentences:
        yield prepare.restore(sentence.replace(prepare.SPEECH, "…"), titles)
