"""The admin of tenants, people and facts."""

from profiles.admin import people, scopes, tenants

__all__ = ["people", "scopes", "tenants"]
