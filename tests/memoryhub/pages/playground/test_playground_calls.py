"""The calls that the playground prints, pasted into a real shell with a real key, do what the page did."""

import html
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from extraction import bell, runner
from extraction.models import Job
from observability.models import Observation
from profiles import keys
from profiles.models import ApiKey, Fact, Profile
from summaries.models import Message
from tests.accounts import make_member
from tests.builders import make_tenant

# Of curl what the printed calls use; the shell and its quotes are real.
CURL = f"""#!{sys.executable}
import sys, urllib.error, urllib.request
words, head, body = sys.argv[1:], {{}}, None
method = words[words.index("-X") + 1]
for word, value in zip(words, words[1:]):
    if word == "-H":
        head.update([value.split(": ", 1)])
    if word == "-d":
        body = value.encode("utf-8", "surrogateescape")
asked = urllib.request.Request(words[2], data=body, method=method, headers=head)
try:
    answer = urllib.request.build_opener(urllib.request.ProxyHandler({{}})).open(asked)
except urllib.error.HTTPError as problem:
    answer = problem
sys.stdout.buffer.write(answer.read())
"""
SAID = 'I\'m "allergic" to peanuts; $(id) `id` \\ !! and I live in Lisbon.\nЯ \u202e 🧑\u200d🍳'


@pytest.fixture
def pasted(tmp_path: Path) -> Callable[[str, str], Any]:
    """What the service answers to a line that is pasted into a shell."""
    program = tmp_path / "curl"
    program.write_text(CURL, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def paste(line: str, key: str) -> Any:
        environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        line = line.replace("YOUR-KEY", key)
        done = subprocess.run(["sh", "-c", line], capture_output=True, env=environment, check=False, timeout=60)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return paste


def printed(page: str, name: str) -> str:
    found = re.search(rf'<pre [^>]*id="{name}"[^>]*>(?:<code>)?(.*?)(?:</code>)?</pre>', page, re.DOTALL)
    assert found, name
    return html.unescape(found[1])


def test_the_printed_calls_do_what_the_page_did(
    live_server: Any, pasted: Callable[[str, str], Any], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)
    settings.MEMORYHUB_PUBLIC_URL = live_server.url
    _key, text = keys.create(make_tenant(), name="shell", scopes=ApiKey.Scope.values, acts_for_employees=True)
    member, client = make_member(), Client()
    client.force_login(member.account)
    seat = {"whose": "sandbox", "agent": "it's <mine>"}

    tried = client.post("/playground/try", {**seat, "said": SAID}).content.decode()
    told = pasted(printed(tried, "call-try"), text)
    assert told["engine"] == "embedded"
    assert told["memories"]
    assert not Message.objects.exists()

    client.post("/playground/say", {**seat, "said": SAID, "answer": "It's noted."})
    job = Job.objects.get()
    runner.run_next(job.profile_id, queue="learning", now=timezone.now())
    page = client.get(f"/playground/{job.pk}/").content.decode()
    stored = pasted(printed(page, "call-say"), text)
    assert stored["stored"] == 2
    assert len(set(Message.objects.filter(role="user").values_list("content", flat=True))) == 1
    assert Profile.objects.count() == 1  # the same sandbox
    assert pasted(printed(page, "call-job"), text)["fact_ids"] == Job.objects.get(pk=job.pk).fact_ids
    facts = pasted(printed(page, "call-facts"), text)
    assert {one["content"] for one in facts["items"]} == set(Fact.objects.active().values_list("content", flat=True))

    asked = client.post("/playground/ask", {**seat, "question": 'What\'s "in" it?', "session": "s"}).content.decode()
    context = pasted(printed(asked, "call-ask"), text)
    assert context["text"] == printed(asked, "context-text")
    observed = pasted(printed(asked, "call-observation"), text)
    assert observed["observation_id"] == Observation.objects.earliest("pk").observation_id

    undone = pasted(printed(page, "call-undo"), text)
    assert undone["fact_ids"]
    assert set(undone["fact_ids"]) | set(undone["kept"]) == set(Job.objects.get(pk=job.pk).fact_ids)
