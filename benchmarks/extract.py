"""What the embedded engine finds: the labelled extraction cases, and every person of a conversation file.

    python -m benchmarks.extract [--data FILE-or-FOLDER ...] [--sample 50 --seed 1]

A `.jsonl` file holds cases of kind `extract_quality`; a `.json` file holds people (name → history → date → turns with
`query`). A folder is read whole. The last line printed is one JSON object.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.embedded import extract
from engine.questions import USER, ExtractQuestion, Line

DATA = (Path("tests/cases/extraction.jsonl"),)


@dataclass
class CaseFigures:
    """Shares over the meanings that must be found and the words that must not."""

    wanted: int = 0
    found: int = 0
    cases_with_forbidden: int = 0
    forbidden_produced: int = 0
    misses: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        return {
            "wanted": self.wanted,
            "found_share": round(self.found / self.wanted, 3) if self.wanted else None,
            "cases_with_forbidden": self.cases_with_forbidden,
            "forbidden_share": round(self.forbidden_produced / self.cases_with_forbidden, 3)
            if self.cases_with_forbidden
            else None,
            "misses": self.misses,
            "slips": self.slips,
        }


@dataclass(frozen=True)
class Learned:
    """One statement with the words that it came from."""

    person: str
    day: str
    type: str
    slot: str
    content: str
    said: str


def main() -> None:
    options = _options()
    figures, learned, people, messages, seconds = CaseFigures(), [], [], 0, 0.0
    for path in _files(options.data):
        if path.suffix == ".jsonl":
            judge_cases(path, figures)
            continue
        for name, lines in _conversations(path):
            started = time.process_time()
            facts = learn(name, lines)
            seconds += time.process_time() - started
            people.append({"file": path.name, "person": name, "messages": len(lines), "facts": len(facts)})
            learned += facts
            messages += len(lines)
    _print_sample(learned, options.sample, options.seed, show_all=options.all)
    print(json.dumps(_report(figures, learned, people, messages, seconds), ensure_ascii=False))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", help="file or folder; may be given several times")
    parser.add_argument("--sample", type=int, default=0, help="print this many random statements with their source")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print every statement with its source")
    return parser.parse_args()


def _files(given: list[Path] | None) -> Iterator[Path]:
    for path in given or [path for path in DATA if path.exists()]:
        if path.is_dir():
            yield from sorted(found for found in path.iterdir() if _is_readable(found))
        else:
            yield path


def _is_readable(path: Path) -> bool:
    """Whether a file of a folder holds cases or conversations; labels and questions beside them are passed over."""
    if path.suffix == ".jsonl":
        return '"extract_quality"' in path.read_text(encoding="utf-8")
    return path.suffix == ".json" and '"history"' in path.read_text(encoding="utf-8")


def judge_cases(path: Path, figures: CaseFigures) -> None:
    """Count what the `extract_quality` cases of a file want found and forbid."""
    for text in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(text)
        if case["input"].get("kind") == "extract_quality":
            _judge(case, figures)


def _judge(case: dict[str, Any], figures: CaseFigures) -> None:
    contents = [item.content for item in extract.extract(_question(case["input"])).items]
    expected = case["expect"]
    for wanted in expected.get("must_yield", []):
        figures.wanted += 1
        if any(word in content for word in wanted["any_words"] for content in contents):
            figures.found += 1
        else:
            figures.misses.append(f"{case['id']}: {wanted['means']}")
    forbidden = [*expected.get("must_not_yield_words", []), *expected.get("never_stored", [])]
    is_silent = expected.get("must_yield") == []
    if forbidden or is_silent:
        figures.cases_with_forbidden += 1
        produced = [content for content in contents if is_silent or any(word in content for word in forbidden)]
        figures.forbidden_produced += bool(produced)
        figures.slips += [f"{case['id']}: {content}" for content in produced]


def _question(given: dict[str, Any]) -> ExtractQuestion:
    history, current = (
        tuple(Line(turn["role"], turn["content"], key=key) for key, turn in enumerate(given[part]))
        for part in ("history", "current")
    )
    return ExtractQuestion(
        target=tuple(line for line in current if line.role == USER),
        reference=(*history, *current),
        conversation_time=given.get("timestamp", ""),
        known=tuple(given.get("known", ())),
    )


def _conversations(path: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for name, person in json.loads(path.read_text(encoding="utf-8")).items():
        history = person.get("history", {})
        yield name, [(day, turn["query"]) for day, turns in history.items() for turn in turns if turn.get("query")]


def learn(name: str, lines: list[tuple[str, str]]) -> list[Learned]:
    """What stands about a person after all of their days, each statement once."""
    learned: dict[str, Learned] = {}
    for key, (day, said) in enumerate(lines):
        question = ExtractQuestion((Line(USER, said, key=key),), conversation_time=day, known=tuple(learned))
        for item in extract.extract(question).items:
            learned.setdefault(item.content, Learned(name, day, item.type, item.slot, item.content, said))
    return list(learned.values())


def _print_sample(learned: list[Learned], size: int, seed: int, *, show_all: bool) -> None:
    chosen = learned if show_all else random.Random(seed).sample(learned, min(size, len(learned)))
    for number, fact in enumerate(chosen, 1):
        slot = f"/{fact.slot}" if fact.slot else ""
        print(f"{number:3} [{fact.type}{slot}] {fact.content}\n      {fact.person} {fact.day}: {fact.said}")


def _report(
    figures: CaseFigures, learned: list[Learned], people: list[dict[str, Any]], messages: int, seconds: float
) -> dict[str, Any]:
    counts = [person["facts"] for person in people]
    return {
        "benchmark": "extract",
        "cases": figures.summary(),
        "people": people,
        "facts": len(learned),
        "fewest_facts_per_person": min(counts, default=None),
        "types": dict(Counter(fact.type for fact in learned)),
        "messages": messages,
        "cpu_ms_per_message": round(1000 * seconds / messages, 3) if messages else None,
    }


if __name__ == "__main__":
    main()
