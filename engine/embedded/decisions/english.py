"""A confirmed English passage as short statements: what was decided, agreed or planned, and who does what next."""

import re
from collections.abc import Iterator
from datetime import date

from engine.embedded.decisions import wording
from engine.embedded.decisions.draft import ACTION, CONSTRAINT, DECISION, PLAN, Draft, Settled
from engine.text import confirmation

TO, THAT, NOUN = "to", "that", "noun"  # what follows the words that settle: a verb, a clause, a thing

_POLITE = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|good|sure|done|yes|right|all right|alright|very well|so|then|now|well|excellent|noted|wonderful|got it|understood|absolutely|certainly|of course|and|also|thanks?|thank you)(?: for [^,.!]*)?[,.!:; ]+)+",
    re.IGNORECASE,
)
_SUBJECT = r"(?:we|the (?:team|board|client|customer|management)|(?:both|all|the two) (?:sides|parties|of us)|everyone|all|you and i|i|it|that|this)?"
_AUX = r"(?:['’](?:ve|s|re)|[ ]|have|has|is|was|are|been|all|both|now|also|finally|just|already|hereby|unanimously|can|then|thus|mutually|jointly|officially)*"
_SETTLED = re.compile(
    rf"{_SUBJECT}{_AUX}(?:decided|agreed|settled|confirm(?:ed)?|concluded|resolved|final(?:i[sz]ed)?|approved|official|determined|locked in|signed off)(?:\s+unanimously|\s+together|\s+then|\s+so|\s+by (?:all|everyone|both sides|both of us|the team))?[\s,:–—-]+(?P<link>(?:to|on|upon|that|for|against|in favou?r of)\s+(?!the record|good))?(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_AS_AGREED = re.compile(
    r"as (?:we )?(?:have )?(?:just |already )?(?:agreed|decided|confirmed)(?: (?:earlier|before|together))?[,:]?\s+(?P<rest>.*)",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"(?:(?:to (?:sum up|recap|summari[sz]e|confirm)|in summary|in short),?\s+)?(?:the |our )?(?:final )?(?:decision|agreement|conclusion|consensus|resolution|choice|pick)(?:\s+is|\s+was)?\s*[:–—-]?\s*(?P<link>(?:to|that|on)\s+)?(?P<rest>\S.*)",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?:as |for )?(?:an? |the |our |your |my |agreed |immediate )*next (?:steps?|actions?|thing)(?:\s+(?:is|are|will be))?(?:\s+(?:as follows|for \w+))?\s*[:,–—-]?\s*(?P<link>(?:to|that|for)\s+)?(?P<rest>.*)",
    re.IGNORECASE,
)
_CHOSE = re.compile(
    r"(?:we|let['’]s|i)(?:['’]ll|['’]re|['’]ve| will| are| have)?(?: now| all| finally| going to| therefore| then)*\s+"
    r"(?P<verb>use|adopt|adopted|adopting|go(?:ing)? (?:ahead )?with|went with|proceed(?:ing)? with|stick(?:ing)? with|stay(?:ing)? with|switch(?:ing)? to|move to|keep|cho[so]e|chosen|picked|selected|opted for|settled on|using)\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_CHOICE_VERB = re.compile(
    r"(?:use|adopt|go with|proceed with|stick with|choose|pick|select|opt for)\s+(?P<rest>\S.*)", re.IGNORECASE
)
_THING = re.compile(
    r"(?P<thing>(?!it |that |this |everything |all |we |i |there )[\w'’/,&% -]{3,60}?) (?:is|are|has been|have been)(?: now| also| hereby| finally| officially| all| both)* "
    r"(?:confirmed|approved|final|finali[sz]ed|settled|agreed|decided|fixed|locked in|signed off|set)(?: on| upon)?(?P<link>\s*[:,–—-]\s*|\s+(?:as|at|for|to be|to|by|on)\s+|$)(?P<rest>.*)",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"(?P<thing>(?:the |our |your )?(?:final |agreed )?(?:[\w-]+ )?(?:plan|schedule|agenda|itinerary|timeline|roadmap|programme))\s*(?:is\s*)?[:–—-]\s*(?P<rest>.+)",
    re.IGNORECASE,
)
_AGREED_THING = re.compile(
    r"(?P<thing>[\w' -]{3,40}?) (?:agreed|decided|confirmed|approved)(?: on| upon)?\s*(?P<link>[:–—-])\s*(?P<rest>.+)",
    re.IGNORECASE,
)
_FOR_FIRST = re.compile(r"for (?P<of>(?:the |our |your )[\w -]{2,30}?),? (?P<rest>we\b.+)", re.IGNORECASE)
_AMOUNT = re.compile(r"(?P<thing>.+?) of (?P<amount>(?:[$€£¥]\s?)?\d[\w.,% ]*)$")
_SPLIT = re.compile(
    r"\s*;\s*|,?\s+and\s+that\s+|,\s+and\s+|\s+and\s+|,\s+(?=[\w ]{2,40} (?:will|must|is|are|on|for)\b)"
)
_AND_CLAUSE = re.compile(r",\s+and\s+(?P<rest>.+)$")
_LINKS = ("as", "at", "for", "to be", "to", "by", "on")
_AND_WILL = re.compile(r",?\s+and (?:we )?(?:will|['’]ll|to) (?P<rest>\S.*)$", re.IGNORECASE)
_PLANNED = re.compile(
    r"\b(?:plan|itinerary|schedule|rollout|agenda|timeline|roadmap|trip|programme|program|next steps?|milestones?|phases?)\b",
    re.IGNORECASE,
)


