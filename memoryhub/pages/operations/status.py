"""The status page: within a minute, whether memory works, and what to do where it does not."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from memoryhub.pages import who
from memoryhub.pages.operations import check, service_checks, status_figures, work_checks
from memoryhub.pages.operations.check import Check, Level
from memoryhub.pages.operations.status_figures import Standing
from profiles.console import ConsoleRequest, signed_in, wants_fragment
from profiles.models import Tenant


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, now = who.operator(request.visitor), timezone.now()
    checks = check.by_weight(_checks(status_figures.standing(member.tenant_id, now=now), member.tenant))
    about: dict[str, Any] = {
        "checks": checks,
        "worst": check.worst(checks),
        "broken": sum(one.level == Level.BROKEN for one in checks),
        "watched": sum(one.level == Level.WATCH for one in checks),
        "now": now,
    }
    part = "#status" if wants_fragment(request) else ""
    return render(request, f"pages/operations/status.html{part}", about)


def _checks(found: Standing, tenant: Tenant) -> Iterator[Check]:
    """In the order in which trouble is best mended."""
    yield from service_checks.database(found)
    yield from service_checks.migrations(found)
    yield from service_checks.broker(found)
    yield from service_checks.workers(found)
    yield from service_checks.scheduler(found)
    yield from work_checks.work(found)
    yield from work_checks.failures(found)
    yield from work_checks.language_model(found, tenant)
    yield from work_checks.embedder(found, tenant)
    yield from work_checks.dreams(found, tenant)
    yield from service_checks.disk(found)
    yield from service_checks.release()
