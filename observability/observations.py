"""Recording what a context request did."""

from observability import sink
from observability.models import Observation

# An observation explains an answer; the fifty best candidates do, ten thousand would only fill the disk.
TRACE_LIMIT = 50


def record(observation: Observation) -> None:
    """Store it apart from everything else. A failure is logged and counted, never raised."""
    sink.insert(observation)
