"""The whole API on one page. What each route asks of its caller stands in `scopes.TABLE` under the route's name."""

from django.urls import path

from memoryhub.api import (
    contexts,
    conversations,
    docs,
    dreams,
    extracting,
    global_memories,
    global_places,
    jobs,
    observations,
    pausing,
    people,
    portability,
    review,
    scope_settings,
    searching,
    summaries,
)
from profiles import agents
from profiles import api as profiles

urlpatterns = [
    # one person
    path("profile", people.ProfileView.as_view(), name="profile"),
    path("profile/touch", profiles.TouchView.as_view(), name="profile-touch"),
    path("profile/pause", pausing.PauseView.as_view(), name="profile-pause"),
    path("profile/memory", profiles.MemoryView.as_view(), name="profile-memory"),
    path("profile/memory/<str:fact_id>", profiles.FactView.as_view(), name="profile-fact"),
    path("profile/memory/<str:fact_id>/restore", profiles.RestoreView.as_view(), name="profile-fact-restore"),
    path("profile/memory/<str:fact_id>/history", people.HistoryView.as_view(), name="profile-fact-history"),
    path("profile/export", portability.ExportView.as_view(), name="profile-export"),
    path("profile/erase", portability.EraseView.as_view(), name="profile-erase"),
    path("facts", profiles.FactsView.as_view(), name="facts"),
    # conversations; ids are opaque and may hold a slash
    path("extract", extracting.ExtractView.as_view(), name="extract"),
    path("messages", conversations.MessagesView.as_view(), name="messages"),
    path(
        "sessions/<path:session_id>/messages/<path:message_id>",
        conversations.MessageView.as_view(),
        name="session-message",
    ),
    path("sessions/<path:session_id>/end", summaries.EndView.as_view(), name="session-end"),
    path("sessions/<path:session_id>/summary", summaries.SummaryView.as_view(), name="session-summary"),
    path("sessions/<path:session_id>/summaries", summaries.SummariesView.as_view(), name="session-summaries"),
    path("sessions/<path:session_id>/messages", summaries.SessionMessagesView.as_view(), name="session-messages"),
    path("sessions/<path:session_id>", portability.SessionView.as_view(), name="session"),
    path("jobs/<int:job_id>", jobs.JobView.as_view(), name="job"),
    path("jobs/<int:job_id>/undo", jobs.UndoView.as_view(), name="job-undo"),
    # what waits for a person's word
    path("review", review.ReviewView.as_view(), name="review"),
    path("review/<int:held_id>/accept", review.AcceptView.as_view(), name="review-accept"),
    path("review/<int:held_id>/refuse", review.RefuseView.as_view(), name="review-refuse"),
    path("memories/search", searching.SearchView.as_view(), name="memories-search"),
    path("context", contexts.ContextView.as_view(), name="context"),
    path("observations", observations.ObservationsView.as_view(), name="observations"),
    path("observations/<str:observation_id>", observations.ObservationView.as_view(), name="observation"),
    path(
        "observations/<str:observation_id>/feedback", observations.FeedbackView.as_view(), name="observation-feedback"
    ),
    # what somebody tells their agents once, for all conversations
    path("global-memories", global_memories.MemoriesView.as_view(), name="global-memories"),
    path("global-memories/bulk", global_memories.BulkView.as_view(), name="global-memories-bulk"),
    path("global-memories/try", global_memories.TryView.as_view(), name="global-memories-try"),
    path("global-memories/folders", global_places.FoldersView.as_view(), name="global-memory-folders"),
    path("global-memories/folders/<int:folder_id>", global_places.FolderView.as_view(), name="global-memory-folder"),
    path("global-memories/tags", global_places.TagsView.as_view(), name="global-memory-tags"),
    path("global-memories/bindings", global_places.BindingsView.as_view(), name="global-memory-bindings"),
    path(
        "global-memories/bindings/<int:binding_id>", global_places.BindingView.as_view(), name="global-memory-binding"
    ),
    path("global-memories/<int:memory_id>", global_memories.MemoryView.as_view(), name="global-memory"),
    path(
        "global-memories/<int:memory_id>/restore", global_memories.RestoreView.as_view(), name="global-memory-restore"
    ),
    path("global-memories/<int:memory_id>/copy", global_memories.CopyView.as_view(), name="global-memory-copy"),
    # the tenant; ids are opaque and may hold a slash
    path("agents", agents.AgentsView.as_view(), name="agents"),
    path("agents/<path:agent_id>", agents.AgentView.as_view(), name="agent"),
    path("scopes", scope_settings.ScopesView.as_view(), name="scopes"),
    path("scopes/<path:scope_id>", scope_settings.ScopeView.as_view(), name="scope"),
    path("admin/end-users", people.EndUsersView.as_view(), name="admin-end-users"),
    path("admin/end-users/<path:end_user_id>", people.EndUserView.as_view(), name="admin-end-user"),
    path("admin/dream", dreams.DreamView.as_view(), name="admin-dream"),
    path("admin/dream/runs", dreams.RunsView.as_view(), name="admin-dream-runs"),
    path("admin/dream/runs/<int:run_id>", dreams.RunView.as_view(), name="admin-dream-run"),
    path("admin/dream/runs/<int:run_id>/undo", dreams.UndoView.as_view(), name="admin-dream-undo"),
    path("admin/jobs", jobs.JobsView.as_view(), name="admin-jobs"),
    path("admin/jobs/<int:job_id>/rerun", jobs.RerunView.as_view(), name="admin-job-rerun"),
    # the API about itself, open to everybody
    path("schema", docs.schema, name="schema"),
    path("docs", docs.page, name="docs"),
]
