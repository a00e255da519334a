"""Which decisions are about one thing, in both languages, and which must not displace each other."""

import pytest

from profiles.decisions import decision_of

SAME = {
    "database": (
        "数据库采用PostgreSQL", "The database is PostgreSQL", "we will use MySQL for the database", "The main database is PostgreSQL",
        "主库采用 PostgreSQL", "It was decided to use PostgreSQL", "The choice for the database is MySQL", "数据库用 MySQL",
        "The database uses MySQL", "改用 MongoDB 作为数据库", "It was decided to switch to MySQL", "The team uses PostgreSQL as the database",
    ),
    "cache": ("缓存用 Redis", "The choice for the cache is Redis", "The cache uses Memcached", "缓存层采用 Redis"),
    "message queue": ("消息队列用 RabbitMQ", "The choice for the message queue is Kafka", "采用 Kafka 作为消息队列"),
    "release": ("上线日期定为2026年3月15日", "The launch is on 16 March 2026", "The launch date moves to 5 May 2026"),
    "release method": ("采用蓝绿发布", "It was decided to use canary releases"),
    "deployment": ("部署方案采用 Kubernetes", "It was decided to deploy on Kubernetes"),
    "supplier": ("供应商选用华曜电子", "It was decided to proceed with supplier Norvane", "The supplier is Norvane"),
    "unit price": ("单价为12.5元", "The unit price is 4.20 dollars", "The unit price is fixed at 4.20 dollars"),
    "name": ("项目名称改为北斗", "The project name is Blue Heron", "The name of the project is Blue Heron"),
    "authentication": ("登录改用企业微信扫码", "认证方式采用 OAuth2", "Authentication will use OAuth2", "Login uses SSO"),
    "payment plan": ("采用月付方案", "It was decided to go with the annual plan at 240 euros", "付款方式改为年付"),
    "weekly meeting": ("周会改到每周三下午三点", "The weekly meeting moves to Wednesday"),
    "frontend": ("前端用 Vue 3", "The front end uses React", "The choice for the frontend is React", "用 Vue 3 重写前端"),
    "backend": ("后端采用 Django", "The backend uses Django"),
    "warranty": ("保修期为24个月", "The warranty lasts 24 months"),
    "penalty": ("违约金定为合同总额的10%", "The contract penalty is 10 percent"),
    "budget": ("预算上限为每月2000元", "The budget cap is 5,000 dollars", "预算不超过3000元", "The budget must stay below 500 euros"),
    "architecture": ("采用微服务架构", "架构采用微服务", "It was decided to adopt a microservice architecture"),
    "backup": ("Backups run every night at 2 am", "备份每天凌晨两点执行"),
    "token lifetime": ("令牌有效期为两小时", "Tokens expire after one hour"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "thing"), [(content, thing) for thing, contents in SAME.items() for content in contents]
)
def test_one_thing_has_one_name_in_both_languages(content: str, thing: str) -> None:
    assert decision_of(content) == thing


@pytest.mark.parametrize(
    "content",
    [
        "日志里不得出现手机号",
        "Logs must never contain e-mail addresses",
        "所有接口必须走 HTTPS",
        "每次发布前必须有两个人评审代码",
        "No change goes to production without a review",
        "不再使用 MySQL",
        "It was decided against MySQL",
        "It was decided to switch to TypeScript",
    ],
)
def test_rules_and_denials_displace_nothing(content: str) -> None:
    assert decision_of(content) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("采用蓝绿发布", "上线日期定为3月15日"),
        ("Deploys happen on Fridays only", "The launch is on 16 March 2026"),
        ("采用月付方案", "The choice for payments is Stripe"),
        ("The backend uses Django", "The frontend uses React"),
        ("主色调采用深蓝色", "字体用思源黑体"),
        ("The kitchen gets oak worktops", "The bathroom gets white tiles"),
        ("The weekly meeting moves to Wednesday", "The class meeting moves to 9 January 2026"),
        ("保修期为24个月", "试用期缩短为两个月"),
        ("数据库采用 PostgreSQL", "数据库的备份放在对象存储"),
    ],
)
def test_two_things_have_two_names(one: str, other: str) -> None:
    assert decision_of(one) != decision_of(other)


@pytest.mark.parametrize(
    ("decision", "detail"),
    [
        ("uses Memcached for caching", "cached entries in Memcached expire after ten minutes"),
        ("uses Memcached for caching", "the cache expires after 5 minutes"),
        ("缓存用Redis", "Redis用了三台机器"),
        ("uses Kubernetes for orchestration", "the Kubernetes cluster has five workers"),
        ("The database is PostgreSQL", "PostgreSQL runs on port 5433"),
        ("数据库采用MySQL", "MySQL使用主从复制"),
        ("部署在阿里云上", "每次部署要两个人审批"),
        ("消息队列用Kafka", "Kafka 的分区数设为6"),
    ],
)
def test_a_detail_of_a_decided_thing_leaves_its_slot_alone(decision: str, detail: str) -> None:
    assert decision_of(detail) != decision_of(decision)


def test_a_detail_has_a_slot_of_its_own() -> None:
    assert decision_of("the cache expires after 5 minutes") == decision_of("the cache expires after 10 minutes") != ""
