"""Takes a person out of every table. What stays is a receipt with counts, and keyed hashes of message ids for a while.

Every model says itself what becomes of its rows (`ERASED_BY`); this module walks over them and names none.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.apps import apps
from django.db import connection, models, transaction
from django.utils.crypto import salted_hmac

from engine.errors import Refused
from observability import texts, worklog
from profiles import identity
from profiles.identity import Named
from profiles.models import EndUserProfile, ErasureReceipt, Profile
from summaries import seen

SALT = "memoryhub.erasure.identity"
CASCADE, BY_PLAIN_ID, UNLINKED = "cascade", "profile_id", "unlinked"
MEMBERS = "member rows are unlinked"


class ConfirmationWrong(Refused):
    code = "confirmation_wrong"

    def __init__(self) -> None:
        super().__init__(
            "This takes everything away for good. Send your own id, letter by letter, as confirm.", field="confirm"
        )


@dataclass(frozen=True)
class Erased:
    """One receipt for each person, the named one's first; `counts` are the rows of all of them, by kind."""

    receipts: tuple[ErasureReceipt, ...]

    @property
    def counts(self) -> dict[str, int]:
        total: Counter[str] = Counter()
        for receipt in self.receipts:
            total.update(receipt.counts)
        return dict(total)


def erase(person: Named, *, actor: str, now: datetime, include_sub_accounts: bool = False) -> Erased:
    """Erase a person, or a company with all its people. Of somebody unknown nothing goes, and the receipt says so.

    Whoever is at work for the person meanwhile finds the profile gone, and stores nothing.
    """
    people = [person, *(_sub_accounts(person) if include_sub_accounts else ())]
    return Erased(tuple(_erase_one(one, actor=actor, now=now) for one in people))


def check_confirmation(person: Named, confirm: str | None) -> None:
    """Raise ConfirmationWrong unless the id of the person, the innermost one, was typed exactly."""
    if confirm != person.own_id:
        raise ConfirmationWrong


def identity_hash(person: Named) -> str:
    """What a receipt says of who was erased: enough to answer whether a known name was, useless to find names."""
    name = [person.tenant_id, person.kind, person.user_id, person.end_user_id, person.end_sub_user_id]
    return salted_hmac(SALT, json.dumps(name), algorithm="sha256").hexdigest()


def kind_of(model: type[models.Model]) -> str:
    """How rows of a model are called in counts: `fact`, `fact_event`, `work_log_entry` …"""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model.__name__).lower()


def _sub_accounts(person: Named) -> list[Named]:
    if person.kind != identity.END_USER or person.end_sub_user_id:
        raise Refused(
            "Only a company has sub-accounts: leave include_sub_accounts out.",
            code="field_invalid",
            field="include_sub_accounts",
        )
    rows = EndUserProfile.objects.filter(tenant=person.tenant_id, end_user_id=person.end_user_id)
    ids = rows.exclude(end_sub_user_id="").order_by("pk").values_list("end_sub_user_id", flat=True)
    return [replace(person, end_sub_user_id=sub) for sub in ids]


def _erase_one(person: Named, *, actor: str, now: datetime) -> ErasureReceipt:
    with transaction.atomic():
        found = identity.find(person)
        # Against everybody, also against those who only refer to the row: nothing can be added to it from here on.
        profile = Profile.objects.select_for_update().filter(pk=found.pk).first() if found else None
        counts = _take_out(profile, person) if profile else {}
        receipt = ErasureReceipt.objects.create(
            tenant_id=person.tenant_id, identity_hash=identity_hash(person), actor=actor, counts=counts
        )
        worklog.publish(
            tenant_id=person.tenant_id,
            module="Erasure",
            level="info",
            actor=actor,
            message="A person was erased.",
            details={"receipt": receipt.pk, "rows": sum(counts.values())},
        )
        return receipt


def _take_out(profile: Profile, person: Named) -> dict[str, int]:
    counts = {"seen_message": seen.remember(profile, person)}
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL memoryhub.erasing = 'on'")  # events are append-only otherwise
        for model, rows in _rows_of(profile.pk):
            counts[kind_of(model)] = _release(model, rows)
        texts.forget_of(profile.pk)  # what the agents of sub-accounts were told of a company
        counts["profile"] = Profile.objects.filter(pk=profile.pk)._raw_delete("default")
        cursor.execute("SET LOCAL memoryhub.erasing = 'off'")
    return {kind: number for kind, number in counts.items() if number}


def _release(model: type[models.Model], rows: "models.QuerySet[models.Model]") -> int:
    """Delete the rows, without reading them: there may be a hundred thousand. Where others need them, unlink them."""
    if model.ERASED_BY == MEMBERS:  # type: ignore[attr-defined]  # declared by every model, see tests/test_house.py
        return rows.update(profile=None)
    if model.ERASED_BY == UNLINKED:  # type: ignore[attr-defined]
        return rows.update(profile_id=None, **dict.fromkeys(_texts(model), ""))
    return rows._raw_delete("default")


def _texts(model: type[models.Model]) -> list[str]:
    return [field.name for field in model._meta.concrete_fields if isinstance(field, models.TextField)]


def _rows_of(profile_id: int) -> Iterator[tuple[type[models.Model], "models.QuerySet[models.Model]"]]:
    """The rows of every model that are this person's, owners before what hangs on them.

    That is the order in which everybody else locks rows; foreign keys are checked at the end of the transaction. Rows
    that lead to the person only through others go first, while those are still there.
    """
    paths = {model: path for model in _models() if (path := path_to_profile(model))}
    for model in sorted(paths, key=lambda model: (-paths[model].count("__"), _depth(model), model._meta.label)):
        yield model, model._default_manager.filter(**{paths[model]: profile_id})


def path_to_profile(model: type[models.Model]) -> str:
    """The look-up that leads from rows of a model to their person, '' when they are nobody's."""
    erased = getattr(model, "ERASED_BY", "")
    if erased in {BY_PLAIN_ID, UNLINKED}:
        return "profile_id"
    if erased not in {CASCADE, MEMBERS}:
        return ""
    owners = _owners(model)
    direct = next((name for name, owner in owners.items() if owner is Profile), "")
    inherited = (f"{name}__{path}" for name, owner in owners.items() if (path := path_to_profile(owner)))
    return direct or next(inherited, "")


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if hasattr(model, "ERASED_BY")]


def _owners(model: type[models.Model]) -> dict[str, type[models.Model]]:
    """The models that a model's foreign keys lead to, by the name of the key."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]
    return {field.name: field.related_model for field in keys if field.related_model is not model}


def _depth(model: type[models.Model]) -> int:
    return 1 + max((_depth(owner) for owner in _owners(model).values() if hasattr(owner, "ERASED_BY")), default=0)
