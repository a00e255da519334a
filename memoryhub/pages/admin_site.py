"""The stock admin for operators, administrators and superusers, entered by the one sign-in page."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from observability.guarded import Viewer, set_viewer
from profiles import console
from profiles.console import Visitor


class AdministrationSite(admin.AdminSite):
    site_title = _("MemoryHub administration")
    site_header = _("MemoryHub administration")
    index_title = _("Everything that is stored")
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        """Operators and administrators of the tenant in use, and superusers. Notes on the request who looks."""
        if not request.user.is_active or not request.user.is_authenticated:
            return False
        viewer = viewer_for(console.visitor_of(request))
        set_viewer(request, viewer)
        return viewer is not None

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Where the stock admin sends everybody who may not come in: to sign in, or to hear why not."""
        if request.user.is_authenticated and not self.has_permission(request):
            return console.sorry(
                request,
                title=_("Not for your role"),
                sentence=_("Only operators and administrators of your organisation can open this page."),
                status=403,
            )
        onward = request.GET.get("next", "")
        is_ours = console.is_ours(onward)
        if request.user.is_authenticated:
            return redirect(onward if is_ours else "admin:index")
        return redirect_to_login(onward if is_ours else "/admin/")


def viewer_for(visitor: Visitor) -> Viewer | None:
    """What this person may see of the tenant in use; None for a plain member and for somebody without one."""
    member, is_superuser = visitor.member, visitor.account.is_superuser
    if not visitor.may_administer:
        return None
    return Viewer(
        actor=visitor.actor,
        tenant_id=member.tenant_id if member else None,
        sees_contents=bool(member and member.is_administrator),
        is_superuser=is_superuser,
        profile_id=member.profile_id if member else None,
    )
