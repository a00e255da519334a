"""What requests about global memories hold, and what they are answered."""

from typing import Any

from rest_framework import serializers

from globalmemory import bulk, scoring
from globalmemory.models import AgentBinding, Folder, GlobalMemory
from memoryhub.api.global_owner import PERSON, TENANT
from memoryhub.api.serializers import moment
from profiles.fields import Identifier, Identity, Scope, Switch, Text, Whole

LARGEST_KEY = 2**63 - 1
MOST_AT_ONCE = 200


def _key(**options: Any) -> Whole:
    return Whole(min_value=1, max_value=LARGEST_KEY, **options)


def _text() -> Text:
    return Text(required=False, allow_blank=True)


class Whom(Identity, Scope):
    """Whose it is: a person, or with `owner` tenant everybody's of the tenant, kept by its administrators."""

    owner = serializers.ChoiceField(choices=[PERSON, TENANT], default=PERSON)


class GlobalMemoryChange(Whom):
    """What is named is replaced, what is not named stays. `folder_id` null is the top. `version` is what you have read."""

    name = Text(required=False)
    folder_id = _key(required=False, allow_null=True)
    tags = serializers.ListField(child=Text(allow_blank=True), required=False)
    profile = _text()
    preferred_language = _text()
    answer_style = _text()
    long_term_goal = _text()
    constraints = _text()
    content = _text()
    enabled = Switch(required=False)
    version = Whole(required=False, min_value=1, max_value=2**31 - 1)


class NewGlobalMemory(GlobalMemoryChange):
    name = Text()
    version = None  # type: ignore[assignment]  # DRF takes it out: nothing new has been read


class CopyShape(Whom):
    """`name` left out: that of the original; `folder_id` left out: beside it."""

    name = Text(required=False)
    folder_id = _key(required=False, allow_null=True)


class NewFolder(Whom):
    name = Text()
    parent_id = _key(required=False, allow_null=True, default=None)


class FolderChange(Whom):
    """`parent_id` null is the top."""

    name = Text(required=False)
    parent_id = _key(required=False, allow_null=True)


class NewBinding(Whom):
    memory_id = _key()
    agent_id = Identifier()
    enabled = Switch(default=True)


class BindingChange(Whom):
    enabled = Switch()


class BulkShape(Whom):
    """`agent_id` for bind and unbind; with enable and disable it turns the bindings' switches. `folder_id` for move."""

    action = serializers.ChoiceField(choices=bulk.ACTIONS)
    ids = serializers.ListField(child=_key(), min_length=1, max_length=MOST_AT_ONCE)
    agent_id = Identifier(required=False)
    folder_id = _key(required=False, allow_null=True)


class TryShape(Whom):
    agent_id = Identifier()
    question = Text(allow_blank=True)


class _Stamps(serializers.Serializer[Any]):
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField()
    updated_at = serializers.DateTimeField()
    updated_by = serializers.CharField()


class GlobalMemoryAnswer(_Stamps):
    """`mandatory`: it stands in every context of its agents, because `profile` or `long_term_goal` is filled."""

    id = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=[PERSON, TENANT])
    name = serializers.CharField()
    folder_id = serializers.IntegerField(allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    profile = serializers.CharField(allow_blank=True)
    preferred_language = serializers.CharField(allow_blank=True)
    answer_style = serializers.CharField(allow_blank=True)
    long_term_goal = serializers.CharField(allow_blank=True)
    constraints = serializers.CharField(allow_blank=True)
    content = serializers.CharField(allow_blank=True)
    enabled = serializers.BooleanField()
    mandatory = serializers.BooleanField()
    version = serializers.IntegerField()
    deleted_at = serializers.DateTimeField(allow_null=True)


class GlobalMemoryPage(serializers.Serializer[Any]):
    items = GlobalMemoryAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class FolderAnswer(_Stamps):
    id = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=[PERSON, TENANT])
    name = serializers.CharField()
    parent_id = serializers.IntegerField(allow_null=True)


