"""What agents were told of a person, and is kept to be looked at: no longer than everything that it was told from."""

from django.db.models import F

from observability import texts
from profiles.models import Profile


def forget(profile_id: int) -> None:
    """Something of this person is forgotten: so is every text that may hold it, also one that is only now on its way.

    Call it under the profile's lock, in the transaction that forgets.
    """
    Profile.objects.filter(pk=profile_id).update(forgettings=F("forgettings") + 1)
    texts.forget_of(profile_id)
