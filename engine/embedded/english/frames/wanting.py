"""Goals and plans: wishes for oneself, not what is asked of the assistant."""

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames.draft import AS_OF, EPISODE, FACT, GOAL, PREFERENCE, PROFILE, Draft, Words
from engine.embedded.english.nouns import head, is_unnamed_work, stands_alone
from engine.embedded.english.verbs import Predicate, agree, base_of, is_ing
from engine.embedded.english.vocabulary import APPOINTMENTS, PREPOSITIONS, words_of

VERBS = words_of("want hope plan intend aim dream wish")
# What somebody may want to do with their own life; asking, sharing and trying things out belongs to the talk.
_PURSUITS = words_of(
    "learn study improve become move travel visit buy build start quit lose gain run write open launch save finish pass retire switch "
    "change own climb master practice practise attend join adopt publish develop expand grow experience stop reduce increase explore go get "
    "find marry graduate earn work live migrate return relocate complete compete perform play cook paint make renovate teach volunteer stay "
    "hire cut migrate automate replace expand double triple reduce outsource onboard rebuild redesign hit win enter modernise modernize digitise digitize consolidate release upgrade reach renew raise "
    "see take drive sail speak read apply transfer invest sell have be avoid lead raise photograph register participate"
)
_PURSUED_LATER = words_of(
    "see take have be make go get find read play cook stay avoid"
)  # too common in talk: only with a telling object
_OF_THE_MOMENT = words_of(
    "practice practise cook paint drive speak apply explore write watch sell teach run work reduce increase travel perform learn study"
)
_TALKED_ABOUT = words_of(
    "recipe recipes function bug code script email essay report homework movie movies book books recommendation gift dinner lunch question questions talk walk look"
)
_PROGRESSIVE_GOALS = words_of(
    "learn train prepare save look apply plan try study aim hope write build work practice practise practising consider think develop"
)
_MOTIONS = words_of(
    "go head fly relocate release migrate switch host upgrade exhibit merge acquire celebrate begin ship turn  travel leave move meet visit start attend see get have host run take marry drive sail return join launch open sell buy hire graduate retire close present"
)
_WORKS = words_of(
    "book novel thesis dissertation memoir blog paper screenplay biography autobiography textbook album musical"
)
_TRANSIENT = words_of("read watch plan look apply prepare consider think try write")
_UNDERTAKINGS = _PROGRESSIVE_GOALS | words_of(
    "retrain migrate travel move switch automate hire expand renovate recruit "
    "read watch teach raise renovate restore take do run live use play collect date rent grow follow volunteer attend develop design create research translate"
)


def wants(predicate: Predicate) -> list[Draft]:
    """`want to learn Spanish`, `plan to visit Rome`, `would love to own a boat`."""
    if (
        predicate.verb == "want"
        and len(predicate.rest) > 1
        and head(predicate.rest) in _ANSWERS
        and stands_alone(predicate.rest)
    ):
        return [Draft(PREFERENCE, agree(predicate.words), "answer_style", 0.85)]
    if (
        predicate.verb == "want"
        and predicate.is_negated
        and predicate.rest[:1] == ("any",)
        and stands_alone(predicate.rest)
    ):
        return [Draft(PREFERENCE, agree(predicate.words), "", 0.85)]
    pursuit = _pursuit(predicate.rest)
    if not pursuit or (predicate.is_past and not predicate.is_perfect):
        return []
    is_plan = predicate.verb in ("plan", "intend")
    return [Draft(GOAL, agree(predicate.words), "", 0.85 if is_plan else 0.8, "")]


def would_like(predicate: Predicate) -> list[Draft]:
    """`would love to`: kept as said, for `would` does not change with the person."""
    words = tuple(word for word in predicate.words if word.lower() != "also")
    return [Draft(GOAL, words, "", 0.8)] if _pursuit(predicate.rest) else []


