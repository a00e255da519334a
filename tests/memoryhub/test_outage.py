from collections.abc import Iterator
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError, connections
from django.test import Client

from memoryhub import outage
from memoryhub.outage import Outage

GONE = OperationalError("couldn't get a connection after 3.00 sec")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> mock.Mock:
    clock = mock.Mock(return_value=100.0)
    monkeypatch.setattr("memoryhub.outage.time.monotonic", clock)
    return clock


@pytest.fixture(autouse=True)
def _over_afterwards() -> Iterator[None]:
    yield
    outage.present.ends()


def test_while_nothing_is_known_every_request_passes():
    assert [Outage().holds() for _ in range(3)] == [False] * 3


def test_after_each_pause_one_request_looks_and_the_others_are_refused(clock):
    found = Outage()
    found.begins()

    refused_during = found.holds()
    clock.return_value += outage.PAUSE_SECONDS
    looks = [found.holds() for _ in range(3)]

    assert refused_during is True
    assert looks == [False, True, True]


def test_once_it_is_over_every_request_passes(clock):
    found = Outage()
    found.begins()

    found.ends()

    assert found.holds() is False


def test_the_first_failed_connection_empties_the_pool_and_a_failed_statement_does_not(clock):
    pools = {"default": mock.Mock()}
    deadlock = OperationalError("deadlock")
    deadlock.__cause__ = psycopg.errors.DeadlockDetected()

    with mock.patch.object(type(connections["default"]), "_connection_pools", pools):
        outage.note(deadlock, mock.Mock())
        kept, knew = dict(pools), outage.present.is_known
        outage.note(GONE, mock.Mock())

    assert (list(kept), knew) == (["default"], False)
    assert (pools, outage.present.is_known) == ({}, True)
    kept["default"].close.assert_called_once_with()


@pytest.mark.django_db
def test_a_known_outage_is_told_without_asking_the_database(clock, django_assert_num_queries):
    outage.present.begins()
    client = Client(raise_request_exception=False)

    with django_assert_num_queries(0):
        api, page, health = client.get("/api/profile"), client.get("/sign-in"), client.get("/healthz")

    assert (api.status_code, api["Retry-After"], api.json()["code"]) == (503, "5", "store_unavailable")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert health.status_code == 200


@pytest.mark.django_db
def test_the_request_that_finds_the_database_again_opens_the_door(clock):
    outage.present.begins()
    clock.return_value += outage.PAUSE_SECONDS

    answers = [Client().get("/api/profile").status_code for _ in range(2)]

    assert answers == [401, 401]
    assert outage.present.is_known is False