def read(settled: Settled, day: date | None) -> Iterator[Draft]:
    """The statements of a passage, dated from `day`; what names nothing or points elsewhere is left out."""
    for draft in _drafts(settled):
        if settled.is_beside and not wording.can_only_be_agreed(draft.content):
            continue
        content = wording.finished(draft.content, day)
        if content:
            yield Draft(draft.type, content)


def _drafts(settled: Settled) -> Iterator[Draft]:
    text, is_before = _from_cue(settled)
    polite = _POLITE.match(text)
    text = wording.without_reason(text[polite.end() :] if polite else text)
    if settled.cue is None or is_before:
        yield from _under(text, settled.lead)
    elif found := _NEXT.fullmatch(text):
        yield from _steps(found["rest"], is_planned=wording.is_agreed(text))
    elif found := _PLAN.fullmatch(text):
        yield from _named(found["thing"], found["rest"])
    elif (found := _THING.fullmatch(text)) or (
        (found := _AGREED_THING.fullmatch(text)) and not _SETTLED.fullmatch(text)
    ):
        yield from _of_thing(found)
    elif (found := _FOR_FIRST.fullmatch(text)) and (chose := _CHOSE.fullmatch(found["rest"])):
        yield Draft(DECISION, wording.choice(f"{chose['rest']} for {found['of']}", chose["verb"]))
    else:
        yield from _of_settled(text)


def _from_cue(settled: Settled) -> tuple[str, bool]:
    """The words from the clause with the cue on; one that stands last and says no more confirms what is before it (True)."""
    if not settled.cue:
        return settled.text, False
    at = settled.text.find(settled.clauses[settled.cue])
    if settled.cue == len(settled.clauses) - 1 and wording.is_bare(settled.clauses[settled.cue]):
        return settled.text[:at].rstrip(" ,;:–—-"), True
    return settled.text[at:], False


def _under(text: str, lead: str) -> Iterator[Draft]:
    """A list's item under its lead, or a sentence beside a bare confirmation."""
    if lead and _NEXT.fullmatch(lead):
        yield from _steps(text, is_planned=wording.is_agreed(lead))
        return
    found = _THING.fullmatch(f"{lead} ") or _THING.fullmatch(lead) if lead else None
    if found:
        yield from _named(found["thing"], text)
    else:
        yield from _of_rest(text, "")


def _of_settled(text: str) -> Iterator[Draft]:
    for pattern in (_AS_AGREED, _DECISION, _SETTLED):
        if found := pattern.fullmatch(text):
            link = (found.groupdict().get("link") or "").strip().lower()
            yield from _of_rest(found["rest"], link)
            return
    yield from _of_rest(text, "") if _CHOSE.fullmatch(text) else ()


def _of_rest(rest: str, link: str) -> Iterator[Draft]:
    head, mark, body = rest.partition(": ")
    if mark and wording.is_clause(body) and not wording.is_clause(head) and not wording.placed(head):
        rest, link = body, THAT  # agreed on a change: the database is MySQL
    if found := _AND_WILL.search(rest):
        yield from _of_rest(rest[: found.start()], link)
        yield from _of_rest(found["rest"], TO)
        return
    for place, part in enumerate(_conjuncts(rest, link)):
        if confirmation.supposes(part):
            return
        draft = None if confirmation.is_unsure(part) else _draft(part, link if not place or link != TO else "")
        if draft is not None:
            yield draft