class ListedFolder(FolderAnswer):
    """`memory_count`: undeleted memories that lie in it directly."""

    memory_count = serializers.IntegerField()


class FolderPage(serializers.Serializer[Any]):
    items = ListedFolder(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class FolderGone(serializers.Serializer[Any]):
    """What lay in it directly, deleted memories too, and lies elsewhere now."""

    id = serializers.IntegerField()
    moved_memories = serializers.IntegerField()
    moved_folders = serializers.IntegerField()


class TagAnswer(serializers.Serializer[Any]):
    tag = serializers.CharField()
    memory_count = serializers.IntegerField()


class TagPage(serializers.Serializer[Any]):
    items = TagAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class BindingAnswer(_Stamps):
    id = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=[PERSON, TENANT])
    memory_id = serializers.IntegerField()
    agent_id = serializers.CharField()
    enabled = serializers.BooleanField()
    deleted_at = serializers.DateTimeField(allow_null=True)


class BindingPage(serializers.Serializer[Any]):
    items = BindingAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class BulkItem(serializers.Serializer[Any]):
    """`code` and `detail` say why a memory was refused."""

    id = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=[bulk.DONE, bulk.UNCHANGED, bulk.REFUSED])
    code = serializers.CharField(allow_null=True)
    detail = serializers.CharField(allow_null=True)


class BulkAnswer(serializers.Serializer[Any]):
    results = BulkItem(many=True)


class TriedMemory(serializers.Serializer[Any]):
    """`score` decided, null where it comes anyway; `similarity` is that of the vectors, null where none were compared;
    `tags` are those that the question names."""

    id = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=[PERSON, TENANT])
    name = serializers.CharField()
    recalled = serializers.BooleanField()
    mandatory = serializers.BooleanField()
    why = serializers.CharField()
    score = serializers.FloatField(allow_null=True)
    similarity = serializers.FloatField(allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())


class TryAnswer(serializers.Serializer[Any]):
    """All candidates, those that would be recalled first, in the order in which they would be told."""

    mode = serializers.ChoiceField(
        choices=[scoring.NONE, scoring.MINIMAL, scoring.LIGHTWEIGHT, scoring.FULL, scoring.FULL_WITHOUT_VECTORS]
    )
    key_words = serializers.ListField(child=serializers.CharField())
    candidates = TriedMemory(many=True)


def owner_name(row: GlobalMemory | Folder | AgentBinding) -> str:
    return TENANT if row.profile_id is None else PERSON


def wire_memory(memory: GlobalMemory) -> dict[str, Any]:
    return {
        "id": memory.pk,
        "owner": owner_name(memory),
        "name": memory.name,
        "folder_id": memory.folder_id,
        "tags": memory.tags,
        "profile": memory.background,
        "preferred_language": memory.preferred_language,
        "answer_style": memory.answer_style,
        "long_term_goal": memory.long_term_goal,
        "constraints": memory.constraints,
        "content": memory.content,
        "enabled": memory.is_enabled,
        "mandatory": memory.is_mandatory,
        "version": memory.version,
        "deleted_at": moment(memory.deleted_at),
        **_stamps(memory),
    }


def wire_folder(folder: Folder) -> dict[str, Any]:
    return {
        "id": folder.pk,
        "owner": owner_name(folder),
        "name": folder.name,
        "parent_id": folder.parent_id,
        **_stamps(folder),
    }


def wire_binding(binding: AgentBinding) -> dict[str, Any]:
    return {
        "id": binding.pk,
        "owner": owner_name(binding),
        "memory_id": binding.global_memory_id,
        "agent_id": binding.agent_id,
        "enabled": binding.is_enabled,
        "deleted_at": moment(binding.deleted_at),
        **_stamps(binding),
    }


def _stamps(row: GlobalMemory | Folder | AgentBinding) -> dict[str, Any]:
    return {
        "created_at": moment(row.created_at),
        "created_by": row.created_by,
        "updated_at": moment(row.updated_at),
        "updated_by": row.updated_by,
    }
