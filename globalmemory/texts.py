"""The write guard for what people write into global memories (P14): cleaned, never cut, never with a secret.

An order to the agent is no reason to refuse: how to answer is what such a memory is for, and its owner wrote it by hand.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.text import contacts as contact_data
from engine.text import normal, secrets
from globalmemory.models.folders import NAME_LENGTH
from globalmemory.models.memories import FIELDS, LANGUAGE_LENGTH, TAG_LENGTH
from profiles import wording
from profiles.models import ScopeConfig
from profiles.models.tenants import DEFAULT_SCOPE

TOO_LONG = _("This may have at most {most} characters. Make it shorter or split it.")
TOO_MANY_TAGS = _("A memory may have at most {most} tags.")
NO_NAME = _("Give it a name of at least one visible character.")
NO_TAG = _("A tag must have at least one visible character.")
ON_THE_WIRE = {"background": "profile"}
LENGTHS = {"preferred_language": LANGUAGE_LENGTH}


def admitted(wanted: Mapping[str, Any], *, tenant_id: int) -> dict[str, Any]:
    """The values as they may be stored; what is no text passes. Raises Refused, which names the field."""
    policy = contacts_in(tenant_id)
    values = dict(wanted)
    if "name" in wanted:
        values["name"] = named(wanted["name"], contacts=policy)
    if "tags" in wanted:
        values["tags"] = _tags(wanted["tags"], policy)
    for field in FIELDS:
        if field in wanted:
            most = LENGTHS.get(field, settings.MEMORYHUB_GLOBAL_FIELD_LENGTH)
            place = ON_THE_WIRE.get(field, field)
            values[field] = _checked(normal.clean(wanted[field]).strip(), place, most, policy)
    return values


def named(name: str, *, contacts: str) -> str:
    """The name of a memory or folder, in one line."""
    line = normal.single_line(name)
    if not line:
        raise Refused(NO_NAME, code="content_blank", field="name")
    return _checked(line, "name", NAME_LENGTH, contacts)


def contacts_in(tenant_id: int) -> str:
    """What the tenant does with phone numbers and e-mail addresses; a global memory is in no scope but the default."""
    own = ScopeConfig.objects.filter(tenant=tenant_id, scope_id=DEFAULT_SCOPE)
    policy: str = own.values_list("contacts", flat=True).first() or settings.MEMORYHUB_CONTACTS
    return policy


def _tags(tags: list[str], contacts: str) -> list[str]:
    """Each once, whatever its letters' case; commas and slashes are text like any other."""
    kept: dict[str, str] = {}
    for place, tag in enumerate(tags):
        line = normal.single_line(tag)
        if not line:
            raise Refused(NO_TAG, code="content_blank", field=f"tags.{place}")
        kept.setdefault(line.casefold(), _checked(line, f"tags.{place}", TAG_LENGTH, contacts))
    most = settings.MEMORYHUB_GLOBAL_TAGS
    if len(kept) > most:
        raise Refused(format_lazy(TOO_MANY_TAGS, most=most), code="too_many_tags", field="tags")
    return list(kept.values())


def _checked(text: str, field: str, most: int, contacts: str) -> str:
    if len(text) > most:
        raise Refused(format_lazy(TOO_LONG, most=most), code="content_too_long", field=field)
    if secrets.has_secret(text):
        raise wording.refusal("secret", field=field)
    if contacts != contact_data.KEEP and contact_data.has_contact(text):
        raise wording.refusal("contact", field=field)
    return text
