"""The built-in rule engine: deterministic, offline, Chinese and English."""
