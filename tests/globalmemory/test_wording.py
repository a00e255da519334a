"""How a global memory stands in a prompt."""

from globalmemory import wording
from globalmemory.models import GlobalMemory


def test_its_name_comes_first_and_each_filled_field_has_a_line_with_its_label():
    memory = GlobalMemory(name="Work", background="architect", answer_style="short\nand plain", tags=["hidden"])

    assert wording.lines(memory, False) == ["Work", "Background: architect", "Answer style: short and plain"]
    assert wording.lines(memory, True) == ["Work", "背景：architect", "回答风格：short and plain"]


def test_a_blank_field_has_no_line():
    assert wording.lines(GlobalMemory(name="工作", content="  \n "), True) == ["工作"]


def test_every_field_has_its_label():
    filled = dict.fromkeys(wording.LABELS, "x")

    assert len(wording.lines(GlobalMemory(name="n", **filled), True)) == 7
    assert set(wording.LABELS) == set(wording.FIELDS)
