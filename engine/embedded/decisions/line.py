"""One line of an agent: its confirmed passages, each read in its own language."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from engine.embedded.chinese.script import Script
from engine.embedded.decisions import chinese, english, firm
from engine.embedded.decisions.draft import Draft, Settled
from engine.questions import ASSISTANT, Item, Line
from engine.text import confirmation, passages, weeks
from engine.text.passages import NO_LEAD, Passage

_CJK = re.compile(r"[㐀-鿿]")
_WORD = re.compile(r"[A-Za-z']+")
# Where the rules left these standing, they would mean whoever reads the statement.
_SOMEBODY_ZH = re.compile("(?<!自)我|[您你]")


def read_line(line: Line, *, when: str) -> list[Item]:
    """Its settled statements, each once. Nothing is resolved from other lines: what only they would explain is left out."""
    day = weeks.day_of(line.said_at or weeks.parse_when(when))
    script = Script(line.content)
    found: dict[str, Item] = {}
    for draft in _drafts(script.read, day):
        content = script.written(draft.content)
        found.setdefault(content, Item(draft.type, content, source_role=ASSISTANT, evidence=(line.key,)))
    return list(found.values())


def _drafts(text: str, day: date | None) -> Iterator[Draft]:
    found = passages.of(text)
    for place, passage in enumerate(found):
        settled = _settled(found, place)
        if settled is not None:
            signs, words = len(_CJK.findall(passage.text)), len(_WORD.findall(passage.text))
            yield from _in_third_person(chinese.read(settled) if signs > words else english.read(settled, day))


def _in_third_person(drafts: Iterable[Draft]) -> Iterator[Draft]:
    return (draft for draft in drafts if not _SOMEBODY_ZH.search(draft.content))


def _settled(found: list[Passage], place: int) -> Settled | None:
    """The passage as something settled; None when it is not, or only an explanation sounds so."""
    passage = found[place]
    if not confirmation.is_covered(found, place):
        return None
    cue = confirmation.settled_from(passage) if confirmation.settles_at(found, place) else None
    lead = found[passage.under] if passage.under != NO_LEAD else None
    if cue is None and lead is not None:
        return Settled(passage.text, passage.clauses, lead=lead.text) if _is_firm(lead) else None
    if cue is not None and not firm.is_firm(passage, cue):
        return None
    return Settled(passage.text, passage.clauses, cue, lead.text if lead is not None else "")


def _is_firm(lead: Passage) -> bool:
    cue = confirmation.settled_from(lead)
    return cue is not None and firm.is_firm(lead, cue)
