"""The admin under rights by membership: which rows somebody sees, and what of them.

An operator sees ids, types, lengths, scores and figures. An administrator also sees contents, one row at a time, and
each look at what is somebody else's is on record. Nobody sees rows of another tenant.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import models
from django.forms import Field as FormField
from django.http import HttpRequest, HttpResponse
from django.utils import formats, timezone
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from observability import looks
from observability.labels import LABELS

NOTHING = "–"
Cell = Callable[[models.Model], Any]
Words = Mapping[str, object]

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic for the type checker alone


@dataclass(frozen=True)
class Viewer:
    """Who looks. `tenant_id` None: a superuser without a membership, who sees the figures of every tenant."""

    actor: str
    tenant_id: int | None
    sees_contents: bool = False
    is_superuser: bool = False
    profile_id: int | None = None


def set_viewer(request: HttpRequest, viewer: Viewer | None) -> None:
    request.viewer = viewer  # type: ignore[attr-defined]


def viewer_of(request: HttpRequest) -> Viewer:
    """Who looks, as the site found out. Raises PermissionDenied when it let nobody in."""
    viewer = getattr(request, "viewer", None)
    if not isinstance(viewer, Viewer):
        raise PermissionDenied
    return viewer


class Guarded(ModelAdmin):
    """Rows to look at. Nothing is added, changed or deleted here.

    `tenant_path` leads from a row to its tenant, '' for what belongs to the installation (superusers only).
    `columns` stand in the list; `contents` are what operators never see; `never_shown` nobody does. `words` are what
    people call the values of a column; `shown_by` names what a foreign key shows of its row instead of its key. A look is
    on record with the owner, whom `profile_attribute` names, and with those whom `tells_of` names.
    """

    tenant_path = "profile__tenant"
    columns: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    never_shown: tuple[str, ...] = ()
    words: Mapping[str, Words] = MappingProxyType({})
    shown_by: Mapping[str, str] = MappingProxyType({})
    profile_attribute = "profile_id"
    tells_of: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    show_full_result_count = False
    ordering = ("-pk",)

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        fields = {field.name: field for field in model._meta.concrete_fields}
        self.cells = {name: self._cell_of(field) for name, field in fields.items()}
        self.length_cells = {name: _length_cell(fields[name]) for name in self.contents}

    def _cell_of(self, field: "models.Field[Any, Any]") -> Cell:
        if field.name in self.shown_by:
            return _related_cell(field, self.shown_by[field.name])
        return _cell(field, self.words.get(field.name, {}))

    # --- rights ------------------------------------------------------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.tenant_path) or viewer_of(request).is_superuser

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        rows = super().get_queryset(request)
        tenant_id = viewer_of(request).tenant_id
        if not self.tenant_path or tenant_id is None:
            return rows
        return rows.filter(**{self.tenant_path: tenant_id})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the offered filters: a free one (`?content__startswith=`) would tell contents letter by letter."""
        return lookup.partition("__")[0] in self.list_filter

    # --- what is shown -----------------------------------------------------------------------------------------

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Never contents: a list would be a look at many people's at once."""
        return [self.cells[name] for name in self.columns] + list(self.length_cells.values())

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [(name, _WordedFilter if name in self.words else _labelled_filter) for name in self.list_filter]

    def get_list_select_related(self, request: HttpRequest) -> tuple[str, ...]:
        return tuple(self.shown_by)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        hidden = {*self.never_shown, *(() if viewer_of(request).sees_contents else self.contents)}
        lengths = [cell for name, cell in self.length_cells.items() if name in hidden]
        return [cell for name, cell in self.cells.items() if name not in hidden] + lengths

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.get_fields(request, obj)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One row. What an administrator looks at of somebody else's is on record before it is shown."""
        viewer = viewer_of(request)
        if viewer.sees_contents and self.contents:
            self._record_look(request, viewer, object_id)
        return super().change_view(request, object_id, form_url, extra_context)

    def _record_look(self, request: HttpRequest, viewer: Viewer, object_id: str) -> None:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            return
        owners = [getattr(row, name, None) for name in (self.profile_attribute, *self.tells_of)]
        looks.record_all(
            tenant_id=viewer.tenant_id or 0,
            actor=viewer.actor,
            model=str(self.opts.model_name),
            rows=[(owner, row.pk) for owner in owners if owner not in {None, viewer.profile_id}],
        )


