"""The API about itself: its OpenAPI schema and a page to try it out."""

from functools import cache
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularSwaggerSplitView


@cache
def generated() -> dict[str, Any]:
    """The schema of the running code, made once."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    return JsonResponse(generated(), json_dumps_params={"ensure_ascii": False})


# Swagger's page brings styles of its own in its text and draws its signs as data: images.
page = csp_replace(
    {
        "default-src": [SELF],
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    }
)(SpectacularSwaggerSplitView.as_view(url_name="api:schema"))
