"""What was done to global memories, and why some are recalled and some are not, in sentences."""

from collections import Counter
from collections.abc import Sequence

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from globalmemory import bulk, scoring
from globalmemory.bulk import Deed, Outcome
from globalmemory.recall import Considered
from memoryhub.pages.globals.global_shelf import sentence_of
from profiles.console import ConsoleRequest

MODES = {
    scoring.NONE: gettext_lazy("No memory that is on is given to this agent, so nothing would be told."),
    scoring.MINIMAL: gettext_lazy("The agent has so few memories that it is told all of them, whatever is asked."),
    scoring.LIGHTWEIGHT: gettext_lazy(
        "The agent has some memories: those that are always told come, and those whose tags the question names."
    ),
    scoring.FULL: gettext_lazy(
        "The agent has many memories: those that are always told come, and those that say something close to the question."
    ),
    scoring.FULL_WITHOUT_VECTORS: gettext_lazy(
        "The agent has many memories, and the question could not be compared with them by its meaning: tags alone decide."
    ),
}
WHYS = {
    scoring.MANDATORY: gettext_lazy("Always told: its background or its long-term goal is filled."),
    scoring.ALL: gettext_lazy("All memories of this agent are told."),
    scoring.TAGS: gettext_lazy("The question names its tags."),
    scoring.SIMILAR: gettext_lazy("It says something close to the question."),
    scoring.SIMILAR_TAGS: gettext_lazy("It is near the question, and the question names its tags."),
    scoring.WORDS: gettext_lazy(
        "The words of the question stand in it; its present text is not compared by meaning yet."
    ),
    scoring.NO_TAG: gettext_lazy("The question names none of its tags."),
    scoring.TOO_FAR: gettext_lazy("It says something else."),
    scoring.NO_WORDS: gettext_lazy(
        "Too few words of the question stand in it; its present text is not compared by meaning yet."
    ),
    scoring.NO_PLACE: gettext_lazy("It would fit, but others fit better and took all places."),
}
NEAR_WITHOUT_TAG = gettext_lazy(
    "It is near the question, but not near enough, and the question names none of its tags."
)


def why(one: Considered) -> str:
    if one.why == scoring.NO_TAG and one.similarity is not None:
        return str(NEAR_WITHOUT_TAG)
    return str(WHYS.get(one.why, one.why))


def tell(request: ConsoleRequest, deed: Deed, outcomes: Sequence[Outcome], *, undo: str) -> None:
    """One line of what came of it; `undo` is where a button to take it back posts to, '' for none."""
    numbers = Counter(one.outcome for one in outcomes)
    refused = dict.fromkeys(sentence_of(one.refusal) for one in outcomes if one.refusal)
    parts = [done(deed, numbers[bulk.DONE])] if numbers[bulk.DONE] else []
    if numbers[bulk.UNCHANGED]:
        unchanged = ngettext("%(number)d was so already.", "%(number)d were so already.", numbers[bulk.UNCHANGED])
        parts.append(unchanged % {"number": numbers[bulk.UNCHANGED]})
    if refused:
        not_done = ngettext("%(number)d was left as it is:", "%(number)d were left as they are:", numbers[bulk.REFUSED])
        parts.append(" ".join([not_done % {"number": numbers[bulk.REFUSED]}, *refused]))
    say = messages.warning if refused else messages.success if numbers[bulk.DONE] else messages.info
    say(request, " ".join(parts), extra_tags=undo)


def done(deed: Deed, number: int) -> str:
    about = {"number": number, "agent": deed.agent_id}
    return (_of_agent(deed, number) if deed.agent_id else _of_memories(deed, number)) % about


def _of_agent(deed: Deed, number: int) -> str:
    return {
        "enable": ngettext(
            "%(number)d memory is on for %(agent)s.", "%(number)d memories are on for %(agent)s.", number
        ),
        "disable": ngettext(
            "%(number)d memory is off for %(agent)s.", "%(number)d memories are off for %(agent)s.", number
        ),
        "bind": ngettext(
            "%(number)d memory is given to %(agent)s.", "%(number)d memories are given to %(agent)s.", number
        ),
        "unbind": ngettext(
            "%(number)d memory is taken from %(agent)s.", "%(number)d memories are taken from %(agent)s.", number
        ),
    }.get(deed.action, _("Done."))


def _of_memories(deed: Deed, number: int) -> str:
    return {
        "enable": ngettext("%(number)d memory is on.", "%(number)d memories are on.", number),
        "disable": ngettext("%(number)d memory is off.", "%(number)d memories are off.", number),
        "delete": ngettext(
            "%(number)d memory is deleted: no agent is told it any more.",
            "%(number)d memories are deleted: no agent is told them any more.",
            number,
        ),
        "restore": ngettext(
            "%(number)d memory is restored, with its agents.",
            "%(number)d memories are restored, with their agents.",
            number,
        ),
        "move": ngettext("%(number)d memory is moved.", "%(number)d memories are moved.", number),
    }.get(deed.action, _("Done."))
