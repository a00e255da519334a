"""What a company does, and what somebody answers for at work: trade, customers, suppliers, systems, terms."""

from engine.embedded.english.dates import is_mark
from engine.embedded.english.frames.draft import CONSTRAINT, FACT, PROFILE, Draft, Words, slug
from engine.embedded.english.nouns import head, split_list, stands_alone
from engine.embedded.english.verbs import Predicate, agree, is_adverb
from engine.embedded.english.vocabulary import BE, HAVE, MODALS, ORGANISATION, words_of

TRADE = words_of(
    "ship export import manufacture distribute supply process treat buy sell operate employ outsource invoice bill stock deliver produce source wholesale "
    "repair service cater accept handle quote charge serve target insure lend lease recruit train audit resell assemble bottle brew roast print sponsor open close deploy"
)
# Done by one person for an employer as often as by the company.
DUTIES = words_of("handle cover oversee coordinate administer supervise manage process audit train")
_CARE = {
    "look": ("after",),
    "take": ("care", "of"),
    "deal": ("with",),
    "report": ("to",),
    "specialise": ("in",),
    "specialize": ("in",),
    "focus": ("on",),
}
_SYSTEMS = words_of("run host deploy store keep track build do write manage")
_MOMENT = words_of("it this that order orders return request refund ticket payment")


def does(predicate: Predicate) -> list[Draft]:
    """`ship 2,000 parcels a day, mainly to France`, `invoice in euros`: the trade of a company or the duty of a person."""
    rest, verb = predicate.rest, predicate.verb
    if not rest or not _is_present(predicate) or verb not in TRADE | DUTIES or head(_object(rest)) in _MOMENT:
        return []
    if not _is_general(rest):
        return []
    kind, slot = (CONSTRAINT, f"only_{verb}") if "only" in predicate.words[:2] else (FACT, "")
    kind, slot = (CONSTRAINT, f"no_{verb}_{slug(rest)}") if predicate.is_negated else (kind, slot)
    return [Draft(kind, agree(predicate.words), slot, 0.85, of_company=verb in TRADE - DUTIES)]


def cares(predicate: Predicate) -> list[Draft]:
    """`look after the Rotterdam warehouse`, `report to Marianne Keller`, `specialise in maritime law`."""
    led = _CARE.get(predicate.verb, ())
    rest = predicate.rest
    what = rest[len(led) :]
    if not led or tuple(word.lower() for word in rest[: len(led)]) != led or not what or not _is_present(predicate):
        return []
    if what[0].lower() in ("it", "this", "that", "you", "them") or not _is_general(what):
        return []
    if predicate.verb == "report":
        return [Draft(PROFILE, agree(predicate.words), "manager", 0.9)] if what[0][0].isupper() or "the" in what else []
    if predicate.verb == "focus" and not what[0][0].isupper() and len(what) < 2:
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85)]


def systems(predicate: Predicate) -> list[Draft]:
    """`run everything on Kubernetes`, `track stock in Excel`: with what the work is done."""
    rest = predicate.rest
    if predicate.verb not in _SYSTEMS or not _is_present(predicate) or predicate.is_negated:
        return []
    at = next((place for place, word in enumerate(rest) if place and word.lower() in ("on", "in", "with", "using")), 0)
    what = rest[at + 1 :]
    if not at or not what or not what[0][0].isupper() or rest[0].lower() in ("it", "this", "that"):
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85)]


def keeps(predicate: Predicate) -> list[Draft]:
    """`do the bookkeeping for three restaurants`: a recurrent work that has a name."""
    rest = predicate.rest
    what = rest[1:] if rest[:1] and rest[0].lower() in ("the", "all", "our", "my") else rest
    if predicate.verb != "do" or not what or not _is_present(predicate) or predicate.is_negated:
        return []
    told = head(what) in _WORKS and stands_alone(what)
    return [Draft(FACT, agree(predicate.words), "", 0.85)] if told else []


_WORKS = words_of(
    "bookkeeping accounting accounts payroll marketing sales support consulting procurement purchasing cooking cleaning translation translations recruitment recruiting logistics scheduling "
    "design training coaching testing reporting onboarding invoicing admin administration pr hr communications seo research yoga pilates karate judo crossfit shifts"
)


def knows(predicate: Predicate) -> list[Draft]:
    """`know Java and Go`, `know how to weld`: a skill; `know that`, `know him` is none."""
    rest = predicate.rest
    if not rest or not _is_present(predicate) or predicate.is_negated:
        return []
    is_skill = (rest[:2] == ("how", "to") and len(rest) > 2 and stands_alone(rest[3:] or ("it",))) or (
        rest[:2] == ("how", "to") and len(rest) == 3
    )
    members = split_list(rest)
    is_named = all(any(word[0].isupper() for word in member) for member in members)
    if any(word.lower() in BE | HAVE | MODALS for word in rest):
        return []  # know German customers are strict
    if not (is_skill or is_named) or rest[0].lower() in ("that", "what", "the", "you", "your", "I"):
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(rest)])
    return [Draft(FACT, (*verb, *member), "", 0.85) for member in members]


def houses(rest: Words, verb: Words) -> list[Draft]:
    """`have offices in Toronto and Halifax`, `have around 60 employees`: what a company has, with where and how many."""
    if head(rest) not in ORGANISATION | _COMPANY_NOUNS or not stands_alone(rest):
        return []
    return [Draft(FACT, (*verb, *rest), "", 0.9)]


_COMPANY_NOUNS = words_of(
    "offices branches sites stores shops locations warehouses plants factories depots staff people employees customers clients members subscribers users suppliers "
    "distributors resellers partners vehicles trucks vans drivers machines beds rooms seats licences licenses contractors showroom showrooms policy agreement"
)


def _is_present(predicate: Predicate) -> bool:
    return not (predicate.is_past or predicate.is_perfect or predicate.modal or predicate.is_progressive)


def _object(rest: Words) -> Words:
    at = 0
    while at < len(rest) - 1 and (is_adverb(rest[at]) or is_mark(rest[at])):
        at += 1
    return rest[at:]


def _is_general(rest: Words) -> bool:
    """Whether it is named and no single case: `our returns`, `orders from resellers`, `the Rotterdam depot`."""
    bare = tuple(word for word in _object(rest) if not is_mark(word))
    if bare[:1] and bare[0].lower() in (
        "in",
        "by",
        "to",
        "on",
        "for",
        "from",
        "between",
        "within",
        "at",
        "over",
        "around",
    ):
        return stands_alone(bare[1:])
    return stands_alone(bare[1:] if bare[:1] == ("the",) and len(bare) > 2 else bare) or (
        bare[:1] == ("the",) and head(bare) in _CHILDREN
    )


_CHILDREN = words_of("kids twins children baby house garden dog cat animals")
