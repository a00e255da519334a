"""The house as a whole: foreign keys point downwards, and every model says what erasure and export do with it."""

import pytest
from django.apps import apps
from django.db import models

OURS = ("profiles", "summaries", "globalmemory", "extraction", "observability")
# An app may point into those below it; those side by side do not know each other.
BELOW = {
    "extraction": {"summaries", "globalmemory", "profiles"},
    "summaries": {"profiles"},
    "globalmemory": {"profiles"},
    "profiles": set(),
    "observability": set(),
}
STOCK = {"auth"}
NOTHING_PERSONAL = "nothing personal"
# By hand in memoryhub.erasure, for reasons that their docstrings give.
SPECIAL = {"itself", "member rows are unlinked"}
EXPORTS = {"", "profile", "facts", "events", "held", "sessions", "messages", "summaries", "episodes", "jobs",
           "observations", "feedback", "decisions"}  # fmt: skip

MODELS = [model for app in OURS for model in apps.get_app_config(app).get_models()]


def leads_to_profile_by_cascade(model: type[models.Model]) -> bool:
    fields = [field for field in model._meta.get_fields() if isinstance(field, models.ForeignKey)]
    return any(
        field.remote_field.on_delete is models.CASCADE
        and (
            field.related_model._meta.label == "profiles.Profile"
            or (field.related_model in MODELS and leads_to_profile_by_cascade(field.related_model))
        )
        for field in fields
    )


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
class TestEachModel:
    def test_its_foreign_keys_point_downwards(self, model):
        own = model._meta.app_label
        targets = {
            field.related_model._meta.app_label
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey)
        }

        assert targets <= BELOW[own] | {own} | STOCK

    def test_it_declares_what_erasure_and_export_do_with_it(self, model):
        names = {field.name for field in model._meta.get_fields()}
        erased, exported = model.ERASED_BY, model.EXPORTED_AS

        assert exported in EXPORTS
        if erased == "cascade":
            assert leads_to_profile_by_cascade(model)
        elif erased == "profile_id":
            assert "profile_id" in names
        else:
            assert erased in SPECIAL | {NOTHING_PERSONAL}
            assert erased in SPECIAL or not leads_to_profile_by_cascade(model)

    def test_its_rows_are_named_without_their_contents(self, model):
        secret = "content-of-a-person"
        texts = [
            field.name
            for field in model._meta.fields
            if isinstance(field, models.TextField | models.JSONField) and not field.primary_key
        ]

        assert secret not in str(model(**dict.fromkeys(texts, secret)))

    def test_it_has_no_default_order(self, model):
        assert not model._meta.ordering
