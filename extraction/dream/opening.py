"""Whom a dream is about: the people of a tenant with news that no dream has looked at, each with a part and a job."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, connection, transaction
from django.db.models import Case, F, Max, OuterRef, Subquery, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from extraction import bell, jobs
from extraction.models import DreamPart, DreamRun, Job
from profiles.models import Profile
from summaries.models import Message

# What a tenant's first dream looks back on: not on years of conversations that were learned from long since.
FIRST_WINDOW = timedelta(hours=24)
# People of one transaction: it holds the run, and a worker that is killed loses one such piece.
BATCH = 1_000
# Somebody who is erased while the parts of a piece are made spoils it; it is made again.
TRIES = 5

JOIN_JOBS = """
UPDATE extraction_dreampart AS part SET job_id = job.id
FROM extraction_job AS job
WHERE job.id = ANY(%s) AND part.id = (job.options ->> 'part')::bigint
"""


def open_all(run: DreamRun, *, now: datetime) -> None:
    """Make the parts of a run, piece by piece; may be cut off and done again, or be done by two at once."""
    is_first = _is_first(run)
    if is_first and not run.is_dry:
        start_watermarks(run.tenant_id, before=run.started_at - FIRST_WINDOW)
    spoiled = 0
    while True:
        try:
            if not _open_piece(run.pk, is_first=is_first, now=now):
                return
        except IntegrityError:
            spoiled += 1
            if spoiled == TRIES:
                raise


def add_parts(run: DreamRun, people: Sequence[tuple[int, int]], *, now: datetime) -> list[DreamPart]:
    """A part and a job for each person (key and watermark), in the caller's transaction."""
    parts = DreamPart.objects.bulk_create(
        DreamPart(run=run, profile_id=profile, after_message=since) for profile, since in people
    )
    made = Job.objects.bulk_create(
        Job(
            profile_id=part.profile_id,
            kind=Job.Kind.DREAM,
            options={"part": part.pk},
            due_at=now,
            created_at=now,
        )
        for part in parts
    )
    with connection.cursor() as cursor:
        cursor.execute(JOIN_JOBS, [[job.pk for job in made]])
    return parts


def start_watermarks(tenant_id: int, *, before: datetime) -> None:
    """Call looked at what was stored before the window of the first dream. Locks are held for one piece alone, because
    storing a message waits for them."""
    after = 0
    fresh = Profile.objects.filter(tenant=tenant_id, dreamed_through=0).order_by("pk")
    while keys := list(fresh.filter(pk__gt=after).values_list("pk", flat=True)[:BATCH]):
        found = Profile.objects.filter(pk__in=keys, dreamed_through=0).alias(stored=_stored(before))
        found.filter(stored__isnull=False).update(dreamed_through=F("stored"))
        after = keys[-1]


def with_news(tenant_id: int, *, after: int = 0, looked_back_to: datetime | None = None) -> list[tuple[int, int]]:
    """The next people (key and watermark) with words that no dream has looked at; nobody while memory is paused.

    `looked_back_to`: as if the watermarks were started there.
    """
    since: Combinable = F("dreamed_through")
    if looked_back_to is not None:
        since = Case(When(dreamed_through=0, then=Coalesce(_stored(looked_back_to), 0)), default=since)
    # One message of each person, found by the index (profile, id): as EXISTS it would be joined, and all messages read.
    news = Message.objects.condensable().filter(profile=OuterRef("pk"), pk__gt=OuterRef("since"), teaches=True)
    people = Profile.objects.filter(tenant=tenant_id, tenant__is_paused=False, is_paused=False, pk__gt=after)
    found = people.annotate(since=since).alias(news=Subquery(news.values("pk")[:1])).filter(news__isnull=False)
    return list(found.order_by("pk").values_list("pk", "since")[:BATCH])


def _is_first(run: DreamRun) -> bool:
    earlier = DreamRun.objects.filter(tenant=run.tenant_id, is_dry=False, for_one=False, pk__lt=run.pk)
    return not run.for_one and not earlier.exists()


def _open_piece(run_id: int, *, is_first: bool, now: datetime) -> bool:
    """Parts for the next people; False when there are none any more, and the run is open from then on."""
    with transaction.atomic():
        run = DreamRun.objects.select_for_update(no_key=True).filter(pk=run_id, state=DreamRun.State.OPENING).first()
        if run is None:
            return False
        looked_back_to = run.started_at - FIRST_WINDOW if is_first and run.is_dry else None
        made = DreamPart.objects.filter(run=run)
        last = made.aggregate(last=Max("profile"))["last"] or 0
        piece = with_news(run.tenant_id, after=last, looked_back_to=looked_back_to)
        number = made.count()
        if piece:
            _ring(add_parts(run, piece, now=now)[: max(0, jobs.BELLS_OF_DREAMS - number)])
        else:
            run.state, run.counts = DreamRun.State.RUNNING, {"active": number}
            run.save(update_fields=["state", "counts"])
        return bool(piece)


def _ring(parts: Sequence[DreamPart]) -> None:
    for part in parts:
        ring = partial(bell.ring, part.profile_id, queue=jobs.QUEUES[Job.Kind.DREAM])
        transaction.on_commit(ring, robust=True)


def _stored(before: datetime) -> Subquery:
    stored = Message.objects.filter(profile=OuterRef("pk"), stored_at__lt=before).order_by("-pk")
    return Subquery(stored.values("pk")[:1])
