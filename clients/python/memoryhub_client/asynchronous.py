"""The client for programs that await."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

import httpx2

from memoryhub_client import wire
from memoryhub_client.call import Answer, Call, Item, Lines, Outcome, Page, read, refusal
from memoryhub_client.calls import conversations, globals, people, recall, tenant
from memoryhub_client.errors import ConnectionFailed
from memoryhub_client.retries import Retries, Tries
from memoryhub_client.ways import Way

P = ParamSpec("P")
T = TypeVar("T")


def _one(build: Callable[P, Call[T]]) -> Way["AsyncMemoryHub", P, Coroutine[Any, Any, T]]:
    def sent(client: "AsyncMemoryHub", /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        return client.send(build(*args, **kwargs))

    return Way(sent, build)


def _each(build: Callable[P, Call[Page[Item]]]) -> Way["AsyncMemoryHub", P, AsyncIterator[Item]]:
    def sent(client: "AsyncMemoryHub", /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Item]:
        return client.each(build(*args, **kwargs))

    return Way(sent, build)


def _lines(build: Callable[P, Call[dict[str, Any]]]) -> Way["AsyncMemoryHub", P, AsyncIterator[dict[str, Any]]]:
    def sent(client: "AsyncMemoryHub", /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[dict[str, Any]]:
        return client.lines(build(*args, **kwargs))

    return Way(sent, build)


class AsyncMemoryHub:
    """A service at an address, spoken to under an API key or an employee's token. One client serves many tasks.

    Lists are asynchronous iterators over all pages. `timeout` bounds one attempt in seconds, `retries` says how often
    and how long is tried. Raises MemoryHubError.
    """

    # one person
    profile = _one(people.profile)
    update_profile = _one(people.update_profile)
    touch = _one(people.touch)
    pause = _one(people.pause)
    add_fact = _one(people.add_fact)
    fact = _one(people.fact)
    edit_fact = _one(people.edit_fact)
    forget_fact = _one(people.forget_fact)
    restore_fact = _one(people.restore_fact)
    history = _one(people.history)
    facts = _each(people.facts)
    export = _lines(people.export)
    erase = _one(people.erase)
    # conversations, what was learned from them, what is recalled
    add_messages = _one(conversations.add_messages)
    delete_message = _one(conversations.delete_message)
    delete_session = _one(conversations.delete_session)
    end_session = _one(conversations.end_session)
    summary = _one(conversations.summary)
    summaries = _each(conversations.summaries)
    messages = _each(conversations.messages)
    context = _one(conversations.context)
    extract = _one(conversations.extract)
    job = _one(conversations.job)
    undo_job = _one(conversations.undo_job)
    review = _each(conversations.review)
    accept = _one(conversations.accept)
    refuse = _one(conversations.refuse)
    # what is found, what became of it, what people thought
    search = _one(recall.search)
    observations = _each(recall.observations)
    observation = _one(recall.observation)
    give_feedback = _one(recall.give_feedback)
    # global memories
    global_memories = _each(globals.global_memories)
    write_global_memory = _one(globals.write_global_memory)
    global_memory = _one(globals.global_memory)
    change_global_memory = _one(globals.change_global_memory)
    delete_global_memory = _one(globals.delete_global_memory)
    restore_global_memory = _one(globals.restore_global_memory)
    copy_global_memory = _one(globals.copy_global_memory)
    change_global_memories = _one(globals.change_global_memories)
    try_global_memories = _one(globals.try_global_memories)
    folders = _each(globals.folders)
    make_folder = _one(globals.make_folder)
    change_folder = _one(globals.change_folder)
    delete_folder = _one(globals.delete_folder)
    tags = _each(globals.tags)
    bindings = _each(globals.bindings)
    bind = _one(globals.bind)
    switch_binding = _one(globals.switch_binding)
    unbind = _one(globals.unbind)
    # the tenant
    agents = _each(tenant.agents)
    make_agent = _one(tenant.make_agent)
    agent = _one(tenant.agent)
    change_agent = _one(tenant.change_agent)
    scopes = _each(tenant.scopes)
    scope = _one(tenant.scope)
    change_scope = _one(tenant.change_scope)
    companies = _each(tenant.companies)
    accounts = _each(tenant.accounts)
    start_dream = _one(tenant.start_dream)
    dreams = _each(tenant.dreams)
    dream = _one(tenant.dream)
    dream_people = _each(tenant.dream_people)
    undo_dream = _one(tenant.undo_dream)
    jobs = _each(tenant.jobs)
    job_overview = _one(tenant.job_overview)
    rerun_job = _one(tenant.rerun_job)

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        token: str | None = None,
        timeout: float = 10.0,
        retries: Retries | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = wire.address_of(url)
        self._options = wire.options_of(api_key, token, timeout, retries)
        self._http = httpx2.AsyncClient(transport=transport)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    def with_options(self, *, timeout: float | None = None, retries: Retries | None = None) -> Self:
        """The same client over the same connections, with other bounds."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._options = self._options.changed(timeout, retries)
        return other

    async def send(self, call: Call[T]) -> T:
        """Send a call, again if need be, and answer what came of it."""
        call = call.prepared()
        tries, started = Tries(call, self._options.retries), time.monotonic()
        while True:
            outcome = await self._attempt(call)
            pause = tries.pause_after(outcome, spent=time.monotonic() - started)
            if pause is None:
                return read(call, outcome)
            await asyncio.sleep(pause)

    async def each(self, call: Call[Page[Item]]) -> AsyncIterator[Item]:
        """Every item of a list, page by page as they are needed."""
        while True:
            page = await self.send(call)
            for item in page["items"]:
                yield item
            cursor = page["next_cursor"]
            if cursor is None:
                return
            call = call.after(cursor)

    async def lines(self, call: Call[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
        """Every object of an export, while it arrives. Not tried again: what was given out cannot be taken back."""
        try:
            async with self._http.stream(**wire.arguments(self.url, call, self._options)) as response:
                if not response.is_success:
                    raise refusal(Answer(response.status_code, response.headers, await response.aread()))
                lines = Lines()
                async for part in response.aiter_bytes():
                    for found in lines.of(part):
                        yield found
                lines.close()
        except httpx2.HTTPError as error:
            raise wire.failure_of(error) from None

    async def _attempt(self, call: Call[Any]) -> Outcome:
        body = wire.Body(self._options.timeout)
        try:
            async with self._http.stream(**wire.arguments(self.url, call, self._options)) as response:
                async for part in response.aiter_bytes():
                    body.add(part)
                return body.answer(response.status_code, response.headers)
        except httpx2.HTTPError as error:
            return wire.failure_of(error)
        except ConnectionFailed as failure:
            return failure
