"""How a client gets its methods: each has the parameters of the call that it sends, and is written down once."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

P = ParamSpec("P")
Client = TypeVar("Client")
Made = TypeVar("Made")


class Way(Generic[Client, P, Made]):
    """A method of a client that makes `Made` out of the call which `build` describes."""

    def __init__(self, sent: Callable[Concatenate[Client, P], Made], build: Callable[P, Any]) -> None:
        self.sent = sent
        self.build = build

    @overload
    def __get__(self, client: None, owner: type[Client]) -> Self: ...
    @overload
    def __get__(self, client: Client, owner: type[Client]) -> Callable[P, Made]: ...
    def __get__(self, client: Client | None, owner: type[Client]) -> Self | Callable[P, Made]:
        if client is None:
            return self
        here = client

        def method(*args: P.args, **kwargs: P.kwargs) -> Made:
            return self.sent(here, *args, **kwargs)

        return update_wrapper(method, self.build)
