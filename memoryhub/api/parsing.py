"""What comes in is strict JSON, whatever goes out is JSON."""

import json
import math
import re
from collections.abc import Iterable
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

DEEPEST = 50  # levels of nesting: what people write has five
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJson(BaseParser):
    """JSON as its standard has it: UTF-8, no NaN, no numbers beyond measure, and texts that a database can hold."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            value = json.loads(stream.read().decode(), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as broken:
            raise ParseError("The body is not valid JSON in UTF-8.") from broken
        _check(value)
        return value


class AlwaysJson(BaseContentNegotiation):
    """Whatever the client would like best, a page for instance, it is answered in JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        media_type = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _check(value: Any) -> None:
    """Refuse what is valid JSON but cannot be stored: NUL, lone surrogates, infinite numbers, endless nesting."""
    level = [value]
    for _depth in range(DEEPEST):
        for one in level:
            _check_one(one)
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (part for pair in value.items() for part in pair)
    return value if isinstance(value, list) else ()


def _check_one(value: Any) -> None:
    if isinstance(value, str) and _UNSTORABLE.search(value):
        raise ParseError("The body holds a NUL character or half of a surrogate pair: send whole characters.")
    if isinstance(value, float) and not math.isfinite(value):
        raise ParseError("The body holds a number that is too large.")
