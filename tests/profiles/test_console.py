"""What every page of the console does before it is shown."""

import pytest
from django.test import Client

from profiles.models import Profile
from tests.visitors import person, visitor

__all__ = ["person", "visitor"]

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/jobs/run-again", {"reason": "a\0"}),
        ("/review/1/accept", {"reason": "\0"}),
        ("/review/1/refuse", {"reason": "\0"}),
        ("/memory/forget", {"fact": "a\0"}),
        ("/memory/forget", {"fact": "a", "q": "a\0", "show": "past"}),
        ("/observations/requests/x/feedback", {"rating": "2", "memory:a\0": "1"}),
        ("/memory/forget", {"fact": ["a", "b\0"]}),
    ],
)
def test_a_form_with_a_character_that_cannot_be_stored_is_refused(
    visitor: Client, person: Profile, address: str, form: dict[str, str]
) -> None:
    for headers in ({}, HTMX):
        answer = visitor.post(address, form, headers=headers)

        assert answer.status_code == 400, address
        assert "a character that cannot be stored" in answer.content.decode()
        assert ("<html" in answer.content.decode()) is not bool(headers)
