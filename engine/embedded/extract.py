"""The embedded engine's extraction: each line of the target read in its own language, by rules, offline."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.embedded import bounds, chinese, decisions, english, instructions
from engine.embedded.corrections import ADD
from engine.questions import ASSISTANT, USER, ExtractAnswer, ExtractQuestion, Instruction, Item, Line
from engine.text import guard, secrets

_CJK = re.compile(r"[㐀-鿿]")
_WORD = re.compile(r"[A-Za-z']+")
_SENTENCE = re.compile(r"[^。！？\n]*(?:[。！？\n]+|$)")
_CHINESE_HEAD = re.compile(r"[^:：]{0,30}[㐀-鿿][^:：A-Za-z]{0,10}[:：]")
_KNOWN_EDGE = " \t，。,.;；!！?？"


def extract(question: ExtractQuestion) -> ExtractAnswer:
    """Statements about the user from the user lines of the target, and what the agent settled from its own lines.

    Nothing is taken from the reference.
    """
    items: list[Item] = []
    wishes: list[Instruction] = []
    dropped: Counter[str] = Counter()
    for line in question.target:
        if question.switches.are_all_off:
            break
        for reading in _read(line, question):
            items += reading.items
            wishes += reading.instructions
            dropped.update(reading.dropped)
    return ExtractAnswer(
        items=tuple(_fresh(items, question, dropped)),
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
    if line.role != USER:
        return
    for is_chinese, part in _by_language(text):
        spoken = replace(line, content=part)
        if is_chinese:
            reading = chinese.read_line(spoken, when=when, previous=question.reference)
            yield reading
            if reading.dropped["material"] or reading.dropped["steering"]:
                return  # what an order to work on a text is followed by is that text, in whatever language
        else:
            yield _read_english(spoken, when=when, previous=question.reference)


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
        tuple(Instruction(wish.op, wish.old, wish.new, (line.key,) if line.key else ()) for wish, _text in wishes),
    )


def _by_language(text: str) -> Iterator[tuple[bool, str]]:
    """The text in runs of sentences of one language. A sentence with few Chinese signs among many words is English."""
    run, run_is_chinese = "", None
    for sentence in _SENTENCE.findall(text):
        signs, words = len(_CJK.findall(sentence)), len(_WORD.findall(sentence))
        is_chinese = run_is_chinese if signs + words == 0 else signs > words or bool(_CHINESE_HEAD.match(sentence))
        if run.strip() and is_chinese is not run_is_chinese and run_is_chinese is not None:
            yield run_is_chinese, run
            run = ""
        run, run_is_chinese = run + sentence, is_chinese
    if run.strip() and run_is_chinese is not None:
        yield run_is_chinese, run


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
