"""Whatever a night came to, it can be taken back: what was in force is in force again, and nobody's word since is lost."""

import random
from typing import Any

import pytest

from engine.condensing import Operation
from extraction.dream import undo
from extraction.models import DreamOperation, DreamPart
from profiles import editing
from profiles.models import Fact, HeldItem, Profile
from tests.builders import BY_OWNER, after, make_profile
from tests.extraction.dream.nights import Dreamer, contents, dream, facts, merge, outdated, say
from tests.extraction.nights import MORNING

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

LATER = after(26 * 60)
WORDS = ("咖啡", "可可", "豆浆", "牛奶", "果汁", "汽水", "米酒")
STORED = tuple(wording for word in WORDS for wording in (f"用户喝{word}", f"用户每天早上喝{word}"))
IN_EFFECT = ("applied", "waiting")


def plan(dice: random.Random, stored: list[Fact]) -> list[Operation]:
    """Merges into a new wording or into one of the sources, and more retirements than a night may carry out."""
    pairs = dice.sample([stored[place : place + 2] for place in range(0, len(stored), 2)], len(WORDS))
    found = []
    for _merge in range(dice.randint(1, 3)):
        first, second = pairs.pop()
        joint = f"{first.content}，{second.content}"
        found.append(merge(first, second, into=dice.choice([joint, second.content])))
    left = dice.sample([fact for pair in pairs for fact in pair], 6)
    found += [outdated(left.pop(), doubt=dice.random()) for _one in range(dice.randint(0, 5))]
    return dice.sample(found, len(found))


def a_night(dice: random.Random, dreamer: Dreamer) -> tuple[Profile, DreamPart]:
    profile = make_profile()
    stored = facts(profile, *STORED)
    say(profile)
    dreamer.proposes(*plan(dice, stored))
    return profile, dream(profile)


def take_back(dice: random.Random, part: DreamPart) -> None:
    """All at once, or one by one in any order, or some and then the rest."""
    operations = list(DreamOperation.objects.filter(part=part, state__in=IN_EFFECT))
    chosen = dice.sample(operations, dice.randint(0, len(operations)))
    for one in chosen:
        undo.of_operation(one, origin=BY_OWNER, now=LATER)
    if len(chosen) < len(operations) or dice.random() < 0.5:
        undo.of_part(part, origin=BY_OWNER, now=LATER)


@pytest.mark.parametrize("seed", range(20))
def test_what_was_in_force_is_in_force_again(seed: int, dreamer: Dreamer) -> None:
    dice = random.Random(seed)
    profile, part = a_night(dice, dreamer)
    assert set(part.operations.values_list("state", flat=True)) & set(IN_EFFECT)

    take_back(dice, part)

    assert sorted(contents(profile)) == sorted(STORED)
    assert not HeldItem.objects.exists()
    assert not part.operations.filter(state__in=IN_EFFECT).exists()
    profile.refresh_from_db()
    log: dict[str, Any] = profile.metadata["dreamLog"]
    assert log == {"merged": [], "outdated": [], "unchanged": len(STORED)}
    assert profile.active_facts == len(STORED)


@pytest.mark.parametrize("seed", range(20))
def test_what_somebody_did_since_stands(seed: int, dreamer: Dreamer) -> None:
    dice = random.Random(1000 + seed)
    profile, part = a_night(dice, dreamer)
    deleted, written = set(), set()
    for number, fact in enumerate(dice.sample(list(Fact.objects.of(profile).active().order_by("pk")), 3)):
        if number:
            editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=MORNING)
            deleted.add(fact.content)
        else:
            written.add(f"用户改喝{number}")
            editing.edit(profile, fact.fact_id, content=f"用户改喝{number}", origin=BY_OWNER, now=MORNING)
    restored = Fact.objects.of(profile).filter(status="superseded", superseded_by="").order_by("pk").first()
    if restored is not None:
        editing.restore(profile, restored.fact_id, origin=BY_OWNER, now=MORNING)
        written.add(restored.content)

    take_back(dice, part)

    assert deleted <= set(contents(profile, "deprecated"))
    assert written <= set(contents(profile))
    gone = "，".join(deleted)
    assert not [one for one in contents(profile) if one in gone], "what was deleted is back in pieces"
