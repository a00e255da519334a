"""What holds in a scope: each of scope, agent and call can only switch off, and the nearest word names the model."""

import itertools

import pytest

from extraction.policy import SWITCHES, Policy, policy_for, policy_of
from profiles.models import Agent, ScopeConfig
from tests.builders import make_profile, make_tenant

WORDS = (None, True, False)


@pytest.mark.parametrize("switch", SWITCHES)
def test_scope_agent_and_call_can_each_only_switch_off(switch):
    for scope, agent, call in itertools.product(WORDS, repeat=3):
        policy = Policy(1, scope={switch: scope}, agent_config={} if agent is None else {switch: agent})

        switches = policy.switches({} if call is None else {switch: call})

        assert getattr(switches, SWITCHES[switch]) is (False not in (scope, agent, call))
        others = {name for key, name in SWITCHES.items() if key != switch}
        assert all(getattr(switches, name) for name in others)


def test_switches_of_different_places_add_up():
    policy = Policy(1, scope={"enable_user_profile": False}, agent_config={"enable_semantic_memory": False})

    switches = policy.switches({"enable_episodic_memory": False})

    assert switches.long_term
    assert switches.are_all_off


@pytest.mark.parametrize(
    ("scope", "model"),
    [
        ({}, ""),
        ({"llm_model": "small"}, "small"),
        ({"judge_model": "careful"}, "careful"),
        ({"llm_model": "small", "judge_model": "careful"}, "careful"),
        ({"llm_model": "small", "extract_model": "fast", "judge_model": ""}, "small"),
        ({"extract_model": "fast", "judge_model": None}, ""),
    ],
)
def test_the_model_of_a_purpose_is_its_own_or_that_for_all(scope, model):
    assert Policy(1, scope=scope).model_for("judge") == model


def test_a_definition_of_the_scope_leaves_the_others_to_the_engine():
    definitions = Policy(1, scope={"semantic_memory_definition": "只记录设备故障"}).definitions

    assert (definitions.semantic_memory, definitions.user_profile, definitions.episodic_memory) == (
        "只记录设备故障",
        "",
        "",
    )


def test_contacts_are_treated_as_the_scope_says_or_as_everywhere(settings):
    settings.MEMORYHUB_CONTACTS = "refuse"

    assert Policy(1).contacts == "refuse"
    assert Policy(1, scope={"contacts": "mask"}).contacts == "mask"


@pytest.mark.django_db
def test_it_is_read_in_one_statement_with_all_that_the_scope_sets(django_assert_num_queries):
    profile = make_profile()
    ScopeConfig.objects.create(
        tenant=profile.tenant, scope_id="club", summarise_model="short", contacts="mask", enable_user_profile=False
    )
    Agent.objects.create(tenant=profile.tenant, agent_id="a1", memory_config={"enable_semantic_memory": False})

    with django_assert_num_queries(1):
        policy = policy_of(profile, agent_id="a1", scope_id="club")

    assert (policy.model_for("summarise"), policy.contacts, policy.knows_agent) == ("short", "mask", True)
    switches = policy.switches({})
    assert (switches.user_profile, switches.semantic_memory, switches.episodic_memory) == (False, False, True)


@pytest.mark.django_db
def test_another_scope_agent_or_tenant_sets_nothing_here():
    profile, other = make_profile(), make_tenant("other")
    ScopeConfig.objects.create(tenant=profile.tenant, scope_id="club", llm_model="small")
    ScopeConfig.objects.create(tenant=other, scope_id="__default__", llm_model="foreign")
    Agent.objects.create(tenant=other, agent_id="a1", is_paused=True)

    policy = policy_of(profile, agent_id="a1", scope_id="__default__")

    assert (policy.model_for("extract"), policy.is_paused, policy.knows_agent) == ("", False, False)


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["tenant", "profile", "agent"])
def test_any_of_them_pauses(who):
    profile = make_profile(is_paused=who == "profile")
    type(profile.tenant).objects.update(is_paused=who == "tenant")
    Agent.objects.create(tenant=profile.tenant, agent_id="a1", is_paused=who == "agent")

    assert policy_of(profile, agent_id="a1", scope_id="__default__").is_paused
    of_nobody = policy_for(profile.tenant_id, agent_id="a1", scope_id="__default__")
    assert of_nobody.is_paused is (who != "profile")
