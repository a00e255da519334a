"""What is vendored is what VERSIONS says, and pages load nothing from elsewhere."""

import hashlib
import re
from pathlib import Path

from django.conf import settings

VENDOR = Path(settings.BASE_DIR) / "static" / "vendor"


def test_every_vendored_file_has_its_hash_on_record() -> None:
    rows = [line.split() for line in (VENDOR / "VERSIONS").read_text("utf-8").splitlines() if line[:1] != "#"]
    recorded = {path: digest for _name, _version, digest, path in rows}
    present = {
        str(path.relative_to(VENDOR)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "VERSIONS"
    }

    assert present == recorded


def test_no_template_loads_anything_from_elsewhere_or_carries_a_style() -> None:
    wrong = [
        f"{path.name}: {found[0]}"
        for path in sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
        for found in re.finditer(
            r'(?:src|href|action)="(?:https?:)?//[^"]*"|\sstyle=|\son\w+=|<style', path.read_text("utf-8")
        )
    ]

    assert wrong == []
