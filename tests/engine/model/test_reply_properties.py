"""What holds for every reply, however broken."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ProviderFailed
from engine.model import reply
from engine.questions import FACT_TYPES

JSONLIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*reply.KNOWN, "content", "type", "op", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)
SCRAPS = st.lists(
    st.sampled_from(
        [
            '{"facts": [', '"The user sings"', "'", "“", "”", '"', "\\", "\\u12", "\\ud83d", "]", "}", "[", "{", ",", "，", ":", "：", "```json\n",
            "```", "<think>", "</think>", "\ufeff", "\0", "\n", " ", '"memories": ', "null", "1e999", "-", "用户", '{"content": "x"}', '"op": ',
        ]
    ),
    max_size=25,
).map("".join)  # fmt: skip


def read(text: str, *, is_truncated: bool = False) -> reply.Reply | None:
    try:
        return reply.parse(text, is_truncated=is_truncated)
    except ProviderFailed:
        return None


def is_sound(found: reply.Reply | None) -> bool:
    items = found.items if found else ()
    return all(
        item.type in FACT_TYPES
        and 0.5 <= item.confidence <= 1
        and 0 < len(item.content) <= 500
        and item.content == " ".join(item.content.split())
        and item.content.encode("utf-8")
        for item in items
    )


@settings(max_examples=300, deadline=None)
@given(text=SCRAPS | st.text(max_size=60), is_truncated=st.booleans())
def test_any_text_is_read_or_refused_and_never_raises_anything_else(text: str, is_truncated: bool) -> None:
    assert is_sound(read(text, is_truncated=is_truncated))


@settings(max_examples=200, deadline=None)
@given(document=st.dictionaries(st.sampled_from([*reply.KNOWN, "x"]), JSONLIKE, max_size=4))
def test_any_object_gives_sound_items_or_none(document: dict[str, object]) -> None:
    assert is_sound(read(json.dumps(document)))


@settings(max_examples=100, deadline=None)
@given(document=JSONLIKE.filter(lambda value: isinstance(value, dict)))
def test_the_forgiving_reader_reads_what_the_strict_one_reads(document: dict[str, object]) -> None:
    strict = read(json.dumps(document))

    # A comma too many makes the text unreadable for the strict reader and changes nothing for the forgiving one.
    assert read(json.dumps(document)[:-1] + ",}" if document else "{}") == strict


FACTS = [f"The user owns cup number {n}" for n in range(6)]
WHOLE = json.dumps(
    {"memories": [{"type": "user_fact", "content": text, "confidence": 0.9} for text in FACTS], "instructions": []}
)


def test_wherever_a_reply_is_cut_only_finished_items_are_kept() -> None:
    for length in range(1, len(WHOLE)):
        found = read(WHOLE[:length], is_truncated=True)

        kept = [item.content for item in found.items] if found else []
        assert kept == FACTS[: WHOLE[:length].count("}")]
        assert found is None or found.is_partial
