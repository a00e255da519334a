"""Whom a clause or a fact is about when it is not about the person: one near to them, each kind of their own."""

import re

# Of each kind the Chinese and the English words; a single sign is a relative only behind 我: 我妈.
_WORDS = {
    "mother": (r"母亲|妈妈?|老妈|娘", r"mother|mom|mum|mummy|mama"),
    "father": (r"父亲|爸爸?|老爸|爹", r"father|dad|daddy|papa"),
    "parents": (r"父母|爸妈|双亲", r"parents|folks"),
    "wife": (r"妻子|老婆|太太|媳妇|爱人", r"wife|spouse|partner|other half"),
    "husband": (r"丈夫|老公", r"husband"),
    "daughter": (r"女儿|闺女", r"daughters?"),
    "son": (r"儿子", r"sons?"),
    "child": (r"孩子们?|小孩|娃|宝宝", r"child(?:ren)?|kids?|toddler|baby"),
    "brother": (r"哥哥?|弟弟?|兄弟", r"brothers?"),
    "sister": (r"姐姐?|妹妹?|姐妹", r"sisters?"),
    "grandmother": (r"奶奶|外婆|姥姥|外祖母|祖母", r"grandmother|grandma|granny|gran|nan(?:na)?"),
    "grandfather": (r"爷爷|外公|姥爷|外祖父|祖父", r"grandfather|grandpa|gran(?:d)?dad|gramps"),
    "in-law": (r"岳父|岳母|公公|婆婆|公婆|丈母娘|姐夫|妹夫|嫂子|弟媳|儿媳|女婿", r"[a-z]+-in-law|in-laws"),
    "uncle": (r"叔叔?|伯伯|大伯|二伯|舅舅?|姑父|姨父", r"uncles?"),
    "aunt": (r"阿姨|舅妈|姑姑|姑妈|姨妈|小姨|婶婶|伯母", r"aunt(?:ie)?s?"),
    "cousin": (r"堂[兄弟姐妹哥]|表[兄弟姐妹哥]", r"cousins?"),
    "nephew": (r"侄子|侄女|外甥女?", r"nephews?|nieces?"),
    "grandchild": (r"孙子|孙女|外孙女?", r"grandchild(?:ren)?|grandsons?|granddaughters?"),
    "girlfriend": (r"女朋友|女友", r"girlfriend"),
    "boyfriend": (r"男朋友|男友|对象", r"boyfriend"),
    "spouse": (r"老伴儿?|另一半|配偶|孩子他[爸妈]", r"better half|significant other"),
    "fiance": (r"未婚[夫妻]", r"fianc[ée]e?"),
    "friend": (
        r"好?朋友们?|闺蜜|哥们|死党|发小|好友|老乡|老友",
        r"(?:(?:best|close|old|good) )?(?:friends?|mates?|pals?)|buddy",
    ),
    "colleague": (r"同事们?|搭档|工友|同僚", r"colleagues?|co-?workers?|teammates?|workmates?"),
    "boss": (r"上司|领导|老板|经理|主管", r"boss|managers?|supervisors?"),
    "teacher": (r"导师|老师|教练|班主任", r"teachers?|professor|coach|tutor|mentor"),
    "roommate": (r"室友|舍友", r"roommates?|flatmates?|housemates?"),
    "neighbour": (
        r"邻居|隔壁(?:家|邻居)?|楼[上下](?:邻居|那家)",
        r"(?:(?:next-door|upstairs|downstairs) )?neighbou?rs?",
    ),
    "landlord": (r"房东", r"landlord|landlady"),
    "classmate": (r"同学|同桌", r"classmates?"),
    "client": (r"客户|甲方", r"clients?|customers?"),
    "doctor": (r"医生|大夫|护士", r"doctor|surgeon|nurse|dentist|physio(?:therapist)?"),
}
# What a doctor says of the person's body is the person's own news.
DOCTOR = "doctor"
_SPOUSES = ({"spouse", "wife"}, {"spouse", "husband"})
# Which of several: words and parts of words that tell it.
_ELDER = re.compile(r"大|哥|姐|older|elder|oldest|eldest|big")
_YOUNGER = re.compile(r"小(?!孩)|弟|妹|younger|youngest|little")
_WHICH_EN = r"(?:(?:late|own|twin|older|elder|oldest|eldest|younger|youngest|middle|big|little) )?"
_BY_NAME = r"mum|mom|dad|mummy|daddy|grandma|grandpa|granny|gran(?:d)?dad|gramps"

_SUBJECTS = tuple(
    (
        name,
        re.compile(
            rf"(?P<mine>(?:用户|我们?|咱们?|俺)(?:家)?的?)?[大小二三]?(?P<zh>{chinese})(?![a-z])(?![和与跟公士])(?!的?(?:同学|朋友|老师|同事|班主任|室友|舍友|同桌|领导|老板|闺蜜|邻居))"
            rf"|(?:(?:the user's|my|our|his|her|their|an?|one|the|some) {_WHICH_EN}(?P<en>{english})|(?P<name>(?=(?:{_BY_NAME})(?![a-z]))(?:{english})))(?:'s)?(?![a-z-])(?! (?:and|of|friend|classmate|teacher|colleague|boss|roommate|neighbou?r)(?: |s |'s))"
        ),
    )
    for name, (chinese, english) in _WORDS.items()
)


def subject(text: str) -> str:
    """The kind of person who is the grammatical subject of a text in lower case, and which of several; '' for nobody."""
    best, longest = "", 0
    for name, pattern in _SUBJECTS:
        found = pattern.match(text)
        if found and found.end() > longest and _is_whole(found):
            best, longest = f"{_which(found[0])}{name}", found.end()
    return best


def _is_whole(found: re.Match[str]) -> bool:
    """A single sign is no subject by itself."""
    return bool(found["en"] or found["name"] or found["mine"] or len(found["zh"]) > 1)


def _which(said: str) -> str:
    if _ELDER.search(said):
        return "elder "
    return "younger " if _YOUNGER.search(said) else ""


def are_one(a: str, b: str) -> bool:
    """Whether two may be one person: a brother is an elder or a younger one."""
    (which, kind), (other_which, other_kind) = (_parted(one) for one in (a, b))
    return (kind == other_kind or {kind, other_kind} in _SPOUSES) and (
        which == other_which or not (which and other_which)
    )


def _parted(whom: str) -> tuple[str, str]:
    which, _, kind = whom.rpartition(" ")
    return which, kind


def mentions(text: str, whom: str) -> bool:
    """Whether a text names such a person anywhere."""
    _, kind = _parted(whom)
    return kind in _WORDS and bool(re.search(f"{_WORDS[kind][0]}|\\b(?:{_WORDS[kind][1]})\\b", text.lower()))


def called_alike(a: str, b: str) -> bool:
    """Whether two texts name one and the same: 外婆 and 奶奶 are both grandmothers."""
    for chinese, english in _WORDS.values():
        ours, theirs = (re.search(f"{chinese}|\\b(?:{english})\\b", text.lower()) for text in (a, b))
        if ours and theirs:
            return ours[0] == theirs[0] or (ours[0].isascii() and theirs[0].isascii())
    return False
