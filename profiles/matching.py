"""Which rows of a person have the words of a question, and which are near it: full scans of their rows, two statements."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import structlog
from django.db import connection, models

from engine import calibration
from engine.fusion import Matched, Near, Terms
from engine.text import inflections, keywords
from engine.text.words import plain_numbers
from profiles.models.words import literal

log = structlog.get_logger(__name__)

Vector = Sequence[float]
Branch = tuple[str, list[Any]]  # one SELECT of a statement, and its values
# So many rows of somebody's own have to be there before what they have in common says more than that of all sentences.
OWN_MEAN_FROM = 20
_LEAST_NORM = 1e-9
# Words of a search over many people that count: each is one more list to be read.
_MOST_ASKED = 20


@dataclass(frozen=True)
class Source:
    """Rows of one kind that a search may find; whoever makes one has filtered everything that it may not.

    `rows` (FROM … WHERE …) are those of `table`, which have words; `vectors` those of `vector_table`, which have an embedding
    and in `key` the primary key of their row. Written out, because a statement made anew by the ORM costs more time
    than the database takes for it. Where `means` are given (their `mean` and `count`), vectors are compared after what this
    person's rows have in common was taken away. `hidden` are keys that are not to be given back.
    """

    kind: str
    table: str
    rows: Branch
    vector_table: str
    vectors: Branch
    key: str
    means: Branch | None = None
    hidden: Branch | None = None


@dataclass(frozen=True)
class ByWords:
    """What the words found in one source. `mean` is None where the person has none of their own yet."""

    matched: Matched
    mean: Vector | None = None
    mean_of: int = 0
    hidden: tuple[int, ...] = ()


def by_words(sources: Sequence[Source], terms: Terms) -> dict[str, ByWords]:
    """The rows of each source that have a word of the question or are of its day. One statement, whatever there is."""
    branches = [_words_branch(source, terms) for source in sources]
    return {row[0]: _read_words(row[1:]) for row in fetched(branches)}


def by_vector(
    sources: Sequence[Source], vector: Vector, *, model: str, found: Mapping[str, ByWords]
) -> tuple[dict[str, Near], bool]:
    """How near the question every row with a vector is, and whether some could not be compared. One statement.

    A vector of other dimensions is left out: it is by another model that went under the same name.
    """
    known = calibration.of(model)
    branches = [_near_branch(source, vector, known, found[source.kind]) for source in sources]
    near, is_whole = {}, True
    for kind, keys, cosines, others in fetched(branches):
        near[kind] = _read_near(keys, cosines, known.relevant)
        if others is not None:
            log.warning("vectors_not_comparable", kind=kind, model=model, stored=others, asked=len(vector))
            is_whole = False
    return near, is_whole


def standing_out(near: Near, *, model: str) -> Near:
    """Without what all rows have with the question, which tells nothing of any: among many, some are always a little near.

    To each of sixty questions about nothing known some of sixty facts came up, after this to one in six; of the right
    facts 93 in a hundred do. Of a few rows all may be what was asked for: little is taken off those, and never more than
    what is not worth showing by itself. Nothing is where nobody measured the model. Rows that were compared without their
    own mean have this behind them.
    """
    known = calibration.of(model)
    if known.background is None or not len(near.keys):
        return near
    raw, score = zip(*known.relevant, strict=True)
    cosines = np.interp(near.relevances, score, raw)
    shared = min(float(cosines.mean()), raw[1]) * len(cosines) / (len(cosines) + OWN_MEAN_FROM)
    return Near(near.keys, np.interp(cosines - shared, raw, score))


# --- the statement of the words -------------------------------------------------------------------------------------


def _marks(column: str, terms: Terms) -> Branch:
    """One bit for each term that a row has, 0 for a row without a telling one: so most rows are asked one thing."""
    if not terms:
        return "0::bigint", []
    periods = [_any_of(period.words) for period in terms.periods]
    each = [*map(_one_word, terms.words), *periods]
    telling = [*map(_one_word, terms.telling), *periods]
    bits = " | ".join(f"(({column} @@ %s::tsquery)::int::bigint << {bit})" for bit in range(len(each)))
    return f"CASE WHEN {column} @@ %s::tsquery THEN {bits} ELSE 0 END", [" | ".join(telling), *each]


def _one_word(word: str) -> str:
    """The word in any of its forms, or whatever begins with it."""
    if is_beginning(word):
        return literal([word]) + ":*"
    forms = inflections.forms(word)
    return literal([word]) if len(forms) == 1 else f"({' | '.join(literal([form]) for form in forms)})"


def _any_of(words: Sequence[str]) -> str:
    """A day by its word, a month or year by the beginning of its days'."""
    return f"({' | '.join(map(_one_word, words))})"


def all_of(text: str) -> str:
    """A query for rows with all words of a text, the last one as far as it is written; '' for a text without words.

    English function words count only where there is nothing else: half of all rows have them.
    """
    every = list(dict.fromkeys(keywords.tokens(plain_numbers(text))))
    asked = ([word for word in every if not keywords.is_function_word(word)] or every)[:_MOST_ASKED]
    each = [_one_word(word) for word in asked]
    if asked and not keywords.has_cjk(asked[-1]):
        each[-1] = f"({each[-1]} | {literal(asked[-1:])}:*)"
    return " & ".join(each)


def is_beginning(word: str) -> bool:
    """Whether it stands for all words that begin so: a month or year for its days, a character by itself for its pairs."""
    return word.endswith("-") or (len(word) == 1 and keywords.has_cjk(word))


