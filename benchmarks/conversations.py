"""People's conversations sent and learned turn by turn, and what stands about them afterwards.

To be imported once Django is set up.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from extraction import jobs, runner
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming
from profiles import identity
from profiles.models import Fact, FactEvent, Tenant
from summaries.models import Message

NOON = 12  # the hour of a turn of which only the day is known
Turns = list[tuple[datetime, str, str]]


def people(folder: Path) -> Iterator[tuple[str, Turns]]:
    """Each person under a name of their own, with their turns in the order said."""
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for name, person in document.items():
            if isinstance(person, dict) and "history" in person:
                yield f"{path.stem}:{name}"[-64:], list(_turns(person["history"]))


def _turns(history: dict[str, list[dict[str, str]]]) -> Iterator[tuple[datetime, str, str]]:
    for day, turns in sorted(history.items()):
        at = datetime.fromisoformat(day).replace(hour=NOON, tzinfo=UTC)
        for number, turn in enumerate(turns):
            yield at + timedelta(minutes=number), turn.get("query", ""), turn.get("response", "")


def learn(folder: Path, times: int) -> dict[str, Any]:
    """Send and learn everything; figures over all people."""
    counted: Counter[str] = Counter()
    for name, turns in people(folder):
        for time in range(times):
            for at, said, answered in turns:
                _turn(name, time, at + timedelta(days=365 * time), said, answered)
    learned = Job.objects.filter(kind=Job.Kind.LEARN)
    for job in learned:
        counted.update({word: number for word, number in job.counts.items() if isinstance(number, int)})
        counted[f"job_{job.state}"] += 1
    active = list(Fact.objects.active().values_list("profile_id", "content"))
    return {
        "people": len({profile for profile, _ in active}),
        "turns": len(learned),
        "statements": counted["statements"],
        "judged": counted["judged"],
        "judged_share": round(counted["judged"] / max(1, counted["statements"]), 4),
        "active_facts": len(active),
        "duplicates_by_content": len(active) - len(set(active)),
        "counts": dict(counted),
    }


def _turn(name: str, time: int, at: datetime, said: str, answered: str) -> None:
    tenant = Tenant.objects.get(slug="default")
    person = identity.Named(tenant.pk, identity.USER, user_id=name)
    spoken = [Incoming("user", said, said_at=at)] if said.strip() else []
    spoken += [Incoming("assistant", answered, said_at=at + timedelta(seconds=20))] if answered.strip() else []
    if not spoken:
        return
    ingest.record(person, Batch(f"{time}-{at:%Y-%m-%d}", tuple(spoken), agent_id="bench"), now=at)
    profile = identity.find(person)
    if profile is not None:
        work(profile.pk, now=at + timedelta(minutes=1))


def work(profile_id: int, *, now: datetime) -> None:
    """Do what is due for one person, one job after the other."""
    while queue := jobs.next_queue(profile_id, now=now):
        runner.run_next(profile_id, queue=queue, now=now)


def labelled(path: Path) -> dict[str, Any]:
    """Pairs labelled `same` of which both are in force, as a share of the facts in force of the people labelled."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, filter(str.strip, lines)) if "b" in row]
    active = in_force({row["person"] for row in rows})
    same = [row for row in rows if row["label"] == "same"]
    left = [row for row in same if {(row["person"], row["a"]), (row["person"], row["b"])} <= active]
    return {
        "labelled": len(rows),
        "same": len(same),
        "left": len(left),
        "facts": len(active),
        "share": round(len(left) / max(1, len(active)), 4),
        "pairs": [[row["person"], row["a"], row["b"]] for row in left],
    }


def in_force(people: Iterable[str]) -> set[tuple[str, str]]:
    """Person and content of each fact in force."""
    facts = Fact.objects.active().filter(profile__user__user_id__in=people)
    return set(facts.values_list("profile__user__user_id", "content"))


def said(path: Path, times: int) -> dict[str, Any]:
    """What becomes of sentences that say a known fact in other words: a second fact in force beside it is a double."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    counts: Counter[str] = Counter()
    doubles: list[list[str]] = []
    at = datetime(2030, 1, 1, NOON, tzinfo=UTC) + timedelta(days=365 * times)
    for number, row in enumerate(one for one in rows if "said" in one):
        _turn(row["person"], times, at + timedelta(minutes=number), row["said"], "")
        job = Job.objects.filter(kind=Job.Kind.LEARN).order_by("-pk")[0]
        known = Fact.objects.active().filter(profile=job.profile_id)
        beside = list(known.filter(events__job_id=job.pk, content__in=_new_of(job)).values_list("content", flat=True))
        outcome = "known_gone" if not known.filter(content=row["a"]).exists() and not beside else _told(job, beside)
        if beside and known.filter(content=row["a"]).exists():
            doubles += [[row["person"], row["a"], one] for one in beside]
        counts[outcome] += 1
    return {
        "said": sum(counts.values()),
        **counts,
        "doubles": len({(one, a) for one, a, _ in doubles}),
        "pairs": doubles,
    }


def last_said() -> datetime:
    """When the last of all messages was said."""
    return Message.objects.latest("said_at").said_at


def _new_of(job: Any) -> list[str]:
    """Contents of the facts that a job brought into force."""
    return list(FactEvent.objects.filter(job_id=job.pk, to_status="active").values_list("fact__content", flat=True))


def _told(job: Any, beside: list[str]) -> str:
    if beside:
        return "new_fact"
    return "strengthened" if job.fact_ids else f"nothing: {job.reason}"
