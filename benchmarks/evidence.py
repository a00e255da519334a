"""Labelled questions about conversations, and how well a ranking answers them: plain values, no engine.

What is found is counted in **units**: an exchange (what a person said and what was answered) where the labels name
exchanges, a turn where they name turns. A ranking of messages becomes one of units by the best message of each; what is
found of a unit twice counts once, before the ranking is cut.

**Recall** of a question: the share of its labelled units among the first k; where one of them is answer enough, 1 or 0.
**MRR**: one divided by the rank of the first labelled unit, 0 where none is found.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Any

LABELS = Path(__file__).parent / "labels"
MEMORYBANK = {
    "zh": ("memory_bank_cn.json", "probing_questions_cn.jsonl", "evidence_labels_zh.jsonl"),
    "en": ("memory_bank_en.json", "probing_questions_en.jsonl", "memorybank_en.jsonl"),
}
NOON = 12  # the hour of an exchange of which only the day is known
CUTS = (5, 10)


@dataclass(frozen=True)
class Said:
    """One message. `key` is its id, unique in its conversation; several may belong to one `unit`."""

    key: str
    unit: str
    session: str
    role: str
    text: str
    at: datetime


@dataclass(frozen=True)
class Known:
    """A fact written by hand, and the units it rests on."""

    content: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    qid: str
    talk: str
    text: str
    kind: str
    evidence: tuple[str, ...]
    any_of: bool = False

    def recall(self, ranking: Sequence[str], cut: int) -> float:
        found = len(set(self.evidence) & set(ranking[:cut]))
        return float(found > 0) if self.any_of else found / len(self.evidence)

    def reciprocal(self, ranking: Sequence[str]) -> float:
        return next((1 / rank for rank, unit in enumerate(ranking, start=1) if unit in self.evidence), 0.0)


@dataclass(frozen=True)
class Talk:
    """All that one person and another said to each other, and what is asked about it afterwards."""

    name: str
    language: str
    said: tuple[Said, ...]
    questions: tuple[Question, ...]
    facts: tuple[Known, ...] = ()

    @property
    def asked_at(self) -> datetime:
        """A day after the last message: the questions look back on all of it."""
        return max(one.at for one in self.said) + timedelta(days=1)


def memorybank(folder: Path, language: str) -> list[Talk]:
    """The people of the MemoryBank data of whom there are labelled questions."""
    people, questions, labels = MEMORYBANK[language]
    history = {name.strip(): person["history"] for name, person in json.loads(_text(folder / people)).items()}
    asked = {name.strip(): texts for row in _rows(folder / questions) for name, texts in row.items()}
    path = folder / labels
    rows = _rows(path if path.exists() else LABELS / labels)
    return [
        Talk(name, language, tuple(_exchanges(history[name])), tuple(_labelled(own, asked[name])))
        for name, own in _by_conversation(rows).items()
    ]


def own(path: Path, language: str) -> Talk:
    """A conversation of our own: sessions, facts and questions in one file."""
    rows = list(_rows(path))
    facts = tuple(Known(row["fact"], tuple(row["evidence"])) for row in rows if "fact" in row)
    questions = (_question(row, path.stem, row["question"]) for row in rows if "qid" in row)
    return Talk(path.stem, language, tuple(_turns(rows)), tuple(questions), facts)


def _by_conversation(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    grouped: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        grouped[row["conv"]].append(row)
    return grouped


def _labelled(rows: Iterable[dict[str, Any]], asked: Sequence[str]) -> Iterator[Question]:
    for row in rows:
        yield _question(row, row["conv"], asked[int(row["qid"].rpartition(":")[2])].strip('"'))


def _question(row: dict[str, Any], talk: str, text: str) -> Question:
    return Question(row["qid"], talk, text, row["kind"], tuple(row["evidence"]), row["any_of"])


def _exchanges(history: Mapping[str, Sequence[Mapping[str, str]]]) -> Iterator[Said]:
    for day, exchanges in sorted(history.items()):
        morning = datetime.fromisoformat(day).replace(hour=NOON, tzinfo=UTC)
        for number, exchange in enumerate(exchanges):
            unit, at = f"{day[5:]}#{number}", morning + timedelta(minutes=number)
            for role, text in (("user", exchange.get("query", "")), ("assistant", exchange.get("response", ""))):
                if text.strip():
                    yield Said(f"{unit}:{role}", unit, day, role, text, at + timedelta(seconds=20 * (role != "user")))


def _turns(rows: Iterable[dict[str, Any]]) -> Iterator[Said]:
    """Who wrote first of all is the user; everybody's name stands before what they write, as in a group chat."""
    sessions = [row for row in rows if "session" in row]
    first = sessions[0]["turns"][0][0]
    for row in sessions:
        at = datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)
        for number, (speaker, text) in enumerate(row["turns"], start=1):
            key, role = f"D{row['session']}:{number}", "user" if speaker == first else "assistant"
            yield Said(key, key, str(row["session"]), role, f"{speaker}: {text}", at + timedelta(minutes=number))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, filter(str.strip, _text(path).splitlines()))


# --- figures --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answered:
    """A question and the units found for it, the best first, each once."""

    question: Question
    language: str
    ranking: tuple[str, ...]

    @property
    def recall(self) -> float:
        return self.question.recall(self.ranking, CUTS[-1])


def units(ranking: Iterable[str]) -> tuple[str, ...]:
    """Each unit once, where it was found first."""
    return tuple(dict.fromkeys(ranking))


def figures(answered: Sequence[Answered]) -> dict[str, Any]:
    """Recall and MRR of all, and of each kind of question."""
    kinds: dict[str, list[Answered]] = defaultdict(list)
    for one in answered:
        kinds[one.question.kind].append(one)
    return _of(answered) | {"kinds": {kind: _of(group) for kind, group in sorted(kinds.items())}}


def _of(answered: Sequence[Answered]) -> dict[str, Any]:
    found: dict[str, Any] = {"questions": len(answered)}
    for cut in CUTS:
        found[f"recall_{cut}"] = round(fmean(one.question.recall(one.ranking, cut) for one in answered), 4)
    return found | {"mrr": round(fmean(one.question.reciprocal(one.ranking) for one in answered), 4)}
