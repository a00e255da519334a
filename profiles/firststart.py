"""The first start of an installation: one administrator of the console and one API key, made once."""

from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import get_random_string

from profiles import keys
from profiles.models import ApiKey, Member, Tenant
from profiles.models.tenants import DEFAULT_TENANT

ACCOUNT = "admin"
KEY_NAME = "first start"
# 62 letters and digits: 20 of them are 119 bits.
PASSWORD_LENGTH = 20


class Differs(ValueError):
    """What was given is not what the first start made. `variable` names the setting at fault."""

    def __init__(self, variable: str, what: str) -> None:
        super().__init__(
            f"{variable} differs from the {what} that this installation was first started with: "
            "leave it out, or change it in the console."
        )
        self.variable = variable


@dataclass(frozen=True)
class FirstStart:
    """What was made, in the only moment in which it can be read."""

    account: str
    password: str = field(repr=False)
    api_key: str = field(repr=False)


def ensure(*, admin_password: str | None, api_key: str | None) -> FirstStart | None:
    """Make the administrator and the key; None when an earlier start did. Raises Differs, ValidationError, KeyTaken.

    A given value is used as it is; None makes a random one.
    """
    with transaction.atomic():
        tenant, _ = Tenant.objects.get_or_create(slug=DEFAULT_TENANT, defaults={"name": "Default"})
        tenant = Tenant.objects.select_for_update().get(pk=tenant.pk)
        account = User.objects.filter(username=ACCOUNT).first()
        if account is not None:
            _compare(account, tenant, admin_password, api_key)
            return None
        password = admin_password or get_random_string(PASSWORD_LENGTH)
        account = User.objects.create_superuser(ACCOUNT, password=password)
        Member.objects.create(account=account, tenant=tenant, role=Member.Role.ADMINISTRATOR)
        _, text = keys.create(
            tenant, name=KEY_NAME, scopes=ApiKey.Scope.values, acts_for_employees=True, secret=api_key
        )
        return FirstStart(ACCOUNT, password, text)


def _compare(account: User, tenant: Tenant, admin_password: str | None, api_key: str | None) -> None:
    if admin_password and not account.check_password(admin_password):
        raise Differs("MEMORYHUB_ADMIN_PASSWORD", "password")
    if not api_key:
        return
    made = ApiKey.objects.filter(tenant=tenant, name=KEY_NAME)
    if not any(keys.is_same(key, api_key) for key in made):
        raise Differs("MEMORYHUB_API_KEY", "API key")