def _conjuncts(rest: str, link: str = "") -> Iterator[str]:
    """The parts that stand alone: `A is x and B is y`, `X for A and Y for B`; otherwise the whole."""
    start, cuts = 0, list(_SPLIT.finditer(rest))
    for cut in cuts:
        left, right = rest[start : cut.start()], rest[cut.end() :]
        is_whole = wording.stands_alone(left) or (not start and (link == TO or bool(_CHOSE.fullmatch(left))))
        if is_whole and wording.stands_alone(right):
            yield left
            start = cut.end()
    yield rest[start:]


def _draft(part: str, link: str) -> Draft | None:
    chose = _CHOSE.fullmatch(part)
    if chose:
        return Draft(DECISION, wording.choice(chose["rest"], chose["verb"]))
    if link == TO:
        choice = _CHOICE_VERB.fullmatch(part)
        said = wording.placed(choice["rest"], is_used=part.lower().startswith(("use ", "adopt "))) if choice else ""
        return Draft(_type(part), said or f"It was decided to {part}")
    if link == "against":
        return Draft(DECISION, f"It was decided against {part}")
    if wording.is_clause(part):
        return Draft(_type(part), part)
    if said := wording.placed(part):
        return Draft(DECISION, said)
    if link in ("on", "upon", "for", "in favor of", "in favour of"):
        return Draft(DECISION, f"It was decided to use {part}")
    return Draft(CONSTRAINT, part) if wording.is_rule_without_verb(part) else None


def _steps(text: str, *, is_planned: bool) -> Iterator[Draft]:
    """Next steps: who does what and when. An order without a day is a step of an explanation unless it was agreed on."""
    for part in _conjuncts(text):
        part = re.sub(r"^(?:and|then|also)\s+", "", part.strip())
        if wording.only_talks(part):
            continue
        if promised := wording.promised(part):
            yield Draft(ACTION, promised)
        elif wording.is_clause(part) or wording.is_somebodys(part):
            yield Draft(ACTION if wording.has_doer(part) or wording.is_somebodys(part) else PLAN, part)
        elif wording.is_order(part) and (is_planned or wording.is_dated(part)):
            yield Draft(ACTION, f"The next step is to {part[:1].lower()}{part[1:]}")


def _of_thing(found: re.Match[str]) -> Iterator[Draft]:
    thing, link, rest = found["thing"].strip(" ,"), found["link"].strip(" ,").lower(), found["rest"].strip()
    joined = _AND_CLAUSE.search(rest)
    if joined and link in _LINKS and wording.is_clause(joined["rest"]):
        yield from _of_rest(joined["rest"], THAT)
        rest = rest[: joined.start()]
    if not rest:
        amount = _AMOUNT.fullmatch(thing)
        if amount:
            said = f"{amount['thing']} is {amount['amount']}"
            yield Draft(CONSTRAINT if wording.is_limit(said) else DECISION, said)
        return
    if link in ("", ":", "-", "–", "—"):
        yield from _named(thing, rest)
    elif link in ("as", "at", "to be"):
        yield Draft(_type(thing), f"{thing} is {rest}")
    else:
        yield Draft(PLAN if _PLANNED.search(thing) else _type(thing), f"{thing} is set {link} {rest}")


def _named(thing: str, rest: str) -> Iterator[Draft]:
    """What stands behind the colon of a confirmed thing: its stages, its rules, or what it is."""
    bare = re.sub(r"^(?:the|our|your|my) ", "", thing, flags=re.IGNORECASE)
    parts = [part.strip() for part in re.split(r",\s+(?:and\s+)?|;\s*", rest) if part.strip()]
    if _PLANNED.search(thing):
        yield from (Draft(PLAN, f"{bare[:1].upper()}{bare[1:]}: {part}") for part in wording.rejoined(parts))
    elif any(wording.is_clause(part) for part in parts):
        for part in parts:
            yield from _of_rest(part, THAT)
    elif len(parts) == 1:
        yield Draft(DECISION, f"The {bare} is {rest}")


def _type(part: str) -> str:
    if wording.is_limit(part):
        return CONSTRAINT
    return ACTION if wording.has_doer(part) else DECISION
