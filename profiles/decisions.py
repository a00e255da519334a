"""What a decision is about, so that a new one replaces the old one on the same thing and no other (SPEC P9)."""

import re
from collections.abc import Iterable
from operator import itemgetter

from engine.text import normal
from engine.text.attributes import thing_name

# Things that software projects decide on, by the words and the products that stand for them.
_TOPICS = {
    "database": "数据库|database|postgres\\w*|mysql|mariadb|sqlite|mongodb|oracle",
    "cache": "缓存|cach(?:e|ing)|redis|memcached",
    "message queue": "消息队列|message queue|kafka|rabbitmq|pulsar",
    "architecture": "架构|architecture|microservices?|monolith",
    "framework": "框架|framework|django|flask|spring(?: ?boot)?|fastapi|rails",
    "frontend": "前端|front-?end|react|vue|angular|svelte",
    "language": "编程语言|开发语言|programming language",
    "interface": "接口|api",
    "orchestration": "kubernetes|k8s|容器编排",
    "release": "上线|发布|release\\w*|launch\\w*|go live|deploy\\w* (?:on|every|each)",
    "deployment": "部署|deploy\\w*|hosting|hosted",
    "deadline": "截止|交付日期|deadline|due date",
    "name": "命名|名称|项目名|name",
    "domain": "域名|domain",
    "colour": "颜色|主色|配色|colou?r",
    "price": "价格|定价|售价|pric(?:e|ing)",
    "supplier": "供应商|厂商|supplier|vendor",
    "meeting": "例会|周会|站会|会议|meeting|standup",
}
# Sides of a thing on which it is decided apart from the thing itself.
_SIDES = {
    "authentication": "认证|鉴权|登录|authenticat\\w*|auth|oauth2?|jwt",
    "encryption": "加密|encrypt\\w*|tls|https",
    "compression": "压缩|compress\\w*|gzip",
    "logging": "日志|logs?|logging",
    "backup": "备份|backups?|backed up",
    "testing": "测试|tests?|testing",
}
_SIDE = tuple((name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")) for name, words in _SIDES.items())
_TOPIC = tuple((name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")) for name, words in _TOPICS.items())

_LEAD = re.compile(
    r"^(?:(?:已|我们|双方|团队|大家|最终|最后|一致|已经|现已|经讨论)*(?:确认|决定|确定|商定|同意|定下|敲定)?了?(?:要|将|用)?[，,：:]?"
    r"|(?:it (?:was|is) |we |they |the team )?(?:have |has )?(?:decided|agreed|confirmed|settled|chose|chosen)(?: (?:to|on|that))? )"
)
_ZH_SUBJECT = re.compile(
    r"^(?!采用|选|使用|改|换|用|迁|部署|定)(?P<of>[^，。,]{1,14}?)(?:全部|统一|都|已|将|最终|仍然?|暂时|先)*(?:采用|选用|选定|使用|改用|改为|改成|换成|换为|迁移?到|定为|定在|定于|部署在|部署到|命名为|用的?是|选择|用|叫)"
)
_EN_SUBJECT = re.compile(
    r"^(?:the |our )?(?P<of>[\w -]{2,30}?) (?:is|are|will be|will use|uses?|runs on|was (?:upgraded|moved|changed|switched) to|moves? to|switches to|returns|stays)(?![a-z])"
)
_EN_FOR = re.compile(
    r"(?:uses?|using|adopt|go(?:es)? with|chose|choose|pick(?:ed)?|switch(?:ed)? to) [^,.]{1,40}? (?:for|as) (?:the |our )?(?P<of>[\w -]{2,30})"
)
# Without a subject a topic is decided on only where something is adopted, placed or dated.
_ADOPTS = re.compile(
    r"用|选|换|迁|搬|定|部署|上线|发布|(?<![a-z])(?:us(?:e|es|ed|ing)|adopt\w*|go(?:es|ing)? with|cho\w+|pick\w*|switch\w*|mov\w+ to|migrat\w+"
    r"|upgrad\w+|deploy\w*|releas\w*|launch\w*|set (?:to|for)|scheduled)(?![a-z])"
)
_ADDITION = re.compile(r"(?:的)?(?:时间|日期|方案|选型|技术|系统|版本| date| system| version)$")
_OWNER = re.compile(r"^(?:(?:我们|咱们|本|该|这个|整个)?(?:项目|团队|公司|系统|产品)的?|the |our |project |project's )")
_NOBODY = frozenset(
    (
        "we",
        "they",
        "it",
        "team",
        "the team",
        "project",
        "the project",
        "我们",
        "团队",
        "项目",
        "公司",
        "双方",
        "用户",
        "助手",
        "计划",
        "production",
        "staging",
        "生产环境",
        "线上",
    )
)


def decision_of(content: str) -> str:
    """The thing decided ("数据库的备份", "database"); '' when it cannot be told."""
    text = _LEAD.sub("", normal.statement(content).lower()).strip()
    thing = _subject(text) or (_first(_TOPIC, text) if _ADOPTS.search(text) else "")
    side = _first(_SIDE, text)
    return f"{thing} {side}" if thing and side and not _first(_SIDE, thing) else thing


def _subject(text: str) -> str:
    for pattern in (_EN_FOR, _EN_SUBJECT, _ZH_SUBJECT):
        if found := pattern.search(text):
            subject = _OWNER.sub("", found["of"].strip()).strip()
            if subject and subject not in _NOBODY:
                return _in_one_word(subject)
    return ""


def _in_one_word(subject: str) -> str:
    """A subject that is nothing but a known topic gets its one name in both languages; a narrower one stays as it is."""
    core = _ADDITION.sub("", subject)
    for name, words in _TOPIC:
        if words.fullmatch(core):
            return name
    return thing_name(subject)


def _first(kinds: Iterable[tuple[str, re.Pattern[str]]], text: str) -> str:
    found = [(place.start(), name) for name, words in kinds if (place := words.search(text))]
    return min(found, key=itemgetter(0))[1] if found else ""
