"""A message read by the English rules."""

from collections.abc import Callable

import pytest

from engine.embedded import english
from engine.questions import Line

SAID = "2024-03-01T09:00:00+08:00"


@pytest.fixture
def told() -> Callable[..., list[str]]:
    """The statements found in a message that was said on 1 March 2024."""

    def read(content: str, *, when: str = SAID) -> list[str]:
        return [item.content for item in english.extract_line(Line("user", content, key=7), when=when, previous=())]

    return read
