"""The routes of where global memories lie and whom they reach: folders, tags, bindings to agents."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from globalmemory import bindings, editing, folders, listing
from globalmemory.folders import Place, Unsaid
from globalmemory.models import AgentBinding, Folder, Owner
from memoryhub.api import global_shapes as shapes
from memoryhub.api.global_memories import key_in, switch_in
from memoryhub.api.global_owner import WHOSE, WHOSE_NAMES, Whose, whose
from profiles import fields, idempotency, identity, paging
from profiles.api import LIST, ONCE
from profiles.idempotency import Done

TOP = "none"
LIST_FILTERS = WHOSE_NAMES | paging.FILTERS
BINDING_FILTERS = LIST_FILTERS | {"memory_id", "agent_id", "enabled", "deleted"}
NOTHING: paging.Page[Any] = paging.Page([])


class FoldersView(APIView):
    @extend_schema(
        operation_id="global_memory_folders_list",
        summary="List folders",
        parameters=[*WHOSE, *LIST],
        responses=shapes.FolderPage,
    )
    def get(self, request: Request) -> Response:
        """All of the tree, the newest first; `parent_id` says where each lies."""
        query = fields.query(request, known=LIST_FILTERS)
        wanted = paging.asked(query, int)
        owner = whose(request, query).known()
        if owner is None:
            return Response(NOTHING.wire([]))
        page = paging.rows(Folder.objects.of(owner).for_list_page(), wanted)
        return Response(page.wire([shapes.wire_folder(one) | {"memory_count": one.memory_count} for one in page.items]))

    @extend_schema(
        summary="Make a folder",
        parameters=[ONCE],
        request=shapes.NewFolder,
        responses={201: shapes.FolderAnswer},
    )
    def post(self, request: Request) -> Response:
        data = fields.body(request)
        of, wanted = whose(request, data), fields.checked(shapes.NewFolder, data)

        def effect() -> Done:
            with transaction.atomic():  # the person, if new, and the folder, or neither
                folder = folders.create(wanted["name"], wanted["parent_id"], hand=of.hand_of_new())
            return Done(201, shapes.wire_folder(folder), of.person, folder.profile_id)

        return idempotency.once(request, effect)


class FolderView(APIView):
    @extend_schema(summary="Rename or move a folder", request=shapes.FolderChange, responses=shapes.FolderAnswer)
    def patch(self, request: Request, folder_id: int) -> Response:
        """With all that is in it. Into itself or one of its own folders it cannot go (409)."""
        data = fields.body(request)
        of, wanted = whose(request, data), fields.checked(shapes.FolderChange, data)
        parent_id = wanted.get("parent_id", Unsaid.UNSAID)
        folder = folders.edit(folder_id, hand=of.hand(), name=wanted.get("name"), parent_id=parent_id)
        return Response(shapes.wire_folder(folder))

    @extend_schema(
        summary="Delete a folder",
        parameters=[
            *WHOSE,
            OpenApiParameter(
                "move_to", str, description="Where its contents go: the id of a folder, or none: the top."
            ),
        ],
        responses={200: shapes.FolderGone},
    )
    def delete(self, request: Request, folder_id: int) -> Response:
        """For good. Unless `move_to` is named, only an empty folder goes (409); deleted memories do not keep it."""
        query = fields.query(request, known=WHOSE_NAMES | {"move_to"})
        move_to: Place | Unsaid = Unsaid.UNSAID
        if "move_to" in query:
            move_to = None if query["move_to"] == TOP else key_in(query, "move_to")
        memories, inner = folders.delete(folder_id, hand=whose(request, query).hand(), move_to=move_to)
        return Response({"id": folder_id, "moved_memories": memories, "moved_folders": inner})


class TagsView(APIView):
    @extend_schema(
        operation_id="global_memory_tags_list",
        summary="List tags",
        parameters=[*WHOSE, *LIST],
        responses=shapes.TagPage,
    )
    def get(self, request: Request) -> Response:
        """Those of undeleted memories, in the order of their characters, and how many memories have each."""
        query = fields.query(request, known=LIST_FILTERS)
        wanted = paging.asked(query, str)
        owner = whose(request, query).known()
        ahead = listing.tags(owner, after=wanted.after or "", limit=wanted.limit + 1) if owner else []
        page = paging.cut(ahead, wanted.limit, lambda one: one[0])
        return Response(page.wire([{"tag": tag, "memory_count": count} for tag, count in page.items]))


class BindingsView(APIView):
    @extend_schema(
        operation_id="global_memory_bindings_list",
        summary="List bindings to agents",
        parameters=[
            *WHOSE,
            *LIST,
            OpenApiParameter("memory_id", int),
            OpenApiParameter("agent_id", str),
            OpenApiParameter("enabled", bool),
            OpenApiParameter("deleted", bool, default=False, description="The deleted ones instead of the others."),
        ],
        responses=shapes.BindingPage,
    )
    def get(self, request: Request) -> Response:
        """The newest first; without those of deleted memories."""
        query = fields.query(request, known=BINDING_FILTERS)
        wanted = paging.asked(query, int)
        agent_id = identity.identifier(query.get("agent_id"), field="agent_id") or ""
        narrowed = _narrowed(query, agent_id)
        of = whose(request, query, agent_id=agent_id)
        owner = of.known()
        if owner is None:
            return Response(NOTHING.wire([]))
        rows = AgentBinding.objects.of(owner)
        rows = rows.exclude(deleted_at=None) if switch_in(query, "deleted") else rows.live()
        if of.caller.key and of.caller.key.agents:
            rows = rows.filter(agent_id__in=of.caller.key.agents)
        page = paging.rows(rows.filter(**narrowed), wanted)
        return Response(page.wire([shapes.wire_binding(one) for one in page.items]))

    @extend_schema(
        summary="Bind a global memory to an agent",
        parameters=[ONCE],
        request=shapes.NewBinding,
        responses={200: shapes.BindingAnswer, 201: shapes.BindingAnswer},
    )
    def post(self, request: Request) -> Response:
        """A memory that is bound to the agent already is answered (200) as it is bound: there is never a second one."""
        data = fields.body(request)
        wanted = fields.checked(shapes.NewBinding, data)
        of = whose(request, data, agent_id=wanted["agent_id"])

        def effect() -> Done:
            binding, is_new = editing.bind(
                wanted["memory_id"], wanted["agent_id"], hand=of.hand(), is_enabled=wanted["enabled"]
            )
            return Done(201 if is_new else 200, shapes.wire_binding(binding), of.person, binding.profile_id)

        return idempotency.once(request, effect)


class BindingView(APIView):
    @extend_schema(summary="Switch a binding", request=shapes.BindingChange, responses=shapes.BindingAnswer)
    def patch(self, request: Request, binding_id: int) -> Response:
        data = fields.body(request)
        of, wanted = whose(request, data), fields.checked(shapes.BindingChange, data)
        hand = of.hand()
        _check_agent(of, hand.owner, binding_id)
        return Response(shapes.wire_binding(bindings.switch(binding_id, is_enabled=wanted["enabled"], hand=hand)))

    @extend_schema(summary="Unbind a global memory", parameters=WHOSE, responses={200: shapes.BindingAnswer})
    def delete(self, request: Request, binding_id: int) -> Response:
        """The agent is not told it any more. A second time answers the same; bound again, it is the same binding."""
        of = whose(request, fields.query(request))
        hand = of.hand()
        _check_agent(of, hand.owner, binding_id)
        return Response(shapes.wire_binding(bindings.unbind(binding_id, hand=hand)))


def _narrowed(query: dict[str, str], agent_id: str) -> dict[str, Any]:
    wanted = {
        "global_memory": key_in(query, "memory_id"),
        "agent_id": agent_id or None,
        "is_enabled": switch_in(query, "enabled"),
    }
    return {name: value for name, value in wanted.items() if value is not None}


def _check_agent(of: Whose, owner: Owner, binding_id: int) -> None:
    """Raise NotFound for a binding to an agent that the key is not for; whose agent it is never changes."""
    identity.check_agent(of.caller, bindings.find(owner, binding_id).agent_id)
