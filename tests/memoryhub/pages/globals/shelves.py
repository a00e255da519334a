"""What tests of the pages of global memories share: who looks, and what they ask."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from profiles.models import Member, Profile
from tests.memoryhub.pages.background import signed_in

PAGE = "/global/"
TENANTS = f"{PAGE}?whose=tenant"
TAG = '"><img src=x onerror=alert(1)>'  # con-002
OPERATOR, ADMINISTRATOR = Member.Role.OPERATOR, Member.Role.ADMINISTRATOR


def administrator(person: Profile | None = None) -> Client:
    return signed_in(ADMINISTRATOR, profile=person)


def posted(client: Client, address: str, **data: Any) -> HttpResponse:
    """The page to which a form leads in the end."""
    answer = client.post(address, data, follow=True)
    assert answer.status_code < 500
    return answer


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def page_of(client: Client, address: str = PAGE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def undo_in(page: str) -> str:
    """Where the Undo button of a toast posts to."""
    start = page.index('action="/global/undo/') + len('action="')
    return page[start : page.index('"', start)]
