"""The whole API on one page. What each route asks of its caller stands in `scopes.TABLE` under the route's name."""

from django.urls import path

from memoryhub.api import conversations, docs, people
from profiles import agents
from profiles import api as profiles

urlpatterns = [
    # one person
    path("profile", people.ProfileView.as_view(), name="profile"),
    path("profile/touch", profiles.TouchView.as_view(), name="profile-touch"),
    path("profile/pause", profiles.PauseView.as_view(), name="profile-pause"),
    path("profile/memory", profiles.MemoryView.as_view(), name="profile-memory"),
    path("profile/memory/<str:fact_id>", profiles.FactView.as_view(), name="profile-fact"),
    path("profile/memory/<str:fact_id>/restore", profiles.RestoreView.as_view(), name="profile-fact-restore"),
    path("profile/memory/<str:fact_id>/history", people.HistoryView.as_view(), name="profile-fact-history"),
    path("facts", profiles.FactsView.as_view(), name="facts"),
    # conversations; ids are opaque and may hold a slash
    path("messages", conversations.MessagesView.as_view(), name="messages"),
    path(
        "sessions/<path:session_id>/messages/<path:message_id>",
        conversations.MessageView.as_view(),
        name="session-message",
    ),
    path("jobs/<int:job_id>", conversations.JobView.as_view(), name="job"),
    path("context", conversations.ContextView.as_view(), name="context"),
    # the tenant; ids are opaque and may hold a slash
    path("agents", agents.AgentsView.as_view(), name="agents"),
    path("agents/<path:agent_id>", agents.AgentView.as_view(), name="agent"),
    path("admin/end-users", people.EndUsersView.as_view(), name="admin-end-users"),
    path("admin/end-users/<path:end_user_id>", people.EndUserView.as_view(), name="admin-end-user"),
    # the API about itself, open to everybody
    path("schema", docs.schema, name="schema"),
    path("docs", docs.page, name="docs"),
]
