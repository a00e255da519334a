"""A message split into sentences and clauses, each clause with its mood."""

import re
from dataclasses import dataclass, replace

from engine.embedded.chinese.cleaning import FOREIGN

STATEMENT, QUESTION, HYPOTHESIS, ORDER, HEARSAY, GUESS = (
    "statement",
    "question",
    "hypothesis",
    "order",
    "hearsay",
    "guess",
)

_SENTENCE = re.compile(r"([^。！？!?\n；;…]+)([。！？!?\n；;…]*)")
_COMMA = re.compile(r"(?<!\d)[,，]|[,，](?!\d)|(?<=[一-鿿])[ \t\u3000]+(?=[一-鿿])|[~～]+")
_DOT = re.compile(r"(?<=[一-鿿])\.(?=\s|$|[一-鿿])")
_CONNECTOR = re.compile(
    r"(?<=[^，,。\s]{2})(但是|但(?=我|不|也|没|还|很|最)|不过(?!敏|分|期|来|去|关|如|滤|问|头)|可是|而且|并且|所以|因此|因为"
    r"|然后|虽然|尽管|于是|尤其(?:是)?|特别是|同时(?=也|还|我)|(?<![我己])也(?=不能|不吃|不喝|不喜欢|不会)|(?<!除)(?<!只)(?<!所)(?<!还)而(?=我|是[^已]))"
)
_LEAD_IN = re.compile(
    r"((?:作为|身为)(?:一[名个位])?[^，我你您]{2,10})(?=我)|([\d一二三四五六七八九十]岁)(?=老[二三小]|小的|二宝)"
)
# 我订阅了三个产品：工单、知识库: the count says nothing that the list does not.
_COUNTED = re.compile(
    r"(订阅了?|买了?|用了?|需要|要|会|卖|做|有|养了?|去过|学过|负责)(?:[\d两二三四五六七八九十]{1,2}[个种样款类门条点家项][^，：:、]{0,4})[:：](?=[^，。]{1,14}、)()"
)
_INTRODUCED = re.compile(
    r"(我叫[一-鿿]{2,3}|我是[一-鿿]{2,6}人|(?<=[一-鿿])(?:工作|上班|打工))(?=在|今年|来自|住|是|，)"
)
_NOT_NOT = re.compile(r"(不[吃喝抽打玩][^，不]{1,3})(?=不[吃喝抽打玩])")
_COLON = re.compile(r"(?<!\d)[:：]|[:：](?!\d)")
_OUTER = re.compile(r"不知道|不清楚|不确定|想知道|想问|请问|问一下|请教")
_ASKING = re.compile(
    r"[吗嘛]$|(?<!没)(?<!没有)(?<!为)什么(?!都)|为什么|(?<!不)怎么(?!也)|怎样|如何|哪|谁|多少|几点|几岁|为何|是否|有没有|能不能|能否|可不可以|可否|是不是|会不会|要不要"
    r"|好不好|行不行|对不对|该不该|值不值|还是.*[好吗]$|多[长大高久远]$"
)
_TAG = re.compile(
    r"^(?:这样?|你觉得|你看|你说|您觉得)?(?:好吗|好不好|好吧|怎么样|如何|合适吗|可以吗|行吗|行不行|对吗|对吧|是吗|是吧|是不是|对不对"
    r"|合理吗|靠谱吗|值得吗|呢|你怎么看|没错吧)$"
)
_IF = re.compile(
    r"如果|假如|假设|(?<![主只需])要是|倘若|假使|万一|(?<!但)若是?我|的话$|要不是|早知道|除非|即使|哪怕|就算|一旦|设想|想象一下|比方说|换做|换成我|恨不得"
)
_WISH_FALSE = re.compile(r"就好了|该多好|差点|本来(?:想|打算|要|计划)|原本(?:想|打算|要|计划)|原来想|宁愿当初")
_GUESS = re.compile(
    r"可能|也许|或许|大概(?![\d一二两三四五六七八九十百千])|好像|似乎|说不定|估计|应该(?:是|会|要)|恐怕|不一定|没想好|还没决定|不确定|不知道|犹豫"
)
_HEARSAY = re.compile(
    r"听说|据说|传说|有人说|人家说|他们说|别人说|网上说|新闻|报道|书里|书上|文章(?:里|说)|剧里|电影里|小说里|歌里|梦见|做梦|梦到"
)
_ORDER = re.compile(
    r"^(?:请|麻烦|劳驾|拜托|帮|给我|替我|为我|告诉我|推荐|介绍一下|翻译|润色|总结|概括|分析|解释|查一|算一|列出|生成"
    r"|写[一个篇段首封]|画一|讲[一个讲]|改写|续写|扮演|假装|模拟|把|将(?!来|军|近|会|要|于|在)|继续|试着|想想|猜|来一|做一[个份张首]|忽略|无视|存|记录)"
)
_MATERIAL = re.compile(
    r"(?:写|编|讲|创作|续写|改写|起草|生成|扮演|假装|模拟|翻译|润色|改一下|校对|总结|概括|分析).*"
    r"(?:故事|小说|主角|人设|剧本|角色|台词|诗|文案|作文|邮件|文章|段落|句子|这段|这句|以下|下面|对话|歌词|例文|范文|开头|简历|文字|话)"
    r"|(?:下面|以下|这|那)的?(?:这|那|几|一)?[段句篇封些个]?[^，,。]{0,6}(?:翻译|润色|改写|续写|校对|总结|概括|分析)"
    r"|角色扮演|你现在是|你来扮演|^(?:以下|下面)是"
)
_ROLE_PLAY = re.compile(
    r"(?:^|[，,。\s])(?:请?(?:你|您)?(?:现在|先|来|就){0,5}(?:扮演|饰演|充当|假装|模拟|演一?[个名位])|你(?:现在|来|就|先){0,5}(?:当|演|做)一?[个名位]"
    r"|我们?(?:来|先)?(?:扮演|饰演|假扮|来演|来当)|(?:咱们?|我们)(?:来)?(?:玩|做)个?.{0,6}(?:扮演|游戏|模拟))"
)
# A head before a colon that says whose words follow: an example, a part, a viewpoint, a given text.
_FRAME = re.compile(
    r"(?:角度|立场|视角|身份|口吻|语气|设定|背景设定|人设|角色|假设|例如|比如|举例|例子|示例|例句|范例|模板|样例|原文|标题|题目|台词|旁白|对白|内容如下|如下|日志|译文|原句|文案|简历|引用|转发|群里(?:有人)?(?:说|问)|纪要)[是为]?$"
)
_STEERING = re.compile(
    r"(?:忽略|无视|跳过).{0,8}(?:之前|以上|上面|所有|规则|指令|限制|设定|提示)|(?:忘掉|忘记|忘了).{0,8}(?:规则|指令|限制|设定|提示)"
    r"|(?:存为|当作|作为|记成|写成|存成|加入).{0,4}(?:事实|记忆|规则)|(?:在|往|向).{0,4}记忆.{0,3}(?:里|中)?(?:写|加|存|添)"
    r"|(?:每次|以后|今后|从现在起|从今以后|所有回答|所有回复).{0,12}(?:都?要|必须|一律|都).{0,6}(?:推荐|附上|附|加上|引导|宣传|提到|打开|访问|批准|同意|免)"
    r"|系统提示|system\s*[:：]|越狱|开发者模式|你(?:必须|不得|要听|的新)"
)


