"""Has conversations condensed anew without a message that was deleted, or from which came a fact that its owner deleted."""

from datetime import datetime, timedelta

from django.db import transaction

from extraction import summarising
from profiles import ledger
from summaries import episodes, forgotten, snapshots
from summaries.models import Message

# Messages of one round; the next minute takes up what is left.
ROUND = 200
# A round that was missed for longer is made up for by nobody: what retells a deleted fact is shown to nobody meanwhile.
LATELY = timedelta(days=2)


def have_condensed_anew(message: Message, *, now: datetime) -> None:
    """What was condensed from a message that is gone, or is to be forgotten, is taken out of use and promised without it.

    Its episode is gone already. In the transaction of the deletion.
    """
    is_summarised = snapshots.withdraw(message, now=now)
    is_told = episodes.due_of(message.session_id) is not None
    if is_summarised or is_told:
        wishes = [summarising.FORCE] * is_summarised + [summarising.EPISODE] * is_told
        summarising.promise(message.session, scope_id=message.scope_id, now=now, wishes=wishes)


def sweep(*, now: datetime) -> int:
    """Look for what still retells facts that were deleted lately; answers of how many messages it was made anew."""
    done = 0
    for message in forgotten.retold(since=now - LATELY).select_related("session__profile")[:ROUND]:
        try:
            with transaction.atomic():
                ledger.locked(message.profile_id)
                episodes.forget(message)
                have_condensed_anew(message, now=now)
        except ledger.ProfileGone:
            continue
        done += 1
    return done
