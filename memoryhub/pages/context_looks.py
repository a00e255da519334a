"""Whose contents a context tells: a look at it is on record with the person, and with the company above that stands in it."""

from memoryhub.context import Asked
from memoryhub.layout import Layout
from memoryhub.pages import who
from profiles.console import Visitor
from profiles.models import Fact, Profile

FACT = "f_"


def note(visitor: Visitor, asked: Asked, laid: Layout, *, model: str, key: object) -> None:
    """Put a look at this context on record, for everybody with whom it is to be. In one statement."""
    people = [profile for part, profile in asked.owners if part == "user" or _is_told_of(profile, asked, laid)]
    who.note_looks(visitor, [profile.pk for profile in people], model=model, key=key)


def _is_told_of(company: Profile, asked: Asked, laid: Layout) -> bool:
    """Whether something of the company is in the text or had to give way: in its own part, or called up by the question.

    What the question calls up names no owner. It is asked for only where the company's own part is empty.
    """
    told = (*laid.kept, *laid.dropped, *laid.repeated)
    if any(one.part == "company" for one in told):
        return True
    found = {one.key for one in told if one.part == "memories" and one.key.startswith(FACT)}
    if not found:
        return False
    own = Fact.objects.filter(profile=asked.profile, scope_id=asked.scope_id, fact_id__in=found)
    return not found <= set(own.values_list("fact_id", flat=True))
