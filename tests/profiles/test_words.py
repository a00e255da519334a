import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, models

from engine.text import words
from profiles.models import Fact, Profile
from profiles.models.words import day_of, fill_old, literal
from summaries.models import Message
from tests.builders import NOON, make_fact, make_message, make_profile, make_session, make_tenant

pytestmark = pytest.mark.django_db
ODD = "it's a \\ back'slash o'clock c++ node.js 中文 ' '' \\\\"


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def words_of(row: models.Model) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT tsvector_to_array(words) FROM {row._meta.db_table} WHERE id = %s", [row.pk])
        return set(cursor.fetchone()[0])


def test_the_database_holds_each_word_as_it_is(profile: Profile) -> None:
    message = make_message(make_session(profile), ODD)

    assert words_of(message) == set(message.lexemes())
    assert literal(["a'b", "c\\d"]) == "'a''b' 'c\\\\d'"


def test_a_fact_is_found_by_the_day_it_was_last_said(profile: Profile) -> None:
    fact = make_fact(profile, "用户喜欢木工", said_at=NOON)
    assert "@2026-03-10" in words_of(fact)

    make_fact(profile, "用户喜欢木工", said_at=NOON + timedelta(days=3), now=NOON + timedelta(days=3))

    assert "@2026-03-13" in words_of(fact)
    assert "木工" in words_of(fact)


def test_a_message_is_found_by_the_day_on_its_speakers_clock(profile: Profile) -> None:
    late = NOON.replace(hour=23)

    message = make_message(make_session(profile), "早", said_at=late, said_offset_minutes=8 * 60)

    assert "@2026-03-11" in words_of(message)
    assert day_of(late, -60).day == 10


def test_a_loaded_fact_has_its_words(tmp_path: Path) -> None:
    make_tenant()
    file = tmp_path / "facts.jsonl"
    file.write_text(json.dumps({"user_id": "kai", "content": ODD}), encoding="utf-8")

    call_command("importfacts", str(file))

    assert set(words.lexemes(ODD)) <= words_of(Fact.objects.get())


def test_reading_a_row_does_not_carry_its_words_along(profile: Profile) -> None:
    make_fact(profile, "用户喜欢木工")

    assert Fact.objects.get().words is None
    assert list(Fact.objects.values_list("words", flat=True)) == [None]


def test_a_whole_book_is_stored(profile: Profile) -> None:
    book = "".join(chr(0x4E00 + number % 20_000) + chr(0x4E00 + number * 7 % 20_000) for number in range(150_000))

    message = make_message(make_session(profile), book)

    assert len(words_of(message)) > 10_000


def test_rows_from_before_get_their_words_batch_by_batch(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("profiles.models.words.OLD_ROWS", 2)
    made = [make_message(make_session(profile), f"第{number}杯 tea {ODD}") for number in range(5)]
    Message.objects.update(words=None)

    fill_old(Message, ["content"], words.lexemes)

    assert [words_of(one) for one in made] == [set(words.lexemes(one.content)) for one in made]
