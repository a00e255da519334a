"""Tenants, members, agents, keys, people, facts and the ledger that alone writes them."""
