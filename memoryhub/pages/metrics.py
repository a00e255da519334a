"""The figures for Prometheus: for whoever brings the token, and without one for callers on this machine."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from memoryhub import metrics, outage

# Set by proxies: then the address that we see is the proxy's own, and says nothing about the caller.
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_VIA")


@require_safe
@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    refused = _refused(request)
    if refused is not None:
        return refused
    try:
        text = metrics.text(now=timezone.now())
    except outage.AWAY as error:
        outage.note(error, request)
        text = metrics.text_without_database()
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _refused(request: HttpRequest) -> HttpResponse | None:
    token = settings.MEMORYHUB_METRICS_TOKEN
    if not token:
        return None if _is_from_here(request) else _answer(403, "Set MEMORYHUB_METRICS_TOKEN, and bring it along.")
    scheme, _, brought = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and constant_time_compare(brought.strip(), token):
        return None
    refusal = _answer(401, "Send Authorization: Bearer and the token of MEMORYHUB_METRICS_TOKEN.")
    refusal["WWW-Authenticate"] = "Bearer"
    return refusal


def _is_from_here(request: HttpRequest) -> bool:
    if any(name in request.META for name in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _answer(status: int, sentence: str) -> HttpResponse:
    return HttpResponse(sentence + "\n", status=status, content_type="text/plain")
