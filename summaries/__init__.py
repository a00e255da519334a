"""Conversations and what is condensed from them."""
