"""One set of labelled questions, answered by the product and by the baselines, and the ways compared question by question."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks import evidence, paired, plainly, searched, tidying
from benchmarks.evidence import Answered, Talk
from benchmarks.searched import Person
from memoryhub import queues

Answers = Mapping[str, Sequence[Answered]]
DATED = "dated"


def prepare(database: str) -> None:
    """Give the database at this address the queues that ingest rings."""
    queues.install(database)


def measured(
    name: str, talks: Sequence[Talk], *, learns: bool, dreams: bool = False, is_verbose: bool = False
) -> dict[str, Any]:
    """Take the conversations in, ask all their questions in every way, print what came of it, and answer the figures.

    `learns` False: the raw messages are searched, and once more with the facts that were written by hand. `dreams`: once
    more after a dream of everybody. `is_verbose`: questions that a baseline answers better are printed.
    """
    people = [searched.take_in(talk, learns=learns) for talk in talks]
    searched.embed()
    ours: dict[str, Sequence[Answered]] = dict(searched.answers(people))
    blind = searched.answers(people, reads_days=False)
    if not learns:
        ours |= _with_facts(people)
    plain = plainly.baselines(talks)
    found = _compared(ours, plain) | {"days": _days(ours, blind)}
    if dreams:
        dreamt = tidying.tidy((), now=searched.last_said(people))
        searched.embed()
        found["dream"] = _after(searched.answers(people), ours) | {"operations": dreamt["operations"]}
    _show(name, found)
    if is_verbose:
        _explain(ours, plain)
    return found


def _with_facts(people: Sequence[Person]) -> Answers:
    """The same search after the facts of each conversation were loaded."""
    for person in people:
        searched.load(person, person.talk.facts)
    searched.embed()
    found = searched.answers(people)
    return {searched.FACTS: found[searched.FACTS], searched.TOGETHER: found[searched.TOGETHER]}


def _compared(ours: Answers, plain: Answers) -> dict[str, Any]:
    """Figures of every way, and the product's messages against each baseline, on recall and on MRR."""
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
    for at, mine in enumerate(ours[searched.MESSAGES]):
        better = [way for way, answered in plain.items() if answered[at].recall > mine.recall]
        if better:
            print(f"  {mine.question.qid} {mine.question.text} wants {','.join(mine.question.evidence)}")
            print(f"      found {','.join(mine.ranking[:10])}; better: {'; '.join(better)}")
