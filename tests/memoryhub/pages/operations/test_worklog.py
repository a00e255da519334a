"""The work log in the console: whose lines are shown, how they are found and worded, and what leads where."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.html import escape

from memoryhub.pages import newest
from memoryhub.pages.operations import worklog as worklog_page
from observability import looks, worklog
from observability.models import WorkLogEntry
from profiles.models import Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_job, make_profile, make_tenant
from tests.memoryhub.pages.background import HTMX, OPERATOR, plain_text_of, text_of

pytestmark = pytest.mark.django_db

PAGE = "/operations/log/"


def make_line(profile: Profile | None = None, **fields: Any) -> WorkLogEntry:
    tenant_id = profile.tenant_id if profile else make_tenant().pk
    values: dict[str, Any] = {"tenant_id": tenant_id, "profile_id": profile.pk if profile else None}
    values |= {"module": "Keys", "level": "success", "actor": "_system", "message": "An API key was made."}
    return WorkLogEntry.objects.create(**(values | fields))


def test_a_line_is_a_sentence_with_who_did_it_about_whom_and_what_leads_to_it(
    person: Profile, operator: Client
) -> None:
    job = make_job(person, "failed", "timeout")
    make_line(
        person, module="Jobs", level="error", message="A job failed for the last time.",
        details={"job": job.pk, "kind": "learn", "attempts": 5, "reason": "timeout"},
    )  # fmt: skip

    page = plain_text_of(operator, PAGE)

    assert "A job failed for the last time. The model did not answer in time." in page
    assert f'<a href="/jobs/{job.pk}/">{job.pk}</a>' in page
    assert "the service" in page
    assert f"/people/{person.pk}/" in page
    assert "Error</span>" in page


def test_dreams_and_their_parts_are_led_to(person: Profile, operator: Client) -> None:
    make_line(
        person, module="Dream", message="What a dream did for a person was taken back.", details={"run": 7, "part": 9}
    )

    page = plain_text_of(operator, PAGE)

    assert '<a href="/dream/7/">7</a>' in page
    assert '<a href="/dream/7/9/">9</a>' in page


def test_the_reader_reads_their_own_language(operator: Client) -> None:
    make_line(message="An API key was revoked.", details={"prefix": "mh_12345678", "acts_for_employees": True})
    make_line(message="The settings of a scope were changed.", details={"scope_id": "default", "changed": ["contacts"]})

    with translation.override("zh-hans"):
        page = operator.get(PAGE, headers={"Accept-Language": "zh-CN"}).content.decode()

    assert "吊销了一个 API 密钥。" in page
    assert "An API key" not in page
    assert "电话号码和邮箱地址" in page


def test_what_somebody_looked_at_is_said_without_what_it_says(person: Profile, operator: Client) -> None:
    looks.record(tenant_id=person.tenant_id, profile_id=person.pk, actor="account:1", model="dreampart", key=3)

    page = plain_text_of(operator, PAGE)

    assert escape("Somebody's content was looked at.") in page
    assert "what a dream did with the facts of a person" in page


def test_lines_are_found_by_their_filters(person: Profile, operator: Client) -> None:
    company = make_end_user("acme & sons", "anne")
    old = make_line(person, at=timezone.now() - timedelta(days=3), message="An API key was changed.")
    failed = make_line(
        company, module="Jobs", level="error", actor="account:77", message="A job failed for the last time."
    )

    def found(query: str) -> set[int]:
        page = plain_text_of(operator, PAGE + query)
        return {line.pk for line in (old, failed) if escape(line.message) in page}

    assert found("") == {old.pk, failed.pk}
    assert found("?module=Jobs") == found("?level=error") == found("?actor=account:77") == {failed.pk}
    assert found(f"?day={old.at.date().isoformat()}") == found(f"?person={person.user.user_id}") == {old.pk}
    assert found(f"?person={quote('acme & sons / anne')}") == {failed.pk}
    assert found("?module=Jobs&level=success") == found("?module=Keys&actor=account:77") == set()
    assert found("?module=Keys&level=success&actor=_system") == {old.pk}
    assert found("?module=nonsense&level=x&day=2026-99-99&after=x-y") == {old.pk, failed.pk}
    assert "No line is like that." in plain_text_of(operator, f"{PAGE}?module=Export")
    assert "Nobody is known to agents as “nobody”" in plain_text_of(operator, f"{PAGE}?person=nobody")


@pytest.mark.parametrize("after", ["9999999999999999999-1", "999999999999999999-1", "1-", "-", "0-0", "١-١", "1-1-1"])
def test_a_place_in_the_address_that_makes_no_sense_is_no_error(operator: Client, after: str) -> None:
    make_line()

    assert operator.get(PAGE, {"after": after}).status_code == 200


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "x" * 5_000, "\u202eabc", "'; --", "%"])
def test_nonsense_in_a_filter_is_inert(operator: Client, text: str) -> None:
    make_line()

    for field in ("module", "level", "actor", "person", "day", "after"):
        page = text_of(operator, f"{PAGE}?{field}={quote(text)}")
        assert "<script>alert" not in page
    assert f'value="{escape(text[: newest.LONGEST_WORD])}"' in text_of(operator, f"{PAGE}?person={quote(text)}")


def test_what_a_line_says_is_shown_inert(operator: Client) -> None:
    make_line(message="<b>bold</b>", actor="<i>x</i>", details={"<u>": "<img src=x>", "agent": "\u202e" + "w" * 500})

    page = plain_text_of(operator, PAGE)

    assert "<b>bold</b>" not in page
    assert "<i>x" not in page
    assert "<img" not in page.split("<main", 1)[1]


def test_lines_of_one_moment_are_paged_without_a_gap(operator: Client) -> None:
    now = timezone.now()
    lines = [make_line(at=now, message=f"Line number {number}.") for number in range(120)]

    seen, address = [], PAGE
    while address:
        answer = operator.get(address)
        seen += [line.entry.pk for line in answer.context["lines"]]
        place = answer.context["page"].next
        address = f"{PAGE}?after={place}" if place else ""

    assert seen == [line.pk for line in reversed(lines)]


def test_what_no_index_finds_is_looked_for_a_stretch_at_a_time(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "LOOKED_THROUGH", 10)
    rare = make_line(level="warning", message="An API key was changed.")
    for _ in range(15):
        make_line()

    first = operator.get(PAGE, {"module": "Keys", "level": "warning"})
    place = first.context["page"].next
    second = operator.get(PAGE, {"module": "Keys", "level": "warning", "after": str(place)})

    assert first.context["page"].is_cut
    assert "None of the newest lines is like that." in first.content.decode()
    assert "Look further back" in first.content.decode()
    assert [line.entry.pk for line in second.context["lines"]] == [rare.pk]
    assert second.context["page"].next is None


def test_another_organisations_lines_are_nowhere(operator: Client) -> None:
    other = make_profile("stranger", tenant=make_tenant("other"))
    make_line(other, message="An API key was changed.")

    assert "An API key was changed." not in plain_text_of(operator, PAGE)
    assert "Nobody is known to agents as “stranger”" in plain_text_of(operator, f"{PAGE}?person=stranger")


def test_an_account_is_named_where_it_is_of_the_organisation_or_did_what_is_listed(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worklog_page, "PEOPLE_OFFERED", 0)
    stranger = make_member(make_tenant("other"), username="chief-of-others").account
    former, ours = make_member(make_tenant("third"), username="former").account, make_member(username="ours").account
    make_line(actor=f"account:{former.pk}")

    def page_of(key: int) -> str:
        return text_of(operator, f"{PAGE}?actor=account:{key}")

    assert "chief-of-others" not in page_of(stranger.pk)
    assert "an account that no longer exists" in page_of(stranger.pk)
    assert "former" in page_of(former.pk)
    assert "ours" in page_of(ours.pk)


@pytest.mark.parametrize("name", ["²", "٣", "9" * 30, "9" * 18, "-1", ""])
def test_an_actor_that_makes_no_sense_is_no_error(operator: Client, name: str) -> None:
    assert operator.get(PAGE, {"actor": f"account:{name}"}).status_code == 200


def test_an_empty_log_says_what_comes(operator: Client) -> None:
    assert "Nothing was written down yet." in plain_text_of(operator, PAGE)


def test_only_the_list_is_sent_to_who_asks_for_it_alone(operator: Client) -> None:
    make_line()

    part = text_of(operator, PAGE, **HTMX)
    whole = text_of(operator, PAGE, **HTMX, **{"HX-History-Restore-Request": "true"})

    assert part.lstrip().startswith('<div id="log">')
    assert "<html" in whole


def test_the_list_costs_the_same_statements_for_one_line_and_for_fifty(
    person: Profile, operator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    query = f"?person={person.user.user_id}&level=success&module=Keys"
    make_line(person, actor="account:1")
    with django_assert_max_num_queries(12) as one:
        plain_text_of(operator, PAGE + query)
    for number in range(49):
        account = make_member(role=OPERATOR).account
        make_line(person, actor=f"account:{account.pk}", details={"number": number})

    with django_assert_num_queries(len(one)):
        plain_text_of(operator, PAGE + query)


def test_the_log_is_written_in_sentences_that_are_known(operator: Client) -> None:
    worklog.publish(
        tenant_id=make_tenant().pk, module="Later", level="info", actor="key:mh_1", message="Of a later release."
    )

    page = plain_text_of(operator, PAGE)

    assert "Of a later release." in page
    assert "a program (key mh_1…)" in page
