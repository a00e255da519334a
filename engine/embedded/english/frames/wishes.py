"""How the user wants to be answered, addressed and reached: requests that hold for every answer, not for one task."""

import re

from engine.embedded.english.frames.draft import PREFERENCE, PROFILE, Draft
from engine.embedded.english.frames.wish_rules import RULES
from engine.embedded.english.person import third_person

_CALL = re.compile(
    r"^(?i:please |just )*(?i:you (?:can|may|should) |everyone |everybody |people |friends |my friends )?(?i:calls?) me (?P<name>[A-Za-zÀ-ž][\w'-]*(?: [A-Z][\w'-]*)?)\W*$"
)
_THINKS = re.compile(
    r"^i (?:think|guess|suppose) |^(?:please )?i(?: would|'d)? (?:like|want|need|prefer)(?: for)? (?:it )?(?:that |if |when )?you (?:to )?|^i(?: would|'d) (?:rather|prefer it if) you ",
    re.IGNORECASE,
)
_MEANS = {"call": "phone", "ring": "phone", "text": "text message", "message": "message"}


_NO_NAMES = frozenset(
    {"back", "when", "if", "later", "crazy", "tomorrow", "today", "a", "an", "the", "that", "names", "maybe"}
)
_ASKED = re.compile(
    r"^(?:could|can|would|will) (?:you|u) (?:please )?(?=always|never|from now on|in future|in the future|keep|stop|only)",
    re.IGNORECASE,
)
_NEXT_WISH = re.compile(
    r"(?:(?:,|;)\s+(?:and\s+|but\s+|otherwise,?\s+)?|\s+-\s+|\band\s+|\bbut\s+|\bso\s+)(?=(?:please|from now on|in (?:the )?future|contact|reach|write to me|message|call|address|don't|do not|never|no|always|"
    r"keep|use|answer|reply|e-?mails?|text|skip|leave out|drop|omit|avoid|spare|send|give|quote|show|explain|only|otherwise|cc|copy|put|slack|teams|whatsapp|phone|the best|ring)\b)"
)
_WISH_OPENING = re.compile(
    r"^(?:(?:ok|okay|hi|hello|hey|well|thanks|so|yes|and|otherwise|from now on|in future|in the future|for future reference)[,]?\s+)+",
    re.IGNORECASE,
)


def of(sentence: str) -> list[Draft]:
    """The wishes in one sentence; a request for this one answer is none."""
    plain = _THINKS.sub("", sentence.strip())
    plain = _ASKED.sub("", plain)
    called = _CALL.match(plain) or _CALL.match(re.sub(r"^(?:\w+,\s+)", "", plain))
    if called and called.group("name").lower() not in _NO_NAMES:
        return [Draft(PROFILE, ("wants", "to", "be", "called", *called.group("name").split()), "nickname", 0.95)]
    return [draft for piece in _NEXT_WISH.split(plain) for draft in _wish(_WISH_OPENING.sub("", piece.strip()))]


def is_lasting_request(sentence: str) -> bool:
    """`Could you always …?`: a question in form, a wish that holds for every answer."""
    return bool(_ASKED.match(sentence.strip()))


def _wish(text: str) -> list[Draft]:
    for pattern, wording, slot in RULES:
        found = pattern.match(text)
        if found:
            said = " ".join(third_person(tuple(found.group("x").rstrip(" .!?").split())))
            if slot == "answer_language":
                said = said.title()
            if "{tail}" in wording or slot == "contact_channel":
                said = _MEANS.get(said.lower(), said)
            tail = " ".join(third_person(tuple((found.groupdict().get("tail") or "").rstrip(" .!?").split())))
            return [Draft(PREFERENCE, tuple(wording.format(x=said, tail=tail).split()), slot, 0.9)]
    return []
