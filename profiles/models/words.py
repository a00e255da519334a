"""The column of the words that a row is found by: filled as the row is written, never read back."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection, models
from django.utils import timezone

# Rows of one statement of the migration.
OLD_ROWS = 1_000

if TYPE_CHECKING:
    _Field = models.Field[Any, Any]
    _Lookup = models.Lookup[bool]
else:
    _Field, _Lookup = models.Field, models.Lookup


class WordsField(_Field):
    """A tsvector of lexemes without positions, taken from the row's own `lexemes()` whenever the row is written.

    NULL only in rows from before the column, until the migration has come to them. Reading it gives None: the words are
    there for the database to compare, and would be carried along with every row otherwise.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["null"] = True
        kwargs["editable"] = False
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["null"], kwargs["editable"]
        return name, path, args, kwargs

    def db_type(self, connection: Any) -> str:
        return "tsvector"

    def select_format(self, compiler: Any, sql: str, params: Any) -> tuple[str, Any]:
        return "NULL::text", ()

    def get_placeholder(self, value: Any, compiler: Any, connection: Any) -> str:
        return "%s::tsvector"

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else literal(value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        given = getattr(model_instance, self.attname)
        words_of = getattr(model_instance, "lexemes", None)
        return words_of() if given is None and words_of is not None else given


@WordsField.register_lookup
class Matching(_Lookup):
    """`words__matching`: whether a row has what a query of words asks for, written as the database reads one."""

    lookup_name = "matching"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} @@ %s::tsquery", (*params, self.rhs)


def literal(lexemes: Sequence[str]) -> str:
    """How the database reads a tsvector: each word in quotes, so that nothing in it has a meaning of its own."""
    return " ".join("'" + word.replace("\\", "\\\\").replace("'", "''") + "'" for word in lexemes)


def day_of(moment: datetime, offset_minutes: int | None = None) -> date:
    """The day by the clock of whoever said it; without a known clock by that of the project."""
    if offset_minutes is None:
        return timezone.localtime(moment, timezone.get_default_timezone()).date()
    return (moment + timedelta(minutes=offset_minutes)).date()


def fill_old(model: type[models.Model], columns: Sequence[str], lexemes: Callable[..., Sequence[str]]) -> None:
    """Give words to the rows that have none, batch after batch: each is on record before the next one is read.

    `lexemes` takes the values of `columns`. Done again after a break it goes on where it was.
    """
    table, last = model._meta.db_table, 0
    rows = model._default_manager.filter(words=None).order_by("pk").values_list("pk", *columns)
    while batch := list(rows.filter(pk__gt=last)[:OLD_ROWS]):
        last = batch[-1][0]
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {table} SET words = given.words::tsvector"
                " FROM unnest(%s::bigint[], %s::text[]) AS given (id, words)"
                f" WHERE {table}.id = given.id AND {table}.words IS NULL",
                [[row[0] for row in batch], [literal(lexemes(*row[1:])) for row in batch]],
            )
