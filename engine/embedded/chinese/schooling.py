"""Where and what somebody studies or studied."""

from engine.embedded.chinese.rules import Rule, rule

SCHOOLING: tuple[Rule, ...] = (
    rule(
        r"(?:现在)?(?P<x>在[^，]{1,12}(?:读|念)(?:博士?后?|研究生|硕士?|研|本科|书|[^，]{1,6}专业))(?:的)?",
        "user_profile",
        "{x}",
        "education",
        dated=True,
    ),
    rule(
        r"(?:是)?(?:从|在)?(?P<x>[一-鿿A-Za-z]{2,14}?(?:大学|学院|学校|中学|高中|[一-鿿]大|系|专业|本科|硕士|博士|大专|[A-Z]{2,5}))毕业(?:的|了)?",
        "user_profile",
        "毕业于{x}",
        "education",
        dated=True,
    ),
    rule(r"毕业于(?P<x>.{2,20})", "user_profile", "毕业于{x}", "education"),
    rule(
        r"(?:在|是)(?P<x>.{2,14}?)(?P<v>读书|上学|念书|读研究生|读研|读博|读本科|读大学|留学)(?:的)?",
        "user_profile",
        "在{x}{v}",
        "education",
        dated=True,
    ),
    rule(
        r"(?:在|正在|是)?(?:上|读|念)(?P<x>大[一二三四]|高[一二三]|初[一二三]|研[一二三]|博[一二三]|小学|初中|高中|幼儿园|[一二三四五六]年级)(?:了|学生)?",
        "user_profile",
        "读{x}",
        "education",
        dated=True,
    ),
    rule(
        r"是?(?P<x>大[一二三四]|高[一二三]|初[一二三]|研[一二三])(?:学生|的学生|在读|新生)?",
        "user_profile",
        "是{x}学生",
        "education",
        dated=True,
    ),
    rule(
        r"(?:大学|本科|硕士|研究生|博士|读|学)?(?:主修|读的是?|学的是?|念的是?|是学)(?P<x>(?!会(?!计)|得|很|不|做|过).{2,12}?)(?:专业)?(?:的)?",
        "user_profile",
        "的专业是{x}",
        "major",
    ),
    rule(r"(?:是)?(?P<x>[一-鿿]{2,10}?)专业(?:的|的学生)?", "user_profile", "的专业是{x}", "major"),
)
