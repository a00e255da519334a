"""How well what was said is found again: labelled questions, searched for by the product and by plain baselines.

    python -m benchmarks.retrieval --data FOLDER [--language zh|en] [--own FILE ...] [--dream] [--verbose]

The MemoryBank conversations of --data, one person each, are sent as a client sends them, learned from by the embedded
engine, and embedded as the background does; then every labelled question is searched for, a day after the last word.
--own adds conversations of our own (benchmarks/labels): nothing is learned from those, they are searched by their raw
messages alone, and once more with the facts written by hand. --dream repeats it after a dream of everybody.

Figures (benchmarks/evidence.py has the definitions) are of messages, of facts with the messages they rest on, and of both
together; overall, by kind of question and by language. On the same texts and questions: BM25 and plain vectors of the
bundled model, each with and without the day in the text, and each compared with the product question by question.
`days` compares questions that name a day with the same search that does not read days. The last line printed is one JSON
object.
"""

import argparse
import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import evidence, paired, service
from benchmarks.evidence import Answered, Talk

if TYPE_CHECKING:
    from benchmarks.searched import Person

Answers = Mapping[str, Sequence[Answered]]
LANGUAGES = ("zh", "en")
DATED = "dated"


def main() -> None:
    options = _options()
    sets = {
        f"memorybank_{language}": evidence.memorybank(options.data, language)
        for language in options.language or LANGUAGES
        if options.data
    }
    own = {path.stem: [evidence.own(path, path.stem.rpartition("_")[2])] for path in options.own}
    os.environ.setdefault("MEMORYHUB_LOG_LEVEL", "ERROR")  # each search would log two lines
    with service.database() as base:
        from memoryhub import queues  # noqa: PLC0415 - settings must not load before the environment

        queues.install(base.url)
        found = {name: _measured(name, talks, options, learns=True) for name, talks in sets.items()}
        found |= {name: _measured(name, talks, options, learns=False) for name, talks in own.items()}
    print(json.dumps({"benchmark": "retrieval", "machine": service.machine(), "sets": found}, ensure_ascii=False))


def _measured(name: str, talks: Sequence[Talk], options: argparse.Namespace, *, learns: bool) -> dict[str, Any]:
    from benchmarks import plainly, searched, tidying  # noqa: PLC0415 - settings must not load before the environment

    people = [searched.take_in(talk, learns=learns) for talk in talks]
    searched.embed()
    ours: dict[str, Sequence[Answered]] = dict(searched.answers(people))
    blind = searched.answers(people, reads_days=False)
    if not learns:
        ours |= _with_facts(people)
    plain = plainly.baselines(talks)
    found = _compared(ours, plain) | {"days": _days(ours, blind)}
    if options.dream:
        dreamt = tidying.tidy((), now=searched.last_said(people))
        searched.embed()
        found["dream"] = _after(searched.answers(people), ours) | {"operations": dreamt["operations"]}
    _show(name, found)
    if options.verbose:
        _explain(ours, plain)
    return found


def _with_facts(people: "Sequence[Person]") -> Answers:
    """The same search after the facts of each conversation were loaded."""
    from benchmarks import searched  # noqa: PLC0415 - settings must not load before the environment

    for person in people:
        searched.load(person, person.talk.facts)
    searched.embed()
    found = searched.answers(people)
    return {searched.FACTS: found[searched.FACTS], searched.TOGETHER: found[searched.TOGETHER]}


def _compared(ours: Answers, plain: Answers) -> dict[str, Any]:
    """Figures of every way, and the product's messages against each baseline, on recall and on MRR."""
    from benchmarks import searched  # noqa: PLC0415 - settings must not load before the environment

    mine = ours[searched.MESSAGES]
    return {
        "product": {way: evidence.figures(answered) for way, answered in ours.items()},
        "baselines": {way: evidence.figures(answered) for way, answered in plain.items()},
        "against": {way: _paired(mine, answered) for way, answered in plain.items()},
        "together": _paired(ours[searched.TOGETHER], mine),
    }


