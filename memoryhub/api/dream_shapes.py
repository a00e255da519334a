"""The shapes of what the routes of dreams are asked and answer, and how rows are brought into them."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from extraction.dream import undo
from extraction.models import DreamOperation, DreamPart, DreamRun
from memoryhub.api.review import whose
from memoryhub.api.serializers import moment
from profiles.fields import Identity, Switch, Whole
from profiles.reversal import CHANGED, REPLACED, SAID, Undone

LARGEST_ID = 2**63 - 1
KEPT = [CHANGED, SAID, REPLACED]
State = DreamPart.State


class StartQuestion(Identity):
    """Of whom. Nobody named: of everybody with messages that no dream has looked at."""

    dry_run = Switch(default=False, help_text="Only shows what would be done.")


class StartAnswer(serializers.Serializer[Any]):
    """`is_new` false: another dream was running, and this is it."""

    run_id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=DreamRun.State.choices)
    is_new = serializers.BooleanField()
    dry_run = serializers.BooleanField()


class PeopleAnswer(serializers.Serializer[Any]):
    """For how many people it is done, failed or was passed over, and how many it is still to look at."""

    pending = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    skipped = serializers.IntegerField()


class RunAnswer(serializers.Serializer[Any]):
    """`slot` is the time of the schedule that it stands for, empty for one that somebody started. `counts` are those of
    everybody, and empty for a key that is confined to some people."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=DreamRun.State.choices)
    dry_run = serializers.BooleanField()
    for_one = serializers.BooleanField()
    slot = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    window_from = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)
    people = PeopleAnswer()
    counts = serializers.DictField(child=serializers.IntegerField())


class ScheduleAnswer(serializers.Serializer[Any]):
    crontab = serializers.CharField(help_text="Minute, hour, day of the month, month, day of the week.")
    timezone = serializers.CharField()


class RunsPage(serializers.Serializer[Any]):
    """`next_run_at` null: nothing starts by itself."""

    next_run_at = serializers.DateTimeField(allow_null=True)
    schedules = ScheduleAnswer(many=True)
    items = RunAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class OperationAnswer(serializers.Serializer[Any]):
    """`before` are the wordings of `fact_ids`, `content` what a merge made of them, `result` the fact that holds it.

    `why` is the stable word for which it was not carried out, `reason` the engine's own words. `held_id` is its number
    on the review list while it waits. `kept` are facts that an undo left as they are, and why.
    """

    id = serializers.IntegerField()
    op = serializers.CharField()
    state = serializers.ChoiceField(choices=DreamOperation.State.choices)
    scope_id = serializers.CharField()
    fact_ids = serializers.ListField(child=serializers.CharField())
    before = serializers.ListField(child=serializers.CharField(allow_blank=True))
    content = serializers.CharField(allow_blank=True)
    result = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    why = serializers.CharField(allow_blank=True)
    held_id = serializers.IntegerField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    kept = serializers.DictField(child=serializers.ChoiceField(choices=KEPT))


class PartAnswer(serializers.Serializer[Any]):
    """What it did for one person. `reason` says why nothing came of it, or what went wrong."""

    part_id = serializers.IntegerField()
    user_id = serializers.CharField(required=False)
    end_user_id = serializers.CharField(required=False)
    end_sub_user_id = serializers.CharField(required=False, allow_blank=True)
    state = serializers.ChoiceField(choices=DreamPart.State.choices)
    reason = serializers.CharField(allow_blank=True)
    engine = serializers.CharField(allow_blank=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    finished_at = serializers.DateTimeField(allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)
    operations = OperationAnswer(many=True)


class RunPage(RunAnswer):
    items = PartAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class UndoQuestion(serializers.Serializer[Any]):
    """What is taken back: one operation, what was done for one person, or everything."""

    profile = Identity(required=False)
    operation = Whole(required=False, min_value=1, max_value=LARGEST_ID)


class PersonUndone(serializers.Serializer[Any]):
    """`fact_ids` are as they were before the dream; `kept` are not, and why."""

    part_id = serializers.IntegerField()
    user_id = serializers.CharField(required=False)
    end_user_id = serializers.CharField(required=False)
    end_sub_user_id = serializers.CharField(required=False, allow_blank=True)
    undone_at = serializers.DateTimeField(allow_null=True)
    fact_ids = serializers.ListField(child=serializers.CharField())
    kept = serializers.DictField(child=serializers.ChoiceField(choices=KEPT))


class DreamUndoneAnswer(serializers.Serializer[Any]):
    """`people` are those of whom this call took something back; `left` those for whom it has to be sent again."""

    run_id = serializers.IntegerField()
    undone_at = serializers.DateTimeField(allow_null=True)
    people = PersonUndone(many=True)
    left = serializers.IntegerField()


def wire_run(run: DreamRun, people: Mapping[int, Mapping[str, int]], *, with_counts: bool) -> dict[str, Any]:
    """What is over is told by its counts, which are those of everybody."""
    by_state = {State.DONE: "users", State.FAILED: "failed", State.SKIPPED: "skipped"}
    over = {state: run.counts.get(by_state.get(State(state), ""), 0) for state in State.values}
    return {
        "id": run.pk,
        "state": run.state,
        "dry_run": run.is_dry,
        "for_one": run.for_one,
        "slot": run.slot,
        "actor": run.actor,
        "window_from": moment(run.window_from),
        "started_at": moment(run.started_at),
        "finished_at": moment(run.finished_at),
        "undone_at": moment(run.undone_at),
        "people": people.get(run.pk, over),
        "counts": run.counts if with_counts else {},
    }


def wire_part(part: DreamPart, operations: Iterable[DreamOperation], *, with_counts: bool) -> dict[str, Any]:
    return whose(part.profile) | {
        "part_id": part.pk,
        "state": part.state,
        "reason": part.reason,
        "engine": part.engine,
        "counts": part.counts if with_counts else {},
        "finished_at": moment(part.finished_at),
        "undone_at": moment(part.undone_at),
        "operations": [wire_operation(one, part) for one in operations],
    }


def wire_operation(one: DreamOperation, part: DreamPart) -> dict[str, Any]:
    is_waiting, is_undone = (one.state == state for state in (one.State.WAITING, one.State.UNDONE))
    return {
        "id": one.pk,
        "op": one.op,
        "state": one.state,
        "scope_id": one.scope_id,
        "fact_ids": one.fact_ids,
        "before": one.before,
        "content": one.content,
        "result": one.result,
        "reason": one.reason,
        "why": one.why,
        "held_id": one.held_id if is_waiting else None,
        "decided_at": moment(one.decided_at),
        "kept": dict(undo.outcome_of(one, part).kept) if is_undone else {},
    }


def wire_undone(part: DreamPart, done: Undone) -> dict[str, Any]:
    about = {"undone_at": done.at or None, "fact_ids": list(done.fact_ids), "kept": dict(done.kept)}
    return whose(part.profile) | {"part_id": part.pk} | about
