"""A learned reader of orders to an agent: the words and the build of a text, weighed as many examples taught it.

`python -m benchmarks.fit_steering` makes the weights. They find orders in wordings that no rule knows.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from engine.text.steering_cues import STYLE

_WORD_POWER, _BUILD_VALUE = -0.25, 0.5  # long texts are no more suspicious than short ones

WEIGHTS = Path(__file__).with_name("steering_weights.json")

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s，。]{1,200}|[A-Za-z0-9_.+-]{1,40}@[A-Za-z0-9_.-]{1,60}"
    r"|(?<![A-Za-z0-9.@])[A-Za-z0-9-]{2,30}\.(?:com|net|org|example|io|xyz|shop|cn)(?![A-Za-z0-9])(?:/[^\s，。]{0,200})?"
)
_QUOTE = re.compile(r"[“\"「『][^”\"」』\n]{1,80}[”\"」』]|‘[^’\n]{1,60}’")
# Names in the middle of a sentence; which one it is tells nothing.
_NAME = re.compile(
    r"(?<=[a-z,;:] )(?:Dr\. )?(?!I\b|I'|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)[A-Z][A-Za-z0-9]{0,30}(?: [A-Z][A-Za-z0-9]{0,30}){0,4}"
)
_LATIN_NAME = re.compile(r"(?<=[\u4e00-\u9fff])(?!ai(?![a-z]))[a-z][a-z0-9]{0,30}(?=[\u4e00-\u9fff]|$)")
_TOKEN = re.compile(r"[a-z']+|[\u4e00-\u9fff]|<\w>|[0-9]+|[^\sa-z0-9\u4e00-\u9fff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_HAN_GAP = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_SENTENCE = re.compile(r"[^。！!？?\n.]+(?:\.(?=\S)[^。！!？?\n.]+)*[？?]?")

_BUILD = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("mine", r"(?<![a-z])(?:i|me|my|mine|i'm|i'd|we|our|us)(?![a-z])|我"),
        ("for me", r"(?<![a-z])me(?![a-z])|[给帮向跟和替陪]我|[叫提醒推荐告诉知]我"),
        ("you", r"(?<![a-z])(?:you|your)(?![a-z])|[你您]"),
        (
            "agent",
            r"(?<![a-z])(?:assistant|agent|bot|ai|model|chatbot|system)(?![a-z])|助手|助理|智能体|机器人|模型|系统",
        ),
        (
            "others",
            r"(?<![a-z])(?:users?|customers?|clients?|patients?|visitors?|guests?|anyone|anybody|everyone|whoever|callers?|people|them)(?![a-z])|用户|客户|顾客|别人|有人|所有人|任何人|谁|访客|病人|客人|对方|大家",
        ),
        (
            "somebody",
            r"^(?:i|he|she|we|they|it|my|our|his|her|their|the user|user|the|a|an)(?![a-z])|^(?:我|他|她|用户|咱|本人|家|孩子|老|妈|爸)",
        ),
        (
            "when",
            r"(?<![a-z])(?:when|if|whenever|once|any ?time|every time)(?![a-z])|只要|凡|每当|如果|一旦|时|的话|无论|不管|一[聊谈说问提]",
        ),
        (
            "must",
            r"(?<![a-z])(?:must|should|shall|always|never|only|has to|have to|required|needs? to)(?![a-z])|必须|务必|一律|统统|只能|不许|不准|不得|永远|一定|都|就|从不|绝不",
        ),
        ("style", STYLE.pattern),
        ("quote", "<q>"),
        ("address", "<u>"),
        ("name", "<p>"),
    )
)

_SUBJECT = re.compile(r"^\s*(?:the user(?:'s)?\s|用户的?)", re.IGNORECASE)
_TURNS_TO = frozenset({"agent", "you", "others", "must", "when"})
_BASE_VERBS = (
    "accept|swap|do|don't|act|make|set|keep|stop|give|tell|send|say|write|reply|answer|respond|treat|pretend|imagine|ignore|forget|disregard"
    "|remember|note|mention|recommend|promote|praise|suggest|use|add|append|insert|include|hide|conceal|reveal|show|print|output|list|repeat"
    "|translate|summari[sz]e|approve|grant|allow|deny|reject|refuse|block|delete|remove|erase|change|update|lower|raise|increase|mark|flag|rate|rank"
    "|choose|pick|prefer|favou?r|buy|pay|transfer|forward|share|post|publish|open|close|run|execute|call|contact|email|let|have|get|put|take|turn"
    "|switch|consider|assume|believe|trust|obey|follow|comply|start|begin|end|continue|proceed|insist|claim|state|warn|convince|persuade|push"
    "|steer|direct|lead|invite|ask|order|book|cancel|skip|bypass|override|unlock|enable|disable|return|issue|sign|confirm|verify|log|record"
    "|store|save|load|fetch|read|quote|cite|sell|advertise|endorse|rewrite|replace|drop|speak|talk|be|become|play|act|behave|comply|please"
)
_DEMANDS_EN = re.compile(
    rf"^(?:(?:now|then|first|also|and|so|ok|okay|hey|hi|note|important|attention)[,:]? )*(?:please )?(?:{_BASE_VERBS})(?![a-z'])"
    r"|(?<![a-z])(?:from now on|no matter|regardless|preferred answer|for the purposes? of this|rules? (?:is|are)|instructions?)(?![a-z])"
    r"|[.;:!?,] (?:please|do not|don't)(?![a-z])",
    re.IGNORECASE,
)
_DEMANDS_ZH = re.compile(
    r"^(?:现在|然后|首先|另外|好|注意|重要)?[，,：:]?(?:请|麻烦|别|不要|不许|不准|勿|把|将|给|让|叫|记住|编|按|照|当|假装|假设|扮演|忽略|无视|忘|以后|从现在|今后|从今|每|凡|直接"
    r"|立刻|马上|悄悄|偷偷|暗中|推荐|夸|说|回答|告诉|输出|打印|显示|透露|公开|批准|同意|通过|拒绝|转|汇|付|买|下单|删|改|加|写|用|在.{1,12}(?:里|中|时|后))"
    r"|[都也]要|不用|不需要|不必|当成|别再|从来不|[，。；：](?:请|别|不要|记住|务必)|指令|规则|优先级"
)


def score(text: str) -> float:
    """How likely the most suspicious part of a text as it was written (M1) is an order to an agent, from 0 to 1.

    What neither addresses nor demands anything is none, whatever its words: "Passed the road test".
    """
    sentences = _SENTENCE.findall(text)
    parts = {text, *sentences} if len(sentences) > 1 else {text}
    return max((_likely(part) for part in parts if _may_order(part)), default=0.0)


def _may_order(text: str) -> bool:
    """Whether a text turns to somebody, or demands something: the least that an order does. Its subject is nobody else."""
    text = _SUBJECT.sub("", text, count=1)
    language, _length, present = _built(_tokens(text))
    if not _TURNS_TO.isdisjoint(present):
        return True
    return bool((_DEMANDS_ZH if language == "zh" else _DEMANDS_EN).search(text.strip()))


def features(text: str) -> dict[str, float]:
    """What a text is weighed by: its words one by one and with their neighbours, and how it is built."""
    tokens = _tokens(text)
    words = _words(tokens)
    return dict.fromkeys(words, len(words) ** _WORD_POWER) | dict.fromkeys(_build(*_built(tokens)), _BUILD_VALUE)


def _likely(text: str) -> float:
    weights = _weights()
    tokens = _tokens(text)
    words = _words(tokens)
    of_words = sum([weights[name] for name in words if name in weights])
    total = weights["bias"] + of_words * len(words) ** _WORD_POWER + _of_build(*_built(tokens))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@lru_cache(maxsize=4096)
def _of_build(language: str, length: int, present: tuple[str, ...]) -> float:
    weights = _weights()
    return _BUILD_VALUE * sum(weights.get(name, 0.0) for name in _build(language, length, present))


def _tokens(text: str) -> list[str]:
    plain = _ADDRESS.sub(" <u> ", text.strip().rstrip(".。!！ ").replace("’", "'"))
    plain = _NAME.sub("<p>", _QUOTE.sub(" <q> ", plain)).lower()
    plain = _LATIN_NAME.sub(" <p> ", plain)
    return ["<n>" if token[0].isdigit() else token for token in _TOKEN.findall(plain)]


def _words(tokens: list[str]) -> set[str]:
    """Each token, each pair, and in Chinese each three, else the outer two of three."""
    row = ["^", *tokens, "$"]
    pairs = {f"{one} {two}" for one, two in pairwise(row)}
    threes = {
        f"{one}{two}{three}" if "\u4e00" <= one <= "\u9fff" else f"{one} _ {three}"
        for one, two, three in zip(row, row[1:], row[2:], strict=False)
    }
    return {*row, *pairs, *threes}


def _built(tokens: list[str]) -> tuple[str, int, tuple[str, ...]]:
    """The language, the length in steps, and which traits a text has."""
    joined = _HAN_GAP.sub("", " ".join(tokens))
    present = tuple(name for name, pattern in _BUILD if pattern.search(joined))
    return "zh" if _HAN.search(joined) else "en", min(len(tokens) // 6, 6), present


def _build(language: str, length: int, present: tuple[str, ...]) -> Iterator[str]:
    yield f"#{language}"
    yield f"#{language} {length}"
    for place, name in enumerate(present):
        yield f"#{name}"
        yield from (f"#{name} + {other}" for other in present[place + 1 :])
    yield from (f"#no {name}" for name, _ in _BUILD if name not in present)


@lru_cache(maxsize=1)
def _weights() -> Mapping[str, float]:
    loaded: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return loaded
