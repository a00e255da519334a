"""How the lists of one search become one: words weighed over a person's own rows, reciprocal ranks, scores of 0 to 1."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from engine.text import asked_days, keywords
from engine.text.asked_days import Period
from engine.text.words import LONGEST_LEXEME, plain_numbers

Numbers = NDArray[np.float64]
Keys = NDArray[np.int64]
Flags = NDArray[np.bool_]
Knots = tuple[tuple[float, float], ...]

# What one row's marks have room for: a bit a word and a period, in a number of 64. Of a longer question its beginning
# and its end are looked for; what matters is rarely said in the middle.
MOST_WORDS, MOST_PERIODS = 48, 12

# BM25 as everywhere. A person's rows are few: ten more without any word keep three rows from telling what is rare.
_SATURATION, _LENGTH, _UNSEEN_ROWS = 1.2, 0.75, 10
# Share of the question's weight that a row has → score. A trivial word is below a tenth, nine in ten wrong rows below .07,
# one in a hundred above .28; half of the right rows lie above .25, and whoever has all of it is a sure find.
_BY_WORDS: Knots = ((0.0, 0.0), (0.35, 0.30), (1.0, 0.85))
# What it is worth to be of the day asked for and nothing else: "what did we talk about on 2 May?" is answered by it.
_OF_THE_DAY = 0.35
# A first rank counts half as much again as the tenth. With 60, as for long lists, all ranks of one person are alike.
_RANK_OFFSET = 20
# A reply rarely repeats what it answers: what a message has in common with the question counts by half for the one after
# it, and by a quarter for the next but one. By this ranking alone, outside the service and before word forms: between
# friends .66 of the answers were among the first ten messages by it, .57 without (English), .93 and .86 (Chinese); of what
# people tell their assistants the same, and higher up (MRR .81, .76).
_LENT = (0.5, 0.25)
# By how much a row stands above the next one where its own score does not say so.
_STEP = 0.001
# Vectors are stored in half precision, which the fourth digit does not outlive: 0.4 must not come back as 0.3999.
DIGITS = 3


@dataclass(frozen=True)
class Terms:
    """What a question is looked for by: words and what each is worth, and the periods that it names."""

    words: tuple[str, ...] = ()
    worth: tuple[float, ...] = ()
    periods: tuple[Period, ...] = ()

    @property
    def telling(self) -> tuple[str, ...]:
        """Words of which a row has to have one, unless it is of the day: not merely a pair across the edge of two words."""
        whole = tuple(word for word, worth in zip(self.words, self.worth, strict=True) if worth == 1.0)
        return whole or self.words

    def __bool__(self) -> bool:
        return bool(self.words or self.periods)


@dataclass(frozen=True)
class Matched:
    """Rows that have a word of the question or are of a day that it names: their keys, how many different words each has,
    and which of the terms (bit n for word n, the periods behind the words). `count` and `length` are of all rows that
    were looked at, matched or not."""

    keys: Keys = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    lengths: Numbers = field(default_factory=lambda: np.empty(0))
    marks: Keys = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    count: int = 0
    length: int = 0

    def and_also(self, other: "Matched") -> "Matched":
        """Both, as rows of one person."""
        keys, marks = np.concatenate([self.keys, other.keys]), np.concatenate([self.marks, other.marks])
        lengths = np.concatenate([self.lengths, other.lengths])
        return Matched(keys, lengths, marks, self.count + other.count, self.length + other.length)


@dataclass(frozen=True)
class Near:
    """Rows with a vector, and how much each answers the question (0 to 1, calibrated)."""

    keys: Keys = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    relevances: Numbers = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class Scored:
    """One row of a search. `relevance` None: it has no vector; a rank None: it is not in that list."""

    key: int
    score: float
    relevance: float | None = None
    words: float = 0.0
    is_of_day: bool = False
    vector_rank: int | None = None
    word_rank: int | None = None
    day_rank: int | None = None


def terms(question: str, today: date) -> Terms:
    """What a question asked on that day is looked for by."""
    worth = {
        word: value for word, value in keywords.asked_tokens(plain_numbers(question)).items() if _is_storable(word)
    }
    words = list(worth)
    if len(words) > MOST_WORDS:
        words = words[: MOST_WORDS // 2] + words[-MOST_WORDS // 2 :]
    periods = asked_days.asked(question, today)[:MOST_PERIODS]
    return Terms(tuple(words), tuple(worth[word] for word in words), tuple(periods))


def fuse(
    terms: Terms,
    matched: Matched,
    near: Near,
    *,
    without: Iterable[int] = (),
    limit: int,
    in_turn: bool = False,
) -> list[Scored]:
    """The rows of all lists in one order, best first, none of `without`; as many as `limit`.

    Three lists - by vector, by words, by the day asked for - are joined by reciprocal rank, and each rank counts as much
    as what it rests on: with a person's few rows somebody is second in every list, and plain ranks put whoever shares two
    trivial things above the one right answer. Measured on the MemoryBank questions (Chinese; messages): recall@5 .961, MRR
    .786, by plain ranks .958 and .765, by vectors alone .877 and .733, by words and days .870 and .679.

    A row's own score is what its relevance, its words and its day say together, as independent reasons; found by
    vector alone it is the relevance. Where the order knows better, a row is lifted just above the one behind it. Rows that
    are equal in everything keep equal scores, the newer key first.

    `in_turn`: in the order of their keys the rows answer one another, so that each is ranked by what stands before it, too
    (not without vectors: rows that share no word with the question are then not there to stand between).
    """
    rows = _Rows.of(
        terms, matched, near, np.fromiter(without, dtype=np.int64), None if in_turn and len(near.keys) else limit
    )
    order = np.lexsort((-rows.keys, -rows.own, -rows.fused))[:limit]
    return _scored(rows, order, _lifted(rows.own[order], rows.fused[order]))


def _is_storable(word: str) -> bool:
    return len(word.encode()) <= LONGEST_LEXEME


@dataclass(frozen=True)
class _Rows:
    """Everything about the rows of a search, column by column. A rank of 0: not in that list."""

    keys: Keys
    relevances: Numbers
    has_vector: Flags
    shares: Numbers
    is_of_day: Flags
    vector_ranks: Keys
    word_ranks: Keys
    day_ranks: Keys
    own: Numbers
    fused: Numbers

    @classmethod
    def of(cls, terms: Terms, matched: Matched, near: Near, without: Keys, limit: int | None) -> "_Rows":
        """A `limit` of None: all rows, in turn."""
        weights, word_shares, of_day = _weigh(terms, matched)
        keys = np.union1d(matched.keys, near.keys if limit is None else _nearest(near, limit + len(without)))
        keys = keys[~np.isin(keys, without)] if len(without) else keys
        relevances, has_vector = _spread(keys, near.keys, near.relevances)
        by_words = _spread(keys, matched.keys, weights)[0]
        shares = _spread(keys, matched.keys, word_shares)[0]
        is_of_day = _spread(keys, matched.keys, of_day)[0] > 0
        told, of_the_day = _read(shares, _BY_WORDS), np.where(is_of_day, _OF_THE_DAY, 0.0)
        own = 1 - (1 - relevances) * (1 - told) * (1 - of_the_day)
        vector, words, strength = relevances, by_words, told
        if limit is None:
            vector, words, strength = (_with_lent(values) for values in (relevances, by_words, told))
        vector_ranks = _ranks(vector, among=vector if limit is None else near.relevances)
        word_ranks = _ranks(words, among=words if limit is None else weights)
        fused = _reciprocal(vector_ranks, vector.clip(max=1)) + _reciprocal(
            word_ranks, strength.clip(max=1) + of_the_day
        )
        of_days = np.where(is_of_day, fused, 0.0)
        day_ranks = _ranks(of_days, among=of_days)
        fused += _reciprocal(day_ranks, of_the_day)
        ranks = (vector_ranks, word_ranks, day_ranks)
        return cls(keys, relevances, has_vector, shares, is_of_day, *ranks, own.round(DIGITS), fused)


def _with_lent(values: Numbers) -> Numbers:
    """Each value with what those before it lend to it."""
    lent = values.copy()
    for back, share in enumerate(_LENT, start=1):
        lent[back:] += share * values[:-back]
    return lent


def _weigh(terms: Terms, matched: Matched) -> tuple[Numbers, Numbers, Numbers]:
    """Of each matched row its BM25, the share of the words' weight that it has, and whether (1.0) it is of the day."""
    count, words = len(terms.words) + len(terms.periods), len(terms.words)
    has = ((matched.marks[:, np.newaxis] >> np.arange(count)) & 1).astype(np.float64)
    frequent = has.sum(axis=0)
    rows = matched.count + _UNSEEN_ROWS
    rarity = np.log1p((rows - frequent + 0.5) / (frequent + 0.5))
    weight = has * rarity * np.array([*terms.worth, *([1.0] * len(terms.periods))])
    whole = float((rarity[:words] * np.array(terms.worth)).sum()) or 1.0
    mean = max(1.0, matched.length / max(1, matched.count))
    damped = (_SATURATION + 1) / (1 + _SATURATION * (1 - _LENGTH + _LENGTH * matched.lengths / mean))
    return weight.sum(axis=1) * damped, weight[:, :words].sum(axis=1) / whole, has[:, words:].max(axis=1, initial=0.0)


