from profiles import inforce
from profiles.inforce import DEFAULT, ENVIRONMENT, SCOPE, InForce, Installation

DEFINED = {name: f"the default {name}" for name in inforce.DEFINITIONS}
NOTHING = dict.fromkeys(inforce.NAMES)


def installed(models: dict[str, str] | None = None, *, has_endpoint: bool = False, **policies: str) -> Installation:
    named = dict.fromkeys(("", *inforce.PURPOSES), "") | (models or {})
    return Installation(
        DEFINED,
        named,
        {"message_secrets": "mask", "contacts": "keep"} | policies,
        has_endpoint=has_endpoint,
        is_set=frozenset(policies),
    )


def test_a_scope_that_says_nothing_is_as_everywhere():
    found = inforce.everything(NOTHING, installed())

    assert set(found) == set(inforce.NAMES)
    assert {one.origin for one in found.values()} == {DEFAULT}
    assert [found[name].value for name in inforce.DEFINITIONS] == list(DEFINED.values())
    assert all(found[name].value is True for name in inforce.SWITCHES)
    assert {found[name].value for name in inforce.MODELS} == {"embedded"}


def test_a_definition_of_its_own_leaves_the_others_as_they_are():
    found = inforce.everything({"semantic_memory_definition": "只记录设备故障"}, installed())

    assert found["semantic_memory_definition"] == InForce("只记录设备故障", SCOPE)
    assert found["episodic_memory_definition"] == InForce(DEFINED["episodic_memory_definition"], DEFAULT)


def test_a_switch_that_says_on_is_the_scopes_word_too():
    found = inforce.everything({"enable_user_profile": True, "enable_long_term_mem": False}, installed())

    assert found["enable_user_profile"] == InForce(True, SCOPE)
    assert found["enable_long_term_mem"] == InForce(False, SCOPE)


def test_the_nearest_word_about_a_purpose_decides_its_model():
    base = installed({"": "general", "extract": "general", "judge": "careful"}, has_endpoint=True)

    of_nobody = inforce.everything(NOTHING, base)
    of_scope = inforce.everything({"llm_model": "small", "extract_model": "smallest"}, base)

    assert (of_nobody["extract_model"], of_nobody["judge_model"]) == (
        InForce("general", ENVIRONMENT),
        InForce("careful", ENVIRONMENT),
    )
    assert (of_scope["extract_model"], of_scope["judge_model"]) == (InForce("smallest", SCOPE), InForce("small", SCOPE))


def test_a_purpose_without_any_model_is_done_by_the_built_in_engine():
    found = inforce.everything({"judge_model": "careful"}, installed(has_endpoint=True))

    assert found["judge_model"] == InForce("careful", SCOPE)
    assert found["extract_model"] == found["llm_model"] == InForce("embedded", DEFAULT)


def test_without_an_endpoint_no_model_is_in_force_whoever_names_one():
    found = inforce.everything({"llm_model": "small", "judge_model": "careful"}, installed())

    assert {found[name] for name in inforce.MODELS} == {InForce("embedded", DEFAULT)}


def test_a_policy_comes_from_the_scope_or_the_environment_or_the_product():
    base = installed(message_secrets="refuse")

    assert inforce.everything(NOTHING, base)["message_secrets"] == InForce("refuse", ENVIRONMENT)
    assert inforce.everything(NOTHING, base)["contacts"] == InForce("keep", DEFAULT)
    assert inforce.everything({"contacts": "mask"}, base)["contacts"] == InForce("mask", SCOPE)
