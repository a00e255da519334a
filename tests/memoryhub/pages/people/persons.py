"""What tests of the pages of people share: where a person is, what they are called, what stands there."""

import re

from profiles.models import Profile, UserProfile

PEOPLE = "/people/"


def page_of(profile: Profile, more: str = "") -> str:
    return f"{PEOPLE}{profile.pk}/{more}"


def named(profile: Profile, nickname: str) -> Profile:
    UserProfile.objects.filter(pk=profile.pk).update(nickname=nickname)
    return profile


def words_of(page: str) -> str:
    """What stands on a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
