"""The bundled sample and how it is shown."""

import json

import pytest

from memoryhub import sample
from memoryhub.home import Home
from tests.memoryhub.service import free_port


def test_the_sample_holds_two_people_and_its_licence_stands_beside_it():
    people = sample.people()

    assert [person.user_id for person in people] == ["wang-feng", "emily"]
    assert all(len(person.sessions) == 10 for person in people)
    assert "MIT License" in sample.FILE.with_name("LICENSE").read_text(encoding="utf-8")
    assert json.loads(sample.FILE.read_text(encoding="utf-8"))


def test_the_words_shown_are_those_that_a_fact_came_from():
    said = "好厉害，你知道的真是很多。除了自然环境，我还很喜欢听音乐，特别是爵士乐！你呢？"

    assert sample.closest_sentence(said, "用户喜欢爵士乐") == "除了自然环境，我还很喜欢听音乐，特别是爵士乐！"
    assert sample.closest_sentence("", "x") == ""


def test_a_service_that_is_away_is_told_without_the_key(tmp_path):
    show = sample.Show(f"http://127.0.0.1:{free_port()}", "mh_not_to_be_shown", Home(tmp_path))

    with pytest.raises(sample.SampleFailed) as failed:
        next(show.of(sample.people()[0]))

    assert "cannot be reached" in str(failed.value)
    assert "mh_not_to_be_shown" not in str(failed.value)
