"""Every refusal is a problem document, and nothing is half-stored."""

from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client

from memoryhub import outage
from profiles.models import ApiKey, Profile, RateCounter
from summaries.models import Message
from tests.builders import make_tenant
from tests.callers import Api, api_with_key, make_key

pytestmark = pytest.mark.django_db
TALK = {
    "end_user_id": "acme", "agent_id": "a1", "session_id": "s1", "messages": [{"role": "user", "content": "hello there"}],
}  # fmt: skip


@pytest.fixture
def api():
    return api_with_key()


@pytest.fixture(autouse=True)
def _no_outage():
    """What a test took away is there again for the next one."""
    yield
    outage.present.ends()


def assert_problem(answer, status: int, code: str) -> dict:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert body["status"] == status
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"].endswith(".")
    return body


def test_without_credentials_the_way_to_identify_oneself_is_told(api):
    answer = Api().get("/api/profile", end_user_id="acme")

    assert_problem(answer, 401, "not_authenticated")
    assert "Api-Key" in answer["WWW-Authenticate"]


def test_a_key_in_the_address_is_no_credential(api):
    key = api.authorization.removeprefix("Api-Key ")

    assert_problem(Api().get("/api/profile", api_key=key, end_user_id="acme"), 401, "not_authenticated")


def test_unknown_revoked_and_expired_keys_are_answered_alike(api):
    key, text = make_key()
    ApiKey.objects.filter(pk=key.pk).update(revoked_at="2026-01-01T00:00:00Z")
    old, old_text = make_key()
    ApiKey.objects.filter(pk=old.pk).update(expires_at="2026-01-01T00:00:00Z")

    answers = [Api(f"Api-Key {one}").get("/api/profile") for one in (text, old_text, "mh_unknown0_" + "0" * 40)]

    assert_problem(answers[0], 401, "credentials_invalid")
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize("raw", ["{", "[]", '"text"', "null", '{"a": NaN}', '{"a": "\\u0000"}', '{"a": "\\ud800"}'])
@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/api/profile"), ("POST", "/api/messages"), ("POST", "/api/context")]
)
def test_a_body_that_is_no_object_is_refused(api, method, path, raw):
    assert_problem(api.send(method, path, raw), 400, "body_invalid")
    assert not Profile.objects.exists()


def test_a_body_in_another_form_is_refused(api):
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = api.send("POST", "/api/messages", "query=x", content_type)
        assert_problem(answer, 415, "media_type_unsupported")


def test_a_body_over_the_limit_is_refused_unread(api):
    body = TALK | {"messages": [{"role": "user", "content": "x" * 1_200_000}]}

    assert_problem(api.post("/api/messages", body), 413, "body_too_large")
    assert not Profile.objects.exists()


def test_a_body_of_exactly_the_limit_is_read(api, settings):
    raw = '{"end_user_id": "acme"}'
    settings.MEMORYHUB_BODY_BYTES = len(raw)

    assert api.send("POST", "/api/profile/touch", raw).status_code == 200
    assert_problem(api.send("POST", "/api/profile/touch", raw + " "), 413, "body_too_large")


def test_a_body_of_unknown_length_is_refused(api):
    assert_problem(api.send("POST", "/api/messages", "", Transfer_Encoding="chunked"), 411, "length_required")


@pytest.mark.parametrize(
    "path", ["/api/agents/%00", "/api/profile/memory/a%00b", "/api/profile?end_user_id=a%00b", "/api/%00"]
)
def test_nul_in_the_address_is_refused(api, path):
    assert_problem(api.send("GET", path), 400, "request_invalid")


@pytest.mark.parametrize(("language", "title"), [("en", "Not understood"), ("zh-CN", "无法识别")])
def test_nul_in_an_address_of_the_console_is_answered_by_a_page(api, language, title):
    answer = api.send("GET", "/memory/?q=a%00b", Accept_Language=language)

    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")
    assert f'<h1 class="h3">{title}</h1>' in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/api/unknown", "/api/", "/api/profile/", "/api/jobs/one", "/api/profile/memory/a/b/c"]
)
def test_an_unknown_address_below_the_api_is_a_problem(api, path):
    assert_problem(api.send("GET", path), 404, "not_found")
    assert_problem(Api().send("POST", path, "{}"), 404, "not_found")


def test_an_unknown_address_elsewhere_is_a_page(api):
    answer = api.send("GET", "/unknown")

    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "POST", "OPTIONS", "TRACE"])
def test_a_method_that_the_route_does_not_have_is_a_problem(api, method):
    assert_problem(api.send(method, "/api/profile"), 405, "method_not_allowed")


def test_a_host_that_is_not_ours_is_a_problem(api):
    assert_problem(api.send("GET", "/api/profile", Host="evil.example.com"), 400, "request_invalid")


def test_a_fault_of_ours_is_a_problem_without_its_cause(api):
    with mock.patch("memoryhub.ingest.record", side_effect=RuntimeError("a secret detail")):
        answer = api.post("/api/messages", TALK)

    body = assert_problem(answer, 500, "internal_error")
    assert "secret" not in str(body)


def test_a_missing_scope_is_told_by_name(api):
    answer = api_with_key(scopes=["read"]).post("/api/messages", TALK)

    assert "ingest" in assert_problem(answer, 403, "scope_missing")["detail"]
    assert not Profile.objects.exists()


def test_too_many_requests_are_told_when_to_come_again(settings):
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 2
    api = api_with_key()

    answers = [api.send("GET", "/api/profile?end_user_id=acme", X_Forwarded_For=f"10.0.0.{n}") for n in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert_problem(answers[-1], 429, "rate_limited")
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60
    assert answers[-1]["RateLimit"].startswith('"default";r=0;t=')
    assert answers[0]["RateLimit"].startswith('"default";r=1;t=')
    assert answers[0]["RateLimit-Policy"] == '"default";q=2;w=60'


def test_a_refused_request_stays_counted(api):
    api.post("/api/messages", {})
    api_with_key(scopes=["read"]).post("/api/messages", {})

    assert [counter.count for counter in RateCounter.objects.all()] == [1, 1]


@pytest.mark.parametrize("place", ["profiles.keys.find", "memoryhub.ingest.record"])
def test_while_the_database_is_away_the_caller_is_told_to_come_again(api, place):
    with mock.patch(place, side_effect=OperationalError("connection refused")):
        answer = api.post("/api/messages", TALK)

    assert_problem(answer, 503, "store_unavailable")
    assert answer["Retry-After"] == "5"
    assert not Message.objects.exists()


def test_a_database_that_is_away_for_the_session_is_told_too(client: Client):
    broken = Client(raise_request_exception=False)
    broken.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"

    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=OperationalError("gone")):
        answer = broken.get("/api/profile")

    assert_problem(answer, 503, "store_unavailable")


def test_a_refusal_of_another_tenants_key_tells_nothing():
    api = api_with_key(make_tenant("other"))

    assert api.get("/api/profile", end_user_id="acme").json()["memory"]["facts"] == []
