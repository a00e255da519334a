"""Kinds of a thing: green tea is no black tea, and a taste for tea is no taste for a tea house. Pure."""

import re

_COLOURS_ZH = "红白绿黑蓝黄紫灰粉橙青棕"
# Words with a colour in them that name none.
_NO_COLOUR = re.compile(
    "白天|明白|坦白|白领|蓝领|白板|黑板|白名单|黑名单|黑客|黄金|黄昏|黄河|黄山|青年|青春|青岛|青海|红包|红绿灯|绿化|绿色出行|灰心|粉丝|粉末|面粉|橙汁"
    "|空白|告白|表白|青少年|黑龙江|白天黑夜|红烧|红利|分红|网红"
)
_COLOUR_EN = re.compile(
    r"(?<![a-z])(?:red|white|green|black|blue|yellow|purple|gr[ae]y|pink|orange|brown|silver|golden)(?![a-z])",
    re.IGNORECASE,
)
_LIKING_ZH = re.compile(
    r"^(?:最|很|非常|特别|也|都|一直|平时|不|不太|不再|从小)*(?:喜欢|喜爱|热爱|偏爱|讨厌|爱)(?:吃|喝|看|听|玩|做|去|用|学|打|逛|读|品尝)?(?P<what>[一-鿿]{1,8})$"
)
_LIKING_EN = re.compile(
    r"^(?:really |also |mostly |often |does not |doesn't )?(?:like|love|enjoy|hate|dislike|prefer|adore)s?"
    r"(?: (?:to )?(?:eat|drink|play|watch|read|cook|collect|buy)(?:ing)?| (?:to )?listen(?:ing)? to)? (?P<what>[a-z' -]{2,40})$",
    re.IGNORECASE,
)
# What may stand before or behind a thing without making another of it.
_PLAIN_ZH = re.compile(r"各种|所有|一切|很多|任何|这种|那种|活动|运动|的?东西|这类|之类|了|啊|呢|一下|方面")
# What only says of what class the thing is: 爵士乐 is 爵士, rock music is rock.
_CLASS_ZH = re.compile(r"乐|音乐|歌|歌曲|曲|片|电影|菜|书|书籍|剧|作品|游戏")
_CLASS_EN = frozenset(("music", "films", "movies", "books", "songs", "games", "sports", "food", "dishes", "shows"))
_PLAIN_WORDS = "a an the all any some every his her their my good great very lots of kinds"
_PLAIN_EN = frozenset(_PLAIN_WORDS.split())
_LINKS = "in on at with for to of and or by from as when while because that which who a lot much most too"
_LINKS_EN = frozenset(_LINKS.split())


def are_other(a: str, b: str) -> bool:
    """Whether two bare statements speak of two kinds of a thing, or one of a thing and the other of a kind of it."""
    ours, theirs = _colours(a), _colours(b)
    if ours - theirs and theirs - ours:
        return True
    for pattern, is_compound in ((_LIKING_ZH, _is_compound_zh), (_LIKING_EN, _is_compound_en)):
        one, other = pattern.match(a), pattern.match(b)
        if one and other:
            short, long = sorted((one["what"].strip(), other["what"].strip()), key=len)
            return is_compound(short, long)
    return False


def _colours(text: str) -> set[str]:
    plain = _NO_COLOUR.sub("", text)
    return {sign for sign in plain if sign in _COLOURS_ZH} | {found[0].lower() for found in _COLOUR_EN.finditer(text)}


def _is_compound_zh(short: str, long: str) -> bool:
    """茶 beside 绿茶 or 茶道."""
    if short == long or not (long.startswith(short) or long.endswith(short)):
        return False
    is_before = long.startswith(short)
    rest = long[len(short) :] if is_before else long[: -len(short)]
    if is_before and _CLASS_ZH.fullmatch(rest):
        return False
    return len(rest) <= 3 and not _PLAIN_ZH.fullmatch(rest)


def _is_compound_en(short: str, long: str) -> bool:
    """Tea beside green tea, apples beside apple phones; what follows with a preposition is a detail, no other kind."""
    few, many = short.lower().split(), long.lower().split()
    extra = len(many) - len(few)
    if not 1 <= extra <= 2:
        return False
    if many[extra:] == few:
        return not _PLAIN_EN.issuperset(many[:extra])
    is_before = [word.rstrip("s") for word in many[: len(few)]] == [word.rstrip("s") for word in few]
    is_plain = many[-1] in _LINKS_EN or many[-1] in _CLASS_EN or many[-1].endswith(("ly", "ing"))
    return extra == 1 and is_before and not is_plain
