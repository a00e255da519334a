"""A statement taken apart so that it can be compared with another one strictly: predicates, things, values."""

import re
from dataclasses import dataclass

from engine.text import bilingual, keywords, normal, values

_LIKE, _DISLIKE, _LIVE, _WORK, _OWN, _LEARN, _SMOKE, _NAME = "~like", "~dislike", "~live", "~work", "~own", "~learn", "~smoke", "~name"  # fmt: skip
_ALLERGIC, _DIVORCED, _MARRIED, _PREGNANT, _MEATLESS = "~allergic", "~divorced", "~married", "~pregnant", "~meatless"
_USE, _DRINK, _EAT = "~use", "~drink", "~eat"
# Where somebody likes a thing, these say how they like it and need not be repeated.
_MANNERS = frozenset((_USE, _DRINK, _EAT))

# One sign for all wordings of a predicate. Longer wordings stand before shorter ones that they hold.
_ZH_PREDICATES = (
    (_DISLIKE, r"不(?:太|怎么|大|是很)?(?:喜欢|爱|喜爱)|讨厌|厌恶|反感|不想"),
    (_LIKE, r"(?:最|很|非常|特别|比较|超|挺|一直|一般|平时|经常)*(?:喜欢|喜爱|热爱|偏爱|偏好|钟爱|钟情于?|爱好是?|爱(?!人|情|好|尔)|最爱)(?:是)?(?:玩|看|听|打|做|去)?"),
    (_LIVE, r"(?:现|常|长期)?居住?(?:在|于|地(?:址)?是?)|现居|定居(?:在|于)?|家住|家在|住(?:在|址是)?|(?:地址|住处|所在城市|城市)是"),
    (_WORK, r"(?:在)?(?:工作|上班|任职|就职|供职|打工)(?:于|在|单位是)?|(?:职业|职位|岗位)(?:是|为)"),
    (_ALLERGIC, r"过敏|不耐受"),
    (_DIVORCED, r"离(?:了)?婚|离异"),
    (_MARRIED, r"结(?:了)?婚|已婚"),
    (_PREGNANT, r"怀孕|(?:处于)?孕期"),
    (_MEATLESS, r"吃素|素食(?:者|主义者)?|纯素"),
    (_SMOKE, r"抽烟|吸烟"),
    (_LEARN, r"(?:正在|在)?(?:学习|自学|学(?![校历位费生期习科者院霸业]))"),
    (_USE, r"使用|在用|用(?![户餐心力品途处])"),
    (_DRINK, r"喝(?:的是)?"),
    (_EAT, r"吃(?![素力惊])"),
    (_OWN, r"养(?!老|生|成)|拥有|有(?=[\u4e00-\u9fff\u27e6])"),
    (_NAME, r"(?:名字|姓名)?叫(?:做)?|(?:名字|姓名)是"),
)  # fmt: skip
_EN_PREDICATES = (
    (
        _DISLIKE,
        r"(?:(?:do|does|did)(?: not|n't) (?:really )?(?:like|love|enjoy))|dislikes?|hates?|detests?|can't stand",
    ),
    (
        _LIKE,
        r"(?:really |also |absolutely )?(?:likes?|loves?|enjoys?|adores?|prefers?|is (?:very )?(?:fond of|into|keen on))(?: to)?(?: (?:play|watch|listen to|read|hav)(?:ing)?)?",
    ),
    (_LIVE, r"(?:lives?|living|resides?|residing|(?:is )?based|home is|address is)(?: (?:in|at|near))?"),
    (_WORK, r"(?:works?|working|(?:is )?employed)(?: (?:at|for|as|in|by))?|(?:job|occupation|profession|employer) is"),
    (_ALLERGIC, r"(?:is )?allergic(?: to)?|allerg(?:y|ies)|intoleran(?:t|ce)"),
    (_DIVORCED, r"(?:got |is |was )?divorced?"),
    (_MARRIED, r"(?:got |is )?married"),
    (_PREGNANT, r"pregnant|expecting a baby"),
    (_MEATLESS, r"vegetarian"),
    (_SMOKE, r"smok(?:es?|ing|er)"),
    (_LEARN, r"(?:is )?(?:learn(?:s|ing)?|study(?:ing)?|studies)"),
    (_USE, r"(?:uses?|using)"),
    (_DRINK, r"(?:drinks?|drinking)"),
    (_EAT, r"(?:eats?|eating)"),
    (_OWN, r"(?:has|have|having|owns?|keeps?)(?! to| been)"),
    (_NAME, r"(?:is )?(?:called|named)|name is"),
)
_ZH = tuple((sign, re.compile(words)) for sign, words in _ZH_PREDICATES)
_EN = tuple((sign, re.compile(rf"(?<![a-z'])(?:{words})(?![a-z'])")) for sign, words in _EN_PREDICATES)

