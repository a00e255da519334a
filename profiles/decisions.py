"""What a decision is about, so that a new one replaces the old one on the same thing and no other (SPEC P9)."""

import re
from collections.abc import Iterable
from operator import itemgetter

from engine.text import normal
from engine.text.attributes import thing_name

# Things that software projects decide on, by the words and the products that stand for them.
_TOPICS = {
    "database": "主?数据库|主库|資料庫|(?:main |primary )?database|postgres\\w*|mysql|mariadb|sqlite|mongodb|oracle",
    "cache": "缓存层?|cach(?:e|ing)|redis|memcached",
    "message queue": "消息队列|message queue|kafka|rabbitmq|pulsar",
    "architecture": "架构|architecture|microservices?|monolith",
    "framework": "框架|framework|django|flask|spring(?: ?boot)?|fastapi|rails",
    "frontend": "前端|front[- ]?end|react|vue|angular|svelte",
    "backend": "后端|back[- ]?end",
    "language": "编程语言|开发语言|programming language",
    "interface": "接口|api",
    "orchestration": "kubernetes|k8s|容器编排",
    "release method": "蓝绿(?:发布|部署)|灰度发布|金丝雀发布|滚动(?:发布|更新)|blue[- ]green\\w*|canary releases?|rolling releases?",
    "release": "上线|发布|release\\w*|launch\\w*|go live",
    "release schedule": "发布(?:窗口|日)|deploy(?:s|ments?)?(?: happens?| take place| go out| run)? (?:on|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun|week)\\w*",
    "deployment": "部署|deploy\\w*|hosting|hosted",
    "deadline": "截止|交付日期|deadline|due date",
    "delivery": "交货期|delivery (?:period|date)",
    "name": "命名|名称|项目名|name",
    "code name": "代号|code ?name",
    "domain": "域名|domain",
    "colour": "颜色|主色调?|配色|colou?r",
    "unit price": "单价|unit price",
    "price": "价格|定价|售价|pric(?:e|ing)",
    "supplier": "供应商|厂商|supplier|vendor",
    "weekly meeting": "周会|weekly(?: meeting)?",
    "standup": "站会|stand-?up",
    "meeting": "例会|会议|meeting",
    "authentication": "认证|鉴权|登录|登陆|身份验证|authentication|log-?in|sign-?in",
    "venue": "场地|会场|venue",
    "warranty": "保修期?|warranty",
    "down payment": "首付款?|down payment",
    "penalty": "违约金|(?:contract )?penalty",
    "payment": "支付|payments?",
    "payment plan": "付款|[月年季]付|(?:annual|monthly|yearly) (?:plan|billing)|payment plan",
    "backup": "备份|backups?",
    "budget": "预算(?:上限)?|budget(?: cap| limit)?",
    "token lifetime": "令牌有效期|tokens? (?:expir\\w+|lifetimes?|last)",
}
# Sides of a thing on which it is decided apart from the thing itself.
_SIDES = {
    "authentication": "认证|鉴权|登录|authenticat\\w*|auth|oauth2?|jwt",
    "encryption": "加密|encrypt\\w*|tls|https",
    "compression": "压缩|compress\\w*|gzip",
    "logging": "日志|logs?|logging",
    "backup": "备份|backups?|backed up",
    "testing": "测试|tests?|testing",
    "lifetime": "过期|失效|有效期|保留|ttl|expir\\w+|(?:kept|stored|valid) for|retention|lifetimes?|evict\\w*",
    "size": "节点|副本|从库|分片|分区|机器|[0-9一二三四五六七八九十两]台|容量|内存|nodes?|replicas?|shards?|partitions?|machines?|instances?|memory|[0-9]+ ?gb",
    "port": "端口|ports?",
    "connections": "连接池|连接数|pool(?:ed|s|ing)?|connections?",
    "approval": "审批|审核|approv\\w*|sign-?offs?",
    "timeout": "超时|time-?outs?",
    "replication": "主从|主备|复制|replicat\\w+",
}
_SIDE = tuple((name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")) for name, words in _SIDES.items())
_TOPIC = tuple((name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")) for name, words in _TOPICS.items())

_LEAD = re.compile(
    r"^(?:(?:已|我们|双方|团队|大家|最终|最后|一致|已经|现已|经讨论)*(?:确认|决定|确定|商定|同意|定下|敲定)?了?(?:要|将|用)?[，,：:]?"
    r"|(?:it (?:was|is) |we |they |the team )?(?:have |has )?(?:decided|agreed|confirmed|settled|chose|chosen)(?: (?:to|on|that))? |the choice for )"
)
_ZH_SUBJECT = re.compile(
    r"^(?!采用|选|使用|改|换|用|迁|部署|定)(?P<of>[^，。,]{1,14}?)(?:全部|统一|都|已|将|最终|仍然?|暂时|先|正式)*(?:采用|选用|选定|使用|改用|改为|改成|改到|改在|换成|换为|迁移?到|升级到|切换到|定为|定在|定于|设为|设定为|部署在|部署到|托管在|命名为|调整[为到]|推迟到|提前到|延期?到|延长[到至]|缩短[到为至]|提高到|降低?到|(?:安排|预订|预定|订|放|保存|存放)在|铺|刷|用的?是|选择|用|叫|(?<=[^改定设换作因认成称命视以])[为是](?!了))"
)
_EN_SUBJECT = re.compile(
    r"^(?:the |our )?(?P<of>[\w -]{2,30}?) (?:is|are|will be|will use|uses?|runs on|was (?:upgraded|moved|changed|switched) to|moves? to|switches to|returns|stays|gets|lasts|goes to|becomes)(?![a-z])"
)
_EN_FOR = re.compile(
    r"(?:uses?|using|adopt|go(?:es)? with|chose|choose|pick(?:ed)?|switch(?:ed)? to) [^,.]{1,40}? (?:for|as) (?:the |our )?(?P<of>[\w -]{2,30})"
)
# Without a subject a topic is decided on only where something is adopted, placed or dated.
_ADOPTS = re.compile(
    r"用|选|换|迁|搬|定|部署|上线|发布|重写|重构|搭建|每[天日周月晚年]|改到|(?<![a-z])(?:us(?:e|es|ed|ing)|adopt\w*|go(?:es|ing)? with|cho\w+|pick\w*|switch\w*|mov\w+ to|migrat\w+"
    r"|upgrad\w+|proceed with|stick with|(?:run|expire|last)s? (?:every|each|on|at|after)|deploy\w*|releas\w*|launch\w*|set (?:to|for)|scheduled)(?![a-z])"
)
_ADDITION = re.compile(r"(?:的)?(?:时间|日期|方案|方式|选型|技术|系统|版本| date| system| version)$")
_OF_PROJECT = re.compile(r" of the (?:project|product|team|system)$")
# A rule leaves room for further rules on the same thing; only a limit has one value.
_RULE = re.compile(
    r"必须|不得|不能|不可|不许|禁止|严禁|一律|只能|才能|务必|都要|都得|(?<![a-z])(?:must|never|cannot|may not|not allowed|forbidden|without|always|no one|nobody|has to|have to)(?![a-z])|^no "
)
_LIMIT = re.compile(
    r"^(?P<of>[^，。,]{1,12}?)(?:上限|下限|总额)?(?:每[人月年天周]|总共)?(?:不(?:得|能|可以?)?(?:超过|高于|少于|低于)|控制在|至多|最多)|^(?:the |our )?(?P<en>[\w -]{2,30}?) (?:must|may|can|will|should) (?:not exceed|stay (?:below|under|within)|not be (?:more|higher) than)"
)
# What is given up says nothing of what takes its place.
_DENIES = re.compile(r"^(?:不再?(?:采用|使用|用|选|支持)|停用|放弃|取消|废弃|弃用|(?:not |against )|no longer )")
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
    """The thing decided ("数据库的备份", "database"); '' when it cannot be told, for rules without a limit, and for what is given up."""
    text = _LEAD.sub("", normal.statement(content).lower()).strip()
    if _DENIES.search(text):
        return ""
    if limited := _LIMIT.search(text):
        return _named(limited["of"] or limited["en"])
    if _RULE.search(text):
        return ""
    thing = _subject(text) or (_first(_TOPIC, text) if _ADOPTS.search(text) else "")
    side = _first(_SIDE, text)
    return f"{thing} {side}" if thing and side and not _first(_SIDE, thing) and thing not in _SIDES else thing


def _subject(text: str) -> str:
    for pattern in (_EN_FOR, _EN_SUBJECT, _ZH_SUBJECT):
        if (found := pattern.search(text)) and (named := _named(found["of"])):
            return named
    return ""


def _named(words: str) -> str:
    """A subject under its one name; '' for one that is nobody's choice."""
    subject = _OF_PROJECT.sub("", _OWNER.sub("", words.strip()).strip())
    return _in_one_word(subject) if subject and subject not in _NOBODY else ""


def _in_one_word(subject: str) -> str:
    """A subject that is nothing but a known topic gets its one name in both languages; a narrower one stays as it is."""
    core = _ADDITION.sub("", subject)
    for name, words in _TOPIC:
        if words.fullmatch(subject) or words.fullmatch(core):
            return name
    return thing_name(subject)


def _first(kinds: Iterable[tuple[str, re.Pattern[str]]], text: str) -> str:
    found = [(place.start(), name) for name, words in kinds if (place := words.search(text))]
    return min(found, key=itemgetter(0))[1] if found else ""
