"""Console accounts and their memberships for tests."""

import itertools
from typing import Any

from django.contrib.auth import get_user_model

from profiles.models import Member, Profile, Tenant
from profiles.models.tenants import DEFAULT_TENANT
from tests.builders import make_tenant

PASSWORD = "correct horse battery"

_numbers = itertools.count(1)


def make_member(
    tenant: Tenant | None = None,
    *,
    role: str = Member.Role.MEMBER,
    profile: Profile | None = None,
    account: Any = None,
    tenant_slug: str = DEFAULT_TENANT,
    **fields: Any,
) -> Member:
    """A membership, with an account of its own unless one is given; `fields` are those of the account."""
    name = fields.pop("username", f"account-{next(_numbers)}")
    account = account or get_user_model().objects.create_user(name, password=PASSWORD, **fields)
    return Member.objects.create(account=account, tenant=tenant or make_tenant(tenant_slug), role=role, profile=profile)
