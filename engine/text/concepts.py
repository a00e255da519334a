"""Common things under one name in Chinese and English, so that "can't digest dairy" and 乳糖不耐受 share what they are about.

Each row of the tables is one thing in its usual wordings; a blank in a wording is written `_`. A domain gathers the things of
which a person's new one usually takes the old one's place: where they live, how they get to work, what they eat at all.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.text import bilingual, concept_domains, concept_words, keywords, values

# What a word says of the frame alone, not of the topic: liking, having, doing, being used to.
_FRAME_EN = frozenset(
    """
    a an the of in on at to for and or with by from as into over about is are was were be been being am do does did doing done have has had having
    it its it's this that these those there here he she they them his her their my your our i you we me us who which what when where while
    like love enjoy prefer hate dislike want need wish hope plan use using used usually often always never only just also too very really quite
    much many more most mostly mainly lot some any all every each both no not n't nor never less least few own get got go goes going went
    make made take took taken keep kept give gave given put set let try still yet already now then again longer anymore nowadays day days today currently
    recently since until up down out off back away around can could will would shall should may might must able cannot can't don't doesn't didn't isn't aren't
    wasn't weren't hasn't haven't won't wouldn't couldn't please user new old good great fine well better best big small little first second last next one
    thing things something anything everything nothing way kind sort time times year years month months week weeks ago later after before during
    start started begin began stop stopped quit finish finished become became turn turned switch switched change changed move moved replace replaced
    drop dropped cancel cancelled instead rather than because so but if though although however whether per via
    pick picks picked choose chooses chose select opt opts follow follows followed stick sticks run runs ran everything work works worked working
    drink drinks drinking drank eat eats eating ate buy buys buying bought
    about roughly approximately around nearly almost nothing happen happens happened
    how aim aims interested keen fan called named name total altogether daily weekly monthly
    """.split()  # noqa: SIM905
)
_FRAME_ZH = frozenset(
    "的了着过吗呢吧啊呀嘛我你您他她它们这那哪谁请把被给很都也就还又再与及或和是在有对从向要想能会让跟为去做用到个不没来叫于一上下中里外前后"
    "年月日天次点每最更较太真只仅已将即可应须必需因所以但而且如若则其此该本些什么怎样多少几以及并等地得之辆只条本台间层楼岁元块斤套支瓶杯碗顿名位口份张件双类吃喝看听养玩买卖弹打戒抽写读开骑坐穿戴碰送丢死内之"
)

_NOTHING = "-"  # the name of words that say no more than the frame does


@dataclass(frozen=True)
class Content:
    """What a text is about: `things` under their one name or as written, `domains` of those that have one."""

    things: frozenset[str]
    domains: frozenset[str]
    named: frozenset[str]

    @cached_property
    def solid(self) -> frozenset[str]:
        return frozenset(thing for thing in self.things if not is_slight(thing))


def _table(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Wording → name, and name → domain."""
    names: dict[str, str] = {}
    domains: dict[str, str] = {}
    domain = ""
    for row in filter(None, text.splitlines()):
        if row.startswith("["):
            domain = row.strip("[] ")
            continue
        words = row.split()
        for word in words:
            plain = re.sub(r"[_-]", " ", word)
            names[plain] = words[0]
            if not keywords.has_cjk(plain):
                names.setdefault(" ".join(map(stem, plain.split())), words[0])
        if domain:
            domains[words[0]] = domain
    return names, domains


def stem(word: str) -> str:
    """An English word without the endings of number and tense."""
    word = re.sub(r"['’]s?$", "", word)
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    for ending, least in (("ing", 5), ("ied", 4), ("ies", 4), ("ed", 4), ("es", 4), ("s", 4)):
        if word.endswith(ending) and len(word) >= least + (len(ending) == 3) and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


TABLES = (concept_words.THINGS, concept_domains.THINGS, concept_domains.DOMAINS)
_NAMES, _DOMAINS = _table("".join(TABLES))
_FRAME_STEMS = frozenset(map(stem, _FRAME_EN)) | _FRAME_EN
_LONGEST_ZH = max(len(word) for word in _NAMES if keywords.has_cjk(word))
_LONGEST_EN = max(word.count(" ") + 1 for word in _NAMES)
_TITLE = re.compile(r"[《「『“\"]([^《》「」『』“”\"]{1,80})[》」』”\"]")
_DATED = re.compile(r"\(as of [^)]*\)|（截至[^）]*）")  # the day on which a statement was true
_CHINESE = re.compile(rf"[{keywords.CJK}]{{2,}}")
_PIECE = re.compile(rf"[{keywords.CJK}]+|[A-Za-z][A-Za-z0-9+#'’.-]*[A-Za-z0-9+#]|[A-Za-z]")


