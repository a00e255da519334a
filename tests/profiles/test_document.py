"""Fact ids and the documents in which facts travel."""

import pytest

from profiles import document
from profiles.lifecycle import Status


def test_an_id_is_the_beginning_of_the_digest_of_the_text():
    assert document.digest_of("用户负责北美市场") == "f_d4cae0da"


def test_two_texts_with_one_short_digest_get_two_ids():
    first, second = "用户的储物柜编号是3920", "用户的储物柜编号是14264"
    taken = {document.free_id(first, lambda _: False)}

    other = document.free_id(second, taken.__contains__)

    assert taken == {"f_8a2e243b"}
    assert other.startswith("f_8a2e243b")
    assert len(other) == len("f_8a2e243b") + 1


@pytest.mark.parametrize("value", [None, [], "x", 3, {}, {"facts": "x"}, {"facts": None}, {"version": 2}])
def test_what_is_no_document_has_no_facts(value):
    assert document.entries(value) == []
    assert not document.is_document(value)


def test_a_mixed_list_is_read_in_its_order_and_strange_items_are_left_out():
    value = {"version": 2, "facts": ["旧", {"content": "新", "status": "active"}, 3, None, {"status": "active"}, [1]]}

    assert [entry.content for entry in document.entries(value)] == ["旧", "新"]


def test_a_missing_status_means_active_and_an_unknown_one_does_not():
    value = {
        "facts": [{"content": "a"}, {"content": "b", "status": "archived"}, {"content": "c", "status": "deprecated"}]
    }

    assert [entry.status for entry in document.entries(value)] == [
        Status.ACTIVE,
        Status.SUPERSEDED,
        Status.DEPRECATED,
    ]
