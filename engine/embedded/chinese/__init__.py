"""The rule engine's Chinese half: what a user's message says about the user, in statements that stand alone."""

from engine.embedded.chinese.line import Reading, extract_line, read_line

__all__ = ["Reading", "extract_line", "read_line"]
