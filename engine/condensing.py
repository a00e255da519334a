"""What the pipelines ask an engine about whole conversations and about a person's facts, and what it answers; plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.questions import Line


@dataclass(frozen=True)
class SummariseQuestion:
    """Condense `lines`, the messages that `previous` (the former summary in its five sections, '' for none) lacks.

    A section has at most `most_lines`.
    """

    lines: tuple[Line, ...]
    previous: str = ""
    most_lines: int = 12
    attempts: int = 3


@dataclass(frozen=True)
class SummariseAnswer:
    """`text` has the five sections of SPEC S3. `failed` and `retry_after` as in ExtractAnswer."""

    text: str = ""
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"


@dataclass(frozen=True)
class DescribeQuestion:
    """What one whole conversation was about (SPEC D9)."""

    lines: tuple[Line, ...]
    attempts: int = 3


@dataclass(frozen=True)
class DescribeAnswer:
    """Two or three sentences and three to five topics. `failed` and `retry_after` as in ExtractAnswer."""

    summary: str = ""
    topics: tuple[str, ...] = ()
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"


@dataclass(frozen=True)
class Stored:
    """An active fact as the dream sees it; `said_at` is when it was last said or written, None when unknown.

    A pinned one is shown only so that nothing is merged past it.
    """

    fact_id: str
    content: str
    type: str = "user_fact"
    slot: str = ""
    said_at: datetime | None = None
    is_pinned: bool = False


@dataclass(frozen=True)
class Digest:
    """What one conversation of the window brings to the facts, in at most some hundred characters (SPEC D3).

    `lines` are the passages in the order said, each with who said it and when; `ended_at` is when the last was said.
    """

    lines: tuple[Line, ...]
    ended_at: datetime | None = None


# What a dream may do: put several facts into one wording, or take one out of force. It adds nothing (SPEC D4).
MERGE, OUTDATED = "merge", "outdated"
# Why the built-in rules join facts; the pages tell it in the reader's language.
SAME, FACETS, ALLERGY = "the same in other words", "facets of one thing", "one allergy"


@dataclass(frozen=True)
class Operation:
    """`op` is MERGE (of `ids` into `content`) or OUTDATED (its one id leaves without a successor).

    A model's attempt to add something comes as `add` with its wording, for the caller to refuse by name.
    `doubt` (0 sure … 1 a guess) decides who waits for a person when too many would leave.
    """

    op: str
    ids: tuple[str, ...]
    content: str = ""
    reason: str = ""
    doubt: float = 0.5


@dataclass(frozen=True)
class ConsolidateQuestion:
    """Tidy `facts`, all of one person and scope, by what the day's `digests` say.

    `alike` names pairs of facts (ids in the order of `facts`) and their calibrated likeness 0..1, highest first; pairs
    that are nothing alike are left out.
    """

    facts: tuple[Stored, ...]
    digests: tuple[Digest, ...] = ()
    alike: tuple[tuple[str, str, float], ...] = ()
    attempts: int = 3
    longest: int = 500


@dataclass(frozen=True)
class ConsolidateAnswer:
    """A proposal: what may be carried out is decided by the caller. `dropped` counts what was no operation at all.

    `failed` and `retry_after` as in ExtractAnswer; an unreadable plan is a failure, an empty one is not.
    """

    operations: tuple[Operation, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"