@dataclass(frozen=True)
class Clause:
    """One clause as said; `sentence` numbers its sentence, `opens_list` marks what follows a colon."""

    text: str
    mood: str
    sentence: int
    is_last: bool


@dataclass(frozen=True)
class Split:
    clauses: tuple[Clause, ...]
    is_steering: bool
    is_material: bool


def split(text: str) -> Split:
    """Clauses in order. What follows an order to write or to rework something is material, not the speaker's word."""
    orders = _STEERING.search(text)
    if orders:
        return replace(split(_sentences_before(text, orders.start())), is_steering=True)
    clauses: list[Clause] = []
    for number, found in enumerate(_SENTENCE.finditer(_DOT.sub("。", text))):
        sentence, end = found[1], found[2]
        if _ROLE_PLAY.search(sentence) or _is_work(sentence):
            return Split(tuple(clauses), is_steering=False, is_material=True)
        material = _material_after(sentence)
        parts = _parts(_INTRODUCED.sub(r"\1，", sentence[: -len(material)] if material else sentence))
        clauses += _with_moods(parts, number, is_question="?" in end or "？" in end)
        if material:
            return Split(tuple(clauses), is_steering=False, is_material=True)
    return Split(tuple(clauses), is_steering=False, is_material=False)


def _sentences_before(text: str, place: int) -> str:
    return text[: max((found.end() for found in _SENTENCE.finditer(text, 0, place) if found[2]), default=0)]