def _spread(keys: Keys, some: Keys, values: Numbers) -> tuple[Numbers, Flags]:
    """The values of some of the (sorted) keys at their places, 0 elsewhere, and which places have one."""
    spread, has = np.zeros(len(keys)), np.zeros(len(keys), dtype=bool)
    if not len(keys):
        return spread, has
    places = np.searchsorted(keys, some).clip(max=len(keys) - 1)
    kept = keys[places] == some
    spread[places[kept]], has[places[kept]] = values[kept], True
    return spread, has


def _nearest(near: Near, count: int) -> Keys:
    """The keys of so many rows, and of all that are as near as the last of them: no row without words that lies farther
    can be among the first so many."""
    if len(near.keys) <= count:
        return near.keys
    last = np.partition(near.relevances, -count)[-count]
    nearest: Keys = near.keys[near.relevances >= last]
    return nearest


def _ranks(values: Numbers, *, among: Numbers) -> Keys:
    """1 for the greatest among all; equal values share a rank, and what is 0 has none (0)."""
    ranks: Keys = np.where(values > 0, np.searchsorted(np.sort(-among), -values, side="left") + 1, 0)
    return ranks


def _reciprocal(ranks: Keys, strength: Numbers) -> Numbers:
    shares: Numbers = np.where(ranks > 0, strength / (_RANK_OFFSET + ranks), 0.0)
    return shares


