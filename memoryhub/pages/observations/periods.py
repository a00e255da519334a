"""Which time somebody looks at: whole hours or whole days of the service's calendar, as the figures are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from memoryhub.pages import newest
from observability.figures import hour_of

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
LAST_HOURS, WEEK, MONTH = "24h", "7d", "30d"
DAYS = {WEEK: 7, MONTH: 30}
NAMES = (LAST_HOURS, *DAYS)
# Days at once: their hours are some 1,500 rows for each agent, and their tables as long as a page should be.
MOST_DAYS = 62
# A time named by its hours is at most so long, and shown by the hour; longer ones are named by their days.
BY_THE_HOUR = 2 * DAY
YEARS = range(2000, 2200)  # what lies beyond is a slip of the pen
STAMP = "%Y-%m-%dT%H:%MZ"


@dataclass(frozen=True)
class Period:
    """[since, until), both whole hours. `first` and `last` are its days, None where it is no whole days; `name` is one of
    NAMES, '' for one that somebody chose."""

    since: datetime
    until: datetime
    first: date | None = None
    last: date | None = None
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, str], *, now: datetime) -> "Period":
        """What is not usable is as if it were not there: then it is the last seven days."""
        today = timezone.localdate(now, timezone.get_default_timezone())
        first, last = _day(data.get("from", "")), _day(data.get("to", ""))
        if first or last:
            return cls.days(first or last or today, last or max(today, first or today))
        since, until = _moment(data.get("since", "")), _moment(data.get("until", ""))
        if since and until and since < until <= since + BY_THE_HOUR:
            return cls(since, until)
        if data.get("period") == LAST_HOURS:
            until = hour_of(now.astimezone(UTC)) + HOUR
            return cls(until - DAY, until, name=LAST_HOURS)
        name = data.get("period", "") if data.get("period") in DAYS else WEEK
        return cls.days(today - (DAYS[name] - 1) * DAY, today, name=name)

    @classmethod
    def days(cls, first: date, last: date, *, name: str = "") -> "Period":
        """Both included, in whichever order; of too many the last."""
        first, last = min(first, last), max(first, last)
        first = max(first, last - (MOST_DAYS - 1) * DAY)
        return cls(first_hour(first), first_hour(last + DAY), first, last, name)

    @classmethod
    def named(cls, data: Mapping[str, str], *, now: datetime) -> "Period | None":
        """The time that an address names by its hours or days, None where it names none that is usable."""
        found = cls.of(data, now=now)
        return None if found.name else found

    @property
    def is_by_hour(self) -> bool:
        return self.first is None

    @property
    def query(self) -> dict[str, str]:
        """How an address names exactly this time, whenever it is opened."""
        if self.first and self.last:
            return {"from": self.first.isoformat(), "to": self.last.isoformat()}
        return {"since": self.since.strftime(STAMP), "until": self.until.strftime(STAMP)}

    @property
    def steps(self) -> "Sequence[Period]":
        """Its hours or its days, the oldest first."""
        if self.first is None or self.last is None:
            number = (self.until - self.since) // HOUR
            return [Period(self.since + n * HOUR, self.since + (n + 1) * HOUR) for n in range(number)]
        days = (self.first + n * DAY for n in range((self.last - self.first) // DAY + 1))
        return [Period.days(day, day) for day in days]

    @property
    def day(self) -> date:
        """The day in which it begins."""
        return self.first or self.since.astimezone(timezone.get_default_timezone()).date()


def first_hour(day: date) -> datetime:
    """The first whole hour that begins in a day: where midnight lies within one, that belongs to the day before."""
    midnight = datetime.combine(day, time.min, tzinfo=timezone.get_default_timezone()).astimezone(UTC)
    hour = hour_of(midnight)
    return hour if hour == midnight else hour + HOUR


def _day(text: str) -> date | None:
    found = newest.day(text)
    return found if found and found.year in YEARS else None


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.strptime(text, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return found if hour_of(found) == found and found.year in YEARS else None
