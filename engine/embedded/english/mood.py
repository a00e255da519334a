"""Sentences that state nothing about the user: questions, suppositions, orders, steering, fiction, pasted text."""

import re

_TASK = (
    r"write|draft|compose|continue|translate|rewrite|rephrase|reword|paraphrase|summari[sz]e|proofread|correct|fix|check|edit|complete|classify|"
    r"convert|explain(?! things| step| briefly| in )|analy[sz]e|generate|create|invent|make up|imagine|pretend|role-?play|act as|act like|play the role|describe|tell (?:me|us)|"
    r"give me|show me|extract|parse|format|read|review|improve|respond to(?! me)|reply to(?! me)|say|repeat|store|save|put|add"
)
_OPENING = r"^(?:(?:please|pls|now|then|and|so|ok|okay|hi|hello|hey|well|next|also|first|can you|could you|would you|will you|help me(?: to)?|i (?:want|need|would like) you to|i'd like you to|let's|let us)[,!]?\s+)*"
_ORDER = re.compile(rf"{_OPENING}(?:{_TASK})\b", re.IGNORECASE)
_PASTED = re.compile(
    rf"(?:{_OPENING}(?:{_TASK})\b[^:]*:)|(?:\b(?:here is|here's|below is|following|this is|attached|quote|quoting|lyrics|transcript|text|email|e-mail|letter|"
    rf"message|story|poem|article|post|excerpt|sentence|paragraph|essay|log|example)\b[^:.]*:\s*(?:\S|$))|^(?:dear|to whom)\b",
    re.IGNORECASE,
)
_WORK = re.compile(
    rf"{_OPENING}(?:{_TASK})\b.*\b(?:(?:the following|this|these|below|attached)\b.{{0,20}}\b(?:texts?|sentences?|paragraphs?|e-?mails?|letters?|messages?|poems?|"
    rf"articles?|posts?|excerpts?|essays?|logs?|drafts?|reviews?|passages?|lines?|chats?)|the following|(?:text|one)s? below)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"^(?!(?:i|we|and i|as i|like i)\b)[^:]{0,80}\b(?:said|says|wrote|writes|asked|asks|told (?:me|us)|tells (?:me|us)|replied|answered|claims?|claimed|complained|commented|stated|emailed|texted|posted)\b[^:]{0,30}:",
    re.IGNORECASE,
)
_ABOUT_SELF = re.compile(
    r"\b(?:about|of|on) (?:me|myself|us)\b|\bmy (?:background|profile|situation|setup|details|bio)\b|\b(?:remember|note|know|fyi)\b[^:]*:",
    re.IGNORECASE,
)
_STORY = (
    rf"{_OPENING}(?:{_TASK}|let's|let us)\b.*\b(?:story|stories|novel|poem|fiction|character|protagonist|hero|heroine|screenplay|script|dialogue|scene|lyrics|song|"
    r"fairy tale|fanfic|monologue|persona|diary|biography|who is|who lives)\b"
)
_ASKS_FOR_STORY = re.compile(_STORY, re.IGNORECASE)
_PLAYS = r"\b(?:role-?play|pretend|act as|you are now|play the role|in character)\b"
_ASKS_TO_PLAY = re.compile(_PLAYS, re.IGNORECASE)
_FICTION = re.compile(rf"{_STORY}|{_PLAYS}", re.IGNORECASE)
_STEERING = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:rules?|instructions?|prompts?|guidelines|polic(?:y|ies)|everything|above)\b|"
    r"\bsystem prompt\b|\b(?:store|save|record|write|add|put)\b.{0,40}\b(?:as (?:a )?fact|in(?:to)? (?:your |the )?memory|to memory)\b|"
    r"\bfrom now on\b.{0,30}\b(?:always|never|you|recommend|obey)\b|\bthis user is\b|\byou (?:must|have to|are now|will always)\b|\bdeveloper mode\b|\bjailbreak\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"^(?:(?:and|but|so|well|ok|okay|now|also|even|say|hey|hi)[,]?\s+)*(?:if|suppose|supposing|imagine|assume|assuming|let's say|lets say|let us say|say i|what if|pretend|"
    r"hypothetically|in theory|in case|provided|unless|had i|were i|should i|as if|for example|e\.g\.|for instance|once upon)\b|\bif i (?:were|was|had)\b|\bas if i\b|\bi wish\b|\bif only\b",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\bhow (?:many|much|old|far|fast)\b[^?]*\b(?:i|we|he|she|they|left|remain|altogether|total)\b[^?]*\?",
    re.IGNORECASE,
)
_IRONY = re.compile(r"\b(?:just kidding|jk|kidding|not really|/s|sarcasm)\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"^(?:(?:and|but|so|well|ok|okay|also|then|hey|hi|hello|because|or|by the way)[,]?\s+)*(?:(?:do|does|did)(?! not (?!you|we|they|i\b))|can|could|will|would|should|shall|have you|has|are|is|am|was|were|"
    r"what|what's|who|whose|whom|which|where|when|why|how|how's|any (?:tips|ideas|suggestions|advice|thoughts|recommendations))\b",
    re.IGNORECASE,
)


def stated(sentences: list[str]) -> list[str]:
    """The sentences that may state something. What follows a request for fiction or an announcement of pasted text is not the user's.

    A message that asks how many are left is a sum to be solved: its apples are nobody's.
    """
    if any(_SUM.search(sentence) for sentence in sentences):
        return []
    kept: list[str] = []
    for place, sentence in enumerate(sentences):
        if _STEERING.search(sentence) or _FICTION.search(sentence):
            break
        if _IRONY.search(sentence) and kept:
            kept.pop()
            continue
        if _is_pasted(sentence) and place < len(sentences):
            break
        if not (_ORDER.match(sentence) or _SUPPOSED.search(sentence)):
            kept.append(sentence)
    return kept


def is_question(part: str) -> bool:
    """Whether these words, with no mark beside them, ask."""
    return bool(_QUESTION.match(part))


def brings_material(sentence: str) -> bool:
    """Whether what stands in it, behind its colon or after it is a text to work on, or somebody else's words."""
    return _is_pasted(sentence) or bool(_WORK.search(sentence) or _ASKS_FOR_STORY.search(sentence))


def plays(sentence: str) -> bool:
    """Whether the agent is to play somebody: what follows is said in that play."""
    return bool(_ASKS_TO_PLAY.search(sentence))


def _is_pasted(sentence: str) -> bool:
    return bool((_PASTED.search(sentence) and not _ABOUT_SELF.search(sentence)) or _REPORTED.search(sentence))


def steers(sentence: str) -> bool:
    """Whether the sentence tries to give the agent rules instead of telling about the user."""
    return bool(_STEERING.search(sentence) or _FICTION.search(sentence))
