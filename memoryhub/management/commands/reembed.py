"""`manage.py reembed`: all vectors by another embedding model, while search goes on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from extraction import embedding, moving
from observability import worklog
from profiles import choices
from profiles.changes import SYSTEM_ACTOR
from profiles.models import Tenant

NEXT, PRESENT, BUNDLED = "next", "settings", "bundled"
PROBE = "A text that is embedded to see whether it can be."


class Command(BaseCommand):
    help = (
        "Embed everything by another model: facts, messages, episodes, summaries, global memories. Search goes on by the "
        "old vectors until all new ones are there, then turns to the new ones at once; the old ones are removed. Stopped "
        "half-way, it goes on where it was when it is run again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", default="", help="one tenant by its short name (default: all)")
        parser.add_argument(
            "--to",
            choices=[NEXT, PRESENT, BUNDLED],
            help="the embedder of the MEMORYHUB_NEXT_EMBEDDING_… settings, that of MEMORYHUB_EMBEDDING_…, or the bundled "
            "one (default: the next one if it is set, else that of the settings)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tenants = Tenant.objects.order_by("pk")
        if options["tenant"]:
            tenants = tenants.filter(slug=options["tenant"])
        if not tenants:
            raise CommandError(f"There is no tenant named {options['tenant']}.")
        choice = _choice(options["to"])
        name = embeddings.model_name(choice)
        embedding.settle_models()
        try:
            moving.check(choice, PROBE)
            for tenant in tenants:
                self._move(tenant, choice, name)
        except ProviderFailed as failure:
            raise CommandError(
                f"{name} failed ({failure.reason}). Search goes on as before; mend it and run this again."
            ) from failure

    def _move(self, tenant: Tenant, choice: EmbedChoice, name: str) -> None:
        for progress in moving.prepare(tenant, choice, clock=timezone.now):
            self.stdout.write(f"{tenant.slug}: {progress.kind} {progress.done}/{progress.total}")
        if not moving.switch(tenant, choice, clock=timezone.now):
            raise CommandError(f"{tenant.slug}: new rows come in faster than they are embedded. Run this again later.")
        self.stdout.write(f"{tenant.slug}: search goes by {name} now")
        moving.settle(tenant, name, clock=timezone.now)
        gone = moving.clean(tenant, name)
        self.stdout.write(f"{tenant.slug}: {gone} former vectors removed")
        worklog.publish(
            tenant_id=tenant.pk,
            module="Search",
            level="info",
            actor=SYSTEM_ACTOR,
            message="All vectors are by another embedding model.",
            details={"model": name, "former_vectors": gone},
        )


def _choice(to: str | None) -> EmbedChoice:
    coming = choices.next_embedder()
    if to == NEXT and coming is None:
        raise CommandError("Set MEMORYHUB_NEXT_EMBEDDING_BASE_URL and MEMORYHUB_NEXT_EMBEDDING_MODEL first.")
    if to == BUNDLED:
        return choices.bundled_embedder()
    return coming if coming is not None and to != PRESENT else choices.present_embedder()
