"""The bundled sample: two people's conversations, sent through the public API by its client like anybody's."""

import json
import re
import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import memoryhub_client
from django.contrib.auth.models import User
from django.utils.crypto import get_random_string
from memoryhub_client import MemoryHub, MemoryHubError
from memoryhub_client.answers.conversations import NewMessage

from engine.text import keywords
from memoryhub.home import Home, private
from profiles.models import Member, UserProfile
from profiles.models.tenants import DEFAULT_TENANT

FILE = Path(__file__).with_name("conversations.json")
AGENT = "companion"
TODAY = "today"  # the conversation in which the question is asked
PASSWORD_LENGTH = 12
LEARNING_PATIENCE = 60.0  # seconds
ANSWER_PATIENCE = 30.0  # seconds: the service has only just started
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
        """Raises SampleFailed."""
        try:
            with MemoryHub(self.url, api_key=self.key, timeout=ANSWER_PATIENCE) as hub:
                yield from self._told(hub, person)
        except MemoryHubError as failure:
            raise SampleFailed(f"The service at {self.url} did not do it: {failure}") from failure

    def _told(self, hub: MemoryHub, person: Person) -> Iterator[str]:
        who = memoryhub_client.Person(user_id=person.user_id)
        sent = [_send(hub, who, day, turns) for day, turns in person.sessions.items()]
        yield f"\n{person.name} ({person.user_id}): {len(sent)} conversations sent, learning …"
        self._await(hub, [job for job in sent if job is not None])
        facts = list(hub.facts(who))
        yield f"What was learned ({len(facts)} facts, engine: {hub.profile(who)['engine']}):"
        for fact in facts:
            yield f"  {fact['type']:<18} {fact['content']}  ← {_words(hub, who, fact['factId'])}"
        yield f"\nThe context for “{person.question}”:"
        context = hub.context(person.question, who, agent_id=AGENT, session_id=TODAY)
        for line in context["text"].splitlines():
            yield f"  {line}"
        yield "\nThe same again:"
        asked = {"agent_id": AGENT, "session_id": TODAY, "question": person.question}
        yield self._curl({**who.wire(), **asked})
        yield f"Console: {self.url}/  log-in: {person.user_id}  password: {self._password(person)}"

    def _await(self, hub: MemoryHub, jobs: list[int]) -> None:
        deadline = time.monotonic() + LEARNING_PATIENCE
        for job in jobs:
            while (state := hub.job(job)["state"]) not in FINAL_STATES:
                if time.monotonic() > deadline:
                    raise SampleFailed(f"Job {job} is still {state}: look into {self.home.logs / 'learning.log'}.")
                time.sleep(0.3)

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


def _send(hub: MemoryHub, who: memoryhub_client.Person, day: str, turns: list[tuple[str, str]]) -> int | None:
    messages: list[NewMessage] = [
        {
            "message_id": f"{day}-{number}-{role}",
            "role": role,
            "content": text,
            "created_at": f"{day}T12:{number:02d}:00",
        }
        for number, turn in enumerate(turns)
        for role, text in zip(("user", "assistant"), turn, strict=True)
    ]
    return hub.add_messages(messages, who, agent_id=AGENT, session_id=day)["job_id"]


def _words(hub: MemoryHub, who: memoryhub_client.Person, fact_id: str) -> str:
    """The sentence that a fact was learned from, and the day on which it was said."""
    history = hub.history(fact_id, who)
    if not history["messages"]:
        return "(written by hand)"
    said = history["messages"][0]
    text = closest_sentence(said["content"], history["fact"]["content"])
    return f"“{text[:QUOTED]}{'…' if len(text) > QUOTED else ''}” ({said['created_at'][:10]})"
