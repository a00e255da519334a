"""What people call the states of a dream, what it did, and why something was not done."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from engine.condensing import ALLERGY, FACETS, SAME
from extraction import names
from extraction.models import DreamOperation, DreamPart, DreamRun

Op, State = DreamOperation.Op, DreamOperation.State

RUNS: Mapping[str, object] = {
    DreamRun.State.OPENING: _("Beginning"),
    DreamRun.State.RUNNING: _("Running"),
    DreamRun.State.DONE: _("Ended"),
}

PARTS: Mapping[str, object] = {
    DreamPart.State.PENDING: _("Not yet"),
    DreamPart.State.DONE: _("Done"),
    DreamPart.State.FAILED: _("Failed"),
    DreamPart.State.SKIPPED: _("Passed over"),
}

STATES: Mapping[str, object] = {
    State.PLANNED: _("only planned"),
    State.APPLIED: _("carried out"),
    State.WAITING: _("waits for your word"),
    State.REFUSED: _("refused"),
    State.REJECTED: _("not allowed"),
    State.STALE: _("left alone"),
    State.UNDONE: _("undone"),
}

# Why a fact left, by what was done with it.
LEFT: Mapping[str, object] = {
    Op.OUTDATED: _("What was said since speaks against it."),
    Op.EXPIRED: _("It was said to hold only until a day that is over."),
    Op.EVICTED: _("There were more facts than may be remembered; this was among the least important."),
}

REASONS: Mapping[str, object] = {
    "paused": _("Memory was paused, so nothing was touched."),
    "nothing_to_do": names.REASONS["nothing_to_do"],
    "gone": _("The person was erased meanwhile."),
}

# The built-in rules' own words for what they join; what they retire they explain by words that were said.
RULES: Mapping[str, object] = {
    SAME: _("The same in other words."),
    FACETS: _("Facets of one thing."),
    ALLERGY: _("One allergy, told in several ways."),
}

# Why a proposal was not carried out.
WHY: Mapping[str, object] = {
    "unknown_id": _("It named a fact that does not exist or belongs to somebody else."),
    "not_active": _("It named a fact that is no longer in force."),
    "too_few": _("It would have joined a fact with nothing."),
    "twice": _("It named a fact that an earlier proposal had named already."),
    "pinned": _("The fact is pinned, and pinned facts are left as they are."),
    "adds": _("It would have added something. The dream only tidies."),
    "ungrounded": _("Its wording says something that the facts do not say."),
    "loses": _("Its wording leaves out something that the facts say."),
    "differs": _("The facts look alike and are not the same."),
    "languages": _("It mixes two languages."),
    "steering": _("Its wording reads like an instruction to an agent."),
    "secret": _("Its wording holds a secret or a personal number."),
    "contact": _("Its wording holds a phone number or an e-mail address that may not be kept."),
    "too_long": _("Its wording is too long for one fact."),
    "empty": _("It has no wording."),
    "deleted_before": _("Its wording says again what was deleted."),
    "undone_before": _("The same was undone or refused before."),
    "waits": _("The fact waits for a person's word already."),
    "exists": _("Its wording is another fact already."),
    "no_evidence": _("The person said nothing themselves, and without their words nothing is outdated."),
    "allowance": _("It would wait for a person's word: more would leave than may leave in one night."),
    "changed": _("The fact changed while it was thought about."),
}
OTHER_WHY = _("It did not pass the checks.")

COUNTS: Mapping[str, object] = {
    "active": _("people with news"),
    "users": _("people tidied"),
    "merged": _("merges of facts"),
    "outdated": _("facts out of force"),
    "waiting": _("waiting for a person's word"),
    "rejected": _("proposals that were not allowed"),
    "stale": _("left alone because they changed meanwhile"),
    "skipped": _("people passed over"),
    "failed": _("people for whom it failed"),
    "unchanged": _("facts left as they are"),
    "expired": _("facts whose time was over"),
    "evicted": _("facts that made room"),
    "episodes": _("conversations remembered"),
    "episodes_failed": _("conversations to be described later"),
    "conversations": _("conversations read"),
    "conversations_left": _("older conversations not read again"),
    "tokens": _("tokens"),
    "seconds": _("seconds"),
}


def reason(word: str) -> str:
    """A sentence for why a person's part came to nothing, or why it failed."""
    return str(REASONS[word]) if word in REASONS else names.reason(word)


def in_words(reason: str) -> str:
    """An engine's reason: that of the rules in the reader's language, a model's as it gave it."""
    return str(RULES.get(reason, reason))


def why(word: str) -> str:
    return str(WHY.get(word, OTHER_WHY)) if word else ""


def count(word: str) -> str:
    return str(COUNTS.get(word, word.replace("_", " ")))
