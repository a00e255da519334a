"""Objects of one verb taken apart: 喜欢A、B和C gives three where each can stand alone."""

import re

_AND = re.compile(r"、|以及|还有|及(?!时|格)")
_LAST_AND = re.compile(r"(?<=[一-鿿A-Za-z\d\ue100-\uf8ff]{2})(?:和|与|跟|或者)(?=[一-鿿A-Za-z\d\ue100-\uf8ff]{2})")
_VERB = re.compile(
    r"^(?:吃|喝|看|听|读|玩|打|弹|做|写|画|学|去|逛|用|跑|游|爬|登|滑|潜|骑|钓|唱|跳|拍|收藏|研究|尝试|旅行?|健|瑜伽|养|种|穿|买|开|品|煮|下|练|参加|烹饪|摄影|阅读|徒步|攀|露营|刷|追|打理|烘焙|徒|冥想|散步|睡|聊|泡|搭|设计|编程|赛车|户外)"
)
_SHARED = ("吃", "喝", "看", "听", "读", "玩", "用", "穿", "写", "收藏", "逛", "去")
_TAIL = re.compile(r"(?:等等|等(?:活动|类型|运动|城市|地方|题材|等)?|什么的|之类的?|这些|诸如此类){1,4}$")
_CLASS_TAIL = re.compile(r"等[一-鿿]{2,6}$")
_SETTING = re.compile(r"^(?:在|和|跟|与|给|为|对|从|把|被|边)")
_NEW_WORDS = re.compile(r"因为|由于|所以|但是|不过|的时候|，")


def split(text: str) -> list[str]:
    """The objects, each able to stand alone; one element when taking them apart could change the meaning."""
    text = _TAIL.sub("", text).strip("、")
    text = _CLASS_TAIL.sub("", text) if _AND.search(text) else text
    pieces = [piece for piece in _AND.split(text) if piece]
    last = _LAST_AND.split(pieces[-1]) if pieces else []
    if len(last) == 2:
        pieces = pieces[:-1] + last
    pieces = [piece.removeprefix("和") if number else piece for number, piece in enumerate(pieces)]
    if len(pieces) < 2 or not _can_be_split(pieces):
        return [text]
    return _with_shared_verb(pieces)


def _can_be_split(pieces: list[str]) -> bool:
    has_scope = bool(_SETTING.match(pieces[0])) or any("的" in piece or _NEW_WORDS.search(piece) for piece in pieces)
    return not has_scope and all(1 < len(piece) <= 12 or piece.isalpha() for piece in pieces)


def _with_shared_verb(pieces: list[str]) -> list[str]:
    verb = next((verb for verb in _SHARED if pieces[0].startswith(verb) and len(pieces[0]) > len(verb)), "")
    if verb and not any(_VERB.match(piece) for piece in pieces[1:]):
        return [pieces[0], *(verb + piece for piece in pieces[1:])]
    return pieces
