"""How commands are told which person they are about."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from engine.errors import Refused
from profiles import identity
from profiles.identity import Named
from profiles.models import Tenant
from profiles.models.tenants import DEFAULT_TENANT


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--tenant", default=DEFAULT_TENANT, help="whose person it is (default: %(default)s)")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--user-id", help="an employee")
    who.add_argument("--end-user-id", help="an end user, usually a company")
    parser.add_argument("--end-sub-user-id", help="one of the end user's people; left out: the main account")


def named(options: dict[str, Any]) -> Named:
    """The person that the options name. Raises CommandError for an unknown tenant or what cannot be an id."""
    tenant = Tenant.objects.filter(slug=options["tenant"]).first()
    if tenant is None:
        raise CommandError(f"There is no tenant named {options['tenant']}.")
    if options["user_id"] and options["end_sub_user_id"]:
        raise CommandError("Only an end user has people: leave --end-sub-user-id out.")
    try:
        user_id, end_user_id, sub_user_id = (
            identity.identifier(options[name], field=f"--{name.replace('_', '-')}")
            for name in ("user_id", "end_user_id", "end_sub_user_id")
        )
    except Refused as refused:
        raise CommandError(str(refused.sentence)) from refused
    return Named(
        tenant_id=tenant.pk,
        kind=identity.USER if user_id else identity.END_USER,
        user_id=user_id or "",
        end_user_id=end_user_id or "",
        end_sub_user_id=sub_user_id or "",
    )
