"""The figures for Prometheus: what they say, what they cost, and who may read them."""

import tomllib
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from extraction.models import DreamRun, Job
from memoryhub import metrics, outage
from observability import calls, sink
from observability.models import LATENCY_BOUNDS_MS, LEVELS, HourlyFigures, ModelCall, WorkLogEntry
from tests.builders import NOON, after, make_profile, make_tenant

TOKEN = "a token for metrics that is long enough"
WIDTH = len(LATENCY_BOUNDS_MS) + 1


def read(text: bytes | str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    words = text.decode() if isinstance(text, bytes) else text
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(words)
        for sample in family.samples
    }


def found(name: str, **labels: str) -> float | None:
    """The value of one figure at noon."""
    return read(metrics.text(now=NOON)).get((name, tuple(sorted(labels.items()))))


def at(place: int, number: int, width: int = WIDTH) -> list[int]:
    return [number if one == place else 0 for one in range(width)]


def make_figures(**fields: Any) -> HourlyFigures:
    values = {"tenant_id": make_tenant().pk, "hour": NOON, "requests": 3, "enabled": 3, "injected": 2} | fields
    return HourlyFigures.objects.create(**values)


def make_job(**fields: Any) -> Job:
    values = {"kind": Job.Kind.LEARN, "due_at": NOON, "created_at": NOON} | fields
    return Job.objects.create(profile=fields.get("profile") or make_profile(), **values)


pytestmark = pytest.mark.django_db


def test_recalls_are_summed_over_agents_and_tenants():
    quick, slow = at(0, 2), at(WIDTH - 1, 1)
    levels = at(2, 1) + [0] * WIDTH * (len(LEVELS) - 1)
    make_figures(agent_id="a", latency=quick, level_latency=levels, level_empty=at(0, 1, len(LEVELS)), build_ms=6.0)
    make_figures(agent_id="b", tenant_id=make_tenant("other").pk, latency=slow, failed=1, build_ms=9_000)
    make_figures(hour=NOON - timedelta(days=1), requests=500)

    assert found("memoryhub_contexts_total") == 6
    assert found("memoryhub_contexts_empty_total") == 2
    assert found("memoryhub_contexts_failed_total") == 1
    assert found("memoryhub_context_seconds_bucket", le="0.005") == 2
    assert found("memoryhub_context_seconds_bucket", le="5.0") == 2
    assert found("memoryhub_context_seconds_bucket", le="+Inf") == found("memoryhub_context_seconds_count") == 3
    assert found("memoryhub_context_seconds_sum") == pytest.approx(9.006)
    assert found("memoryhub_recall_seconds_bucket", le="0.01", level=LEVELS[0]) == 0
    assert found("memoryhub_recall_seconds_bucket", le="0.015", level=LEVELS[0]) == 1
    assert found("memoryhub_recall_seconds_count", level=LEVELS[0]) == 1
    assert found("memoryhub_recall_seconds_count", level=LEVELS[1]) == 0
    assert found("memoryhub_recalls_empty_total", level=LEVELS[0]) == 1


def test_jobs_are_counted_by_what_became_of_them():
    make_job(due_at=after(-10), reason="budget")
    make_job(due_at=after(60))
    make_job(state=Job.State.FAILED)
    make_job(state=Job.State.DONE, created_at=after(-90))
    make_job(state=Job.State.RUNNING, kind=Job.Kind.DREAM, due_at=after(-30))

    assert found("memoryhub_jobs_open", kind="learn", state="pending", reason="budget") == 1
    assert found("memoryhub_jobs_open", kind="learn", state="pending", reason="") == 1
    assert found("memoryhub_jobs_open", kind="dream", state="running", reason="") == 1
    assert found("memoryhub_jobs_oldest_due_seconds") == 600
    assert found("memoryhub_jobs_last_hour", kind="learn", state="failed") == 1
    assert found("memoryhub_jobs_last_hour", kind="learn", state="done") is None


