from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from pytest_django import Settings

from extraction import conversation, jobs
from extraction.models import Job
from profiles.models import Profile
from summaries.models import Message, Session
from tests.builders import NOON, after, make_message, make_profile, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return make_session(make_profile())


def job_for(session: Session, *messages: Message, **options: Any) -> Job:
    profile: Profile = session.profile
    return jobs.add(
        profile, Job.Kind.LEARN, now=NOON, session=session, message_ids=[one.pk for one in messages], options=options
    )


def test_history_stands_before_the_batch_in_the_reference_and_is_no_target(session: Session) -> None:
    make_message(session, "早先说过的一句话", said_at=after(-30))
    earlier = make_message(session, "你平时住在哪里呀？", role="assistant", said_at=after(-10))
    late = make_message(session, "我住在烟台的海边", said_at=NOON)

    spoken = conversation.read(job_for(session, late, history=1))

    assert [line.key for line in spoken.reference] == [earlier.pk, late.pk]
    assert [line.key for line in spoken.target] == [late.pk]


def test_what_was_said_in_another_scope_is_no_reference(session: Session) -> None:
    make_message(session, "这是另一个空间里的话", scope_id="work", said_at=after(-10))
    said = make_message(session, "我住在烟台的海边")

    spoken = conversation.read(job_for(session, said, history=5))

    assert [line.key for line in spoken.reference] == [said.pk]


def test_lines_stand_in_the_order_in_which_they_were_said(session: Session) -> None:
    second = make_message(session, "我也喜欢喝红茶", said_at=after(1))
    first = make_message(session, "我喜欢喝乌龙茶", said_at=NOON)

    spoken = conversation.read(job_for(session, second, first))

    assert [line.key for line in spoken.target] == [first.pk, second.pk]


def test_what_the_gate_holds_back_is_counted_and_stays_reference(session: Session) -> None:
    said = make_message(session, "我住在烟台的海边")
    chat = make_message(session, "好的", said_at=after(1))
    tool = make_message(session, "我住在烟台的海边", role="tool", said_at=after(2))

    spoken = conversation.read(job_for(session, said, chat, tool))

    assert len(spoken.reference) == 3
    assert [line.key for line in spoken.target] == [said.pk]
    assert dict(spoken.closed) == {"short": 1, "role": 1}


def test_deleted_and_unteaching_messages_are_no_target(session: Session) -> None:
    gone = make_message(session, "我住在烟台的海边", deleted_at=NOON)
    quiet = make_message(session, "我住在大连的海边", teaches=False, said_at=after(1))
    step = make_message(session, "我住在青岛的海边", message_type="step", said_at=after(2))

    spoken = conversation.read(job_for(session, gone, quiet, step))

    assert spoken.target == ()
    assert [line.key for line in spoken.reference] == [quiet.pk, step.pk]


def test_remembered_text_that_comes_back_teaches_nothing(session: Session) -> None:
    echo = make_message(session, "我的看法没有变\n\n## 关于当前用户\n- 用户喜欢爵士乐\n- 用户住在天津")

    (line,) = conversation.read(job_for(session, echo)).target

    assert "爵士乐" not in line.content
    assert "我的看法没有变" in line.content


def test_the_middle_of_a_long_paste_is_left_out(session: Session, settings: Settings) -> None:
    settings.MEMORYHUB_EXTRACT_CHARACTERS = 203
    pasted = make_message(session, "我住在烟台。" + "数据" * 500 + "我喜欢海边。")

    (line,) = conversation.read(job_for(session, pasted)).target

    assert len(line.content) <= 203
    assert line.content.startswith("我住在烟台。")
    assert line.content.endswith("我喜欢海边。")


def test_times_are_those_of_the_speakers_clock_and_days_are_kept_apart(session: Session) -> None:
    late = datetime(2026, 1, 8, 23, 30, tzinfo=timezone(timedelta(hours=8)))
    first = make_message(session, "我明天要去深圳出差", said_at=late, said_offset_minutes=480)
    second = make_message(session, "我明天要回烟台的家", said_at=late + timedelta(hours=1), said_offset_minutes=480)

    spoken = conversation.read(job_for(session, first, second))

    assert [[line.key for line in day] for day in spoken.days()] == [[first.pk], [second.pk]]
    assert spoken.target[0].said_at is not None
    assert spoken.target[0].said_at.isoformat() == "2026-01-08T23:30:00+08:00"


def test_the_lengths_of_the_gate_are_settings(session: Session, settings: Settings) -> None:
    settings.MEMORYHUB_GATE_SHORTEST = settings.MEMORYHUB_GATE_SHORTEST_CHINESE = 50
    short = make_message(session, "我住在烟台的海边")

    spoken = conversation.read(job_for(session, short))

    assert dict(spoken.closed) == {"short": 1}
