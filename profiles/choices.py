"""What the settings choose, as the plain values that engines and rules take."""

from django.conf import settings

from engine.embeddings import EmbedChoice
from engine.questions import FACT_TYPES, ModelChoice
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


def embed_choice(*, tenant_id: int, profile_id: int | None = None) -> EmbedChoice:
    """The one embedder of a tenant: an endpoint if one is set, otherwise the bundled model."""
    has_endpoint = bool(settings.MEMORYHUB_EMBEDDING_BASE_URL and settings.MEMORYHUB_EMBEDDING_MODEL)
    return EmbedChoice(
        base_url=settings.MEMORYHUB_EMBEDDING_BASE_URL if has_endpoint else "",
        api_key=settings.MEMORYHUB_EMBEDDING_API_KEY if has_endpoint else "",
        model=settings.MEMORYHUB_EMBEDDING_MODEL if has_endpoint else "",
        dimensions=settings.MEMORYHUB_EMBEDDING_DIMENSIONS,
        tenant_id=tenant_id,
        profile_id=profile_id,
        timeout_s=settings.MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS,
        batch=settings.MEMORYHUB_EMBEDDING_BATCH,
        price_in=settings.MEMORYHUB_EMBEDDING_PRICE,
    )


def slot_policy() -> dict[str, Policy]:
    """Whether a new value of a type overwrites the old one in its slot. A change holds for what is written from then on."""
    return {name: SINGLE if name in settings.MEMORYHUB_SINGLE_TYPES else MULTI for name in FACT_TYPES}
