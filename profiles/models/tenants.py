"""Who owns what: tenants, the accounts that may look, the agents and keys that may call, and what is set per scope."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

NOTHING_PERSONAL = "nothing personal"
DEFAULT_SCOPE = "__default__"
DEFAULT_TENANT = "default"


class Tenant(models.Model):
    """Owner of keys, agents, profiles, everything. `embedding_model` names the one model that search uses."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=128, blank=True, default="")
    embedding_model = models.CharField(max_length=128, blank=True, default="")
    is_paused = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("organisation")
        verbose_name_plural = _("organisations")

    def __str__(self) -> str:
        return self.slug


class Member(models.Model):
    """What a console account may do in a tenant, and which person it is there (None: nobody who is remembered)."""

    ERASED_BY = "member rows are unlinked"
    EXPORTED_AS = ""

    class Role(models.TextChoices):
        MEMBER = "member"
        OPERATOR = "operator"
        ADMINISTRATOR = "administrator"

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="members")
    role = models.CharField(max_length=13, choices=Role.choices, default=Role.MEMBER)
    profile = models.ForeignKey("profiles.Profile", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["account", "tenant"], name="member_account_tenant"),
            models.CheckConstraint(
                condition=models.Q(role__in=["member", "operator", "administrator"]), name="member_role"
            ),
        ]

    def __str__(self) -> str:
        return f"member {self.pk}"

    @property
    def is_administrator(self) -> bool:
        return self.role == self.Role.ADMINISTRATOR

    @property
    def is_operator(self) -> bool:
        return self.role in (self.Role.OPERATOR, self.Role.ADMINISTRATOR)


class Agent(models.Model):
    """An agent of the tenant. `settings` holds model, temperature, language …; `memory_config` can only switch off."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="agents")
    agent_id = models.CharField(max_length=64, db_collation="C")
    name = models.CharField(max_length=128, blank=True, default="")
    settings = models.JSONField(default=dict, blank=True)
    memory_config = models.JSONField(default=dict, blank=True)
    is_paused = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("agent")
        verbose_name_plural = _("agents")
        constraints = [models.UniqueConstraint(fields=["tenant", "agent_id"], name="agent_identity")]

    def __str__(self) -> str:
        return self.agent_id


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def usable(self, *, now: datetime) -> Self:
        return self.filter(revoked_at=None).exclude(expires_at__lte=now)

    def over(self, *, now: datetime) -> Self:
        """Revoked, or past their end."""
        return self.filter(models.Q(revoked_at__isnull=False) | models.Q(expires_at__lte=now))


class ApiKey(models.Model):
    """A key of a program. Only the SHA-256 of the secret is kept; `prefix` finds the row.

    Empty `agents`, `scope_ids` and `end_user_prefix` confine nothing. `scopes` ⊆ ingest, read, write, admin.
    `created_by` is an actor, '' for keys that are older than the column.
    """

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    class Scope(models.TextChoices):
        INGEST = "ingest"
        READ = "read"
        WRITE = "write"
        ADMIN = "admin"

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=128, blank=True, default="")
    prefix = models.CharField(max_length=16, unique=True, db_collation="C")
    digest = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope.choices), default=list)
    acts_for_employees = models.BooleanField(default=False)
    agents = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    end_user_prefix = models.CharField(max_length=64, blank=True, default="")
    scope_ids = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=160, blank=True, default="")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")

    def __str__(self) -> str:
        return f"{self.prefix}…"


class TokenIssuer(models.Model):
    """How JSON web tokens of one tenant are verified. The token's `iss` and `aud` choose the row, nothing else."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="token_issuers")
    issuer = models.CharField(max_length=255)
    audience = models.CharField(max_length=255)
    algorithm = models.CharField(
        max_length=8,
        choices=[
            (name, name) for name in ("HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA")
        ],
    )
    key = models.TextField()
    user_id_claim = models.CharField(max_length=64, default="sub")
    nickname_claim = models.CharField(max_length=64, default="name")
    avatar_claim = models.CharField(max_length=64, default="picture")
    is_enabled = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("token issuer")
        verbose_name_plural = _("token issuers")
        constraints = [models.UniqueConstraint(fields=["issuer", "audience"], name="token_issuer_identity")]

    def __str__(self) -> str:
        return f"token issuer {self.pk}"


