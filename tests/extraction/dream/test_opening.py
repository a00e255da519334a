import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from extraction.dream import opening, runs
from extraction.models import DreamPart, DreamRun, Job
from profiles.models import Profile, Tenant
from summaries.models import Message
from tests.builders import NOON, after, make_profile, make_tenant
from tests.extraction.dream.steps import ACTOR, opened, people_of, say, succeed

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def watermark(profile: Profile) -> int:
    return Profile.objects.get(pk=profile.pk).dreamed_through


def test_a_run_is_opened_for_those_who_said_something_new(tenant: Tenant) -> None:
    old, new, _silent = make_profile(), make_profile(), make_profile()
    Profile.objects.filter(pk=old.pk).update(dreamed_through=say(old).pk)
    say(new)

    run = opened(tenant)

    part, job = run.parts.get(), Job.objects.get()
    assert (part.profile, part.job, part.state) == (new, job, "pending")
    assert (job.kind, job.state, job.options) == ("dream", "pending", {"part": part.pk})
    assert (run.state, run.counts) == ("running", {"active": 1})


@pytest.mark.parametrize(
    "fields",
    [{"role": "system"}, {"role": "tool"}, {"message_type": "thought"}, {"teaches": False}, {"deleted_at": NOON}],
    ids=str,
)
def test_what_is_no_news_opens_no_part(tenant: Tenant, fields: dict[str, Any]) -> None:
    say(make_profile(), **fields)

    assert people_of(opened(tenant)) == set()


def test_the_assistants_words_are_news_too(tenant: Tenant) -> None:
    profile = make_profile()
    say(profile, role="assistant")

    assert people_of(opened(tenant)) == {profile.pk}


def test_news_behind_a_tool_s_words_are_found(tenant: Tenant) -> None:
    profile = make_profile()
    say(profile, role="tool")
    say(profile)
    say(profile, role="tool")

    assert people_of(opened(tenant)) == {profile.pk}


def test_whose_memory_is_paused_is_passed_over_and_comes_later(tenant: Tenant) -> None:
    profile = make_profile(is_paused=True)
    say(profile)

    assert people_of(opened(tenant)) == set()
    Profile.objects.update(is_paused=False)
    assert people_of(opened(tenant, now=after(1))) == {profile.pk}


def test_nobody_of_a_paused_tenant_is_looked_at(tenant: Tenant) -> None:
    say(make_profile())
    Tenant.objects.update(is_paused=True)

    assert people_of(opened(tenant)) == set()


def test_another_tenants_people_are_not_touched(tenant: Tenant) -> None:
    theirs = make_profile(tenant=make_tenant("other"))
    say(theirs, at=NOON - 3 * DAY)

    assert people_of(opened(tenant)) == set()
    assert watermark(theirs) == 0


def test_a_tenants_first_dream_looks_back_a_day(tenant: Tenant) -> None:
    long_silent, talking, new = make_profile(), make_profile(), make_profile()
    last = say(long_silent, at=NOON - 3 * DAY)
    before = [say(talking, at=NOON - days * DAY) for days in (9, 2)][-1]
    say(talking, at=NOON - timedelta(hours=23))
    say(new, at=NOON - timedelta(hours=1))

    run = opened(tenant)

    assert people_of(run) == {talking.pk, new.pk}
    assert (watermark(long_silent), watermark(talking), watermark(new)) == (last.pk, before.pk, 0)
    assert run.parts.get(profile=talking).after_message == before.pk


def test_only_the_first_dream_of_all_starts_the_watermarks(tenant: Tenant) -> None:
    opened(tenant, now=NOON - DAY)
    later = make_profile()
    say(later, at=NOON - 3 * DAY)  # imported with its old times

    run = opened(tenant)

    assert people_of(run) == {later.pk}
    assert (watermark(later), run.parts.get().after_message) == (0, 0)


def test_a_rehearsal_and_a_dream_of_one_person_are_no_first_dream(tenant: Tenant) -> None:
    profile = make_profile()
    old = say(profile, at=NOON - 2 * DAY)
    say(profile, at=NOON)
    rehearsal = opened(tenant, is_dry=True)
    assert (watermark(profile), rehearsal.parts.get().after_message) == (0, old.pk)
    succeed(rehearsal.parts.get())
    runs.settle(rehearsal.pk, NOON)
    DreamRun.objects.create(tenant=tenant, state="done", actor=ACTOR, for_one=True, started_at=NOON)

    run = opened(tenant, now=after(1))

    assert (watermark(profile), run.parts.get().after_message) == (old.pk, old.pk)