def _paired(ours: Sequence[Answered], theirs: Sequence[Answered]) -> dict[str, Any]:
    found = {f"recall_{cut}": _compare(ours, theirs, partial(_recall, cut=cut)) for cut in evidence.CUTS}
    return found | {"mrr": _compare(ours, theirs, _mrr)}


def _compare(
    ours: Sequence[Answered], theirs: Sequence[Answered], measure: Callable[[Answered], float]
) -> dict[str, Any]:
    return paired.compare([measure(one) for one in ours], [measure(one) for one in theirs])


def _recall(one: Answered, *, cut: int) -> float:
    return one.question.recall(one.ranking, cut)


def _mrr(one: Answered) -> float:
    return one.question.reciprocal(one.ranking)


def _days(ours: Answers, blind: Answers) -> dict[str, Any]:
    """Questions that name a day, against the search that is blind to it. Nothing where there are none."""
    from benchmarks import searched  # noqa: PLC0415 - settings must not load before the environment

    mine, theirs = _dated(ours[searched.MESSAGES]), _dated(blind[searched.MESSAGES])
    if not mine:
        return {}
    return {"with": evidence.figures(mine), "without": evidence.figures(theirs), "paired": _paired(mine, theirs)}


def _dated(answered: Sequence[Answered]) -> list[Answered]:
    return [one for one in answered if one.question.kind == DATED]


def _after(dreamt: Answers, before: Answers) -> dict[str, Any]:
    ways = dreamt.keys() & before.keys()
    return {way: evidence.figures(dreamt[way]) | {"paired": _paired(dreamt[way], before[way])} for way in sorted(ways)}


# --- for reading ----------------------------------------------------------------------------------------------------


def _show(name: str, found: Mapping[str, Any]) -> None:
    print(f"{name}")
    for group in ("product", "baselines"):
        for way, figures in found[group].items():
            print(f"  {group[:-1] if group[-1] == 's' else group} {way:28} {_line(figures)}")
            for kind, of_kind in figures["kinds"].items():
                print(f"      {kind:34} {_line(of_kind)}")
    for way, versus in found["against"].items():
        print(f"  messages against {way:24} {versus['recall_10']}  mrr {versus['mrr']['difference']:+}")
    if found["days"]:
        for measure, versus in found["days"]["paired"].items():
            print(f"  days read against not read, {measure}: {versus}")
    for way in found.get("dream", {}).keys() - {"operations"}:
        print(f"  after a dream {way:26} {_line(found['dream'][way])}", flush=True)


def _line(figures: Mapping[str, Any]) -> str:
    return "  ".join(f"{name} {figures[name]}" for name in ("questions", "recall_5", "recall_10", "mrr"))


def _explain(ours: Answers, plain: Answers) -> None:
    """The questions that a baseline answers better than the product."""
    from benchmarks import searched  # noqa: PLC0415 - settings must not load before the environment

    for at, mine in enumerate(ours[searched.MESSAGES]):
        better = [way for way, answered in plain.items() if answered[at].recall > mine.recall]
        if better:
            print(f"  {mine.question.qid} {mine.question.text} wants {','.join(mine.question.evidence)}")
            print(f"      found {','.join(mine.ranking[:10])}; better: {'; '.join(better)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with the MemoryBank files")
    parser.add_argument(
        "--language", choices=LANGUAGES, action="append", help="of the MemoryBank sets; both without it"
    )
    parser.add_argument(
        "--own", type=Path, action="append", default=[], help="a conversation of our own, NAME_zh or NAME_en"
    )
    parser.add_argument("--dream", action="store_true", help="measure once more after a dream")
    parser.add_argument("--verbose", action="store_true", help="print the questions that a baseline answers better")
    options = parser.parse_args()
    if not (options.data or options.own):
        parser.error("there is nothing to search: give --data or --own")
    return options


if __name__ == "__main__":
    main()
