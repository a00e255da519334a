"""The list of requests, and one request: who sees what of it, and which look is on record."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from observability.models import ContextText, Feedback, Observation, WorkLogEntry
from profiles.models import Profile
from summaries.models import EpisodeSummary, SummarySnapshot
from tests.builders import NOON, make_end_user, make_fact, make_message, make_profile, make_session, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, SECRET, looked_at, signed_in, text_of
from tests.memoryhub.pages.observations.asking import QUESTION, REMARK, REQUESTS, address_of, make_request, trace_of

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12


def looks_at(person: Profile) -> int:
    return WorkLogEntry.objects.filter(profile_id=person.pk, details__model="observation").count()


# --- the list -------------------------------------------------------------------------------------------------------


def test_the_list_shows_ids_and_figures_and_no_words(asked: Observation) -> None:
    for role in (OPERATOR, ADMINISTRATOR):
        page = text_of(signed_in(role), REQUESTS)

        assert asked.observation_id in page
        assert "bad: it was out of date" in page
        for words in (QUESTION, REMARK, SECRET):
            assert words not in page


def test_the_list_is_read_page_by_page(person: Profile, operator: Client) -> None:
    now = timezone.now()
    made = [make_request(person, at=now - timedelta(seconds=number)).observation_id for number in range(52)]

    first = text_of(operator, REQUESTS)
    further = first.split('class="btn btn-outline-secondary ms-auto" href="')[1].split('"')[0].replace("&amp;", "&")
    second = text_of(operator, further)

    assert [key in first for key in made] == [True] * 50 + [False] * 2
    assert [key in second for key in made] == [False] * 50 + [True] * 2
    assert "Back to the newest" in second


def test_part_of_the_list_alone_comes_by_htmx_and_the_page_when_restored(person: Profile, operator: Client) -> None:
    make_request(person)

    part = text_of(operator, REQUESTS, **HTMX)
    whole = text_of(operator, REQUESTS, **HTMX, **{"HX-History-Restore-Request": "true"})

    assert "<html" not in part
    assert 'id="requests"' in part
    assert "<html" in whole


def test_fifty_requests_cost_as_many_queries_as_one(
    person: Profile, operator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_request(person)
    with django_assert_max_num_queries(MOST_QUERIES) as few:
        text_of(operator, REQUESTS)
    for number in range(50):
        make_request(make_profile() if number % 2 else None, rating=1)
    with django_assert_max_num_queries(MOST_QUERIES) as many:
        text_of(operator, REQUESTS)

    assert len(many) == len(few)


# --- one request ----------------------------------------------------------------------------------------------------


def test_an_operator_sees_levels_scores_and_reasons_and_no_words(asked: Observation, person: Profile) -> None:
    page = text_of(signed_in(OPERATOR), address_of(asked, "?contents=yes"))

    assert "It had to give way: the text was full." in page
    assert "Left out: it has too little to do with the question." in page
    assert "There was no time left for it." in page
    assert "There are only a few global memories for this agent, so all came along." in page
    assert "The answer was called bad: it was out of date." in page
    assert "Save the feedback" not in page
    for words in (QUESTION, REMARK, SECRET):
        assert words not in page
    assert looks_at(person) == 0


def test_an_administrator_reads_the_words_after_a_click_and_the_look_is_on_record(
    asked: Observation, person: Profile
) -> None:
    Feedback.objects.update(remark="")
    client = signed_in(ADMINISTRATOR)

    before = text_of(client, address_of(asked))
    assert looks_at(person) == 0
    page = text_of(client, address_of(asked, "?contents=yes"))

    assert QUESTION not in before
    assert SECRET not in before
    assert "Show the words" in before
    assert QUESTION in page
    assert SECRET in page
    assert "This is no longer stored." in page
    assert f"/people/{person.pk}/facts/" in page
    assert looks_at(person) == 1


TEXT = "## About the current user\n- once collected visible coins"


def keep_text(observation: Observation, text: str = TEXT, company_id: int | None = None) -> None:
    ContextText.objects.create(
        observation=observation, tenant_id=observation.tenant_id, profile_id=observation.profile_id, text=text,
        company_id=company_id, at=observation.at,
    )  # fmt: skip


def test_an_administrator_reads_the_text_as_the_agent_got_it(asked: Observation, person: Profile) -> None:
    Feedback.objects.update(remark="")
    client = signed_in(ADMINISTRATOR)
    assert "is not on record" in text_of(client, address_of(asked, "?contents=yes"))
    keep_text(asked)

    before = text_of(client, address_of(asked))
    page = text_of(client, address_of(asked, "?contents=yes"))

    assert "visible coins" not in before
    assert TEXT in page
    assert "is not on record" not in page
    assert looks_at(person) == 2


def test_nobody_but_an_administrator_reads_the_text_and_no_one_while_contents_are_not_logged(
    asked: Observation, visitor: Client, settings: Settings
) -> None:
    keep_text(asked)
    pages = [text_of(client, address_of(asked, "?contents=yes")) for client in (signed_in(OPERATOR), visitor)]
    settings.MEMORYHUB_LOG_CONTENT = False
    pages.append(text_of(signed_in(ADMINISTRATOR), address_of(asked, "?contents=yes")))

    assert ["visible coins" in page for page in pages] == [False] * 3
    assert ["is not on record" in page for page in pages] == [False] * 3


def test_a_remark_is_read_by_an_administrator_and_the_look_is_on_record(asked: Observation, person: Profile) -> None:
    assert REMARK in text_of(signed_in(ADMINISTRATOR), address_of(asked)).replace("&#x27;", "'")
    assert looks_at(person) == 1


def test_without_logging_of_contents_an_administrator_is_told_so(asked: Observation, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = False

    page = text_of(signed_in(ADMINISTRATOR), address_of(asked, "?contents=yes"))

    assert "Logging of contents is switched off (MEMORYHUB_LOG_CONTENT)" in page
    assert QUESTION not in page
    assert SECRET not in page
    assert "f_00000000" in page


def test_a_person_opens_what_was_asked_about_them_and_nobody_elses(asked: Observation, visitor: Client) -> None:
    page = text_of(visitor, address_of(asked))

    assert QUESTION in page
    assert SECRET in page
    assert REMARK in page.replace("&#x27;", "'")
    assert not WorkLogEntry.objects.filter(details__model="observation").exists()
    for observation in (make_request(make_profile("zoe")), make_request(None)):
        assert visitor.get(address_of(observation)).status_code == 404


@pytest.mark.parametrize("role", [OPERATOR, ADMINISTRATOR])
def test_nobody_of_another_tenant_finds_it(asked: Observation, role: str) -> None:
    stranger = signed_in(role, tenant=make_tenant("other"))

    assert stranger.get(address_of(asked)).status_code == 404
    assert stranger.post(address_of(asked, "feedback"), {"rating": "1"}).status_code == 404


def test_facts_of_the_company_above_are_shown_too(settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    company, person = make_end_user("acme"), make_end_user("acme", "jo")
    fact = make_fact(company, SECRET)
    made = make_request(person, trace=trace_of(company=[(fact.fact_id, None, "kept")]))
    client = signed_in(ADMINISTRATOR)

    before = text_of(client, address_of(made))
    assert looked_at() == []
    page = text_of(client, address_of(made, "?contents=yes"))

    assert SECRET not in before
    assert SECRET in page
    assert f"/people/{company.pk}/facts/{fact.fact_id}/" in page
    assert looked_at() == [(person.pk, "observation"), (company.pk, "observation")]


def test_a_text_that_tells_of_the_company_is_a_look_at_it(settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    company, person = make_end_user("acme"), make_end_user("acme", "jo")
    made = make_request(person, trace=trace_of(memories=[("f_00000000", 0.9, "kept")]))
    keep_text(made, "- the company once sold boots", company_id=company.pk)

    page = text_of(signed_in(ADMINISTRATOR), address_of(made, "?contents=yes"))

    assert "once sold boots" in page
    assert looked_at() == [(person.pk, "observation"), (company.pk, "observation")]


def test_a_company_of_which_nothing_is_shown_was_not_looked_at(settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    person, _company = make_end_user("acme", "jo"), make_end_user("acme")
    made = make_request(person, trace=trace_of(company=[("f_00000000", None, "kept")]))

    text_of(signed_in(ADMINISTRATOR), address_of(made, "?contents=yes"))

    assert looked_at() == [(person.pk, "observation")]


def test_what_a_conversation_was_condensed_to_is_shown_and_nothing_of_somebody_elses(
    person: Profile, visitor: Client
) -> None:
    rows = []
    for owner, words in ((person, "asked about trains"), (make_profile("zoe"), "asked about planes")):
        session = make_session(owner)
        episode = EpisodeSummary.objects.create(
            session=session, profile=owner, summary=f"{words} once", happened_at=NOON, written_at=NOON
        )
        snapshot = SummarySnapshot.objects.create(
            session=session, profile=owner, version=1, text=f"{words} now", created_at=NOON
        )
        message = make_message(session, f"{words} then")
        rows.append((episode.pk, snapshot.pk, message.pk))
    trace = trace_of(
        episodes=[(f"e_{one[0]}", 0.5, "kept") for one in rows],
        summary=[(f"s_{one[1]}", None, "kept") for one in rows],
        memories=[(f"m_{one[2]}", 0.5, "kept") for one in rows],
    )

    page = text_of(visitor, address_of(make_request(person, trace=trace)))

    assert [f"asked about trains {when}" in page for when in ("once", "now", "then")] == [True] * 3
    assert "planes" not in page


def test_a_request_about_nobody_and_one_of_somebody_gone_open(operator: Client) -> None:
    nobody = make_request(None, is_enabled=False, is_injected=False)
    gone = make_request(None)
    Observation.objects.filter(pk=gone.pk).update(profile_id=987_654)

    assert "nobody known" in text_of(operator, address_of(nobody))
    assert "a person who is gone" in text_of(operator, address_of(gone))
    assert operator.get(f"{REQUESTS}obs_nothing/").status_code == 404


def test_words_of_a_person_are_inert_wherever_they_stand(person: Profile, visitor: Client, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    evil = '"><script>alert(1)</script>\u202e'
    made = make_request(
        person, question=evil, agent_id=evil, session_id=evil, message_id="w" * 64, error=f"related: {evil}",
        trace={"levels": {"user": [{"id": evil, "score": None, "why": evil}]}, "ran": {"related": {"error": evil}}},
    )  # fmt: skip

    keep_text(made, f"- {evil}</pre>{evil}")

    for page in (
        text_of(visitor, address_of(made)),
        text_of(signed_in(ADMINISTRATOR, username="ann"), address_of(made, "?contents=yes")),
    ):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
    assert "&lt;/pre&gt;" in page


def test_one_request_costs_no_more_than_a_dozen_queries(
    asked: Observation, person: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    trace = trace_of(
        **{"global": [("g_1", 0.5, "kept")]},
        company=[("f_1", None, "kept")],
        user=[(f"f_{number}", None, "kept") for number in range(40)],
        memories=[("m_1", 0.5, "kept")],
        episodes=[("e_1", 0.5, "kept")],
        summary=[("s_1", None, "kept")],
        recent=[("m-1", None, "kept")],
    )
    Observation.objects.filter(pk=asked.pk).update(trace=trace)
    client = signed_in(ADMINISTRATOR)

    with django_assert_max_num_queries(MOST_QUERIES):
        text_of(client, address_of(asked, "?contents=yes"))
