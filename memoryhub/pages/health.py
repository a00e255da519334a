"""Whether this process answers, and whether the service could serve."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from memoryhub import readiness


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process accepts requests; says nothing about the database."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 when everything is there, 503 with the name of what is not. Open to everybody: it holds a word for each."""
    found = readiness.watch.now()
    answer = {
        "ready": found.is_ready,
        "database": found.database,
        "migrations": found.migrations,
        "broker": found.broker,
        "embedded": readiness.is_embedded(),
    }
    return JsonResponse(answer, status=200 if found.is_ready else 503)
