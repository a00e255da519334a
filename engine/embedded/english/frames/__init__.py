"""Predicate frames: which verbs and complements tell something lasting about the user, and as what."""
