"""The routes of global memories: written, found, changed one by one or many at once, tried on a question."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from engine.text import normal
from globalmemory import bulk, editing, listing, recall, trial
from globalmemory.bulk import Deed, Outcome
from globalmemory.folders import Unsaid
from globalmemory.listing import Filters
from globalmemory.models import GlobalMemory
from memoryhub.api import global_shapes as shapes
from memoryhub.api.global_owner import WHOSE, WHOSE_NAMES, whose
from profiles import fields, idempotency, identity, paging
from profiles.api import LIST, ONCE
from profiles.idempotency import Done

FILTERS = WHOSE_NAMES | paging.FILTERS | {"folder", "tag", "agent_id", "enabled", "deleted", "q"}
NO_FOLDER = "none"
MOST_WORDS = 10
ETAG = OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200], description="Of what was read.")
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag that was read: 412 when it has changed since."
)
# What of a memory can be written, and in which column it stands.
COLUMNS = {
    name: name
    for name in (
        "name", "folder_id", "tags", "preferred_language", "answer_style", "long_term_goal", "constraints", "content",
    )
} | {"profile": "background", "enabled": "is_enabled"}  # fmt: skip


class MemoriesView(APIView):
    @extend_schema(
        operation_id="global_memories_list",
        summary="List global memories",
        parameters=[
            *WHOSE,
            *LIST,
            OpenApiParameter("folder", str, description="The id of a folder, or none: what lies in no folder."),
            OpenApiParameter("tag", str, description="Those with exactly this tag."),
            OpenApiParameter("agent_id", str, description="Those bound to this agent, whether switched on or off."),
            OpenApiParameter("enabled", bool),
            OpenApiParameter("deleted", bool, default=False, description="The deleted ones instead of the others."),
            OpenApiParameter("q", str, description="Words that must all stand somewhere in it, large or small."),
        ],
        responses=shapes.GlobalMemoryPage,
    )
    def get(self, request: Request) -> Response:
        """The newest first."""
        query = fields.query(request, known=FILTERS)
        wanted, filters = paging.asked(query, int), _filters(query)
        owner = whose(request, query, agent_id=filters.agent_id).known()
        if owner is None:
            return Response(paging.Page[Any]([]).wire([]))
        page = paging.rows(listing.memories(owner, filters), wanted)
        return Response(page.wire([shapes.wire_memory(memory) for memory in page.items]))

    @extend_schema(
        summary="Write a global memory",
        parameters=[ONCE],
        request=shapes.NewGlobalMemory,
        responses={201: shapes.GlobalMemoryAnswer},
    )
    def post(self, request: Request) -> Response:
        """It reaches no agent until it is bound to one."""
        data = fields.body(request)
        of, wanted = whose(request, data), columns(fields.checked(shapes.NewGlobalMemory, data))

        def effect() -> Done:
            with transaction.atomic():  # the person, if new, and the memory, or neither
                memory = editing.create(wanted, hand=of.hand_of_new())
            return Done(201, shapes.wire_memory(memory), of.person, memory.profile_id)

        return idempotency.once(request, effect)


class MemoryView(APIView):
    @extend_schema(summary="Read a global memory", parameters=[*WHOSE, ETAG], responses=shapes.GlobalMemoryAnswer)
    def get(self, request: Request, memory_id: int) -> Response:
        """Also one that is deleted: `deleted_at` says so."""
        return _answer(editing.find(whose(request, fields.query(request)).hand().owner, memory_id))

    @extend_schema(
        summary="Change or move a global memory",
        parameters=[IF_MATCH, ETAG],
        request=shapes.GlobalMemoryChange,
        responses=shapes.GlobalMemoryAnswer,
    )
    def patch(self, request: Request, memory_id: int) -> Response:
        """Other texts make another version, which is found by its tags and words until it is embedded anew."""
        data = fields.body(request)
        of, wanted = whose(request, data), fields.checked(shapes.GlobalMemoryChange, data)
        memory = editing.edit(
            memory_id, columns(wanted), hand=of.hand(), etags=_if_match(request), version=wanted.get("version")
        )
        return _answer(memory)

    @extend_schema(summary="Delete a global memory", parameters=WHOSE, responses={200: shapes.GlobalMemoryAnswer})
    def delete(self, request: Request, memory_id: int) -> Response:
        """It is in no recall any more and can be restored. A second time answers the same."""
        return _answer(editing.delete(memory_id, hand=whose(request, fields.query(request)).hand()))


class RestoreView(APIView):
    @extend_schema(summary="Restore a deleted global memory", request=shapes.Whom, responses=shapes.GlobalMemoryAnswer)
    def post(self, request: Request, memory_id: int) -> Response:
        """With its bindings. A second time answers the same."""
        return _answer(editing.restore(memory_id, hand=whose(request, fields.body(request)).hand()))


class CopyView(APIView):
    @extend_schema(
        summary="Copy a global memory",
        parameters=[ONCE],
        request=shapes.CopyShape,
        responses={201: shapes.GlobalMemoryAnswer},
    )
    def post(self, request: Request, memory_id: int) -> Response:
        """The same texts, tags and switch; bound to nobody."""
        data = fields.body(request)
        of, wanted = whose(request, data), columns(fields.checked(shapes.CopyShape, data))

        def effect() -> Done:
            memory = editing.copy(memory_id, hand=of.hand(), **wanted)
            return Done(201, shapes.wire_memory(memory), of.person, memory.profile_id)

        return idempotency.once(request, effect)


class BulkView(APIView):
    @extend_schema(
        summary="Change many global memories at once",
        parameters=[ONCE],
        request=shapes.BulkShape,
        responses=shapes.BulkAnswer,
    )
    def post(self, request: Request) -> Response:
        """What can be done is done, in one transaction; each memory answers for itself, in the order asked."""
        data = fields.body(request)
        wanted = fields.checked(shapes.BulkShape, data)
        deed = _deed(wanted)
        of = whose(request, data, agent_id=deed.agent_id)

        def effect() -> Done:
            outcomes = bulk.carry_out(deed, wanted["ids"], hand=of.hand())
            return Done(200, {"results": [_wire_outcome(one) for one in outcomes]}, of.person)

        return idempotency.once(request, effect)


class TryView(APIView):
    @extend_schema(summary="Try a question out", request=shapes.TryShape, responses=shapes.TryAnswer)
    def post(self, request: Request) -> Response:
        """Which memories an agent would be told for it, and why each of the others would not be."""
        data = fields.body(request)
        asked = fields.checked(shapes.TryShape, data)
        of = whose(request, data, agent_id=asked["agent_id"])
        tried = trial.try_out(of.caller.tenant, of.known(), agent_id=asked["agent_id"], question=asked["question"])
        candidates = [_wire_tried(one) for one in tried.recalled.considered]
        return Response({"mode": tried.recalled.mode, "key_words": list(tried.key_words), "candidates": candidates})


def columns(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What was said of a memory, by the columns it goes into."""
    return {column: wanted[name] for name, column in COLUMNS.items() if name in wanted}


