"""Whether a merged wording says what its sources say: nothing that none of them says, and nothing of them gone. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.text import bilingual, concepts, keywords, namings, normal, polarity, quantities, relatives, stance, values
from profiles import same

UNGROUNDED, LOSES, DIFFERS = "ungrounded", "loses", "differs"

# English words that a wording may use though no source has them: they join and carry, they say nothing.
_JOINING_EN = frozenset(
    """
    a an the and or but also both as well too besides while whereas plus with without of in on at to for from by into about than that which who
    whom whose this these those it its he him his she her hers they them their theirs i me my user users person one ones
    is are was were be been being am do does did doing has have had having can could will would especially particularly particular
    mainly including include includes included namely such like likes even more most so then when where there here
    """.split()  # noqa: SIM905
)
# Words of a source that a wording may leave out: of the frame alone, as long as sides and attitudes are the same.
_FRAME_EN = _JOINING_EN | frozenset(
    """
    very really quite just only currently now at present presently usually often generally always each every any some all
    enjoy enjoys love loves prefer prefers drink drinks drinking eat eats eating work works working use uses using own owns get gets got make makes live lives living
    """.split()  # noqa: SIM905
)
# Chinese signs and words that join and carry.
_JOINING_ZH = re.compile(
    "并且|而且|以及|还有|同时|尤其是?|特别是?|特别|其中|包括|例如|比如|主要|等等|此外|另外|既|又|且|和|与|及|或|的|地|得|了|着|也|都|还|并|是|为|在|等|而|之|其|他|她|它|用户|该|中|里"
)
_FRAME_ZH = frozenset(
    "的了着过吗呢吧啊呀嘛我你您他她它们这那把被给很都也就还又再与及或和是在有对从向要想能会让跟为去做用到个叫于一上下中里"
    "每点最更较太只仅已将即可须需以并等地得之辆只条台间层块元套支瓶杯碗名位口份张件双类种些吃喝看听养玩买开骑坐穿戴所"
)
_FRAME_WORDS_ZH = re.compile("工作|上班|从事|喜欢|喜爱|习惯|经常|平时|平常|通常|目前|现在|一直|自己|本人|一个|名字")
_NUMERALS_ZH = frozenset("〇零一二两三四五六七八九十")
_CLAUSES = re.compile(r"[，,。；;！!？?]|\s(?:and|but|while|whereas)\s|但是?|而且|并且|不过(?=[一-鿿])")
_HAN = re.compile(r"[㐀-鿿]")
_LATIN_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_WORD = re.compile(rf"{values.MARK.pattern}|[A-Za-z][A-Za-z0-9+#.'’&-]*")
_RUN = re.compile(rf"[{keywords.CJK}]+")
_DATES = (values.YEAR, values.MONTH, values.DAY, values.WEEKDAY, values.CLOCK, values.DAYTIME, quantities.LIMIT)
_IRREGULAR = {
    "children": "child", "people": "person", "men": "man", "women": "woman", "wives": "wife", "ran": "run", "went": "go", "gone": "go",
    "bought": "buy", "took": "take", "taken": "take", "taught": "teach", "drove": "drive", "wrote": "write", "written": "write",
    "drank": "drink", "ate": "eat", "eaten": "eat", "swam": "swim", "rode": "ride", "spoke": "speak", "kept": "keep", "left": "leave",
    "began": "begin", "grew": "grow", "grown": "grow", "sold": "sell", "built": "build", "met": "meet", "won": "win", "lives": "live",
}  # fmt: skip


def is_chinese(text: str) -> bool:
    """By what most of it is written in: a foreign name makes no foreign sentence."""
    return len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text))


def objection(wording: str, sources: Sequence[str]) -> str:
    """Why the wording may not stand for its sources: `ungrounded`, `loses` or `differs`; '' when it may."""
    new, old = _read(wording), [_read(text) for text in sources]
    if wording not in sources and (_brings(new, old) or _turns(new, old)):
        return UNGROUNDED
    if any(_drops(one, new, old) for one in old if one.text != wording):
        return LOSES
    if wording in sources and any(_is_another(wording, text) for text in sources):
        return DIFFERS
    return ""


@dataclass(frozen=True)
class _Read:
    """A statement with what of it can be compared."""

    text: str

    @cached_property
    def bare(self) -> str:
        return normal.bare(self.text)

    @cached_property
    def marked(self) -> str:
        return quantities.marked(self.bare)

    @cached_property
    def dates(self) -> frozenset[tuple[str, str]]:
        found = values.values(self.marked)
        return frozenset((kind, value) for kind in _DATES for value in found.get(kind, ()))

    @cached_property
    def amounts(self) -> frozenset[tuple[float, str]]:
        return quantities.quantities(self.marked)

    @cached_property
    def plain(self) -> str:
        return values.MARK.sub(" ", self.marked)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words in Latin letters by what is left without their endings, each as it is written."""
        return {_stem(word): word for word in _latin(self.plain)}

    @cached_property
    def runs(self) -> list[str]:
        return _RUN.findall(self.plain)

    @cached_property
    def things(self) -> frozenset[str]:
        return concepts.content(self.bare).named

    @cached_property
    def places(self) -> frozenset[str]:
        return bilingual.known_names(self.bare, bilingual.PLACES)

    @cached_property
    def clauses(self) -> list["_Read"]:
        parts = [part.strip() for part in _CLAUSES.split(self.bare) if part.strip()]
        return [self] if len(parts) < 2 else [_read(part) for part in parts]


