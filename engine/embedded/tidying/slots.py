"""What a statement of change says has changed: of "把货代换成了远鹏" the 货代, of "switched the tiles to cream" the tiles."""

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.text import keywords

_ZH = re.compile(
    r"^(?:用户)?(?:现在|已经?|又|也)?(?:把|将)?(?P<slot>[^，。]{1,20}?)(?:从(?P<old>[^，。]{1,12}?))?(?:已经?|又|都|全|也|直接|现在)*"
    r"(?P<verb>换|改|搬|迁|挪|移|升级?|调整?|转|切换|变更?|涨|降|缩短|延长|增加?|减少?|加|减|推迟|提前|延期?|更新|过渡)(?:回|成|到|为|至|去|用|吃|喝|喂|读|学|穿|坐|叫|在)+了?(?P<new>[^，。]{1,24})"
)
_EN_VERB = r"(?P<verb>switched|changed|moved|shifted|swapped|upgraded|downgraded|raised|increased|cut|reduced|lowered|bumped|extended|shortened|postponed|pushed|rescheduled|brought forward|put back|migrated|transferred|converted|renamed|repainted|traded)"
_EN_BEHIND = re.compile(
    rf"^(?:(?:has |have |had |just |now |been |the user )*){_EN_VERB}(?: over)? (?:the |his |her |their |my |our |all )*(?P<slot>[\w' -]+?)?(?: from (?P<old>[\w' ,.$-]+?))? (?:to|for|into|with|until|back to) (?P<new>.+)$",
    re.IGNORECASE,
)
_EN_BEFORE = re.compile(
    rf"^(?:the user's |my |our |the )?(?P<slot>[\w' -]+?) (?:has|have|had|was|were|is|are|got)(?: now| just| already)?(?: been)? {_EN_VERB}(?: (?:back|up|down|over))?(?: from (?P<old>[\w' ,.$-]+?))? (?:to|into|until) (?P<new>.+)$",
    re.IGNORECASE,
)


_OF_PLACE = re.compile(r"[搬迁挪移]|mov|shift|migrat|transfer|relocat", re.IGNORECASE)


@dataclass(frozen=True)
class Change:
    """`slot` is what has another value now, '' for the person, `old` the value it had, '' unsaid.

    `is_of_place`: it is somewhere else now.
    """

    slot: str
    old: str
    new: str
    is_of_place: bool = False


@lru_cache(maxsize=2048)
def change(text: str) -> Change | None:
    """The change that a bare statement tells; None when it tells none."""
    patterns = (_ZH,) if keywords.has_cjk(text) else (_EN_BEHIND, _EN_BEFORE)
    found = next((match for pattern in patterns if (match := pattern.search(text))), None)
    if found is None:
        return None
    slot, old, new = ((found[name] or "").strip() for name in ("slot", "old", "new"))
    return Change(slot, old, new, is_of_place=bool(_OF_PLACE.search(found["verb"])))
