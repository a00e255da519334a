"""The desk at which somebody works on facts: whose they are, which part of them is looked at, and where answers appear."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django_htmx.http import reswap, retarget

from profiles import ledger, mine, names, reversal
from profiles.console import ConsoleRequest, own_profile, wants_fragment
from profiles.forms import CorrectionForm, FactForm
from profiles.models import Fact, Profile
from profiles.shelves import View


@dataclass(frozen=True)
class Desk:
    """That of a person before their own facts. Who works on somebody else's sits at a desk of another kind."""

    request: ConsoleRequest
    profile: Profile
    view: View

    types: ClassVar[Mapping[str, object]] = names.TYPES

    @classmethod
    def own(cls, request: ConsoleRequest) -> "Desk":
        """Raises NobodyHere."""
        return cls(request, own_profile(request), View.of(request.POST if request.method == "POST" else request.GET))

    @property
    def about(self) -> dict[str, Any]:
        """What the templates of one fact read."""
        return {"view": self.view}

    def known(self, fact_id: str) -> Fact:
        """Raises UnknownFact."""
        return mine.known(self.profile, fact_id, scope_id=self.view.scope_id)

    def look(self, fact: Fact) -> None:
        """Say that a fact is shown. Looking at one's own leaves no trace."""

    def log(self, message: str, *facts: Fact) -> None:
        """Say that facts were written or changed. What people do to their own stands in the history of the fact alone."""

    def say(self, sentence: str, facts: list[Fact]) -> None:
        """Tell what was done, with a way to undo it where one fact was changed in a way that can be undone."""
        undo = ""
        if len(facts) == 1 and reversal.changes_of(facts[0]):
            event = ledger.last_events([facts[0].pk]).get(facts[0].pk)
            undo = self.view.to("fact-undo", facts[0].fact_id, event) if event else ""
        messages.success(self.request, sentence, extra_tags=undo)

    def form(self, data: QueryDict | None = None) -> FactForm:
        return FactForm(data, types=self.types)

    def correction(self, fact: Fact, data: QueryDict | None = None, *, written: str | None = None) -> CorrectionForm:
        """The form of a fact as it is, with `written` in place of its wording, or with what was sent."""
        ids = f"id_{fact.fact_id}_%s"
        if data is not None:
            return CorrectionForm(data, types=self.types, auto_id=ids)
        seen = ledger.last_events([fact.pk]).get(fact.pk) if fact.pk else None
        initial = {"content": fact.content if written is None else written, "type": fact.type, "seen": seen}
        return CorrectionForm(initial=initial, types=self.types, auto_id=ids)

    def page(self, *, form: FactForm | None = None, status: int = 200) -> HttpResponse:
        """The whole page with the list, or the list alone for a script that asked for it."""
        about = mine.board(self.profile, self.view, self.request) | {"form": form or self.form()}
        part = "#facts" if wants_fragment(self.request) else ""
        return render(self.request, f"profiles/mine.html{part}", about, status=status)

    def after(self) -> HttpResponse:
        """The list as it is now: as a part of the page, or by way of a redirect so that a reload repeats nothing."""
        return self.page() if wants_fragment(self.request) else redirect(self.view.address)

    def from_toast(self) -> HttpResponse:
        """The same in the place of the list, for a button that stands elsewhere: in the toast, or in a line of the list."""
        return reswap(retarget(self.after(), "#facts"), "outerHTML")
