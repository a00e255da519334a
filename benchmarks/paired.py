"""Two ways of searching compared question by question: is the one better, or is it chance?"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

DRAWS = 10_000
SEED = 20_260_105
SHARE = 95  # per cent of the draws that the interval holds


def compare(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, Any]:
    """Wins, losses, the mean difference with its bootstrap interval, and the sign test's probability of such an uneven
    outcome where neither is better."""
    differences = np.subtract(ours, theirs)
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    low, high = interval(differences)
    return {
        "wins": wins,
        "losses": losses,
        "difference": round(float(differences.mean()), 4),
        "interval": [round(low, 4), round(high, 4)],
        "sign_p": round(sign_test(wins, losses), 4),
    }


def interval(values: Any) -> tuple[float, float]:
    """Where the mean lies in most samples drawn anew from these values."""
    values = np.asarray(values, dtype=float)
    draws = np.random.default_rng(SEED).integers(0, len(values), (DRAWS, len(values)))
    low, high = np.percentile(values[draws].mean(axis=1), [(100 - SHARE) / 2, (100 + SHARE) / 2])
    return float(low), float(high)


def sign_test(wins: int, losses: int) -> float:
    """Two-sided: how likely a fair coin falls at least as unevenly."""
    tosses = wins + losses
    tail: float = sum(math.comb(tosses, number) for number in range(min(wins, losses) + 1)) / 2**tosses
    return min(1.0, 2 * tail)