def undertakes(predicate: Predicate) -> list[Draft]:
    """`am learning to sail`, `have been looking for a flat`: something that goes on for a while."""
    verb, rest = predicate.verb, tuple(word for word in predicate.rest if not is_mark(word))
    if verb not in _UNDERTAKINGS or predicate.is_past or predicate.is_negated or not rest:
        return []
    if verb == "go" or (verb in ("move", "travel") and rest[0].lower() != "with"):
        return []
    if not _is_undertaking(verb, rest):
        return []
    if verb == "study" and not predicate.is_perfect and rest[0].lower() != "for":
        return [Draft(PROFILE, agree(predicate.words), "education", 0.8)]
    kind = GOAL if verb in _PROGRESSIVE_GOALS - {"write", "build", "work", "practice", "practise", "develop"} else FACT
    return [Draft(kind, agree(predicate.words), "", 0.85, AS_OF if verb in _TRANSIENT else "")]


def is_going_to(predicate: Predicate) -> list[Draft]:
    """`am going to move to Oslo next month`, `am going to Rome on Friday`, `am flying to Rome tomorrow`."""
    rest = predicate.rest
    if not rest or predicate.is_negated or predicate.is_past:
        return []
    is_sure = is_dated(predicate.words)
    bare = tuple(word for word in rest if not is_mark(word))
    if predicate.verb == "go" and bare[:1] == ("to",) and len(bare) > 1 and base_of(bare[1]) == bare[1].lower():
        is_pursued = bare[1].lower() in _PURSUITS and (len(bare) == 2 or stands_alone(bare[2:]))
        if not is_pursued or (not is_sure and bare[1].lower() in _PURSUED_LATER | _OF_THE_MOMENT):
            return []
        return [Draft(EPISODE if is_sure else GOAL, agree(predicate.words), "", 0.85)]
    return (
        [Draft(EPISODE, agree(predicate.words), "", 0.9)]
        if is_sure and predicate.verb in _MOTIONS and (not bare or stands_alone(_named(_object(bare))))
        else []
    )


def will(predicate: Predicate) -> list[Draft]:
    """A promise to try something tells nothing; a dated announcement does."""
    if (
        predicate.verb == "be"
        and is_dated(predicate.words)
        and len(predicate.rest) > 1
        and predicate.rest[0] in ("in", "at")
        and predicate.rest[1][0].isupper()
    ):
        return [Draft(EPISODE, predicate.words, "", 0.85)]
    doing = base_of(predicate.rest[0]) if predicate.rest and is_ing(predicate.rest[0]) else ""
    if predicate.verb == "be" and doing in _MOTIONS and is_dated(predicate.words):
        return [Draft(EPISODE, predicate.words, "", 0.85)]
    is_absence = predicate.verb == "be" and bool(
        {"leave", "vacation", "holiday", "away", "sabbatical"} & set(predicate.rest[:4])
    )
    is_age = predicate.verb == "be" and predicate.rest[:1] != () and predicate.rest[0].isdigit()
    if (is_absence or is_age) and is_dated(predicate.words):
        return [Draft(EPISODE, predicate.words, "", 0.85)]
    bare = tuple(word for word in predicate.rest if not is_mark(word))
    if (
        not is_dated(predicate.words)
        or predicate.verb not in _PURSUITS - {"have", "be", "see", "find"}
        or not stands_alone(_object(bare))
    ):
        return []
    return [Draft(EPISODE, predicate.words, "", 0.85)]


def decides(predicate: Predicate) -> list[Draft]:
    """`have decided to sell the house`."""
    if not (predicate.is_past or predicate.is_perfect) or not _pursuit(predicate.rest):
        return []
    return [Draft(GOAL, agree(predicate.words), "", 0.85)]


def _object(words: Words) -> Words:
    return words[1:] if words and words[0].lower() in ("to", "for", "in", "on", "at", "with", "from") else words


def _named(words: Words) -> Words:
    """`the new portal`: a dated plan is understood without what else the article points at."""
    return words[1:] if words[:1] == ("the",) and len(words) > 2 else words


def _pursuit(rest: Words) -> bool:
    """Whether `to …` (or `on …ing`, `a …`) names something to pursue and says enough."""
    bare = tuple(word for word in rest if not is_mark(word))
    if bare[:1] not in (("to",), ("on",), ("of",)) or len(bare) < 2:
        return False
    verb = bare[1].lower()
    if is_ing(verb):
        verb = base_of(verb)
    if verb not in _PURSUITS or not (len(bare) > 2 or verb in ("retire", "graduate", "marry", "relocate", "migrate")):
        return False
    if any(word.lower() in _TALKED_ABOUT for word in bare[2:]) and verb not in ("write", "publish", "launch", "sell"):
        return False
    return _says_enough(verb, bare[2:])


