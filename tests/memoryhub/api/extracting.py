"""What the tests of the stateless extraction share."""

from typing import Any

from engine.questions import ModelChoice
from tests.extraction.scripted import Scripted

LINE = "I live in Lisbon and I am allergic to peanuts"


class Engine(Scripted):
    name = "scripted"
    choice = ModelChoice(base_url="http://127.0.0.1:9")


def ask(api, *contents: str, **fields: Any) -> Any:
    messages = [{"role": "user", "content": content} for content in contents]
    return api.post("/api/extract", {"messages": messages} | fields)
