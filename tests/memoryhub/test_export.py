"""Everything about a person in one file: nothing left out, nobody else in it, and no memory spent on it."""

import json
import tracemalloc
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.http import HttpResponse
from django.test import Client

from memoryhub import erasure, export
from observability.models import Observation, WorkLogEntry
from profiles import editing, identity
from profiles.changes import New
from profiles.identity import Named
from profiles.models import EndUserProfile, Fact, Profile, UserProfile
from tests.accounts import make_member
from tests.builders import (
    BY_OWNER,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_message,
    make_profile,
    make_session,
    make_tenant,
)
from tests.callers import Api, api_with_key, api_with_token, make_issuer
from tests.memoryhub.lives import Life, live, model_of

pytestmark = pytest.mark.django_db
PATH = "/api/profile/export"
ACME = {"end_user_id": "acme"}
LIFE = Life("kim", "zanzibarium")


def acme() -> Named:
    return Named(make_tenant().pk, identity.END_USER, end_user_id="acme")


def exported(profile: Profile, named: Named | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export.lines(named or acme(), profile, now=NOON)]


def of_kind(lines: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["kind"] == kind]


def read(answer: HttpResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme", preferences={"language": "zh"}, metadata={"recent_agents": ["a1"]})


class TestTheFile:
    def test_the_first_line_says_who_and_the_last_how_much(self, profile):
        make_fact(profile, "lives in Bonn")

        first, *_others, last = exported(profile)

        assert (first["kind"], first["format"], first["end_user_id"], first["known"]) == ("profile", 1, "acme", True)
        assert first["preferences"] == {"language": "zh"}
        assert first["exported_at"] == "2026-03-10T12:00:00.000+00:00"
        assert last == {"kind": "end", "counts": {"fact": 1, "event": 1}}

    def test_a_fact_has_the_keys_of_the_document_and_everything_else(self, profile):
        said = make_message(make_session(profile, "s1"), "I live in Bonn", message_id="m1")
        make_fact(profile, "lives in Bonn", type="user_profile", evidence=(said.pk, 1_000_000), said_at=NOON)

        (line,) = of_kind(exported(profile), "fact")

        assert line["text"] == "[user_profile] lives in Bonn"
        assert {"factId", "content", "status", "updatedAt", "source"} <= line.keys()
        assert line["evidence"] == [{"session_id": "s1", "message_id": "m1"}]
        assert (line["saidAt"], line["confidence"], line["pinned"]) == ("2026-03-10T12:00:00.000+00:00", 1.0, False)

    def test_every_state_and_scope_is_there_with_its_history(self, profile):
        gone = make_fact(profile, "fears dogs")
        make_fact(profile, "likes tea", scope_id="work")
        editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=after(1))

        lines = exported(profile)

        facts = {line["content"]: (line["status"], line["scopeId"]) for line in of_kind(lines, "fact")}
        assert facts == {"fears dogs": ("deprecated", "__default__"), "likes tea": ("active", "work")}
        told = [event["to_status"] for event in of_kind(lines, "event") if event["fact_id"] == gone.fact_id]
        assert told == ["active", "deprecated"]

    def test_a_document_that_waits_is_in_it_and_stays_where_it_is(self, profile):
        profile.memory = {"facts": ["was once in Rome"]}
        profile.save()

        lines = exported(profile)

        assert [line["content"] for line in of_kind(lines, "fact")] == ["was once in Rome"]
        assert lines[0]["legacy_document"] == {"facts": ["was once in Rome"]}
        assert not Fact.objects.exists()

    def test_a_deleted_message_says_so_and_nothing_else(self, profile):
        make_message(make_session(profile), "a secret wish", deleted_at=NOON)

        (line,) = of_kind(exported(profile), "message")

        assert (line["content"], line["deleted_at"]) == ("", "2026-03-10T12:00:00.000+00:00")

    def test_no_vector_no_hash_and_no_other_person_is_in_it(self, profile):
        other = make_end_user("other")
        make_message(make_session(other), "somebody else's words")
        make_fact(other, "lives in Oslo")
        fact = make_fact(profile, "lives in Bonn")
        fact.vectors.create(profile=profile, model="m", embedding=[1.0])

        text = "".join(export.lines(acme(), profile, now=NOON))

        assert "Oslo" not in text
        assert "somebody" not in text
        assert not {"embedding", "content_hash", "vector"} & {name for line in exported(profile) for name in line}


