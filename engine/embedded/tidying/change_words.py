"""What tells that a value is given up for another, and what tells that anything has changed, in Chinese and English."""

import re

# Of what stands beside these the person wants no more, or never was it.
REJECTED = re.compile(
    r"不(?:要|用|行|再|是|想|喜欢|适合|合适|划算|住|做|去|喝|吃|休|当|管|够)|没(?:有|去|成|选|要|用)|算了|太(?=[一-鿿])|[换改停扔退卖]掉|别再|淘汰|放弃|从|打不住|说错|记错|弄错|搞错|弃|告别|以前|之前|原来|难看|后悔|[停取]消?了"
    r"|(?<![a-z])(?:not|no longer|never|scrap(?:ped|ping)?|off the table|off|instead of|rather than|looked like|looks like|too|dropp?(?:ed|ing)|ditch(?:ed|ing)?|gone|used to|wrong|away from|from|out|forget|ignore|old|over|after|hated?|ugly|regret\w*|was|were|done with|goodbye|replaced|instead)(?![a-z])|n't(?![a-z])",
    re.IGNORECASE,
)
# Anything that makes a newer value likely.
CHANGED = re.compile(
    r"改|换|以后|从此|不再|其实|更正|纠正|[说记弄搞]错|变成|变了|涨|降|加到|减到|升|搬|挪|调|转|现在|如今|而是|不是|还是|最后|干脆|就[^，。]{0,6}了|了$"
    r"|(?<![a-z])(?:now|no longer|from now on|instead|actually|switch\w*|chang\w+|mov\w+|swapp?\w*|replac\w+|upgrad\w+|wrong|not|any ?more|went|gone|bump\w*|rais\w+|put (?:it |that )?(?:up|down)|these days|after all|back to|taken me|turns out|learned|took|started|finally|since)(?![a-z])|n't(?![a-z])",
    re.IGNORECASE,
)
