"""The call that an empty page shows can be pasted into a shell, whoever it is for."""

import json
import shlex

import pytest

from profiles import firstcall
from profiles.models import EndUserProfile, Profile, UserProfile


def employee(user_id: str) -> Profile:
    profile = Profile(kind=Profile.Kind.USER)
    profile.user = UserProfile(profile=profile, user_id=user_id)
    return profile


def body_of(command: str) -> dict[str, object]:
    words = shlex.split(command)
    body = json.loads(words[words.index("-d") + 1])
    assert isinstance(body, dict)
    return body


@pytest.mark.parametrize("user_id", ["alice", "o'brien", '"; rm -rf ~ #', "李雷", "$(id)"])
def test_a_name_stays_a_name_in_the_shell(user_id: str) -> None:
    command = firstcall.command(employee(user_id), base_url="http://hub.example", said="I like tea.")

    assert body_of(command)["user_id"] == user_id
    assert shlex.split(command)[:4] == ["curl", "-X", "POST", "http://hub.example/api/messages"]


def test_a_sub_account_is_named_with_its_company() -> None:
    profile = Profile(kind=Profile.Kind.END_USER)
    profile.end_user = EndUserProfile(profile=profile, end_user_id="acme", end_sub_user_id="bob")

    body = body_of(firstcall.command(profile, base_url="http://hub.example", said="I like tea.", scope_id="club"))

    assert (body["end_user_id"], body["end_sub_user_id"], body["scope_id"]) == ("acme", "bob", "club")


def test_a_call_without_a_body_names_its_method_and_its_address() -> None:
    command = firstcall.shell("GET", "http://hub.example/api/facts?end_user_id=o%27hara&limit=3")
    words = shlex.split(command.replace("\\\n", ""))

    assert words[:4] == ["curl", "-X", "GET", "http://hub.example/api/facts?end_user_id=o%27hara&limit=3"]
    assert words[4:] == ["-H", "Authorization: Api-Key YOUR-KEY"]


@pytest.mark.parametrize(
    "said", ['it\'s "mine"\n$(id) `id` \\ !!', "abc\u202etxt\u2066\x1b[2J\U000e0041", "中文　🧑\u200d🍳"]
)
def test_what_is_sent_is_what_was_said_and_all_of_it_can_be_seen(said: str) -> None:
    command = firstcall.shell("POST", "http://hub.example/api/messages", {"content": said})

    assert json.loads(shlex.split(command)[-1]) == {"content": said}
    assert command.replace("\n", "").isprintable()
