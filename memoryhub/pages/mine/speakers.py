"""Who said a message, in a word for whoever reads it."""

from django.utils.translation import gettext_lazy as _

from engine import questions

NAMES = {questions.USER: _("You"), questions.ASSISTANT: _("The agent")}
PERSON, OTHER = _("The person"), _("The system")


def named(role: str, *, is_own: bool) -> str:
    """`is_own`: the reader is the person who was spoken to."""
    return str(PERSON if role == questions.USER and not is_own else NAMES.get(role, OTHER))
