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
_CHANNEL = r"(?:e-?mail|text|phone|slack|teams|whatsapp|sms|telegram|signal|zoom|video call|chat|post|phone calls?|texts?|e-?mails?|text messages?|ms teams|microsoft teams)"
_LANGUAGE = rf"(?:(?:british|american|australian|indian|canadian|plain|simple|brazilian|mexican|swiss|austrian) )?(?:{'|'.join(LANGUAGES)})"
_MANNER = r"(?:briefly|concisely|formally|informally|step by step|in detail|in bullet points|with bullet points|with (?:concrete |short |simple |code |real )?examples|in short sentences|in plain (?:english|language|text|words)|in simple (?:terms|words)|in markdown|in tables?|in one sentence|in prose|in a few (?:words|sentences))"
_STYLE = r"short|brief|concise|simple|detailed|formal|informal|casual|polite|to the point|factual|honest|direct|technical|friendly|plain|in [A-Z]\w+"
_ANSWERS = r"(?:your |all |the |all your )?(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?)"
_RULES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"^(?:(?:please|always|and|also|can you|could you|kindly|just)\s+)*{pattern}(?:,? please)?\W*$", re.IGNORECASE), wording, slot)
    for pattern, wording, slot in (
        (rf"(?:answer|reply|respond|write|talk|speak)(?: to me| back)?(?: only| always)? in (?P<x>{_LANGUAGE})(?: only| from now on)?", "wants answers in {x}", "answer_language"),
        (rf"(?:keep|make) {_ANSWERS} (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)", "wants answers kept {x}", "answer_style"),
        (rf"(?:be|stay) (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)(?: in {_ANSWERS}| with me| when you answer| when answering)", "wants answers that are {x}", "answer_style"),
        (r"(?:answer|reply|respond|explain(?: things| it| everything)?)(?: to me| me| always)? (?P<x>" + _MANNER + r"(?:(?:,| and|, and)? " + _MANNER + r")*)", "wants answers {x}", "answer_style"),
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
        (r"(?:give|quote|show|list|state|send|provide|write|format) (?:me |us )?(?:all |any |every |the )?(?P<x>(?:prices|amounts|figures|dates|times|temperatures|distances|measurements|costs|quotes|weights|sizes|numbers) (?:in|as|with|including|excluding|without) .{2,60})", "wants {x}", ""),
        (r"send (?P<x>(?:all|any|every) [\w -]{3,40}?) (?P<tail>(?:to|by|as|in|via) .{2,60})", "wants {x} sent {tail}", ""),
        (r"(?:keep|put|copy|cc|include) (?P<x>me|us) (?:in (?:copy|cc|the loop)|on copy)(?: on .*)?", "wants to be kept in copy", ""),
        (r"(?:skip|leave out|drop|omit|spare me|avoid) (?:the |any |all )?(?P<x>intro(?:duction)?s?|small talk|pleasantries|disclaimers?|jargon|marketing (?:talk|speak)|emojis?|buzzwords|summary|greetings?|preamble)", "wants answers without {x}", ""),
        (rf"(?P<x>{_CHANNEL}) (?:is|are|works|work) (?:usually |always |the )?(?:best|better|preferred|easiest|easier|preferable|ideal|best way to (?:reach|contact|get) me)(?: for (?:me|us))?", "prefers to be contacted by {x}", "contact_channel"),
        (rf"(?P<x>{_CHANNEL}) (?:is|are|works) (?:also |always )?(?:fine|ok|okay|good)(?: (?:too|as well|otherwise))?(?: for (?:me|us))?", "is fine with being contacted by {x}", ""),
        (rf"(?:my |our )?preferred (?:contact |communication )?(?:channel|method|means)(?: of (?:contact|communication))? is (?P<x>{_CHANNEL})", "prefers to be contacted by {x}", "contact_channel"),
        (rf"(?:the )?(?:best|easiest|quickest) way to (?:reach|contact|get hold of|get) (?:me|us) is (?:by |via |through |on |over )?(?P<x>{_CHANNEL})", "prefers to be contacted by {x}", "contact_channel"),
        (r"(?:the )?best time to (?:reach|call|contact|ring|catch) (?:me|us) is (?P<x>.{3,50})", "is best reached {x}", "availability"),
        (r"for (?P<tail>(?:urgent|quick|important) \w+|emergencies|anything urgent),? (?:please )?(?P<x>call|text|phone|ring|e-?mail|message)(?: me| us)", "wants to be contacted by {x} for {tail}", ""),
        (r"(?:do not|don't|never|stop) (?:send|sending) (?:me |us )?(?P<x>(?:newsletters?|marketing (?:e-?mails?|messages)|promotional (?:e-?mails?|offers)|paper (?:invoices|letters)|sms|text messages|attachments|reminders|notifications))", "does not want to be sent {x}", ""),
        (rf"i(?: would|'d)? prefer (?:to be (?:contacted|reached) |contact |communication )?(?:by|via|through|over|on) (?P<x>{_CHANNEL})", "prefers to be contacted by {x}", "contact_channel"),
    )
)  # fmt: skip
_MEANS = {"call": "phone", "ring": "phone", "text": "text message", "message": "message"}


_NO_NAMES = frozenset(
    {"back", "when", "if", "later", "crazy", "tomorrow", "today", "a", "an", "the", "that", "names", "maybe"}
)
_ASKED = re.compile(
    r"^(?:could|can|would|will) (?:you|u) (?:please )?(?=always|never|from now on|in future|in the future|keep|stop|only)",
    re.IGNORECASE,
)
_NEXT_WISH = re.compile(
    r"(?:(?:,|;)\s+(?:and\s+|but\s+|otherwise\s+)?|\s+-\s+|\band\s+|\bbut\s+|\bso\s+)(?=(?:please|from now on|in (?:the )?future|contact|reach|write to me|message|call|address|don't|do not|never|no|always|"
    r"keep|use|answer|reply|e-?mails?|text|skip|leave out|drop|omit|avoid|spare|send|give|quote|show|explain|cc|copy|put|slack|teams|whatsapp|phone|the best|ring)\b)"
)
_WISH_OPENING = re.compile(
    r"^(?:(?:ok|okay|hi|hello|hey|well|thanks|so|yes|and|from now on|in future|in the future|for future reference)[,]?\s+)+",
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
    for pattern, wording, slot in _RULES:
        found = pattern.match(text)
        if found:
            said = " ".join(third_person(tuple(found.group("x").rstrip(" .!?").split())))
            if "{tail}" in wording or slot == "contact_channel":
                said = _MEANS.get(said.lower(), said)
            tail = " ".join(third_person(tuple((found.groupdict().get("tail") or "").rstrip(" .!?").split())))
            return [Draft(PREFERENCE, tuple(wording.format(x=said, tail=tail).split()), slot, 0.9)]
    return []
