"""Which memories a question calls up, by the rules alone."""

import time

import pytest

from globalmemory import scoring
from globalmemory.scoring import Candidate, Limits, Weighed

LIMITS = Limits()


def verdicts(candidates: list[Candidate], question: str, mode: scoring.Mode, **options) -> dict[int, Weighed]:
    weighed = scoring.weigh(candidates, scoring.ask(question), mode=mode, limits=LIMITS, **options)
    return {one.key: one for one in weighed}


def plain(count: int, **fields) -> list[Candidate]:
    return [Candidate(number, **fields) for number in range(1, count + 1)]


class TestTheMode:
    @pytest.mark.parametrize(
        ("count", "mode"),
        [
            (0, scoring.NONE),
            (1, scoring.MINIMAL),
            (5, scoring.MINIMAL),
            (6, scoring.LIGHTWEIGHT),
            (20, scoring.LIGHTWEIGHT),
            (21, scoring.FULL),
        ],
    )
    def test_it_follows_from_how_many_there_are(self, count, mode):
        assert scoring.mode_of(count, LIMITS) == mode


class TestTags:
    @pytest.mark.parametrize(
        ("question", "tag"),
        [
            ("Which java version?", "javascript"),
            ("Javascript, please", "Java"),
            ("微服务怎么拆分", "微服务架构"),
            ("我们的微服务架构怎么拆分", "微服务"),
            ("how do I test spring code", "springboot"),
            ("springboot 怎么配置", "Spring Boot"),
            ("怎么用Ｊａｖａ写", "java"),
            ("R 语言怎么画图", "R"),
            ("can I use C++ here", "c++"),
            ("猫 吃什么", "猫"),
        ],
    )
    def test_a_tag_is_named_when_equal_or_contained_either_way(self, question, tag):
        assert scoring.matching(scoring.ask(question), [tag]) == (tag,)

    @pytest.mark.parametrize(
        ("question", "tag"),
        [
            ("java", "python"),
            ("python 怎么学", "java"),
            ("R 语言怎么画图", "Ruby"),
            ("a b c", "abc"),
            ("can I use C++ here", "C"),
            ("what is a good idea", "A"),
            ("   ", "java"),
            ("java", ""),
            ("java", "   "),
            ("!!! ??? 😀", "java"),
        ],
    )
    def test_others_are_not(self, question, tag):
        assert scoring.matching(scoring.ask(question), [tag]) == ()

    def test_a_tag_does_not_reach_over_two_words(self):
        assert scoring.matching(scoring.ask("spring boots"), ["gboo", "g\nb"]) == ()

    def test_a_document_in_place_of_a_question_costs_no_more_than_a_page(self):
        document = " ".join(f"word{number}" for number in range(150_000))
        candidates = plain(50, tags=[f"tag{number}" for number in range(32)])

        started = time.process_time()
        verdicts(candidates, document, scoring.FULL, similarities={})

        assert time.process_time() - started < 2.0

    @pytest.mark.parametrize("tag", ["go, rust/zig", "api/v2", "前端,后端"])
    def test_commas_and_slashes_are_text(self, tag):
        assert scoring.matching(scoring.ask("rust api/v2 前端"), [tag]) == (tag,)

    def test_more_hits_score_higher_and_never_lower_what_is_there(self):
        assert scoring.tag_score(0, LIMITS) == 0.0
        assert scoring.tag_score(1, LIMITS) == 0.15
        assert scoring.tag_score(2, LIMITS) == 0.2
        assert scoring.tag_score(2, LIMITS, present=0.5) == 0.5
        assert scoring.tag_score(2, LIMITS, present=0.1) == 0.2


class TestFull:
    @pytest.mark.parametrize(
        ("similarity", "tags", "why", "score"),
        [
            (0.85, [], scoring.SIMILAR, 0.85),
            (0.60, [], scoring.SIMILAR, 0.60),
            (0.45, ["java"], scoring.SIMILAR_TAGS, 0.60),
            (0.42, [], scoring.NO_TAG, 0.42),
            (0.40, ["java"], scoring.SIMILAR_TAGS, 0.55),
            (0.39, ["java"], scoring.TOO_FAR, 0.39),
        ],
    )
    def test_the_thresholds_decide_and_a_tag_between_them(self, similarity, tags, why, score):
        found = verdicts([Candidate(1, tags)], "java", scoring.FULL, similarities={1: similarity})

        assert (found[1].why, found[1].score) == (why, score)
        assert found[1].is_recalled == (why in {scoring.SIMILAR, scoring.SIMILAR_TAGS})

    def test_without_any_vector_the_tags_remain(self):
        found = verdicts([Candidate(1, ["java"]), Candidate(2)], "java", scoring.FULL_WITHOUT_VECTORS)

        assert (found[1].why, found[1].score) == (scoring.TAGS, 0.15)
        assert found[2].why == scoring.NO_TAG

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("数据库索引怎么优化", "数据库索引要定期优化"),
            ("How do I tune a database index?", "tune each index of the database"),
        ],
    )
    def test_what_has_no_vector_yet_is_found_by_its_words(self, question, text):
        candidates = [Candidate(1, text=text), Candidate(2, text="something else 别的事情")]

        found = verdicts(candidates, question, scoring.FULL, similarities={})

        assert found[1].why == scoring.WORDS
        assert found[2].why == scoring.NO_WORDS

    @pytest.mark.parametrize(
        ("question", "text", "share"),
        [
            ("java", "we use Ｊａｖａ开发", 1.0),
            ("java", "javascript", 0.0),
            ("java spring", "java alone", 0.5),
            ("数据库", "数据要备份", 0.5),
            ("what is it", "what is it", 0.0),
        ],
    )
    def test_the_share_counts_whole_words_and_pairs_of_characters(self, question, text, share):
        assert scoring.word_share(scoring.ask(question), text) == share


class TestTheOrder:
    def test_the_mandatory_come_first_and_are_counted(self):
        candidates = [*(Candidate(number, ["java"]) for number in range(1, 8)), Candidate(8, is_mandatory=True)]

        weighed = scoring.weigh(candidates, scoring.ask("java"), mode=scoring.LIGHTWEIGHT, limits=LIMITS)

        recalled = [one.key for one in weighed if one.is_recalled]
        assert recalled == [8, 1, 2, 3, 4]
        assert {one.key for one in weighed if one.why == scoring.NO_PLACE} == {5, 6, 7}

    def test_the_mandatory_are_never_cut(self):
        weighed = scoring.weigh(plain(9, is_mandatory=True), scoring.ask(""), mode=scoring.LIGHTWEIGHT, limits=LIMITS)

        assert len([one for one in weighed if one.is_recalled]) == 9

    def test_the_best_of_the_rest_come_first(self):
        similarities = {1: 0.65, 2: 0.9, 3: 0.7}

        weighed = scoring.weigh(plain(3), scoring.ask("x"), mode=scoring.FULL, limits=LIMITS, similarities=similarities)

        assert [one.key for one in weighed] == [2, 3, 1]

    def test_all_of_a_few_come_whatever_the_limit_is(self):
        weighed = scoring.weigh(plain(5), scoring.ask(""), mode=scoring.MINIMAL, limits=Limits(most=2))

        assert [one.why for one in weighed] == [scoring.ALL] * 5