def _says_enough(verb: str, rest: Words) -> bool:
    if not rest:
        return True
    if verb in ("go", "travel", "move", "return", "relocate") and rest[0].lower() == "to" and len(rest) > 1:
        return stands_alone(rest[1:]) and rest[1].lower() not in ("some", "the", "bed", "sleep")
    if verb == "get" and rest[0].lower() == "into":
        return len(rest) > 1 and stands_alone(rest[1:])
    if verb in _PURSUED_LATER:
        return stands_alone(_object(rest)) and (
            any(word[0].isupper() for word in rest)
            or (
                verb in ("be", "make", "get", "avoid", "find")
                and rest[0].lower() in ("a", "an", "my", "married", "fit")
            )
        )
    return stands_alone(_named(_object(rest)))


_SOUGHT = words_of(
    "job jobs work flat apartment house home room school nursery supplier suppliers partner partners co-founder cofounder investor investors office role position internship apprenticeship "
    "apprentice employee developer tenant flatmate roommate distributor distributors funding premises warehouse place therapist opportunities career hobby"
)
_ANSWERS = words_of("answers explanations replies responses")
_COURSES = words_of("course courses class classes lessons medication insulin pills")
_STUDIES = words_of("phd mba degree internship apprenticeship bootcamp masters master's course yoga pilates")


def _is_undertaking(verb: str, rest: Words) -> bool:
    first = rest[0].lower()
    if verb in ("try", "plan", "hope", "aim"):
        is_trip = verb == "plan" and head(rest) in APPOINTMENTS | {"move", "journey", "tour"} and stands_alone(rest)
        return is_trip or _pursuit(rest)
    if verb in ("think", "consider", "look", "prepare", "apply", "train", "save", "work", "follow"):
        return _with_preposition(verb, rest)
    if verb in ("take", "do"):
        return any(word.lower() in (_COURSES if verb == "take" else _STUDIES) for word in rest)
    if verb in ("learn", "practice", "practise") and first in ("how", "to"):
        return _is_skill(rest)
    return _is_work(verb, rest)


def _is_skill(rest: Words) -> bool:
    """`to sail`, `how to bake bread`."""
    if len(rest) == 2:
        return rest[0].lower() == "to" and bool(base_of(rest[1]))
    return len(rest) > 2 and stands_alone(rest[2:] if rest[0].lower() == "to" else rest[3:] or rest[2:])


def _is_work(verb: str, rest: Words) -> bool:
    """Something read, watched, written or lived in that has a name of its own."""
    if verb in ("read", "watch") and is_unnamed_work(rest):
        return False
    if (verb in ("read", "watch", "play") and rest[0].lower() in PREPOSITIONS) or (
        verb == "write" and head(rest) not in _WORKS
    ):
        return False
    return stands_alone(_object(rest) if verb in ("live", "volunteer", "participate") else rest)


def _with_preposition(verb: str, rest: Words) -> bool:
    leading = {
        "think": ("of", "about"),
        "look": ("for",),
        "prepare": ("for",),
        "apply": ("for", "to"),
        "train": ("for",),
        "save": ("for", "up"),
        "work": ("on", "towards"),
    }
    first = rest[0].lower()
    if verb == "consider" or verb == "think":
        after = rest if verb == "consider" else rest[1:]
        named = bool(after) and is_ing(after[0]) and base_of(after[0]) in _PURSUITS | {"leave"} and len(after) > 1
        return named and (verb == "consider" or first in leading["think"]) and stands_alone(_object(after[1:]))
    if verb == "follow":
        return first in ("a", "an") and any(
            word.lower() in ("diet", "plan", "course", "programme", "program") for word in rest
        )
    if verb == "look" and not (head(rest[1:]) in _SOUGHT or "new" in rest):
        return False  # a hotel, a gift: what is looked for at the moment
    object_ = rest[2:] if rest[:2] == ("up", "for") else rest[1:]
    return first in leading[verb] and stands_alone(object_)
