"""Environment variables: what is accepted, and which sentence refuses the rest."""

from pathlib import Path

import pytest

from memoryhub import environment
from memoryhub.environment import Environment, WrongSetting


def test_nothing_set_starts_on_loopback_with_a_home_in_the_working_directory():
    chosen = environment.start({})

    assert chosen.address == "http://127.0.0.1:8000"
    assert chosen.home == Path.cwd() / ".memoryhub"
    assert (chosen.admin_password, chosen.api_key) == (None, None)


def test_an_ipv6_host_stands_in_brackets_in_the_address():
    assert environment.start({"MEMORYHUB_HOST": "::1"}).address == "http://[::1]:8000"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "memory.example.com", "::"])
def test_a_host_that_others_can_reach_needs_allowed_hosts(host):
    with pytest.raises(WrongSetting, match="MEMORYHUB_ALLOWED_HOSTS"):
        environment.start({"MEMORYHUB_HOST": host})

    assert environment.start({"MEMORYHUB_HOST": host, "MEMORYHUB_ALLOWED_HOSTS": "memory.example.com"}).host == host


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "80.5", "८०", "8000 8001", "99999999999999"])
def test_a_port_that_is_none_is_refused_by_name(port):
    with pytest.raises(WrongSetting, match=r"MEMORYHUB_PORT .* from 1 to 65535"):
        environment.start({"MEMORYHUB_PORT": port})


@pytest.mark.parametrize(
    ("name", "length"), [("MEMORYHUB_API_KEY", 31), ("MEMORYHUB_ADMIN_PASSWORD", 11), ("MEMORYHUB_API_KEY", 1)]
)
def test_a_short_secret_is_refused_by_name_and_not_repeated(name, length):
    secret = "x" * length

    with pytest.raises(WrongSetting, match=name) as refused:
        environment.start({name: secret})

    assert f"{secret}." not in str(refused.value)
    assert str(length) in str(refused.value)


def test_a_secret_of_just_the_right_length_is_taken():
    chosen = environment.start({"MEMORYHUB_API_KEY": "k" * 32, "MEMORYHUB_ADMIN_PASSWORD": "p" * 12})

    assert chosen.api_key == "k" * 32
    assert chosen.admin_password == "p" * 12


@pytest.mark.parametrize("zone", ["Mars/Olympus", "+08:00", "../etc/passwd", "Asia", "\x00"])
def test_an_unknown_time_zone_is_refused_by_name(zone):
    with pytest.raises(WrongSetting, match="MEMORYHUB_TIME_ZONE"):
        Environment({"MEMORYHUB_TIME_ZONE": zone}).zone("MEMORYHUB_TIME_ZONE", "UTC")


def test_an_address_loses_its_closing_slash():
    values = {"MEMORYHUB_LLM_BASE_URL": " https://models.example.com/v1/ "}

    assert Environment(values).web_address("MEMORYHUB_LLM_BASE_URL") == "https://models.example.com/v1"


@pytest.mark.parametrize("address", ["models.example.com", "ftp://x", "https:///v1", "http://[::1", "http://h:port/"])
def test_what_is_no_web_address_is_refused_without_repeating_it(address):
    with pytest.raises(WrongSetting, match="MEMORYHUB_LLM_BASE_URL") as refused:
        Environment({"MEMORYHUB_LLM_BASE_URL": address}).web_address("MEMORYHUB_LLM_BASE_URL")

    assert address not in str(refused.value)


@pytest.mark.parametrize("dimensions", ["3072", "1025", "-1", "many"])
def test_too_many_dimensions_are_refused_with_the_number_and_the_largest_one(dimensions):
    with pytest.raises(WrongSetting, match=rf"{dimensions}.* 1024") as refused:
        Environment({"MEMORYHUB_EMBEDDING_DIMENSIONS": dimensions}).integer(
            "MEMORYHUB_EMBEDDING_DIMENSIONS", 0, most=1_024
        )

    assert "MEMORYHUB_EMBEDDING_DIMENSIONS" in str(refused.value)


