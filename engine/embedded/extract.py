"""The embedded engine's extraction: each line of the target read in its own language, by rules, offline."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.embedded import bounds, chinese, decisions, english, instructions, languages, orders, pointing
from engine.embedded.corrections import ADD, DELETE
from engine.questions import ASSISTANT, USER, ExtractAnswer, ExtractQuestion, Instruction, Item, Line
from engine.text import guard, secrets

_KNOWN_EDGE = " \t，。,.;；!！?？"


def extract(question: ExtractQuestion) -> ExtractAnswer:
    """Statements about the user from the user lines of the target, and what the agent settled from its own lines.

    Sentences that command the agent are no statements: they stand beside them, as they were said.
    Nothing is taken from the reference.
    """
    items: list[Item] = []
    given: list[Item] = []
    wishes: list[Instruction] = []
    dropped: Counter[str] = Counter()
    for line in question.target:
        if question.switches.are_all_off:
            break
        for reading in _read(line, question):
            items += reading.items
            given += reading.orders
            wishes += reading.instructions
            dropped.update(reading.dropped)
    return ExtractAnswer(
        items=tuple(_fresh(items, question, dropped)),
        orders=tuple(_fresh(given, question, dropped)),
        instructions=tuple(dict.fromkeys(wishes)),
        dropped=dict(dropped),
    )


def _read(line: Line, question: ExtractQuestion) -> Iterator[chinese.Reading]:
    text, cut = guard.cut_recalled(line.content)
    if cut:
        yield chinese.Reading(dropped=Counter(recalled=1))
    text, left_out = bounds.bounded(text)
    if left_out:
        yield chinese.Reading(dropped=Counter(too_many=left_out))
    when = line.said_at.isoformat() if line.said_at else question.conversation_time
    if line.role == ASSISTANT:
        yield chinese.Reading(tuple(decisions.read_line(replace(line, content=text), when=when)))
    if line.role == USER and pointing.points_back(text):
        yield _meant_before(line, question)
    elif line.role == USER:
        yield from _read_user(replace(line, content=text), when=when, previous=question.reference)


def _read_user(line: Line, *, when: str, previous: Sequence[Line]) -> Iterator[chinese.Reading]:
    """What the user says, and the orders to the agent among it: those wait for a person, whoever asks for more."""
    runs = list(languages.runs(line.content))
    given = orders.find(runs)
    yield _given(given, line)
    for is_chinese, part in runs:
        spoken = replace(line, content=part)
        read = chinese.read_line if is_chinese else _read_english
        reading = read(spoken, when=when, previous=previous)
        yield _besides(given, reading) if given else reading
        if reading.dropped["material"] or reading.dropped["steering"]:
            return  # what an order to work on a text is followed by is that text, in whatever language


def _given(given: orders.Orders, line: Line) -> chinese.Reading:
    key = (line.key,) if line.key else ()
    told = tuple(Item("user_preference", sentence, evidence=key) for sentence in given.sentences)
    return chinese.Reading(orders=told, dropped=+Counter(steering=given.left_out))


def _besides(given: orders.Orders, reading: chinese.Reading) -> chinese.Reading:
    """What else was said: an order is neither counted nor made a statement or a wish a second time."""
    dropped = Counter({reason: number for reason, number in reading.dropped.items() if reason != "steering"})
    if not given.sentences:
        return replace(reading, dropped=dropped)
    items = tuple(item for item in reading.items if not orders.steers(item.content))
    wishes = tuple(wish for wish in reading.instructions if wish.op != ADD or not orders.steers(wish.new))
    return replace(reading, items=items, instructions=wishes, dropped=dropped)


def _meant_before(line: Line, question: ExtractQuestion) -> chinese.Reading:
    """A wish to forget what was said just before, where that was one clear statement and nothing else."""
    before = pointing.line_before(line, question.target, question.reference)
    if before is None or pointing.points_back(before.content):
        return chinese.Reading(dropped=Counter(unclear_instruction=1))
    readings = list(_read(before, question))
    said = [item.content for reading in readings for item in reading.items]
    if len(said) != 1 or any(reading.instructions for reading in readings):
        return chinese.Reading(dropped=Counter(unclear_instruction=1))
    return chinese.Reading(instructions=(Instruction(DELETE, said[0], "", (line.key,) if line.key else ()),))


def _read_english(line: Line, *, when: str, previous: Sequence[Line]) -> chinese.Reading:
    """What is said on the way to a correction ("I no longer drink coffee, update it to tea") is no statement of its own."""
    items = english.extract_line(line, when=when, previous=previous)
    wishes = instructions.read(line)
    about = ". ".join(text for wish, text in wishes if wish.op != ADD)
    on_the_way = (
        {item.content for item in english.extract_line(replace(line, content=about), when=when)} if about else set()
    )
    on_the_way -= {wish.new for wish, _text in wishes}
    return chinese.Reading(
        tuple(item for item in items if item.content not in on_the_way),
        tuple(
            Instruction(wish.op, wish.old, wish.new, (line.key,) if line.key else (), wish.is_clear)
            for wish, _text in wishes
        ),
    )


def _fresh(items: list[Item], question: ExtractQuestion, dropped: Counter[str]) -> Iterator[Item]:
    """Each statement once, without what is known already and what the switches turn off."""
    seen = {_edge(known) for known in question.known}
    for item in items:
        if not question.switches.allow(item.type):
            dropped["switched_off"] += 1
        elif secrets.has_secret(item.content):
            dropped["secret"] += 1
        elif _edge(item.content) in seen:
            dropped["known"] += 1
        else:
            seen.add(_edge(item.content))
            yield item


def _edge(content: str) -> str:
    return unicodedata.normalize("NFKC", content).strip(_KNOWN_EDGE)
