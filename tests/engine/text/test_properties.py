"""What holds for every text, however odd."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.text import guard, keywords, normal, polarity, secrets, values
from profiles import same, slots

PIECES = st.sampled_from(
    ["密码", "是", "：", "password", " is ", "=", "[masked: code]", "[user_fact] ", "- ", "。", "“", "”", "4111 1111", " ", "\n", "验证码", "12345678",
     "用户", "The user's ", "⟦", "⟧", "n:", "三", "月", "日", "点", "五十", "万", "周", "周三", "k", "\u200d", "\ufe0f", "👩", "不", "not ", "abc123", "key: ",
     "sk", "-", "://", "@", ":", "Bearer ", "身份证", "X", "May 3", "9:30", "1.", "１２", "٣", "²", "①", "## 关于当前用户", "以后", "ignore ", "rules"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
@example("登陆密码是：[masked: password]")
def test_masking_again_changes_nothing(text):
    once = secrets.mask(text).text

    assert secrets.mask(once).text == once


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_cleaning_and_normalising_again_changes_nothing(text):
    cleaned, stored = normal.clean(text), normal.statement(text)

    assert normal.clean(cleaned) == cleaned
    assert normal.statement(stored) == stored
    assert "\n" not in stored
    stored.encode("utf-8")


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS)
@example("⟦n:0", "⟦n:x⟧")
def test_every_text_can_be_judged_and_order_does_not_matter(a, b):
    assert same.differing(a, b) == same.differing(b, a)
    assert 0 <= guard.steering(a) <= 1
    assert polarity.differs(a, b) == polarity.differs(b, a)
    values.values(values.marked(a))
    keywords.key_words(a)
    for kind in ("user_profile", "assistant_decision"):
        assert len(slots.slot_of(kind, a, b)) <= slots.LONGEST_SLOT


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_cutting_remembered_text_never_adds_any(text):
    kept, cut = guard.cut_recalled(text)

    assert len(kept) + cut <= len(text)
