"""Engines behind an OpenAI-compatible endpoint."""
