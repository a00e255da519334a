"""Cuts text into searchable words: alphabetic words, and character pairs where there are no blanks between words."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
_WIDE = f"{CJK}\u3000-\u303f\uff00-\uffef"
_LETTER = f"[^\\W_{CJK}]"

# `node.js`, `3.5`, `c++`, `c#`, `don't`; a hyphen joins only where a digit stands beside it: `3-4`, `covid-19`.
_WORD = rf"{_LETTER}+(?:[.'’](?={_LETTER}){_LETTER}+|-(?=[0-9]){_LETTER}+|(?<=[0-9])-{_LETTER}+)*(?:\+\+|#)?"
_PIECE = re.compile(rf"(?P<run>[{CJK}]+)|(?P<word>{_WORD})")
_POSSESSIVE = re.compile(r"['’]s$")
_CJK = re.compile(f"[{CJK}]")
_CJK_CHARACTER = re.compile(f"[{_WIDE}]")

_ENGLISH_FUNCTION_WORDS = """
    a about after again all also am an and any anything are aren't as at be because been before being between both but
    by can can't could couldn't did didn't do does doesn't doing don't down each for from further get give had has have
    having he help her here hers him his how i i'd i'll i'm i've if in into is isn't it its just know let like make may
    me might mine more most must my need no not now of off on once one only or other our out over own please same shall
    she should so some something such tell than thank thanks that the their them then there these they thing things this
    those through to too under until up us use used very want was we were what when where which while who whom whose why
    will with won't would you your yours