def _read(values: Numbers, knots: Knots) -> Numbers:
    raw, score = zip(*knots, strict=True)
    found: Numbers = np.interp(values, raw, score)
    return found


def _lifted(own: Numbers, fused: Numbers) -> list[float]:
    """Scores that fall along the order, or stay where two rows are equal in everything."""
    scores: list[float] = own.tolist()
    for at in range(len(scores) - 2, -1, -1):
        below = scores[at + 1]
        if own[at] == own[at + 1] and fused[at] == fused[at + 1]:
            scores[at] = below
        elif scores[at] <= below:
            scores[at] = min(1.0, round(below + _STEP, DIGITS))
    return scores


def _scored(rows: _Rows, order: Keys, scores: list[float]) -> list[Scored]:
    return [
        Scored(
            key=int(rows.keys[at]),
            score=score,
            relevance=round(float(rows.relevances[at]), DIGITS) if rows.has_vector[at] else None,
            words=round(float(rows.shares[at]), DIGITS),
            is_of_day=bool(rows.is_of_day[at]),
            vector_rank=int(rows.vector_ranks[at]) or None,
            word_rank=int(rows.word_ranks[at]) or None,
            day_rank=int(rows.day_ranks[at]) or None,
        )
        for at, score in zip(order.tolist(), scores, strict=True)
    ]
