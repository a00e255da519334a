"""The settings of a scope, their values and who says so, as people call them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles import inforce, scopes

ORIGINS = {
    inforce.SCOPE: gettext_lazy("set here"),
    inforce.ENVIRONMENT: gettext_lazy("set by the environment"),
    inforce.DEFAULT: gettext_lazy("the default"),
}
POLICIES = {
    "mask": gettext_lazy("mask in messages, keep out of facts"),
    "keep": gettext_lazy("keep as written"),
    "refuse": gettext_lazy("refuse the message"),
}
AS_EVERYWHERE = gettext_lazy("as everywhere")


def worded(name: str, value: Any) -> str:
    """A value as people say it."""
    if name in inforce.SWITCHES:
        return _("on") if value else _("off")
    if name in inforce.POLICIES:
        return str(POLICIES[value])
    if name in inforce.MODELS and value == scopes.installation().embedded:
        return _("built-in rules")
    return str(value)
