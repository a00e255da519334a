"""What months, days of the week and hours are called in English, in their order."""

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_MONTHS, _WEEKDAYS = ({name[:3].lower(): at for at, name in enumerate(names)} for names in (MONTHS, WEEKDAYS))


def month_number(name: str) -> int:
    """1 to 12 of a name, whole or shortened, in whatever letters."""
    return _MONTHS[name[:3].lower()] + 1


def weekday_index(name: str) -> int:
    """0 (Monday) to 6 of a name, whole or shortened, in whatever letters."""
    return _WEEKDAYS[name[:3].lower()]
