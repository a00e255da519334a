"""How often somebody may come: requests of a caller and attempts at signing in, counted for all processes together."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F

from engine.errors import Refused
from profiles.models import RateCounter

WINDOW = timedelta(minutes=1)
SIGN_IN_WINDOW = timedelta(minutes=15)
NOTE = "memoryhub.rate"  # where a request carries its Rate, for the headers of the answer

_COUNT = """
INSERT INTO profiles_ratecounter (caller, minute, count) VALUES (%s, %s, 1)
ON CONFLICT (caller, minute) DO UPDATE SET count = profiles_ratecounter.count + 1 RETURNING count
"""
# One statement, so that a request costs the same whether or not its key's last use is written.
_COUNT_AND_MARK_USE = f"WITH used AS (UPDATE profiles_apikey SET last_used_at = %s WHERE id = %s) {_COUNT}"
_COUNT_TWO = """
INSERT INTO profiles_ratecounter (caller, minute, count) VALUES (%s, %s, 1), (%s, %s, 1)
ON CONFLICT (caller, minute) DO UPDATE SET count = profiles_ratecounter.count + 1 RETURNING count
"""


class TooMany(Refused):
    """The caller has used up what a minute allows."""

    code = "rate_limited"
    status = 429

    def __init__(self, rate: "Rate") -> None:
        super().__init__(f"At most {rate.limit} requests a minute: wait {rate.seconds_left} s.")
        self.retry_after = rate.seconds_left


@dataclass(frozen=True)
class Rate:
    """What a caller has used of the present window."""

    used: int
    limit: int
    seconds_left: int

    @property
    def is_exceeded(self) -> bool:
        return self.used > self.limit

    @property
    def headers(self) -> dict[str, str]:
        left = max(0, self.limit - self.used)
        return {
            "RateLimit-Policy": f'"default";q={self.limit};w={int(WINDOW.total_seconds())}',
            "RateLimit": f'"default";r={left};t={self.seconds_left}',
        }


def count(caller: str, *, now: datetime, used_key: int | None = None) -> Rate:
    """Count a request in one statement. `used_key`: the primary key of the API key whose last use is written with it.

    Call it outside a transaction, so that a request that is refused later stays counted.
    """
    start = _start(now, WINDOW)
    with connection.cursor() as cursor:
        if used_key is None:
            cursor.execute(_COUNT, [caller, start])
        else:
            cursor.execute(_COUNT_AND_MARK_USE, [now, used_key, caller, start])
        row: tuple[int] = cursor.fetchone()
    left = start + WINDOW - now
    return Rate(row[0], settings.MEMORYHUB_REQUESTS_PER_MINUTE, max(1, round(left.total_seconds())))


def charge(noted: dict[str, Any], caller: str, *, now: datetime, used_key: int | None = None) -> None:
    """Count a request and leave the figures where the headers of its answer are made. Raises TooMany."""
    rate = count(caller, now=now, used_key=used_key)
    noted[NOTE] = rate
    if rate.is_exceeded:
        raise TooMany(rate)


def sign_in_allowed(account: str, address: str, *, now: datetime) -> bool:
    """Count an attempt at signing in, and say whether it may be looked at at all.

    Counted before the password is checked, so that parallel guesses do not slip through.
    """
    start = _start(now, SIGN_IN_WINDOW)
    by_account, by_address = sorted(_sign_in_callers(account, address))  # one order of locks for everybody
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_TWO, [by_account, start, by_address, start])
        counts = [row[0] for row in cursor.fetchall()]
    return bool(max(counts) <= settings.MEMORYHUB_SIGN_IN_ATTEMPTS)


def sign_in_succeeded(account: str, address: str) -> None:
    """Forget the attempts on an account whose owner came in at last.

    Of the address only this attempt is taken back: who owns one account could otherwise guess at others without end.
    """
    by_account, by_address = _sign_in_callers(account, address)
    RateCounter.objects.filter(caller=by_account).delete()
    RateCounter.objects.filter(caller=by_address, count__gt=0).update(count=F("count") - 1)


def forget(*, before: datetime) -> int:
    """Delete counters of windows that began before a time; how many there were."""
    deleted, _ = RateCounter.objects.filter(minute__lt=before).delete()
    return deleted


def _start(now: datetime, window: timedelta) -> datetime:
    """The beginning of the window that contains `now`, counted from the hour."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    return now - (now - hour) % window


def _sign_in_callers(account: str, address: str) -> list[str]:
    """Names are hashed: what is typed into the account field may be a password."""
    known = {"account": account.casefold(), "address": address}
    return [f"sign-in:{kind}:{hashlib.sha256(text.encode()).hexdigest()[:32]}" for kind, text in known.items()]
