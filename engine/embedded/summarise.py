"""The embedded engine's running summary of a conversation, by rules, offline and always the same (SPEC S3, X14)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.condensing import SummariseAnswer, SummariseQuestion
from engine.embedded import extract
from engine.embedded.condense import cues, likeness, sentences
from engine.embedded.condense.sentences import Sentence
from engine.embedded.condense.state import SAID, State
from engine.embedded.gist import chinese, english, passages
from engine.questions import ASSISTANT, USER, ExtractQuestion, Item, Line
from engine.text import confirmation, headings, keywords
from engine.text.headings import CONFIRMED_FACTS, TODO_ITEMS, USER_CONSTRAINTS

# Words that name the topic, and how much of the former topic has to be spoken of for it to stay.
# A lead that a confirmation can have and its cue does not.
_LEAD = re.compile(r"^那?么?就(?=[一-鿿])|^then ", re.IGNORECASE)

TOPIC_WORDS = 5
STILL_SPOKEN_OF = 0.34


def summarise(question: SummariseQuestion) -> SummariseAnswer:
    """The former summary brought up to date: a line stays word for word until something said contradicts or ends it."""
    lines = tuple(
        replace(line, key=place)
        for place, line in enumerate(question.lines, 1)
        if line.role in (USER, ASSISTANT) and line.content.strip()
    )
    state = State.after(question.previous, most=question.most_lines)
    items = _items(lines)
    before: tuple[Sentence, ...] = ()
    for place, line in enumerate(lines):
        said = tuple(sentences.of(line))
        state.begin()
        _close(state, said, before)
        before = said
        if line.role == USER:
            _take_in(state, said, items[line.key])
            _ask(state, said, lines[place + 1 :])
        else:
            _state_all(state, ((CONFIRMED_FACTS, settled) for settled in _settled(said, items[line.key])))
    _settle_topic(state, lines)
    return SummariseAnswer(headings.write(state.sections(), is_chinese=_is_chinese(lines, otherwise=question.previous)))


def _items(lines: Sequence[Line]) -> Mapping[int, list[Item]]:
    """What extraction finds, by the message it stands in."""
    answer = extract.extract(ExtractQuestion(target=tuple(lines), reference=tuple(lines)))
    found: dict[int, list[Item]] = defaultdict(list)
    for item in answer.items:
        for key in item.evidence[:1]:
            found[key].append(item)
    return found


def _take_in(state: State, said: Sequence[Sentence], items: Sequence[Item]) -> None:
    """What the user tells, each sentence in one section; statements that extraction found stand for the sentence that they cover."""
    told = [sentence for sentence in said if not (sentence.asks or sentence.is_idle)]
    whole = " ".join(sentence.wording for sentence in told)
    for sentence in told:
        name = _section(sentence)
        inside = [item.content for item in items if likeness.covered(item.content, sentence.wording) >= SAID]
        theirs = [content for content in inside if _section_of(content, otherwise=name) == name]
        others = [content for content in inside if content not in theirs]
        if name == TODO_ITEMS:
            sentence, done = _without_deeds(sentence)
            _state_all(state, ((CONFIRMED_FACTS, clause) for clause in done))
        is_covered = name != TODO_ITEMS and likeness.covered(sentence.wording, " ".join(theirs)) >= SAID
        _state_all(state, ((CONFIRMED_FACTS, content) for content in others if name != TODO_ITEMS))
        _state_all(state, ((name, line) for line in (theirs if is_covered else [sentence.wording])))
    left = (item.content for item in items if likeness.covered(item.content, whole) < SAID)
    _state_all(state, ((_section_of(content), content) for content in left))


def _settled(said: Sequence[Sentence], items: Sequence[Item]) -> Iterator[str]:
    """What the agent confirms: as extraction found it, otherwise in the sentence that confirms it."""
    yield from (item.content.replace("您", "用户") for item in items)
    for sentence in said if not items else ():
        if not (sentence.asks or sentence.is_idle) and confirmation.is_confirmed(_LEAD.sub("", sentence.text)):
            yield sentence.wording


def _section(sentence: Sentence) -> str:
    if cues.CONSTRAINT.search(sentence.text):
        return USER_CONSTRAINTS
    return TODO_ITEMS if cues.TODO.search(sentence.text) else CONFIRMED_FACTS


def _section_of(content: str, *, otherwise: str = CONFIRMED_FACTS) -> str:
    """Where a statement belongs that is only a part of a sentence."""
    if otherwise == USER_CONSTRAINTS:
        return USER_CONSTRAINTS if cues.CONSTRAINT.search(content) else CONFIRMED_FACTS
    return otherwise


def _without_deeds(sentence: Sentence) -> tuple[Sentence, list[str]]:
    """A sentence without the clauses that tell what is done already, and those."""
    clauses = sentence.wording.split("，")
    done = [clause for clause in clauses if cues.OVER.search(clause) and not cues.TODO.search(clause)]
    left = [clause for clause in clauses if clause not in done]
    if not left or not done:
        return sentence, []
    return replace(sentence, wording="，".join(left)), done


def _close(state: State, said: Sequence[Sentence], before: Sequence[Sentence]) -> None:
    """Deeds finish what was to be done, and what is told, in one message or in two that belong together, answers a question."""
    told = [sentence for sentence in said if not sentence.asks]
    for sentence in told:
        if sentence.is_users and cues.DONE.search(sentence.text):
            state.finish(sentence.wording)
    if told:
        both = [*(sentence for sentence in before if not sentence.asks), *told]
        state.answer(" ".join(one.text for one in both if not cues.PUT_OFF.search(one.text)))


def _ask(state: State, said: Sequence[Sentence], after: Sequence[Line]) -> None:
    """Questions that what follows does not answer."""
    answers = tuple(_replies(after))
    for sentence in said:
        if sentence.asks and not sentence.is_idle and not _is_answered(sentence, answers, _count(said)):
            state.ask(sentence.wording)


def _count(said: Sequence[Sentence]) -> int:
    return sum(sentence.asks for sentence in said)


def _replies(after: Sequence[Line]) -> Iterator[Sentence]:
    """What the agent tells before the user speaks again."""
    for line in after:
        if line.role == USER:
            return
        yield from (one for one in sentences.of(line) if not (one.asks or one.is_idle or cues.PUT_OFF.search(one.text)))


def _is_answered(question: Sentence, answers: Sequence[Sentence], number: int) -> bool:
    """A reply that tells something answers a single question; of several, those that it speaks of."""
    if number == 1 or not any(_speaks_of(question, answer) for answer in answers):
        return bool(answers) and number == 1
    return True


def _speaks_of(question: Sentence, answer: Sentence) -> bool:
    return likeness.covered(question.text, answer.text) > 0


def _settle_topic(state: State, lines: Sequence[Line]) -> None:
    is_chinese = _is_chinese(lines)
    reader = chinese if is_chinese else english
    words = reader.topics(passages.of(lines), most=TOPIC_WORDS)
    said = " ".join(line.content for line in lines)
    topic = ("、" if is_chinese else ", ").join(words)
    state.settle_topic([topic], keeps=lambda line: likeness.covered(line, said) >= STILL_SPOKEN_OF)


def _state_all(state: State, lines: Iterator[tuple[str, str]]) -> None:
    for name, line in lines:
        state.state(name, line)


def _is_chinese(lines: Sequence[Line], *, otherwise: str = "") -> bool:
    """By what the user writes; where they write nothing, by what is written at all."""
    own = [keywords.has_cjk(line.content) for line in lines if line.role == USER] or [
        keywords.has_cjk(line.content) for line in lines
    ]
    return 2 * sum(own) > len(own) if own else keywords.has_cjk(otherwise)
