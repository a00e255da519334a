"""The dream by rules: what the day's words end, which facts say the same, and which are facets of one thing.

Losing a good fact is worse than keeping two that say the same: what no rule is sure of stays as it is.
"""
