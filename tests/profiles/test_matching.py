"""The two statements of a search say of every row what a full scan in Python says."""

import random
from datetime import date, timedelta

import numpy as np
import pytest

from engine import calibration, fusion
from engine.embeddings import EmbedChoice, embed_passages, embed_query, model_name
from profiles import matching, recall
from profiles.models import Profile
from profiles.recall import Among
from tests.builders import NOON, make_end_user, make_fact
from tests.finding import vector_of_fact

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 11)
PIECES = (
    "绿茶", "咖啡", "喜欢", "住在上海", "5月2日", "2025-12-31", "三月",
    "green", "tea", "coffee", "c++", "don't", "peanut's", "likes", "node.js", "3-4",
    "drank", "drinking", "coffees", "'", "\\", "|", "&", ":*", "的", "了", "the", "of",
)  # fmt: skip
QUESTIONS = (
    "喜欢喝绿茶吗", "green tea or coffee?", "c++ don't", "5月2日喝了什么咖啡", "what happened in March", "去年住在上海", "' \\ :*",
    "between May 1 and May 3, tea", "的", "the of", "上周的咖啡", "drinks liked peanuts?",
)  # fmt: skip


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


def test_words_and_days_are_matched_as_a_full_scan_would(profile):
    chance = random.Random(11)
    facts = [
        make_fact(
            profile, f"{number} {' '.join(chance.choices(PIECES, k=chance.randint(1, 6)))}", type="episodic_memory",
            said_at=NOON - timedelta(days=chance.randint(0, 500)),
        )
        for number in range(150)
    ]  # fmt: skip
    source = recall.source(Among((profile,)), model="m", now=NOON)

    for question in QUESTIONS:
        terms = fusion.terms(question, TODAY)
        found = matching.by_words([source], terms)[recall.KIND].matched
        expected = {fact.pk: recall._marks(set(fact.lexemes()), terms) for fact in facts}
        assert dict(zip(found.keys.tolist(), found.marks.tolist(), strict=True)) == {
            pk: marks for pk, marks in expected.items() if marks
        }, question
        assert (found.count, found.length) == (150, sum(len(set(fact.lexemes())) for fact in facts))


def test_nearness_is_the_calibrated_relevance_of_every_row(profile):
    choice = EmbedChoice()
    texts = ["用户对花生过敏", "is allergic to peanuts", "住在上海", "plays the violin", "likes tea"]
    facts = [make_fact(profile, text) for text in texts]
    vectors = embed_passages(texts, choice)
    for fact, vector in zip(facts, vectors, strict=True):
        vector_of_fact(fact, vector, model_name(choice))
    source = recall.source(Among((profile,)), model=model_name(choice), now=NOON)
    question = embed_query("点餐时要避开什么食物？", choice)

    words = matching.by_words([source], fusion.Terms())
    near, is_whole = matching.by_vector([source], question, model=model_name(choice), found=words)

    expected = calibration.relevances(question, vectors, model_name(choice))
    by_key = dict(zip(near[recall.KIND].keys.tolist(), near[recall.KIND].relevances.tolist(), strict=True))
    assert is_whole
    assert np.allclose([by_key[fact.pk] for fact in facts], expected, atol=0.002)


def test_of_no_source_nothing_is_asked(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert matching.by_words([], fusion.terms("tea", TODAY)) == {}
        assert matching.by_vector([], [1.0], model="m", found={}) == ({}, True)
