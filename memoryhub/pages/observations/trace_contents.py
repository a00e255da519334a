"""Where the memories of a trace are to be seen, and what they say: looked up now, because a trace keeps ids alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q, Value
from django.urls import reverse

from engine.text import normal
from globalmemory.models import GlobalMemory
from memoryhub.pages.globals.global_shelf import TENANT
from memoryhub.pages.observations.traces import Weighed
from observability import texts
from observability.models import Observation
from profiles.console import Visitor
from profiles.models import EndUserProfile, Fact
from profiles.shelves import scope_query
from summaries.models import EpisodeSummary, Message, SummarySnapshot

FACT = "f_"
GLOBAL, EPISODE, SUMMARY, MESSAGE = "g_", "e_", "s_", "m_"
RECENT = "recent"
COMPANYS = ("company", "memories")  # parts in which facts of a company stand

Trace = Mapping[str, Sequence[Weighed]]


@dataclass(frozen=True)
class Places:
    """Whose memories a trace names: the person, the company above a sub-account (None: there is none), and whose the global
    memories are, with their names: a person's or, None, the organisation's."""

    observation: Observation
    company_id: int | None = None
    notes: Mapping[int, tuple[int | None, str]] = field(default_factory=dict)

    def owner_of(self, one: Weighed) -> int | None:
        return self.company_id if one.part == "company" else self.observation.profile_id


def places(observation: Observation, trace: Trace) -> Places:
    """A statement for each of the two, where there is one to be asked for."""
    keys = [key for its in trace.values() for key in _keys(its, GLOBAL)]
    company_id = _company_of(observation) if "company" in trace else None
    return Places(observation, company_id, _notes(observation, keys) if keys else {})


def _company_of(observation: Observation) -> int | None:
    own = EndUserProfile.objects.filter(tenant=observation.tenant_id, profile=observation.profile_id)
    company = EndUserProfile.objects.filter(
        tenant=observation.tenant_id, end_user_id__in=own.values("end_user_id"), end_sub_user_id=""
    )
    return company.values_list("profile_id", flat=True).first()


def _notes(observation: Observation, keys: Sequence[int]) -> dict[int, tuple[int | None, str]]:
    rows = GlobalMemory.objects.filter(
        Q(profile=None) | Q(profile=observation.profile_id), tenant=observation.tenant_id
    )
    return {pk: (owner, name) for pk, owner, name in rows.filter(pk__in=keys).values_list("pk", "profile_id", "name")}


def addresses(visitor: Visitor, found: Places, trace: Trace) -> dict[tuple[str, str], str]:
    """The pages of those that this visitor may open."""
    told = {(one.part, one.key): _address(visitor, found, one) for its in trace.values() for one in its}
    return {key: address for key, address in told.items() if address}


def contents(found: Places, trace: Trace) -> dict[tuple[str, str], str]:
    """What each says now; what is gone is missing. Three statements at most."""
    every = [one for its in trace.values() for one in its]
    texts = {
        **_facts(found, [one.key for one in every if one.key.startswith(FACT)]),
        **_messages(found, every),
        **_condensed(found, every),
        **{f"{GLOBAL}{key}": name for key, (_owner, name) in found.notes.items()},
    }
    return {(one.part, one.key): texts[one.key] for one in every if one.key in texts}


def told_of(found: Places, trace: Trace, shown: Iterable[tuple[str, str]], *, is_whole: bool) -> list[int]:
    """Whose contents are shown: the person's, and the company's where one of the facts may be its.

    `shown`: parts and keys. `is_whole`: the text that the agent got is shown, too, with whatever it held.
    """
    in_text = [(one.part, one.key) for its in trace.values() for one in its if one.is_kept] if is_whole else []
    is_companys = any(part in COMPANYS and key.startswith(FACT) for part, key in (*shown, *in_text))
    company_id = found.company_id or (texts.company_of(found.observation) if is_whole else None)
    owners = [found.observation.profile_id, company_id if is_companys else None]
    return [owner for owner in owners if owner is not None]


def _address(visitor: Visitor, found: Places, one: Weighed) -> str:
    if one.part == "global":
        return _note_address(visitor, found, one)
    member, owner = visitor.member, found.owner_of(one)
    if member is None or owner is None or one.part == RECENT or not one.key.startswith(FACT):
        return ""
    scope = scope_query(found.observation.scope_id)
    if member.profile_id == owner:
        return reverse("fact", args=[one.key]) + scope
    return reverse("person-fact", args=[owner, one.key]) + scope if member.is_administrator else ""


def _note_address(visitor: Visitor, found: Places, one: Weighed) -> str:
    """One's own global memories, and for those who may see them the organisation's."""
    (key,) = _keys([one], GLOBAL) or (0,)
    if key not in found.notes or visitor.member is None:
        return ""
    owner = found.notes[key][0]
    if owner is None:
        return f"{reverse('global-memory', args=[key])}?whose={TENANT}" if visitor.may_administer else ""
    return reverse("global-memory", args=[key]) if owner == visitor.member.profile_id else ""


def _facts(found: Places, fact_ids: Sequence[str]) -> dict[str, str]:
    owners = [key for key in (found.observation.profile_id, found.company_id) if key is not None]
    if not fact_ids or not owners:
        return {}
    facts = Fact.objects.filter(profile__in=owners, scope_id=found.observation.scope_id, fact_id__in=fact_ids)
    return dict(facts.values_list("fact_id", "content"))


def _messages(found: Places, every: Iterable[Weighed]) -> dict[str, str]:
    """Those that were found, by their own key, and those of the running conversation, by the name that their sender gave."""
    every = list(every)
    keys, named = _keys(every, MESSAGE), [one.key for one in every if one.part == RECENT]
    if not (keys or named) or found.observation.profile_id is None:
        return {}
    running = Q(session__session_id=found.observation.session_id, message_id__in=named)
    rows = Message.objects.filter(Q(pk__in=keys) | running, profile=found.observation.profile_id, deleted_at=None)
    told: dict[str, str] = {}
    for pk, message_id, content in rows.values_list("pk", "message_id", "content"):
        told[f"{MESSAGE}{pk}"] = told[message_id] = content
    return told


def _condensed(found: Places, every: Sequence[Weighed]) -> dict[str, str]:
    """Episodes and summaries in one statement."""
    profile_id, episodes, snapshots = found.observation.profile_id, _keys(every, EPISODE), _keys(every, SUMMARY)
    if not (episodes or snapshots):
        return {}
    described = EpisodeSummary.objects.filter(profile=profile_id, pk__in=episodes)
    condensed = SummarySnapshot.objects.filter(profile=profile_id, pk__in=snapshots, deleted_at=None)
    rows = described.values_list(Value(EPISODE), "pk", "summary").union(
        condensed.values_list(Value(SUMMARY), "pk", "text"), all=True
    )
    return {f"{mark}{pk}": text for mark, pk, text in rows}


def _keys(every: Iterable[Weighed], mark: str) -> list[int]:
    texts = (one.key.removeprefix(mark) for one in every if one.key.startswith(mark) and one.part != RECENT)
    return [key for text in texts if (key := normal.whole_number(text)) is not None]
