"""What is said at the playground: stored once, or only tried; and what cannot be said."""

from typing import Any

import pytest
from django.test import Client

from extraction.models import Job
from observability.models import WorkLogEntry
from profiles.models import Fact, Profile
from summaries.models import Message
from tests.builders import make_fact
from tests.memoryhub.pages.background import HTMX, text_of
from tests.memoryhub.pages.playground.playing import ME, PAGE, SANDBOX, TEA, player, refused, said_and_learned, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


def test_only_trying_shows_the_same_steps_and_stores_nothing(visitor: Client, person: Profile) -> None:
    make_fact(person, "lives in Porto")

    page = visitor.post(f"{PAGE}try", {**ME, "said": TEA, "answer": "Good."}).content.decode()

    for words in (
        "nothing of this is stored", "Read: it may say something worth remembering.", "Lisbon", "% sure",
        "What would be decided", "compared with", "lives in Porto", "/api/extract",
    ):  # fmt: skip
        assert words in page, words
    assert not Job.objects.exists()
    assert not Message.objects.exists()
    assert [fact.content for fact in Fact.objects.all()] == ["lives in Porto"]
    assert not WorkLogEntry.objects.exists()


def test_a_wish_is_not_carried_out_by_trying_it(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "is allergic to peanuts")

    page = visitor.post(f"{PAGE}try", {**ME, "said": "Forget that I am allergic to peanuts."}).content.decode()

    fact.refresh_from_db()
    assert "It is carried out only when it is stored." in page
    assert fact.is_active


def test_sent_twice_it_is_said_once() -> None:
    client, _member = player()

    first, second = (say(client, TEA, session="s", message="playground-1") for _ in range(2))

    assert first["Location"] == second["Location"]
    assert Message.objects.count() == 1
    assert "sent already with other words" in refused(
        client, f"{PAGE}say", {**SANDBOX, "said": "I eat meat.", "session": "s", "message": "playground-1"}, 422
    )


def test_while_memory_is_paused_the_page_says_so(visitor: Client, person: Profile, settings: Any) -> None:
    Profile.objects.filter(pk=person.pk).update(is_paused=True)

    kept = said_and_learned(visitor, TEA, ME)
    tried = visitor.post(f"{PAGE}try", {**ME, "said": TEA}).content.decode()
    for page in (text_of(visitor, f"{PAGE}{kept.pk}/"), tried):
        assert "Memory was paused, so nothing was learned" in page
        assert "Read: it may" not in page
    settings.MEMORYHUB_KEEP_PAUSED_MESSAGES = False
    answer = visitor.post(f"{PAGE}say", {**ME, "said": TEA}, follow=True)

    assert "Nothing was stored." in answer.content.decode()
    assert Job.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"said": ""}, "Write what the person says."),
        ({"said": "x" * 20_001}, "20000"),
    ],
)
@pytest.mark.parametrize("what", ["try", "say"])
def test_what_cannot_be_said_is_told_beside_the_field(what: str, data: dict[str, str], sentence: str) -> None:
    client, _member = player()

    for headers in ({}, HTMX):
        answer = client.post(f"{PAGE}{what}", {**SANDBOX, **data}, headers=headers)

        page = answer.content.decode()
        assert answer.status_code == 422
        assert sentence in page
        assert 'id="say_said_error"' in page
        assert ("<html" in page) is (headers == {})
    assert not Message.objects.exists()
