"""Dreams are taken back through the API, by each key as far as it reaches."""

import pytest

from extraction import bell
from extraction.models import DreamOperation, DreamPart
from profiles.models import Fact, HeldItem
from tests.builders import make_fact
from tests.callers import api_with_key
from tests.extraction.nights import make_part, make_retirement, make_run, make_waiting
from tests.extraction.scripted import active
from tests.memoryhub.api.dreaming import BOTH, GREEN, RUNS, TEA, refusal, undo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "call", lambda task, words, *, queue: True)


def test_a_run_is_taken_back(acme, run):
    answer = undo(api_with_key(), run).json()

    run.refresh_from_db()
    assert active(acme) == [TEA, GREEN]
    assert (answer["run_id"], answer["left"]) == (run.pk, 0)
    assert answer["undone_at"] == run.undone_at.isoformat(timespec="milliseconds")
    by_person = {one["end_user_id"]: one for one in answer["people"]}
    assert set(by_person) == {"acme", "bolt"}
    assert len(by_person["acme"]["fact_ids"]) == 3
    assert undo(api_with_key(), run).json() == {**answer, "people": []}


def test_one_person_is_taken_back_and_answers_the_same_again(acme, run):
    api = api_with_key()

    first, again = [undo(api, run, profile={"end_user_id": "acme"}).json() for _time in range(2)]

    assert first == again
    assert (first["undone_at"], [one["end_user_id"] for one in first["people"]]) == (None, ["acme"])
    assert active(acme) == [TEA, GREEN]
    assert not Fact.objects.active().filter(scope_id="work").exists()


def test_one_operation_is_taken_back_and_says_what_stays(acme, run):
    merge = DreamOperation.objects.get(profile=acme)
    api = api_with_key()
    api.delete(f"/api/profile/memory/{merge.result}", end_user_id="acme")

    answer = undo(api, run, operation=merge.pk).json()

    assert answer["people"][0]["fact_ids"] == []
    assert set(answer["people"][0]["kept"].values()) == {"changed_since"}
    shown = api.get(f"{RUNS}/{run.pk}").json()["items"][1]["operations"][0]
    assert (shown["state"], shown["kept"]) == ("undone", answer["people"][0]["kept"])
    event = acme.events.latest("pk")
    assert event.actor.startswith("key:")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"operation": 999_999_999}, (404, "not_found")),
        ({"operation": "all"}, (400, "field_invalid")),
        ({"operation": 0}, (400, "field_invalid")),
        ({"operation": 2**70}, (400, "field_invalid")),
        ({"profile": {"end_user_id": "nobody"}}, (404, "not_found")),
        ({"profile": {"user_id": "u1"}}, (403, "employees_forbidden")),
        ({"profile": {}}, (400, "identity_missing")),
        ({"profile": "acme"}, (400, "field_invalid")),
        ({"profile": None}, (400, "field_invalid")),
        ({"operation": None}, (400, "field_invalid")),
        ({"profil": {"end_user_id": "acme"}}, (400, "field_unknown")),
        ({"operations": [1]}, (400, "field_unknown")),
    ],
)
def test_what_names_nothing_is_not_taken_for_everything(acme, run, body, expected):
    assert refusal(undo(api_with_key(), run, **body)) == expected
    assert active(acme) == [BOTH]


def test_an_operation_of_somebody_else_or_of_another_run_is_not_found(acme, run):
    other = make_part(acme)
    foreign = make_retirement(other, make_fact(acme, "owns a boat"))
    merge = DreamOperation.objects.get(profile=acme, op="merge")

    assert refusal(undo(api_with_key(), run, operation=foreign.pk)) == (404, "not_found")
    named = {"profile": {"end_user_id": "bolt"}, "operation": merge.pk}
    assert refusal(undo(api_with_key(), run, **named)) == (404, "not_found")
    assert active(acme) == [BOTH]


def test_what_waits_is_withdrawn(acme, run):
    operation = make_waiting(DreamPart.objects.get(profile=acme), make_fact(acme, "plans a move"))
    api = api_with_key()

    undo(api, run, operation=operation.pk)

    assert not HeldItem.objects.exists()
    assert refusal(api.post(f"/api/review/{operation.held_id}/accept")) == (404, "not_found")


@pytest.mark.parametrize(
    ("options", "code"), [({"state": "running"}, "dream_not_over"), ({"is_dry": True}, "nothing_to_undo")]
)
def test_one_that_is_at_work_or_was_only_tried_cannot_be_taken_back(acme, options, code):
    run = make_run(acme.tenant, **options)
    make_part(acme, run)

    assert refusal(undo(api_with_key(), run)) == (409, code)


def test_a_confined_key_takes_back_what_concerns_its_people_alone(acme, run):
    bolts = DreamOperation.objects.get(scope_id="work")
    api = api_with_key(end_user_prefix="ac")

    assert refusal(undo(api, run, operation=bolts.pk)) == (404, "not_found")
    assert refusal(undo(api, run, profile={"end_user_id": "bolt"})) == (404, "not_found")
    assert [one["end_user_id"] for one in undo(api, run).json()["people"]] == ["acme"]
    assert active(acme) == [TEA, GREEN]
    assert not Fact.objects.active().filter(scope_id="work").exists()
    run.refresh_from_db()
    assert run.undone_at is None


def test_a_key_of_some_scopes_takes_back_what_was_done_there_alone(acme, run):
    here = make_fact(acme, "works in Bonn", scope_id="work")
    make_retirement(DreamPart.objects.get(profile=acme), here)
    api = api_with_key(scope_ids=["work"])

    answer = undo(api, run, profile={"end_user_id": "acme"}).json()

    assert answer["people"][0]["fact_ids"] == [here.fact_id]
    assert set(active(acme)) == {BOTH, "works in Bonn"}


def test_the_job_of_a_part_gives_back_no_more_than_the_key_reaches(acme, run):
    part = DreamPart.objects.get(profile=acme)
    make_retirement(part, make_fact(acme, "works in Bonn", scope_id="work"))

    answer = api_with_key(scope_ids=["__default__"]).post(f"/api/jobs/{part.job_id}/undo")

    assert answer.status_code == 200, answer.content
    assert active(acme) == [TEA, GREEN]
    assert len(answer.json()["fact_ids"]) == 3


def test_the_job_of_a_part_that_changed_nothing_has_nothing_to_give_back(run):
    part = DreamPart.objects.get(profile__kind="user")

    answer = api_with_key(acts_for_employees=True).post(f"/api/jobs/{part.job_id}/undo")

    assert (answer.json()["undone_at"], answer.json()["fact_ids"]) == (None, [])


def test_what_a_dream_would_retire_stands_on_the_review_list(acme, run):
    make_waiting(DreamPart.objects.get(profile=acme), make_fact(acme, "plans a move"), reason="moved already")

    item = api_with_key().get("/api/review", end_user_id="acme").json()["items"][0]

    assert (item["op"], item["content"], item["reason"], item["why"]) == (
        "RETIRE", "plans a move", "dream", "moved already",
    )  # fmt: skip
    assert item["target"] == Fact.objects.get(content="plans a move").fact_id
