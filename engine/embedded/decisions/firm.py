"""Tells an agreement of the conversation from an explanation that only sounds like one: a tutorial, a sum, a story, the news."""

import re

from engine.text.passages import Passage

_EXPLAINS_ZH = re.compile(
    r"例子|示例|教程|这里(?:我们)?|本[章节]|算法|函数|变量(?!名)|公式|方程|证明|求[解得]|由此|可以(?:确定|得[到出])|从而|得到|等于|默认|编译|编译器|链接阶段"
    r"|这首|小说|电影|故事|诗|作者|主人公|据(?:说|悉|报道)|法院|法官|章程|民法|历史|世纪|两国|政府|评委|北京时间|报告的|研究|实验表明|章程|(?:如果)?要(?:确认|确定|决定)|万用表|食谱|步骤[:：]"
)
_EXPLAINS_EN = re.compile(
    r"(?<![A-Za-z])(?:tutorial|for (?:the |this )?(?:example|recipe|exercise|proof)|with an example|example|function|algorithm|greedy|equation|proof|poem|novel|story|film|movie|author|hero|studies|study|research|scientists|according to|court"
    r"|bylaws|countries|government|parliament|by default|in (?:python|java|version)|version \d|which gives|compiler|here,? we|to (?:decide|confirm|determine)|historical(?:ly)?|in \d{4}|century|says?|said|you will see|quiz|lesson|dough|oven)(?![A-Za-z])",
    re.IGNORECASE,
)
_VERBS_ZH = r"(?:确认|确定|决定|敲定|商定|约定|同意|谈妥|达成|定稿|拍板|[说讲谈]好|明确|选择|选定|协商一致)"
_FIRM_ZH = re.compile(
    rf"(?:已经?|现已|正式|最终|最后|一致|共同|双方|大家|团队|项目组|会上|我们|咱们|再次)[^，。]{{0,8}}{_VERBS_ZH}"
    r"|(?:已经?|现已|正式|最终|最后|一致|就|统一|决定|确认|确定|那么?)[^，。]{0,6}(?:采[用纳]|选用|改[用为到]|使用|用|定[为在于])"
    rf"|^(?:好的?|那么?|经[^，]{{0,8}})?{_VERBS_ZH}(?:$|[：:了]|采用|使用|选|用|[为将在由把改]|一下[^，。]{{0,4}}(?:结论|方案|结果))"
    r"|就(?:这么|这样)?定|就按|[选敲商]定|定[为在于稿下]|谈妥|协商一致|[一-鿿]{2,14}(?:决定|商定|同意)(?:采用|改用|选用|定为|改为|不)|结论(?:[是为]|如下|$)|方案已?定稿"
)
_NEXT_ZH = re.compile(
    r"^(?:我们的?|那么?)?下一步的?(?:计划|行动|安排|工作|任务|分工)?(?:如下|[是为])?(?:$|将?由|[我您你]|[一-鿿]{2,3}(?:负责|联系|会|将))"
)
_GENERAL_EN = re.compile(r"(?<![A-Za-z])(?:we|i) (?:go|adopt|use)(?![A-Za-z])", re.IGNORECASE)


def is_firm(passage: Passage, cue: int) -> bool:
    """Whether the clause that confirms does so for the conversation."""
    clause = passage.clauses[cue]
    until = passage.text[: passage.text.find(clause) + len(clause)]
    if _EXPLAINS_ZH.search(until) or _EXPLAINS_EN.search(until):
        return False
    if re.search(r"[一-鿿]", clause):
        return bool(_NEXT_ZH.search(clause) if "下一步" in clause else _FIRM_ZH.search(clause))
    return not _GENERAL_EN.search(clause)
