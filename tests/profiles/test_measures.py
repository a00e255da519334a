from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine import calibration
from engine.calibration import Background, Calibration
from profiles import measures
from profiles.models import EmbeddingModel
from tests.builders import NOON
from tests.engine.test_fitting import by_letters, rotated
from tests.scripted_server import Answer, ScriptedServer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def afresh() -> None:
    measures.forget()


def letters(request: dict[str, Any]) -> Answer:
    rows = rotated(by_letters(request["input"]))
    return Answer({"data": [{"index": number, "embedding": row} for number, row in enumerate(rows)]})


def test_the_first_vectors_of_a_model_decide_how_long_all_are() -> None:
    assert measures.admit("m", 4)
    assert measures.admit("m", 4)
    assert not measures.admit("m", 3)
    assert measures.dimensions_of("m") == 4
    assert measures.dimensions_of("another") == 0


def test_what_was_measured_comes_back_as_it_was() -> None:
    shared = Background(*(calibration._rows(rows) for rows in ([0.1, 0.2], [0.3, 0.4], [[1.0, 0.0]])))
    knots = ((0.0, 0.0), (0.5, 0.85), (1.0, 1.0))

    assert measures.keep("m", Calibration(knots, knots, shared), dimensions=2, now=NOON)

    found = measures.calibration_of("m")
    assert found is not None
    assert found.similar == found.relevant == knots
    assert found.background is not None
    assert found.background.query_mean.tolist() == [0.3, 0.4]
    assert found.background.directions.tolist() == [[1.0, 0.0]]


def test_known_things_are_read_once_a_minute(django_assert_num_queries: Any) -> None:
    measures.admit("m", 4)

    with django_assert_num_queries(0):
        for _ in range(3):
            assert measures.dimensions_of("m") == 4
            assert measures.calibration_of("m") is None


def test_an_endpoint_is_calibrated_and_what_was_measured_can_be_dropped(
    settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.MEMORYHUB_EMBEDDING_MODEL, settings.MEMORYHUB_EMBEDDING_BATCH = "theirs", 2_048
    with ScriptedServer([letters]) as server:
        settings.MEMORYHUB_EMBEDDING_BASE_URL = server.url
        call_command("calibrate", "--dry-run")
        assert calibration.of("theirs").similar == calibration.IDENTITY

        call_command("calibrate")

    said = capsys.readouterr().out
    assert "before: same against unrelated AUC" in said
    assert "unrelated at 0.40 or above 100%" in said
    assert "theirs: kept" in said
    assert calibration.of("theirs").similar != calibration.IDENTITY
    assert EmbeddingModel.objects.get(name="theirs").calibrated_at is not None

    call_command("calibrate", "--drop")

    assert calibration.of("theirs").similar == calibration.IDENTITY


def test_an_embedder_that_fails_leaves_the_scores_as_they_are(settings: Any) -> None:
    settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = "http://127.0.0.1:9/v1", "away"

    with pytest.raises(CommandError, match="Nothing changed"):
        call_command("calibrate")