@lru_cache(maxsize=2048)
def _read(text: str) -> _Read:
    return _Read(text)


def _latin(plain: str) -> list[str]:
    found = (re.sub(r"['’]s$|[.'’-]+$", "", match[0]) for match in _WORD.finditer(plain))
    return [part for word in found for part in ([word] if re.search(r"[0-9+#.&]", word) else word.split("-")) if part]


def _stem(word: str) -> str:
    lower = word.lower().replace("’", "'")
    return concepts.stem(_IRREGULAR.get(lower, lower))


_JOINING_STEMS = frozenset(map(_stem, _JOINING_EN))
_FRAME_STEMS = frozenset(map(_stem, _FRAME_EN))


# --- what is new -----------------------------------------------------------------------------------------------------


def _brings(new: _Read, old: Sequence[_Read]) -> bool:
    """Whether the wording has a number, date, place, name or word that no source has."""
    if not new.dates <= frozenset().union(*(one.dates for one in old)):
        return True
    known = frozenset().union(*(one.amounts for one in old))
    if any(not _is_among(amount, known) for amount in new.amounts) or not _keeps_numbers_in_place(new, old):
        return True
    words = frozenset().union(*(one.words for one in old)) | _JOINING_STEMS
    if any(stem not in words for stem in new.words):
        return True
    titles = frozenset().union(*(namings.titles(one.text) for one in old))
    return not namings.titles(new.text) <= titles or bool(_uncovered(new, old, is_source=False))


def _is_among(amount: tuple[float, str], others: Iterable[tuple[float, str]]) -> bool:
    value, unit = amount
    return any(value == other and (unit == known or not (unit and known)) for other, known in others)


def _keeps_numbers_in_place(new: _Read, old: Sequence[_Read]) -> bool:
    """Whether each number and date stands beside a word beside which a source has it: ages of two pets must not change hands."""
    beside = [_beside(one.marked) for one in old]
    for mark, words in _beside(new.marked).items():
        told = [found[mark] for found in beside if mark in found]
        if words and told and all(found and not found & words for found in told):
            return False
    return True


def _beside(marked: str) -> Mapping[str, frozenset[str]]:
    """For each mark what its clause is about."""
    found: dict[str, frozenset[str]] = {}
    for clause in _CLAUSES.split(marked):
        marks = {match[0] for match in values.MARK.finditer(clause)}
        about = _about(values.MARK.sub(" ", clause)) if marks else frozenset()
        for mark in marks:
            found[mark] = found.get(mark, frozenset()) | about
    return found


def _about(text: str) -> frozenset[str]:
    things = concepts.content(normal.bare(text)).things
    return frozenset(
        thing for thing in things if not concepts.is_slight(thing) or thing in concepts.content(text).named
    )


def _uncovered(one: _Read, others: Sequence[_Read], *, is_source: bool) -> list[str]:
    """The Chinese pieces of a text that stand in none of the others. Of a source (`is_source`) frame words do not count."""
    texts = [run for other in others for run in other.runs]
    found: list[str] = []
    for run in one.runs:
        found += _gaps(run, texts, is_source=is_source)
    return found


def _gaps(run: str, texts: Sequence[str], *, is_source: bool) -> list[str]:
    gaps, open_part, at = [], "", 0
    while at < len(run):
        length = _known_length(run, at, texts, is_source=is_source)
        if length:
            gaps.append(open_part)
            open_part = ""
        else:
            open_part += run[at]
        at += length or 1
    return [gap for gap in (*gaps, open_part) if gap]


