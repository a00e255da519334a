"""Sentences as people say them to an agent, in English and Chinese: a few words stand in many, most in few."""

import itertools
import random
from collections.abc import Iterator

EXPONENT = 1.0  # of Zipf's law for words
RARE = 1_500  # names, each in few sentences
_ENGLISH_WORDS = """
    project budget deadline hotel team client family diet code trip report meeting flat garden kitchen bicycle invoice
    contract piano concert doctor dentist marathon passport visa holiday birthday laptop keyboard database server release
    interview salary landlord insurance museum recipe noodles coffee tea breakfast allergy medicine daughter brother cat
    puppy camera lens printer novel library course exam thesis guitar choir swimming hiking ferry airport suitcase camping
    tent balcony sofa carpet heating plumber electrician mortgage pension warranty receipt parcel courier supplier
    warehouse forecast presentation workshop newsletter survey prototype sensor firmware compiler notebook calendar
    reminder password backup migration dashboard translation grammar vocabulary cinema festival orchestra violin pottery
    chess puzzle telescope aquarium greenhouse tomatoes orchard beehive sourdough vineyard sailboat lighthouse archive
"""
_CHINESE_WORDS = """
    项目 预算 计划 酒店 团队 客户 家人 口味 代码 旅行 报告 会议 房子 花园 厨房 自行车 发票 合同 钢琴 音乐会 医生 牙医 马拉松
    护照 签证 假期 生日 电脑 键盘 数据库 服务器 版本 面试 工资 房东 保险 博物馆 菜谱 面条 咖啡 绿茶 早餐 过敏 药品 女儿 弟弟
    猫咪 小狗 相机 镜头 打印机 小说 图书馆 课程 考试 论文 吉他 合唱团 游泳 徒步 轮渡 机场 行李箱 露营 帐篷 阳台 沙发 地毯 暖气
    水管 电工 贷款 养老金 保修 收据 包裹 快递 供应商 仓库 预测 演示 培训 简报 调查 样机 传感器 固件 编译器 笔记本 日历 提醒 备份
    迁移 仪表盘 翻译 语法 词汇 电影院 节日 乐团 小提琴 陶艺 象棋 拼图 望远镜 鱼缸 温室 番茄 果园 蜂箱 面包 葡萄园 帆船 灯塔 档案
"""
ENGLISH, CHINESE = _ENGLISH_WORDS.split(), _CHINESE_WORDS.split()
_SYLLABLES = (
    "Al Ber Cor Dan El Fer Gar Hal Iv Jor Kel Lan Mar Nor Os Pel Quin Ros Sel Tor Ul Ver Wil Yar Zel",
    "aba adan ander asik atta avik eda elin emar enko esto idor ilo imar ington issa olin omir ora osta ovic",
)
_STARTS, _ENDS = (line.split() for line in _SYLLABLES)
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂华"

SAID = (
    "I talked with {name} about the {a} again and we will look at the {b} next week.",
    "Could you help me to plan the {a}? It has to fit with the {b} that {name} mentioned.",
    "The {a} is later than I thought, so please remind me of the {b} before Friday.",
    "Yesterday {name} asked for the {a}; I said that the {b} comes first.",
    "For the {a} I would start small, keep the {b} in mind and ask {name} when something is unclear.",
    "Here is a short list for the {a}: check the {b}, write to {name}, and leave an hour for what is left.",
    "我和{name}又谈了{a}的事，下周再看看{b}。",
    "帮我安排一下{a}，要和{name}说的{b}配合起来。",
    "{a}比我想的要晚，周五之前请提醒我{b}的事。",
    "昨天{name}问起{a}，我说先把{b}做完。",
    "关于{a}，建议先从小处开始，同时考虑{b}，有不清楚的地方可以问{name}。",
    "{a}可以分三步：先检查{b}，再联系{name}，最后留出一个小时处理剩下的问题。",
)
TOLD = (
    "The user likes the {a} that {name} recommended",
    "The user takes care of the {a} and the {b} together with {name}",
    "The user wants to finish the {a} before the {b}",
    "The user never mixes the {a} with the {b}, since {name} complained",
    "用户喜欢{name}推荐的{a}",
    "用户和{name}一起负责{a}和{b}",
    "用户想在{b}之前完成{a}",
    "用户不想把{a}和{b}放在一起",
)
ASKED = (
    "What did I say about the {a} and {name}, ticket {number}?",
    "Can you compare the {a} with the {b} that I told you about in message {number}?",
    "When did {name} ask for the {a}, and what came of number {number}?",
    "What did we decide on the {a} yesterday, in order {number}?",
    "我说过的{a}和{name}是怎么回事，编号{number}？",
    "第{number}条消息里的{a}和{b}哪个更重要，还有别的吗？",
    "{name}什么时候要过{a}，订单{number}后来怎么样了？",
    "昨天关于{a}我们是怎么定的，单号{number}？",
)


class Words:
    """Draws words by Zipf's law, always in the same way for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._common = list(itertools.accumulate(1 / rank**EXPONENT for rank in range(1, len(ENGLISH) + 1)))
        self._rare = list(itertools.accumulate(1 / rank**EXPONENT for rank in range(1, RARE + 1)))

    def fill(self, forms: tuple[str, ...], number: int = 0) -> str:
        """A sentence of one of the forms; a Chinese form takes Chinese words."""
        form = self._dice.choice(forms)
        is_chinese = not form.isascii()
        words = CHINESE if is_chinese else ENGLISH
        a, b = (words[self._rank(self._common) % len(words)] for _ in range(2))
        return form.format(a=a, b=b, name=name(self._rank(self._rare), is_chinese=is_chinese), number=number)

    def _rank(self, sums: list[float]) -> int:
        return self._dice.choices(range(len(sums)), cum_weights=sums)[0]


def name(rank: int, *, is_chinese: bool) -> str:
    """One of some hundreds of first names, and a second part as soon as those are used up."""
    firsts, seconds = (_SURNAMES, _GIVEN) if is_chinese else (_STARTS, _ENDS)
    first, rest = firsts[rank % len(firsts)], rank // len(firsts)
    second, rest = seconds[rest % len(seconds)], rest // len(seconds)
    return first + second + (seconds[rest % len(seconds)] if is_chinese or rest else "")


def said(count: int, seed: int) -> list[str]:
    """Messages, one or two sentences long."""
    words = Words(seed)
    return [" ".join(words.fill(SAID) for _ in range(1 + number % 2)) for number in range(count)]


def told(count: int, seed: int) -> list[str]:
    """Statements about a person, no two alike."""
    words = Words(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[words.fill(TOLD)] = None
    return list(found)


def summaries(count: int, seed: int) -> list[tuple[str, list[str]]]:
    """What conversations were about: two sentences, and three topics."""
    words = Words(seed)
    dice = random.Random(seed)
    return [
        (" ".join(words.fill(SAID) for _ in range(2)), dice.sample(CHINESE if number % 2 else ENGLISH, 3))
        for number in range(count)
    ]


def questions(seed: int) -> Iterator[str]:
    """Questions that are never repeated, as long as people's are; a few name a day."""
    words = Words(seed)
    for number in itertools.count(seed * 1_000_003 + 1):
        yield words.fill(ASKED, number)
