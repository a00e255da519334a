"""Concurrent repetitions, over real connections."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from engine.errors import Refused
from memoryhub.api.parsing import StrictJson
from profiles import idempotency
from profiles.idempotency import Done, KeyReused
from profiles.identity import Caller
from profiles.models import Agent, IdempotencyKey
from tests.builders import make_tenant
from tests.callers import make_key


def request_of(caller: Caller, body: dict, *, key: str = "k1", path: str = "/api/agents") -> Request:
    made = APIRequestFactory().post(path, body, format="json", headers={"Idempotency-Key": key})
    request = Request(made, parsers=[StrictJson()])
    request.auth = caller
    return request


def new_caller() -> Caller:
    key, _ = make_key()
    return Caller(key.tenant, f"key:{key.prefix}", "key", key=key)


class Effect:
    """Makes an agent each time that it really runs."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> Done:
        self.runs += 1
        agent = Agent.objects.create(tenant=make_tenant(), agent_id=f"agent-{self.runs}")
        return Done(201, {"agent_id": agent.agent_id})


@pytest.mark.django_db
def test_a_repetition_gets_the_first_answer_and_has_no_effect():
    caller, effect = new_caller(), Effect()

    first = idempotency.once(request_of(caller, {"a": 1, "b": 2}), effect)
    second = idempotency.once(request_of(caller, {"b": 2, "a": 1}), effect)

    assert (first.data, second.data, effect.runs) == ({"agent_id": "agent-1"}, {"agent_id": "agent-1"}, 1)
    assert (second.status_code, second.headers["Idempotency-Replayed"]) == (201, "true")


@pytest.mark.django_db
@pytest.mark.parametrize("other", [{"body": {"a": 2}}, {"path": "/api/messages"}, {"path": "/api/agents?x=1"}])
def test_another_request_under_the_same_key_is_refused(other):
    caller, effect = new_caller(), Effect()
    idempotency.once(request_of(caller, {"a": 1}), effect)

    with pytest.raises(KeyReused):
        idempotency.once(request_of(caller, other.pop("body", {"a": 1}), **other), effect)

    assert effect.runs == 1


@pytest.mark.django_db
def test_a_refused_effect_leaves_neither_key_nor_effect():
    caller, effect = new_caller(), Effect()

    def refused() -> Done:
        effect()
        raise Refused("No.", code="no")

    with pytest.raises(Refused):
        idempotency.once(request_of(caller, {}), refused)

    assert not Agent.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert idempotency.once(request_of(caller, {}), effect).status_code == 201


@pytest.mark.django_db
def test_old_keys_are_forgotten():
    idempotency.once(request_of(new_caller(), {}), Effect())

    assert idempotency.forget(before=timezone.now() - timedelta(days=1)) == 0
    assert idempotency.forget(before=timezone.now() + timedelta(seconds=1)) == 1


@pytest.mark.django_db(transaction=True)
def test_eight_repetitions_at_once_have_one_effect_and_one_answer():
    caller, effect = new_caller(), Effect()
    start, answers = threading.Barrier(8), []

    def repeat() -> None:
        start.wait()
        answers.append(idempotency.once(request_of(caller, {"a": 1}), effect).data)
        connection.close()

    threads = [threading.Thread(target=repeat) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [{"agent_id": "agent-1"}] * 8
    assert (effect.runs, Agent.objects.count()) == (1, 1)
