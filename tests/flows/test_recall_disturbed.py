"""Search and context while what they read is changed: nothing outdated afterwards, nothing of somebody erased, no fault."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from memoryhub import erasure
from observability.models import Feedback, Observation
from profiles import editing, identity
from profiles.models import Profile
from tests.builders import BY_OWNER, NOON, make_end_user, make_fact, make_message, make_session
from tests.callers import Api, api_with_key

pytestmark = pytest.mark.django_db(transaction=True)
ACME = {"end_user_id": "acme"}
ASKED = ACME | {"agent_id": "a1", "session_id": "s1", "question": "Which tea?"}


@pytest.fixture(autouse=True)
def _patient(settings: Any) -> None:
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 1_000_000
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 60_000


def beside(pool: ThreadPoolExecutor, deed: Callable[[], Any]) -> "Future[Any]":
    def do() -> Any:
        try:
            return deed()
        finally:
            connection.close()

    return pool.submit(do)


def told(api: Api) -> str:
    """All that search and context tell."""
    search = {"query": "tea", "top_k": 100, "threshold": 0.0, "include_messages": True}
    answers = [api.post("/api/memories/search", ACME | search), api.post("/api/context", ASKED)]
    assert {answer.status_code for answer in answers} == {200}, [answer.content for answer in answers]
    return "".join(answer.content.decode() for answer in answers)


def test_what_left_before_a_question_is_in_no_answer_to_it():
    profile, api = make_end_user("acme"), api_with_key()
    facts = [make_fact(profile, f"likes tea number-{n}-", type="semantic_memory") for n in range(24)]
    gone: list[str] = []

    def retire() -> None:
        for number, fact in enumerate(facts):
            if number % 2:
                editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=NOON)
            else:
                editing.edit(profile, fact.fact_id, origin=BY_OWNER, now=NOON, content=f"likes coffee {number}")
            gone.append(f"number-{number}-")

    with ThreadPoolExecutor(1) as pool:
        retiring = beside(pool, retire)
        asked = 0
        while not retiring.done() or not asked:
            before = list(gone)
            answer = told(api)
            asked += 1
            assert not [word for word in before if word in answer]
        retiring.result()

    assert "number-" not in told(api)


def test_an_erasure_beside_questions_and_feedback_leaves_nothing_and_breaks_nothing():
    profile, api = make_end_user("acme"), api_with_key()
    for number in range(20):
        make_fact(profile, f"likes zanzibarium tea {number}")
        make_message(make_session(profile), f"zanzibarium tea {number}")
    observation = api.post("/api/context", ASKED).json()["observation_id"]
    opinion = {"rating": 2, "remark": "zanzibarium"}
    person = identity.Named(profile.tenant_id, identity.END_USER, end_user_id="acme")

    with ThreadPoolExecutor(3) as pool:
        questions = beside(pool, lambda: [told(api) for _ in range(6)])
        path = f"/api/observations/{observation}/feedback"
        opinions = beside(pool, lambda: [api.post(path, opinion).status_code for _ in range(6)])
        beside(pool, lambda: erasure.erase(person, actor="key:test", now=NOON)).result()
        questions.result()
        statuses = opinions.result()

    assert set(statuses) <= {200, 404, 409, 410}
    assert not Profile.objects.filter(pk=profile.pk).exists()
    assert not Feedback.objects.exists()
    assert not Observation.objects.filter(profile_id=profile.pk).exists()
    assert "zanzibarium" not in told(api)