class ScopeConfig(models.Model):
    """What a scope sets for itself; None or '' means: as everywhere.

    `llm_model` stands for all purposes that have no model of their own. `contacts` is the policy for phone numbers and
    e-mail addresses: kept everywhere, masked in messages and never in a fact, or the message refused.
    """

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    class SecretPolicy(models.TextChoices):
        MASK = "mask"
        KEEP = "keep"
        REFUSE = "refuse"

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="scope_configs")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    user_profile_definition = models.TextField(blank=True, default="")
    semantic_memory_definition = models.TextField(blank=True, default="")
    episodic_memory_definition = models.TextField(blank=True, default="")
    enable_long_term_mem = models.BooleanField(null=True, blank=True)
    enable_user_profile = models.BooleanField(null=True, blank=True)
    enable_semantic_memory = models.BooleanField(null=True, blank=True)
    enable_episodic_memory = models.BooleanField(null=True, blank=True)
    llm_model = models.CharField(max_length=128, blank=True, default="")
    extract_model = models.CharField(max_length=128, blank=True, default="")
    judge_model = models.CharField(max_length=128, blank=True, default="")
    consolidate_model = models.CharField(max_length=128, blank=True, default="")
    summarise_model = models.CharField(max_length=128, blank=True, default="")
    message_secrets = models.CharField(max_length=6, choices=SecretPolicy.choices, blank=True, default="")
    contacts = models.CharField(max_length=6, choices=SecretPolicy.choices, blank=True, default="")

    class Meta:
        verbose_name = _("settings of a scope")
        verbose_name_plural = _("settings of scopes")
        constraints = [models.UniqueConstraint(fields=["tenant", "scope_id"], name="scope_config_identity")]

    def __str__(self) -> str:
        return self.scope_id


class IdempotencyKey(models.Model):
    """The answer that was given to a request with an Idempotency-Key, so that its repetition gets the same.

    Written in the transaction of the effect. `caller` is `key:<pk>` or `user:<profile pk>`; `request_hash` tells a
    repetition from another request under the same key. The answer may speak of a person: it goes with the profile.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = ""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    profile = models.ForeignKey("profiles.Profile", on_delete=models.CASCADE, null=True, related_name="+")
    caller = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("answered request")
        verbose_name_plural = _("answered requests")
        constraints = [models.UniqueConstraint(fields=["tenant", "caller", "key"], name="idempotency_key_identity")]

    def __str__(self) -> str:
        return f"idempotency key {self.pk}"


class RateCounter(models.Model):
    """Requests of one caller in one minute, counted for all processes together. The table is unlogged."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    caller = models.CharField(max_length=64)
    minute = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rate counter")
        verbose_name_plural = _("rate counters")
        constraints = [models.UniqueConstraint(fields=["caller", "minute"], name="rate_counter_identity")]

    def __str__(self) -> str:
        return f"rate counter {self.pk}"


class ErasureReceiptQuerySet(models.QuerySet["ErasureReceipt"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(tenant=tenant)


class ErasureReceipt(models.Model):
    """What stays of an erased person: a keyed hash of the identity and counts, no content."""

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    identity_hash = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    counts = models.JSONField(default=dict)
    erased_at = models.DateTimeField(auto_now_add=True)

    objects = ErasureReceiptQuerySet.as_manager()

    class Meta:
        verbose_name = _("erasure receipt")
        verbose_name_plural = _("erasure receipts")

    def __str__(self) -> str:
        return f"erasure receipt {self.pk}"
