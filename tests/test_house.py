"""The house as a whole: foreign keys point downwards, and every model says what erasure and export do with it."""

import pytest
from django.apps import apps
from django.db import models

from memoryhub import erasure, export

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
SPECIAL = {"itself", "member rows are unlinked", "unlinked"}
EXPORTS = {"", "profile", *export.KINDS}

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
        elif erased in {"profile_id", "unlinked"}:
            assert "profile_id" in names
        else:
            assert erased in SPECIAL | {NOTHING_PERSONAL}
            assert erased in SPECIAL or not leads_to_profile_by_cascade(model)

    def test_erasure_finds_its_rows_if_they_are_somebodys(self, model):
        path = erasure.path_to_profile(model)

        assert bool(path) == (model.ERASED_BY not in {"itself", NOTHING_PERSONAL})
        if path:
            str(model.objects.filter(**{path: 1}).query)  # a path that leads nowhere raises

    def test_a_column_that_names_a_person_is_declared(self, model):
        plain = {"profile_id", "user_id", "end_user_id", "end_sub_user_id"}
        names = {field.name for field in model._meta.get_fields() if not field.is_relation}

        assert model.ERASED_BY != NOTHING_PERSONAL or not plain & names

    def test_export_reaches_what_it_declares(self, model):
        names = {field.name for field in model._meta.concrete_fields}

        assert model.EXPORTED_AS in {"", "profile"} or names & {"profile", "profile_id"}
        assert model.EXPORTED_AS == "" or model.ERASED_BY != NOTHING_PERSONAL

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
