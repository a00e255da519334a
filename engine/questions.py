"""What the pipelines ask an engine and what it answers: plain values, known to both engines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

USER, ASSISTANT, SYSTEM, TOOL = "user", "assistant", "system", "tool"

# SPEC P9: the types a fact can have. `user_*` types are resident: they stand in every context.
RESIDENT_TYPES = ("user_profile", "user_goal", "user_constraint", "user_preference", "user_fact")
ASSISTANT_TYPES = ("assistant_decision", "assistant_constraint", "assistant_plan", "assistant_action")
RECALLED_TYPES = ("semantic_memory", "episodic_memory")
FACT_TYPES = RESIDENT_TYPES + ASSISTANT_TYPES + RECALLED_TYPES


@dataclass(frozen=True)
class Line:
    """One message of a conversation, already cleaned. `key` is the caller's handle (a message's primary key)."""

    role: str
    content: str
    name: str = ""
    key: int = 0
    said_at: datetime | None = None

    @property
    def speaker(self) -> str:
        """The name if there is one, otherwise the role."""
        return self.name or self.role


@dataclass(frozen=True)
class Definitions:
    """What the three classic categories mean in a scope; an empty string stands for the engine's default."""

    user_profile: str = ""
    semantic_memory: str = ""
    episodic_memory: str = ""


@dataclass(frozen=True)
class Switches:
    """What may be extracted at all (SPEC X7). A call can only switch off."""

    long_term: bool = True
    user_profile: bool = True
    semantic_memory: bool = True
    episodic_memory: bool = True

    def allow(self, fact_type: str) -> bool:
        """Whether facts of this type are wanted: the three category switches each hold for their own types."""
        if not self.long_term or fact_type in RECALLED_TYPES:
            return self.long_term and bool(getattr(self, fact_type))
        return self.user_profile or fact_type not in RESIDENT_TYPES

    @property
    def are_all_off(self) -> bool:
        """Nothing at all is wanted, so no engine need be asked."""
        return not self.long_term or not (self.user_profile or self.semantic_memory or self.episodic_memory)


@dataclass(frozen=True)
class ExtractQuestion:
    """Learn from `target`; `reference` (history first, then all current lines) only resolves what they point at.

    `conversation_time` is the time as written by the caller (ISO with or without offset, a bare date, or anything),
    '' when unknown. Nothing in `known` is to be said again. What is less sure than `least_confidence` or has more than
    `longest` characters is left out and counted.
    """

    target: tuple[Line, ...]
    reference: tuple[Line, ...] = ()
    conversation_time: str = ""
    known: tuple[str, ...] = ()
    definitions: Definitions = Definitions()
    switches: Switches = Switches()
    attempts: int = 3
    least_confidence: float = 0.5
    longest: int = 500


@dataclass(frozen=True)
class Item:
    """One statement as an engine found it; `slot` '' when none was given; `evidence` = keys of the lines it rests on.

    `importance` None means: take the default of the type. `confidence` lies in 0..1.
    """

    type: str
    content: str
    slot: str = ""
    confidence: float = 1.0
    importance: float | None = None
    source_role: str = USER
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True)
class Instruction:
    """An explicit wish of the person about the memory itself: `op` is ADD, UPDATE or DELETE.

    Not `is_clear`: something was asked for in these words, which could not be read.
    """

    op: str
    old: str = ""
    new: str = ""
    evidence: tuple[int, ...] = ()
    is_clear: bool = True


@dataclass(frozen=True)
class ExtractAnswer:
    """What was found. `orders` command the agent, as they were said: no statements, they wait for a person at most.
    `dropped` counts by reason what was left out; `is_partial` when a reply was cut off;
    `failed` names the reason when there was no usable answer at all ('' = the engine answered), `retry_after` the
    seconds for which the endpoint then asked to be left alone."""

    items: tuple[Item, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    orders: tuple[Item, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    is_partial: bool = False
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"


# What becomes of a new statement beside a stored one (SPEC M5): it takes its place, complements it, says the same (the
# more informative wording stays), says nothing worth keeping, or speaks of something else.
REPLACE, APPEND, SAME, SKIP, NEW = "replace", "append", "same", "skip", "new"
ACTIONS = (REPLACE, APPEND, SAME, SKIP, NEW)


@dataclass(frozen=True)
class JudgeQuestion:
    """What becomes of `incoming` beside `existing`, a stored statement (or one atom of it) that the screen let through.

    `type` is that of the incoming statement. Times are when each was said, None when that is unknown.
    """

    existing: str
    incoming: str
    type: str = "user_fact"
    existing_said_at: datetime | None = None
    incoming_said_at: datetime | None = None


@dataclass(frozen=True)
class JudgeAnswer:
    """One of ACTIONS and why, in a few words. `failed` names why there was no usable answer ('' = there was one); the
    action is then APPEND: both statements are kept. `retry_after` as in ExtractAnswer."""

    action: str = APPEND
    reason: str = ""
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"


@dataclass(frozen=True)
class MatchQuestion:
    """Whether a wish about the memory (`op` DELETE, UPDATE or ADD, in `wish` what it is about) means `stored`."""

    op: str
    wish: str
    stored: str


@dataclass(frozen=True)
class MatchAnswer:
    """`failed` names why there was no usable answer; `is_match` is then False: nothing is changed."""

    is_match: bool = False
    reason: str = ""
    failed: str = ""
    retry_after: float | None = None
    engine: str = "embedded"


@dataclass(frozen=True)
class ModelChoice:
    """Which engine answers for a scope: plain values, read before anything is thought about.

    An empty `base_url` means the embedded engine. `tenant_id` and `profile_id` only label the record of the call;
    prices are per million tokens; `concurrency` bounds the calls that one process makes at once. `daily_budget` is
    what all calls of the tenant may cost in one calendar day of the project's zone, None for no limit. `until` is the
    moment of `time.monotonic()` after which nothing more is asked, so that many questions end within one job's lease.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""
    tenant_id: int | None = None
    profile_id: int | None = None
    timeout_s: float = 60.0
    max_tokens: int = 2000
    price_in: float = 0.0
    price_out: float = 0.0
    log_content: bool = False
    concurrency: int = 4
    daily_budget: float | None = None
    until: float | None = None

    @property
    def is_embedded(self) -> bool:
        return not self.base_url
