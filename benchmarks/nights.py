"""Labelled nights and how far what was done agrees with them: plain values, no engine.

**Right** is what was demanded and done: a demanded merge whose ids are joined in one wording that is in order, and each
fact that had to leave and was put out of force. The share is right / (demanded ∪ done): whatever was done without being
demanded counts against it, unless the row allows it (`may_*`), and then it counts nowhere.
A merge into the wording of one of its facts, when all the others had to leave, is the putting out of force of the others.

**Wrong in force** afterwards: each fact that had to leave and is still there, by itself or as a part of a new wording, and
each new wording that lacks a word of `must`, has one of `never`, or brings in what none of its facts says.

**Lost**: each fact that had to stay as it was and does not stand any more, and each word of `must` that no fact in force of
those concerned holds any more. A pinned fact has to stay whatever else the row allows.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from engine.condensing import MERGE, Operation

KINDS = ("duplicate", "facet", "contradiction", "outdated", "alike", "quiet", "injection", "mixed", "crowded")
LANGUAGES = ("zh", "en")
Ids = frozenset[str]

# What a wording may hold besides the words of its facts: what joins them.
JOINTS = re.compile(
    r"(?:an?|also|and|another|are|as|at|been|both|but|by|called|especially|for|from|ha[dsv]e?|he|hers?|his|in|is|its?|named|"
    r"notably|of|on|one|or|particularly|she|so|that|the|their|them|they|this|to|too|user|was|well|were|which|while|who|whose|"
    r"with)(?:'s)?"
)
CHINESE_JOINTS = frozenset("用户他她它其的了着过在是有为叫名和与及并且而也又还都尤特别中以同时一个这该于之")
WORD = re.compile(r"[a-z0-9]+(?:['.][a-z0-9]+)*")
HAN = re.compile(r"[\u3400-\u9fff]")
ENDING = re.compile(r"(?:(?<=..)(?P<twin>[bdgmnprt])(?P=twin)(?:ing|ed|er)|(?<=...)(?:'s|ings?|e?d|e?rs?|e?s|e))$")
ROOT = 4  # letters from which a word may go on in another of its forms: rent, rental


@dataclass(frozen=True)
class Joining:
    """A merge that is demanded. Of each group of `must` a word stands in the wording, no word of `never` does."""

    ids: Ids
    must: tuple[tuple[str, ...], ...] = ()
    never: tuple[str, ...] = ()

    def missing(self, texts: Collection[str]) -> list[str]:
        """The groups of which no text holds a word."""
        folded = [text.casefold() for text in texts]
        return [
            "/".join(words)
            for words in self.must
            if not any(word.casefold() in text for word in words for text in folded)
        ]


@dataclass(frozen=True)
class Night:
    """One row: a person's facts (id → content), and what has to become of them."""

    id: str
    language: str
    kind: str
    facts: dict[str, str]
    joinings: tuple[Joining, ...] = ()
    outdated: Ids = frozenset()
    may_merge: frozenset[Ids] = frozenset()
    may_outdated: Ids = frozenset()
    pinned: Ids = frozenset()

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        wanted = row["expect"]
        return cls(
            row["id"], row["language"], row["kind"], {fact["id"]: fact["content"] for fact in row["facts"]},
            joinings=tuple(_joining(merge) for merge in wanted["merge"]),
            outdated=frozenset(wanted["outdated"]),
            may_merge=frozenset(frozenset(ids) for ids in wanted.get("may_merge", ())),
            may_outdated=frozenset(wanted.get("may_outdated", ())),
            pinned=frozenset(fact["id"] for fact in row["facts"] if fact.get("pinned")),
        )  # fmt: skip

    @property
    def demanded(self) -> int:
        return len(self.joinings) + len(self.outdated)

    @cached_property
    def staying(self) -> Ids:
        """The facts that have to stand as they are."""
        named = frozenset[str]().union(self.outdated, self.may_outdated, *(one.ids for one in self.joinings))
        return frozenset(self.facts) - named | self.pinned

    def joining_for(self, ids: Ids) -> Joining | None:
        """The demanded merge that a merge of these is: the same facts, or more where the row allows just that."""
        fits = (one for one in self.joinings if one.ids == ids or (one.ids < ids and ids in self.may_merge))
        return next(fits, None)


@dataclass(frozen=True)
class Outcome:
    """What was done in a night, against what was demanded. Each mismatch is a sentence for who reads the report."""

    night: Night
    done: tuple[Operation, ...]
    right: int = 0
    needless: int = 0
    wrong: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def mismatches(self) -> tuple[str, ...]:
        return (*self.notes, *(f"wrong in force: {one}" for one in self.wrong), *(f"lost: {one}" for one in self.lost))


