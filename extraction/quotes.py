"""What repeats words of a conversation without being a fact: it goes when none of those words is stored any more."""

from collections.abc import Collection, Iterable

from extraction.models import Decision
from observability.models import ModelCall
from profiles.models import HeldItem
from summaries.models import Message


def forget(taken: Collection[int], *, profiles: Collection[int]) -> None:
    """Delete statements that wait, and decisions that led to no fact, when they rest on no message any more.

    `taken` are the messages of these profiles that have just gone. Call it in the transaction that takes them. Rows
    that somebody has locked are left out: they are being decided, or going anyway. What a dream would retire, or
    somebody doubts, is a fact already, and stays one without its messages.
    """
    held = HeldItem.objects.select_for_update(skip_locked=True).filter(profile__in=profiles)
    held = held.exclude(op__in=(HeldItem.Op.RETIRE, HeldItem.Op.DOUBT))
    gone = _without(held.filter(evidence__overlap=list(taken)).values_list("pk", "evidence"))
    HeldItem.objects.filter(pk__in=gone).delete()
    decisions = Decision.objects.select_for_update(skip_locked=True).filter(profile__in=profiles, fact_id="")
    gone = _without(decisions.filter(message_ids__overlap=list(taken)).values_list("pk", "message_ids"))
    Decision.objects.filter(pk__in=gone).delete()


def _without(rows: Iterable[tuple[int, list[int]]]) -> list[int]:
    """Those of which no message is left."""
    found = list(rows)
    keys = {key for _row, messages in found for key in messages}
    left = set(Message.objects.filter(pk__in=keys).undeleted().values_list("pk", flat=True))
    return [row for row, messages in found if left.isdisjoint(messages)]


def blank_calls(jobs: Collection[int]) -> None:
    """What models were asked and answered for these jobs; what that cost stays."""
    calls = ModelCall.objects.filter(job_id__in=jobs).exclude(request_text="", reply_text="")
    calls.update(request_text="", reply_text="")
