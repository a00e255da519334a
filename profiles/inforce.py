"""What is in force in a scope, and where that comes from: the scope itself, the environment, or the product. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SCOPE, ENVIRONMENT, DEFAULT = "scope", "environment", "default"

PURPOSES = ("extract", "judge", "consolidate", "summarise")
DEFINITIONS = ("user_profile_definition", "semantic_memory_definition", "episodic_memory_definition")
SWITCHES = ("enable_long_term_mem", "enable_user_profile", "enable_semantic_memory", "enable_episodic_memory")
GENERAL_MODEL = "llm_model"
MODELS = (GENERAL_MODEL, *(f"{purpose}_model" for purpose in PURPOSES))
POLICIES = ("message_secrets", "contacts")
NAMES = (*DEFINITIONS, *SWITCHES, *MODELS, *POLICIES)


@dataclass(frozen=True)
class Installation:
    """What holds where a scope says nothing.

    `models` are those of the environment by purpose, and under '' the one for all; they and a scope's own mean
    something only where there `has_endpoint`. `is_set` names the policies that the environment sets. `embedded` is
    what the built-in engine is called.
    """

    definitions: Mapping[str, str]
    models: Mapping[str, str]
    policies: Mapping[str, str]
    has_endpoint: bool = False
    is_set: frozenset[str] = frozenset()
    embedded: str = "embedded"


@dataclass(frozen=True)
class InForce:
    """A value, and who says so: one of SCOPE, ENVIRONMENT and DEFAULT."""

    value: Any
    origin: str


def model_named(own: Mapping[str, Any], purpose: str) -> str:
    """The model that a scope wants for a purpose, '' when it says nothing about it."""
    return own.get(f"{purpose}_model") or own.get(GENERAL_MODEL) or ""


def everything(own: Mapping[str, Any], base: Installation) -> dict[str, InForce]:
    """Each setting as it holds in a scope that sets `own` for itself (None or '' sets nothing)."""
    found = {name: _either(own.get(name), base.definitions[name], DEFAULT) for name in DEFINITIONS}
    found |= {name: _either(own.get(name), True, DEFAULT) for name in SWITCHES}
    found[GENERAL_MODEL] = _engine(own.get(GENERAL_MODEL) or "", base.models[""], base)
    found |= {
        f"{purpose}_model": _engine(model_named(own, purpose), base.models[purpose], base) for purpose in PURPOSES
    }
    for name in POLICIES:
        found[name] = _either(own.get(name), base.policies[name], ENVIRONMENT if name in base.is_set else DEFAULT)
    return found


def _either(own: Any, otherwise: Any, origin: str) -> InForce:
    return InForce(otherwise, origin) if own is None or own == "" else InForce(own, SCOPE)


def _engine(wanted: str, otherwise: str, base: Installation) -> InForce:
    """Without an endpoint no model can be asked, whoever names one."""
    if not base.has_endpoint or not (wanted or otherwise):
        return InForce(base.embedded, DEFAULT)
    return InForce(wanted, SCOPE) if wanted else InForce(otherwise, ENVIRONMENT)