def _known_length(run: str, at: int, texts: Sequence[str], *, is_source: bool) -> int:
    """How many signs from here stand together in one of the texts, or join; 0 for none."""
    longest = next((n for n in range(len(run) - at, 1, -1) if any(run[at : at + n] in text for text in texts)), 0)
    joint = _JOINING_ZH.match(run, at)
    longest = max(longest, len(joint[0]) if joint else 0)
    if longest:
        return longest
    sign = run[at]
    if is_source and (sign in _FRAME_ZH or sign in _NUMERALS_ZH):
        return 1
    return int(any(sign in text and (sign in _FRAME_ZH or _stands_alone(sign, text)) for text in texts))


def _stands_alone(sign: str, text: str) -> bool:
    """Whether a sign is a word by itself somewhere in a text: 鱼 in 也吃鱼, not in 鱿鱼."""
    for place, other in enumerate(text):
        if other == sign:
            before, after = text[:place][-1:], text[place + 1 : place + 2]
            if (not before or before in _FRAME_ZH) and (not after or after in _FRAME_ZH):
                return True
    return False


# --- what is turned round ----------------------------------------------------------------------------------------------


def _turns(new: _Read, old: Sequence[_Read]) -> bool:
    """Whether a clause says its matter of somebody else, denies what is affirmed, or takes a plan for a deed."""
    parts = [clause for one in old for clause in one.clauses]
    subject = ""
    for clause in new.clauses:
        subject = _subject(clause.text) or ("" if normal.bare(clause.text) != clause.text else subject)
        nearest = _nearest(clause, parts)
        if nearest and not any(_agree(clause, subject, part) for part in nearest):
            return True
    return _sides(new) != (_sides_of(old)) and len(new.clauses) == 1


def _sides(one: _Read) -> frozenset[bool]:
    return frozenset({polarity.is_negative(one.bare)})


def _sides_of(old: Sequence[_Read]) -> frozenset[bool]:
    sides = frozenset(polarity.is_negative(one.bare) for one in old)
    return sides if len(sides) == 1 else frozenset({True})


def _nearest(clause: _Read, parts: Sequence[_Read]) -> list[_Read]:
    """The clauses of the sources with which it shares most; none when it shares nothing."""
    shared = [(len(_signs(clause) & _signs(part)), part) for part in parts]
    most = max((count for count, _ in shared), default=0)
    return [part for count, part in shared if count == most] if most else []


def _signs(one: _Read) -> frozenset[str]:
    content = frozenset(stem for stem in one.words if stem not in _FRAME_STEMS)
    return content | frozenset(token for run in one.runs for token in keywords.tokens(run)) | one.things


def _agree(clause: _Read, subject: str, part: _Read) -> bool:
    if polarity.is_negative(clause.bare) != polarity.is_negative(part.bare):
        return False
    if subject != _subject(part.text) and not relatives.mentions(clause.text, _subject(part.text)):
        return False
    wanted = stance.attitude(part.bare) == "wants"
    if wanted and stance.attitude(clause.bare) != "wants":
        return False
    return stance.is_past(part.bare) == stance.is_past(clause.bare)


def _subject(text: str) -> str:
    return relatives.subject(normal.bare(text))


# --- what is lost ------------------------------------------------------------------------------------------------------


def _drops(source: _Read, new: _Read, old: Sequence[_Read]) -> bool:
    """Whether a number, date, name or matter of a source is gone, unless another source tells it in other words."""
    if not source.dates <= new.dates or any(not _is_among(amount, new.amounts) for amount in source.amounts):
        return True
    if not source.places <= new.places or not namings.titles(source.text) <= namings.titles(new.text):
        return True
    names = (stem for name in namings.names(source.plain.strip()) if (stem := _stem(name)) not in new.words)
    if any(stem not in _FRAME_STEMS for stem in names):
        return True
    return any(not _is_told_otherwise(piece, source, old) for piece in _left_out(source, new))


def _left_out(source: _Read, new: _Read) -> list[str]:
    missing = [word for stem, word in source.words.items() if stem not in new.words and stem not in _FRAME_STEMS]
    missing += [rest for gap in _uncovered(source, [new], is_source=True) if (rest := _FRAME_WORDS_ZH.sub("", gap))]
    return [piece for piece in missing if not _is_told(piece, new)]


def _is_told_otherwise(piece: str, source: _Read, old: Sequence[_Read]) -> bool:
    """Whether another source says the same as this one without the piece."""
    return any(
        one is not source and piece.lower() not in one.text.lower() and not same.differing(source.text, one.text)
        for one in old
    )


def _is_told(piece: str, new: _Read) -> bool:
    """Whether the wording names the thing by another word."""
    named = concepts.content(piece).named
    return bool(named) and named <= new.things


def _is_another(wording: str, text: str) -> bool:
    """Whether a source that the wording stands for is about something else, although all its words are there."""
    if text == wording:
        return False
    return same.differing(wording, text) not in ("", same.MIDDLE)
