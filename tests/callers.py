"""Those who call the API, and the clients that they hold."""

import json
import time
from typing import Any

import jwt
from django.http import HttpResponse
from django.test import Client

from profiles import keys
from profiles.models import ApiKey, Tenant, TokenIssuer
from tests.builders import make_tenant

ISSUER = "https://login.example.com"
AUDIENCE = "memoryhub"
SHARED_KEY = "a shared secret that is long enough for each of the three hash algorithms"


def make_key(tenant: Tenant | None = None, **options: Any) -> tuple[ApiKey, str]:
    """A key with all scopes, unless told otherwise, and its text."""
    options.setdefault("scopes", ApiKey.Scope.values)
    return keys.create(tenant or make_tenant(), name="test", **options)


def make_issuer(tenant: Tenant | None = None, **fields: Any) -> TokenIssuer:
    values = {"issuer": ISSUER, "audience": AUDIENCE, "algorithm": "HS256", "key": SHARED_KEY} | fields
    return TokenIssuer.objects.create(tenant=tenant or make_tenant(), **values)


def make_token(user_id: str, *, key: str = SHARED_KEY, algorithm: str = "HS256", **claims: Any) -> str:
    """A valid token of `make_issuer`; a claim of None leaves it out."""
    values = {"iss": ISSUER, "aud": AUDIENCE, "sub": user_id, "exp": int(time.time()) + 600} | claims
    return jwt.encode({name: value for name, value in values.items() if value is not None}, key, algorithm=algorithm)


class Api:
    """A client of the API that sends JSON and never raises what the server did not answer."""

    def __init__(self, authorization: str = "", client: Client | None = None) -> None:
        self.client = client or Client(raise_request_exception=False)
        self.authorization = authorization

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self.client.get(path, query, headers=self._headers({}))

    def delete(self, path: str, **query: Any) -> HttpResponse:
        return self.client.delete(path, query_params=query, headers=self._headers({}))

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.send("POST", path, json.dumps({} if body is None else body), **headers)

    def put(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.send("PUT", path, json.dumps(body), **headers)

    def patch(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.send("PATCH", path, json.dumps(body), **headers)

    def send(
        self, method: str, path: str, raw: str | bytes = "", content_type: str = "application/json", **headers: str
    ) -> HttpResponse:
        return self.client.generic(method, path, raw, content_type, headers=self._headers(headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return ({"Authorization": self.authorization} if self.authorization else {}) | named


def api_with_key(tenant: Tenant | None = None, **options: Any) -> Api:
    return Api(f"Api-Key {make_key(tenant, **options)[1]}")


def api_with_token(user_id: str, **claims: Any) -> Api:
    return Api(f"Bearer {make_token(user_id, **claims)}")