def pieces(text: str) -> list[str]:
    """Runs of Chinese signs and words in Latin letters, without punctuation and numbers."""
    return _PIECE.findall(text)


def renamed(text: str) -> str:
    """The text with each known Chinese word of two signs or more under its one name, set off by blanks."""
    return _CHINESE.sub(lambda run: _renamed(run[0]), text)


def _renamed(run: str) -> str:
    parts, at = "", 0
    while at < len(run):
        for length in range(min(_LONGEST_ZH, len(run) - at), 1, -1):
            name = _NAMES.get(run[at : at + length], _NOTHING)
            if name != _NOTHING:
                parts += f" {name.replace(' ', '_')} "
                at += length
                break
        else:
            parts += run[at]
            at += 1
    return parts


@lru_cache(maxsize=4096)
def content(text: str) -> Content:
    """The things that a text is about; numbers and dates are none."""
    things: set[str] = set()
    named: set[str] = set()
    words: list[str] = []
    for title in _TITLE.findall(text):
        things.add(title.strip().lower())
    text = _DATED.sub(" ", _TITLE.sub(" ", text))
    for piece in pieces(values.MARK.sub(" ", values.marked(text))):
        if keywords.has_cjk(piece):
            _read_words(words, things, named)
            words = []
            _read_signs(piece, things, named)
        else:
            words += [part for part in re.split(r"-(?![0-9])|(?<=[a-z])\.$", piece.lower()) if part]
    _read_words(words, things, named)
    return Content(frozenset(things), frozenset(_DOMAINS[name] for name in named if name in _DOMAINS), frozenset(named))


def _read_words(words: list[str], things: set[str], named: set[str]) -> None:
    stems = [stem(word) for word in words]
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST_EN, len(words) - at), 0, -1):
            said = " ".join(words[at : at + length])
            name = _NAMES.get(said) or _NAMES.get(_stemmed(said, stems[at : at + length])) or bilingual.known(said)
            if name:
                _note(name, things, named)
                at += length
                break
        else:
            if words[at] not in _FRAME_STEMS and stems[at] not in _FRAME_STEMS:
                things.add(stems[at])
            at += 1


def _stemmed(said: str, stems: list[str]) -> str:
    """The stems; nothing for a word of the frame, which only looks like another: runs, used."""
    stemmed = " ".join(stems)
    return "" if said in _FRAME_EN or stemmed in _FRAME_STEMS else stemmed


def _read_signs(run: str, things: set[str], named: set[str]) -> None:
    open_part, at = "", 0
    while at < len(run):
        for length in range(min(_LONGEST_ZH, len(run) - at), 0, -1):
            part = run[at : at + length]
            name = _NAMES.get(part) or (bilingual.known(part) if length > 1 else "")
            if name and (length > 1 or _stands_alone(run, at, open_part)):
                _read_rest(open_part, things)
                open_part = ""
                _note(name, things, named)
                at += length
                break
        else:
            if run[at] in _FRAME_ZH:
                _read_rest(open_part, things)
                open_part = ""
            else:
                open_part += run[at]
            at += 1
    _read_rest(open_part, things)


def _stands_alone(run: str, at: int, before: str) -> bool:
    """Whether a sign is a word by itself, not a part of another: 酒 but not 酒店, 歌 but not 谷歌."""
    after = run[at + 1 : at + 2]
    is_word_next = any(run[at + 1 : at + 1 + length] in _NAMES for length in range(2, _LONGEST_ZH + 1))
    return not before and (not after or after in _FRAME_ZH or is_word_next)


def _note(name: str, things: set[str], named: set[str]) -> None:
    if name != _NOTHING:
        things.add(name)
        named.add(name)


def _read_rest(part: str, things: set[str]) -> None:
    """Signs of no known word: in pairs, as words of two signs are the rule."""
    if len(part) == 1:
        things.add(part)
    things.update(part[at : at + 2] for at in range(len(part) - 1))


def is_known(word: str) -> bool:
    """Whether a word, as written and in lower case, stands for a thing."""
    return _NAMES.get(word, _NOTHING) != _NOTHING


def says_nothing(word: str) -> bool:
    """Whether a word, in lower case, belongs to the frame of a statement: liking, having, doing."""
    return word in _FRAME_STEMS or stem(word) in _FRAME_STEMS or _NAMES.get(word) == _NOTHING


def domain_of(thing: str) -> str:
    """The domain of a thing, '' when it has none."""
    return _DOMAINS.get(thing, "")


def weight(things: Iterable[str]) -> float:
    """How many things they are; signs of no known word count by half, as they overlap."""
    return sum(0.5 if keywords.has_cjk(thing) else 1.0 for thing in things)


def is_slight(thing: str) -> bool:
    """A single sign is a verb more often than a thing."""
    return len(thing) == 1 and keywords.has_cjk(thing)
