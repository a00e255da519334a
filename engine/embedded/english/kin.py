"""Who `he`, `she` and `they` are: the last of the user's own people or animals that the sentence named."""

from dataclasses import dataclass

from engine.embedded.english.subjects import is_finite
from engine.embedded.english.vocabulary import FAMILY, PETS, SELF_OWN, words_of

_SHE = words_of(
    "wife girlfriend fiancee fiancée daughter mother mom mum mommy sister grandmother grandma granny granddaughter aunt niece mother-in-law "
    "gran nan nana nanna mam stepmum stepmother goddaughter sister-in-law stepdaughter ex-wife"
)
_HE = words_of(
    "grandad granddad gramps stepdad stepfather godson husband boyfriend fiance fiancé son father dad daddy brother grandfather grandpa grandson uncle nephew father-in-law brother-in-law stepson ex-husband"
)
_MANY = words_of(
    "sons daughters kids children twins parents brothers sisters siblings grandparents grandchildren cousins nephews nieces in-laws"
) | {pet for pet in PETS if pet.endswith("s")}


@dataclass(frozen=True)
class Kin:
    """`phrase` as said: `my`, `daughter`, `Freya`."""

    phrase: tuple[str, ...]
    noun: str

    def answers_to(self, pronoun: str) -> bool:
        if pronoun == "they":
            return self.noun in _MANY
        if self.noun in _MANY:
            return False
        if pronoun == "it":
            return self.noun in PETS
        return self.noun not in (_HE if pronoun == "she" else _SHE)


def named_in(words: list[str]) -> Kin | None:
    """The last `my daughter Freya`, `our old dog` among the words; several make `he` and `she` unclear."""
    found: list[Kin] = []
    for place, word in enumerate(words):
        has = word.lower() == "have" and words[place - 1 : place] in (["I"], ["we"])
        if word.lower() not in SELF_OWN and not has:
            continue
        at = next(
            (end for end in range(place + 1, min(place + 4, len(words))) if _bare(words[end]) in FAMILY | PETS), 0
        )
        if not at or _bare(words[at]) == "family":
            continue
        end = at + 1
        while end < len(words) and words[end][0].isupper() and words[end] != "I":
            end += 1
        noun = _bare(words[at])
        is_owner = noun != words[at].lower()
        phrase = ("my", noun) if has or is_owner else (word.lower(), *words[place + 1 : end])
        found.append(Kin(phrase, noun))
    return found[-1] if found else None


def _bare(word: str) -> str:
    return word.lower().removesuffix("'s")


def resolved(words: list[str], kin: Kin | None) -> list[str]:
    """`she has dementia` → `my mum has dementia`; as they are when it is not clear who is meant."""
    pronoun = words[0].lower() if words else ""
    if words[1:3] == ["of", "them"] and pronoun in ("both", "all"):
        pronoun, words = "they", ["they", *words[3:]]
    if kin is None or pronoun not in ("he", "she", "they", "it") or len(words) < 3 or not kin.answers_to(pronoun):
        return words
    return (
        [*kin.phrase, *words[1:]] if is_finite(words, 1) or words[1].lower() in ("also", "really", "still") else words
    )
