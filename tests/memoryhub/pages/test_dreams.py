"""The dreams of an organisation: when, how they went, and whom they reached."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from extraction.models import DreamRun
from observability.models import WorkLogEntry
from profiles.models import Profile
from tests.builders import make_end_user, make_fact, make_profile, make_tenant
from tests.extraction.nights import make_part, make_retirement, make_run, make_waiting
from tests.memoryhub.pages.background import OPERATOR, signed_in

pytestmark = pytest.mark.django_db

PAGE = "/dream/"
STATEMENTS = 12


def text_of(client: Client, address: str = PAGE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


class TestTheList:
    def test_without_a_dream_it_says_what_the_first_will_do(self):
        page = text_of(signed_in())

        assert "No dream yet. The first one looks at the conversations of the last 24 hours." in page
        assert re.search(r"The next one begins .*\(UTC\).* · in \d+", page)
        assert "curl -X POST http://testserver/api/admin/dream" in page

    def test_a_dream_stands_there_with_its_figures(self, person: Profile):
        make_run(person.tenant, slot="2026-03-11T03:00", counts={"users": 3, "merged": 7, "failed": 1, "waiting": 0})
        make_run(person.tenant, actor="key:abcd1234", is_dry=True)

        page = text_of(signed_in())

        assert "people tidied: <strong>3</strong>" in page
        assert "merges of facts: <strong>7</strong>" in page
        assert "waiting for a person" not in page
        assert "by the schedule" in page
        assert "started by a program (key abcd1234…)" in page
        assert "dry run" in page

    def test_one_under_way_shows_how_far_it_is_and_looks_again_by_itself(self, person: Profile):
        run = make_run(person.tenant, state="running")
        make_part(person, run)
        make_part(make_profile("bob"), run, state="pending")

        page = text_of(signed_in())

        assert "1 of 2 people are done." in page
        assert 'hx-trigger="every 3s"' in page
        assert "Start now" not in page

    def test_a_quiet_night_is_not_an_empty_line(self, person: Profile):
        make_run(person.tenant, counts={"users": 0})

        assert "Nobody had news." in text_of(signed_in())

    def test_more_than_a_page_is_reached_by_a_link(self, person: Profile):
        runs = [make_run(person.tenant) for _number in range(31)]
        client = signed_in()

        page = text_of(client)

        assert f"?after={runs[1].pk}" in page
        assert f"/dream/{runs[0].pk}/" in text_of(client, f"{PAGE}?after={runs[1].pk}")

    @pytest.mark.parametrize("number", [1, 30])
    def test_it_costs_the_same_for_one_and_for_many(self, person: Profile, number: int, django_assert_max_num_queries):
        for _number in range(number):
            make_run(person.tenant)
        client = signed_in()

        with django_assert_max_num_queries(STATEMENTS):
            text_of(client)


class TestStarting:
    def test_an_administrator_starts_one_and_is_led_to_it(self):
        client = signed_in()

        answer = client.post("/dream/start", follow=True)

        run = DreamRun.objects.get()
        assert answer.redirect_chain == [(f"/dream/{run.pk}/", 302)]
        assert "It begins in a moment." in answer.content.decode()
        assert (run.is_dry, run.slot) == (False, "")

    def test_a_second_start_leads_to_the_running_one(self):
        client = signed_in()
        client.post("/dream/start")

        answer = client.post("/dream/start", {"dry": "yes"}, follow=True)

        assert "A dream is running already" in answer.content.decode()
        assert not DreamRun.objects.get().is_dry

    def test_a_start_during_a_dry_run_is_said_not_to_have_begun(self):
        client = signed_in()
        client.post("/dream/start", {"dry": "yes"})

        answer = client.post("/dream/start", follow=True)

        assert "A dry run is under way: nothing else began." in answer.content.decode()
        assert DreamRun.objects.get().is_dry

    def test_an_operator_watches_only(self):
        client = signed_in(OPERATOR)

        assert "Start now" not in text_of(client)
        assert client.post("/dream/start").status_code == 403
        assert not DreamRun.objects.exists()

    def test_what_a_dry_run_showed_is_started_for_real_by_an_administrator_alone(self, person: Profile):
        run = make_run(person.tenant, is_dry=True)
        whole = make_run(person.tenant)

        assert "Start it for real…" in text_of(signed_in(), f"/dream/{run.pk}/")
        assert "Nothing was changed" in text_of(signed_in(), f"/dream/{run.pk}/")
        assert "Start it for real…" not in text_of(signed_in(), f"/dream/{whole.pk}/")
        assert "Start it for real…" not in text_of(signed_in(OPERATOR), f"/dream/{run.pk}/")


class TestOneDream:
    def test_what_waited_for_a_word_is_led_to(self, person: Profile):
        run = make_run(person.tenant, counts={"users": 1, "waiting": 2})

        assert f'<a href="/dream/{run.pk}/?show=waiting">See whose 2 proposals waited' in text_of(
            signed_in(), f"/dream/{run.pk}/"
        )

    def test_its_people_stand_there_with_what_was_done(self, person: Profile):
        run = make_run(person.tenant, counts={"users": 1, "failed": 1})
        make_part(person, run, counts={"merged": 2, "unchanged": 5, "outdated": 0})
        make_part(make_end_user("acme", "op1"), run, state="failed", reason="timeout")

        page = text_of(signed_in(), f"/dream/{run.pk}/")

        assert "<bdi>alice</bdi>" in page
        assert "acme / op1" in page
        assert "merges of facts: 2" in page
        assert "The model did not answer in time." in page
        assert "/jobs/?state=failed&amp;kind=dream" in page

    @pytest.mark.parametrize(("show", "seen"), [("failed", {"bob"}), ("changes", {"alice"}), ("waiting", {"carol"})])
    def test_it_can_be_narrowed(self, person: Profile, show: str, seen: set[str]):
        run = make_run(person.tenant)
        make_part(person, run, counts={"merged": 1})
        make_part(make_profile("bob"), run, state="failed")
        carol = make_profile("carol")
        make_waiting(make_part(carol, run), make_fact(carol, "rents a flat"))

        page = text_of(signed_in(), f"/dream/{run.pk}/?show={show}")

        assert {name for name in ("alice", "bob", "carol") if name in page} == seen

    def test_nobody_like_that_is_said(self, person: Profile):
        run = make_run(person.tenant)

        assert "Nobody is like that." in text_of(signed_in(), f"/dream/{run.pk}/?show=skipped")
        assert "Nobody had news, so there was nothing to tidy." in text_of(signed_in(), f"/dream/{run.pk}/")

    def test_undoing_it_brings_back_what_it_retired(self, person: Profile):
        run = make_run(person.tenant)
        fact = make_fact(person, "rents a flat")
        make_retirement(make_part(person, run), fact)
        client = signed_in()

        answer = client.post(f"/dream/{run.pk}/undo", follow=True)

        assert answer.status_code == 200
        run.refresh_from_db()
        fact.refresh_from_db()
        assert run.undone_at is not None
        assert fact.is_active
        assert "undone" in answer.content.decode()
        assert "Undo this dream" not in answer.content.decode()

    @pytest.mark.parametrize("path", ["", "undo"])
    def test_another_organisations_is_unknown(self, person: Profile, path: str):
        run = make_run(make_tenant("other"))
        client = signed_in()

        answer = client.post(f"/dream/{run.pk}/undo") if path else client.get(f"/dream/{run.pk}/")

        assert answer.status_code == 404

    @pytest.mark.parametrize("number", [1, 50])
    def test_it_costs_the_same_for_one_and_for_many(
        self, person: Profile, number: int, django_assert_max_num_queries: DjangoAssertNumQueries
    ):
        run = make_run(person.tenant)
        for place in range(number):
            make_part(make_profile(f"p{place}"), run)
        client = signed_in()

        with django_assert_max_num_queries(STATEMENTS):
            text_of(client, f"/dream/{run.pk}/")


class TestWhoMay:
    @pytest.mark.parametrize("path", ["/dream/", "/dream/{run}/"])
    def test_a_member_may_not(self, person: Profile, visitor: Client, path: str):
        run = make_run(person.tenant)

        assert visitor.get(path.format(run=run.pk)).status_code == 403

    @pytest.mark.parametrize("path", ["/dream/", "/dream/{run}/"])
    def test_nobody_is_sent_to_sign_in(self, person: Profile, client: Client, path: str):
        run = make_run(person.tenant)

        assert client.get(path.format(run=run.pk)).status_code == 302

    def test_looking_at_figures_leaves_no_look(self, person: Profile):
        run = make_run(person.tenant)
        make_part(person, run)

        text_of(signed_in(), f"/dream/{run.pk}/")

        assert not WorkLogEntry.objects.exists()
