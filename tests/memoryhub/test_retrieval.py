"""What a question finds among all that is remembered about somebody."""

import math
import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError

from engine import embeddings
from engine.embeddings import EmbedChoice
from memoryhub import retrieval
from memoryhub.hits import EPISODE, SUMMARY, Said
from memoryhub.retrieval import Results, StoreUnavailable, Wanted
from profiles import matching
from profiles.models import FactVector, Profile
from summaries.models import MessageMean
from tests.builders import NOON, after, make_end_user, make_fact, make_session
from tests.finding import (
    MODEL,
    QUESTION,
    condense,
    contents,
    describe,
    found,
    remember,
    remember_everything,
    say,
    vector_of_fact,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


# --- what is found --------------------------------------------------------------------------------------------------


def test_each_kind_is_found_with_the_messages_it_rests_on(profile):
    said = say(profile, "I only drink green tea", 0.5, message_id="m1", said_at=after(5))
    remember(profile, "drinks green tea", 0.75, evidence=(said.pk,), said_at=after(5))
    describe(said.session, "Spoke of green tea", 0.5, at=after(6), covers_through=said.pk)
    condense(said.session, "Wants green tea", 0.5, at=after(7), first_message_id=said.pk, last_message_id=said.pk)

    results = found(profile)

    (fact,), (message,) = results.facts, results.messages
    assert (fact.hit.content, fact.hit.type, fact.score, fact.hit.at) == (
        "drinks green tea",
        "user_fact",
        0.75,
        after(5),
    )
    assert {one.hit.type for one in results.summaries} == {SUMMARY, EPISODE}
    assert (message.hit.key, message.hit.role) == (f"m_{said.pk}", "user")
    assert {one.hit.evidence for one in results.candidates} == {(Said("m1", "s1"),)}
    assert not results.is_degraded


def test_what_no_vector_finds_is_found_by_its_words_in_both_languages(profile):
    remember(profile, "用户在温习日语")
    remember(profile, "is allergic to peanuts")
    remember(profile, "works at a bank in Lisbon")

    assert contents(found(profile, "温习日语")) == ["用户在温习日语"]
    assert contents(found(profile, "Which peanuts allergic?")) == ["is allergic to peanuts"]


@pytest.mark.parametrize("question", ["Which race did we run?", "all the races I am running", "ran race"])
def test_an_english_word_is_found_in_all_its_forms(profile, question):
    remember(profile, "ran a race for charity")
    remember(profile, "likes rain at the terrace")

    assert contents(found(profile, question)) == ["ran a race for charity"]


def test_a_character_by_itself_is_found_at_the_beginning_of_a_pair(profile):
    remember(profile, "用户喜欢茶叶蛋")
    remember(profile, "用户喜欢咖啡")
    profile.memory = {"facts": ["用户在学茶道", "用户在学书法"]}

    for question in ("茶", "茶?", "茶 😀"):
        assert sorted(contents(found(profile, question, vector=None))) == ["用户喜欢茶叶蛋", "用户在学茶道"]


def test_where_many_facts_are_known_a_question_about_something_else_often_calls_up_none(profile):
    choice = EmbedChoice()
    known = [
        make_fact(profile, text)
        for text in (
            "用户住在杭州西湖区", "用户喜欢喝龙井茶", "用户对花生过敏", "用户的妻子叫林晓燕", "用户的月房租是3000元", "用户常用Python和SQL",
            "用户的老板叫王建国", "用户周末喜欢爬山", "用户晚上容易失眠", "用户最喜欢的电影是《霸王别姬》", "用户会弹吉他", "用户的母亲患有糖尿病",
            "用户讨厌加班", "用户想在年底前换工作", "用户毕业于浙江大学计算机系", "用户每周三晚上打羽毛球", "用户害怕坐飞机", "用户不吃香菜",
            "Lives in Portland, Oregon", "Drinks green tea every morning", "Is allergic to shellfish", "Is married to Emily Carter",
            "Pays 3000 dollars of rent a month", "Reports to Michael Brown", "Goes hiking on weekends", "Suffers from insomnia",
            "Plays the guitar", "Has a mother with diabetes", "Hates working overtime", "Studied computer science at Oregon State",
            "Plays badminton on Wednesday evenings", "Prefers plain text e-mail", "Is afraid of flying", "Does not eat cilantro",
        )
    ]  # fmt: skip
    for fact, vector in zip(known, embeddings.embed_passages([fact.content for fact in known], choice), strict=True):
        vector_of_fact(fact, vector, embeddings.model_name(choice))

    def answers(question: str) -> list[str]:
        return contents(retrieval.search(Wanted((profile,), question), choice=choice, now=NOON))

    unknown = (
        "如何修理水龙头？", "法国的首都是哪里？", "莎士比亚写了哪些作品", "推荐一款洗衣机", "牛顿第二定律", "火星上有水吗", "如何申请专利", "你好", "长城有多长", "恐龙为什么灭绝",
        "How do I fix a tap?", "How to grow tomatoes", "Hello", "What is the capital of France?", "Recommend a washing machine",
        "How many planets are there?", "The toilet is blocked", "How do I apply for a patent?", "How long is the Great Wall?", "Why did dinosaurs die out?",
    )  # fmt: skip
    assert sum(bool(answers(question)) for question in unknown) <= len(unknown) / 2  # of each, before it was taken off
    for question, right in (
        ("我住哪", "用户住在杭州西湖区"), ("老婆叫什么", "用户的妻子叫林晓燕"), ("晚上睡不着怎么办", "用户晚上容易失眠"), ("Who is my wife?", "Is married to Emily Carter"),
        ("What do I hate?", "Hates working overtime"), ("Which instrument do I play?", "Plays the guitar"),
    ):  # fmt: skip
        assert right in answers(question)


def test_a_question_about_a_day_is_answered_by_what_was_said_on_it(profile):
    for day in range(1, 10):
        say(profile, f"just talking {day}", 0.1, said_at=NOON - timedelta(days=day))

    results = found(profile, "What did we talk about on March 5th?")

    assert contents(results)[0] == "just talking 5"
    assert results.messages[0].scored.is_of_day


def test_a_day_that_was_only_spoken_of_is_found_as_well(profile):
    remember(profile, "出差定在5月2日", 0.1, said_at=NOON)

    assert contents(found(profile, "5月2日有什么事")) == ["出差定在5月2日"]


def test_what_is_equal_to_the_threshold_is_found_and_nothing_below(profile):
    for similarity in (0.3, 0.4, 0.29, 0.5):
        remember(profile, f"similar by {similarity}", similarity)

    assert contents(found(profile, threshold=0.3)) == ["similar by 0.5", "similar by 0.4", "similar by 0.3"]
    assert contents(found(profile, threshold=0.4)) == ["similar by 0.5", "similar by 0.4"]
    assert contents(found(profile, threshold=0.6)) == []


def test_of_equals_the_newer_stands_first(profile):
    for minute in (3, 1, 2):
        remember(profile, f"minute {minute}", 0.5, said_at=after(minute))

    assert contents(found(profile)) == ["minute 3", "minute 2", "minute 1"]


def test_each_list_has_at_most_so_many(profile):
    for number in range(7):
        say(profile, f"words {number}", 0.5, session_id=f"s{number}")
        remember(profile, f"fact {number}", 0.5)
        describe(make_session(profile, f"s{number}"), f"episode {number}", 0.5)
        condense(make_session(profile, f"s{number}"), f"summary {number}", 0.5)

    results = found(profile, limit=3, explained=100)

    assert [len(results.facts), len(results.summaries), len(results.messages)] == [3, 3, 3]
    assert len(results.candidates) == 28
    assert {one.why for one in results.candidates} == {"kept", "top_k"}


def test_every_candidate_is_explained(profile):
    remember(profile, "near and named tea", 0.75)
    remember(profile, "far", 0.125)

    near, far = found(profile, "tea", explained=10).candidates

    assert (near.scored.relevance, near.scored.words, near.scored.vector_rank, near.scored.word_rank) == (
        0.75,
        1.0,
        1,
        1,
    )
    assert (far.why, far.scored.vector_rank, far.scored.word_rank) == ("below_threshold", 2, None)


def test_the_search_is_exact(profile):
    """A full scan in Python gives the same rows in the same order, however many there are of other people."""
    chance = random.Random(5)
    stranger = make_end_user("other")
    similarities = {}
    for number in range(120):
        similarity = round(chance.random(), 2)
        fact = remember(profile, f"fact number {number}", similarity, type="semantic_memory")
        remember(stranger, f"fact number {number}", 1.0, type="semantic_memory")
        similarities[fact.pk] = similarity

    results = found(profile, limit=100, threshold=0.0)

    expected = sorted(similarities, key=lambda pk: (-similarities[pk], -pk))[:100]
    assert [similarities[one.hit.pk] for one in results.facts] == [similarities[pk] for pk in expected]
    assert all(abs(one.score - similarities[one.hit.pk]) <= 0.001 for one in results.facts)


def test_five_come_back_when_sixty_match(profile):
    for number in range(60):
        remember(profile, f"fact {number}", 0.5)

    assert len(found(profile).facts) == 5


def test_messages_are_compared_after_what_all_of_them_share_is_taken_away(profile):
    """Without it both would be as near: what the person always talks of tells nothing."""
    shared = [0.8, 0.6, 0.0]
    for number, own in enumerate(([0.1, 0.0, 0.9], [0.0, 0.1, -0.9])):
        message = say(profile, f"message {number}")
        vector = [a + b for a, b in zip(shared, own, strict=True)]
        length = math.sqrt(sum(value**2 for value in vector))
        message.vectors.create(profile=profile, model=MODEL, embedding=[value / length for value in vector])
    MessageMean.objects.create(profile=profile, model=MODEL, mean=shared, count=2_000)

    results = found(profile, vector=[0.6, 0.5, 0.62], explained=9)

    assert contents(results) == ["message 0"]
    assert results.candidates[1].scored.relevance == 0


# --- documents from before ------------------------------------------------------------------------------------------


def test_facts_of_an_old_document_are_found_by_their_words(profile):
    profile.memory = {"facts": ["likes peanut butter", "lives in Rome"]}
    profile.save()

    (one,) = found(profile, "peanut butter").facts

    assert (one.hit.content, one.hit.pk, one.hit.type) == ("likes peanut butter", -1, "user_fact")
    assert contents(found(profile, "peanut butter", scope_id="club")) == []


# --- embedders ------------------------------------------------------------------------------------------------------


def test_without_a_vector_words_still_find_and_it_says_so(profile):
    remember(profile, "drinks green tea", 0.9)

    results = found(profile, "green tea", vector=None)

    assert contents(results) == ["drinks green tea"]
    assert results.is_degraded


def test_vectors_of_another_length_are_left_out_and_told(profile, caplog):
    remember(profile, "drinks green tea", 0.9)
    FactVector.objects.update(embedding=[0.5, 0.5, 0.5])

    results = found(profile, "green tea")

    assert contents(results) == ["drinks green tea"]
    assert results.is_degraded


@pytest.mark.parametrize("stored", [[0.001, 0.0], [1.0, 0.0], [0.0, 1.0]])
def test_no_vector_makes_a_score_that_is_no_number(profile, stored):
    vector_of_fact(remember(profile, "tea"), stored)

    for question in ([0.0, 0.0], QUESTION):
        for one in found(profile, "tea", vector=question, explained=9).candidates:
            assert math.isfinite(one.score)
            assert 0 <= one.score <= 1


def test_vectors_of_another_model_are_not_compared(profile):
    vector_of_fact(remember(profile, "tea"), QUESTION, model="another")

    assert contents(found(profile)) == []


# --- how it is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 60])
def test_a_search_costs_three_statements_whatever_there_is(profile, count, django_assert_num_queries):
    for number in range(count):
        remember_everything(make_end_user("other", f"li{number}"), "tea")
        message = say(profile, f"tea {number}", 0.5, session_id=f"s{number}")
        remember(profile, f"tea number {number}", 0.5, evidence=(message.pk,))
        describe(message.session, f"tea {number}", 0.5, covers_through=message.pk)
        condense(message.session, f"tea {number}", 0.5, first_message_id=message.pk, last_message_id=message.pk)

    with django_assert_num_queries(3 if count else 2):  # of nothing nothing is told
        found(profile, "tea on May 2nd", limit=100)


@pytest.mark.parametrize(
    "query",
    ["'", "\\", "'' | ! & <-> :*", "a:*b", "😀", "！？…", "\u200b.", "%s %d %", "{}", "c++ c# node.js don't", "@2026-01-05", "茶" * 5_000,
     "tea " * 2_500, "x" * 10_000, " ".join(f"w{number}" for number in range(2_000))],
)  # fmt: skip
def test_no_question_breaks_the_statement(profile, query):
    remember(profile, "c++ don't \\ ' tea", 0.1)

    assert isinstance(found(profile, query), Results)


def test_the_words_of_a_question_are_data(profile):
    remember(profile, "likes c++ and c#")

    assert contents(found(profile, "c++")) == ["likes c++ and c#"]
    assert contents(found(profile, "c' | 'c#")) == ["likes c++ and c#"]
    assert contents(found(profile, "lik:*")) == []


def test_a_search_is_logged_without_what_was_asked(profile, settings, monkeypatch):
    lines: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(retrieval.log, "info", lambda event, **told: lines.append((event, told)), raising=False)
    remember(profile, "green tea")

    for logs_content in (False, True):
        settings.MEMORYHUB_LOG_CONTENT = logs_content
        retrieval.search(Wanted((profile,), "secret tea"), choice=EmbedChoice(), now=NOON)

    assert [event for event, _ in lines] == ["search_started", "search_finished"] * 2
    finished = lines[1][1]
    assert finished["query_length"] == 10
    assert finished["facts"] == 1
    assert {"top_k", "threshold", "owner", "scope_id", "ms"} <= set(finished)
    assert ["secret tea" in str(told) for _, told in lines] == [False, False, True, True]


def test_a_store_that_fails_is_told_and_logged(profile, monkeypatch):
    lines: list[str] = []
    monkeypatch.setattr(retrieval.log, "exception", lambda event, **told: lines.append(event), raising=False)

    def broken(*_: Any, **__: Any) -> None:
        raise DatabaseError("it broke")

    monkeypatch.setattr(matching, "by_words", broken)

    with pytest.raises(StoreUnavailable):
        retrieval.search(Wanted((profile,), "tea"), choice=EmbedChoice(), now=NOON)
    assert lines == ["search_failed"]


@pytest.mark.parametrize(
    ("question", "right"),
    [("点餐时要避开什么食物？", "用户对花生过敏"), ("Which foods must be avoided?", "is allergic to peanuts")],
)
def test_the_bundled_model_finds_by_meaning(profile, question, right):
    choice = EmbedChoice()
    facts = [
        make_fact(profile, text)
        for text in ("用户对花生过敏", "is allergic to peanuts", "住在上海", "plays the violin")
    ]
    vectors = embeddings.embed_passages([fact.content for fact in facts], choice)
    for fact, vector in zip(facts, vectors, strict=True):
        vector_of_fact(fact, vector, embeddings.model_name(choice))

    results = retrieval.search(Wanted((profile,), question), choice=choice, now=NOON)

    assert right in contents(results)[:2]
    assert not {"住在上海", "plays the violin"} & set(contents(results))