def test_model_calls_of_the_last_hour_are_counted_whoever_made_them():
    words = {"purpose": "extract", "model": "m", "tokens_in": 100, "tokens_out": 10, "price": Decimal("0.5")}
    for tenant_id, when in ((make_tenant().pk, after(-10)), (None, after(-5)), (make_tenant().pk, after(-120))):
        ModelCall.objects.create(tenant_id=tenant_id, outcome="ok", at=when, **words)

    assert found("memoryhub_model_calls_last_hour", purpose="extract", outcome="ok") == 2
    assert found("memoryhub_model_tokens_last_hour", purpose="extract", outcome="ok", direction="in") == 200
    assert found("memoryhub_model_price_last_hour", purpose="extract", outcome="ok") == 1.0


def test_tokens_price_and_time_of_a_recorded_call_are_told_by_purpose():
    for _ in range(2):
        calls.record(calls.Call("judge", "m", "ok", 30, tokens_in=1_000, tokens_out=20, price_in=2.0, price_out=50.0))

    said = read(metrics.text(now=timezone.now()))

    its = (("outcome", "ok"), ("purpose", "judge"))
    assert said["memoryhub_model_tokens_last_hour", (("direction", "in"), *its)] == 2_000
    assert said["memoryhub_model_tokens_last_hour", (("direction", "out"), *its)] == 40
    assert said["memoryhub_model_price_last_hour", its] == pytest.approx(0.006)
    assert said["memoryhub_model_seconds_last_hour", its] == pytest.approx(0.06)


def test_tenants_whose_last_hour_was_beyond_a_line_are_counted(settings):
    settings.MEMORYHUB_LATENCY_LINE, settings.MEMORYHUB_SCORE_LINE = 500.0, 0.6
    before = {"hour": NOON - timedelta(hours=1)}
    slow, far = make_tenant("slow").pk, make_tenant("far").pk
    make_figures(tenant_id=slow, agent_id="a", requests=2, build_ms=1_400.0, **before)
    make_figures(tenant_id=slow, agent_id="b", requests=2, build_ms=700.0, scored=2, score_sum=1.2, **before)
    make_figures(tenant_id=far, requests=2, build_ms=1_000.0, scored=2, score_sum=1.1, **before)
    make_figures(tenant_id=far, requests=2, build_ms=9_000.0)  # the hour that is not over
    make_figures(tenant_id=make_tenant().pk, requests=0, **before)

    assert found("memoryhub_recall_beyond_line", line="latency") == 1
    assert found("memoryhub_recall_beyond_line", line="score") == 1


def test_lost_rows_of_the_last_hour_are_told():
    for minutes, rows in ((-10, 3), (-5, 4), (-70, 50)):
        details = {"table": "observability_observation", "rows": rows}
        WorkLogEntry.objects.create(
            tenant_id=make_tenant().pk, module=sink.MODULE, level="warning", details=details, at=after(minutes)
        )

    assert found("memoryhub_rows_lost_last_hour") == 7


def test_a_part_that_takes_too_long_is_left_out_and_the_database_is_not_called_away(client, monkeypatch):
    monkeypatch.setattr(metrics, "PATIENCE_MS", 100)
    monkeypatch.setattr(metrics, "_OPEN_JOBS", "SELECT pg_sleep(5)")

    said = read(client.get("/metrics").content)

    assert said["memoryhub_figures_late", (("part", "jobs"),)] == 1
    assert said["memoryhub_database_up", ()] == 1
    assert ("memoryhub_contexts_total", ()) in said
    assert not [name for name, _ in said if name.startswith("memoryhub_jobs")]


def test_the_last_night_is_told_and_neither_rehearsals_nor_single_people():
    assert found("memoryhub_dream_age_seconds") is None
    tenant = make_tenant()
    for minutes, fields in ((-60, {}), (-30, {"is_dry": True}), (-20, {"for_one": True})):
        DreamRun.objects.create(
            tenant=tenant,
            state=DreamRun.State.DONE,
            actor="_system",
            started_at=after(minutes - 5),
            finished_at=after(minutes),
            counts={"active": 40, "failed": 2},
            **fields,
        )

    assert found("memoryhub_dream_age_seconds") == 3600
    assert found("memoryhub_dream_profiles") == 40
    assert found("memoryhub_dream_failures") == 2


