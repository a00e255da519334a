"""English statements: what happened and what is to come. Said on Friday, 1 March 2024."""

import pytest

# fmt: off
TOLD = [
    ("I'm moving to Oslo next week", ['The user is moving to Oslo in the week of 4–10 March 2024']),
    ('I have an exam next Wednesday.', ['The user has an exam on 6 March 2024']),
    ('I got married last summer.', ['The user got married in summer 2023']),
    ("I'm going to visit Rome in two weeks.", ['The user is going to visit Rome in the week of 11–17 March 2024']),
    ('I have a dentist appointment tomorrow at 10.', ['The user has a dentist appointment on 2 March 2024 at 10']),
    ('I broke my leg in March.', ['The user broke their leg in March 2024']),
    ('I adopted a cat last month.', ['The user adopted a cat in February 2024']),
    ('I switched from Java to Kotlin last year.', ['The user switched from Java to Kotlin in 2023']),
    ('I lost my wallet yesterday and I had to cancel my cards.', ['The user lost their wallet on 29 February 2024']),
    ('My flight is on March 12', ["The user's flight is on 12 March 2024"]),
    ('I have surgery on 5 April.', ['The user has surgery on 5 April 2024']),
    ('I bought a house in Leeds in 2019.', ['The user bought a house in Leeds in 2019']),
    ('Last year I ran my first marathon.', ['The user ran their first marathon in 2023']),
    ("I'm getting married in September!", ['The user is getting married in September 2024']),
    ("I'll be in Paris on Tuesday.", ['The user will be in Paris on 5 March 2024']),
    ('I will start my new job on 1 April.', ['The user will start their new job on 1 April 2024']),
    ('I got promoted to senior manager last Friday.', ['The user got promoted to senior manager on 23 February 2024']),
    ('We have a meeting with the client tomorrow.', ['The user has a meeting with the client on 2 March 2024']),
    ("I am feeling great, I finally got my driver's license!", ["The user got their driver's license (mentioned on 1 March 2024)"]),
    ('I visited Rome and Florence last spring', ['The user visited Rome and Florence in spring 2023']),
    ('I went to Paris in 2019 with my sister', ['The user went to Paris in 2019 with their sister']),
    ('I left IBM in 2020', ['The user left IBM in 2020']),
    ('I joined Stripe last month', ['The user joined Stripe in February 2024']),
    ('I was laid off two weeks ago', ['The user was laid off in the week of 12–18 February 2024']),
    ('We got engaged last weekend!', ['The user got engaged on the weekend of 24–25 February 2024']),
    ('I have an interview at Apple on Thursday', ['The user has an interview at Apple on 7 March 2024']),
    ('I had an interview yesterday', ['The user had an interview on 29 February 2024']),
    ('I passed my driving test on Tuesday', ['The user passed their driving test on 27 February 2024']),
    ('I failed my exam last week.', ['The user failed their exam in the week of 19–25 February 2024']),
    ('My exam is next Tuesday', ["The user's exam is on 5 March 2024"]),
    ("I'm on vacation until next Monday", ['The user is on vacation until 4 March 2024']),
    ("I'm away next week.", ['The user is away in the week of 4–10 March 2024']),
    ('I will be 30 next month', ['The user will be 30 in April 2024']),
    ("P.S. I'm moving to Rome in May.", ['The user is moving to Rome in May 2024']),
    ('We switched from Jenkins to GitHub Actions last month.', ['The user switched from Jenkins to GitHub Actions in February 2024']),
    ("I'm going to Shenzhen on a business trip next Wednesday", ['The user is going to Shenzhen on a business trip on 6 March 2024']),
    ('I just sold my car yesterday', ['The user sold their car on 29 February 2024']),
    ('I will be on parental leave from 1 June to 1 September.', ['The user will be on parental leave from 1 June 2024 to 1 September 2024']),
    ('My flight to Osaka leaves on 12 March', ["The user's flight to Osaka leaves on 12 March 2024"]),
    ("I'm in Paris this week.", ['The user is in Paris in the week of 26 February – 3 March 2024']),
    ("I'm visiting my parents in Graz this weekend.", ['The user is visiting their parents in Graz on the weekend of 2–3 March 2024']),
    ("I'm seeing a dentist tomorrow", ['The user is seeing a dentist on 2 March 2024']),
    ('I signed the contract with Contoso yesterday.', ['The user signed the contract with Contoso on 29 February 2024']),
    ('We launched our app last Monday', ['The user launched their app on 19 February 2024']),
]
# fmt: on


@pytest.mark.parametrize(("content", "statements"), TOLD)
def test_episodes_are_told_in_the_third_person(told, content, statements):
    assert told(content) == statements
