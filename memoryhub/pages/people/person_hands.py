"""What administrators do on the page of a person, when they are asked to: what its owner could, in their stead."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memoryhub.pages import who
from memoryhub.pages.people import person
from memoryhub.pages.people.person import View
from profiles import deeds, editing, names
from profiles.console import ConsoleRequest, signed_in
from profiles.desk import Desk
from profiles.forms import FactForm
from profiles.models import Fact, Member


@dataclass(frozen=True)
class PersonDesk(Desk):
    """That of an administrator before the facts of a person of the tenant: what they see and do there is on record."""

    view: View
    member: Member

    types: ClassVar = names.TYPES_OF_OTHERS

    @classmethod
    def of(cls, request: ConsoleRequest, number: int) -> Self:
        """Raises NotForYou, NoOrganisation, NothingHere."""
        member = who.administrator(request.visitor)
        asked = request.POST if request.method == "POST" else request.GET
        return cls(request, person.known(member, number), View.of_person(number, asked, reads=True), member)

    @property
    def about(self) -> dict[str, Any]:
        return {"view": self.view, "name": who.name_of(self.profile)}

    def look(self, fact: Fact) -> None:
        who.note_look(self.request.visitor, self.profile.pk, model="fact", key=fact.pk or fact.fact_id)

    def log(self, message: str, *facts: Fact) -> None:
        editing.log(self.profile, self.request.visitor.origin, message, *facts)

    def page(self, *, form: FactForm | None = None, status: int = 200) -> HttpResponse:
        return person.page(self.request, self.member, self.profile, self.view, form=form, status=status)


@signed_in
@require_POST
def pause(request: ConsoleRequest, number: int) -> HttpResponse:
    """Stop or resume the memory of a person, as the button said: pressed twice, it does the same again."""
    profile = person.known(who.administrator(request.visitor), number)
    is_paused = request.POST.get("paused") != "no"
    editing.pause(profile, is_paused, origin=request.visitor.origin, now=timezone.now())
    done = (
        _("Paused. Nothing new is learned of this person, and nothing of this is used.")
        if is_paused
        else _("The memory of this person works again.")
    )
    messages.success(request, done)
    return redirect("person", number)


@signed_in
@require_POST
def add(request: ConsoleRequest, number: int) -> HttpResponse:
    return deeds.add(PersonDesk.of(request, number))


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    return deeds.edit(PersonDesk.of(request, number), fact_id)


@signed_in
@require_safe
def row(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    return deeds.row(PersonDesk.of(request, number), fact_id)


@signed_in
@require_POST
def delete(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    return deeds.delete(PersonDesk.of(request, number), fact_id)


@signed_in
@require_POST
def restore(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    return deeds.restore(PersonDesk.of(request, number), fact_id)


@signed_in
@require_POST
def pin(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    return deeds.pin(PersonDesk.of(request, number), fact_id)


@signed_in
@require_POST
def undo(request: ConsoleRequest, number: int, fact_id: str, event: int) -> HttpResponse:
    return deeds.undo(PersonDesk.of(request, number), fact_id, event)
