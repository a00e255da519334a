"""What a model's reply says, to the extraction prompt or to a small question, however it is wrapped; pure, and quick on any garbage."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from engine.errors import ProviderFailed
from engine.model import statements, tolerant
from engine.model.statements import LIMITS, Limits
from engine.questions import Instruction, Item

CATEGORIES = ("user_profile", "semantic_memory", "episodic_memory")
# The keys of the contract; `facts` is a plain list of statements, `memories` holds typed items.
LISTS = (*CATEGORIES, "memories", "facts")
INSTRUCTIONS = "instructions"
KNOWN = frozenset({*LISTS, INSTRUCTIONS})

# A chatty reply has a few braces in its prose; one made of nothing else is not read to its end.
MAX_STARTS = 40

THINKING = r"(?:think|thinking|thought|reasoning|reflection)"
OPENED = re.compile(rf"<{THINKING}>", re.IGNORECASE)
CLOSED = re.compile(rf"</{THINKING}>", re.IGNORECASE)
FENCE = re.compile(r"```[^\n`{\[]{0,40}\s*(?=\{)")
BRACKET = re.compile(r"[{\[]")
LIST = re.compile(r"\s*\[\s*[\"'“{\[\]]")
BARE_LIST = re.compile(r"[^{\[]*(?=\[\s*[{\]])")
NOTHING = re.compile(r"\s*(?:```[a-z]*)?\s*\{\s*\}\s*(?:```)?\s*")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Reply:
    """What was read. `dropped` counts by reason what was left out; `is_partial` says that the reply was cut off."""

    items: tuple[Item, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    is_partial: bool = False


def parse(text: str, *, is_truncated: bool = False, limits: Limits = LIMITS) -> Reply:
    """Read a reply; `is_truncated` is the server's word that the token limit ended it.

    Raises ProviderFailed with reason `truncated`, `no_content` or `format` when it holds no usable answer; an empty
    list is an answer.
    """
    answer = _answer_of(text)
    if not answer.strip():
        raise ProviderFailed("truncated" if is_truncated else "no_content" if not text.strip() else "format")
    document, is_whole = _document(
        answer, reason="truncated" if is_truncated else "format", is_ours=lambda found: not found or _has(found, KNOWN)
    )
    sorter = _Sorter(limits)
    sorter.read(document)
    is_partial = not is_whole
    if document and not sorter.usable and not (is_partial and sorter.known):
        raise ProviderFailed("format")
    if is_partial and not sorter.has_any:
        raise ProviderFailed("truncated")
    return Reply(tuple(sorter.items), tuple(sorter.instructions), dict(sorter.dropped), is_partial)


def verdict(text: str, key: str, *, is_truncated: bool = False) -> dict[str, Any]:
    """The members of a reply that answers one question under `key`, by plain names. Raises as `parse` does.

    A reply that was cut off will do when the member under `key` was finished.
    """
    if not text.strip():
        raise ProviderFailed("truncated" if is_truncated else "no_content")
    reason = "truncated" if is_truncated else "format"
    document, _ = _document(_answer_of(text), reason=reason, is_ours=lambda found: _has(found, {key}))
    return {_plain(name): value for name, value in document.items()}


def listed(text: str, key: str, *, one: str, is_truncated: bool = False) -> tuple[list[Any], bool]:
    """The elements under `key`, or of a reply that is the bare list or a single element (known by its key `one`), and
    whether they are all there. Raises as `parse` does.
    """
    if not text.strip():
        raise ProviderFailed("truncated" if is_truncated else "no_content")
    reason = "truncated" if is_truncated else "format"
    answer = _answer_of(text)
    try:
        document, is_whole = _document(answer, reason=reason, is_ours=lambda found: _has(found, {key, one}))
    except ProviderFailed:
        if bare := _bare_list(answer):
            return bare
        raise
    members = {_plain(name): value for name, value in document.items()}
    elements = members.get(key, document) or []
    if not isinstance(elements, list | dict) or (not is_whole and key not in members):
        raise ProviderFailed("format" if is_whole else reason)
    return elements if isinstance(elements, list) else [elements], is_whole


def _bare_list(text: str) -> tuple[list[Any], bool] | None:
    """The list of objects with which a reply begins, behind prose or a fence; an empty object stands for an empty one."""
    if NOTHING.fullmatch(text):
        return [], True
    found = BARE_LIST.match(text)
    if found is None:
        return None
    try:
        elements, _, is_whole = tolerant.read_list(text, found.end())
    except tolerant.Malformed:
        return None
    return elements, is_whole


def _answer_of(text: str) -> str:
    """The reply without a byte order mark and without the reasoning before it."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith(("{", "[", '"', "```")):
        return text
    ends = [closed.end() for closed in CLOSED.finditer(text)]
    text = text[ends[-1] :] if ends else text
    opened = OPENED.search(text)
    return text[: opened.start()] if opened else text


def _document(text: str, *, reason: str, is_ours: Callable[[Mapping[str, Any]], bool]) -> tuple[dict[str, Any], bool]:
    """The object that is the reply, and whether it is whole: the last fenced one, otherwise the last one."""
    if text.lstrip().startswith('"'):
        text = _decoded(text, reason=reason)
    if LIST.match(text):
        raise ProviderFailed("format")
    found = list(_objects(text, [match.end() for match in FENCE.finditer(text)]))
    if not found:
        found = list(_objects(text, (match.start() for match in BRACKET.finditer(text))))
    if not found:
        raise ProviderFailed(reason)
    ours = [(document, is_whole) for document, is_whole in found if is_ours(document)]
    if not ours:
        raise ProviderFailed("format" if found[-1][1] else reason)
    return ours[-1]


def _objects(text: str, starts: "Iterator[int] | list[int]") -> Iterator[tuple[dict[str, Any], bool]]:
    """The objects of `text` that begin at `starts`, what lies inside another value left out."""
    end = tried = 0
    for start in starts:
        if start < end or tried > MAX_STARTS:
            continue
        tried += 1
        try:
            if text[start] == "[":
                end = tolerant.read_strictly(text, start)[1]
                continue
            document, end, is_whole = tolerant.read_object(text, start)
        except tolerant.Malformed:
            continue
        yield document, is_whole


def _decoded(text: str, *, reason: str) -> str:
    """A reply that was encoded twice, decoded once."""
    try:
        value = json.loads(text, strict=False)
    except ValueError as problem:
        raise ProviderFailed(reason) from problem
    if not isinstance(value, str):
        raise ProviderFailed("format")
    return value


def _has(document: Mapping[str, Any], keys: Set[str]) -> bool:
    return any(_plain(key) in keys for key in document)


def _plain(key: str) -> str:
    """`userProfile`, `User Profile` and `user-profile` are all `user_profile`."""
    return CAMEL.sub("_", key.strip()).lower().replace(" ", "_").replace("-", "_")


class _Sorter:
    """Sorts the members of a reply into items, instructions and counted losses."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.items: list[Item] = []
        self.instructions: list[Instruction] = []
        self.dropped: Counter[str] = Counter()
        self.known = 0
        self.usable = 0
        self._seen: set[str] = set()

    @property
    def has_any(self) -> bool:
        return bool(self.items or self.instructions or self.dropped)

    def read(self, document: Mapping[str, Any]) -> None:
        for key, value in document.items():
            name = _plain(key)
            if name not in KNOWN:
                continue
            self.known += 1
            elements = self._elements(name, value)
            if elements is None:
                self.dropped["wrong_value"] += 1
                continue
            self.usable += 1
            for element in elements:
                self._take(name, element)

    def _elements(self, name: str, value: Any) -> list[Any] | None:
        """The list under a key; one statement stands for a list of one, an object of the same keys for its lists."""
        if isinstance(value, list):
            return value
        if isinstance(value, str) and name != INSTRUCTIONS:
            return [value]
        if isinstance(value, dict):
            inner = [member for key, member in value.items() if _plain(key) in KNOWN and isinstance(member, list)]
            if inner:
                return [element for members in inner for element in members]
            return [value] if statements.has_text(value) or "op" in value else None
        return None

    def _take(self, name: str, element: Any) -> None:
        if name == INSTRUCTIONS:
            instruction = statements.instruction(element, limits=self.limits)
            if isinstance(instruction, str):
                self.dropped[instruction] += 1
            else:
                self.instructions.append(instruction)
            return
        item = statements.item(element, default=name if name in CATEGORIES else "user_fact", limits=self.limits)
        reason = item if isinstance(item, str) else self._why_not(item)
        if reason or isinstance(item, str):
            self.dropped[reason] += 1
            return
        self._seen.add(item.content)
        self.items.append(item)

    def _why_not(self, item: Item) -> str:
        if item.content in self._seen:
            return "repeated"
        return "too_many" if len(self.items) >= self.limits.items else ""
