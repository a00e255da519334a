"""What an agent's message settles: confirmed plans, technical decisions, agreements and next steps (SPEC X9)."""

from engine.embedded.decisions.line import read_line

__all__ = ["read_line"]
