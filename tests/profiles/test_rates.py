import threading
from datetime import timedelta

import pytest
from django.db import connection

from profiles import rates
from profiles.models import ApiKey, RateCounter
from tests.builders import NOON, after
from tests.callers import make_key

pytestmark = pytest.mark.django_db


def test_requests_of_one_caller_in_one_minute_are_counted_together(settings):
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 2

    seen = [rates.count("key:1", now=NOON + timedelta(seconds=second)) for second in (0, 20, 59)]

    assert [rate.used for rate in seen] == [1, 2, 3]
    assert [rate.is_exceeded for rate in seen] == [False, False, True]
    assert [rate.seconds_left for rate in seen] == [60, 40, 1]


def test_each_caller_and_each_minute_counts_for_itself():
    rates.count("key:1", now=NOON)

    assert rates.count("key:2", now=NOON).used == 1
    assert rates.count("key:1", now=after(1)).used == 1


def test_the_headers_say_what_is_left(settings):
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 600

    headers = rates.count("key:1", now=NOON + timedelta(seconds=15)).headers

    assert headers == {"RateLimit-Policy": '"default";q=600;w=60', "RateLimit": '"default";r=599;t=45'}


def test_counting_costs_one_statement_with_and_without_the_last_use(django_assert_num_queries):
    key, _ = make_key()

    with django_assert_num_queries(2):
        rates.count("key:1", now=NOON)
        rates.count("key:1", now=NOON, used_key=key.pk)

    assert ApiKey.objects.get(pk=key.pk).last_used_at == NOON


def test_an_account_that_guesses_too_often_has_to_wait(settings):
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 3

    answers = [rates.sign_in_allowed("Ann", f"10.0.0.{number}", now=NOON) for number in range(4)]

    assert answers == [True, True, True, False]
    assert rates.sign_in_allowed("ann", "10.0.1.1", now=after(14)) is False
    assert rates.sign_in_allowed("ann", "10.0.1.1", now=after(15)) is True


def test_an_address_that_guesses_at_many_accounts_has_to_wait(settings):
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 3

    answers = [rates.sign_in_allowed(f"account-{number}", "10.0.0.1", now=NOON) for number in range(4)]

    assert answers == [True, True, True, False]


def test_signing_in_forgets_the_mistyped_passwords_but_not_those_of_other_accounts(settings):
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 3
    for account in ("bob", "ann", "ann"):
        rates.sign_in_allowed(account, "10.0.0.1", now=NOON)

    rates.sign_in_succeeded("ann", "10.0.0.1")

    assert rates.sign_in_allowed("ann", "10.0.0.1", now=NOON) is True
    assert rates.sign_in_allowed("ann", "10.0.0.1", now=NOON) is False


def test_what_was_typed_as_an_account_is_not_kept():
    rates.sign_in_allowed("my-password-by-mistake", "10.0.0.1", now=NOON)

    assert not RateCounter.objects.filter(caller__contains="mistake").exists()


def test_old_counters_are_forgotten():
    rates.count("key:1", now=NOON)
    rates.count("key:1", now=after(60))

    assert rates.forget(before=after(30)) == 1
    assert RateCounter.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_fifty_requests_at_once_are_fifty(settings):
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 10
    start, seen = threading.Barrier(10), []

    def come() -> None:
        start.wait()
        seen.extend(rates.count("key:1", now=NOON) for _ in range(5))
        connection.close()

    threads = [threading.Thread(target=come) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(rate.used for rate in seen) == list(range(1, 51))
    assert sum(not rate.is_exceeded for rate in seen) == 10
