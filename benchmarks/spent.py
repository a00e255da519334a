"""What a context consists of and what its time is spent on, measured inside this process, without the web server."""

import cProfile
import json
import pstats
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from benchmarks import context, sentences
from benchmarks.ingest import NOT_COUNTED
from benchmarks.population import LARGEST
from benchmarks.service import Service
from observability.models import Observation

ASKED = 40  # questions until each level must have shown something
ROOM = 20_000  # tokens: the facts of the largest person alone fill a usual context

# Names of functions and what is done in them; their cumulative times explain a request.
WATCHED = {
    "embedding the question": "embed_query",
    "statements": "execute",
    "joining what was found": "fuse",
    "fitting the text": "fit",
    "recording the observation": "record",
    "the key and the rate counter": "initial",
}
# Parts that a well-known person's contexts are made of, and kinds of memories found in them.
PARTS = {"global", "user", "memories", "episodes", "summary", "recent"}
KINDS = {"message", "episodic_memory", "semantic_memory"}


# One for all requests: each new one would set the middleware up again.
_web = Client()


def post(target: Service, user_id: str, question: str, **more: Any) -> dict[str, Any]:
    """A context, asked for without a web server; ends the benchmark when it is refused."""
    headers = {"Authorization": f"Api-Key {target.key}", "Host": "localhost"}
    sent = json.dumps(context.body(user_id, question) | more)
    with override_settings(MEMORYHUB_CONTEXT_MILLISECONDS=60_000):  # the profiler must not make levels go without
        answer = _web.post("/api/context", sent, content_type="application/json", headers=headers)
    if answer.status_code != 200:
        raise SystemExit(f"The context answered {answer.status_code}.")
    found: dict[str, Any] = answer.json()
    return found


def check_levels(target: Service) -> None:
    """Ends the benchmark unless all levels take part, given room for them: it would measure less than it says."""
    questions = sentences.questions(888)
    seen: set[str] = set()
    for user_id in ("person-1", LARGEST):
        for _ in range(ASKED):
            parts = post(target, user_id, next(questions), max_tokens=ROOM)["parts"]
            seen |= {part["level"] for part in parts} | {item["type"] for part in parts for item in part["items"]}
        if missing := (PARTS | KINDS) - seen:
            raise SystemExit(f"The contexts of {user_id} are without {', '.join(sorted(missing))}.")
        seen.clear()


def statements(target: Service, user_ids: Sequence[str]) -> dict[str, int]:
    """Statements of one context, as SPEC C5 counts them."""
    questions = sentences.questions(777)
    found = {}
    for user_id in user_ids:
        with CaptureQueriesContext(connection) as captured:
            post(target, user_id, next(questions))
        found[user_id] = sum(not query["sql"].startswith(NOT_COUNTED) for query in captured)
    return found


def profile(target: Service, user_ids: Iterator[str], requests: int = 200) -> dict[str, dict[str, float]]:
    """Milliseconds of one request: in each level as the observations tell (medians, without the profiler's weight), and
    under the profiler by what is done (means)."""
    questions = sentences.questions(999)
    post(target, next(user_ids), next(questions))
    levels = _levels([post(target, next(user_ids), next(questions)) for _ in range(requests)])
    measured = cProfile.Profile()
    measured.enable()
    for _ in range(requests):
        post(target, next(user_ids), next(questions))
    measured.disable()
    return {"levels": levels, "functions": _shares(pstats.Stats(measured), requests)}


def _levels(answers: Sequence[dict[str, Any]]) -> dict[str, float]:
    ids = [answer["observation_id"] for answer in answers]
    spent: dict[str, list[float]] = {}
    for observation in Observation.objects.filter(observation_id__in=ids):
        trace = observation.trace
        for name, level in trace["ran"].items():
            spent.setdefault(name, []).append(level["ms"])
        spent.setdefault("embedding the question", []).append(trace.get("embedding_ms", 0.0))
        spent.setdefault("all levels", []).append(observation.retrieval_ms)
        spent.setdefault("fitting and observing", []).append(observation.build_ms - observation.retrieval_ms)
    return {name: round(statistics.median(ms), 2) for name, ms in spent.items()}


def _shares(stats: pstats.Stats, requests: int) -> dict[str, float]:
    rows: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = stats.stats  # type: ignore[attr-defined]
    spent: dict[str, float] = {"whole request": stats.total_tt / requests * 1000}  # type: ignore[attr-defined]
    for label, name in WATCHED.items():
        found = [row[3] for (_, _, function), row in rows.items() if function == name]
        spent[label] = max(found, default=0.0) / requests * 1000
    return {label: round(ms, 2) for label, ms in spent.items()}
