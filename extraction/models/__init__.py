"""The rows of the write path, and what other modules may name of them."""

from extraction.models.dreams import DreamOperation, DreamPart, DreamRun
from extraction.models.work import Decision, Job, JobQuerySet

__all__ = ["Decision", "DreamOperation", "DreamPart", "DreamRun", "Job", "JobQuerySet"]
