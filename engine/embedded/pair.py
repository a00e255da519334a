"""A stored and a new statement side by side: what they share, what only one of them says, and how they stand to it."""

import re
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from engine.text import attributes, bilingual, concepts, keywords, normal, ordinals, polarity, relatives, stance, values
from engine.text.concept_domains import OPPOSED, STATES
from engine.text.concept_words import WEAK

# Attributes of which a person has one value at a time.
_SINGLE = frozenset(
    """
    name english_name form_of_address floor birthday age gender height weight blood_type personality_type nationality religion native_language time_zone
    email phone salary language answer_length answer_format tone marital_status school employer location hometown diet car phone_model wake_up_time
    work_location occupation degree major budget
    """.split()  # noqa: SIM905
)
_MEASURES = (values.NUMBER, values.CLOCK, values.WEEKDAY, values.DAYTIME)
_DATES = (values.YEAR, values.MONTH, values.DAY)

_BESIDE = re.compile(
    r"旁|附近|对面|隔壁|楼[上下]|(?<![a-z])(?:near|next to|close to|opposite|beside|with|alone)(?![a-z])"
)
_NAMED = re.compile(r"(?<=[a-z] )[A-Z]\w+|(?<=with )[a-z]\w+|(?<=without )[a-z]\w+")
_CLAUSE = re.compile(r"[，,。；;]|\b(?:and|but|so|because)\b")


