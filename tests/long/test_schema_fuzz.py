"""The running service under thousands of requests made from its own schema: no 500, nothing that the schema does not tell."""

import os
import tempfile
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from memoryhub.api import docs
from tests.memoryhub.service import running

pytestmark = pytest.mark.long
KEY = "the-key-of-the-fuzzer-0123456789abcdef"
AUTHORIZED = {"Authorization": f"Api-Key {KEY}"}
CHECKS = [
    allow_header_conformance,
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
EXAMPLES = 60  # for each route and test; some five minutes in all
PERSON = {"end_user_id": "fuzzed", "end_sub_user_id": ""}


@pytest.fixture(scope="module")
def service_url() -> Iterator[str]:
    ours = ("MEMORYHUB_", "DJANGO_", "DATABASE_URL", "CELERY_BROKER_URL")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    env |= {"MEMORYHUB_API_KEY": KEY, "MEMORYHUB_REQUESTS_PER_MINUTE": "1000000"}
    with (
        tempfile.TemporaryDirectory(prefix="mh-", ignore_cleanup_errors=True) as folder,
        running(env | {"MEMORYHUB_HOME": f"{folder}/home"}) as service,
    ):
        yield service.url


schema = schemathesis.openapi.from_dict(docs.generated())
patiently = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)


@schema.parametrize()
@patiently
def test_whatever_is_sent_is_answered_as_documented(case, service_url):
    case.call_and_validate(base_url=service_url, headers=AUTHORIZED, checks=CHECKS)


@schema.parametrize()
@patiently
def test_whatever_is_sent_about_one_person_is_answered_as_documented(case, service_url):
    """The same with a person that the key may name, so that the requests come further than to that check."""
    for part in (case.body, case.query):
        if isinstance(part, dict):
            part.pop("user_id", None)
            part.update(PERSON)

    checks = [check for check in CHECKS if check is not negative_data_rejection]
    case.call_and_validate(base_url=service_url, headers=AUTHORIZED, checks=checks)
