"""`manage.py createkey`: one more API key, shown once."""

import argparse
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from profiles import keys
from profiles.models import ApiKey, Tenant
from profiles.models.tenants import DEFAULT_TENANT


class Command(BaseCommand):
    help = "Make an API key and print it once; it cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", default=DEFAULT_TENANT, help="whose key it is (default: %(default)s)")
        parser.add_argument("--name", default="", help="what it is for, to be found again in the console")
        parser.add_argument(
            "--scopes",
            nargs="+",
            default=["ingest", "read"],
            choices=ApiKey.Scope.values,
            help="what it may do (default: ingest read)",
        )
        parser.add_argument("--employees", action="store_true", help="it may act for employees too")
        parser.add_argument("--agents", nargs="*", default=[], help="only for these agents")
        parser.add_argument("--end-users", default="", metavar="PREFIX", help="only for end users that begin like this")
        parser.add_argument("--scope-ids", nargs="*", default=[], help="only in these scopes")
        parser.add_argument("--days", type=_days, help="it ends after so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"There is no tenant named {options['tenant']}.")
        days = options["days"]
        try:
            key, text = keys.create(
                tenant,
                name=options["name"],
                scopes=options["scopes"],
                acts_for_employees=options["employees"],
                agents=options["agents"],
                end_user_prefix=options["end_users"],
                scope_ids=options["scope_ids"],
                expires_at=timezone.now() + timedelta(days=days) if days else None,
            )
        except ValidationError as refused:
            raise CommandError("; ".join(refused.messages)) from refused
        self.stderr.write(
            f"Key {key.prefix}… of tenant {tenant.slug} may {', '.join(key.scopes)}. Keep it; it is shown once:"
        )
        self.stdout.write(text)


def _days(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 36_500:
        raise argparse.ArgumentTypeError("give a whole number of days, 1 to 36500")
    return int(text)