@dataclass
class _Tally:
    right: int = 0
    needless: int = 0
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read(path: Path) -> list[dict[str, Any]]:
    """The labelled rows of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def weigh(night: Night, done: Sequence[Operation]) -> Outcome:
    """Compare what was carried out of a plan with what the night was to do."""
    merges, left = _effects(night, done)
    tally = _Tally()
    _weigh_merges(night, merges, tally)
    _weigh_leaving(night, left, tally)
    _weigh_what_stands(night, merges, left, tally)
    return Outcome(
        night, tuple(done), tally.right, tally.needless, tuple(tally.wrong), tuple(tally.lost), tuple(tally.notes)
    )


def new_in(wording: str, sources: Collection[str]) -> list[str]:
    """Words, and Chinese characters, that a wording has from none of its sources and that do not merely join."""
    known = " ".join(sources).casefold().replace("’", "'")
    roots = {_root(word) for word in WORD.findall(known)}
    words = [word for word in WORD.findall(wording.casefold().replace("’", "'")) if not JOINTS.fullmatch(word)]
    fresh = [word for word in words if not any(_is_akin(_root(word), root) for root in roots)]
    return fresh + [sign for sign in HAN.findall(wording) if sign not in known and sign not in CHINESE_JOINTS]


def _root(word: str) -> str:
    return ENDING.sub(lambda found: found["twin"] or "", word)


def _is_akin(one: str, other: str) -> bool:
    """Whether two roots are of one word; figures are so only when they are the same."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= ROOT and short.isalpha() and long.startswith(short)


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The sums over several nights; a share is None where there is nothing to share."""
    right = sum(one.right for one in outcomes)
    demanded = sum(one.night.demanded for one in outcomes)
    needless = sum(one.needless for one in outcomes)
    return {
        "nights": len(outcomes),
        "demanded": demanded,
        "right": right,
        "needless": needless,
        "right_share": round(right / (demanded + needless), 3) if demanded + needless else None,
        "wrong_in_force": sum(len(one.wrong) for one in outcomes),
        "lost": sum(len(one.lost) for one in outcomes),
        "to_stay": sum(len(one.night.staying) for one in outcomes),
        "exact_nights": sum(not one.mismatches for one in outcomes),
    }


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of all, of each language and of each kind."""
    by_language = {word: figures([one for one in outcomes if one.night.language == word]) for word in LANGUAGES}
    by_kind = {word: figures([one for one in outcomes if one.night.kind == word]) for word in KINDS}
    return {**figures(outcomes), **by_language, "kinds": by_kind}


def _joining(merge: dict[str, Any]) -> Joining:
    return Joining(frozenset(merge["ids"]), tuple(map(tuple, merge.get("must", ()))), tuple(merge.get("never", ())))


def _effects(night: Night, done: Sequence[Operation]) -> tuple[list[tuple[Ids, str]], Ids]:
    """The merges that make something, and the ids that leave without a successor."""
    merges: list[tuple[Ids, str]] = []
    left: set[str] = set()
    for one in done:
        ids = frozenset(one.ids)
        others = frozenset(other for other in ids if night.facts[other] != one.content)
        if one.op != MERGE or (len(others) < len(ids) and others <= night.outdated):
            left |= others if one.op == MERGE else ids
        else:
            merges.append((ids, one.content))
    return merges, frozenset(left)


def _weigh_merges(night: Night, merges: Sequence[tuple[Ids, str]], tally: _Tally) -> None:
    met = set()
    for ids, content in merges:
        joining = night.joining_for(ids)
        faults = _faults(night, joining, ids, content)
        tally.wrong += faults
        if joining is not None and joining not in met and not faults:
            met.add(joining)
            tally.right += 1
        elif joining is None and (ids not in night.may_merge or faults):
            tally.needless += 1
            tally.notes.append(f"needless merge of {_told(night, ids)} into {content!r}")
    tally.notes += [f"not merged: {_told(night, one.ids)}" for one in night.joinings if one not in met]


def _faults(night: Night, joining: Joining | None, ids: Ids, content: str) -> list[str]:
    """What is wrong with a wording."""
    faults = [f"{content!r} brings in {word!r}" for word in new_in(content, [night.facts[one] for one in ids])]
    if joining is not None:
        faults += [f"{content!r} lacks {words}" for words in joining.missing([content])]
        faults += [f"{content!r} has {word!r}" for word in joining.never if word.casefold() in content.casefold()]
    return ["; ".join(faults)] if faults else []


def _weigh_leaving(night: Night, left: Ids, tally: _Tally) -> None:
    tally.right += len(left & night.outdated)
    needless = left - night.outdated - night.may_outdated
    tally.needless += len(needless)
    tally.notes += [f"needlessly out of force: {night.facts[one]!r}" for one in sorted(needless)]


def _weigh_what_stands(night: Night, merges: Sequence[tuple[Ids, str]], left: Ids, tally: _Tally) -> None:
    merged = frozenset[str]().union(*(ids for ids, _ in merges))
    wordings = {content for _, content in merges}
    tally.wrong += [repr(night.facts[one]) for one in sorted(night.outdated - left)]
    for one in sorted(night.staying & (left | merged)):
        if night.facts[one] not in wordings and not _may_go(night, one, merges):
            tally.lost.append(repr(night.facts[one]))
    for joining in night.joinings:
        standing = [night.facts[one] for one in joining.ids - left - merged]
        tally.lost += joining.missing([*standing, *(content for ids, content in merges if ids & joining.ids)])


def _may_go(night: Night, one: str, merges: Sequence[tuple[Ids, str]]) -> bool:
    """Whether a fact that has to stay may nevertheless be a part of the merge that took it."""
    return one not in night.pinned and any(one in ids and ids in night.may_merge for ids, _ in merges)


def _told(night: Night, ids: Ids) -> str:
    return " + ".join(repr(night.facts[one]) for one in sorted(ids))
