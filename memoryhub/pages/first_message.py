"""The call that fills pages on which nobody is known yet: a first message, ready to be pasted into a shell."""

from django.http import HttpRequest

from profiles import firstcall


def command(request: HttpRequest, **whom: str) -> str:
    """Of a person by the keys that the API has for them; of a company where none is named."""
    return firstcall.message(
        whom or {"end_user_id": "acme"}, base_url=firstcall.base_of(request), said=firstcall.said()
    )
