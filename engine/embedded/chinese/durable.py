"""Rules for what holds for long: their text must name a thing, not a mood, a resolution or this conversation."""

import re
from collections.abc import Callable, Iterable

from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing

NUMBER = r"(?:\d+(?:\.\d+)?|[一二两三四五六七八九十百千几]{1,5})"
# Talk, feelings and resolutions: verbs of the moment that share their grammar with lasting ones.
_PASSING = re.compile(
    r"[你您]|觉得|感觉|心情|开心|难过|高兴|谢|抱歉|聊|对话|建议|怎么|什么|一下|帮助|困难|烦恼|努力|坚持|放弃|加油|面对|克服|控制(?!在)|情绪|压力|事情|想法|办法|方法|继续|停止|集中|相信|原谅|理解|失败|成功|离开|忘记|忘|知道|明白|同意|更好|自己|让(?!利)|告诉|说服|解决|帮(?!公司|客户)|试试|尝试|回答|再见|起来|下去|出来|很多|一些|好好|吗$|呢$|问题$|人生|生活|感情|幸福|快乐|爱情|朋友|梦|世界|决定"
)


def is_lasting(text: str, predicate: Predicate) -> bool:
    return not (
        predicate.is_today or predicate.tense == 1 or is_empty(text) or is_pointing(text) or _PASSING.search(text)
    )


def keep(
    pattern: str, type_: str, body: str, slot: str = "", *, accept: Callable[[str], bool] = lambda _: True
) -> Rule:
    """A rule whose group `x` must be a lasting thing; `body` and `slot` are templates over the groups."""

    def build(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
        groups = {name: value or "" for name, value in match.groupdict().items()}
        if is_lasting(groups["x"], predicate) and accept(groups["x"]):
            time = "" if predicate.is_vague else predicate.time
            yield Found(type_, slot.format(**groups), body.format(**groups), time)

    return Rule(re.compile(pattern), build)
