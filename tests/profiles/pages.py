"""How the page of one's own memory is asked and read."""

from typing import Any

from django.test import Client

from profiles import ledger
from profiles.models import Fact

HTMX = {"HX-Request": "true"}
LIST = "/memory/"


def page_of(client: Client, address: str = LIST, **headers: Any) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def seen(fact: Fact) -> int:
    return ledger.last_events([fact.pk])[fact.pk]


# --- reading -------------------------------------------------------------------------------------------------------
