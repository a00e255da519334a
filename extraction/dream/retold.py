"""What is told of a dream afterwards: its log, on the part and in the person's profile, without what was taken back."""

from collections.abc import Iterable, Mapping
from typing import Any

from extraction.models import DreamOperation, DreamPart
from profiles.models import Profile

LOG = "dreamLog"  # under which the latest one stands in the profile's metadata
LAST = "lastDream"  # and where it came from: `run`, `part` and `at`
KEYS = ("merged", "outdated", "unchanged")
Op = DreamOperation.Op


def without(part: DreamPart, operations: Iterable[DreamOperation]) -> None:
    """Take operations out of the log of a part, and out of its owner's profile if it is the log that stands there.

    The person is locked. The part is changed in memory alone.
    """
    part.log = part.log | leaving_out(part.log, operations)
    metadata = Profile.objects.values_list("metadata", flat=True).get(pk=part.profile_id)
    if metadata.get(LAST, {}).get("part") == part.pk:
        told = {key: part.log[key] for key in KEYS}
        Profile.objects.filter(pk=part.profile_id).update(metadata=metadata | {LOG: told})


def leaving_out(log: Mapping[str, Any], operations: Iterable[DreamOperation]) -> dict[str, Any]:
    """A log's three entries as if these operations had been left out; facts that came back count as unchanged."""
    merged, outdated = list(log.get("merged", [])), list(log.get("outdated", []))
    returned = 0
    for one in operations:
        entries, entry = (merged, _merge_in(merged, one)) if one.op == Op.MERGE else (outdated, one.before[0])
        if entry in entries:
            entries.remove(entry)
            returned += len(one.fact_ids)
    return {"merged": merged, "outdated": outdated, "unchanged": int(log.get("unchanged", 0)) + returned}


def _merge_in(merged: Iterable[Any], operation: DreamOperation) -> Any:
    """The entry of a merge: what was before may lack the wording that stayed."""
    return next(
        (entry for entry in merged if entry[1] == operation.content and set(entry[0]) <= set(operation.before)), None
    )
