"""What was deleted stays away in any words, with an embedder and without."""

import pytest

from engine import embeddings
from extraction import blocking, embedding, settling
from extraction.candidates import Candidate
from extraction.models import Decision
from extraction.rulings import Known, Rules
from profiles import choices, editing, ledger
from profiles.models import Fact, FactVector, Profile
from summaries.models import Session
from tests.builders import BY_OWNER, NOON, after, make_fact
from tests.extraction.scripted import Scripted, active, found, learned

RULES = Rules(scores=lambda one, others: [1 - abs(one[0] - other[0]) for other in others])
COFFEE = "用户每天早上喝咖啡"


def known(content: str, vector: tuple[float, ...] | None = None) -> Known:
    return Known(1, content, fact_id="f_1", event=10, vector=vector)


class TestTheRule:
    def test_the_very_words_are_blocked_without_any_vector(self) -> None:
        assert blocking.twin_of(Candidate(COFFEE), [known(COFFEE)], RULES) == (known(COFFEE), 1.0)

    def test_a_paraphrase_is_blocked_by_its_vector(self) -> None:
        smoking = known("用户抽烟", (0.5,))

        assert blocking.twin_of(Candidate("用户有吸烟的习惯", vector=(0.52,)), [smoking], RULES) is not None

    @pytest.mark.parametrize(
        ("new", "old"),
        [("用户有抽烟的习惯", "用户抽烟"), ("The user drinks a lot of coffee", "The user drinks coffee")],
    )
    def test_without_vectors_the_words_have_to_do(self, new: str, old: str) -> None:
        assert blocking.twin_of(Candidate(new), [known(old)], RULES) is not None

    @pytest.mark.parametrize(
        ("new", "old"),
        [("用户戒烟了", "用户抽烟"), ("用户不喜欢Java", "用户喜欢Java"), ("The user lives in Bonn", "The user lives in Oslo"),
         ("The user likes tea", "The user plays chess")],
    )  # fmt: skip
    def test_news_is_let_in_without_vectors_too(self, new: str, old: str) -> None:
        assert blocking.twin_of(Candidate(new), [known(old)], RULES) is None


@pytest.mark.django_db
@pytest.mark.usefixtures("without_bells")
class TestInTheDatabase:
    def delete(self, profile: Profile, content: str = COFFEE) -> Fact:
        fact = editing.add(profile, content, origin=BY_OWNER, now=NOON).facts[0]
        return editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=after(1))

    def test_a_fact_that_was_deleted_before_it_had_a_vector_blocks(self, session: Session, engine: Scripted) -> None:
        self.delete(session.profile)
        engine.answers = [found("用户每天早上都喝咖啡")]

        job = learned(session, "我每天早上都喝咖啡。", now=after(5))

        assert active(session.profile) == []
        assert (job.reason, job.counts["blocked"]) == ("blocked", 1)
        assert FactVector.objects.get().is_blocked

    def test_a_fact_that_was_replaced_and_then_deleted_blocks(self, session: Session, engine: Scripted) -> None:
        fact = make_fact(session.profile, COFFEE)
        embedding.fill(session.profile_id, choice=choices.embed_choice(tenant_id=session.profile.tenant_id))
        editing.edit(session.profile, fact.fact_id, content="用户喝茶", origin=BY_OWNER, now=after(1))
        editing.delete(session.profile, fact.fact_id, origin=BY_OWNER, now=after(2))
        engine.answers = [found("用户每天早上都喝咖啡")]

        learned(session, "我每天早上都喝咖啡。", now=after(5))

        assert active(session.profile) == ["用户喝茶"]

    def test_it_blocks_while_the_embedder_is_away(
        self, session: Session, engine: Scripted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(embeddings, "try_embed", lambda texts, choice, **_: None)
        self.delete(session.profile)
        engine.answers = [found("用户每天早上都喝咖啡")]

        learned(session, "我每天早上都喝咖啡。", now=after(5))

        assert active(session.profile) == []

    def test_it_blocks_when_facts_keep_changing(
        self, session: Session, engine: Scripted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.delete(session.profile)
        engine.answers = [found("用户每天早上都喝咖啡")]
        apply, calls = ledger.apply, []

        def stale_at_first(*args: object, **named: object) -> object:
            calls.append(1)
            if len(calls) <= settling.DECISIONS:
                raise ledger.Stale([1])
            return apply(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(ledger, "apply", stale_at_first)

        learned(session, "我每天早上都喝咖啡。", now=after(5))

        assert active(session.profile) == []

    def test_the_very_words_are_on_record_as_blocked(self, session: Session, engine: Scripted) -> None:
        self.delete(session.profile)
        engine.answers = [found(COFFEE)]

        learned(session, "我每天早上喝咖啡。", now=after(5))

        assert Decision.objects.get().action == "blocked"

    def test_a_joined_fact_is_not_taken_apart_for_a_statement_that_is_blocked(
        self, session: Session, engine: Scripted
    ) -> None:
        self.delete(session.profile, "用户不喜欢茶")
        make_fact(session.profile, "用户喜欢茶；用户下棋", now=after(2), said_at=after(2))
        engine.answers = [found("用户不喜欢茶")]

        learned(session, "我不喜欢茶。", now=after(5))

        assert active(session.profile) == ["用户喜欢茶；用户下棋"]
