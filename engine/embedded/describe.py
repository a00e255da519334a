"""The embedded engine's account of a conversation: its topics, and two or three sentences about it, by rules (SPEC D9)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.condensing import DescribeAnswer, DescribeQuestion
from engine.embedded import extract
from engine.embedded.gist import chinese, english, passages
from engine.questions import ASSISTANT, USER, ExtractQuestion, Line
from engine.text import guard, keywords, normal, retelling, secrets, small_talk

MOST_TOPICS = 5
MOST_SENTENCES = 3
NAMED_TOPICS = 3  # in the first sentence
# Lines of each side from which statements are taken: the first tell what was wanted, the last what came of it.
_FIRST, _LAST = 20, 40
_MOST_OF_A_MESSAGE = 1_200  # characters
_LONGEST_STATEMENT = 120
_LONGEST_QUOTE = 60
_WORD = re.compile(r"[A-Za-z']+")
_ASKS = re.compile(
    r"[?？]\s*$|[吗呢么]\s*$|^\s*(?:how|what|which|where|when|why|who|can|could|do|does|is|are|should|would)\b",
    re.IGNORECASE,
)
_CLOSING = "。．.!！;；,，、 "


def describe(question: DescribeQuestion) -> DescribeAnswer:
    """What was talked about, what the person said of themselves, and what they asked or what was agreed."""
    lines = [_bounded(line) for line in question.lines if line.content.strip() and line.role in (USER, ASSISTANT)]
    if not lines:
        return DescribeAnswer(failed="nothing_said")
    is_chinese = _is_chinese(lines)
    topics = _topics(lines, is_chinese)
    told = list(dict.fromkeys(_told(lines, topics, is_chinese)))
    summary = retelling.joined([_about(topics, lines, is_chinese), *told[: MOST_SENTENCES - 1]])
    return DescribeAnswer(summary, tuple(topics) or (_WORDS_FOR_NOTHING[is_chinese],))


_SPEAKERS = {
    True: {(USER, ASSISTANT): "用户与助手", (USER,): "用户", (ASSISTANT,): "助手"},
    False: {(USER, ASSISTANT): "The user and the assistant", (USER,): "The user", (ASSISTANT,): "The assistant"},
}
_WORDS_FOR_NOTHING = {True: "闲聊", False: "small talk"}


def _bounded(line: Line) -> Line:
    """The beginning and the end of a long message: what somebody says stands around what they paste."""
    if len(line.content) <= _MOST_OF_A_MESSAGE:
        return line
    half = _MOST_OF_A_MESSAGE // 2
    return replace(line, content=f"{line.content[:half]}\n{line.content[-half:]}")


def _is_chinese(lines: Sequence[Line]) -> bool:
    """By what the person writes; by what the agent writes where that is all there is."""
    own = "".join(line.content for line in lines if line.role == USER) or "".join(line.content for line in lines)
    return sum(keywords.has_cjk(sign) for sign in own) > len(_WORD.findall(own))


def _topics(lines: Sequence[Line], is_chinese: bool) -> list[str]:
    said = passages.of(lines)
    reader = chinese if is_chinese else english
    found = reader.topics(said, most=2 * MOST_TOPICS)
    return list(retelling.topics(found, most=MOST_TOPICS, longest=64))


def _about(topics: Sequence[str], lines: Sequence[Line], is_chinese: bool) -> str:
    named = topics[:NAMED_TOPICS]
    roles = {line.role for line in lines}
    who = _SPEAKERS[is_chinese][tuple(role for role in (USER, ASSISTANT) if role in roles)]
    if not named:
        return f"{who}寒暄了几句。" if is_chinese else f"{who} exchanged a few words."
    *head, last = named
    if is_chinese:
        return f"{who}聊到了{'、'.join(head)}和{last}。" if head else f"{who}聊到了{last}。"
    return f"{who} talked about {', '.join(head)} and {last}." if head else f"{who} talked about {last}."


def _told(lines: Sequence[Line], topics: Sequence[str], is_chinese: bool) -> Iterator[str]:
    """Sentences for what was said, the most telling first: the person's own statements, what was agreed, a question."""
    of_user, agreed = _statements(lines, is_chinese)
    asked = _quoted(lines, topics, is_chinese)
    own = sorted(of_user, key=lambda content: -_bearing(content, topics))
    firsts = [own[:1], agreed[-1:] or own[1:2], [asked] if asked else [], own[1:2]]
    for content in (one for group in firsts for one in group):
        yield content if content == asked else content.rstrip(_CLOSING) + ("。" if is_chinese else ".")


def _statements(lines: Sequence[Line], is_chinese: bool) -> tuple[list[str], list[str]]:
    """What extraction finds: of the person, and of what was agreed; in the language of the whole, and short enough."""
    both = [line for role in (USER, ASSISTANT) for line in _ends([line for line in lines if line.role == role])]
    target = tuple(sorted(both, key=lines.index))
    found = extract.extract(ExtractQuestion(target=target, reference=tuple(lines)))
    fit = [
        item
        for item in found.items
        if len(item.content) <= _LONGEST_STATEMENT and keywords.has_cjk(item.content) is is_chinese
    ]
    return (
        [item.content for item in fit if item.source_role == USER],
        [item.content for item in fit if item.source_role == ASSISTANT],
    )


def _ends(lines: Sequence[Line]) -> list[Line]:
    return list(lines if len(lines) <= _FIRST + _LAST else (*lines[:_FIRST], *lines[-_LAST:]))


def _bearing(content: str, topics: Sequence[str]) -> int:
    """How many topics a sentence names."""
    plain = content.casefold()
    return sum(topic.casefold() in plain for topic in topics)


def _quoted(lines: Sequence[Line], topics: Sequence[str], is_chinese: bool) -> str:
    """The question, or failing one the sentence, with the most topics, in the person's own words; '' when none is fit."""
    own = [line for line in lines if line.role == USER] or list(lines)
    said = [sentence for line in _ends(own) for sentence in passages.sentences(guard.cut_recalled(line.content)[0])]
    fit = [sentence for sentence in said if _may_be_quoted(sentence, is_chinese)]
    if not fit:
        return ""
    bearing = {sentence: _bearing(sentence, topics) for sentence in fit}
    best = max(fit, key=lambda one: (bearing[one] > 0, bool(_ASKS.search(one)), bearing[one], -fit.index(one)))
    speaks = own[0].role == USER
    if is_chinese:
        mark = "" if best[-1:] in "。！？!?" else "。"
        return f"{'用户' if speaks else '助手'}{'问' if _ASKS.search(best) else '说'}：“{best}{mark}”"
    mark = "" if best[-1:] in ".!?" else "."
    return f"{'The user' if speaks else 'The assistant'} {'asked' if _ASKS.search(best) else 'said'}: “{best}{mark}”"


def _may_be_quoted(sentence: str, is_chinese: bool) -> bool:
    longest = _LONGEST_QUOTE if is_chinese else 2 * _LONGEST_QUOTE
    if not 4 <= len(sentence) <= longest or keywords.has_cjk(sentence) is not is_chinese:
        return False
    if small_talk.is_small_talk(sentence) or secrets.holds_mask(sentence) or secrets.has_secret(sentence):
        return False
    return guard.steering(normal.single_line(sentence)) < guard.STEERING_LIMIT
