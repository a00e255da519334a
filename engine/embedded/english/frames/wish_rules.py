"""The wordings of lasting wishes: how to answer, in what form to give figures, by which way to reach the user."""

import re

from engine.embedded.english.vocabulary import LANGUAGES

_CHANNEL = r"(?:e-?mail|text|phone|slack|teams|whatsapp|sms|telegram|signal|zoom|video call|chat|post|phone calls?|texts?|e-?mails?|text messages?|ms teams|microsoft teams)"
_LANGUAGE = rf"(?:(?:british|american|australian|indian|canadian|plain|simple|brazilian|mexican|swiss|austrian) )?(?:{'|'.join(LANGUAGES)})"
_MANNER = r"(?:briefly|concisely|formally|informally|step by step|in detail|in bullet points|with bullet points|with (?:concrete |short |simple |code |real )?examples|in short sentences|in plain (?:english|language|text|words)|in simple (?:terms|words)|in markdown|in tables?|in one sentence|in prose|in a few (?:words|sentences))"
_PAPERS = r"(?:invoices|quotes|quotations|offers|reports|updates|statements|receipts|documents|files|minutes|contracts|confirmations|reminders|bills|summaries|drafts|notifications|certificates)"
_EXTRAS = r"(?:sources?|links?|references?|citations?|examples?|units|currenc(?:y|ies)|summary|tl;?dr|time ?zones?|page numbers?|steps|vat|tax(?:es)?|shipping(?: costs?)?|delivery (?:times?|costs?|dates?)|prices?|lead times?|part numbers?|order numbers?)"
_STYLE = r"short|brief|concise|simple|detailed|formal|informal|casual|polite|to the point|factual|honest|direct|technical|friendly|plain|in [A-Z]\w+"
_ANSWERS = r"(?:your |all |the |all your )?(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?)"
RULES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"^(?:(?:please|always|and|also|can you|could you|kindly|just)\s+)*{pattern}(?:,? please)?\W*$", re.IGNORECASE), wording, slot)
    for pattern, wording, slot in (
        (rf"(?:answer|reply|respond|write|talk|speak)(?: to me| back)?(?: only| always)? in (?P<x>{_LANGUAGE})(?: only| from now on)?(?P<tail>(?: when(?:ever)? i (?:write|ask|speak) .{2,30})?)", "wants answers in {x} {tail}", "answer_language"),
        (rf"(?:keep|make) {_ANSWERS} (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)", "wants answers kept {x}", "answer_style"),
        (rf"(?:be|stay) (?P<x>(?:{_STYLE})(?:(?:,| and|, and) (?:{_STYLE}))*)(?: in {_ANSWERS}| with me| when you answer| when answering)", "wants answers that are {x}", "answer_style"),
        (r"(?:answer|reply|respond|explain(?: things| it| everything)?)(?: to me| me| always)? (?P<x>" + _MANNER + r"(?:(?:,| and|, and)? " + _MANNER + r")*)", "wants answers {x}", "answer_style"),
        (rf"(?:always )?use (?P<x>(?:(?:metric|imperial) units|bullet points|tables|short sentences|simple (?:language|words)|plain (?:language|english)|british spelling|american spelling|examples|markdown|the 24-hour clock|celsius|fahrenheit))(?: in {_ANSWERS}| when(?:ever)? you (?:answer|reply)| with me)?", "wants {x} in answers", ""),
        (rf"(?:do not|don't|never|stop|no more) (?:use|using|add|adding|include|including|write|writing|put|putting)? ?(?P<x>emojis?|emoticons|bullet points|exclamation marks|jargon|slang|tables|markdown|headings|abbreviations|long (?:answers|explanations)|small talk|flattery|disclaimers)(?: in {_ANSWERS}| with me| please)?", "wants no {x} in answers", ""),
        (r"i (?:do not like|don't like|hate|dislike) (?:it )?when you use (?P<x>emojis?|bullet points|jargon|slang|tables|markdown|exclamation marks)", "wants no {x} in answers", ""),
        (r"(?:for|in|when writing) (?:your |the )?code(?: examples| samples| snippets)?,? (?:please )?use (?P<x>[A-Za-z][\w+#.]*)", "wants code examples in {x}", "code_language"),
        (r"(?:write |give me )?code (?:examples|samples|snippets) (?:should be |always )*in (?P<x>[A-Za-z][\w+#.]*)", "wants code examples in {x}", "code_language"),
        (r"no (?P<x>emojis?|bullet points|jargon|slang|tables|markdown|exclamation marks|disclaimers)(?: in (?:your |the )?(?:answers?|replies|responses))?", "wants no {x} in answers", ""),
        (r"(?:do not|don't|never) (?P<x>call|phone|ring|text|e-?mail)(?: me)?(?P<tail>(?: (?:before|after|on|at|during) [\w :]+)?)", "does not want to be reached by {x} {tail}", ""),
        (r"(?:contact|reach|write to|message) me (?:only )?(?P<x>(?:by|via|through|on|over) [\w -]+)", "wants to be contacted {x}", "contact_channel"),
        (r"(?P<x>email|e-mail|text|phone|message) me(?: instead)?(?:,? (?:not|never|rather than|instead of) .*)?", "wants to be contacted by {x}", "contact_channel"),
        (r"(?:always )?(?:address|call) me (?P<x>(?:as|with|by) [\w .'-]+)", "wants to be addressed {x}", "form_of_address"),
        (r"(?:give|quote|show|list|state|send|provide|write|format) (?:me |us )?(?:all |any |every |the )?(?P<x>(?:prices|amounts|figures|dates|times|temperatures|distances|measurements|costs|quotes|weights|sizes|numbers) (?:in|as|with|including|excluding|without) .{2,60})", "wants {x}", ""),
        (r"send (?P<x>(?:all|any|every) [\w -]{3,40}?) (?P<tail>(?:to|by|as|in|via) .{2,60})", "wants {x} sent {tail}", ""),
        (r"(?:keep|put|copy|cc|include) (?P<x>me|us) (?:in (?:copy|cc|the loop)|on copy)", "wants to be kept in copy", ""),
        (r"(?:cc|copy|keep) (?P<x>me|us)(?: in)?(?: copy| cc)? on (?P<tail>.{3,50})", "wants to be copied on {tail}", ""),
        (rf"send (?:me |us )?(?P<x>(?:all|any|every|our|my|future) (?:[\w-]+ )?{_PAPERS}) (?P<tail>(?:to|by|as|in|via) .{{2,60}})", "wants {x} sent {tail}", ""),
        (rf"always (?:include|cite|add|give|attach|list|show|mention) (?P<x>(?:(?:the|your|a|any|all) )?{_EXTRAS}(?:(?:,| and) (?:the )?{_EXTRAS})*)", "wants answers always to include {x}", ""),
        (r"no (?P<x>(?:phone |video |cold |sales )?calls|newsletters|marketing e-?mails|voicemails|attachments)(?P<tail>(?: (?:before|after|on|at|during|between) [\w :.]+)?)", "wants no {x} {tail}", ""),
        (rf"(?:reply|revert|respond|answer|get back)(?: to (?:me|us))?(?: only)? (?:by|via|over|on) (?P<x>{_CHANNEL})(?: only)?(?:,? (?:as|because|since) .*)?", "wants replies by {x}", "contact_channel"),
        (r"i(?: would|'d)? (?:like|prefer|want) to be (?P<x>(?:addressed|contacted|reached) (?:as|with|by|via|on|in) .{2,40})", "wants to be {x}", ""),
        (r"(?:answers?|replies|responses?) (?:only )?(?P<x>in (?:plain|simple|short|bullet|british|american)[\w ]{2,20}?|in tables?|in markdown)(?: only)?", "wants answers {x}", "answer_style"),
        (r"only (?:contact|reach|write to|message) me (?P<x>(?:by|via|through|on|over) [\w -]+)", "wants to be contacted only {x}", "contact_channel"),
        (r"(?:use|call me by) my (?P<x>first name|last name|surname|full name|title|nickname)", "wants to be addressed by their {x}", "form_of_address"),
        (r"(?:talk|speak|explain (?:things|it|everything)) to me like (?:i am|i'm) (?P<x>an? [\w -]{3,30})", "wants explanations as for {x}", "answer_style"),
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
