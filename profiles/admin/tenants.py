"""What a tenant sets up, kept by its administrators; tenants and token issuers are the superuser's."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from observability import worklog
from observability.guarded import Kept, Viewer, viewer_of
from profiles import agents, keys, members
from profiles.models import Agent, ApiKey, Member, Profile, Tenant, TokenIssuer

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[ApiKey]
    MemberModelForm = forms.ModelForm[Member]
else:
    ModelForm = MemberModelForm = forms.ModelForm  # generic for the type checker alone


@admin.register(Tenant)
class TenantAdmin(Kept):
    tenant_path = ""
    columns = ("slug", "name", "is_paused", "created_at")
    editable = ("slug", "name", "is_paused")

    def save_model(self, request: HttpRequest, obj: Tenant, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "is_paused" in form.changed_data:
            worklog.publish(
                tenant_id=obj.pk,
                module="Tenants",
                level="info",
                actor=viewer_of(request).actor,
                message="Memory was paused for everybody." if obj.is_paused else "Memory was resumed for everybody.",
            )


@admin.register(TokenIssuer)
class TokenIssuerAdmin(Kept):
    tenant_path = ""
    columns = ("tenant", "issuer", "audience", "algorithm", "is_enabled")
    editable = (
        "tenant", "issuer", "audience", "algorithm", "key", "user_id_claim", "nickname_claim", "avatar_claim",
        "is_enabled",
    )  # fmt: skip

    def save_model(self, request: HttpRequest, obj: TokenIssuer, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        message = "An issuer of tokens was changed." if change else "An issuer of tokens was made."
        _publish_issuer(obj, viewer_of(request).actor, message)


@admin.register(Agent)
class AgentAdmin(Kept):
    columns = ("agent_id", "name", "is_paused", "created_at")
    editable = ("tenant", "agent_id", "name", "settings", "memory_config", "is_paused")
    search_fields = ("=agent_id",)

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        """A new agent takes from its maker's preferences what the form does not say (P1)."""
        obj.settings, obj.memory_config = obj.settings or {}, obj.memory_config or {}
        profile_id = viewer_of(request).profile_id
        maker = Profile.objects.filter(pk=profile_id).first() if profile_id and not change else None
        if maker:
            obj.settings = maker.preferences | obj.settings
        super().save_model(request, obj, form, change)
        if "is_paused" in form.changed_data:
            agents.note_pause(obj, actor=viewer_of(request).actor)


class MemberForm(MemberModelForm):
    def clean(self) -> dict[str, Any] | None:
        """Somebody administers the tenant, whoever is made less (the row is still as it was)."""
        role = self.cleaned_data.get("role")
        if self.instance.pk and role and role != self.instance.role:
            try:
                members.check_not_last(self.instance)
            except members.LastAdministrator as refused:
                self.add_error("role", str(refused.sentence))
        return self.cleaned_data


@admin.register(Member)
class MemberAdmin(Kept):
    """An administrator of the tenant sets roles; which account and person a membership joins, only a superuser."""

    form = MemberForm
    columns = ("id", "account", "tenant", "role", "profile")
    editable = ("role",)
    list_filter = ("role",)
    raw_id_fields = ("profile",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return viewer_of(request).is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return viewer_of(request).is_superuser

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        if viewer_of(request).is_superuser:
            return ["account", "tenant", "role", "profile"]
        return super().get_fields(request, obj)

    def choices_of(self, db_field: "models.ForeignKey[Any]", viewer: Viewer) -> models.QuerySet[Any]:
        if db_field.name == "profile":
            return super().choices_of(db_field, viewer)
        related: type[models.Model] = db_field.remote_field.model
        return related._default_manager.all()  # accounts and tenants: a superuser chooses, nobody else can

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        worklog.publish(
            tenant_id=obj.tenant_id,
            module="Members",
            level="success",
            actor=viewer_of(request).actor,
            message="A membership was changed." if change else "A membership was made.",
            details={"member": obj.pk, "role": obj.role},
        )


class ApiKeyForm(ModelForm):
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("rights"),
        choices=ApiKey.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("ingest: send messages; read; write: change facts; admin: export, erase, administer."),
    )


@admin.register(ApiKey)
class ApiKeyAdmin(Kept):
    """A key is made once and shown once; later only its name and expiry can be changed, and it can be revoked."""

    form = ApiKeyForm
    columns = (
        "prefix",
        "name",
        "scopes",
        "acts_for_employees",
        "created_at",
        "expires_at",
        "revoked_at",
        "last_used_at",
    )
    editable = (
        "tenant", "name", "scopes", "acts_for_employees", "agents", "end_user_prefix", "scope_ids", "expires_at",
    )  # fmt: skip
    never_shown = ("digest",)
    actions = ("revoke",)
    list_filter = ("acts_for_employees",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        if obj is None or not self.has_change_permission(request, obj):
            return super().get_fields(request, obj)
        return ["name", "expires_at", *(cell for name, cell in self.cells.items() if name not in KEY_FORM)]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is not None:
            kwargs["form"] = forms.ModelForm
        return super().get_form(request, obj, change=change, **kwargs)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        actor = viewer_of(request).actor
        if change:
            super().save_model(request, obj, form, change)
            _publish_change(obj, actor)
            return
        key, secret = keys.create(
            obj.tenant,
            name=obj.name,
            scopes=obj.scopes,
            acts_for_employees=obj.acts_for_employees,
            agents=obj.agents,
            end_user_prefix=obj.end_user_prefix,
            scope_ids=obj.scope_ids,
            expires_at=obj.expires_at,
            actor=actor,
        )
        obj.pk, obj.prefix = key.pk, key.prefix
        vars(obj)["secret"] = secret  # for the answer to this request alone

    def response_add(self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None) -> HttpResponse:
        """The only page that ever shows the key: not a message, which would be kept in a cookie until it is read."""
        about = {**self.admin_site.each_context(request), "opts": self.opts, "secret": vars(obj)["secret"]}
        return TemplateResponse(request, "admin/api_key_made.html", about | {"title": _("Your new API key")})

    @admin.action(description=gettext_lazy("Revoke the selected keys"), permissions=["change"])
    def revoke(self, request: HttpRequest, rows: models.QuerySet[ApiKey]) -> HttpResponse | None:
        """End keys at once, after asking: a revoked key stays revoked."""
        if request.POST.get("is_sure") != "yes":
            about = {**self.admin_site.each_context(request), "keys": rows, "opts": self.opts}
            about |= {"title": _("Revoke these keys?")}
            return TemplateResponse(request, "admin/revoke_keys.html", about)
        for key in rows:
            keys.revoke(key, actor=viewer_of(request).actor, now=timezone.now())
        messages.success(request, _("Revoked: these keys no longer open anything."))
        return None


KEY_FORM = {"name", "expires_at", "digest"}


def _publish_issuer(issuer: TokenIssuer, actor: str, message: str) -> None:
    """Whose tokens open the service is a matter of keys; what proves them stands in no log."""
    worklog.publish(
        tenant_id=issuer.tenant_id,
        module="Keys",
        level="success",
        actor=actor,
        message=message,
        details={"issuer": issuer.pk, "algorithm": issuer.algorithm, "is_enabled": issuer.is_enabled},
    )


def _publish_change(key: ApiKey, actor: str) -> None:
    worklog.publish(
        tenant_id=key.tenant_id,
        module="Keys",
        level="success",
        actor=actor,
        message="An API key was changed.",
        details={"prefix": key.prefix},
    )
