"""What the service does for a tenant, in sentences: its jobs, its models, its dreams."""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import embeddings
from extraction import names, overview
from extraction.models import Job
from memoryhub.pages.operations.check import ORDER, Check, Level, unread
from memoryhub.pages.operations.status_figures import Asked, Standing
from profiles import choices
from profiles.models import Tenant

LONGEST_WAIT = timedelta(minutes=10)  # a job that waits for its next attempt holds back others for as long


def work(found: Standing) -> Iterator[Check]:
    subject, work = _("Background work"), found.work
    links = [(reverse("work"), _("Show"))]
    if work is None:
        yield unread(subject)
        return
    counted = _waiting(work.waiting, work.running)
    finished_at = found.server.finished_at if found.server else None
    if overview.stands_still(work.due_since, finished_at=finished_at, leased_until=work.leased_until, now=found.now):
        yield Check(
            subject,
            Level.BROKEN,
            f"{counted} {_('Nobody takes up what waits.')}",
            _("See that the workers run."),
            links,
        )
        return
    if work.due_since is None:
        yield Check(subject, Level.WELL, counted, links=links)
        return
    oldest = _("The oldest could have begun %(ago)s ago.") % {"ago": timesince(work.due_since, found.now)}
    is_late = found.now - work.due_since > LONGEST_WAIT
    yield Check(subject, Level.WATCH if is_late else Level.WELL, f"{counted} {oldest}", links=links)


def _waiting(waiting: int, running: int) -> str:
    if not (waiting or running):
        return _("Nothing waits.")
    said = ngettext("%(number)d job waits.", "%(number)d jobs wait.", waiting) % {"number": waiting}
    if not running:
        return said
    return f"{said} {ngettext('%(number)d runs.', '%(number)d run.', running) % {'number': running}}"


def failures(found: Standing) -> Iterator[Check]:
    subject = _("Failures of the last hour")
    if found.failures is None:
        yield unread(subject)
        return
    number = sum(group.number for group in found.failures)
    if not number:
        yield Check(subject, Level.WELL, _("Nothing failed."))
        return
    said = ngettext(
        "%(number)d job did not end well.", "%(number)d jobs did not end well.", number
    ) % {"number": number}  # fmt: skip
    links = [
        (
            f"{reverse('work')}?state={group.state}" + (f"&reason={group.reason}" if group.reason else ""),
            f"{group.number} × {names.reason(group.reason) or names.STATES[group.state]}",
        )
        for group in found.failures
    ]
    is_lost = any(group.state == Job.State.FAILED for group in found.failures)
    advice = _("Nothing is lost: mend the cause, then run them again from the list.") if is_lost else ""
    yield Check(subject, Level.WATCH, said, advice, links)


def language_model(found: Standing, tenant: Tenant) -> Iterator[Check]:
    subject, choice = _("Language model"), choices.model_choice("extract", tenant_id=tenant.pk)
    if choice.is_embedded:
        yield Check(subject, Level.WELL, _("None is set: the built-in rules learn, without any call."))
        return
    held_up = found.work.held_up if found.work else {}
    if "breaker_open" in held_up:
        yield Check(
            subject, Level.BROKEN, _("It failed too often and is left alone for a while; jobs wait for it."),
            _("See that the endpoint answers, and mend MEMORYHUB_LLM_BASE_URL, _API_KEY and _MODEL."), _of_calls(),
        )  # fmt: skip
    elif "budget" in held_up:
        yield Check(
            subject, Level.WATCH, _("The budget of this day is used up; jobs wait for tomorrow."),
            _("Raise MEMORYHUB_LLM_DAILY_BUDGET, or wait."), _of_calls(),
        )  # fmt: skip
    else:
        yield _of_asked(subject, choice.model, found.language)


def embedder(found: Standing, tenant: Tenant) -> Iterator[Check]:
    subject = _("Embedding model")
    choice = choices.present_embedder()
    named = embeddings.model_name(choice)
    if tenant.embedding_model not in ("", named):
        said = _("Vectors are by %(stored)s, the settings name %(named)s.")
        yield Check(
            subject, Level.WATCH, said % {"stored": tenant.embedding_model, "named": named},
            _("Run “manage.py reembed”, or name the former model again. Until then search goes by the former one."),
        )  # fmt: skip
    elif choice.is_bundled:
        yield Check(subject, Level.WELL, _("The bundled one, %(name)s, without any call.") % {"name": named})
    else:
        yield _of_asked(subject, choice.model, found.embedding)


def _of_asked(subject: str, model: str, asked: Asked | None) -> Check:
    if asked is None:
        return unread(subject)
    if not (asked.answered or asked.failed):
        return Check(
            subject,
            Level.UNKNOWN,
            _("%(model)s: nobody asked it in the last hour.") % {"model": model},
            links=_of_calls(),
        )
    said = _("%(model)s: of the calls of the last hour %(answered)d were answered and %(failed)d failed.")
    sentence = said % {"model": model, "answered": asked.answered, "failed": asked.failed}
    if not asked.failed:
        return Check(subject, Level.WELL, sentence, links=_of_calls())
    last = max(asked.failures, key=lambda reason: asked.failures[reason])
    is_down = asked.last_answer_at is None or (
        asked.last_failure_at is not None and asked.last_failure_at > asked.last_answer_at
    )
    return Check(
        subject, Level.BROKEN if is_down else Level.WATCH, f"{sentence} {names.reason(last)}", links=_of_calls("failed")
    )


def _of_calls(outcome: str = "") -> list[tuple[str, str]]:
    return [(reverse("model-calls") + (f"?outcome={outcome}" if outcome else ""), _("Show the calls"))]


def dreams(found: Standing, tenant: Tenant) -> Iterator[Check]:
    subject, links = _("Dreams"), [(reverse("dreams"), _("Show"))]
    if not found.was_read:
        yield unread(subject)
        return
    told, level = _last_night(found)
    if tenant.is_paused:
        coming = _("Memory is paused for the whole organisation, so no dream begins by itself.")
    elif found.next_dream is None:
        coming, level = (
            _("No dream begins by itself: the schedule is switched off."),
            max(level, Level.WATCH, key=ORDER.index),
        )
    else:
        coming = _("The next one begins in %(time)s.") % {"time": timesince(found.now, found.next_dream.at)}
    yield Check(subject, level, f"{told} {coming}", links=links)


def _last_night(found: Standing) -> tuple[str, Level]:
    run = found.dream
    if run is None:
        return _("There was none yet."), Level.WELL
    if run.finished_at is None:
        return _("One is under way since %(time)s.") % {"time": timesince(run.started_at, found.now)}, Level.WELL
    ago, failed = timesince(run.finished_at, found.now), int(run.counts.get("failed", 0))
    if not failed:
        return _("The last one ended %(ago)s ago.") % {"ago": ago}, Level.WELL
    said = ngettext(
        "The last one ended %(ago)s ago; it failed for %(number)d person.",
        "The last one ended %(ago)s ago; it failed for %(number)d people.",
        failed,
    )
    return said % {"ago": ago, "number": failed}, Level.WATCH
