"""Whether this process answers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process accepts requests; says nothing about the database."""
    return HttpResponse("ok\n", content_type="text/plain")
