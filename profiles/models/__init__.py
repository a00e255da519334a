"""Rows of the app: who there is (tenants, people) and what is known about them (facts)."""

from profiles.lifecycle import Source, Status
from profiles.models.embedders import EmbeddingModel
from profiles.models.facts import Fact, FactEvent, FactVector, HeldItem
from profiles.models.people import EndUserProfile, Profile, UserProfile
from profiles.models.tenants import (
    Agent,
    ApiKey,
    ErasureReceipt,
    IdempotencyKey,
    Member,
    RateCounter,
    ScopeConfig,
    Tenant,
    TokenIssuer,
)

__all__ = [
    "Agent",
    "ApiKey",
    "EmbeddingModel",
    "EndUserProfile",
    "ErasureReceipt",
    "Fact",
    "FactEvent",
    "FactVector",
    "HeldItem",
    "IdempotencyKey",
    "Member",
    "Profile",
    "RateCounter",
    "ScopeConfig",
    "Source",
    "Status",
    "Tenant",
    "TokenIssuer",
    "UserProfile",
]