def key_in(query: Mapping[str, str], name: str) -> int | None:
    """The id that a query names, None when it names none. Raises Refused (`field_invalid`)."""
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 19 and 1 <= int(text) <= shapes.LARGEST_KEY):
        raise Refused(f"{name} must be the id of one.", code="field_invalid", field=name)
    return int(text)


def switch_in(query: Mapping[str, str], name: str) -> bool | None:
    """What a query says with true or false, None when it says nothing. Raises Refused (`field_invalid`)."""
    text = query.get(name)
    if text not in (None, "true", "false"):
        raise Refused(f"{name} must be true or false.", code="field_invalid", field=name)
    return None if text is None else text == "true"


def _filters(query: Mapping[str, str]) -> Filters:
    is_top = query.get("folder") == NO_FOLDER
    folder = None if is_top else key_in(query, "folder")
    return Filters(
        folder=Unsaid.UNSAID if folder is None and not is_top else folder,
        tag=normal.single_line(query.get("tag", "")),
        agent_id=identity.identifier(query.get("agent_id"), field="agent_id") or "",
        is_enabled=switch_in(query, "enabled"),
        is_deleted=switch_in(query, "deleted") or False,
        words=_words(query.get("q")),
    )


def _words(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    words = tuple(dict.fromkeys(normal.clean(text).split()))
    if not words:
        raise Refused("q must have at least one word.", code="query_blank", field="q")
    if len(words) > MOST_WORDS:
        raise Refused(f"q may have at most {MOST_WORDS} words.", code="field_invalid", field="q")
    return words


def _if_match(request: Request) -> list[str]:
    header = request.headers.get("If-Match", "")
    return [tag.strip() for tag in header.split(",") if tag.strip()]


def _answer(memory: GlobalMemory) -> Response:
    return Response(shapes.wire_memory(memory), headers={"ETag": memory.etag})


def _deed(wanted: Mapping[str, Any]) -> Deed:
    action, agent_id = wanted["action"], wanted.get("agent_id", "")
    if action in {"bind", "unbind"} and not agent_id:
        raise Refused(f"Say from which agent to {action}, or to which.", code="field_missing", field="agent_id")
    if action in {"delete", "restore", "move"} and agent_id:
        raise Refused(
            f"To {action} is for the memory as a whole: leave agent_id out.", code="field_invalid", field="agent_id"
        )
    if (action == "move") != ("folder_id" in wanted):
        code = "field_missing" if action == "move" else "field_invalid"
        raise Refused(
            "folder_id goes with move, and move with folder_id (null: the top).", code=code, field="folder_id"
        )
    return Deed(action, agent_id, wanted.get("folder_id"))


def _wire_outcome(one: Outcome) -> dict[str, Any]:
    return {
        "id": one.key,
        "outcome": one.outcome,
        "code": one.refusal.code if one.refusal else None,
        "detail": str(one.refusal.sentence) if one.refusal else None,
    }


def _wire_tried(one: recall.Considered) -> dict[str, Any]:
    return {
        "id": one.memory.pk,
        "owner": shapes.owner_name(one.memory),
        "name": one.memory.name,
        "recalled": one.is_recalled,
        "mandatory": one.memory.is_mandatory,
        "why": one.why,
        "score": one.score,
        "similarity": None if one.similarity is None else round(one.similarity, 4),
        "tags": list(one.tags),
    }
