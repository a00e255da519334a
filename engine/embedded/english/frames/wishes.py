"""How the user wants to be answered, addressed and reached: requests that hold for every answer, not for one task."""

import re

from engine.embedded.english.frames.draft import PREFERENCE, PROFILE, Draft
from engine.embedded.english.person import third_person
from engine.embedded.english.vocabulary import LANGUAGES

_CALL = re.compile(
    r"^(?i:please |just )*(?i:you (?:can|may|should) |everyone |everybody |people |friends |my friends )?(?i:calls?) me (?P<name>[A-Za-zÀ-ž][\w'-]*(?: [A-Z][\w'-]*)?)\W*$"
)
_THINKS = re.compile(
    r"^i (?:think|guess|suppose) |^(?:please )?i(?: would|'d)? (?:like|want|need|prefer)(?: for)? (?:it )?(?:that |if |when )?you (?:to )?|^i(?: would|'d) (?:rather|prefer it if) you ",
    re.IGNORECASE,
)
_STYLE = r"short|brief|concise|simple|detailed|formal|informal|casual|polite|to the point|factual|honest|direct|technical|friendly|plain|in [A-Z]\w+"
_ANSWERS = r"(?:your |all |the |all your )?(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?)"
_RULES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"^(?:(?:please|always|and|also|can you|could you|kindly|just)\s+)*{pattern}(?:,? please)?\W*$", re.IGNORECASE), wording, slot)
    for pattern, wording, slot in (
        (rf"(?:answer|reply|respond|write|talk|speak)(?: to me| back)?(?: only| always)? in (?P<x>{'|'.join(LANGUAGES)})(?: only| from now on)?", "wants answers in {x}", "answer_language"),
        (rf"(?:keep|make) {_ANSWERS} (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)", "wants answers kept {x}", "answer_style"),
        (rf"(?:be|stay) (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)(?: in {_ANSWERS}| with me| when you answer| when answering)", "wants answers that are {x}", "answer_style"),
        (r"(?:answer|reply|respond|explain(?: things)?)(?: to me| always)? (?P<x>briefly|concisely|formally|informally|step by step|in detail|in bullet points|with bullet points|with examples|in short sentences|in plain (?:english|language|text|words)|in simple (?:terms|words)|in markdown|in tables?|in one sentence|in prose)", "wants answers {x}", "answer_style"),
        (rf"(?:always )?use (?P<x>(?:(?:metric|imperial) units|bullet points|tables|short sentences|simple (?:language|words)|plain (?:language|english)|british spelling|american spelling|examples|markdown|the 24-hour clock|celsius|fahrenheit))(?: in {_ANSWERS}| when(?:ever)? you (?:answer|reply)| with me)?", "wants {x} in answers", ""),
        (rf"(?:do not|don't|never|stop|no more) (?:use|using|add|adding|include|including|write|writing|put|putting)? ?(?P<x>emojis?|emoticons|bullet points|exclamation marks|jargon|slang|tables|markdown|headings|abbreviations|long (?:answers|explanations)|small talk|flattery|disclaimers)(?: in {_ANSWERS}| with me| please)?", "wants no {x} in answers", ""),
        (r"i (?:do not like|don't like|hate|dislike) (?:it )?when you use (?P<x>emojis?|bullet points|jargon|slang|tables|markdown|exclamation marks)", "wants no {x} in answers", ""),
        (r"(?:for|in|when writing) (?:your |the )?code(?: examples| samples| snippets)?,? (?:please )?use (?P<x>[A-Za-z][\w+#.]*)", "wants code examples in {x}", "code_language"),
        (r"(?:write |give me )?code (?:examples|samples|snippets) (?:should be |always )*in (?P<x>[A-Za-z][\w+#.]*)", "wants code examples in {x}", "code_language"),
        (r"no (?P<x>emojis?|bullet points|jargon|slang|tables|markdown|exclamation marks|disclaimers)(?: in (?:your |the )?(?:answers?|replies|responses))?", "wants no {x} in answers", ""),
        (r"(?:do not|don't|never) (?P<x>call|phone|ring|text|e-?mail)(?: me)?(?P<tail>(?: (?:before|after|on|at|during) [\w :]+)?)", "does not want to be reached by {x}{tail}", ""),
        (r"(?:contact|reach|write to|message) me (?:only )?(?P<x>(?:by|via|through|on|over) [\w -]+)", "wants to be contacted {x}", "contact_channel"),
        (r"(?P<x>email|e-mail|text|phone|message) me(?: instead)?(?:,? (?:not|never|rather than|instead of) .*)?", "wants to be contacted by {x}", "contact_channel"),
        (r"(?:always )?(?:address|call) me (?P<x>(?:as|with|by) [\w .'-]+)", "wants to be addressed {x}", "form_of_address"),
    )
)  # fmt: skip
_MEANS = {"call": "phone", "ring": "phone", "text": "text message", "message": "message"}


_NO_NAMES = frozenset(
    {"back", "when", "if", "later", "crazy", "tomorrow", "today", "a", "an", "the", "that", "names", "maybe"}
)
_NEXT_WISH = re.compile(
    r"(?:,|;|\band\b|\bbut\b)\s+(?=(?:please|from now on|in (?:the )?future|contact|reach|write to me|message|call|address|don't|do not|never|no|always|"
    r"keep|use|answer|reply|email|text)\b)"
)
_WISH_OPENING = re.compile(
    r"^(?:(?:ok|okay|hi|hello|hey|well|thanks|so|yes|and|from now on|in future|in the future|for future reference)[,]?\s+)+",
    re.IGNORECASE,
)


def of(sentence: str) -> list[Draft]:
    """The wishes in one sentence; a request for this one answer is none."""
    plain = _THINKS.sub("", sentence.strip())
    called = _CALL.match(plain) or _CALL.match(re.sub(r"^(?:\w+,\s+)", "", plain))
    if called and called.group("name").lower() not in _NO_NAMES:
        return [Draft(PROFILE, ("wants", "to", "be", "called", *called.group("name").split()), "nickname", 0.95)]
    return [draft for piece in _NEXT_WISH.split(plain) for draft in _wish(_WISH_OPENING.sub("", piece.strip()))]


def _wish(text: str) -> list[Draft]:
    for pattern, wording, slot in _RULES:
        found = pattern.match(text)
        if found:
            said = " ".join(third_person(tuple(found.group("x").rstrip(" .!").split())))
            if "{tail}" in wording or slot == "contact_channel":
                said = _MEANS.get(said.lower(), said)
            tail = found.groupdict().get("tail") or ""
            return [Draft(PREFERENCE, tuple(wording.format(x=said, tail=tail).split()), slot, 0.9)]
    return []
