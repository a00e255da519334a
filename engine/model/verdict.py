"""A small question to a model about two statements: asked, asked once more differently, then given up."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.errors import ProviderFailed
from engine.model import chat, ladder
from engine.model.ladder import Ladder
from engine.questions import ModelChoice
from engine.text import normal

log = logging.getLogger(__name__)

T = TypeVar("T")

# One retry: a verdict decides about two statements, and doing without it loses neither.
ATTEMPTS = 2


@dataclass(frozen=True)
class Matter:
    """What is to be decided: the purpose under which the calls are recorded, the words, and the form of the reply."""

    purpose: str
    prompt: str
    prompt_version: str
    schema: Mapping[str, Any]


def ask(matter: Matter, choice: ModelChoice, read: Callable[[chat.Said], T]) -> T:
    """What `read` makes of the model's reply. Raises the last ProviderFailed when no attempt brought a usable one."""
    steps = ladder.start(choice, attempts=ATTEMPTS, plain_after=0)
    while True:
        try:
            return chat.complete(_ask(matter, choice, steps), choice, read)
        except ProviderFailed as failure:
            if not steps.climbs(failure):
                log.warning("A model gave no usable %s after %d attempts: %s", matter.purpose, steps.failures, failure)
                raise


def as_data(values: Mapping[str, str | None]) -> str:
    """Statements as a JSON object in which none of them can end its own string, open a tag or begin a line."""
    plain = {name: None if value is None else normal.single_line(value) for name, value in values.items()}
    return json.dumps(plain, ensure_ascii=False, indent=1).replace("<", "\\u003c").replace(">", "\\u003e")


def _ask(matter: Matter, choice: ModelChoice, steps: Ladder) -> chat.Ask:
    return chat.Ask(
        purpose=matter.purpose,
        prompt=steps.wording(matter.prompt),
        prompt_version=matter.prompt_version,
        schema=matter.schema,
        max_tokens=choice.max_tokens * steps.growth,
        timeout_s=min(choice.timeout_s, steps.seconds_left),
        attempt=steps.failures + 1,
        is_plain=steps.is_plain,
    )