@pytest.mark.parametrize("number", ["1.5", "-0.1", "nan", "inf", "1e-3", "0,5", ""])
def test_a_share_is_a_plain_number_from_nought_to_one(number):
    if not number:
        assert Environment({"SHARE": number}).number("SHARE", 0.4) == 0.4
        return

    with pytest.raises(WrongSetting, match="SHARE"):
        Environment({"SHARE": number}).number("SHARE", 0.4)


def test_switches_know_the_usual_words_and_no_others():
    assert Environment({"ON": "Yes"}).switch("ON", default=False)
    assert not Environment({"OFF": "0"}).switch("OFF", default=True)
    assert Environment({}).switch("UNSET", default=True)
    with pytest.raises(WrongSetting, match="MAYBE"):
        Environment({"MAYBE": "perhaps"}).switch("MAYBE", default=True)


def test_a_database_address_is_taken_apart():
    found = environment.database("postgres://me:p%40ss%2Fword@db.example.com:5433/memory?sslmode=require")

    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "memory",
        "USER": "me",
        "PASSWORD": "p@ss/word",
        "HOST": "db.example.com",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_database_address_can_name_a_socket_directory():
    found = environment.database("postgresql://me@/memory?host=%2Fvar%2Frun%2Fmy+dir")

    assert found["HOST"] == "/var/run/my dir"
    assert (found["USER"], found["NAME"], found["PORT"], found["OPTIONS"]) == ("me", "memory", "", {})


@pytest.mark.parametrize(
    "address", ["mysql://h/n", "postgres://h:port/n", "postgres://host/", "memory", "postgres://[h/n"]
)
def test_what_is_no_database_address_is_refused_by_name(address):
    with pytest.raises(WrongSetting, match="DATABASE_URL"):
        environment.database(address)


@pytest.mark.parametrize("address", ["sqs://", "filesystem://", "sqla+postgresql://h/n", "localhost:6379", "redis://["])
def test_a_broker_that_loses_messages_or_is_unknown_is_refused_by_name(address):
    with pytest.raises(WrongSetting, match="CELERY_BROKER_URL"):
        environment.broker(address)


@pytest.mark.parametrize("hosts", ["https://memory.example.com", "memory.example.com:8000", "a b", "x,,/", "."])
def test_an_allowed_host_is_a_name_without_scheme_and_port(hosts):
    with pytest.raises(WrongSetting, match="MEMORYHUB_ALLOWED_HOSTS"):
        environment.start({"MEMORYHUB_ALLOWED_HOSTS": hosts})


def test_allowed_hosts_may_be_names_numbers_and_the_usual_patterns():
    env = Environment({"HOSTS": "memory.example.com, .example.org,192.0.2.1 ,[::1],*"})

    assert env.hosts("HOSTS") == ["memory.example.com", ".example.org", "192.0.2.1", "[::1]", "*"]


def test_an_endpoint_needs_a_model_and_a_model_an_endpoint():
    both = {"URL": "https://models.example.com/v1", "MODEL": "small"}

    Environment(both).require_together("URL", "MODEL")
    Environment({}).require_together("URL", "MODEL")
    for missing, given in (("MODEL", "URL"), ("URL", "MODEL")):
        with pytest.raises(WrongSetting, match=f"{missing} is not set, though {given} is"):
            Environment({given: both[given]}).require_together("URL", "MODEL")


def test_a_list_of_words_knows_its_words():
    choices = ("red", "green", "blue")

    assert Environment({"COLOURS": "blue, red"}).some_of("COLOURS", ("green",), choices) == ("blue", "red")
    assert Environment({}).some_of("COLOURS", ("green",), choices) == ("green",)
    with pytest.raises(WrongSetting, match="COLOURS names pink: choose from red, green, blue"):
        Environment({"COLOURS": "red,pink"}).some_of("COLOURS", ("green",), choices)


@pytest.mark.parametrize("name", ["MEMORYHUB_WEB_PROCESSES", "MEMORYHUB_WEB_THREADS"])
def test_the_web_server_needs_at_least_one_of_each(name):
    with pytest.raises(WrongSetting, match=name):
        environment.start({name: "0"})
