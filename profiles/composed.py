"""Statements that Django composes once, for all the values that they are asked with: composing costs more than asking."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)

# Stand-ins for values, told apart from all that a statement holds itself.
_NUMBER, _WORD, _MOMENT = 4_611_686_018_427_000_000, "\ue000{}\ue000", datetime(9999, 1, 1, tzinfo=UTC)
# A shape more is no harm, thousands would be: nothing that people send may be part of one.
_MOST_SHAPES = 256


class NotComposable(Exception):
    """A value is none that can be filled in, or not among the parameters of its statement: it decided what that is."""


@dataclass(frozen=True)
class _Form:
    """A statement as it was composed; each parameter is a constant, or the place of a value. `converters` are those of the
    columns that are not read as the database gives them."""

    sql: str
    params: tuple[tuple[int | None, Any], ...]
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]

    def filled(self, values: Sequence[Any]) -> list[Any]:
        return [constant if place is None else values[place] for place, constant in self.params]

    def read(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        values = list(row)
        for place, (converters, expression) in self.converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, connection)
        return tuple(values)


class Composed:
    """A queryset that is composed at its first use, and again only for other shapes.

    `build` is given the fixed arguments as they are, and by name the values: numbers, texts, times, and lists of these. They
    may only be compared with; what decides on the statement is fixed, and part of its shape, as a list's length is.
    """

    def __init__(self, build: Callable[..., "models.QuerySet[Any, Any]"]) -> None:
        self._build = build
        self._forms: dict[Hashable, _Form] = {}

    def rows(self, *fixed: Hashable, **values: Any) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(*self.statement(*fixed, **values))
            found: list[tuple[Any, ...]] = cursor.fetchall()
        form = self._form(fixed, values)
        return [form.read(row) for row in found] if form.converters else found

    def statement(self, *fixed: Hashable, **values: Any) -> tuple[str, list[Any]]:
        """Its text and parameters, to be part of a larger one; nothing of what it brings is converted."""
        form = self._form(fixed, values)
        return form.sql, form.filled(list(_flat(values.values())))

    def _form(self, fixed: tuple[Hashable, ...], values: dict[str, Any]) -> _Form:
        shape = (fixed, *((name, _shape(value)) for name, value in values.items()))
        form = self._forms.get(shape)
        if form is None:
            if len(self._forms) >= _MOST_SHAPES:
                self._forms.clear()
            form = self._forms[shape] = _composed(self._build, fixed, values)
        return form


class ComposedRows(Composed, Generic[Row]):
    """The same for rows of a model, of which only some columns are read; the others follow when they are asked for."""

    def __init__(
        self, model: type[Row], columns: Sequence[str], build: Callable[..., "models.QuerySet[Row, Any]"]
    ) -> None:
        # A row takes its columns in the order of the model.
        ordered = tuple(field.attname for field in model._meta.concrete_fields if field.attname in columns)
        super().__init__(lambda *fixed, **values: build(*fixed, **values).values_list(*ordered))
        self._model, self._columns = model, ordered

    def objects(self, *fixed: Hashable, **values: Any) -> list[Row]:
        return [self._model.from_db(connection.alias, self._columns, row) for row in self.rows(*fixed, **values)]


def _composed(
    build: Callable[..., "models.QuerySet[Any, Any]"], fixed: tuple[Hashable, ...], values: dict[str, Any]
) -> _Form:
    numbers = iter(range(_MOST_SHAPES * 16))
    stand_ins = {name: _stand_in(value, numbers) for name, value in values.items()}
    places = {stand_in: place for place, stand_in in enumerate(_flat(stand_ins.values()))}
    compiler = build(*fixed, **stand_ins).query.get_compiler(connection.alias)
    sql, params = compiler.as_sql()
    found = tuple((places.get(param) if isinstance(param, Hashable) else None, param) for param in params)
    if missing := set(places.values()) - {place for place, _ in found}:
        raise NotComposable(f"{len(missing)} of the values of {list(values)}")
    return _Form(sql, found, compiler.get_converters([column for column, _, _ in compiler.select]))


def _shape(value: Any) -> Hashable:
    return len(value) if isinstance(value, (list, tuple)) else None


def _stand_in(value: Any, numbers: Iterator[int]) -> Any:
    if isinstance(value, (list, tuple)):
        return [_stand_in(one, numbers) for one in value]
    number = next(numbers)
    if isinstance(value, int):
        return _NUMBER + number
    if isinstance(value, datetime):
        return _MOMENT + timedelta(seconds=number)
    if isinstance(value, str):
        return _WORD.format(number)
    raise NotComposable(f"a value of {type(value)}")


def _flat(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        else:
            yield value
