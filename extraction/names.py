"""What people call the kinds, states, reasons and counts of background work, and why something waits for them."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from extraction.models import Job

KINDS: Mapping[str, object] = {
    Job.Kind.LEARN: _("learning"),
    Job.Kind.SUMMARISE: _("summary"),
    Job.Kind.DREAM: _("nightly tidying"),
    Job.Kind.EMBED: _("embedding"),
}

STATES: Mapping[str, object] = {
    Job.State.PENDING: _("Waiting"),
    Job.State.RUNNING: _("Running"),
    Job.State.DONE: _("Done"),
    Job.State.PARTIAL: _("Ended partly"),
    Job.State.FAILED: _("Failed"),
}

REASONS: Mapping[str, object] = {
    # nothing was tried
    "budget": _("It waits for tomorrow: today's budget for models is used up."),
    "breaker_open": _("It waits because the model endpoint failed too often and is left alone for a while."),
    # nothing came of it
    "paused": _("Memory was paused, so nothing was learned and no wish about the memory was heard."),
    "switched_off": _(
        "Learning is switched off for this scope, agent or call: no wish about the memory was heard either."
    ),
    "gate": _("Nothing was said that is worth remembering: greetings, questions, short answers."),
    "nothing_found": _("The engine read it and found nothing to remember."),
    "dropped": _("What was found may not be stored: see the counts."),
    "skipped": _("What was found is not worth keeping beside what is known."),
    "held": _("What was found waits for a person's word."),
    "blocked": _("What was found had been deleted by the person, so it was not taken in."),
    "outdated": _("What was found had been replaced by something said later."),
    "instructions": _("It was a wish about the memory itself."),
    "gone": _("The fact that the wish was about is no longer in force."),
    "changed": _("The fact changed or was said again since, so it stays."),
    "nothing_new": _("Nothing was said since the last summary."),
    "too_little": _("Too little was said for a summary yet."),
    "conversation_gone": _("The conversation was deleted."),
    "promised_again": _("A later summary of the same conversation takes its place."),
    "nothing_left": _("There was nothing left to do."),
    "nothing_to_do": _("Everything was in order."),
    "undone": _("It was undone before it began."),
    # something went wrong
    "changed_meanwhile": _("Something changed while it was decided, so it is tried again."),
    "lost": _("The worker that had it was stopped."),
    "error": _("An error of the service stopped it."),
    "timeout": _("The model did not answer in time."),
    "busy": _("All calls to the model that this process may make were taken."),
    "rate_limited": _("The model endpoint asked for fewer calls."),
    "quota": _("The account at the model endpoint has no money left."),
    "unauthorized": _("The model endpoint did not accept the key."),
    "unreachable": _("The model endpoint could not be reached."),
    "server_error": _("The model endpoint failed."),
    "not_json": _("The model endpoint answered something that is no answer, a web page for instance."),
    "format": _("The model's reply could not be read."),
    "truncated": _("The model's reply was cut off."),
    "too_large": _("The model's reply was too large."),
    "no_choices": _("The model's reply was empty."),
    "no_content": _("The model's reply had no text."),
    "refused": _("The model refused to answer."),
}

COUNTS: Mapping[str, object] = {
    "target": _("messages learned from"),
    "found": _("statements found"),
    "added": _("facts added"),
    "repeated": _("known facts said again"),
    "restored": _("facts back in force"),
    "overwritten": _("facts replaced in their slot"),
    "replaced": _("facts replaced"),
    "older": _("said earlier than what is known"),
    "already_superseded": _("said earlier than what took their place"),
    "blocked": _("blocked because the person had deleted them"),
    "held": _("waiting for a person's word"),
    "evicted": _("facts that made room"),
    "instructions": _("wishes about the memory"),
    "forgotten": _("facts forgotten on request"),
    "updated": _("facts corrected on request"),
    "remembered": _("facts remembered on request"),
    "waiting": _("wishes that wait for a person's word"),
    "not_found": _("wishes that found nothing"),
    "not_confirmed": _("wishes that were not confirmed"),
    "undecided": _("wishes that could not be understood"),
    "not_stored": _("wishes for what may not be stored"),
    "released": _("let through by a person"),
    "gone": _("wishes about what was no longer in force"),
    "retired": _("facts retired on a person's word"),
    "changed": _("facts that changed since, and stay"),
    "statements": _("statements decided"),
    "judged": _("statements that were judged"),
    "skipped": _("statements not worth keeping"),
    "embedded": _("facts embedded"),
    "covered": _("messages condensed"),
}

# Why something waits for a person's word.
HELD: Mapping[str, object] = {
    "steering": _("It reads like an instruction to an agent, not like a fact about a person."),
    "many": _("More was asked to be forgotten or changed at once than is done without asking back."),
    "dream": _("More would have left than may leave in one night."),
    "inaccurate": _("Somebody called it wrong when it was used for an answer."),
    "outdated": _("Somebody called it out of date when it was used for an answer."),
}
OTHER_HELD = _("It is not sure that this should be remembered.")

KEPT: Mapping[str, object] = {
    "changed_since": _("It changed since, so it stays."),
    "said_since": _("It was said again since, so it stays."),
    "replaced_since": _("Something newer has its place."),
}


def reason(word: str) -> str:
    """The sentence for a reason; a word that has none is shown as it is."""
    return str(REASONS.get(word, word))


def count(word: str) -> str:
    """What a count counts; what was dropped or held back is named with its reason."""
    if word in COUNTS:
        return str(COUNTS[word])
    for prefix, name in (("dropped_", _("left out")), ("gate_", _("not read"))):
        if word.startswith(prefix):
            return f"{name}: {LEFT_OUT.get(word.removeprefix(prefix), word.removeprefix(prefix))}"
    return word


LEFT_OUT: Mapping[str, object] = {
    "blank": _("empty"),
    "too_long": _("too long"),
    "secret": _("secrets"),
    "contact": _("phone numbers and e-mail addresses"),
    "steering": _("instructions to the agent"),
    "low_confidence": _("too unsure"),
    "unknown_type": _("unknown type"),
    "switched_off": _("switched off"),
    "wrong_role": _("not in the person's own words"),
    "not_confirmed": _("not confirmed"),
    "relative_time": _("time could not be told"),
    "short": _("too short"),
    "question": _("questions"),
    "small_talk": _("small talk"),
    "no_cue": _("nothing about the person"),
    "no_target": _("only for reference"),
    "role": _("other speakers"),
    "duplicate": _("said twice"),
    "filler": _("nothing said"),
    "command": _("orders of the moment"),
    "order": _("orders of the moment"),
    "hypothetical": _("suppositions"),
    "hypothesis": _("suppositions"),
    "guess": _("guesses"),
    "hearsay": _("hearsay"),
    "quote": _("quotations"),
    "material": _("texts to be worked on"),
    "somebody_else": _("about somebody else"),
    "no_subject": _("nobody named"),
    "no_content": _("nothing said"),
    "no_rule": _("not understood by the rules"),
    "unresolved_time": _("time could not be told"),
    "unresolved_pronoun": _("unclear whom or what it means"),
    "unclear_instruction": _("unclear wishes"),
    "known": _("known already"),
    "recalled": _("remembered text that came back"),
    "too_many": _("too many at once"),
    "too_large": _("too long"),
    "wrong_item": _("unreadable parts of the model's reply"),
    "wrong_value": _("unreadable parts of the model's reply"),
    "wrong_confidence": _("unreadable parts of the model's reply"),
    "wrong_instruction": _("unreadable parts of the model's reply"),
}

# What the gate says of one message.
GATE: Mapping[str, object] = {
    "open": _("Read: it may say something worth remembering."),
    "role": _("Not read: only what the person and the agent say to each other is."),
    "blank": _("Not read: there is no word in it."),
    "short": _("Not read: too short to say anything."),
    "small_talk": _("Not read: a greeting, thanks or small talk."),
    "question": _("Not read: it asks or orders something for this moment."),
    "no_cue": _("Not read: nothing in it speaks of the person, or confirms something for them."),
    "no_target": _("Not read: it was stored for reference alone."),
}

# What became of a wish about the memory itself.
WISHES: Mapping[str, object] = {
    "forgotten": _("Forgotten on request."),
    "updated": _("Corrected on request."),
    "remembered": _("Remembered on request."),
    "waiting": _("It waits for a person's word."),
    "not_found": _("Nothing stored was meant, so nothing was changed."),
    "not_confirmed": _("It was not confirmed which fact was meant, so nothing was changed."),
    "undecided": _("It could not be told what was meant, so nothing was changed."),
    "not_stored": _("What was to be remembered may not be stored."),
}

# What a model is called for.
PURPOSES: Mapping[str, object] = {
    "extract": _("find statements"),
    "judge": _("compare two statements"),
    "match": _("find what a wish means"),
    "consolidate": _("tidy facts"),
    "summarise": _("summarise"),
    "describe": _("describe a conversation"),
    "embed": _("embed"),
}
