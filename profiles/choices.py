"""What the settings choose, as the plain values that engines and rules take."""

from dataclasses import replace

from django.conf import settings

from engine import bundled, embeddings
from engine.embeddings import EmbedChoice
from engine.questions import FACT_TYPES, ModelChoice
from profiles import measures
from profiles.models import Profile, Tenant
from profiles.slots import MULTI, SINGLE, Policy


def model_choice(
    purpose: str, *, tenant_id: int, profile_id: int | None = None, model: str = "", until: float | None = None
) -> ModelChoice:
    """The engine for `extract`, `judge`, `consolidate` or `summarise`; `model` is what a scope chose for itself.

    Without an endpoint and a model the embedded engine answers. `until`: see ModelChoice.
    """
    name = model or settings.MEMORYHUB_LLM_MODELS[purpose]
    has_endpoint = bool(settings.MEMORYHUB_LLM_BASE_URL and name)
    return ModelChoice(
        base_url=settings.MEMORYHUB_LLM_BASE_URL if has_endpoint else "",
        api_key=settings.MEMORYHUB_LLM_API_KEY if has_endpoint else "",
        model=name if has_endpoint else "",
        tenant_id=tenant_id,
        profile_id=profile_id,
        timeout_s=settings.MEMORYHUB_LLM_TIMEOUT_SECONDS,
        max_tokens=settings.MEMORYHUB_LLM_MAX_TOKENS,
        price_in=settings.MEMORYHUB_LLM_PRICE_IN,
        price_out=settings.MEMORYHUB_LLM_PRICE_OUT,
        log_content=settings.MEMORYHUB_LOG_CONTENT,
        concurrency=settings.MEMORYHUB_LLM_CONCURRENCY,
        daily_budget=settings.MEMORYHUB_LLM_DAILY_BUDGET or None,
        until=until,
    )


def embed_choice(*, tenant_id: int, profile_id: int | None = None, stored: str = "") -> EmbedChoice:
    """The one embedder of a tenant: an endpoint if one is set, otherwise the bundled model.

    `stored` is the tenant's `embedding_model`, the one by which its vectors are: where the settings have come to name
    another, the former goes on answering until `manage.py reembed` is through, and if it cannot be had, none does.
    """
    return replace(
        _by_name(stored) if stored else present_embedder(),
        tenant_id=tenant_id,
        profile_id=profile_id,
        stored_dimensions=measures.dimensions_of(stored) if stored else 0,
    )


def embed_choice_of(profile: Profile) -> EmbedChoice:
    """The embedder by which a person's vectors are. Reads the tenant unless it came with the person."""
    return embed_choice(tenant_id=profile.tenant_id, profile_id=profile.pk, stored=profile.tenant.embedding_model)


def is_searched_by(model: str, *, tenant_id: int) -> bool:
    """Whether questions of this tenant are compared with vectors of this model. To be asked inside a transaction: until it
    ends, a move to another model waits."""
    stored = Tenant.objects.select_for_update(no_key=True).values_list("embedding_model", flat=True).get(pk=tenant_id)
    return model == (stored or embeddings.model_name(present_embedder()))


def present_embedder() -> EmbedChoice:
    """What the settings name: an endpoint, or the bundled model."""
    return replace(
        bundled_embedder(),
        base_url=settings.MEMORYHUB_EMBEDDING_BASE_URL,
        api_key=settings.MEMORYHUB_EMBEDDING_API_KEY,
        model=settings.MEMORYHUB_EMBEDDING_MODEL,
        dimensions=settings.MEMORYHUB_EMBEDDING_DIMENSIONS,
    )


def next_embedder() -> EmbedChoice | None:
    """What the settings name as the one to move to; None when they name none."""
    if not settings.MEMORYHUB_NEXT_EMBEDDING_BASE_URL:
        return None
    return replace(
        bundled_embedder(),
        base_url=settings.MEMORYHUB_NEXT_EMBEDDING_BASE_URL,
        api_key=settings.MEMORYHUB_NEXT_EMBEDDING_API_KEY,
        model=settings.MEMORYHUB_NEXT_EMBEDDING_MODEL,
        dimensions=settings.MEMORYHUB_NEXT_EMBEDDING_DIMENSIONS,
    )


def bundled_embedder() -> EmbedChoice:
    return EmbedChoice(
        timeout_s=settings.MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS,
        batch=settings.MEMORYHUB_EMBEDDING_BATCH,
        price_in=settings.MEMORYHUB_EMBEDDING_PRICE,
    )


def _by_name(stored: str) -> EmbedChoice:
    present, coming = present_embedder(), next_embedder()
    for choice in (present, *([coming] if coming else [])):
        if embeddings.model_name(choice) == stored:
            return choice
    if stored in bundled.NAMES and bundled.name() == stored:
        return bundled_embedder()
    return EmbedChoice(missing=stored)


def slot_policy() -> dict[str, Policy]:
    """Whether a new value of a type overwrites the old one in its slot. A change holds for what is written from then on."""
    return {name: SINGLE if name in settings.MEMORYHUB_SINGLE_TYPES else MULTI for name in FACT_TYPES}
