"""The write guard for messages: cleaned, and secrets and contacts masked, kept or refused as the scope wants."""

from engine.errors import Refused
from engine.text import contacts, normal, secrets
from extraction.policy import Policy
from profiles.models import ScopeConfig


class SecretRefused(Refused):
    code = "secret_refused"
    status = 400

    def __init__(self) -> None:
        super().__init__(
            "A message holds a password, a key or an identity number, which this scope does not accept: leave it out.",
            field="messages.content",
        )


class ContactRefused(Refused):
    code = "contact_refused"
    status = 400

    def __init__(self) -> None:
        super().__init__(
            "A message holds a phone number or an e-mail address, which this scope does not accept: leave it out.",
            field="messages.content",
        )


def guarded(content: str, policy: Policy) -> secrets.Masked:
    """The text that may be stored. Raises SecretRefused and ContactRefused."""
    text = normal.clean(content)
    hidden: dict[str, int] = {}
    guards = (
        (policy.message_secrets, secrets.mask, SecretRefused),
        (policy.contacts, contacts.mask, ContactRefused),
    )
    for wanted, mask, refused in guards:
        if wanted == ScopeConfig.SecretPolicy.KEEP:
            continue
        masked = mask(text)
        if masked.kinds and wanted == ScopeConfig.SecretPolicy.REFUSE:
            raise refused
        text = masked.text
        hidden |= masked.kinds
    return secrets.Masked(text, hidden)


def guarded_name(name: str, policy: Policy) -> str:
    """A name with a secret in it is no name: left out, because the masked one may be longer than its column."""
    found = guarded(normal.single_line(name), policy)
    return "" if found.kinds else found.text