def test_an_opening_that_was_cut_off_goes_on_where_it_stopped(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BATCH", 2)
    people = [make_profile() for _ in range(5)]
    for profile in people:
        say(profile)
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)
    opening._open_piece(run.pk, is_first=True, now=NOON)
    assert run.parts.count() == 2

    runs.open_parts(run.pk, after(1))
    runs.open_parts(run.pk, after(1))

    run.refresh_from_db()
    assert (run.state, run.counts["active"]) == ("running", 5)
    assert sorted(run.parts.values_list("profile", flat=True)) == [profile.pk for profile in people]
    assert Job.objects.count() == 5


def test_a_profile_made_after_the_opening_waits_for_the_next_night(tenant: Tenant) -> None:
    say(make_profile())
    run = opened(tenant)
    late = make_profile()
    say(late)

    runs.open_parts(run.pk, after(1))

    assert late.pk not in people_of(run)
    succeed(run.parts.get())
    assert runs.settle(run.pk, after(2))
    assert people_of(opened(tenant, now=after(3))) == {late.pk}


def test_a_piece_that_an_erasure_spoiled_is_made_again(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    say(make_profile())
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)
    real, spoiled = opening._open_piece, [True, True]

    def piece(*args: Any, **words: Any) -> bool:
        if spoiled:
            spoiled.pop()
            raise IntegrityError
        return real(*args, **words)

    monkeypatch.setattr(opening, "_open_piece", piece)
    runs.open_parts(run.pk, NOON)

    assert run.parts.count() == 1


def test_a_piece_that_is_always_spoiled_is_an_error(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)

    def piece(*args: Any, **words: Any) -> bool:
        raise IntegrityError

    monkeypatch.setattr(opening, "_open_piece", piece)
    with pytest.raises(IntegrityError):
        runs.open_parts(run.pk, NOON)


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_open_the_same_run_make_each_part_once(monkeypatch: pytest.MonkeyPatch, bells: Any) -> None:
    monkeypatch.setattr(opening, "BATCH", 3)
    tenant = make_tenant()
    for _ in range(20):
        say(make_profile(tenant=tenant))
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)
    both = threading.Barrier(2)

    def work() -> None:
        both.wait()
        runs.open_parts(run.pk, NOON)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert DreamPart.objects.count() == Job.objects.count() == 20
    assert DreamPart.objects.exclude(job__options__part=None).count() == 20
    run.refresh_from_db()
    assert run.state == "running"


@pytest.mark.django_db(transaction=True)
def test_an_opening_does_not_hold_up_those_who_talk(bells: Any) -> None:
    """The part's foreign key and the ledger's lock on a profile do not exclude each other."""
    tenant = make_tenant()
    profile = make_profile(tenant=tenant)
    say(profile)
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)
    open_run = threading.Thread(
        target=lambda: (opening._open_piece(run.pk, is_first=False, now=NOON), connection.close())
    )

    with transaction.atomic():
        Profile.objects.select_for_update(no_key=True).get(pk=profile.pk)
        open_run.start()
        open_run.join(10)
        assert not open_run.is_alive()

    assert DreamPart.objects.get().profile == profile


def test_whoever_has_news_is_found_by_one_message_each_and_not_by_reading_all(tenant: Tenant) -> None:
    for profile in (people := [make_profile() for _number in range(40)]):
        said = say(profile)
        same = {field.attname: getattr(said, field.attname) for field in Message._meta.concrete_fields}
        more = [same | {"id": None, "message_id": f"{profile.pk}-{number}"} for number in range(40)]
        Message.objects.bulk_create(Message(**fields) for fields in more)
    with connection.cursor() as cursor:
        # As in a service with some history: of tables that were never counted, the planner guesses, each time otherwise.
        cursor.execute("ANALYZE summaries_message, profiles_profile, profiles_tenant")
    queries: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "summaries_message" in sql:
            queries.append(context["cursor"].mogrify(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        assert opening.with_news(tenant.pk) == [(profile.pk, 0) for profile in people]

    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + queries[0])
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "SubPlan" in plan
    assert "message_of_profile" in plan
