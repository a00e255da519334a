"""English rules: from what a person said of themselves to statements about them in the third person."""

from engine.embedded.english.statements import extract_line, restate

__all__ = ["extract_line", "restate"]
