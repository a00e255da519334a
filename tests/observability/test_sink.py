"""Rows of the sink: they go in, or their loss is counted and nothing else happens."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from observability import calls, observations, sink, worklog
from observability.models import HourlyFigures, ModelCall, Observation, WorkLogEntry
from tests.builders import make_profile

pytestmark = pytest.mark.django_db


def lost(table: str) -> int:
    """Told in the work log, or still to be told."""
    told = WorkLogEntry.objects.filter(module=sink.MODULE, details__table=table).values_list("details", flat=True)
    untold = sum(rows for (_tenant, name), rows in sink.losses._rows.items() if name == table)
    return sum(details["rows"] for details in told) + untold


def test_an_observation_is_stored_under_a_public_id() -> None:
    person = make_profile().pk
    observation = Observation(tenant_id=1, profile_id=person, question="where do I live?", retrieved_ids=["f_1", "f_2"])

    observations.record(observation)

    stored = Observation.objects.get(observation_id=observation.observation_id)
    assert stored.observation_id.startswith("obs_")
    assert stored.retrieved_ids == ["f_1", "f_2"]


@pytest.mark.django_db(transaction=True)
def test_an_observation_does_not_wait_for_the_disk() -> None:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        observations.record(Observation(tenant_id=1))

    statements = [query["sql"] for query in seen.captured_queries]
    assert statements[0] == "BEGIN"
    assert statements[1] == "SET LOCAL synchronous_commit = off"
    assert statements[-1] == "COMMIT"


@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_holds_costs_the_row_and_not_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sink, "LOCK_PATIENCE_MS", 50)
    before = lost("observability_observation")

    with transaction.atomic(), connection.cursor() as cursor, ThreadPoolExecutor(1) as pool:
        cursor.execute("LOCK TABLE observability_observation IN EXCLUSIVE MODE")
        pool.submit(_record_and_leave).result(timeout=20)

    assert not Observation.objects.exists()
    assert lost("observability_observation") == before + 1


def _record_and_leave() -> None:
    observations.record(Observation(tenant_id=1))
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_inside_another_transaction_its_durability_is_left_alone() -> None:
    with transaction.atomic():
        observations.record(Observation(tenant_id=1))
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            setting = cursor.fetchone()

    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        assert setting == cursor.fetchone()


@pytest.mark.parametrize(
    "observation",
    [
        Observation(tenant_id=1, question="whose question?"),
        Observation(tenant_id=1, trace={"of": object()}),
        Observation(tenant_id=1, agent_id="nul\0inside"),
        Observation(tenant_id=1, agent_id="x" * 65),
    ],
    ids=["text of nobody", "unprintable trace", "nul", "too long"],
)
def test_an_observation_that_cannot_be_stored_is_counted_and_harms_nothing(
    observation: Observation, caplog: pytest.LogCaptureFixture
) -> None:
    before = lost("observability_observation")

    observations.record(observation)
    observations.record(Observation(tenant_id=1))

    assert lost("observability_observation") == before + 1
    assert Observation.objects.count() == 1
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "whose question" not in caplog.text


@pytest.fixture
def _broken_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr(ModelCall, "save", fail)


@pytest.mark.usefixtures("_broken_database")
def test_a_model_call_that_cannot_be_recorded_does_not_fail_its_caller() -> None:
    before = lost("observability_modelcall")

    calls.record(calls.Call(purpose="extract", model="m", outcome="ok", latency_ms=3))

    assert lost("observability_modelcall") == before + 1


def test_what_was_lost_is_told_once_the_database_takes_rows_again_and_not_at_each_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lose(*tenants: int) -> None:
        for tenant_id in tenants:
            observations.record(Observation(tenant_id=tenant_id, agent_id="x" * 65))

    lose(1, 1, 2)
    assert not WorkLogEntry.objects.exists()
    observations.record(Observation(tenant_id=3))
    lose(1)
    observations.record(Observation(tenant_id=3))

    entries = WorkLogEntry.objects.order_by("tenant_id")
    assert [(entry.tenant_id, entry.level, entry.details) for entry in entries] == [
        (1, "warning", {"table": "observability_observation", "rows": 2}),
        (2, "warning", {"table": "observability_observation", "rows": 1}),
    ]
    monkeypatch.setattr(sink, "TOLD_EVERY", 0.0)
    observations.record(Observation(tenant_id=3))
    assert lost("observability_observation") == 4
    assert not sink.losses._rows


def test_a_loss_that_cannot_be_told_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: object) -> None:
        raise OperationalError

    observations.record(Observation(tenant_id=1, agent_id="x" * 65))
    with monkeypatch.context() as broken:
        broken.setattr(worklog, "publish", away)
        observations.record(Observation(tenant_id=1))
    monkeypatch.setattr(sink, "TOLD_EVERY", 0.0)
    observations.record(Observation(tenant_id=1))

    assert WorkLogEntry.objects.get().details["rows"] == 1
    assert Observation.objects.count() == 2


def test_a_model_call_is_priced_by_its_tokens() -> None:
    calls.record(
        calls.Call(
            purpose="extract",
            model="m",
            outcome="ok",
            latency_ms=3,
            tokens_in=1500,
            tokens_out=200,
            price_in=0.15,
            price_out=0.6,
        )
    )

    assert str(ModelCall.objects.get().price) == "0.00034500"


@pytest.mark.parametrize(
    ("is_known", "keeps_text", "kept"), [(True, True, "I live in 📦"), (True, False, ""), (False, True, "")]
)
def test_texts_of_a_call_are_kept_only_when_asked_for_and_owned(is_known: bool, keeps_text: bool, kept: str) -> None:
    profile_id = make_profile().pk if is_known else None

    calls.record(
        calls.Call(
            purpose="extract", model="m", outcome="ok", latency_ms=3, profile_id=profile_id, keeps_text=keeps_text,
            request_text="I live in 📦", reply_text="\0",
        )
    )  # fmt: skip

    assert ModelCall.objects.get().request_text == kept
    assert ModelCall.objects.get().reply_text == ""


def test_nothing_is_kept_of_somebody_who_was_erased_while_it_was_made() -> None:
    profile = make_profile()
    gone = profile.pk
    profile.delete()

    observations.record(Observation(tenant_id=1, profile_id=gone, session_id="s1"))
    calls.record(calls.Call(purpose="extract", model="m", outcome="ok", latency_ms=3, profile_id=gone))

    assert not Observation.objects.exists()
    assert not ModelCall.objects.exists()


def test_a_work_log_entry_stands_exactly_if_its_deed_does() -> None:
    def undone_deed() -> None:
        with transaction.atomic():
            worklog.publish(tenant_id=1, module="Facts", level="info", actor="u", message="deleted f_1")
            raise LookupError

    with pytest.raises(LookupError):
        undone_deed()
    worklog.publish(tenant_id=1, module="Facts", level="info", actor="u", message="x" * 600, details={"fact": "f_2"})

    entry = WorkLogEntry.objects.get()
    assert entry.details == {"fact": "f_2"}
    assert len(entry.message) == 512


def test_an_hour_starts_with_an_empty_histogram_of_its_own() -> None:
    first, second = HourlyFigures(), HourlyFigures()

    first.latency[0] += 1

    assert second.latency[0] == 0
    assert len(second.latency) == 20
