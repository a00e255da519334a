"""What a person said of a day in earnest, clause by clause, and whose matters it tells: nothing else ends a fact."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.condensing import Digest, Stored
from engine.embedded.bounds import both_ends
from engine.embedded.tidying import day_words as words
from engine.embedded.tidying import kin
from engine.questions import USER, Line
from engine.text import guard, keywords, stance

OTHER = "other"

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_SENTENCE = re.compile(r".+?(?:[。！？!?；;\n]+|(?<!\bMr)(?<!\bDr)(?<!\bMrs)(?<!\bSt)\.(?=\s|$)|$)")
_LABEL = re.compile(r"\s*(?P<label>[^\W\d_]{1,20}(?: [^\W\d_]{1,20})?)[:：]\s*")
_PART = re.compile(
    r"[，,、]\s*(?![0-9])|[:：]\s+|\s+[-–—]+\s+|——|…+"
    r"|\s+(?=(?:and|but|so|because|since|while|although|though)\s+(?:(?:i|we|he|she|they|it|my|our|his|her|their|the|that|this)(?:'\w+)?|now|\w+ed|left|quit|sold|gave|got|took|moved|went|bought|have|has|had|am|is|are|was|were|work|works|live|lives|eat|drink|use|drive|do|don't|won't|can't|(?:\w+ )?\w+ (?:is|are|was|were|has|have))\s)"
    r"|\s+that\s+(?=(?:i|we)\s)",
    re.IGNORECASE,
)
# "My brother and I made up" is one clause, and the person's.
_TOGETHER = re.compile(r"(?<![a-z])((?:my|our) [\w-]+) and i(?![a-z'])", re.IGNORECASE)
_ASKED = re.compile(r"[?？]\s*$")


@dataclass(frozen=True)
class Clause:
    """`owner` is '' for the person's own matters, a kind of relative, or OTHER; `before` what was said just before it,
    nearest first: what a clause leaves out is found there. `is_carried`: it has no subject of its own, and the owner is that
    of the clause before. `is_once`: it tells of one occasion."""

    text: str
    owner: str = ""
    before: tuple[str, ...] = ()
    said_at: datetime | None = None
    is_carried: bool = False
    is_once: bool = False

    def is_after(self, fact: Stored) -> bool:
        """Whether it was said later than the fact, as far as both times are known."""
        return not (fact.said_at and self.said_at and fact.said_at >= self.said_at)


def clauses(digests: Iterable[Digest]) -> list[Clause]:
    """The clauses of the person's lines, in the order said."""
    found: list[Clause] = []
    for digest in digests:
        found += _of_conversation(digest.lines)
    return found


def _of_conversation(said: Iterable[Line]) -> list[Clause]:
    lines = _without_labels(tuple(said))
    found: list[Clause] = []
    latest: list[Clause] = []
    heard = ""
    for line in lines:
        if line.role != USER:
            heard = line.content
            continue
        sentences = _sentences(line.content)
        jokes = [place for place, sentence in enumerate(sentences) if words.JOKES.search(sentence)]
        if jokes:
            latest = [] if jokes[0] == 0 else latest  # what is said in jest stands before these words
            sentences = sentences[jokes[-1] + 1 :]
        found += latest
        latest = list(_of_message(sentences, line, heard))
        heard = line.content
    return found + latest


def _without_labels(lines: Sequence[Line]) -> list[Line]:
    """The lines of a transcript without the name of whoever speaks, which would be taken for a thing that is spoken of.

    What stands before a colon once may be one, 房贷：还清了; what opens several lines of a conversation is not.
    """
    opening = [found["label"] if (found := _LABEL.match(line.content)) else "" for line in lines]
    often = {label for label, number in Counter(opening).items() if label and number > 1}
    return [
        replace(line, content=_LABEL.sub("", line.content)) if label in often else line
        for line, label in zip(lines, opening, strict=True)
    ]


def _sentences(content: str) -> list[str]:
    """What of a message the person says in earnest, but for what is said of the memory itself."""
    said = [match[0].strip() for match in _SENTENCE.finditer(_TOGETHER.sub(r"I with \1", _own_words(content)))]
    sentences, _ = both_ends([sentence for sentence in said if sentence])
    return [sentence for sentence in sentences if not (words.MEMORY.search(sentence) or words.DICTATED.match(sentence))]


def _of_message(sentences: Iterable[str], line: Line, heard: str) -> Iterator[Clause]:
    told: list[str] = [heard] if heard else []
    for sentence in sentences:
        supposed = words.SUPPOSED.search(sentence)
        certain = sentence[: supposed.start()] if supposed else sentence
        owner, is_once = "", bool(words.ONCE.search(sentence))
        parts = [part.strip(" .。！!；;?？，,") for part in _PART.split(certain)]
        for place, part in enumerate(filter(None, parts)):
            own = _owner(part)
            owner = owner if own is None else own
            is_last = place == len(parts) - 1
            denied = _denied(part)
            if denied:
                yield Clause(denied, "", tuple(reversed(told)), line.said_at)
            elif not (_asks(part, is_marked=is_last and bool(_ASKED.search(sentence))) or _is_idle(part)):
                yield Clause(part, owner, tuple(reversed(told)), line.said_at, is_carried=own is None, is_once=is_once)
            told.append(part)


def _denied(part: str) -> str:
    """What a question of the kind "who said I had resigned" denies, as a statement; '' for any other clause."""
    found = words.RHETORICAL.match(part)
    if found is None:
        return ""
    return f"我没{found['zh']}" if found["zh"] else f"I have not {found['en']}"


def _own_words(content: str) -> str:
    """The message without code, remembered text that came back, and what others wrote."""
    text = _FENCE.sub("\n", guard.cut_recalled(content)[0]).replace("’", "'")
    pasted = words.PASTED.search(text)
    text = text[: pasted.start()] if pasted else text
    return words.QUOTED.sub(_name_alone, text)


def _name_alone(found: re.Match[str]) -> str:
    inside = next((part for part in found.groups() if part), "")
    most = words.LONGEST_NAME if keywords.has_cjk(inside) else 40
    is_name = (
        len(inside) <= most and len(inside.split()) <= words.MOST_WORDS and not re.search(r"[，。！？,.!?]", inside)
    )
    return inside if is_name else " "


def _owner(part: str) -> str | None:
    """Whose matters a clause tells; None without a subject of its own."""
    plain = words.LEADING_EN.sub("", words.LEADING.sub("", part.lower()))
    near = kin.subject(plain)
    if near:
        return "" if near == kin.DOCTOR else near
    if words.OF_OTHERS.match(plain) or words.OF_OTHERS_WITHIN.search(plain):
        return OTHER
    return "" if words.OF_PERSON.match(plain) else None


def _asks(part: str, *, is_marked: bool) -> bool:
    return is_marked or stance.no_statement(part) == stance.QUESTION


def _is_idle(part: str) -> bool:
    """Whether a clause tells what may be, or what the agent is to do."""
    return bool(words.UNSURE.search(part) or words.ORDERS.search(part))
