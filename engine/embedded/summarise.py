"""The embedded engine's running summary of a conversation, by rules, offline and always the same (SPEC S3, X14)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.condensing import SummariseAnswer, SummariseQuestion
from engine.embedded import extract
from engine.embedded.condense import cues, deeds, likeness, promises, questions, sentences
from engine.embedded.condense.sentences import Sentence
from engine.embedded.condense.state import SAID, State
from engine.embedded.condense.turns import Turn
from engine.embedded.gist import chinese, english, passages
from engine.questions import ASSISTANT, USER, ExtractQuestion, Item, Line
from engine.text import confirmation, headings, keywords
from engine.text.headings import CONFIRMED_FACTS, TODO_ITEMS, USER_CONSTRAINTS

# A lead that a confirmation can have and its cue does not.
_LEAD = re.compile(r"^那?么?就(?=[一-鿿])|^then ", re.IGNORECASE)

# Words that name the topic, and the share of the former topic that has to be spoken of for it to stay.
TOPIC_WORDS = 5
STILL_SPOKEN_OF = 0.34


def summarise(question: SummariseQuestion) -> SummariseAnswer:
    """The former summary brought up to date: a line stays word for word until something said contradicts or ends it."""
    lines = tuple(
        replace(line, key=place)
        for place, line in enumerate(question.lines, 1)
        if line.role in (USER, ASSISTANT) and line.content.strip()
    )
    said = [tuple(sentences.of(line)) for line in lines]
    state = State.after(question.previous, most=question.most_lines)
    items = _items(lines)
    for place, line in enumerate(lines):
        state.begin()
        if line.role == USER:
            state.let_offers_lapse()
        wanted = _close(state, said, place)
        turn = Turn.at(place, lines, said)
        if place and any(map(deeds.is_bare_call_off, said[place])):
            _take_back(state, lines[place - 1], said[place - 1])
        if line.role == USER:
            _take_in(state, [one for one in wanted if not one.is_bidding], items[line.key])
            _request(state, turn)
        else:
            _state_all(state, ((CONFIRMED_FACTS, settled) for settled in _settled(wanted, items[line.key])))
            _promise(state, turn, is_asked=place > 0 and any(map(questions.bids, said[place - 1])))
        _ask(state, turn)
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
    for item in items:
        yield sentences.first_harmless((item.content.replace("您", "用户"), item.content)) or item.content
    for sentence in said if not items else ():
        if sentence.asks or sentence.is_idle:
            continue
        if cues.SETTLED.search(sentence.text) or confirmation.is_confirmed(_LEAD.sub("", sentence.text)):
            yield sentence.wording


def _section(sentence: Sentence) -> str:
    if cues.is_limit(sentence.text):
        return USER_CONSTRAINTS
    return TODO_ITEMS if cues.is_task(sentence.text) and deeds.has_matter(sentence.wording) else CONFIRMED_FACTS


def _section_of(content: str, *, otherwise: str = CONFIRMED_FACTS) -> str:
    """Where a statement belongs that is only a part of a sentence."""
    if otherwise == USER_CONSTRAINTS:
        return USER_CONSTRAINTS if cues.is_limit(content) else CONFIRMED_FACTS
    return otherwise


def _without_deeds(sentence: Sentence) -> tuple[Sentence, list[str]]:
    """A sentence without the clauses that tell what is done already, and those."""
    clauses = sentence.wording.split("，")
    done = [clause for clause in clauses if cues.OVER.search(clause) and not cues.TODO.search(clause)]
    left = [clause for clause in clauses if clause not in done]
    if not left or not done:
        return sentence, []
    return replace(sentence, wording="，".join(left)), done


def _close(state: State, said: Sequence[Sequence[Sentence]], place: int) -> tuple[Sentence, ...]:
    """Ends what is done, called off, found out or answered by one message; what is left of it to be taken in.

    What is told, in one message or in two that belong together, answers a question.
    """
    left = []
    for sentence in said[place]:
        if deeds.is_deed(sentence):
            state.finish(sentence)
        if not (cues.calls_off(sentence.text) and state.call_off(sentence)):
            left.append(sentence)
    told = [sentence for sentence in said[place] if questions.tells(sentence)]
    reported = " ".join(sentence.text for sentence in told)
    if any(questions.reports(sentence.text) for sentence in told):
        state.report(reported, is_users=told[0].is_users)
    if told:
        before = [sentence.text for sentence in said[place - 1] if questions.tells(sentence)] if place else []
        state.answer(" ".join([*before, reported]))
    return tuple(left)


def _take_back(state: State, line: Line, said: Sequence[Sentence]) -> None:
    """What was undertaken or asked just before, when nothing else is said to be off."""
    state.drop([promise.line for promise in promises.of(said, line)])
    for sentence in said:
        if sentence.asks:
            state.close(sentence.wording)


def _promise(state: State, turn: Turn, *, is_asked: bool) -> None:
    """What the agent is to do; a bare "I'll do that" stands in the words of what it was asked, if it was."""
    for promise in promises.of(turn.said, turn.line):
        if not (promise.finds_out and turn.reports) and not (is_asked and deeds.names_nothing(promise.line)):
            state.state(TODO_ITEMS, promise.line)


def _request(state: State, turn: Turn) -> None:
    """What the agent is asked for and agrees to, where it neither does it at once nor says what it will do."""
    if not questions.assents(turn.reply.first):
        return
    for sentence in (one for one in turn.said if questions.is_worth(one) or one.is_bidding):
        if cues.BOUNDS.search(sentence.text) and questions.is_wish(sentence.text):
            state.state(USER_CONSTRAINTS, sentence.as_request())
        elif turn.is_only_granted and (sentence.is_bidding or questions.is_request(sentence.text)):
            state.state(TODO_ITEMS, sentence.as_request())


def _ask(state: State, turn: Turn) -> None:
    """Questions that what follows does not answer."""
    asked = [sentence for sentence in turn.said if questions.is_worth(sentence) and not turn.is_order(sentence)]
    for sentence in questions.open_ones(asked, turn.reply, beside=[one for one in turn.said if not one.asks]):
        if not (turn.promises and questions.is_request(sentence.text)):
            state.ask(turn.worded(sentence))


def _settle_topic(state: State, lines: Sequence[Line]) -> None:
    is_chinese = _is_chinese(lines)
    reader = chinese if is_chinese else english
    words = reader.topics(passages.of(lines), most=TOPIC_WORDS)
    said = " ".join(line.content for line in lines)
    joint = "、" if is_chinese else ", "
    topic = sentences.first_harmless(joint.join(some) for some in _fewer_and_fewer(words))
    state.settle_topic([topic], keeps=lambda line: likeness.covered(line, said) >= STILL_SPOKEN_OF)


def _fewer_and_fewer(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """All of them, all but one, and then only the first ones."""
    yield words
    yield from (tuple(word for word in words if word != out) for out in reversed(words))
    yield from (words[:count] for count in range(len(words) - 2, 0, -1))


def _state_all(state: State, lines: Iterator[tuple[str, str]]) -> None:
    for name, line in lines:
        state.state(name, line)


def _is_chinese(lines: Sequence[Line], *, otherwise: str = "") -> bool:
    """By what the user writes; where they write nothing, by what is written at all."""
    own = [keywords.has_cjk(line.content) for line in lines if line.role == USER] or [
        keywords.has_cjk(line.content) for line in lines
    ]
    return 2 * sum(own) > len(own) if own else keywords.has_cjk(otherwise)