"""
_ENGLISH_STOP = frozenset(_ENGLISH_FUNCTION_WORDS.split())

# Words that hold a function character and are none.
_CHINESE_KEPT = (
    "目的|有限|有效|所有|拥有|有趣|在线|存在|应用|用户|用例|用途|作用|费用|信用|通用|专用|日用|对象|对话|对比|对接|绝对|反对"
    "|行为|会议|社会|机会|学会|会员|会计|大会|周会|例会|晚会|开会|宴会|能力|能源|功能|性能|智能|技能|节能|重要|要求|主要"
    "|想法|理想|思想|几何|去年|过去|做法|供给|和平|和谐|总和|达到|得到|迟到|还款|归还|再生|从业|从事|方向|导向|面向|跟踪"
    "|跟进|转让|就业|成就|都市|首都|成都|自我|请假|申请|邀请|请求|参与|涉及|普及|及格|把握|被子|做饭|也门|那不勒斯|多伦多"
)
_CHINESE_STOP = (
    "请问|帮我|帮忙|告诉|什么时候|为什么|是什么|什么|怎么样|怎么办|怎么|怎样|如何|多少|多久|多大|哪里|哪个|哪些|哪儿|哪种|是否"
    "|是不是|有没有|能不能|可不可以|要不要|可以|能够|应该|需要|想要|可能|一下|一些|一个|一点|一种|这个|那个|这些|那些|这里|那里"
    "|这样|那样|我们|你们|他们|她们|它们|咱们|自己|大家|因为|所以|但是|如果|或者|还是|以及|而且|然后|为了|关于|有关|对于|没有"
    "|已经|现在|最近|目前|比较|非常|一直|有点|有什么|时候|平时|通常|觉得|知道|这次|上次|下次|用户"
    "|[的了着过吗呢吧啊呀嘛哦我你您他她它们这那哪谁请把被给很都也就还又再与及或和是在有对从向要想能会让跟为每几去做用到个不没来叫]"
)
# Common words of questions: their edges are word edges, and they are key words themselves.
_CHINESE_EDGE = (
    "推荐|介绍|优化|学习|设计|实现|开发|部署|配置|安装|使用|选择|比较|分析|解释|总结|翻译|修改|处理|解决|避免|提高|提升|管理"
    "|准备|计划|安排|预订|预算|购买|联系|回复|回答|喜欢|讨厌|偏好|习惯|工作|问题|方案|方法|建议|项目|系统|团队|公司|客户|产品"
    "|数据库|数据|时间|地点|城市|价格|名字|生日|孩子|爱人|宠物"
)
_CHINESE_PART = re.compile(f"(?P<kept>{_CHINESE_KEPT})|(?P<stop>{_CHINESE_STOP})|(?P<edge>{_CHINESE_EDGE})")
_LONGEST_WORD = 4
# Characters at either end of a question: two pages. Of a megabyte, weighing each word took a minute.
_ASKED_EDGE = 3_000
# What a pair is worth that begins in one word and ends in another: measured, more finds no more, less loses names.
ACROSS = 0.5


def tokens(text: str) -> list[str]:
    """Words in lower case and, for CJK, pairs of neighbouring characters (the character itself when it stands alone)."""
    found: list[str] = []
    for kind, piece in _pieces(text):
        if kind == "word" or len(piece) == 1:
            found.append(piece)
        else:
            found.extend(piece[at : at + 2] for at in range(len(piece) - 1))
    return found


def asked_tokens(text: str) -> dict[str, float]:
    """The tokens of a question and what each is worth: 1.0 inside a word, less across the edge of two, no function words.

    Nothing but function words is worth what it is: each of them 1.0.
    """
    found: dict[str, float] = {}
    for kind, piece in _pieces(text):
        worth = {piece: float(piece not in _ENGLISH_STOP)} if kind == "word" else _worth(piece)
        for token, value in worth.items():
            found[token] = max(value, found.get(token, 0.0))
    return {token: value for token, value in found.items() if value} or dict.fromkeys(found, 1.0)


def asked_part(question: str) -> str:
    """What of a question is looked at: all of it, or of a whole document pasted into it the beginning and the end."""
    if len(question) <= 2 * _ASKED_EDGE:
        return question
    return f"{question[:_ASKED_EDGE]}\n{question[-_ASKED_EDGE:]}"


def key_words(text: str) -> list[str]:
    """What a question is about, without function words, each word once and in order of appearance.

    Chinese is cut at function words; a part too long for one word is given whole and by its beginning and end.
    """
    found: dict[str, None] = {}
    for kind, piece in _pieces(text):
        if kind == "run":
            found.update(dict.fromkeys(_chinese_words(piece)))
        elif piece not in _ENGLISH_STOP:
            found[piece] = None
    return list(found)


def is_function_word(word: str) -> bool:
    """Whether a lower-case English word says nothing of what is spoken about."""
    return word in _ENGLISH_STOP


def estimate_tokens(text: str) -> int:
    """Tokens of a prompt, about: one for each CJK character, one for each four others."""
    wide = len(_CJK_CHARACTER.findall(text))
    return wide + (len(text) - wide + 3) // 4


def has_cjk(text: str) -> bool:
    return _CJK.search(text) is not None


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    for match in _PIECE.finditer(unicodedata.normalize("NFKC", text).lower()):
        if match["run"]:
            yield "run", match["run"]
        else:
            yield "word", _POSSESSIVE.sub("", match["word"]).replace("’", "'")


def _worth(run: str) -> dict[str, float]:
    """The pairs of a run of characters: those of two function words tell nothing, those across an edge little."""
    part_of = [0] * len(run)  # below zero: a function word
    for number, match in enumerate(_CHINESE_PART.finditer(run), start=1):
        if not match["kept"]:
            sign = -1 if match["stop"] else 1
            part_of[match.start() : match.end()] = [sign * number] * len(match[0])
    if len(run) == 1:
        return {run: float(part_of[0] >= 0)}
    pairs = pairwise(part_of)
    return {
        run[at : at + 2]: 0.0 if max(pair) < 0 else 1.0 if pair[0] == pair[1] else ACROSS
        for at, pair in enumerate(pairs)
    }


def _chinese_words(run: str) -> Iterator[str]:
    open_part, end = "", 0
    for match in _CHINESE_PART.finditer(run):
        open_part += run[end : match.start()]
        end = match.end()
        if match["kept"]:
            open_part += match["kept"]
            continue
        yield from _sized(open_part)
        open_part = ""
        if match["edge"]:
            yield match["edge"]
    yield from _sized(open_part + run[end:])


def _sized(part: str) -> Iterator[str]:
    if not part:
        return
    yield part
    if len(part) > _LONGEST_WORD:
        yield from (part[:2], part[:3], part[-3:], part[-2:])