class TestNothingIsLeftOut:
    @pytest.fixture
    def whole(self, settings: Any) -> list[dict[str, Any]]:
        settings.MEMORYHUB_LOG_CONTENT = True
        settings.MEMORYHUB_CONTEXT_MILLISECONDS = 60_000
        settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "m")
        with model_of(LIFE) as server:
            settings.MEMORYHUB_LLM_BASE_URL = server.url
            live(api_with_key(acts_for_employees=True), LIFE)
        named = Named(make_tenant().pk, identity.USER, user_id=LIFE.user_id)
        return exported(LIFE.profile, named)

    def test_every_model_that_declares_to_be_exported_is(self, whole):
        declared = {model.EXPORTED_AS for model in apps.get_models() if getattr(model, "EXPORTED_AS", "")}

        assert {line["kind"] for line in whole} == {
            "profile",
            "end",
            *(export.KINDS[name] for name in declared - {"profile"}),
        }

    def test_every_column_of_every_exported_model_is(self, whole):
        for group in export.groups():
            for model in group.models:
                names = {_wire_name(model, field) for field in model._meta.concrete_fields} - export.LEFT_OUT
                line = of_kind(whole, group.kind)[0]
                assert names <= line.keys(), group.kind

    def test_every_column_of_the_profile_and_its_names_is(self, whole):
        names = {
            field.name for model in (Profile, UserProfile, EndUserProfile) for field in model._meta.concrete_fields
        }
        renamed = {"memory": "legacy_document"}
        of_the_other_kind = {"end_user_id", "end_sub_user_id"}

        wanted = {renamed.get(name, name) for name in names - export.OF_THE_SERVICE - export.LEFT_OUT}
        assert wanted - of_the_other_kind <= whole[0].keys()

    def test_the_words_of_every_table_with_words_are_in_it(self, whole):
        told = {"fact", "held", "message", "summary", "episode", "dream", "dream_operation", "decision", "observation"}
        told |= {"global_memory_folder", "global_memory", "global_memory_version", "global_memory_binding"}
        for kind in told | {"feedback"}:
            assert LIFE.word in json.dumps(of_kind(whole, kind)), kind


def _wire_name(model: type[models.Model], field: Any) -> str:
    """Under which key a column stands in a line."""
    if field.name in export.LEFT_OUT:
        return field.name
    if isinstance(field, models.ForeignKey):
        return f"{field.name}_id"
    if model is Fact:
        first, *rest = field.name.split("_")
        by_hand = {"id": "factId", "is_pinned": "pinned"}
        return by_hand.get(field.name, first + "".join(word.capitalize() for word in rest))
    return f"{model._meta.model_name}_kind" if field.name == "kind" else field.name


class TestTheRoute:
    def test_it_is_a_stream_of_lines_in_a_file_that_names_nobody(self, profile):
        make_fact(profile, "likes 茶")

        answer = api_with_key(scopes=["admin"]).get(PATH, **ACME)

        assert (answer.status_code, answer.streaming) == (200, True)
        assert answer["Content-Type"] == "application/x-ndjson"
        assert "acme" not in answer["Content-Disposition"]
        assert answer["Content-Disposition"].startswith("attachment; ")
        assert [line["content"] for line in of_kind(read(answer), "fact")] == ["likes 茶"]

    def test_of_somebody_unknown_it_is_empty_and_nobody_is_made(self):
        first, last = read(api_with_key().get(PATH, **ACME))

        assert (first["known"], last["counts"]) == (False, {})
        assert not Profile.objects.exists()
        assert not WorkLogEntry.objects.filter(module="Export").exists()

    def test_that_somebody_else_took_it_is_seen_by_its_owner(self, profile):
        api_with_key().get(PATH, **ACME)

        entries = WorkLogEntry.objects.filter(profile_id=profile.pk).order_by("pk")
        assert [entry.module for entry in entries] == ["Export", "Admin"]

    def test_a_person_takes_their_own_by_token_and_by_session_unseen(self):
        make_issuer()
        kai = make_profile("kai")
        make_fact(kai, "likes tea")
        client = Client()
        client.force_login(make_member(profile=kai).account)

        for api in (api_with_token("kai"), Api(client=client)):
            lines = read(api.get(PATH))
            assert (lines[0]["user_id"], len(of_kind(lines, "fact"))) == ("kai", 1)
        assert set(WorkLogEntry.objects.filter(profile_id=kai.pk).values_list("module", flat=True)) == {"Export"}

    def test_a_scope_would_only_seem_to_narrow_it(self, profile):
        answer = api_with_key().get(PATH, **ACME, scope_id="work")

        assert (answer.status_code, answer.json()["code"]) == (400, "filter_unknown")


def _lasting(line: dict[str, Any]) -> tuple[Any, ...]:
    """What of a fact is the same wherever it is stored."""
    names = (
        "factId", "content", "status", "type", "slot", "scopeId", "confidence", "importance", "pinned", "supersededBy",
        "sourceRole", "saidAt", "validTo",
    )  # fmt: skip
    return tuple(line[name] for name in names)


