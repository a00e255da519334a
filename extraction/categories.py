"""The three classic categories of memory, and the types that belong to each. Pure."""

from collections.abc import Iterable

from engine.questions import RECALLED_TYPES, RESIDENT_TYPES

USER_PROFILE, SEMANTIC, EPISODIC = "user_profile", "semantic_memory", "episodic_memory"
CATEGORIES = (USER_PROFILE, SEMANTIC, EPISODIC)


def category_of(fact_type: str) -> str:
    """All that is said of the person is one category; '' for what an agent decided, which belongs to none."""
    if fact_type in RESIDENT_TYPES:
        return USER_PROFILE
    return fact_type if fact_type in RECALLED_TYPES else ""


def by_category(statements: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Statements, given by type and content, in the three categories; in their order, each once."""
    found: dict[str, dict[str, None]] = {name: {} for name in CATEGORIES}
    for fact_type, content in statements:
        category = category_of(fact_type)
        if category:
            found[category][content] = None
    return {name: list(contents) for name, contents in found.items()}
