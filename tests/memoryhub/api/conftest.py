"""Engines behind the API: a scripted one, and a scripted endpoint that the settings name."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import mind
from engine.questions import ModelChoice
from extraction.models import DreamRun
from profiles.models import Profile
from tests.builders import make_end_user
from tests.memoryhub.api import dreaming
from tests.memoryhub.api.extracting import Engine
from tests.scripted_server import Answer, ScriptedServer


@pytest.fixture
def engine(monkeypatch) -> Engine:
    scripted = Engine()

    def for_scope(choice: ModelChoice) -> Engine:
        scripted.choice = replace(choice, base_url="http://127.0.0.1:9")
        return scripted

    monkeypatch.setattr(mind, "for_scope", for_scope)
    return scripted


@pytest.fixture
def endpoint(settings) -> Iterator[Any]:
    """Starts a scripted endpoint that the settings name."""
    servers: list[ScriptedServer] = []

    def start(*script: Answer) -> ScriptedServer:
        server = ScriptedServer(list(script)).__enter__()
        servers.append(server)
        settings.MEMORYHUB_LLM_BASE_URL = server.url
        settings.MEMORYHUB_LLM_MODEL = "m"
        settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "m")
        return server

    yield start
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def acme() -> Profile:
    return make_end_user("acme")


@pytest.fixture
def run(acme: Profile) -> DreamRun:
    """A night over acme, bolt and an employee."""
    return dreaming.make_night(acme)
