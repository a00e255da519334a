"""What somebody who eats or drinks by a rule no longer does: whoever is vegan now has no favourite steak."""

import re
from functools import lru_cache

from engine.embedded.tidying import kin
from engine.text import concepts, polarity, stance

# The rule, and what it leaves out, under the names of the tables.
_RULES = (
    (r"纯素|全素|(?<![a-z])(?:vegan|plant-based)(?![a-z])", ("meat", "fish", "shellfish", "milk", "egg")),
    (r"(?<!不)吃素|素食|(?<![a-z])(?:vegetarian|veggie)(?![a-z])", ("meat", "fish", "shellfish")),
    (r"戒(?:了|掉)?酒|滴酒不沾|不(?:再)?喝酒了?|(?<![a-z])(?:teetotal|sober|(?:quit|stopped|given up|gave up) (?:drinking|alcohol))(?![a-z])", ("alcohol",)),
    (r"戒(?:了|掉)?糖|不(?:再)?吃甜|(?<![a-z])(?:quit|given up|gave up|cut out|off) sugar(?![a-z])", ("sugar",)),
)  # fmt: skip
_LEAVES_OUT = tuple((re.compile(rule, re.IGNORECASE), frozenset(things)) for rule, things in _RULES)
_MEAT = re.compile(
    r"肉|排骨|[牛羊]排|烤串|培根|火腿|(?<![a-z])(?:steaks?|bacon|burgers?|sausages?|ham|ribs|wings|brisket|kebabs?)(?![a-z])",
    re.IGNORECASE,
)
# Having or liking it oneself: who cooks or sells it need not eat it.
_TAKES = re.compile(
    r"爱|喜欢|最喜|常?吃|喝|无肉不欢|(?<![a-z])(?:favou?rite|loves?|likes?|enjoys?|eats?|drinks?|has|craves?)(?![a-z])",
    re.IGNORECASE,
)
_FOR_OTHERS = re.compile(
    r"做|卖|[烹煮烤]|给|收藏|开店|餐厅|(?<![a-z])(?:cook\w*|sell\w*|grill\w*|collect\w*|shops?|restaurant|bars?|for (?:the|his|her) \w+|brew\w*)(?![a-z])",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def are_at_odds(older: str, newer: str) -> bool:
    """Whether the newer tells of a rule that leaves out what the older likes or takes."""
    if (
        kin.subject(older.lower())
        or polarity.is_negative(older)
        or not _TAKES.search(older)
        or _FOR_OTHERS.search(older)
    ):
        return False
    things = concepts.content(older).things | ({"meat"} if _MEAT.search(older) else set())
    return not stance.is_past(newer) and any(rule.search(newer) and things & left for rule, left in _LEAVES_OUT)
