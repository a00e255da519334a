"""The numbers of the product: each is read by something, so that nobody turns a screw that holds nothing."""

from pathlib import Path

import pytest

from memoryhub import numbers

ROOT = Path(numbers.__file__).parent.parent
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for package in ("memoryhub", "extraction", "summaries", "globalmemory", "profiles", "engine", "observability")
    for path in (ROOT / package).rglob("*.py")
    if path.name != "numbers.py"
)
NAMES = [name for name in vars(numbers) if name.startswith("MEMORYHUB_")]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_read(name):
    assert name in CODE
