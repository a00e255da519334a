"""What a conversation says that is worth remembering, told to whoever asks and stored nowhere (X11)."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from datetime import time as time_of_day

from django.conf import settings
from django.db import connection
from django.utils import timezone

from engine import mind
from engine.mind import Mind
from engine.questions import Definitions, ExtractAnswer, ExtractQuestion, Instruction, Item, Line, Switches
from engine.text import weeks
from extraction import conversation
from extraction.candidates import Candidate, Screen, Screened
from extraction.conversation import Conversation
from extraction.policy import Policy
from profiles import admission, choices
from summaries.spoken import own_words


@dataclass(frozen=True)
class Said:
    """One message, through the write guard. Only what `is_chat` is a target. `said_at` None: when the call says."""

    role: str
    content: str
    name: str = ""
    said_at: datetime | None = None
    is_chat: bool = True


@dataclass(frozen=True)
class Asked:
    """One call. `timestamp` is the time of the conversation as written, '' for now. What the call's `definitions` leave
    open is as in the scope; `memory_config` can only switch off. `profile_id` labels the record of the model's calls.
    """

    messages: tuple[Said, ...]
    history: tuple[Said, ...] = ()
    timestamp: str = ""
    definitions: Definitions = field(default_factory=Definitions)
    memory_config: Mapping[str, bool] = field(default_factory=dict)
    attempts: int = 3
    agent_id: str = ""
    profile_id: int | None = None


@dataclass(frozen=True)
class Extracted:
    """What was found. `held` counts what would wait for a person's word, `dropped` what was left out, `closed` the
    messages that the gate held back; each by reason. `reason` says why there is nothing, '' when there is something.
    """

    engine: str
    candidates: tuple[Candidate, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    closed: Mapping[str, int] = field(default_factory=dict)
    is_partial: bool = False
    is_failed: bool = False
    reason: str = ""


def extract(asked: Asked, policy: Policy, *, now: datetime) -> Extracted:
    """Learn without remembering: the gate, one question for each day of the target, and the checks of all learning.

    Never raises for what an engine cannot do. No connection to the database is kept while a model thinks, and all of
    it together takes no longer than MEMORYHUB_EXTRACT_SECONDS.
    """
    until = time.monotonic() + settings.MEMORYHUB_EXTRACT_SECONDS
    choice = policy.choice("extract", profile_id=asked.profile_id, until=until)
    engine = mind.for_scope(choice)
    switches = policy.switches(asked.memory_config)
    when = _when(asked.timestamp, now)
    spoken = _sorted_out(asked, when)
    idle = _why_idle(policy, switches, spoken)
    if idle:
        return Extracted(engine=engine.name, closed=spoken.closed, reason=idle)

    _let_go_of_the_database()
    question = _question(asked, policy, switches, spoken)
    answers = tuple(_answers(engine, question, spoken, asked.timestamp, when))
    screen = Screen(
        lines=spoken.target,
        switches=switches,
        agent_id=asked.agent_id,
        least_confidence=settings.MEMORYHUB_LEAST_CONFIDENCE,
        longest=settings.MEMORYHUB_FACT_LENGTH,
        contacts=policy.contacts,
        slot_policy=choices.slot_policy(),
    )
    return _told(answers, screen, spoken)


def _why_idle(policy: Policy, switches: Switches, spoken: Conversation) -> str:
    """Why no engine need be asked (X12)."""
    if policy.is_paused:
        return "paused"
    if switches.are_all_off:
        return "switched_off"
    return "" if spoken.target else "gate"


def _when(timestamp: str, now: datetime) -> datetime | None:
    """The moment that a timestamp means, its date as written; None for what is no time."""
    if not timestamp:
        return timezone.localtime(now)
    when = weeks.parse_when(timestamp)
    if isinstance(when, date) and not isinstance(when, datetime):
        when = datetime.combine(when, time_of_day())
    return when.replace(tzinfo=UTC) if when and when.tzinfo is None else when


def _sorted_out(asked: Asked, when: datetime | None) -> Conversation:
    current = [(_line(one, when, key), one.is_chat) for key, one in enumerate(asked.messages, start=1)]
    return conversation.sort_out(current, history=[_line(one, when) for one in asked.history])


def _line(one: Said, when: datetime | None, key: int = 0) -> Line:
    return Line(one.role, own_words(one.content), one.name, key, one.said_at or when)


def _let_go_of_the_database() -> None:
    """A thread of the web must not keep a connection from others for as long as a model thinks."""
    if not connection.in_atomic_block:
        connection.close()


def _question(asked: Asked, policy: Policy, switches: Switches, spoken: Conversation) -> ExtractQuestion:
    own, of_scope = asked.definitions, policy.definitions
    return ExtractQuestion(
        target=(),
        reference=spoken.reference,
        definitions=Definitions(
            user_profile=own.user_profile or of_scope.user_profile,
            semantic_memory=own.semantic_memory or of_scope.semantic_memory,
            episodic_memory=own.episodic_memory or of_scope.episodic_memory,
        ),
        switches=switches,
        attempts=asked.attempts,
        least_confidence=settings.MEMORYHUB_LEAST_CONFIDENCE,
        longest=settings.MEMORYHUB_FACT_LENGTH,
    )


def _answers(
    engine: Mind, question: ExtractQuestion, spoken: Conversation, as_written: str, when: datetime | None
) -> Iterator[ExtractAnswer]:
    """One answer for each piece of the target; after a failed one, or when the time is up, the rest is not asked for."""
    for lines in _pieces(engine, spoken):
        until = engine.choice.until
        if until is not None and time.monotonic() >= until:
            yield ExtractAnswer(failed="timeout", engine=engine.name)
            return
        said_at = _spoken_at(lines, as_written=as_written, when=when)
        answer = engine.extract(replace(question, target=lines, conversation_time=said_at))
        yield answer
        if answer.failed:
            return


def _pieces(engine: Mind, spoken: Conversation) -> Iterator[tuple[Line, ...]]:
    """The target by days. The rules read line by line anyway, and no clock stops them: one line is one piece."""
    for lines in spoken.days():
        yield from ((line,) for line in lines) if engine.choice.is_embedded else (lines,)


def _spoken_at(lines: Sequence[Line], *, as_written: str, when: datetime | None) -> str:
    """The time of the newest line; that of the call as it was written, whatever it is."""
    newest = max((line.said_at for line in lines if line.said_at is not None), default=None)
    return newest.isoformat() if newest and (newest != when or not as_written) else as_written


def _told(answers: Sequence[ExtractAnswer], screen: Screen, spoken: Conversation) -> Extracted:
    failed = next((answer.failed for answer in answers if answer.failed), "")
    orders = [item for answer in answers for item in answer.orders]
    screened = screen.sift((*(item for answer in answers for item in answer.items), *_wished(answers)), orders=orders)
    wishes, unfit = _fit((wish for answer in answers for wish in answer.instructions), contacts=screen.contacts)
    dropped = Counter(screened.dropped) + unfit
    for answer in answers:
        dropped.update(answer.dropped)
    has_answer = any(not answer.failed for answer in answers)
    nothing = not screened.accepted and not wishes
    return Extracted(
        engine=answers[-1].engine,
        candidates=_each_once(screened.accepted),
        instructions=wishes,
        held=Counter(one.reason for one in screened.held),
        dropped={reason: number for reason, number in dropped.items() if number},
        closed=spoken.closed,
        is_partial=has_answer and (bool(failed) or any(answer.is_partial for answer in answers)),
        is_failed=not has_answer,
        reason=(failed or _why_nothing(screened)) if nothing else "",
    )


def _each_once(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Of the same content the first, which is an item of an engine and not the bare wish to remember it."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        found.setdefault(one.content, one)
    return tuple(found.values())


def _wished(answers: Sequence[ExtractAnswer]) -> Iterator[Item]:
    """What somebody asked to be remembered; behind the items, of which an engine may have made one of it already."""
    for answer in answers:
        for wish in answer.instructions:
            if wish.op == "ADD":
                yield Item("user_fact", wish.new, evidence=wish.evidence)


def _fit(wishes: Iterator[Instruction], *, contacts: str) -> tuple[tuple[Instruction, ...], Counter[str]]:
    """The wishes whose texts pass the guard of facts, each once; the others counted by reason."""
    fit: dict[tuple[str, str, str], Instruction] = {}
    unfit: Counter[str] = Counter()
    for wish in wishes:
        texts = [text for text in (wish.old, wish.new) if text]
        verdicts = [admission.admit(text, longest=settings.MEMORYHUB_FACT_LENGTH, contacts=contacts) for text in texts]
        reason = next((one.reason for one in verdicts if one.outcome != admission.OK), "")
        if reason:
            unfit[reason] += 1
        else:
            fit[wish.op, wish.old, wish.new] = wish
    return tuple(fit.values()), unfit


def _why_nothing(screened: Screened) -> str:
    if screened.held:
        return "held"
    return "dropped" if screened.dropped else "nothing_found"
