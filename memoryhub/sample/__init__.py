"""The bundled sample: two people's conversations, sent through the public API like anybody's."""

import json
import re
import shlex
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.utils.crypto import get_random_string

from engine.text import keywords
from memoryhub.home import Home, private
from profiles.models import Member, UserProfile
from profiles.models.tenants import DEFAULT_TENANT

FILE = Path(__file__).with_name("conversations.json")
AGENT = "companion"
PASSWORD_LENGTH = 12
LEARNING_PATIENCE = 60.0  # seconds
FINAL_STATES = ("done", "partial", "failed")
QUOTED = 80  # characters shown of the words that a fact came from


class SampleFailed(Exception):
    """The sample cannot be shown. Its text says what to do."""


@dataclass(frozen=True)
class Person:
    """`sessions` maps a day to its turns, each what the person said and what was answered."""

    user_id: str
    name: str
    question: str
    sessions: dict[str, list[tuple[str, str]]]


def people() -> list[Person]:
    """The two people of the bundled file."""
    return [
        Person(
            one["user_id"],
            one["name"],
            one["question"],
            {session["day"]: [tuple(turn) for turn in session["turns"]] for session in one["sessions"]},
        )
        for one in json.loads(FILE.read_text(encoding="utf-8"))
    ]


def key_of(home: Home) -> str:
    """The API key of the first start. Raises SampleFailed when its file is gone."""
    try:
        found = re.search(r"^API key:?\s+(\S+)$", home.first_start.read_text(encoding="utf-8"), re.MULTILINE)
    except FileNotFoundError:
        found = None
    if found is None:
        raise SampleFailed(
            f"There is no API key in {home.first_start}: remove the home folder, or make a key by createkey."
        )
    return found[1]


def closest_sentence(text: str, statement: str) -> str:
    """The sentence of a message that shares the most words with a statement, on one line."""
    sentences = [" ".join(found.split()) for found in re.findall(r"[^。！？.!?\n]+[。！？.!?]*", text)]
    wanted = set(keywords.tokens(statement))
    return max(sentences or [""], key=lambda sentence: len(wanted & set(keywords.tokens(sentence))))


@dataclass(frozen=True)
class Show:
    """Sends the sample to the service at `url` and tells what it learned, line by line."""

    url: str
    key: str
    home: Home

    def of(self, person: Person) -> Iterator[str]:
        jobs = [self._send(person, day, turns) for day, turns in person.sessions.items()]
        yield f"\n{person.name} ({person.user_id}): {len(jobs)} conversations sent, learning …"
        self._await([job for job in jobs if job is not None])
        who = {"user_id": person.user_id}
        engine = self._call("GET", "/api/profile", who)["engine"]
        facts = self._call("GET", "/api/facts", who | {"status": "active", "limit": "200"})["items"]
        yield f"What was learned ({len(facts)} facts, engine: {engine}):"
        for fact in facts:
            yield f"  {fact['type']:<18} {fact['content']}  ← {self._words(fact['factId'], who)}"
        asked = {**who, "agent_id": AGENT, "session_id": "today", "question": person.question}
        yield f"\nThe context for “{person.question}”:"
        for line in self._call("POST", "/api/context", asked)["text"].splitlines():
            yield f"  {line}"
        yield "\nThe same again:"
        yield self._curl(asked)
        yield f"Console: {self.url}/  log-in: {person.user_id}  password: {self._password(person)}"

    def _send(self, person: Person, day: str, turns: list[tuple[str, str]]) -> int | None:
        messages = [
            {
                "message_id": f"{day}-{number}-{role}",
                "role": role,
                "content": text,
                "created_at": f"{day}T12:{number:02d}:00",
            }
            for number, turn in enumerate(turns)
            for role, text in zip(("user", "assistant"), turn, strict=True)
        ]
        body = {"user_id": person.user_id, "agent_id": AGENT, "session_id": day, "messages": messages}
        job: int | None = self._call("POST", "/api/messages", body)["job_id"]
        return job

    def _await(self, jobs: list[int]) -> None:
        deadline = time.monotonic() + LEARNING_PATIENCE
        for job in jobs:
            while (state := self._call("GET", f"/api/jobs/{job}")["state"]) not in FINAL_STATES:
                if time.monotonic() > deadline:
                    raise SampleFailed(f"Job {job} is still {state}: look into {self.home.logs / 'learning.log'}.")
                time.sleep(0.3)

    def _words(self, fact_id: str, who: dict[str, str]) -> str:
        """The sentence that a fact was learned from, and the day on which it was said."""
        history = self._call("GET", f"/api/profile/memory/{fact_id}/history", who)
        if not history["messages"]:
            return "(written by hand)"
        said = history["messages"][0]
        text = closest_sentence(said["content"], history["fact"]["content"])
        return f"“{text[:QUOTED]}{'…' if len(text) > QUOTED else ''}” ({said['created_at'][:10]})"

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        is_get = method == "GET"
        address = f"{self.url}{path}" + (f"?{urlencode(body)}" if is_get and body else "")
        request = urllib.request.Request(
            address,
            method=method,
            data=None if is_get else json.dumps(body).encode(),
            headers={"Authorization": f"Api-Key {self.key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as refused:
            raise SampleFailed(f"{method} {path} answered {refused.code}: {refused.read().decode()[:300]}") from refused
        except OSError as failure:
            raise SampleFailed(f"The service at {self.url} does not answer: {failure}") from failure

    def _curl(self, body: dict[str, Any]) -> str:
        text = shlex.quote(json.dumps(body, ensure_ascii=False))
        return (
            f"  curl -s {self.url}/api/context -H 'Authorization: Api-Key {self.key}' "
            f"-H 'Content-Type: application/json' -d {text}"
        )

    def _password(self, person: Person) -> str:
        """The password of the person's console account, made at the first showing and kept beside the first log-in."""
        kept = self.home.path / f"demo-{person.user_id}.txt"
        if kept.exists() and User.objects.filter(username=person.user_id).exists():
            return kept.read_text(encoding="utf-8").strip()
        password = get_random_string(PASSWORD_LENGTH)
        private(kept, password + "\n")
        identity = UserProfile.objects.select_related("tenant").get(tenant__slug=DEFAULT_TENANT, user_id=person.user_id)
        account, _ = User.objects.get_or_create(username=person.user_id)
        account.set_password(password)
        account.save()
        Member.objects.update_or_create(
            account=account, tenant=identity.tenant, defaults={"profile_id": identity.profile_id}
        )
        return password