def test_release_and_size_are_told():
    release = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["version"]
    said = read(metrics.text(now=NOON))

    assert release == metrics.VERSION
    assert [dict(labels)["version"] for (name, labels) in said if name == "memoryhub_info"] == [release]
    assert said["memoryhub_database_up", ()] == 1
    assert said["memoryhub_database_bytes", ()] > 1_000_000


def test_a_scrape_costs_the_same_statements_for_nothing_and_for_much():
    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as said:
            metrics.text(now=NOON)
        return len([one for one in said.captured_queries if not one["sql"].startswith(("SAVEPOINT", "RELEASE", "SET"))])

    few = statements()
    for number in range(50):
        make_figures(agent_id=f"a{number}", tenant_id=make_tenant(f"t{number}").pk)
        make_job()

    assert statements() == few == 6


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        (metrics._OPEN_JOBS, "job_open_by_due"),
        (metrics._RECENT_JOBS, "extraction_job_pkey"),
        (metrics._CALLS, "modelcall_tenant_at"),
        (metrics._RECALLS, "hourly_figures_once"),
        (metrics._DREAMS, "dream_run_of_tenant"),
        (metrics._SERVER, "worklog_module_at"),
    ],
)
def test_every_statement_goes_over_an_index(statement, index):
    values = {
        "most": metrics.MOST_JOBS,
        "hour": NOON,
        "day": NOON,
        "last": NOON,
        "slow": 500,
        "far": 0.6,
        "module": "M",
    }
    tenants = [make_tenant(f"t{number}") for number in range(5)]
    WorkLogEntry.objects.bulk_create(
        WorkLogEntry(
            tenant_id=tenants[number % 5].pk,
            level=WorkLogEntry.Level.INFO,
            module=f"m{number % 7}",
            message="x",
            at=after(-number),
        )
        for number in range(500)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE observability_worklogentry")  # of an empty table one index costs as much as another
        cursor.execute("SET LOCAL enable_seqscan = off")  # of empty tables the planner would read all
        cursor.execute(f"EXPLAIN {statement}", values)
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert index in plan
    table = "extraction_job" if "job" in index else statement
    assert f"Seq Scan on {table}" not in plan


def test_without_a_token_callers_on_this_machine_may_read_them(client):
    assert b"memoryhub_info" in client.get("/metrics").content
    assert client.get("/metrics", REMOTE_ADDR="::ffff:127.0.0.1").status_code == 200
    for outside in ({"REMOTE_ADDR": "10.0.0.8"}, {"REMOTE_ADDR": ""}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}):
        refused = client.get("/metrics", **outside)
        assert refused.status_code == 403
        assert b"memoryhub_" not in refused.content
    assert client.post("/metrics").status_code == 405


def test_with_a_token_only_those_who_bring_it_may(client, settings):
    settings.MEMORYHUB_METRICS_TOKEN = TOKEN

    for brought in ("", f"Bearer {TOKEN}x", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}", "Bearer тест"):
        refused = client.get("/metrics", headers={"Authorization": brought} if brought else {})
        assert (refused.status_code, refused["WWW-Authenticate"]) == (401, "Bearer")
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, REMOTE_ADDR="10.0.0.8")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")


def test_a_database_that_is_away_is_a_figure_too(client, monkeypatch):
    def away(**_: Any) -> bytes:
        raise OperationalError("no route to a secret host")

    monkeypatch.setattr(metrics, "text", away)
    try:
        answer = client.get("/metrics")
    finally:
        outage.present.ends()

    assert answer.status_code == 200
    assert read(answer.content) == {("memoryhub_database_up", ()): 0.0}
