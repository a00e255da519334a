"""What the settings choose."""

from profiles import choices, slots


def test_the_policy_of_slots_is_that_of_the_specification_unless_the_settings_differ(settings):
    assert choices.slot_policy() == dict(slots.POLICY)

    settings.MEMORYHUB_SINGLE_TYPES = ("user_preference",)

    policy = choices.slot_policy()
    assert slots.slot_key("user_preference", "language", "", policy) == "user_preference:language"
    assert slots.slot_key("user_profile", "name", "", policy) is None


def test_without_an_endpoint_the_embedded_engines_answer(settings):
    settings.MEMORYHUB_LLM_BASE_URL = settings.MEMORYHUB_EMBEDDING_BASE_URL = ""

    assert choices.model_choice("extract", tenant_id=1).is_embedded
    assert choices.embed_choice(tenant_id=1).is_bundled


def test_a_scope_may_choose_a_model_of_its_own(settings):
    settings.MEMORYHUB_LLM_BASE_URL = "http://localhost:1/v1"
    settings.MEMORYHUB_LLM_MODELS = {"extract": "small"}

    assert choices.model_choice("extract", tenant_id=1).model == "small"
    assert choices.model_choice("extract", tenant_id=1, model="large").model == "large"


def test_the_daily_budget_is_none_unless_one_is_set(settings):
    assert choices.model_choice("judge", tenant_id=1).daily_budget is None

    settings.MEMORYHUB_LLM_DAILY_BUDGET = 2.5

    assert choices.model_choice("judge", tenant_id=1).daily_budget == 2.5


def test_an_embedding_has_a_price_of_its_own(settings):
    settings.MEMORYHUB_EMBEDDING_PRICE = 0.02

    assert choices.embed_choice(tenant_id=1).price_in == 0.02
