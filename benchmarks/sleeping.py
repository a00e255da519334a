"""A night as it happens: the worker of the dream at its work, and somebody who asks for contexts meanwhile."""

import argparse
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from django.utils import timezone

from benchmarks import context, load, service
from benchmarks.load import Figures
from benchmarks.service import Service
from extraction import jobs
from extraction.dream import runs
from memoryhub import processes, programs
from profiles.models import Tenant

PAUSE = 20.0  # seconds between two rounds of questions, in which the night has the machine to itself


def asked(target: Service, options: argparse.Namespace, seed: int) -> Figures:
    """One round of questions for contexts by one client."""
    return load.measure([context.client(target, seed=seed, people=options.people, questions=[])], options.requests)


def a_night(target: Service, options: argparse.Namespace) -> dict[str, Any]:
    """Start a dream, ring as the sweep of each minute does, and ask for contexts until it is over."""
    worker = _worker()
    try:
        time.sleep(10)  # until it is up, so that its start is not measured
        rounds, peak, number = [], 0, 1_000
        began = time.monotonic()
        run, _ = runs.start(Tenant.objects.get(slug="default"), actor="_system", now=timezone.now())
        runs.open_parts(run.pk, timezone.now())
        opened = time.monotonic() - began
        while run.state != "done":
            number += 1
            rounds.append(asked(target, options, number))
            peak = max(peak, _peak(worker.pid))
            time.sleep(PAUSE if options.people >= 500 else 2)
            jobs.sweep(now=timezone.now())
            runs.sweep(timezone.now())
            run.refresh_from_db()
        spent = ((run.finished_at or run.started_at) - run.started_at).total_seconds()
    finally:
        worker.terminate()
        worker.wait(30)
    return {
        "seconds": round(spent, 1),
        "opening_seconds": round(opened, 1),
        "part_p50_ms": round(1000 * statistics.median(run.parts.values_list("seconds", flat=True)), 1),
        "worker_peak_mb": round(peak / 1024, 1),
        "counts": run.counts,
        "context": vars(load.medians(rounds)),
    }


def _worker() -> "subprocess.Popen[bytes]":
    (program,) = (one for one in programs.workers() if one.name == "dream")
    env = dict(os.environ) | {"MEMORYHUB_DATABASE_POOL": "2", "OMP_NUM_THREADS": "1"}
    with (Path(os.environ["MEMORYHUB_HOME"]) / "worker.log").open("wb") as log:
        return processes.start(program.command, log=log, cwd=service.ROOT, env=env)


def _peak(pid: int) -> int:
    """Kilobytes that the worker and its present child took at most, together."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = 0
    for one in (str(pid), *children):
        lines = Path(f"/proc/{one}/status").read_text().splitlines()
        found += next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
    return found
