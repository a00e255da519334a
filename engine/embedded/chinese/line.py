"""One line of a conversation: its statements, and its explicit wishes about the memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.embedded.chinese import clauses, cleaning, cues, instructions, reader
from engine.embedded.chinese.clauses import Clause, Split
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.instructions import Wish
from engine.embedded.chinese.message import Message, Statement
from engine.embedded.chinese.script import Script
from engine.questions import Instruction, Item, Line
from engine.text.weeks import day_of, parse_when

_CLAIMS = {clauses.STATEMENT, clauses.ORDER}


@dataclass(frozen=True)
class Reading:
    """What one line gave; `dropped` counts by reason what was left out.

    What is to be remembered stands twice: among the items, which know its type, and as an ADD among the instructions.
    """

    items: tuple[Item, ...] = ()
    instructions: tuple[Instruction, ...] = ()
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
    sorted_ = _sorted(split)
    message = reader.read(
        cleaned, replace(split, clauses=tuple(sorted_.plain)), day_of(line.said_at or parse_when(when))
    )
    dropped = cleaned.dropped + message.dropped
    dropped.update({"steering": int(split.is_steering), "material": int(split.is_material)})
    statements = list(message.statements)
    wishes = [
        Instruction("ADD", new=statement.content)
        for statement in message.statements
        if statement.sentence in sorted_.remembered
    ]
    for wish in sorted_.wishes:
        instruction, new = _instruction(wish, cleaned, message)
        statements += new
        if instruction is None:
            dropped["unclear_instruction"] += 1
        else:
            wishes.append(instruction)
    told = tuple(
        Instruction(wish.op, script.written(wish.old), script.written(wish.new), (line.key,)) for wish in wishes
    )
    return Reading(tuple(_items(statements, line, script)), told, +dropped)


@dataclass
class _Sorted:
    """Clauses that state something, wishes about the memory, and the numbers of the sentences to be remembered."""

    plain: list[Clause] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    remembered: set[int] = field(default_factory=set)


def _sorted(split: Split) -> _Sorted:
    found = _Sorted()
    forgetting = -1
    for clause in split.clauses:
        forgotten = instructions.forgotten(clause.text) if clause.mood in _CLAIMS else None
        if forgotten is not None:
            found.wishes.append(Wish("DELETE", old=forgotten))
            forgetting = clause.sentence
        elif clause.sentence == forgetting:
            continue
        elif instructions.asks_to_remember(clause.text) and found.plain:
            found.remembered.add(found.plain[-1].sentence)
        elif not _is_change(clause, found):
            _keep(clause, found)
    return found


def _is_change(clause: Clause, found: _Sorted) -> bool:
    """Take an update off the clauses: 我不再A + 改成B, or 把我的X改成Y."""
    if clause.mood not in _CLAIMS:
        return False
    before = found.plain[-1] if found.plain and found.plain[-1].sentence == clause.sentence else None
    update = instructions.changed(before.text, clause.text) if before else None
    if update:
        found.plain.pop()
    else:
        update = instructions.renamed(clause.text)
    if update:
        found.wishes.append(update)
    return update is not None


def _keep(clause: Clause, found: _Sorted) -> None:
    text, is_wish = instructions.without_remember(clause.text) if clause.mood in _CLAIMS else (clause.text, False)
    if is_wish:
        found.remembered.add(clause.sentence)
        clause = replace(clause, text=text, mood=clauses.STATEMENT)
    if clause.text:
        found.plain.append(clause)


def _instruction(wish: Wish, cleaned: Cleaned, message: Message) -> tuple[Instruction | None, list[Statement]]:
    """The wish in the third person, and the statements that are new with it; None when it does not say what."""
    said_old, said_new = _said(wish.old, cleaned, message), _said(wish.new, cleaned, message)
    old = said_old[0].content if said_old else _third_person(wish.old, cleaned)
    new = said_new[0].content if said_new else _third_person(wish.new, cleaned)
    if wish.op == "DELETE":
        return (Instruction("DELETE", old=old) if old else None), []
    if not old or not new:
        return None, []
    return Instruction("UPDATE", old=old, new=new), said_new or [Statement("user_fact", "", new, -1)]


def _said(text: str, cleaned: Cleaned, message: Message) -> list[Statement]:
    if not text:
        return []
    clause = Clause(text, clauses.STATEMENT, 0, is_last=True)
    split = Split((clause,), is_steering=False, is_material=False)
    return reader.read(cleaned, split, message.today).statements[:1]


def _third_person(text: str, cleaned: Cleaned) -> str:
    """The speaker's words as a statement about the user; '' when they point at something not said."""
    body = text.removeprefix("我")
    if not body or cues.POINTING.search(body) or "我" in body:
        return ""
    return cleaned.restore(f"用户{body}")


def _items(statements: list[Statement], line: Line, script: Script) -> list[Item]:
    items: dict[str, Item] = {}
    for statement in statements:
        content = script.written(statement.content)
        items.setdefault(content, Item(statement.type, content, slot=statement.slot, evidence=(line.key,)))
    return list(items.values())
