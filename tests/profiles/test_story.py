"""What happened to a fact, told in sentences."""

import itertools

import pytest

from profiles import story
from profiles.lifecycle import ALLOWED, Source, Status
from profiles.models import FactEvent

REASONS = sorted({"", *story.SUPERSEDED, *story.UNCHANGED, *story.ACTIVE, "edited", "deleted", "never heard of"})


def event(from_status: str, to_status: str, source: str = Source.CONSOLE, reason: str = "") -> FactEvent:
    return FactEvent(from_status=from_status, to_status=to_status, source=source, reason=reason, actor="_system")


def test_every_transition_has_a_sentence_whatever_its_source_and_reason() -> None:
    steps = [("", Status.ACTIVE), *((old, new) for old, news in ALLOWED.items() for new in news)]
    steps += [(status, status) for status in Status]

    told = [
        story.sentence(event(old, new, source, reason))
        for (old, new), source, reason in itertools.product(steps, Source, REASONS)
    ]

    assert all(sentence.endswith(".") for sentence in told)


def test_the_story_of_a_correction_names_it_on_both_sides() -> None:
    assert "correction" in story.sentence(event("", "active", reason="edited"))
    assert "corrected wording" in story.sentence(event("active", "superseded", reason="edited"))


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        ("account:7", "you"),
        ("user:3", "you"),
        ("account:8", "carol"),
        ("account:9", "an account that no longer exists"),
        ("account:²", "account:²"),
        ("key:mh_1234abcd", "a program (key mh_1234abcd…)"),
        ("_system", "the service"),
        ("user:4", "the person themselves"),
        ("something else", "something else"),
    ],
)
def test_who_did_it_is_told_as_the_reader_knows_them(actor: str, name: str) -> None:
    assert story.who(actor, own=frozenset({"account:7", "user:3"}), accounts={8: "carol"}) == name


def test_only_accounts_are_looked_up_by_name() -> None:
    assert story.accounts_in(["account:8", "account:x", "key:1", "_system", "account:8", "account:²", "account:٣"]) == {
        8
    }


def test_a_look_at_something_unknown_is_still_told() -> None:
    assert story.looked_at({"model": "fact"}) == "a fact"
    assert story.looked_at({}) == "something of yours"
