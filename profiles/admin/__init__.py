"""The admin of tenants, people and facts."""

from profiles.admin import people, tenants

__all__ = ["people", "tenants"]
