"""English statements: limits: food, money, hours. Said on Friday, 1 March 2024."""

import pytest

# fmt: off
TOLD = [
    ("I'm allergic to peanuts and shellfish", ['The user is allergic to peanuts', 'The user is allergic to shellfish']),
    ('I have a severe nut allergy.', ['The user has a severe nut allergy']),
    ('My budget is 1500 euros.', ["The user's budget is 1500 euros"]),
    ('I have a budget of $2000 for the laptop', ['The user has a budget of $2000 for the laptop']),
    ('I no longer eat meat.', ['The user no longer eats meat']),
    ("I'm vegan, what can I cook tonight?", ['The user is vegan']),
    ("I can't work on Fridays.", ['The user cannot work on Fridays']),
    ("I'm lactose intolerant", ['The user is lactose intolerant']),
    ("I'm on a keto diet", ['The user is on a keto diet']),
    ('I need to finish my thesis by next Friday.', ['The user needs to finish their thesis by 8 March 2024']),
    ('Being a vegetarian, I avoid fish sauce.', ['The user is a vegetarian', 'The user avoids fish sauce']),
    ("I don't drink alcohol.", ['The user does not drink alcohol']),
    ("I don't eat pork or shellfish.", ['The user does not eat pork', 'The user does not eat shellfish']),
    ("I can't swim.", ['The user cannot swim']),
    ("I don't have any allergies.", ['The user does not have any allergies']),
    ("I'm not allergic to nuts.", ['The user is not allergic to nuts']),
    ('I need to be home by 6pm every day', ['The user needs to be home by 6pm every day']),
    ("We can't spend more than $500.", ['The user cannot spend more than $500']),
    ('I can only meet after 5pm.', ['The user can only meet after 5pm']),
    ('I only eat halal food.', ['The user only eats halal food']),
    ("I'm a vegetarian but I eat fish sometimes", ['The user is a vegetarian', 'The user eats fish']),
    ("As a vegetarian, I don't eat gelatin", ['The user is a vegetarian', 'The user does not eat gelatin']),
    ('Our budget for this project is $40k.', ["The user's budget for this project is $40k"]),
    ('Our deadline is 15 June.', ["The user's deadline is on 15 June 2024"]),
    ('I follow a gluten-free diet.', ['The user follows a gluten-free diet']),
    ("I can't have dairy.", ['The user cannot have dairy']),
    ("I can't do Mondays.", ['The user cannot do Mondays']),
    ('I cannot come to the office on Wednesdays because I look after my kids.', ['The user cannot come to the office on Wednesdays', 'The user looks after their kids']),
    ("I am Muslim so I don't eat pork", ['The user is Muslim', 'The user does not eat pork']),
    ('I have a peanut allergy and asthma', ['The user has a peanut allergy', 'The user has asthma']),
    ('I have an allergy to penicillin', ['The user has an allergy to penicillin']),
    ('im vegan and my gf is celiac so we cook at home mostly', [
        'The user is vegan',
        "The user's girlfriend is celiac",
        'The user cooks at home mostly',
    ]),
    ("I'm vegan; my girlfriend has celiac disease.", ['The user is vegan', "The user's girlfriend has celiac disease"]),
    ('I can spend up to 300 euros.', ['The user can spend up to 300 euros']),
    ("I can't afford more than 800 per month.", ['The user cannot afford more than 800 per month']),
    ("I usually have lunch at noon and I don't eat beef", ['The user does not eat beef']),
    ("I'm a vegan and mostly cook at home", ['The user is a vegan', 'The user mostly cooks at home']),
    ("I'm allergic to cats but I love dogs.", ['The user is allergic to cats', 'The user loves dogs']),
    ('I have been vegetarian since 2010', ['The user has been vegetarian since 2010']),
    ("I've been vegan for two years", ['The user has been vegan for two years']),
    ("I can't drive at night.", ['The user cannot drive at night']),
    ("I don't eat dairy because it upsets my stomach.", ['The user does not eat dairy']),
    ('I have a gluten intolerance and I avoid bread.', ['The user has a gluten intolerance', 'The user avoids bread']),
    ("I've been vegan for three years now.", ['The user has been vegan for three years']),
    ("I'm available on Mondays and Wednesdays.", ['The user is available on Mondays and Wednesdays']),
    ("I'm only available in the mornings.", ['The user is only available in the mornings']),
    ('I have to submit my thesis by 30 June.', ['The user has to submit their thesis by 30 June 2024']),
]
# fmt: on


@pytest.mark.parametrize(("content", "statements"), TOLD)
def test_constraints_are_told_in_the_third_person(told, content, statements):
    assert told(content) == statements
