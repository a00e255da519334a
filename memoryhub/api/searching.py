"""Searching what is remembered about somebody."""

import re
import unicodedata
from typing import Any, ClassVar

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from extraction.policy import policy_for
from memoryhub import retrieval
from memoryhub.api.serializers import moment
from memoryhub.hits import EPISODE, FACT, MESSAGE, SUMMARY, Said
from memoryhub.retrieval import TYPES, Candidate, Results, Wanted
from profiles import choices, fields, identity
from profiles.fields import Identifier, Identity, Number, Scope, Switch, Text, Whole

MOST_RESULTS = 100
# Characters of a query: a long page, of which words and meaning are taken from the beginning and the end.
LONGEST_QUERY = 10_000
# Candidates of each kind that an explanation names, best first; no person has more facts in one scope.
MOST_EXPLAINED = 1_000
# Names that would narrow a search if there were such a field: ignored, they would widen it.
_LIKE_A_FILTER = re.compile(
    "filter|user|tenant|owner|profile|person|company|scope|agent|session|type|kind|status|where|tag|date|since|until|time"
    "|top|limit|threshold|score",
    re.IGNORECASE,
)
_SEPARATORS_AND_CONTROLS = "ZC"


class Query(Text):
    """What is looked for: at least one sign that can be seen."""

    default_error_messages: ClassVar = {"blank": "Say what to look for: the query is blank."}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, str) and all(unicodedata.category(sign)[0] in _SEPARATORS_AND_CONTROLS for sign in data):
            raise serializers.ValidationError(self.error_messages["blank"], code="query_blank")
        return super().run_validation(data)


class SearchQuestion(Identity, Scope):
    """`types` are fact types, `summary`, `episode` and `message`; left out: all but messages. `agent_id`: only what came
    of talks with this agent. A field that looks like a filter and is none is refused."""

    query = Query(max_length=LONGEST_QUERY)
    top_k = Whole(default=5, min_value=1, max_value=MOST_RESULTS, help_text="The most results in each list.")
    threshold = Number(required=False, min_value=0, max_value=1, help_text="The least score, 0.3 unless set otherwise.")
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=TYPES), required=False, allow_empty=False, max_length=len(TYPES)
    )
    agent_id = Identifier(required=False, allow_null=True)
    include_messages = Switch(default=False, help_text="Whether messages are searched too.")
    explain = Switch(
        default=False, help_text="Whether every candidate is told, with its scores and why it was kept or not."
    )


class FoundEvidence(serializers.Serializer[Any]):
    message_id = serializers.CharField()
    session_id = serializers.CharField()


class MemoryInfo(serializers.Serializer[Any]):
    """`timestamp` is when the newest message was said that it rests on; `evidence` names those that are still stored."""

    mem_id = serializers.CharField()
    content = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    timestamp = serializers.DateTimeField()
    evidence = FoundEvidence(many=True)


class FoundMemory(serializers.Serializer[Any]):
    """`score`: 0 to 1, 0.3 is worth showing, with every embedding model."""

    mem_info = MemoryInfo()
    score = serializers.FloatField()


class CandidateAnswer(serializers.Serializer[Any]):
    """`relevance`: by vector alone, null without one; `words`: the share of the question's weight that it has. A rank is
    null where it is not in that list."""

    mem_id = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    score = serializers.FloatField()
    relevance = serializers.FloatField(allow_null=True)
    words = serializers.FloatField()
    of_the_day = serializers.BooleanField()
    vector_rank = serializers.IntegerField(allow_null=True)
    word_rank = serializers.IntegerField(allow_null=True)
    day_rank = serializers.IntegerField(allow_null=True)
    why = serializers.ChoiceField(choices=[retrieval.KEPT, retrieval.BELOW_THRESHOLD, retrieval.TOP_K])


class SearchAnswer(serializers.Serializer[Any]):
    """Each list is sorted by score. `degraded`: the embedder is away, and it was found by words. `paused`: memory rests,
    and nothing is looked up."""

    fragment_memory_results = FoundMemory(many=True)
    summary_results = FoundMemory(many=True)
    message_results = FoundMemory(many=True, required=False, help_text="Only where messages were asked for.")
    degraded = serializers.BooleanField()
    paused = serializers.BooleanField()
    candidates = CandidateAnswer(many=True, required=False, help_text="Only with `explain`.")


