"""A route beside the floor: rounds in turn, by one client and by eight, and what the one is to the other."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import floor, load
from benchmarks.load import Ask, Figures
from benchmarks.service import Service

CLIENTS = 8

# Makes the client with this seed.
Maker = Callable[[int], Callable[[], Ask]]


def arguments(description: str | None, *, requests: int) -> argparse.ArgumentParser:
    """What both benchmarks of a route can be told; `requests` is the default of a round."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a running instance")
    parser.add_argument("--key", default="", help="its API key")
    parser.add_argument("--data", type=Path, help="texts, one a line")
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--messages", type=int, default=10, help="messages of each person at the beginning")
    parser.add_argument("--requests", type=int, default=requests, help="requests of one client in a round")
    parser.add_argument("--rounds", type=int, default=5)
    return parser


def texts(options: argparse.Namespace) -> list[str]:
    """The lines of --data, none without it."""
    return options.data.read_text(encoding="utf-8").splitlines() if options.data else []


def with_floor(target: Service, options: argparse.Namespace, name: str, make: Maker) -> dict[str, Any]:
    """Medians of the rounds of floor and route, which take turns, and their ratios."""
    rounds: dict[str, list[Figures]] = {"floor_1": [], f"{name}_1": [], "floor_8": [], f"{name}_8": []}
    for number in range(options.rounds):
        seeds = range(number * 100, number * 100 + CLIENTS)
        floors = [floor.client(target, seed=seed, people=options.people) for seed in seeds]
        clients = [make(seed + 50) for seed in seeds]
        rounds["floor_1"].append(load.measure(floors[:1], options.requests))
        rounds[f"{name}_1"].append(load.measure(clients[:1], options.requests))
        rounds["floor_8"].append(load.measure(floors, options.requests // 4))
        rounds[f"{name}_8"].append(load.measure(clients, options.requests // 4))
    found = {key: load.medians(measured) for key, measured in rounds.items()}
    one, base = found[f"{name}_1"], found["floor_1"]
    return {key: vars(figures) for key, figures in found.items()} | {
        "p50_ratio": round(one.p50 / base.p50, 2),
        "p95_ratio": round(one.p95 / base.p95, 2),
        "throughput_ratio": round(found[f"{name}_8"].per_second / found["floor_8"].per_second, 2),
    }


def alone(options: argparse.Namespace, name: str, make: Maker) -> dict[str, Any]:
    """One round against a running instance: its own figures, without a floor."""
    clients = [make(seed) for seed in range(CLIENTS)]
    return {
        f"{name}_1": vars(load.measure(clients[:1], options.requests)),
        f"{name}_8": vars(load.measure(clients, options.requests // 4)),
    }