@dataclass(frozen=True)
class Pair:
    """`existing` and `incoming` are bare statements."""

    existing: str
    incoming: str

    @classmethod
    def of(cls, existing: str, incoming: str) -> "Pair":
        return cls(normal.bare(existing).replace("’", "'"), normal.bare(incoming).replace("’", "'"))

    @cached_property
    def old(self) -> concepts.Content:
        return concepts.content(self.existing)

    @cached_property
    def new(self) -> concepts.Content:
        return concepts.content(self.incoming)

    @cached_property
    def shared(self) -> Set[str]:
        return self.old.things & self.new.things

    @cached_property
    def topic(self) -> Set[str]:
        """What both speak of and few others do."""
        return {thing for thing in self.shared if thing not in WEAK and not concepts.is_slight(thing)}

    @cached_property
    def only_old(self) -> Set[str]:
        return {thing for thing in self.old.things - self.new.things if not concepts.is_slight(thing)}

    @cached_property
    def only_new(self) -> Set[str]:
        return {thing for thing in self.new.things - self.old.things if not concepts.is_slight(thing)}

    @cached_property
    def has_other_signs(self) -> bool:
        """Whether the new statement has single signs where the old one has others: no topic, but perhaps a name."""
        lacked = self.old.things - self.new.things
        are_weighed = bool(lacked) if self.are_deeds else any(map(concepts.is_slight, lacked))
        return are_weighed and any(map(concepts.is_slight, self.new.things - self.old.things))

    @cached_property
    def are_of_two_places(self) -> bool:
        """Whether each counts another place in a row: the first grade and the second."""
        old, new = ordinals.places(self.existing), ordinals.places(self.incoming)
        return old != new

    @cached_property
    def domains(self) -> Set[str]:
        return self.old.domains & self.new.domains

    @cached_property
    def apart(self) -> Set[str]:
        """Domains of which each statement names another thing."""
        return self.domains - {concepts.domain_of(thing) for thing in self.shared}

    @cached_property
    def opposed(self) -> Set[str]:
        """Those of which a person has one."""
        return self.apart & OPPOSED

    @cached_property
    def old_slot(self) -> str:
        return attributes.attribute_of(self.existing)

    @cached_property
    def new_slot(self) -> str:
        return attributes.attribute_of(self.incoming)

    @cached_property
    def slot(self) -> str:
        """The attribute that both fill, if a person has one value of it."""
        is_single = self.old_slot.partition("@")[0].partition(":")[0] in _SINGLE
        return self.old_slot if is_single and self.old_slot == self.new_slot else ""

    @property
    def is_of_two_slots(self) -> bool:
        return bool(self.old_slot and self.new_slot and self.old_slot != self.new_slot)

    @cached_property
    def is_reversal(self) -> bool:
        return bool(polarity.differs(self.existing, self.incoming))

    @cached_property
    def _values(self) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
        return tuple(dict(values.values(values.marked(text))) for text in (self.existing, self.incoming))  # type: ignore[return-value]

    @cached_property
    def other_value(self) -> str:
        """The kind of number or date of which each says another; '' when there is none. Of two deeds each has its own."""
        if self.are_deeds:
            return ""
        return next((kind for kind in _MEASURES if self._are_apart(kind)), "")

    @cached_property
    def other_date(self) -> bool:
        """Each names another day; of two events that are over, each has its own."""
        return any(map(self._are_apart, _DATES)) and not (
            stance.is_event(self.existing) and stance.is_event(self.incoming)
        )

    @cached_property
    def are_deeds(self) -> bool:
        """Whether each tells of something done."""
        return stance.is_done(self.existing) and stance.is_done(self.incoming)

    @cached_property
    def are_of_a_row(self) -> bool:
        """Whether each names another one of a row: two seasons, two numbered cups."""
        return ordinals.name_two(self.existing, self.incoming)

    def _are_apart(self, kind: str) -> bool:
        old, new = (found.get(kind, frozenset()) for found in self._values)
        return bool(old - new and new - old)

    @cached_property
    def new_values(self) -> bool:
        """Whether the new statement names a number or date that the old one does not."""
        ours, theirs = self._values
        return any(theirs[kind] - ours.get(kind, frozenset()) for kind in theirs)

    @cached_property
    def other_place(self) -> bool:
        old, new = (bilingual.known_names(text, bilingual.PLACES) for text in (self.existing, self.incoming))
        return bool(old - new and new - old) and not self.are_deeds

    @cached_property
    def whose(self) -> tuple[str, str]:
        return relatives.subject(self.existing), relatives.subject(self.incoming)

    @cached_property
    def is_of_others(self) -> bool:
        """Whether the new statement speaks of somebody whom the old one does not mention."""
        old, new = self.whose
        if old == new:
            return not old and stance.is_about_other(self.incoming) and not stance.is_about_other(self.existing)
        return not (new and relatives.mentions(self.existing, new)) or bool(old)

    @cached_property
    def is_limited(self) -> bool:
        """Whether only the new statement holds at certain times or with exceptions."""
        return stance.has_scope(self.incoming) and not stance.has_scope(self.existing)

    @cached_property
    def tells_surroundings(self) -> bool:
        """Whether the new statement says what is near, or who is there: that comes besides a place."""
        return bool(_BESIDE.search(self.incoming))

    @cached_property
    def attitude(self) -> tuple[str, str]:
        return stance.attitude(self.existing), stance.attitude(self.incoming)

    @cached_property
    def denied_besides(self) -> Set[str]:
        """Names in the clause that denies the topic which the old statement has not: with sugar, Indian, the Economist."""
        capitals = {concepts.stem(word.lower()) for word in _NAMED.findall(self.incoming)}
        names = {
            thing for thing in self.new.named if thing not in WEAK and concepts.domain_of(thing) not in STATES
        } | capitals
        besides: set[str] = set()
        for clause in _CLAUSE.split(self.incoming):
            if polarity.is_negative(clause) and concepts.content(clause).solid & self.topic:
                besides |= concepts.content(polarity.denied(clause)).solid & names
        return besides - self.old.things

    @cached_property
    def is_carried_out(self) -> bool:
        """Whether what was planned is now a fact."""
        old, new = self.attitude
        return old == "wants" and new != "wants"

    @cached_property
    def is_across(self) -> bool:
        """One is Chinese and the other is not: words that are not known by name cannot be compared."""
        return keywords.has_cjk(self.existing) != keywords.has_cjk(self.incoming)
