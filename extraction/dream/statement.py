"""A statement with all of it that can be compared: its words, numbers, dates, places and clauses. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.text import bilingual, concepts, keywords, namings, normal, quantities, values

# English words that a wording may use though no source has them: they join and carry, they say nothing.
JOINING_EN = frozenset(
    """
    a an the and or but also both as well too besides while whereas because plus with without of in on at to for from by into about than that which who
    whom whose this these those it its he him his she her hers they them their theirs i me my user users person one ones
    is are was were be been being am do does did doing has have had having can could will would especially particularly particular
    mainly including include includes included namely called named name such like likes even more most so then when where there here
    """.split()  # noqa: SIM905
)
# Words of a source that a wording may leave out: of the frame alone, as long as sides and attitudes are the same.
_FRAME_EN = JOINING_EN | frozenset(
    """
    very really quite just currently now present presently
    enjoy enjoys love loves prefer prefers drink drinks drinking eat eats eating work works working use uses using own owns get gets got make makes live lives living
    """.split()  # noqa: SIM905
)
# Chinese signs and words that join and carry.
JOINING_ZH = re.compile(
    "并且|而且|以及|还有|同时|尤其是?|特别是?|特别|其中|包括|例如|比如|主要|等等|此外|另外|名叫|叫做|叫|名为|既|又|且|和|与|及|或|的|地|得|了|着|也|都|还|并|是|为|在|等|而|之|其|他|她|它|用户|该|中|里"
)
FRAME_ZH = frozenset(
    "的了着过吗呢吧啊呀嘛我你您他她它们这那把被给很都也就还又再与及或和是在有对从向要想能会让跟为去做用到个叫于一上下中里"
    "每点最更较太只仅已将即可须需以并等地得之辆只条台间层块元套支瓶杯碗名位口份张件双类种些吃喝看听养玩买开骑坐穿戴所"
)
FRAME_WORDS_ZH = re.compile("工作|上班|从事|喜欢|喜爱|爱(?!好|人)|习惯|目前|现在|自己|本人|一个|名字")
NUMERALS_ZH = frozenset("〇零一二两三四五六七八九十")
_CLAUSES = re.compile(
    r"[，。；;！!？?]|,(?!\d)|\s(?:and|but|while|whereas)\s|但是?|而且|并且|不过(?=[一-鿿])|(?<=[一-鿿])(?:也|又)(?=[一-鿿])"
)
_NIGHTLY = re.compile("(?<=[每当今明天])晚(?![上饭餐会年报点期])")
_LISTED = re.compile(r"[、和与及跟](?![平谐解])")
PLACES_ZH = re.compile("|".join(re.escape(name) for name in bilingual.PLACES if keywords.has_cjk(name)))
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


@dataclass(frozen=True)
class Statement:
    """A statement with what of it can be compared."""

    text: str

    @cached_property
    def spoken(self) -> str:
        """With each evening told in the same word."""
        return _NIGHTLY.sub("晚上", self.text)

    @cached_property
    def bare(self) -> str:
        return normal.bare(self.spoken)

    @cached_property
    def marked(self) -> str:
        return quantities.marked(self.bare)

    @cached_property
    def dates(self) -> frozenset[tuple[str, str]]:
        found = values.values(self.marked)
        return frozenset((kind, value) for kind in _DATES for value in found.get(kind, ()))

    @cached_property
    def amounts(self) -> frozenset[tuple[float, str]]:
        """Numbers with what they count. One of a thing is no number: 一只猫 is a cat."""
        return quantities.quantities(self.marked) - {(1.0, "")}

    @cached_property
    def hours(self) -> frozenset[float]:
        """The full hours that it names by the clock, as they are said: eleven for 23:00."""
        clocks = (value.partition(":") for kind, value in self.dates if kind == values.CLOCK)
        return frozenset(float(hour) % 12 or 12.0 for hour, _, minute in clocks if minute == "00")

    @cached_property
    def plain(self) -> str:
        return values.MARK.sub(" ", self.marked)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words in Latin letters by what is left without their endings, each as it is written."""
        return {stem_of(word): word for word in _latin(self.plain)}

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
    def whereabouts(self) -> frozenset[str]:
        """The places that are known, and names in Latin letters behind a preposition of place."""
        names = namings.names(self.plain.strip())
        return self.places | {name for name, is_place in names.items() if is_place and not bilingual.known(name)}

    @cached_property
    def clauses(self) -> list["Statement"]:
        parts = [part.strip() for part in _CLAUSES.split(self.bare) if part.strip()]
        return [self] if len(parts) < 2 else [read(part) for part in parts]

    @cached_property
    def pieces(self) -> list["Statement"]:
        """The clauses, taken apart at the joints of lists as well."""
        parts = [part for clause in self.clauses for part in _LISTED.split(clause.bare) if part.strip()]
        return self.clauses if len(parts) == len(self.clauses) else [read(part.strip()) for part in parts]


@lru_cache(maxsize=2048)
def read(text: str) -> Statement:
    return Statement(text)


def _latin(plain: str) -> list[str]:
    found = (re.sub(r"['’]s$|[.'’-]+$", "", match[0]) for match in _WORD.finditer(plain))
    return [part for word in found for part in ([word] if re.search(r"[0-9+#.&]", word) else word.split("-")) if part]


def stem_of(word: str) -> str:
    lower = word.lower().replace("’", "'")
    return concepts.stem(_IRREGULAR.get(lower, lower))


JOINING_STEMS = frozenset(map(stem_of, JOINING_EN))
FRAME_STEMS = frozenset(map(stem_of, _FRAME_EN))
