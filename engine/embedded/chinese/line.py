"""One line of a conversation: its statements, and its explicit wishes about the memory."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from engine.embedded import bounds
from engine.embedded.chinese import clauses, cleaning, corrections, cues, instructions, reader
from engine.embedded.chinese.clauses import Clause, Split
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.instructions import Wish
from engine.embedded.chinese.message import Message, Statement
from engine.embedded.chinese.script import Script
from engine.questions import Instruction, Item, Line
from engine.text.weeks import day_of, parse_when

_CLAIMS = {clauses.STATEMENT, clauses.ORDER}
_UNSURE = re.compile(r"你|您|今天|明天|昨天|后天|刚才|刚刚|下周|上周|什么|怎么|[\ue1ff]")


@dataclass(frozen=True)
class Reading:
    """What one line gave; `dropped` counts by reason what was left out.

    What is to be remembered stands twice: among the items, which know its type, and as an ADD among the instructions.
    `orders` are sentences that command the agent, as they were said.
    """

    items: tuple[Item, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    orders: tuple[Item, ...] = ()
    dropped: Counter[str] = field(default_factory=Counter)


def extract_line(line: Line, *, when: str, previous: Sequence[Line]) -> list[Item]:
    """The statements of one user line. `when` is the conversation's time; the line's own time goes before it."""
    return list(read_line(line, when=when, previous=previous).items)


def read_line(line: Line, *, when: str, previous: Sequence[Line] = ()) -> Reading:
    """Statements and explicit wishes of one user line. Nothing is taken from `previous`: a clause that only the
    earlier lines would explain is dropped and counted."""
    script = Script(line.content)
    cleaned = cleaning.clean(script.read)
    split = clauses.split(cleaned.text)
    read, left_out = bounds.both_ends(split.clauses)
    split = replace(split, clauses=tuple(read))
    sorted_ = _sorted(split)
    message = reader.read(
        cleaned, replace(split, clauses=tuple(sorted_.plain)), day_of(line.said_at or parse_when(when))
    )
    dropped = cleaned.dropped + message.dropped
    dropped.update({"steering": int(split.is_steering), "material": int(split.is_material), "too_many": left_out})
    statements = [*message.statements, *_as_said(sorted_, cleaned, message)]
    wishes = [
        Instruction("ADD", new=statement.content)
        for statement in statements
        if statement.sentence in sorted_.remembered
    ]
    unclear: list[Instruction] = []
    for wish in _one_by_one(sorted_.wishes, cleaned, message):
        instruction, new = _instruction(wish, cleaned, message)
        statements += new
        if instruction is None:
            dropped["unclear_instruction"] += 1
            unclear += [Instruction(wish.op, cleaned.restore(wish.old), cleaned.restore(wish.new), is_clear=False)]
        else:
            wishes.append(instruction)
    told = tuple(
        replace(wish, old=script.written(wish.old), new=script.written(wish.new), evidence=(line.key,))
        for wish in [*wishes, *(unclear if wishes else [])]
    )
    return Reading(tuple(_items(statements, line, script)), told, dropped=+dropped)


@dataclass
class _Sorted:
    """Clauses that state something, wishes about the memory, and the numbers of the sentences to be remembered."""

    plain: list[Clause] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    remembered: set[int] = field(default_factory=set)


def _sorted(split: Split) -> _Sorted:
    found = _Sorted()
    for _number, group in groupby(split.clauses, key=lambda clause: clause.sentence):
        _sort_sentence(list(group), found)
    return found


def _sort_sentence(sentence: list[Clause], found: _Sorted) -> None:
    """Take the wishes of one sentence off its clauses; what is left states something."""
    correction = corrections.find([clause.text if _may_correct(clause) else "" for clause in sentence])
    taken: frozenset[int] = frozenset()
    if correction:
        wish, taken = correction
        found.wishes.append(wish)
    forgets = False
    for place, clause in enumerate(sentence):
        if place in taken:
            continue
        if place and instructions.quotes_somebody(sentence[place - 1].text):
            found.plain.append(clause)
            continue
        further, is_further = instructions.goes_on(clause.text)
        if _forgets(replace(clause, text=further) if forgets else clause, found):
            forgets = True
        elif forgets and not instructions.without_remember(further)[1]:
            found.wishes += [Wish("DELETE", old=further)] if is_further else []
        else:
            forgets = False
            _remember_or_keep(clause, found, is_corrected=bool(taken))


def _remember_or_keep(clause: Clause, found: _Sorted, *, is_corrected: bool) -> None:
    further, _ = instructions.goes_on(clause.text)
    if clause.sentence in found.remembered and instructions.without_remember(further)[1]:
        clause = replace(clause, text=further)
    if instructions.asks_to_remember(clause.text) and found.plain:
        found.remembered.add(found.plain[-1].sentence)
    elif not (is_corrected and instructions.asks_to_remember(clause.text)):
        _keep(clause, found)


def _may_ask(clause: Clause) -> bool:
    return clause.mood in _CLAIMS or instructions.is_request(clause.text)


def _may_correct(clause: Clause) -> bool:
    """应该是5月3日 is a guess by itself, and behind a wrong value the right one."""
    return _may_ask(clause) or (clause.mood == clauses.GUESS and clause.text.startswith("应该"))


def _forgets(clause: Clause, found: _Sorted) -> bool:
    """Whether the clause asks to forget something: what it names, or what the clause before it said."""
    if not _may_ask(clause):
        return False
    before = found.plain[-1] if found.plain and clause.sentence - found.plain[-1].sentence <= 1 else None
    forgotten = instructions.forgotten_before(clause.text, before.text) if before else None
    if forgotten and before:
        found.plain.pop()
    else:
        forgotten = instructions.forgotten(clause.text)
    if forgotten is not None:
        found.wishes.append(Wish("DELETE", old=forgotten))
    return forgotten is not None


def _keep(clause: Clause, found: _Sorted) -> None:
    text, is_wish = instructions.without_remember(clause.text) if _may_ask(clause) else (clause.text, False)
    if is_wish:
        found.remembered.add(clause.sentence)
        clause = replace(clause, text=text, mood=clauses.STATEMENT)
    if clause.text:
        found.plain.append(clause)


def _one_by_one(wishes: Sequence[Wish], cleaned: Cleaned, message: Message) -> Iterator[Wish]:
    """A wish to forget for each thing that it joins: all of them statements, or all of them named."""
    for wish in wishes:
        parts = instructions.apart(wish.old) if wish.op == "DELETE" else [wish.old]
        if len({bool(_said(part, cleaned, message)) for part in parts}) == 1:
            yield from (replace(wish, old=part) for part in parts)
        else:
            yield wish


def _instruction(wish: Wish, cleaned: Cleaned, message: Message) -> tuple[Instruction | None, list[Statement]]:
    """The wish in the third person, and the statements that are new with it; None when it does not say what."""
    said_old, said_new = _said(wish.old, cleaned, message), _said(wish.new, cleaned, message)
    is_stamped = bool(said_old) and _has_new_year(said_old[0].content, wish.old)
    old = said_old[0].content if said_old and not is_stamped else _third_person(wish.old, cleaned)
    new = said_new[0].content if said_new else _third_person(wish.new, cleaned)
    if wish.op == "DELETE":
        return (Instruction("DELETE", old=old) if old else None), []
    if not old or not new:
        return None, []
    return Instruction("UPDATE", old=old, new=new), said_new or [Statement("user_fact", "", new, -1)]


def _has_new_year(content: str, said: str) -> bool:
    """Whether reading stamped a day on it: what is to be forgotten was told on another one."""
    return bool(set(re.findall(r"\d{4}", content)) - set(re.findall(r"\d{4}", said)))


def _said(text: str, cleaned: Cleaned, message: Message) -> list[Statement]:
    if not text:
        return []
    clause = Clause(text, clauses.STATEMENT, 0, is_last=True)
    split = Split((clause,), is_steering=False, is_material=False)
    return reader.read(cleaned, split, message.today).statements[:1]


def _as_said(found: _Sorted, cleaned: Cleaned, message: Message) -> Iterator[Statement]:
    """What is to be remembered and no rule reads, in the speaker's own words: 记住我左耳听不见."""
    read = {statement.sentence for statement in message.statements}
    for clause in found.plain:
        if (
            clause.sentence in found.remembered - read
            and clause.text.startswith("我")
            and clause.mood == clauses.STATEMENT
        ):
            content = _third_person(clause.text, cleaned)
            if content and not _UNSURE.search(content):
                yield Statement("user_fact", "", content, clause.sentence)


# What was said another time is in that time's words.
_TOLD_BEFORE = re.compile(r"(?:上次|上回|之前|以前|刚才|先前)(?:跟你|和你)?[说提讲告](?:过|诉你)?的")


def _third_person(text: str, cleaned: Cleaned) -> str:
    """The speaker's words as a statement about the user; '' when they point at something not said."""
    body = text.removeprefix("我")
    if not body or cues.POINTING.search(body) or _TOLD_BEFORE.search(body) or "我" in body:
        return ""
    return cleaned.restore(f"用户{body}")


def _items(statements: list[Statement], line: Line, script: Script) -> list[Item]:
    items: dict[str, Item] = {}
    for statement in statements:
        content = script.written(statement.content)
        items.setdefault(content, Item(statement.type, content, slot=statement.slot, evidence=(line.key,)))
    return list(items.values())
