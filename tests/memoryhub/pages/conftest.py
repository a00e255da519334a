"""Who looks at the pages: a person who is signed in."""

from tests.visitors import person, visitor

__all__ = ["person", "visitor"]
