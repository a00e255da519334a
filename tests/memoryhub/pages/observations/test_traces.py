"""A trace in sentences: levels in the order of the text, what was used first, and why something failed."""

import pytest

from memoryhub.levels import TIME_BUDGET
from memoryhub.pages.observations import traces
from observability.models import Observation
from tests.memoryhub.pages.observations.asking import trace_of


def of(**trace: object) -> Observation:
    return Observation(trace=trace)


def test_levels_stand_in_the_order_of_the_text_and_what_was_not_run_is_missing() -> None:
    took = {"ms": 3.2, "found": 5, "kept": 2, "tokens": 31, "error": ""}

    found = traces.levels(of(ran={"recent": took, "related": took | {"error": TIME_BUDGET}, "long_term": {}}))

    assert [one.name for one in found] == [
        "Facts that always come along", "Memories that the question calls up", "Last messages of this conversation",
    ]  # fmt: skip
    assert [(one.ms, one.found, one.kept, one.tokens) for one in found] == [
        (0, 0, 0, 0),
        (3.2, 5, 2, 31),
        (3.2, 5, 2, 31),
    ]
    assert [one.error for one in found] == ["", "There was no time left for it.", ""]


def test_what_was_used_stands_first_in_its_part() -> None:
    trace = trace_of(
        recent=[("m-1", None, "kept")],
        memories=[("f_1", 0.449, "below_threshold"), ("f_2", 0.2, "kept"), ("f_3", 0.9, "max_tokens")],
        user=[],
    )

    found = traces.weighed(Observation(trace=trace))

    assert list(found) == ["memories", "recent"]
    assert [(one.key, one.percent, one.is_kept) for one in found["memories"]] == [
        ("f_2", 20, True), ("f_1", 45, False), ("f_3", 90, False),
    ]  # fmt: skip
    assert found["memories"][1].why == "Left out: it has too little to do with the question."
    assert found["recent"][0].percent is None


def test_a_word_that_nobody_knows_stands_for_itself_and_an_empty_trace_says_nothing() -> None:
    assert (
        traces.weighed(Observation(trace=trace_of(user=[("f_1", None, "unheard of")])))["user"][0].why == "unheard of"
    )
    assert (traces.levels(of()), traces.weighed(of())) == ([], {})
    assert traces.embedding_ms(of()) is None
    assert traces.embedding_ms(of(embedding_ms=9.5)) == 9.5


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("", ""),
        (TIME_BUDGET, "There was no time left for it."),
        ("timeout", "The model did not answer in time."),
        ("KeyError", "A fault of the service stopped it (KeyError)."),
    ],
)
def test_what_went_wrong_is_a_sentence(error: str, sentence: str) -> None:
    assert traces.failure(error) == sentence


def test_a_question_without_a_vector_is_told_unless_the_level_says_the_same() -> None:
    failed = {"errors": {"related": "timeout"}}

    assert traces.embedding_error(of(**failed)) == "The model did not answer in time."
    assert traces.embedding_error(of(**failed, ran={"related": {"error": "timeout"}})) == ""
    assert traces.embedding_error(of(errors={"recent": "timeout"})) == ""


def test_how_global_memories_were_chosen_is_a_sentence() -> None:
    assert traces.mode(Observation(mode_of_global="minimal")) == (
        "There are only a few global memories for this agent, so all came along."
    )
    assert traces.mode(Observation(mode_of_global="")) == ""
