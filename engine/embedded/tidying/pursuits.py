"""What somebody does regularly or likes, told once in general and once with when, where, how, or of which kind most."""

import re
from collections.abc import Iterator, Sequence

from engine.condensing import Stored
from engine.embedded.tidying import aspects, doubles
from engine.embedded.tidying import facet_words as words
from engine.embedded.tidying.aspects import Facets
from engine.text import concepts, keywords, stance

# Signs from which a word of Chinese is sure to name a thing as a whole: tea is no part of milk tea.
LEAST_SIGNS = 2
_DOING = re.compile(
    r"^The user (?P<rest>(?:always |regularly |only )?(?P<verb>[a-z]+s) (?:(?:at|in|on|with|every|by|along|around|near|twice|once|before|after|for)\b.*|daily|weekly)"
    r"|(?:mostly|usually|often|mainly) (?P<other>[a-z]+s) .+)$"
)


def groups(facts: Sequence[Stored], _known: Sequence[Stored]) -> Iterator[Facets]:
    """What is told in general and what tells more of it, two by two."""
    plain = list(filter(aspects.is_plain, facts))
    for fact in filter(_is_pursuit, plain):
        for other in plain:
            content = _pursuit(fact.content, other.content) if fact is not other else ""
            if content and doubles.may_be_joined(fact, other):
                yield Facets((fact, other), content)
                break


def _is_pursuit(fact: Stored) -> bool:
    patterns = (words.PURSUED_EN, words.STUDIES_EN, words.PURSUED_ZH, words.STUDIES_ZH)
    return any(pattern.match(fact.content) for pattern in patterns)


def _pursuit(general: str, detailed: str) -> str:
    """The statement of both, '' when the second tells no when, where or how of the first."""
    if keywords.has_cjk(general):
        return _pursuit_zh(general, detailed)
    if words.STUDIES_EN.match(general) and (found := words.STUDENT_EN.match(detailed)):
        return f"{general} and {found['rest']}"
    found = words.PURSUED_EN.match(general)
    return _pursuit_en(general, found["what"], detailed) if found else ""


def _pursuit_zh(general: str, detailed: str) -> str:
    if words.STUDIES_ZH.match(general) and (found := words.STUDENT_ZH.match(detailed)):
        return f"{general}，{found['rest']}"
    told = words.PURSUED_ZH.match(general)
    if not told:
        return ""
    most = words.MOST_ZH.match(detailed)
    best = words.BEST_ZH.match(detailed)
    if best and told["what"].endswith(best["what"]) and len(told["what"]) <= len(best["what"]) + 1:
        return f"{general}，{best['rest']}"
    if most and _is_kind_of(most["what"], told["what"]):
        return f"{general}，{most['rest']}"
    if told["what"] not in detailed:
        return ""
    found = re.match(words.DETAIL_ZH.replace("WHAT", re.escape(told["what"])), detailed)
    return f"{general}，{found['rest']}" if found and stance.is_done(detailed) is False else ""


def _is_kind_of(special: str, what: str) -> bool:
    """Whether one is a kind of the other, told with the same verb if any: 听传统相声 of 听相声."""
    verb, thing = (what[0], what[1:]) if what[0] in "听看打玩喝吃读唱下弹做写画学" else ("", what)
    if len(thing) < LEAST_SIGNS or not special.endswith(thing) or len(special) <= len(what):
        return False
    return not verb or special.startswith(verb)


def _more_en(general: str, what: str, detailed: str) -> str:
    """The same deed out of something or with something, or the kind that is liked most."""
    most = words.MOST_EN.match(detailed)
    if most and most["what"] != most["rest"].partition(" ")[2] and most["what"].endswith(f" {what}"):
        return f"{general} and {most['rest']}"
    best = words.BEST_EN.match(detailed)
    if best and best["what"] == what:
        return f"{general}, and the {best['rest']}"
    verb, _, thing = what.partition(" ")
    doing = re.match(
        rf"^The user (?P<rest>(?:usually |often |mostly |always )?(?P<verb>[a-z]+s) {re.escape(thing)} (?:from|out of|with|at|in|on|for|every|by|along)\b.+)$",
        detailed,
    )
    if thing and doing and verb.endswith("ing") and concepts.stem(verb) == concepts.stem(doing["verb"]):
        return f"{general} and {doing['rest']}"
    return ""


def _pursuit_en(general: str, what: str, detailed: str) -> str:
    if more := _more_en(general, what, detailed):
        return more
    named = re.escape(what.removeprefix("the "))
    doing = _DOING.match(detailed) if what.endswith("ing") and " " not in what else None
    if doing and concepts.stem((doing["verb"] or doing["other"]).lower()) == concepts.stem(what.lower()):
        return f"{general} and {doing['rest']}"
    owned = re.match(rf"^The user['’]s {named} (?P<rest>(?:are|is|takes? place|starts?|meets?) .+)$", detailed)
    if owned and general.endswith(what):
        return f"{general}, which {owned['rest']}"
    done = re.match(
        rf"^The user (?P<rest>(?:(?:usually|often|always|mostly|regularly|sometimes|prefers to|likes to) )?(?:goes|does|plays|takes|practi[cs]es|attends|prefers)? ?(?:the )?{named} (?:at|in|on|with|every|by|along|around|near|twice|once|three|after|before|during|from|only|mostly)\b.*)$",
        detailed,
    )
    if done and detailed.startswith(general):
        return detailed
    return f"{general} and {done['rest']}" if done else ""
