import io
import json

import pytest
from rest_framework.exceptions import ParseError

from memoryhub.api.parsing import StrictJson


def parsed(raw: bytes) -> object:
    return StrictJson().parse(io.BytesIO(raw))


def test_ordinary_json_comes_through_as_it_is():
    value = {"a": [1, 2.5, None, True, "  文字 😀\n"], "b": {}}

    assert parsed(json.dumps(value).encode()) == value
    assert parsed(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"{'a': 1}",
        b'{"n": Infinity, "m": NaN}',
        b'{"n": -Infinity}',
        b'{"n": 1e999}',
        b'{"n": [[-1e999]]}',
        b'{"a": "x\\u0000y"}',
        b'{"a\\u0000b": 1}',
        b'{"a": "\\ud800"}',
        b'{"a": {"b": ["\\udfff"]}}',
        b'{"a": "\xff\xfe"}',
        '{"a": 1}'.encode("utf-16"),
        b"[" * 100_000,
        b"[" * 51 + b"]" * 51,
        b'{"n": ' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_no_strict_json_or_cannot_be_stored_is_refused(raw):
    with pytest.raises(ParseError):
        parsed(raw)


def test_a_whole_surrogate_pair_is_one_character():
    assert parsed(b'{"a": "\\ud83d\\ude00"}') == {"a": "😀"}
