"""Trying out what is remembered and told, and the first steps."""
