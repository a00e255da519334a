"""What the cues for steering text are made of: a weight, a wording, and what makes the same wording innocent."""

import re
from dataclasses import dataclass

from engine.text import literals


@dataclass(frozen=True)
class Cue:
    """A wording, and how far it alone makes a text suspicious (0..1).

    It counts for nothing where `unless` matches its sentence, where `told` matches what stands before it (somebody tells
    what people do), or where `needs` or `also` is nowhere in the text. No match is without one of `pieces`.
    """

    weight: float
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    told: re.Pattern[str] | None = None
    needs: re.Pattern[str] | None = None
    also: re.Pattern[str] | None = None
    pieces: frozenset[str] = frozenset()

    def counts(self, text: str, present: frozenset[str]) -> bool:
        """`present` are those of all pieces that the text has."""
        if self.pieces and self.pieces.isdisjoint(present):
            return False
        if any(needed and not needed.search(text) for needed in (self.needs, self.also)):
            return False
        return any(self._is_meant(text, found) for found in self.pattern.finditer(text))

    def _is_meant(self, text: str, found: re.Match[str]) -> bool:
        if self.told and self.told.search(text, max(0, found.start() - 60), found.start()):
            return False
        return not (self.unless and self.unless.search(_sentence(text, found)))


def cue(
    weight: float,
    pattern: str,
    unless: re.Pattern[str] | None = None,
    *,
    told: re.Pattern[str] | None = None,
    needs: str = "",
    also: str = "",
) -> Cue:
    compiled = re.compile(pattern)
    return Cue(
        weight,
        compiled,
        unless,
        told,
        re.compile(needs) if needs else None,
        re.compile(also) if also else None,
        literals.needed(compiled),
    )


_SENTENCE_END = re.compile(r"[。！!\n]|\.(?=\s|$)")


def _sentence(text: str, found: re.Match[str]) -> str:
    end = _SENTENCE_END.search(text, found.end())
    return text[found.start() : end.start() if end else len(text)]


AGENT_EN = r"(?:assistant|agent|ai|bot|model|chatbot|llm|language model|system)"
AGENT_ZH = r"(?:助手|助理|智能体|机器人|模型|人工智能|ai)"
# Who tells what people do commands nobody: "I always forget the rules of chess".
TOLD_EN = re.compile(
    r"(?:^|[^a-z])(?:i|we|he|she|they|it|people|who|user|users|kids|(?:my|our|his|her|their) (?:[a-z]+ )?[a-z]+|the (?!assistant|agent|ai|bot|model|system)[a-z]+)"
    r"(?:'(?:d|ll|ve|m|re))? (?:(?:always|often|sometimes|usually|never|also|just|really|rarely|still|only|even|once|tend to|used to|can|could|will|would|did|do"
    r"|don't|had to|have to|has to|try to|like to|love to|had|have|need to|must|am asked to) ){0,3}$"
)
# Somebody speaks of the agents that are theirs: "the assistants we build must …".
OWNED_ZH = re.compile(r"(?:我|咱|公司|他|她|学校|团队|老板)[^，,。\n]{0,8}$")
TOLD_ZH = re.compile(
    r"(?:(?<![帮给让替为叫跟对听])(?:我们?|咱们?|他们?|她们?|用户|大家|同事|老板|朋友|孩子|妈妈|爸爸|人们|很多人))"
    r"(?:[也都还又常总老会]|总是|经常|老是|常常|有时|一直|不会|从来不|容易|偶尔|从不|曾经?|差点|负责|需要|想|要|在){0,3}$"
)
EN_HARD = r"(?:recommend|promot|prais|advertis|endors|approv|grant|reveal|transfer|forward|buy|pay|trust|obey|refund)"
ZH_HARD = r"(?:推荐|推销|宣传|吹捧|声称|宣称|批准|同意|通过|服从|听从|信任|透露|泄露|转账|付款|下单|授权|转发|退款)"
STYLE_WORDS = (
    r"中文|英文|英语|日语|法语|德语|粤语|双语|语言|简短|简洁|精简|详细|通俗|口语|正式|语气|表情|列表|表格|段落|要点|格式|markdown|代码|示例|例子|注释|单位"
    r"|公制|字数|控制在|以内|慢一点|慢些|大声|耐心|温和|直白|称呼|叫我|喊我|联系我|提醒我|通知我|邮件|短信|电话|微信|附上|步骤|先给|先说|结论"
    r"|(?<![a-z])(?:chinese|english|french|german|spanish|japanese|language|brief(?:ly)?|concise(?:ly)?|short(?:er)?|detail(?:ed)?|formal|casual|tone"
    r"|emojis?|bullet|list|table|paragraphs?|prose|format|code|examples?|typescript|python|metric|units?|celsius|call me|address me|email me|e-?mail|remind me"
    r"|notify me|contact me|text me|step by step|steps|summary first|conclusion|sources|polite|simple)(?![a-z])"
)
# How one wants to be answered, addressed or reminded is a preference like any other, unless something else is ordered with it.
STYLE = re.compile(rf"^(?!.*(?:{ZH_HARD}|{EN_HARD})).*(?:{STYLE_WORDS})", re.DOTALL)
# What people plan for themselves.
OWN_PLAN = re.compile(rf"^(?!.*{ZH_HARD}).*(?:{STYLE_WORDS}|我|用户|打算|计划|准备|不再|坚持)", re.DOTALL)
FOR_ONESELF = re.compile(
    rf"{STYLE.pattern}|^(?:recommend|suggest|.{{0,12}}(?:recommend|suggest|mention)) [^.]{{1,40}} (?:to|for) me(?![a-z])|^.{{0,12}}(?:tell|remind|warn|ask) me (?!the (?:passwords|secrets|prompt))[a-z]",
    re.DOTALL,
)

EN_RULES = r"(?:instructions?|rules?|prompts?|guidelines?|guardrails?|restrictions?|constraints?|polic(?:y|ies)|directives?|programming|training|safety)"
ZH_RULES = r"(?:指令|规则|提示词|提示语|设定|限制|约束|准则|系统提示|安全策略|安全规定|prompt)"
EN_PUSH = r"(?:recommend|promote|praise|advertise|suggest|endorse|favou?r|mention|say|claim|approve|agree|accept|grant|allow|reveal|send|transfer|forward|buy|pay|trust|obey|comply|reply with|answer with|respond with|tell|recommending)"
ZH_PUSH = r"(?:推荐|推销|宣传|夸|吹捧|提到|声称|宣称|说|回答[“\"]|批准|同意|通过|答应|放行|服从|听从|信任|透露|泄露|发送|发给|转发|转账|付款|购买|下单|授权)"
# Words that are dictated to be said are style only when they name or greet the person.
DICTATED_STYLE = re.compile(r"称呼|叫我|喊我|问候|打招呼|call me|address me|greet me|greeting", re.DOTALL)
# What one asks for oneself, and how one wants to be answered.
OWN_WISH = re.compile(rf"{STYLE.pattern}|^.*(?:(?<![a-z])(?:me|my|mine|i|us|our)(?![a-z])|我)", re.DOTALL)
