"""English statements: goals and plans. Said on Friday, 1 March 2024."""

import pytest

# fmt: off
TOLD = [
    ("I'm learning Japanese.", ['The user is learning Japanese']),
    ('I want to run a marathon this year.', ['The user wants to run a marathon in 2024']),
    ("I'd like to become a pilot.", ['The user would like to become a pilot']),
    ('My goal is to read 20 books this year.', ["The user's goal is to read 20 books in 2024"]),
    ("I'm trying to lose 10 kilos", ['The user is trying to lose 10 kilos (as of 1 March 2024)']),
    ("I'm saving up for a house.", ['The user is saving up for a house']),
    ("I'm looking for a new apartment in Munich", ['The user is looking for a new apartment in Munich (as of 1 March 2024)']),
    ("I'm planning a trip to Japan in April", ['The user is planning a trip to Japan in April 2024']),
    ('I plan to move to Canada next year to study medicine.', ['The user plans to move to Canada in 2025 to study medicine']),
    ("I'm trying to learn how to play the ukulele", ['The user is trying to learn how to play the ukulele (as of 1 March 2024)']),
    ('I would love to visit Iceland someday.', ['The user would love to visit Iceland']),
    ("I'm thinking about buying a Tesla", ['The user is thinking about buying a Tesla (as of 1 March 2024)']),
    ("I've decided to quit smoking.", ['The user has decided to quit smoking']),
    ('I want to build a website for my bakery', ['The user wants to build a website for their bakery']),
    ('I am training for the Berlin marathon in September.', ['The user is training for the Berlin marathon in September 2024']),
    ('My girlfriend and I are planning our wedding for June 2025.', ['The user is planning their wedding for June 2025']),
    ('My goal this year is to learn the cello.', ["The user's goal is to learn the cello in 2024"]),
    ('I dream of opening a cafe.', ['The user dreams of opening a cafe']),
    ('I hope to retire at 60.', ['The user hopes to retire at 60']),
    ('I aim to run a sub-4 marathon', ['The user aims to run a sub-4 marathon']),
    ('I intend to study law.', ['The user intends to study law']),
    ("I'd love to learn how to sail.", ['The user would love to learn how to sail']),
    ('I want to lose weight', ['The user wants to lose weight']),
    ('I want to be a better listener', ['The user wants to be a better listener']),
    ("I'm thinking of adopting a shelter dog. I've two already.", ['The user is thinking of adopting a shelter dog (as of 1 March 2024)']),
    ('I hope to publish my book next year.', ['The user hopes to publish their book in 2025']),
    ("I'm studying for my finals.", ['The user is studying for their finals']),
    ("I'd love to work with trans people.", ['The user would love to work with trans people']),
    ('I am learning to play chess with my son.', ['The user is learning to play chess with their son']),
    ("I'm learning Rust because I want to switch to systems programming.", ['The user is learning Rust', 'The user wants to switch to systems programming']),
    ("I'm preparing for the AWS Solutions Architect exam.", ['The user is preparing for the AWS Solutions Architect exam (as of 1 March 2024)']),
]
# fmt: on


@pytest.mark.parametrize(("content", "statements"), TOLD)
def test_goals_are_told_in_the_third_person(told, content, statements):
    assert told(content) == statements
