"""Tells a thing that was settled from one that is still being weighed, in Chinese and English (SPEC X3, X9); pure."""

import re
from collections.abc import Iterator, Sequence

from engine.text import keywords, passages
from engine.text.passages import NO_LEAD, Passage

_CUE_EN = re.compile(
    r"(?<![A-Za-z0-9_])(?:confirmed|confirms? that|finali[sz]ed|decided|(?:(?<=the )|(?<=\bour )|(?<=final )|(?<=^))decisions?(?=\s*(?:[:：]|$|is(?! (?:yours|up))))|agreed|(?:agreement|consensus)(?=\s*(?:[:：]|is)|$)"
    r"|(?:i|we)(?:['’]ve| have| can| hereby| now)* confirm(?!\w)|settled(?! (?:down|in\b))|approved|adopt(?:ed|ing)?|(?:go|going|went) (?:ahead )?with|next steps?|has been (?:fixed|set)(?= at| to| for)|locked in|signed off"
    r"|(?:is|are|now|it['’]s|that['’]s|made) final(?=\s*(?:[:：,，]|$|and|—))|final(?=\s*[:：])|(?<!your )(?<!a )(?<!same )final (?:decisions?|choice|plan|version|schedule|scope|agreement|design|list|date|pick|stack|spec|plan|agenda)(?= is| are|\s*[:：]|$)"
    r"|(?:we|i|let['’]s)(?: wi|['’])?(?:ll)? (?:proceed|stick with|stay with|stick to)|we['’]?(?:ve| have)? (?:chosen|chose|picked|selected|opted))(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_CUE_ZH = re.compile(
    r"确认(?!键|按钮|邮件|信|码|收货|框|页|函|单|自己|一下[^，。：:]*[吗吧？?])|(?:已经?|现已|正式|双方|我们|可以|最终|基本|都|了)确定(?![性论])|^(?:好的?)?确定(?![性论自])|确定(?=[：:了]|为|采用|使用|选|用|在|由|改)"
    r"|(?<!取)(?<!这个)(?<!那个)(?<!的)(?<!个)决定(?!因素|性|权|着|于|力|不[了下]|[了好]?[吗没])|敲定|定稿|拍板|谈妥|最终(?:决定|采用|选|定|确|方案|结论|用|改|同意|版)"
    r"|同意(?!.{0,6}(?:看法|观点|说法|想法|意见|你|您))|(?:正式)?采[用纳](?!之?[前后])(?![^，。]*(?:可以|能|适合|会|有助|的话))|选定|商定|(?<!按)(?<!照)约定(?!俗成)|达成(?:了)?一致(?!需|的|并?不|很)|达成共识|就(?:这么|这样)?定|就按|那就用|定为|定在|定于|定下|协商一致|(?:我们|双方|大家|已经?|都|就)(?:说|讲|谈)好|已经?明确(?![^，。]{0,4}表示)|^(?:会议|评审|评估|讨论|沟通|协商|本次|今天的?)?结论(?:[是为]|如下)?(?=$|[^，。])|(?:我们|双方|大家)(?:最终|最后|一致|已经?)*选择了?|一致(?:认为|同意|决定)|下一步"
)
# Who settles things in a conversation: other people's decisions, and a story's, are nobody's plan.
_DECIDES_EN = re.compile(r"(?:decided|agreed|adopted|adopting|went with)$", re.IGNORECASE)
_DECIDER_EN = re.compile(
    r"(?:^|(?<![A-Za-z])(?:we|i|us|both|all|team|sides|parties|everyone|group|rules?|terms?|points?|plan|scope|budget|board|management|client|customer|department|stakeholders|owner|it|been|is|are|was|were|be|as|that|what|then|and|let['’]s|to|jointly|mutually)(?:['’](?:ve|s|re|m))?)"
    r"(?:[ ,]+(?:have|has|had|been|is|was|are|now|all|also|both|finally|just|already|hereby|unanimously|jointly|officially|then|previously|together|mutually|earlier))*[ ,]*$",
    re.IGNORECASE,
)
_DECIDES_ZH = re.compile(r"决定|同意|商定|约定")
_DECIDER_ZH = re.compile(
    r"^(?:[^，他她]{1,12}(?:系统|方案|部分|工程|项目|时间|地点|环节|方式|模块|服务|业务|平台|网站|接口|流程|产品|活动|价格|版本|制度|规则|比赛|课程|会议))?(?:(?:考虑到|鉴于|经过?|基于|综合|根据|通过|结合|综上)[^，]*|(?:讨论|商量|沟通|评估|比较|权衡|协商|会议|评审)[^，]{0,4}后)?"
    r"(?:[^，]{0,4}(?:我们?|咱们?|双方|各方|大家|团队|会议?上?|项目组|小组|公司|老板|客户|领导|部门|管理层|评审会?|群里))?(?:好的?|那么?|就|便|最终|最后|已经?|一致|也|都|还是|现在?|因此|所以|于是|综上|正式|共同|先|今天|昨天|刚刚?|(?:和|与|跟)[^，]{1,8}|再次|明确|确认|经|讨论|协商|友好|如下|的)*$"
)
# Words behind which a thing is open: asked for, wished, advised, supposed, denied.
_OPEN_EN = re.compile(
    r"(?<![A-Za-z])(?:if|unless|once|until|till|when(?:ever)?|after|before|whether|suppose|supposing|assuming|imagine|provided|in case|please|could|would|should|shall|might|(?-i:may)|can you|cannot|can['’]t|ought"
    r"|sounds? like|seems?|looks? like|i['’]d|you['’]d|we['’]d|suggest\w*|recommend\w*|propos\w+|consider\w*|perhaps|maybe|probably|possibly|likely|unlikely|or|option\w*|most|many|some|people|to be|needs? to|need|want\w*|waiting|wait|await\w*|pending|not|never|nothing|nobody|no"
    r"|yet|still|hasn['’]t|haven['’]t|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|won['’]t|have you|(?<=^)has|(?<=^)you|(?:did|do|does|are|is|was|were|will) (?:you|they|he|she|it|we|the)|example|e\.g|sample|said|says?|hope\w*)(?![A-Za-z])",
    re.IGNORECASE,
)
_OPEN_ZH = re.compile(
    r"如果|假如|假设|要是|倘若|若(?!干)|一旦|万一|除非|是否|能否|可否|要不要|(?<![申邀聘])请|麻烦[您你]|等[您你我他待]|(?<![招接看对期等])待(?!遇)|尚未|还没|没有?(?!问题)|未(?!来)|不(?!再|过|仅|但|得|能|可)|需要?(?=[您你我经再先进等老客最由]|$)|很多|许多|不少|一般|通常|大多|建议|推荐|可以(?:先|考虑|选|采|用|通|试|再|在|根|按|从|让|直)|您可以|你可以|考虑(?!到)|也许|可能|或许|大概|应该|打算|想要?|希望|倾向"
    r"|之前|以前|以后再|再(?=决定|确认|确定|同意|$)|比如|例如|假定|不妨|打算|能够|只有|取决|帮您|帮你|帮助您|方便您|为了|(?<![我他])有人|听说|据(?=说|悉|报道)"
)
# The same for what stands beside or under a confirmation: a rule may deny ("must never"), but not advise.
_UNSURE_EN = re.compile(
    r"(?<![A-Za-z])(?:could|would|should|might|(?-i:may)(?! not)|perhaps|maybe|probably|possibly|suggest\w*|recommend\w*|propos\w+|consider\w*|whether|options|an option|optional|example|sample|please|undecided|tb[dc]|pending"
    r"|to be (?:confirmed|decided|agreed|discussed|clarified|determined)|not (?:yet )?(?:confirmed|decided|agreed|clear|sure|final))(?![A-Za-z])",
    re.IGNORECASE,
)
_UNSURE_ZH = re.compile(
    r"是否|能否|可否|(?<![招接看对期等])待(?=确认|定|商|您|你)|尚未|还没|没有?(?:确认|确定|决定)|未(?:确认|确定|决定|定)|建议|推荐|考虑(?!到)|也许|可能|或许|大概|应该|打算|想要|希望|倾向|比如|例如|或者|初步|暂定|可以|不妨|请[您你]"
)
_STILL_EN = re.compile(
    r"(?<![A-Za-z])(?:yet|if (?:you|that|they|everyone|all)|unless|or not|pending|as soon as|still (?:open|has to|needs?|to be)|subject to|when you|should you|depends?|would you|let me know if (?:you|that) (?:agree|works?|suits?))(?![A-Za-z])",
    re.IGNORECASE,
)
_STILL_ZH = re.compile(
    r"[吗么呢]$|与否|取决|再定$|再说$|再讨论|怎么|如何|什么|哪[个种一些]|还是.{1,8}(?:呢|好)$|等您|等你|后(?:再|才)"
)
_WORD = re.compile(r"[A-Za-z一-鿿]")
# What a confirmation that says nothing else is made of.
_BARE_EN = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|good|sure|done|yes|right|all right|alright|very well|so|then|now|well|excellent|noted(?: and)?|wonderful|thanks?|thank you|got it|understood|absolutely|certainly|of course)[,.! ]*)*"
    r"(?:(?:it|that|this|everything|all|we|both|the (?:decision|plan|matter|point)|i|everyone|as)(?:['’]s|['’]ve|['’]re| is| are| was| has| have| can| all| been| now| thus)*[ ]?)*(?:now |hereby |all |finally |officially )*"
    r"(?:confirm(?:ed)?|final(?:ly)?|finali[sz]ed|decided|agreed(?: on| upon| to)?|settled|approved|has been (?:fixed|set)(?= at| to| for)|locked in|signed off|adopted)(?:[ ,]*(?:it|that|this|then|now|and|final|agreed|confirmed|decided|settled|so|for all of us|by everyone))*[.! ]*",
    re.IGNORECASE,
)
_BARE_ZH = re.compile(
    r"(?:好的?|嗯|行|没问题|收到|明白了?|了解|那|那么|可以|太好了|OK|ok|是的|对)*[，,。！! ]*(?:以上|这[一个]?点|这个?|对此|此|该|上述|我们|双方|咱们|大家|方案|事项|事情|各方|都|也|均|就|现在?|已经?|最终|最后|正式|一致|全部|经|再次)*"
    r"(?:确认|确定|决定|敲定|定稿|拍板|谈妥|同意|采纳|采用|商定|约定|达成一致|达成共识|这么定|这样定|定下来?|按此执行|照此执行|这么办|这样办)(?:了|过|下来|好|无误|完毕|如此|执行|吧|如下|通过)*[。！!]*"
)
_RESTATES = re.compile(
    r"(?<![A-Za-z])(?:former|latter|that one|this one|the (?:first|second|third|other) (?:one|option)?)(?![A-Za-z])|前者|后者|前一种|后一种|这[种个套](?:方案|做法|方式|办法)?|该方案|此方案|上述方案",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+#_-]*")
# A passage with at least this share of the best passage's common words may be the one that is meant.
_NEARLY = 0.7
_LONGEST_BARE = 60  # characters
# The traditional forms of the characters in the words above.
_PLAIN = str.maketrans(
    "確認決採約達選終為於換與討論協請沒還無後議經雙們這樣個誰嗎應該當則須許達識談簽穩數據",
    "确认决采约达选终为于换与讨论协请没还无后议经双们这样个谁吗应该当则须许达识谈签稳数据",
)


def is_confirmed(text: str) -> bool:
    """Whether the text confirms something; asking for a confirmation, or saying that there is none, does not."""
    found = passages.of(text.translate(_PLAIN))
    return any(settles_at(found, place) for place in range(len(found)))


def confirms(statement: str, text: str) -> bool:
    """Whether the text settles what the statement says: there, or in the sentence beside it that says no more than so."""
    statement, text = statement.translate(_PLAIN), text.translate(_PLAIN)
    found = passages.of(text)
    if not found:
        return False
    wanted = _telling(statement)
    shared = [len(wanted.intersection(_telling(passage.text))) for passage in found]
    best = max(shared)
    if not best:
        return False
    likely = [place for place, count in enumerate(shared) if count >= best * _NEARLY]
    confirmed = [place for place in likely if is_covered(found, place)]
    return any(_says_the_names(statement, found, place) for place in confirmed)


def is_covered(found: Sequence[Passage], place: int) -> bool:
    """Whether a passage stands confirmed: by itself, by what introduces it, or by its neighbour."""
    passage = found[place]
    if settles_at(found, place):
        return True
    if passage.leads or is_open(passage):
        return False
    if passage.under != NO_LEAD:
        return settles_at(found, passage.under)
    return _is_confirmed_beside(found, place)


def settles_at(found: Sequence[Passage], place: int) -> bool:
    """Whether a passage settles something; "agreed, but …" settles nothing."""
    follows = found[place + 1] if place + 1 < len(found) else None
    return settles(found[place]) and not (follows is not None and follows.turns and is_bare(found[place]))


def settles(passage: Passage) -> bool:
    """Whether one of its clauses has a cue and leaves nothing open."""
    return settled_from(passage) is not None


def settled_from(passage: Passage) -> int | None:
    """The place of the clause that confirms; None when the passage asks, supposes, or confirms nothing."""
    if passage.asks:
        return None
    if _STILL_EN.search(passage.text) or _STILL_ZH.search(passage.text):
        return None
    for place, clause in enumerate(passage.clauses):
        if supposes(clause):
            return None  # what follows hangs on it
        if _has_cue(clause):
            return place
    return None


def is_open(passage: Passage) -> bool:
    """Whether it asks, supposes, advises or denies, so that a confirmation beside it is not of it."""
    return passage.asks or is_unsure(passage.text)


def is_unsure(words: str) -> bool:
    """Whether a clause supposes, advises, or leaves something open."""
    return supposes(words) or any(pattern.search(words) for pattern in (_STILL_EN, _STILL_ZH, _UNSURE_EN, _UNSURE_ZH))


def is_bare(passage: Passage) -> bool:
    """Whether it says only that something is settled."""
    text = passage.text
    return len(text) <= _LONGEST_BARE and bool(_BARE_EN.fullmatch(text) or _BARE_ZH.fullmatch(text))


def _is_confirmed_beside(found: Sequence[Passage], place: int) -> bool:
    here = found[place]
    before = found[place - 1] if place else None
    after = found[place + 1] if place + 1 < len(found) else None
    if here.turns or (after is not None and after.turns):
        return False
    if before is not None and settles(before) and is_bare(before) and before.paragraph >= here.paragraph - 1:
        return True
    return after is not None and settles(after) and (is_bare(after) or bool(_RESTATES.search(after.text)))


def _says_the_names(statement: str, found: Sequence[Passage], place: int) -> bool:
    """Whether the names and numbers of the statement that the text holds stand in or beside the confirmed passage."""
    here = found[place]
    leans = not settles_at(found, place) or is_bare(here) or _RESTATES.search(here.text)
    near = _words_of(found[max(0, place - 1) : place + 2] if leans else [here])
    whole = _words_of(found)
    names = set(keywords.tokens(" ".join(_names(statement))))
    return names & whole <= near


def _telling(text: str) -> set[str]:
    """The words to compare by: not those that confirm, nor in English those that every sentence has."""
    text = _CUE_ZH.sub(" ", _CUE_EN.sub(" ", text))
    words = keywords.tokens(text) if keywords.has_cjk(text) else keywords.key_words(text)
    return set(words)


def _words_of(found: Sequence[Passage]) -> set[str]:
    return {word for passage in found for word in keywords.tokens(passage.text)}


def _names(statement: str) -> list[str]:
    """Words that tell one thing from another: in Chinese every foreign word and number, in English those with a capital or a digit."""
    if keywords.has_cjk(statement):
        return _NAME.findall(statement)
    first, _, rest = statement.partition(" ")
    return [name for name in _NAME.findall(rest) + [first] * (first[1:].lower() != first[1:]) if not name.islower()]


def supposes(clause: str) -> bool:
    """Whether all that follows hangs on a condition."""
    return bool(
        re.match(
            r"(?:and |but |so |or |then |ok(?:ay)? |well )*(?:if|unless|once|suppose|supposing|assuming|imagine|provided|when(?:ever)?|should (?:you|we)|in case|as soon as|when you|let['’]s say)(?![A-Za-z])",
            clause,
            re.IGNORECASE,
        )
        or re.match(
            r"(?:那|那么|好的?|当然|不过|但)*(?:如果|假如|假设|要是|倘若|若(?!干)|一旦|万一|除非|比如|例如|假定)",
            clause,
        )
    )


def _has_cue(clause: str) -> bool:
    """A cue with no opening word before it, in a clause in which nobody else decides."""
    english, chinese = list(_cues(_CUE_EN, clause)), list(_cues(_CUE_ZH, clause))
    if any(_DECIDES_EN.search(word) and not _DECIDER_EN.search(head) for head, word in english):
        return False
    if any(_DECIDES_ZH.search(word) and not _DECIDER_ZH.search(head) for head, word in chinese):
        return False
    return any(not _OPEN_EN.search(head) for head, _ in english) or any(
        not _OPEN_ZH.search(head) for head, _ in chinese
    )


def _cues(pattern: re.Pattern[str], clause: str) -> Iterator[tuple[str, str]]:
    for cue in pattern.finditer(clause):
        yield clause[: cue.start()], cue[0]
