"""The Chinese wording is complete, and what is compiled is what is written."""

import gettext
import re
from pathlib import Path

from django.conf import settings

FOLDER = Path(settings.LOCALE_PATHS[0]) / "zh_Hans" / "LC_MESSAGES"
SOURCE, COMPILED = FOLDER / "django.po", FOLDER / "django.mo"
ENTRY = re.compile(
    r'^(?:msgctxt "(.*)"\n)?msgid ((?:".*"\n)+)(?:msgid_plural ((?:".*"\n)+))?((?:msgstr(?:\[\d\])? (?:".*"\n)+)+)',
    re.M,
)
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")


def unquoted(lines: str) -> str:
    return (
        "".join(part[1:-1] for part in lines.split("\n") if part)
        .encode()
        .decode("unicode_escape")
        .encode("latin-1")
        .decode()
    )


def entries() -> dict[str, str]:
    """What is written in the source: the wording by its original."""
    found = {}
    for match in ENTRY.finditer(SOURCE.read_text(encoding="utf-8")):
        wording = match[4].partition(" ")[2]
        context = f"{match[1]}\x04" if match[1] else ""  # as it stands in what is compiled
        found[context + unquoted(match[2])] = unquoted(wording)
    return found


def test_nothing_is_left_untranslated_or_doubtful() -> None:
    text = SOURCE.read_text(encoding="utf-8")

    assert "#, fuzzy" not in text
    assert "#~" not in text
    assert [original for original, wording in entries().items() if not wording] == []


def test_every_wording_keeps_the_placeholders_of_its_original() -> None:
    broken = [
        original
        for original, wording in entries().items()
        if original and sorted(PLACEHOLDER.findall(original)) != sorted(PLACEHOLDER.findall(wording))
    ]

    assert broken == []


def test_what_is_compiled_is_what_is_written() -> None:
    with COMPILED.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)

    stale = [
        original
        for original, wording in entries().items()
        if original and catalogue.ngettext(original, original, 1) != wording and catalogue.gettext(original) != wording
    ]

    assert len(entries()) > 300
    assert stale == []


def test_every_word_of_the_code_stands_in_the_catalogue() -> None:
    """Looks for the marked words themselves, so that a new one is missed nowhere."""
    root = Path(settings.BASE_DIR)
    marked = set()
    for path in sorted(root.glob("templates/**/*.html")):
        marked |= set(re.findall(r'{% translate "((?:[^"\\]|\\.)*)" %}', path.read_text(encoding="utf-8")))
    for app in ("memoryhub", "profiles", "summaries", "extraction", "globalmemory", "observability"):
        for path in sorted((root / app).glob("**/*.py")):
            marked |= set(re.findall(r'\b(?:_|gettext|gettext_lazy)\(\s*"([^"\\]+)"\s*\)', path.read_text("utf-8")))

    assert sorted(marked - entries().keys()) == []
