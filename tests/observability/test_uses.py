"""Where a memory was put into answers: the latest of its owner, what became of it there, and what was thought of it."""

from typing import Any

import pytest

from observability import uses
from observability.models import Feedback, MemoryFeedback, Observation
from tests.builders import after


def observe(minutes: int, *ids: str, **fields: Any) -> Observation:
    values: dict[str, Any] = {
        "tenant_id": 1, "profile_id": 7, "scope_id": "__default__", "at": after(minutes), "retrieved_ids": list(ids),
    }  # fmt: skip
    return Observation.objects.create(**values | fields)


def think(observation: Observation, memory_id: str = "f_tea", **fields: Any) -> MemoryFeedback:
    values = {"tenant_id": 1, "profile_id": 7, "memory_id": memory_id, "rating": 2, "at": observation.at} | fields
    return MemoryFeedback.objects.create(observation=observation, **values)


@pytest.mark.django_db
class TestAnswers:
    def test_the_newest_comes_first_and_neither_anothers_nor_another_scopes(self) -> None:
        early, late = observe(1, "f_tea"), observe(2, "f_cake", "f_tea")
        observe(3, "f_cake")
        observe(4, "f_tea", profile_id=8)
        observe(5, "f_tea", scope_id="work")

        assert list(uses.of_memory(7, "f_tea", scope_id="__default__")) == [late, early]
        assert list(uses.of_memory(7, "f_tea", scope_id="__default__", until=after(1))) == [early]

    def test_only_the_latest_answers_are_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uses, "ANSWERS_READ", 2)
        observe(1, "f_tea")
        late = observe(2, "f_tea")
        observe(3, "f_cake")

        assert list(uses.of_memory(7, "f_tea", scope_id="__default__")) == [late]

    def test_what_was_thought_of_the_answer_comes_along(self, django_assert_num_queries: Any) -> None:
        given = Feedback.objects.create(observation=observe(1, "f_tea"), tenant_id=1, profile_id=7, rating=1)

        with django_assert_num_queries(1):
            found = [one.feedback for one in uses.of_memory(7, "f_tea", scope_id="__default__")]

        assert found == [given]


def test_a_verdict_is_the_word_of_the_trace_wherever_it_stands() -> None:
    levels = {"user": [{"id": "f_cake", "why": "kept"}], "memories": [{"id": "f_tea", "why": "max_tokens"}]}

    assert uses.verdict_on(Observation(trace={"levels": levels}), "f_tea") == "max_tokens"
    assert uses.verdict_on(Observation(trace={"levels": levels}), "f_milk") == ""
    assert uses.verdict_on(Observation(trace={}), "f_tea") == ""


@pytest.mark.django_db
class TestThoughts:
    def test_they_are_of_this_memory_of_its_owner_in_this_scope(self) -> None:
        early, late = think(observe(1)), think(observe(2), rating=0, reason="outdated")
        think(observe(3), "f_cake")
        think(observe(4), profile_id=8)
        think(observe(5, scope_id="work"))

        assert list(uses.thoughts_of(7, "f_tea", scope_id="__default__")) == [late, early]
        assert list(uses.thoughts_of(7, "f_tea", scope_id="__default__", until=after(1))) == [early]

    def test_what_was_taken_back_is_no_thought(self) -> None:
        think(observe(1), rating=0, reason="")

        assert not uses.thoughts_of(7, "f_tea", scope_id="__default__").exists()
