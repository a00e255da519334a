"""A move to another embedding model whose process is killed: search stays whole, and the next one goes on where it was."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from pytest_django import Settings

from extraction import embedding, moving
from profiles.models import FactVector, Tenant
from summaries.models import Message, MessageVector
from tests.builders import NOON, make_fact, make_message, make_profile, make_session
from tests.real_service import await_that, kill, real_service
from tests.scripted_server import Answer, ScriptedServer

pytestmark = pytest.mark.django_db(transaction=True)

MOVE = (sys.executable, str(Path(project.BASE_DIR) / "manage.py"), "reembed")
MESSAGES = 2 * moving.BATCH + 1


def numbers(size: int, delay_s: float = 0.0) -> Any:
    def answer(request: dict[str, Any]) -> Answer:
        texts = request["input"]
        rows = [{"index": at, "embedding": [float(len(text)), *[1.0] * (size - 1)]} for at, text in enumerate(texts)]
        return Answer({"data": rows}, delay_s=delay_s)

    return answer


@pytest.fixture
def servers(settings: Settings) -> Iterator[tuple[ScriptedServer, ScriptedServer]]:
    with ScriptedServer([numbers(4)]) as present, ScriptedServer([numbers(3, 0.05)]) as coming:
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = present.url, "old"
        yield present, coming


def test_a_killed_move_leaves_search_whole_and_the_next_one_goes_on(
    transactional_db: None, tmp_path: Path, servers: tuple[ScriptedServer, ScriptedServer]
) -> None:
    profile = make_profile()
    make_fact(profile, "用户住在烟台")
    session = make_session(profile)
    for number in range(MESSAGES):
        make_message(session, f"第{number}句话")
    embedding.fill_missing(now=NOON)
    embedding.settle_models()
    there = {
        "MEMORYHUB_EMBEDDING_BASE_URL": servers[0].url,
        "MEMORYHUB_EMBEDDING_MODEL": "old",
        "MEMORYHUB_NEXT_EMBEDDING_BASE_URL": servers[1].url,
        "MEMORYHUB_NEXT_EMBEDDING_MODEL": "new",
    }

    with real_service(tmp_path, **there) as service:
        move = service.start(MOVE)
        await_that(lambda: MessageVector.objects.filter(model="new").exists())
        kill(move.pid)
        move.wait()
        half = MessageVector.objects.filter(model="new").count()
        assert 0 < half < MESSAGES
        assert Tenant.objects.get(pk=profile.tenant_id).embedding_model == "old"
        assert MessageVector.objects.filter(model="old").count() == MESSAGES

        sent = _sent(servers[1])
        assert service.start(MOVE).wait(60) == 0

    assert Tenant.objects.get(pk=profile.tenant_id).embedding_model == "new"
    assert set(FactVector.objects.values_list("model", flat=True)) == {"new"}
    assert MessageVector.objects.filter(model="new").count() == MessageVector.objects.count() == MESSAGES
    assert not Message.objects.filter(embedded_at=None).exists()
    assert _sent(servers[1]) - sent == 1 + MESSAGES - half  # the probe, and what had no vector yet


def _sent(server: ScriptedServer) -> int:
    return sum(len(request["input"]) for request in server.requests)
