"""Snapshots: when they are due, what they cover, and that nothing is lost or hidden by a failure or a late message."""

from collections.abc import Iterator

import pytest

from engine.condensing import SummariseAnswer
from engine.questions import ModelChoice
from profiles.ledger import ProfileGone
from profiles.models import Profile
from summaries import deletion, sections, snapshots
from summaries.models import Message, Session, SummarySnapshot
from summaries.snapshots import Refreshed
from tests.builders import NOON, after, make_message, make_profile, make_session
from tests.summaries.scripted import Condenser, installed

pytestmark = pytest.mark.django_db
LONG = "x" * 150
FAILED = SummariseAnswer(failed="timeout", engine="scripted")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Condenser]:
    yield from installed(monkeypatch)


@pytest.fixture
def session() -> Session:
    return make_session(make_profile())


def say(session: Session, *numbers: int, **fields: object) -> list[Message]:
    """Messages `m1`, `m2` … each said at its minute, in this order of arrival."""
    return [
        make_message(session, f"m{number} {LONG}", said_at=after(number), message_id=f"m{number}", **fields)
        for number in numbers
    ]


def refresh(session: Session, **options: object) -> Refreshed:
    return snapshots.refresh(session, scope_id="__default__", choice=ModelChoice(), now=NOON, **options)  # type: ignore[arg-type]


def numbers(contents: list[str]) -> list[int]:
    return [int(content.split()[0][1:]) for content in contents]


def current(session: Session) -> SummarySnapshot | None:
    return snapshots.current(session, "__default__")


@pytest.mark.parametrize(
    ("messages", "characters", "is_first", "wanted"),
    [
        (15, 3000, True, True),
        (12, 300, True, False),
        (9, 3000, True, False),
        (10, 1000, True, True),
        (15, 0, False, True),  # 35 messages, 20 covered
        (7, 1500, False, True),
        (6, 500, False, False),
        (10, 50, False, True),
        (9, 999, False, False),
        (7, 1000, False, True),
        (0, 0, False, False),
        (-2, 0, False, False),
        (-2, 5000, False, False),
    ],
)
def test_a_summary_is_due_by_messages_and_characters(
    messages: int, characters: int, is_first: bool, wanted: bool
) -> None:
    due = snapshots.is_due(messages, characters, is_first=is_first, enough_messages=10, enough_characters=1000)

    assert due is wanted


def test_the_first_version_covers_all_messages_in_the_order_said(session: Session, engine: Condenser) -> None:
    say(session, *range(12, 0, -1))

    made = refresh(session).snapshot

    assert made is not None
    assert numbers(engine.read[0]) == list(range(1, 13))
    assert engine.asked[0].previous == ""
    first, last = (Message.objects.get(message_id=name).pk for name in ("m1", "m12"))
    assert (made.version, made.first_message_id, made.last_message_id) == (1, first, last)
    assert (made.source_message_count, made.covered_until, made.engine) == (12, after(12), "scripted")
    assert current(session) == made


def test_only_new_messages_travel_with_the_version_before(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 13))
    first = refresh(session).snapshot
    say(session, *range(13, 24))

    second = refresh(session).snapshot

    assert first is not None
    assert second is not None
    assert numbers(engine.read[1]) == list(range(13, 24))
    assert engine.asked[1].previous == first.text
    assert (second.version, second.source_message_count) == (2, 23)
    assert second.first_message_id == first.first_message_id


def test_windows_are_folded_one_after_the_other_and_none_is_left_out(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 48))

    made = refresh(session).snapshot

    assert [len(read) for read in engine.read] == [20, 20, 7]
    assert [number for read in engine.read for number in numbers(read)] == list(range(1, 48))
    assert made is not None
    assert SummarySnapshot.objects.count() == 1
    assert made.source_message_count == 47


