"""The product's addresses and the floor: what any such service has to do at least for one question."""

from typing import Any, cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import embeddings
from memoryhub.urls import urlpatterns as product
from profiles import choices
from profiles.models import Profile


class Floor(APIView):
    """One embedding of a new text and one read by primary key, in a DRF view without a caller."""

    authentication_classes = ()
    permission_classes = ()
    schema = None

    def post(self, request: Request) -> Response:
        asked = cast(dict[str, Any], request.data)
        profile = Profile.objects.get(pk=asked["profile"])
        vector = embeddings.embed_query(asked["question"], choices.embed_choice(tenant_id=profile.tenant_id))
        return Response({"id": profile.pk, "dimensions": len(vector)})


urlpatterns = [path("benchmark/floor", Floor.as_view()), *product]