class SearchView(APIView):
    @extend_schema(summary="Search what is remembered", request=SearchQuestion, responses=SearchAnswer)
    def post(self, request: Request) -> Response:
        """Facts, running summaries and episodes, and messages when asked for. Of somebody unknown nothing is found."""
        data = fields.body(request)
        _check_names(data)
        asked = fields.checked(SearchQuestion, data)
        agent_id = asked.get("agent_id") or ""
        person, scope_id = fields.named_in(request, data, agent_id=agent_id)
        profile = identity.find(person)
        policy = policy_for(
            person.tenant_id, agent_id=agent_id, scope_id=scope_id, is_paused=profile is not None and profile.is_paused
        )
        if profile is None or policy.is_paused:
            return Response(_wire(Results(), asked, is_paused=policy.is_paused))
        key = identity.caller_of(request).key
        wanted = Wanted(
            people=(profile,),
            query=asked["query"],
            scope_id=scope_id,
            kinds=_kinds(asked),
            types=frozenset(asked.get("types", ())),
            agent_id=agent_id,
            agents=frozenset(key.agents if key else ()),
            limit=asked["top_k"],
            threshold=asked.get("threshold", settings.MEMORYHUB_SEARCH_SCORE),
            explained=MOST_EXPLAINED if asked["explain"] else 0,
            contacts=policy.contacts,
        )
        choice = choices.embed_choice(tenant_id=person.tenant_id, profile_id=profile.pk, stored=policy.embedding_model)
        return Response(_wire(retrieval.search(wanted, choice=choice, now=timezone.now()), asked))


def _check_names(data: dict[str, Any]) -> None:
    """Raise Refused for a field that might be meant to narrow the search, and does not (SPEC 13)."""
    known = SearchQuestion().fields
    for name in data:
        if name not in known and _LIKE_A_FILTER.search(name):
            raise Refused(f"There is no filter {name!s:.64} here.", code="filter_unknown", field=f"{name!s:.64}")


def _kinds(asked: dict[str, Any]) -> frozenset[str]:
    """What is looked through: what the types name, and messages also where they are asked for by themselves."""
    types = set(asked.get("types", (FACT, SUMMARY, EPISODE)))
    kinds = {kind for kind in (SUMMARY, EPISODE, MESSAGE) if kind in types}
    if asked["include_messages"]:
        kinds.add(MESSAGE)
    return frozenset(kinds | ({FACT} if types - {SUMMARY, EPISODE, MESSAGE} else set()))


def _wire(results: Results, asked: dict[str, Any], *, is_paused: bool = False) -> dict[str, Any]:
    answer = {
        "fragment_memory_results": [_found(one) for one in results.facts],
        "summary_results": [_found(one) for one in results.summaries],
        "degraded": results.is_degraded,
        "paused": is_paused,
    }
    if MESSAGE in _kinds(asked):
        answer["message_results"] = [_found(one) for one in results.messages]
    if asked["explain"]:
        answer["candidates"] = [_candidate(one) for one in results.candidates]
    return answer


def _found(one: Candidate) -> dict[str, Any]:
    hit = one.hit
    info = {
        "mem_id": hit.key,
        "content": hit.content,
        "type": hit.type,
        "timestamp": moment(hit.at),
        "evidence": [_said(said) for said in hit.evidence],
    }
    return {"mem_info": info, "score": one.score}


def _said(said: Said) -> dict[str, str]:
    return {"message_id": said.message_id, "session_id": said.session_id}


def _candidate(one: Candidate) -> dict[str, Any]:
    scored = one.scored
    return {
        "mem_id": one.hit.key,
        "type": one.hit.type,
        "score": scored.score,
        "relevance": scored.relevance,
        "words": scored.words,
        "of_the_day": scored.is_of_day,
        "vector_rank": scored.vector_rank,
        "word_rank": scored.word_rank,
        "day_rank": scored.day_rank,
        "why": one.why,
    }
