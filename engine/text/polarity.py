"""Whether a statement affirms or denies: negations, endings and dislikes, in Chinese and English."""

import re
from functools import lru_cache

POLARITY = "polarity"

# Words with a negation in them that deny nothing; read before the negations.
_ZH_HARMLESS = (
    r"不错|不仅|不但|不光|不只|不止|不单|不过|不管|不论|不断|不久|不同|不少|不(?:会|要|得|能|可|应)?(?:超过|[多少低高大小]于)|不限|不锈钢"
    r"|不动产|不由得|不禁|不愧|不亚于|不倒翁|对不起|不好意思|了不起|说不定|差不多|离不开|少不了|舍不得|忍不住|数不清|巴不得|恨不得|不可或缺"
    r"|不可缺少|不得不|不能不|不会不|不是不|非[^，。；]{0,12}不可|无[^，。；]{1,3}不(?:欢|乐|可)|没问题|没关系|没错|没准|没想到|没事|无论|无线|无糖|无人机|无锡|无印|无障碍"
    r"|无比|无非|无意中|无所谓|无穷|无限|无缝|无敌|未来|非常|非洲|非遗|除非|是非|别人|别墅|特别|区别|级别|分别|性别|个别|告别|识别|类别|别名"
    r"|别扭|(?:别|勿)超过|麻烦|耐烦|嫌疑|戒指|戒备|警戒|讨厌鬼|取消[^，。；]{0,4}限制|(?P<asked>[\u4e00-\u9fff])[不没](?P=asked)"
)
_ZH_NEGATION = r"从来不|从不|决不|绝不|并不|并非|不再|不想|不要|不能|不会|不用|不必|不是|没有|没法|无法|无需|不|没|未|别(?=[\u4e00-\u9fff])|勿|莫|非(?=吸烟|会员|素食)"
_ZH_ENDED = (
    r"戒(?!律|尺|严)|放弃|停用|停止|停掉|停了|取消|卸载|退出|退订|退掉|注销|离职|辞职|辞掉|离婚|分手|卖了|卖掉|扔了|扔掉|送人|作废|废弃|弃用"
    r"|禁止|禁用|拒绝|避免|避开|忌口|排除|误诊|痊愈|治好|克服"
)
_ZH_DISLIKE = (
    r"讨厌|反对|抵制|很少|极少|甚少|几乎不|反感|厌恶|厌烦|厌倦|憎恶|嫌弃|嫌|抗拒|恨|受不了|烦(?!恼)|腻了|过敏|不耐受"
)

_EN_HARMLESS = (
    r"not only|not just|not to mention|no problem|no doubt|no matter|no wonder|no (?:more|less|later|fewer|earlier) than|not (?:more|less|later) than"
    r"|nothing but|(?:not|n't) exceed(?:ing)?|can(?:not|'t) wait|couldn't be happier|can(?:not|'t) (?:live|do|work|function) without|never mind"
    r"|stop by|quits? work at|drop by|dropped off|hate to say|why not|or not|does not matter|doesn't matter|if not"
)
_EN_NEGATION = (
    r"can(?:not|'t) (?:stand|bear|tolerate|handle|take)|no longer|not any ?more|not|never|no(?=\s)|none|nobody|nothing|neither|nor|without|cannot"
    r"|hardly|rarely|seldom|barely|[a-z]+n't|cant|dont|doesnt|wont|didnt|isnt|non-?(?=smok|drink|vegetar|meat)"
)
_EN_ENDED = (
    r"quit(?:s|ting)?|stop(?:s|ped|ping)?|g[ai]ve(?:n|s)? up|giving up|drop(?:s|ped)|cancel(?:s|l?ed)?|called off|banned|got over|get over|ruled out"
    r"|removed?|abandon(?:s|ed)|uninstalled|unsubscribed|resigned|divorced|broke up|sold|formerly|used to(?= [a-z])|ex-(?=[a-z])"
    r"|avoid(?:s|ed|ing)?|refuse(?:s|d)?|reject(?:s|ed)?|forbid(?:s|den)?|decline(?:s|d)?|lack(?:s|ed|ing)?|overcame|over(?:come|coming)"
)
_EN_DISLIKE = (
    r"dislik(?:e|es|ed|ing)|hat(?:e|es|ed|ing)|detest(?:s|ed)?|loath(?:e|es|ed)|despis(?:e|es|ed)|averse|aversion|oppos(?:e|es|ed)|against|tired of|sick of|fed up"
    r"|allerg(?:y|ies|ic)|intoleran(?:t|ce)|annoyed by|unhappy|unwilling|unable"
)

_HARMLESS = re.compile(rf"{_ZH_HARMLESS}|(?<![a-z])(?:{_EN_HARMLESS})(?![a-z])")
_CUE = re.compile(
    rf"{_ZH_DISLIKE}|{_ZH_ENDED}|{_ZH_NEGATION}|(?<![a-z])(?:{_EN_NEGATION}|{_EN_ENDED}|{_EN_DISLIKE})(?![a-z])"
)
_CLAUSE_END = re.compile(r"[，,。；;！!]|\bbut\b|但是?|不过(?=[\u4e00-\u9fff])")


@lru_cache(maxsize=2048)
def is_negative(text: str) -> bool:
    """True when some clause denies, ends or dislikes something; two such words in one clause undo each other."""
    plain = text.lower().replace("’", "'")
    return any(_cues(clause) % 2 for clause in _CLAUSE_END.split(plain))


def denied(clause: str) -> str:
    """What stands behind the first such word of a clause: what is denied; before it stands why or when."""
    plain = _HARMLESS.sub(lambda found: " " * len(found[0]), clause.lower().replace("’", "'"))
    found = _CUE.search(plain)
    return clause[found.start() :] if found else ""


def differs(a: str, b: str) -> str:
    """`polarity` when one statement affirms what the other denies, otherwise ''."""
    return POLARITY if is_negative(a) != is_negative(b) else ""


def _cues(clause: str) -> int:
    return len(_CUE.findall(_HARMLESS.sub(" ", clause)))
