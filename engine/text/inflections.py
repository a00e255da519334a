"""The forms of an English word: who asks when somebody "ran a race" is answered by "I run", "runs" and "running" too."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

# One row a word, its forms in a row; those that the rules make are not written down. The last words only look like forms.
_IRREGULAR = """
arise arose arisen
bear bore born borne
beat beaten
become became
begin began begun beginning
bend bent
bet
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
die dies died dying
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grind ground
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
lean leant
learn learnt
leave left
lend lent
lie lies lied lay lain lying
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
panic panicked panicking
pay paid
picnic picnicked picnicking
prove proven
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
ski skied skis
sleep slept
slide slid
smell smelt
speak spoke spoken
spell spelt
spend spent
spill spilt
spin spun
spoil spoilt
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tie ties tied tying
understand understood
undertake undertook undertaken
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
withdraw withdrew withdrawn
write wrote written
child children
foot feet
goose geese
half halves
knife knives
leaf leaves
life lives
loaf loaves
man men
mouse mice
person people
scarf scarves
self selves
shelf shelves
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
evening
morning
news
goods
series
species
seed
need
weed
speed
indeed
everything
nothing
"""
_SHORTEST = 3
_VOWELS = frozenset("aeiou")
# Before these a plural has another syllable: boxes, churches, wishes.
_HISSING = ("s", "x", "z", "ch", "sh")
_NEVER_DOUBLED = frozenset("aeiouhwxy")
# Of several syllables it depends on the stress, and on who writes: preferred, permitted, travelled or traveled.
_DOUBLED_WHERE_STRESSED = frozenset("lmprt")


def _by_form() -> dict[str, list[str]]:
    rows = defaultdict(list)
    for row in _IRREGULAR.strip().splitlines():
        base, *others = row.split()
        for form in (base, *others):
            rows[form].append(base)
    return rows


_BASES = _by_form()
_FORMS = {row.split()[0]: tuple(row.split()) for row in _IRREGULAR.strip().splitlines()}


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[str, ...]:
    """The word itself first, then what else it may be written as: `walked` → walk, walks, walking.

    For a lower-case word of the letters a to z; any other is returned alone. There is no dictionary behind it: a form that nobody
    writes (`walke`) may be among them.
    """
    if not (word.isascii() and word.isalpha()) or (len(word) < _SHORTEST and word not in _BASES):
        return (word,)
    return tuple(dict.fromkeys((word, *(form for base in _bases(word) for form in _inflected(base)))))


def _bases(word: str) -> Iterator[str]:
    """What the word may be a form of; `lives` and `leaves` are of a noun and of a verb."""
    yield from _BASES.get(word, (word,))
    if word in _FORMS:
        return
    if word not in _BASES:
        yield from _before_ending(word)
    yield from _singulars(word)


def _before_ending(word: str) -> Iterator[str]:
    if word.endswith("eed"):
        yield word[:-1]  # agreed
    elif word.endswith("ing"):
        stem = word[:-3]
        yield from (stem,) if stem.endswith("i") else _before(stem)  # skiing
    elif word.endswith("ed"):
        yield from _before(word[:-2])


def _singulars(word: str) -> Iterator[str]:
    if word.endswith("ies"):
        yield from (word[:-3] + "y", word[:-1])  # cities, movies
    elif word.endswith("es") and word[:-2].endswith((*_HISSING, "o")):
        yield from (word[:-2], word[:-1])  # boxes, shoes
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]


def _before(stem: str) -> Iterator[str]:
    """The words whose -ed and -ing begin with the stem: `hop` for hopp, `hope` for hop, `visit` for visit, `study` for studi."""
    if not any(letter in _VOWELS or letter == "y" for letter in stem):
        return  # thing, bring, red
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    elif len(stem) > _SHORTEST and stem[-1] == stem[-2] and stem[-1] not in _NEVER_DOUBLED:
        yield from (stem[:-1], stem)  # planned, called
    elif _is_doubling(stem):
        yield stem + "e"
    else:
        yield from (stem, stem + "e")


def _is_doubling(word: str) -> bool:
    """Whether the last letter is written twice before -ed and -ing: one syllable that ends in one vowel and one consonant."""
    return (
        len(word) >= _SHORTEST - 1
        and word[-1] not in _NEVER_DOUBLED
        and word[-2:-1] in _VOWELS
        and not any(letter in _VOWELS for letter in word[:-2].replace("qu", "q"))
    )


def _inflected(base: str) -> Iterator[str]:
    yield from _FORMS.get(base, (base,))
    yield from (*_plurals(base), *_past(base))


def _plurals(base: str) -> tuple[str, ...]:
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return (base[:-1] + "ies",)
    if base.endswith("o"):
        return base + "es", base + "s"  # potatoes, photos
    return (base + ("es" if base.endswith(_HISSING) else "s"),)


def _past(base: str) -> tuple[str, ...]:
    """Its -ed and its -ing."""
    if base.endswith("ie"):
        return base + "d", base[:-2] + "ying"
    if base.endswith("e"):
        return base + "d", (base if base.endswith(("ee", "oe", "ye")) else base[:-1]) + "ing"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied", base + "ing"
    stems = _stems(base)
    return tuple(stem + ending for stem in stems for ending in ("ed", "ing"))


def _stems(base: str) -> tuple[str, ...]:
    doubled = base + base[-1]
    if _is_doubling(base):
        return (doubled,)
    may_double = base[-1] in _DOUBLED_WHERE_STRESSED and base[-2] in _VOWELS and base[-3] not in _VOWELS
    return (base, doubled) if may_double else (base,)
