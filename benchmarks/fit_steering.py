"""Teaches the write guard's learned reader what orders to an agent look like.

    python -m benchmarks.fit_steering --data FOLDER               # writes engine/text/steering_weights.json
    python -m benchmarks.fit_steering --data FOLDER --left-out    # learns without one set at a time, and prints what it finds there

The examples are the lines beside this module (`steering/`), the guard's corpora up to the seventh and the harmless texts
of other tests, all invented, the product's own documents and every second sentence of MemoryBank in FOLDER. Logistic regression; of what it learns only the weights that matter are kept.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.text import guard, steering_learned

ROOT = Path(__file__).parent.parent
LINES = Path(__file__).parent / "steering"
CORPORA = ROOT / "tests/engine/text/corpora"
SETS = ("guard", "guard_second", "guard_third", "guard_fourth", "guard_fifth", "guard_sixth", "guard_seventh")
OTHERS = ("tests/extraction", "tests/engine/embedded")
APPS = ("engine", "extraction", "profiles", "summaries", "memoryhub")
NOTE = re.compile(r'"""([^"]{5,300})"""|# ([A-Z][^\n]{5,200})')
SHORT = 4  # characters
WORDS = re.compile(r"\S \S+ \S|[\u4e00-\u9fff]{3}")
SENTENCE = re.compile(r"[^。！!？?\n.]+(?:\.(?=\S)[^。！!？?\n.]+)*[？?]?")

ROUNDS, STEP, DECAY = 30, 0.3, 3e-5
MORE = 3  # what an order counts for beside a harmless line: there are fewer of them
SELDOM = 2  # a word or pair seen less often teaches nothing general
SMALLEST = 0.06  # weights nearer to zero change no answer

Example = tuple[str, bool]


def of_set(name: str) -> list[Example]:
    """The steering lines and the harmless ones of one corpus."""
    orders = [
        (line["text"], True) for line in _rows(CORPORA / f"{name}_must_catch.jsonl") if line["kind"] == "steering"
    ]
    return orders + [(line["text"], False) for line in _rows(CORPORA / f"{name}_harmless.jsonl")]


def of_others() -> Iterator[Example]:
    for part, is_order in (("orders", True), ("harmless", False)):
        yield from ((line, is_order) for line in (LINES / f"{part}.txt").read_text("utf-8").splitlines())
    texts = {
        text for folder in OTHERS for path in sorted((ROOT / folder).glob("*.jsonl")) for text in _texts(_rows(path))
    }
    # What a rule takes for an order is one in those tests too: they show what an engine drops.
    yield from ((text, False) for text in sorted(texts) if guard.by_rules(text) < guard.STEERING_LIMIT)


def of_talk(folder: Path, *, every: int) -> Iterator[Example]:
    """Sentences of the MemoryBank conversations, of users and assistants: talk that orders nothing."""
    said = {
        sentence.strip()
        for path in sorted(folder.glob("memory_bank_*.json"))
        for text in _texts(json.loads(path.read_text("utf-8")))
        for sentence in SENTENCE.findall(text)
    }
    chosen = sorted(text for text in said if len(text) > SHORT)[::every]
    yield from ((text, False) for text in chosen if guard.by_rules(text) < guard.STEERING_LIMIT)


def of_prose() -> Iterator[Example]:
    """Sentences and notes of the product's own documents and docstrings: they order nothing either."""
    paths = [
        *sorted((ROOT / "docs").glob("**/*.md")),
        *(path for name in APPS for path in sorted((ROOT / name).glob("**/*.py"))),
    ]
    said = (
        path.read_text("utf-8")
        if path.suffix == ".md"
        else "\n".join(one or two for one, two in NOTE.findall(path.read_text("utf-8")))
        for path in paths
    )
    texts = {sentence.strip(" |-*#`") for text in said for sentence in SENTENCE.findall(text)}
    chosen = sorted(text for text in texts if len(text) > SHORT and WORDS.search(text))
    yield from ((text, False) for text in chosen if guard.by_rules(text) < guard.STEERING_LIMIT)


def _texts(found: object) -> Iterator[str]:
    """All texts with several words, however deep they lie."""
    if isinstance(found, str):
        if len(found) > SHORT and WORDS.search(found):
            yield found
    elif isinstance(found, Mapping | Iterable):
        for part in found.values() if isinstance(found, Mapping) else found:
            yield from _texts(part)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    return (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())


def learned(examples: list[Example]) -> dict[str, float]:
    """The weights by AdaGrad."""
    weighed = [({"bias": 1.0, **steering_learned.features(text)}, float(is_order)) for text, is_order in examples]
    often = Counter(name for found, _ in weighed for name in found)
    names = {name: place for place, name in enumerate(name for name, times in often.items() if times >= SELDOM)}
    rows = []
    for found, is_order in weighed:
        known = {name: value for name, value in found.items() if name in names}
        rows.append((np.array([names[name] for name in known]), np.array(list(known.values())), is_order))
    weights: NDArray[np.float64] = np.zeros(len(names))
    seen: NDArray[np.float64] = np.full(len(names), 1e-2)
    order = np.random.default_rng(0)
    for _ in range(ROUNDS):
        for row in order.permutation(len(rows)):
            places, values, wanted = rows[row]
            guess = 1 / (1 + np.exp(-weights[places] @ values))
            slope = (guess - wanted) * (MORE if wanted else 1) * values + DECAY * weights[places]
            seen[places] += slope**2
            weights[places] -= STEP * slope / np.sqrt(seen[places])
    kept = ((name, round(float(weights[place]), 2)) for name, place in names.items())
    return {name: weight for name, weight in sorted(kept) if abs(weight) >= SMALLEST or name == "bias"}


def judged(weights: dict[str, float], examples: Iterable[Example]) -> Iterator[tuple[str, bool, float]]:
    for text, is_order in examples:
        total = weights["bias"] + sum(
            weights.get(name, 0.0) * value for name, value in steering_learned.features(text).items()
        )
        yield text, is_order, float(1 / (1 + np.exp(-total)))


def left_out(talk: list[Example]) -> None:
    """How the reader does on a set that it has not seen, and on talk that it has not seen."""
    others = [*of_others(), *of_prose(), *talk[::2]]
    for name in SETS:
        weights = learned([*others, *(line for other in SETS if other != name for line in of_set(other))])
        results, unseen = list(judged(weights, of_set(name))), list(judged(weights, talk[1::2]))
        for limit in (0.3, 0.5, 0.6, 0.7):
            found = [likely >= limit for _, is_order, likely in results if is_order]
            alarms = [likely >= limit for _, is_order, likely in results if not is_order]
            of_talk_too = [likely >= limit for _, _, likely in unseen]
            print(name, len(weights), limit, *(round(float(np.mean(part)), 4) for part in (found, alarms, of_talk_too)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--left-out", action="store_true")
    arguments = parser.parse_args()
    talk = list(of_talk(arguments.data, every=2))
    if arguments.left_out:
        left_out(talk)
        return
    weights = learned([*of_others(), *of_prose(), *talk, *(line for name in SETS for line in of_set(name))])
    text = json.dumps(weights, ensure_ascii=False, separators=(",", ":"), indent=0)
    steering_learned.WEIGHTS.write_text(text + "\n", encoding="utf-8")
    print(json.dumps({"weights": len(weights)}))


if __name__ == "__main__":
    main()