# What says nothing about which thing is meant.
_ZH_LIGHT = re.compile(
    r"用户|自己|本人|目前|现在|如今|一直|平时|平常|经常|常常|总是|通常|一般|特别|非常|比较|真的|已经|曾经|每天|最近|正在|长期|严重|轻微|有点|十分|相当|他|她|我|的|了|着|过|很|也|都|就|还|又|吧|呢|啊|是|在|对|为|于|从|会|一下|[只条个位名本家部辆台杯]"
)
_LIGHT_WORDS = (
    "a an the of in on at to for and or with by from as is am are was be been very really just also about quite still now"
    " currently usually often sometimes always his her their its user i my me does do did some any lot lots much every each daily day days"
)
_EN_LIGHT = frozenset(_LIGHT_WORDS.split())
# Of these some only fall away; at these a new phrase begins.
_BORDERS = "of in on at to for and or with by from as is am are was but because when if that who which every each daily"
_EN_BORDERS = frozenset(_BORDERS.split())
_ZH_BORDER = re.compile(r"[，,、；;。]|和|与|跟|以及|但|因为")
_TOKEN = re.compile(rf"~[a-z]+|{values.MARK.pattern}|[{keywords.CJK}]+|[^\W_{keywords.CJK}]+(?:['’.+#&-][^\W_{keywords.CJK}]+)*[+#]*|[^\s]")  # fmt: skip
_ENDING = re.compile(r"(?<=[a-z]{3})(?:(?<=ss|sh|ch)es|(?<=x)es|ing|ed|s)$")


@dataclass(frozen=True)
class Matter:
    """`predicates` as signs, `phrases` the things spoken of (each a word or several), `values` numbers and dates."""

    predicates: frozenset[str]
    phrases: frozenset[str]
    values: frozenset[str]

    @property
    def is_empty(self) -> bool:
        return not (self.predicates or self.phrases or self.values)


def of(text: str, *, keeps_manner: bool = True) -> Matter:
    """What a statement or a name says, in one spelling for each language; places and languages in English in both."""
    bare = re.sub(r"^(?:i(?:'m| am)|i|my|我们?的?)(?![a-z])\s*", "", normal.bare(text).lower().replace("’", "'"))
    marked = values.marked(_one_name(bare))
    signs = _ZH if keywords.has_cjk(marked) else _EN
    for sign, wordings in signs:
        marked = wordings.sub(f" {sign} ", marked)
    found = frozenset(f"{kind}{value}" for kind, value in values.MARK.findall(marked))
    predicates = frozenset(re.findall(r"~[a-z]+", marked))
    predicates -= _MANNERS if _LIKE in predicates and not keeps_manner else frozenset()
    things = values.MARK.sub(" ", re.sub(r"~[a-z]+", " ; ", marked))
    return Matter(predicates, frozenset(_phrases(things)), found)


def _one_name(text: str) -> str:
    """Places and languages under their English names, so that 住在柏林 and "lives in Berlin" meet."""
    for table in (bilingual.PLACES, bilingual.LANGUAGES):
        for word, name in table.items():
            if keywords.has_cjk(word) and word in text:
                text = text.replace(word, f" {name} ")
    return text


def _phrases(text: str) -> list[str]:
    phrases: list[list[str]] = [[]]
    for token in _tokens(text):
        if token in _EN_BORDERS or not re.search(r"\w", token):
            phrases.append([])
        elif token not in _EN_LIGHT:
            phrases[-1].append(token)
    return [" ".join(words) for words in phrases if words]


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for found in _TOKEN.finditer(_ZH_BORDER.sub(" ; ", text)):
        if keywords.has_cjk(found[0]):
            tokens += [part for piece in _ZH_LIGHT.split(found[0]) if piece for part in (";", piece, ";")]
        else:
            tokens.append(_stem(found[0]))
    return tokens


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if word.isascii() and len(word) > 3 else word
