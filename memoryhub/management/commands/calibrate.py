"""`manage.py calibrate`: makes scores mean the same with the embedding model that is set as with the bundled one."""

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine import calibration, embeddings, fitting
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from profiles import choices, measures

NEXT, PRESENT, BUNDLED = "next", "settings", "bundled"


class Command(BaseCommand):
    help = (
        "Measure the embedding model by labelled sentences that come with the package, and keep how its cosines become "
        "scores, so that 0.30, 0.40 and 0.85 mean what they mean with the bundled model. In force within a minute."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--model",
            choices=[PRESENT, NEXT, BUNDLED],
            default=PRESENT,
            help="that of the settings, the one to move to, or the bundled one (default: %(default)s)",
        )
        parser.add_argument("--dry-run", action="store_true", help="measure, and keep nothing")
        parser.add_argument(
            "--drop", action="store_true", help="forget what was measured: what is shipped counts again"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        choice = _choice(options["model"])
        name = embeddings.model_name(choice)
        if options["drop"]:
            self.stdout.write(f"{name}: {'forgotten' if measures.drop(name) else 'nothing was measured'}")
            return
        try:
            said = fitting.material(
                partial(embeddings.embed_passages, choice=choice), partial(embeddings.embed_queries, choice=choice)
            )
        except ProviderFailed as failure:
            raise CommandError(
                f"{name} failed ({failure.reason}). Nothing changed; mend it and run this again."
            ) from failure
        found = fitting.fit(said)
        self._tell("before", fitting.figures(said, calibration.of(name)))
        self._tell("after", fitting.figures(said, found))
        if options["dry_run"]:
            return
        if not measures.keep(name, found, dimensions=said.dimensions, now=timezone.now()):
            raise CommandError(f"{name} answered with {said.dimensions} dimensions, its stored vectors have others.")
        self.stdout.write(f"{name}: kept")

    def _tell(self, when: str, found: fitting.Figures) -> None:
        self.stdout.write(
            f"{when}: same against unrelated AUC {found.auc:.3f}; same at 0.85 or above {found.same:.0%}, unrelated at "
            f"0.40 or above {found.unrelated:.0%}; right answers at 0.30 or above {found.right:.0%}, wrong {found.wrong:.0%}"
        )


def _choice(model: str) -> EmbedChoice:
    coming = choices.next_embedder()
    if model == NEXT and coming is None:
        raise CommandError("Set MEMORYHUB_NEXT_EMBEDDING_BASE_URL and MEMORYHUB_NEXT_EMBEDDING_MODEL first.")
    if model == BUNDLED:
        return choices.bundled_embedder()
    return coming if coming is not None and model == NEXT else choices.present_embedder()