def test_what_is_more_than_one_piece_of_work_is_left_for_the_next(
    session: Session, engine: Condenser, settings: object
) -> None:
    settings.MEMORYHUB_SUMMARY_CALLS = 2  # type: ignore[attr-defined]
    say(session, *range(1, 51))

    first, second = refresh(session), refresh(session, force=True)

    assert (first.has_more, first.covered, second.has_more, second.covered) == (True, 40, False, 10)
    assert [number for read in engine.read for number in numbers(read)] == list(range(1, 51))


def test_too_little_asks_nobody_unless_it_is_forced(session: Session, engine: Condenser) -> None:
    say(session, 1, 2, 3)

    assert refresh(session).reason == "too_little"
    assert not engine.asked
    assert refresh(session, force=True).snapshot is not None
    assert refresh(session, force=True).reason == "nothing_new"
    assert len(engine.asked) == 1


def test_a_message_that_comes_late_is_folded_where_it_was_said(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    early = refresh(session).snapshot
    say(session, *range(20, 31))
    passed = refresh(session).snapshot
    say(session, 15)

    made = refresh(session, force=True).snapshot

    assert early is not None
    assert passed is not None
    assert made is not None
    assert numbers(engine.read[-1]) == [15, *range(20, 31)]
    assert engine.asked[-1].previous == early.text
    assert made.last_message_id == passed.last_message_id
    assert made.source_message_count == 22
    assert current(session) == made
    passed.refresh_from_db()
    assert passed.deleted_at is not None
    assert refresh(session, force=True).reason == "nothing_new"


def test_a_message_that_comes_before_all_others_begins_the_summary_anew(session: Session, engine: Condenser) -> None:
    say(session, *range(5, 16))
    refresh(session)
    say(session, 1)

    made = refresh(session, force=True).snapshot

    assert made is not None
    assert engine.asked[-1].previous == ""
    assert numbers(engine.read[-1]) == [1, *range(5, 16)]
    assert made.first_message_id == Message.objects.get(message_id="m1").pk


def test_deleted_paused_and_foreign_messages_are_never_read(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    say(session, 11, deleted_at=NOON)
    say(session, 12, in_pause=True, teaches=False)
    say(session, 13, message_type="tool_call")
    say(session, 14, role="system")
    say(session, 15, scope_id="home")
    say(session, 16, teaches=False)

    refresh(session)

    assert numbers(engine.read[0]) == [*range(1, 11), 16]


def test_each_scope_of_a_conversation_has_its_own_summary(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    say(session, *range(11, 21), scope_id="home")

    refresh(session)
    snapshots.refresh(session, scope_id="home", choice=ModelChoice(), now=NOON)

    assert snapshots.scopes_of(session) == ["__default__", "home"]
    assert [numbers(read) for read in engine.read] == [list(range(1, 11)), list(range(11, 21))]
    assert sorted(SummarySnapshot.objects.values_list("version", "scope_id")) == [(1, "__default__"), (2, "home")]


def test_a_failure_is_recorded_once_and_the_last_good_version_stays_in_use(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    good = refresh(session).snapshot
    say(session, *range(11, 22))
    engine.answers = [FAILED, FAILED]

    done = [refresh(session), refresh(session)]

    assert [one.failed for one in done] == ["timeout", "timeout"]
    assert current(session) == good
    (row,) = SummarySnapshot.objects.filter(status=SummarySnapshot.State.FAILED)
    assert (row.version, row.error, row.text) == (2, "timeout", "")
    made = refresh(session).snapshot
    assert made is not None
    assert made.version == 3


def test_a_reply_that_is_no_summary_is_a_failure_of_its_format(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    engine.answers = [SummariseAnswer(text="好的！关于您的问题，我建议先买一台服务器……")]

    assert refresh(session).failed == "format"
    assert current(session) is None


def test_what_was_folded_before_a_failure_is_kept_as_a_good_version(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 48))
    engine.meanwhile = lambda: engine.answers.append(FAILED) if len(engine.asked) == 2 else None

    done = refresh(session)
    again = refresh(session)

    assert done.snapshot is not None
    assert (done.failed, done.covered, done.snapshot.source_message_count) == ("timeout", 40, 40)
    assert numbers(engine.read[-1]) == list(range(41, 48))
    assert again.snapshot is not None
    assert (again.snapshot.version, again.snapshot.source_message_count) == (3, 47)


@pytest.mark.parametrize("reason", ["budget", "breaker_open"])
def test_what_was_not_even_tried_leaves_no_failed_version(session: Session, engine: Condenser, reason: str) -> None:
    say(session, *range(1, 11))
    engine.answers = [SummariseAnswer(failed=reason, retry_after=60)]

    done = refresh(session)

    assert (done.failed, done.retry_after) == (reason, 60)
    assert not SummarySnapshot.objects.exists()


def test_a_message_deleted_while_the_engine_thinks_is_not_in_the_summary(session: Session, engine: Condenser) -> None:
    messages = say(session, *range(1, 12))

    def delete() -> None:
        engine.meanwhile = lambda: None
        deletion.delete_message(messages[4], actor="account:1", now=NOON)

    engine.meanwhile = delete

    made = refresh(session).snapshot

    assert made is not None
    assert numbers(engine.read[-1]) == [1, 2, 3, 4, *range(6, 12)]
    assert made.source_message_count == 10
    assert SummarySnapshot.objects.count() == 1


def test_a_conversation_or_person_that_is_gone_stores_nothing(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    engine.meanwhile = lambda: Session.objects.filter(pk=session.pk).delete()
    assert refresh(session).reason == "conversation_gone"

    other = make_session(make_profile())
    say(other, *range(1, 11))
    engine.meanwhile = lambda: Profile.objects.filter(pk=other.profile_id).delete()
    with pytest.raises(ProfileGone):
        refresh(other)
    assert not SummarySnapshot.objects.exists()


def test_memory_paused_while_the_engine_thinks_keeps_nothing(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))

    assert refresh(session, rests=lambda: True).reason == "paused"
    assert not SummarySnapshot.objects.exists()


def test_the_effect_and_its_booking_stand_together(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))

    def fenced(_done: Refreshed) -> None:
        raise RuntimeError("somebody else has the job")

    with pytest.raises(RuntimeError):
        refresh(session, book=fenced)

    assert not SummarySnapshot.objects.exists()


def test_a_deleted_message_takes_every_version_with_it_that_rests_on_it(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    first = refresh(session).snapshot
    messages = say(session, *range(11, 22))
    refresh(session)
    say(session, *range(22, 33))
    refresh(session)

    was_used = snapshots.withdraw(messages[0], now=after(1))

    assert was_used
    assert current(session) == first
    gone = SummarySnapshot.objects.exclude(deleted_at=None)
    assert sorted(gone.values_list("version", "text")) == [(2, ""), (3, "")]
    assert not snapshots.withdraw(messages[0], now=after(2))


def test_a_message_that_no_version_rests_on_takes_none_with_it(session: Session, engine: Condenser) -> None:
    say(session, *range(1, 11))
    made = refresh(session).snapshot
    late = make_message(session, "late", said_at=after(5.5))

    assert not snapshots.withdraw(late, now=NOON)
    assert current(session) == made


def test_recalled_memory_that_comes_back_is_not_condensed(session: Session, engine: Condenser) -> None:
    block = "## 关于当前用户\n- 用户喜欢喝茶\n- 用户住在北京\n\n## 使用原则\n只在相关时使用这些内容；以用户现在说的为准；不要复述。"
    make_message(session, f"{block}\n\n今天聊点别的", said_at=after(0))
    say(session, *range(1, 11))

    refresh(session)

    assert "喝茶" not in engine.read[0][0]


def test_the_embedded_engine_makes_the_same_summary_each_time() -> None:
    texts = []
    for _ in range(2):
        session = make_session(make_profile())
        for number in range(10):
            make_message(session, f"预算不要超过{number + 1}000元，下周我去订酒店。{'好' * 90}", said_at=after(number))
        made = refresh(session, force=True).snapshot
        assert made is not None
        texts.append(made.text)

    assert texts[0] == texts[1]
    assert sections.as_object(texts[0])["USER_CONSTRAINTS"]