class TestTheCommand:
    def test_it_writes_a_file_for_its_writer_alone(self, profile, tmp_path: Path):
        make_fact(profile, "lives in Bonn")
        path = tmp_path / "acme.jsonl"

        call_command("exportprofile", end_user_id="acme", output=str(path))

        assert json.loads(path.read_text().splitlines()[-1]) == {"kind": "end", "counts": {"fact": 1, "event": 1}}
        assert path.stat().st_mode & 0o777 == 0o600
        assert [one.name for one in tmp_path.iterdir()] == ["acme.jsonl"]
        assert WorkLogEntry.objects.filter(module="Export", actor="_system").exists()

    def test_what_it_writes_can_be_brought_back(self, profile, tmp_path: Path):
        make_fact(profile, "lives in Bonn", type="user_profile", said_at=NOON, is_pinned=True, confidence=0.7)
        make_fact(profile, "喜欢喝茶", scope_id="work", valid_to=after(60))
        gone = make_fact(profile, "fears dogs")
        editing.edit(profile, gone.fact_id, content="fears cats", origin=BY_OWNER, now=after(1))
        before = {_lasting(line) for line in of_kind(exported(profile), "fact")}
        path = tmp_path / "acme.jsonl"
        call_command("exportprofile", end_user_id="acme", output=str(path))
        erasure.erase(acme(), actor="x", now=NOON)

        call_command("importfacts", str(path))

        back = identity.find(acme())
        assert back is not None
        assert {_lasting(line) for line in of_kind(exported(back), "fact")} == before

    def test_it_writes_to_standard_output(self, profile, capsys):
        call_command("exportprofile", end_user_id="acme")

        assert json.loads(capsys.readouterr().out.splitlines()[0])["end_user_id"] == "acme"

    @pytest.mark.parametrize(
        "options", [{"end_user_id": "nobody"}, {"end_user_id": "acme", "tenant": "nowhere"}, {"user_id": "\0"}], ids=str
    )
    def test_it_says_what_is_wrong(self, profile, options):
        with pytest.raises(CommandError):
            call_command("exportprofile", **options)

    def test_a_folder_that_is_not_there_is_a_sentence(self, profile, tmp_path):
        with pytest.raises(CommandError, match="cannot be written"):
            call_command("exportprofile", end_user_id="acme", output=str(tmp_path / "missing" / "file"))


def test_a_long_memory_is_read_in_pages(profile, monkeypatch):
    monkeypatch.setattr(export, "PAGE", 100)
    with connection.cursor() as cursor:  # the database makes them in a second, one by one they took a minute
        cursor.execute(
            "INSERT INTO profiles_fact (profile_id, scope_id, fact_id, content, status, type, slot, source, source_role,"
            " confidence, importance, source_count, agent_id, evidence, is_pinned, superseded_by, status_at, created_at,"
            " updated_at, last_seen_at) SELECT %(profile)s, '__default__', 'f_' || to_hex(n), 'likes number ' || n || ' '"
            " || repeat('x', 200), 'active', 'user_fact', '', 'import', 'user', 1, 0.5, 1, '', '{}', false, '', %(at)s,"
            " %(at)s, %(at)s, %(at)s FROM generate_series(1, 2000) AS n",
            {"profile": profile.pk, "at": NOON},
        )
        cursor.execute(
            "INSERT INTO profiles_factevent (profile_id, fact_id, at, actor, from_status, to_status, source, reason,"
            " related_fact, message_ids) SELECT profile_id, id, %(at)s, 'x', '', 'active', 'import', '', '', '{}'"
            " FROM profiles_fact",
            {"at": NOON},
        )

    tracemalloc.start()
    lines = sum(1 for _line in export.lines(acme(), profile, now=NOON))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert lines == 4_002
    assert peak < 2_000_000  # a page of facts, not twenty pages


def test_an_observation_goes_along_without_what_the_service_counts(profile):
    Observation.objects.create(
        tenant_id=profile.tenant_id, profile_id=profile.pk, session_id="s1", question="where?", at=NOON - timedelta(1)
    )

    (line,) = of_kind(exported(profile), "observation")

    assert (line["question"], line["session_id"]) == ("where?", "s1")
    assert not {"tenant_id", "profile_id"} & line.keys()


def test_an_imported_statement_carries_its_times(profile):
    from_document = New("lives in Rome", written_at=NOON - timedelta(days=9), reason="import")
    make_fact(profile, from_document.content)

    (line,) = of_kind(exported(profile), "fact")

    assert line["createdAt"] == line["statusAt"] == line["lastSeenAt"] == "2026-03-10T12:00:00.000+00:00"