class Kept(Guarded):
    """Rows that the administrators of a tenant keep; others look at them. `editable` are the fields of the form."""

    tenant_path = "tenant"
    editable: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may_keep(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may_keep(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        if not self._may_keep(request):
            return super().get_fields(request, obj)
        others = [] if obj is None else [self.cells[name] for name in self.cells if name not in self._in_form()]
        return [*self.editable, *others]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [field for field in self.get_fields(request, obj) if callable(field)]

    def formfield_for_foreignkey(self, db_field: "models.ForeignKey[Any]", request: HttpRequest, **kwargs: Any) -> Any:
        """Offer only what belongs to the tenant of the one who chooses."""
        kwargs["queryset"] = self.choices_of(db_field, viewer_of(request))
        if db_field.name == "tenant":
            kwargs |= {"initial": viewer_of(request).tenant_id, "empty_label": None}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(
        self, db_field: "models.Field[Any, Any]", request: Any, **kwargs: Any
    ) -> FormField | None:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.label = capfirst(str(_label(db_field)))
        return field

    def choices_of(self, db_field: "models.ForeignKey[Any]", viewer: Viewer) -> models.QuerySet[Any]:
        """The rows that may be chosen for a foreign key."""
        related: type[models.Model] = db_field.remote_field.model
        rows = related._default_manager.all()
        if viewer.tenant_id is None:
            return rows
        return rows.filter(**({"pk": viewer.tenant_id} if db_field.name == "tenant" else {"tenant": viewer.tenant_id}))

    def _in_form(self) -> set[str]:
        return {*self.editable, *self.never_shown}

    def _may_keep(self, request: HttpRequest) -> bool:
        viewer = viewer_of(request)
        return viewer.is_superuser or (viewer.sees_contents and bool(self.tenant_path))


def _label(field: "models.Field[Any, Any]") -> object:
    """What people call a column, in the language of whoever reads it later."""
    return LABELS.get(field.name, field.verbose_name)


def _labelled_filter(field: "models.Field[Any, Any]", *args: Any, **kwargs: Any) -> admin.FieldListFilter:
    """The stock filter of a column under the name that people know the column by."""
    made = admin.FieldListFilter.create(field, *args, **kwargs)
    made.title = str(_label(field))
    return made


class _WordedFilter(admin.ChoicesFieldListFilter):
    """The stock filter of a column with choices, with column and choices under the names that people know them by."""

    def __init__(
        self,
        field: "models.Field[Any, Any]",
        request: HttpRequest,
        params: dict[str, Any],
        model: type[models.Model],
        model_admin: Guarded,
        field_path: str,
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        self.title = str(_label(field))
        self.words = model_admin.words[field.name]

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": self.words.get(str(choice["display"]), choice["display"])}


def _cell(field: "models.Field[Any, Any]", words: Words) -> Cell:
    """A column as it is shown: a foreign key by its id, so that a list costs no query per row."""

    def shown(row: models.Model) -> Any:
        value = getattr(row, field.attname)
        if isinstance(value, datetime):
            return formats.date_format(timezone.localtime(value), "DATETIME_FORMAT")
        if value is None and not isinstance(field, models.BooleanField):
            return NOTHING
        return words.get(value, value) if words else value

    return _described(shown, field, _label(field), order=field.name)


def _related_cell(field: "models.Field[Any, Any]", attribute: str) -> Cell:
    """A foreign key, shown by what people know the other row by."""

    def shown(row: models.Model) -> Any:
        return getattr(getattr(row, field.name), attribute, NOTHING)

    return _described(shown, field, _label(field), order=field.name)


def _length_cell(field: "models.Field[Any, Any]") -> Cell:
    """How much stands in a column, in place of what stands there."""

    def shown(row: models.Model) -> int:
        value = getattr(row, field.attname)
        return len(value) if isinstance(value, str | list | dict) else 0

    return _described(shown, None, format_lazy(_("length of {name}"), name=_label(field)), order="")


def _described(cell: Cell, field: "models.Field[Any, Any] | None", label: object, *, order: str) -> Cell:
    cell.__name__ = order or "length"
    vars(cell)["short_description"] = label
    vars(cell)["boolean"] = isinstance(field, models.BooleanField)
    if order:
        vars(cell)["admin_order_field"] = order
    return cell