def _words_branch(source: Source, terms: Terms) -> Branch:
    marks, mark_params = _marks(f"{source.table}.words", terms)
    rows, params = source.rows
    means, mean_params = source.means or ("", [])
    hidden, hidden_params = source.hidden or ("", [])
    mean = f"(SELECT row_to_json(own)::text FROM ({means} LIMIT 1) AS own)" if means else "NULL::text"
    sql = (
        f"SELECT '{source.kind}', count(*), coalesce(sum(size), 0), array_agg(key) FILTER (WHERE marks <> 0),"
        " array_agg(coalesce(size, 0)) FILTER (WHERE marks <> 0), array_agg(marks) FILTER (WHERE marks <> 0),"
        f" {mean}, {f'ARRAY({hidden})' if hidden else 'NULL::bigint[]'} FROM ("
        f"SELECT {source.table}.id, length({source.table}.words), {marks} {rows} OFFSET 0) AS its(key, size, marks)"
    )
    return sql, [*mean_params, *hidden_params, *mark_params, *params]


def _read_words(row: Sequence[Any]) -> ByWords:
    count, length, keys, lengths, marks, mean, hidden = row
    matched = Matched(_keys(keys), _numbers(lengths), _keys(marks), int(count), int(length))
    own = _mean(mean)
    return ByWords(matched, own[0], own[1], tuple(hidden or ()))


def _mean(text: str | None) -> tuple[Vector | None, int]:
    if text is None:
        return None, 0
    found = json.loads(text)
    return json.loads(found["mean"]), int(found["count"])


# --- the statement of the vectors -----------------------------------------------------------------------------------


def _cosine(column: str, question: np.ndarray[Any, Any], mean: np.ndarray[Any, Any]) -> Branch:
    """The cosine of a question and a stored vector, both without their means; NULL for one of other dimensions.

    Stored vectors have unit length, so that two inner products do, which is half the work of subtracting first.
    """
    square = float(mean @ mean)
    product, length = f"-({column} <#> %s::halfvec) - %s", "1"
    values: list[Any] = [len(question), _written(question), float(question @ mean)]
    if square:
        length = f"sqrt(greatest(%s + 2 * ({column} <#> %s::halfvec), {_LEAST_NORM}))"
        values += [1 + square, _written(mean)]
    return f"CASE WHEN vector_dims({column}) = %s THEN ({product}) / {length} END", values


def _near_branch(source: Source, vector: Vector, known: calibration.Calibration, found: ByWords) -> Branch:
    question, mean = _centred(np.asarray(vector, dtype=np.float64), known, source, found)
    column = f"{source.vector_table}.embedding"
    cosine, cosine_params = _cosine(column, question, mean)
    rows, params = source.vectors
    sql = (
        f"SELECT '{source.kind}', array_agg(key) FILTER (WHERE cosine IS NOT NULL),"
        " array_agg(cosine::real) FILTER (WHERE cosine IS NOT NULL), max(size) FILTER (WHERE cosine IS NULL)"
        f" FROM (SELECT {source.vector_table}.{source.key}, {cosine}, vector_dims({column}) {rows} OFFSET 0)"
        " AS its(key, cosine, size)"
    )
    return sql, [*cosine_params, *params]


def _centred(
    question: np.ndarray[Any, Any], known: calibration.Calibration, source: Source, found: ByWords
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The question as a unit vector without the mean of its side, and the mean of the other side.

    With the person's own mean it is taken from both sides (MRR .733; each side's own mean: .702, none: .682).
    """
    shared = known.background
    nothing = np.zeros(len(question))
    passage, asked = (shared.passage_mean, shared.query_mean) if shared is not None else (nothing, nothing)
    if source.means is not None:
        own = np.asarray(found.mean or (), dtype=np.float64)
        if len(own) == len(question):
            weight = found.mean_of / (found.mean_of + OWN_MEAN_FROM)
            passage = weight * own + (1 - weight) * passage
        asked = passage
    centred = question - asked
    norm = float(np.linalg.norm(centred))
    return (centred / norm if norm > _LEAST_NORM else nothing), passage


def _read_near(keys: list[int] | None, cosines: list[float] | None, knots: calibration.Knots) -> Near:
    """In the order of the keys, however the database read them: sums over all come out the same to the last digit."""
    raw, score = zip(*knots, strict=True)
    order = np.argsort(_keys(keys))
    return Near(_keys(keys)[order], np.interp(_numbers(cosines)[order], raw, score))


# --- both -----------------------------------------------------------------------------------------------------------


def fetched(branches: Sequence[Branch]) -> list[tuple[Any, ...]]:
    """All rows of them in one statement; none for no branch."""
    if not branches:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"({sql})" for sql, _ in branches), [one for _, params in branches for one in params]
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def compiled(rows: "models.QuerySet[Any, Any]") -> Branch:
    sql, params = rows.query.sql_with_params()
    return sql, list(params)


def _written(vector: np.ndarray[Any, Any]) -> str:
    return "[" + ",".join(f"{number:.6g}" for number in vector.tolist()) + "]"


def _keys(values: list[int] | None) -> np.ndarray[Any, Any]:
    return np.array(values or [], dtype=np.int64)


def _numbers(values: list[float] | None) -> np.ndarray[Any, Any]:
    return np.array(values or [], dtype=np.float64)