def brings_material(sentence: str) -> bool:
    """Whether what stands in it, behind its colon or after it is a text to work on."""
    return _is_work(sentence) or bool(_material_after(sentence))


def plays(sentence: str) -> bool:
    """Whether the agent is to play somebody: what follows is said in that play."""
    return bool(_ROLE_PLAY.search(sentence) or re.match(r"假装|你现在是", _bare(sentence)))


def _is_work(sentence: str) -> bool:
    return bool(_MATERIAL.search(sentence) and _ORDER.search(_bare(sentence)))


def _bare(text: str) -> str:
    return re.sub(r"^(?:你好|您好|嗨|那|好的|我(?:想要?|要|需要)(?:你|请你)?|你?(?:可以|能)|[，,\s])+", "", text)


def _material_after(sentence: str) -> str:
    """What stands behind the colon of an order or a question; '' when the order is to remember it."""
    head, mark, rest = sentence.partition("：") if "：" in sentence else sentence.partition(":")
    is_asked = _ORDER.search(_bare(head)) or _ASKING.search(head) or _FRAME.search(head)
    return (
        mark + rest
        if mark
        and is_asked
        and not re.search(r"记住|记下|记一下|记好|记牢|牢记|记得|(?:更新|修改|更正|改)一下(?:我的|$)", head)
        else ""
    )


def _parts(sentence: str) -> list[str]:
    sentence = _COUNTED.sub(r"\1\2", sentence)
    sentence = _LEAD_IN.sub(r"\1\2，", sentence)
    sentence = _CONNECTOR.sub(r"，\1", sentence)
    sentence = _NOT_NOT.sub(r"\1，", sentence)
    pieces = [piece for part in _COMMA.split(sentence) for piece in _COLON.split(part)]
    return [piece.strip(" \t\u3000、.．") for piece in pieces if piece.strip(" \t\u3000、.．")]


def _with_moods(parts: list[str], number: int, *, is_question: bool) -> list[Clause]:
    moods: list[str] = []
    supposed = bool(_WISH_FALSE.search("，".join(parts)))
    for place, part in enumerate(parts):
        is_last = place == len(parts) - 1
        mood = HYPOTHESIS if supposed else _mood(part)
        if mood == HYPOTHESIS:
            supposed = True
        if is_question and is_last and mood == STATEMENT:
            mood = QUESTION
        if _TAG.match(part) and moods and (is_question or is_last):
            moods[-1], mood = QUESTION if moods[-1] != ORDER else ORDER, QUESTION
        moods.append(mood)
    return [
        Clause(part, mood, number, place == len(parts) - 1)
        for place, (part, mood) in enumerate(zip(parts, moods, strict=True))
    ]


def _mood(part: str) -> str:
    for pattern, mood in (
        (_IF, HYPOTHESIS),
        (_ASKING, QUESTION),
        (_OUTER, QUESTION),
        (_HEARSAY, HEARSAY),
        (_GUESS, GUESS),
        (_ORDER, ORDER),
    ):
        if pattern.search(part):
            return mood
    return HEARSAY if FOREIGN in part else STATEMENT
