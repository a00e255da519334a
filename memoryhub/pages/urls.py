"""Routes of the console's pages."""

from django.urls import path

from memoryhub.pages import conversations, dream_part, dreams, entry, fact, jobs, review, wishes
from profiles import views

urlpatterns = [
    path("", entry.home, name="home"),
    path("sign-in", entry.sign_in, name="sign-in"),
    path("sign-out", entry.sign_out, name="sign-out"),
    path("language", entry.language, name="language"),
    path("appearance", entry.appearance, name="appearance"),
    path("tenant", entry.tenant, name="tenant"),
    path("memory/", views.memory, name="memory"),
    path("memory/add", views.add, name="fact-add"),
    path("memory/pause", views.pause, name="pause"),
    path("memory/looks", views.looks, name="looks"),
    path("memory/asked", wishes.board, name="wishes"),
    path("memory/asked/<int:decision_id>/<slug:fact_id>/undo/<int:event>", wishes.undo, name="wish-undo"),
    path("memory/conversations", conversations.board, name="conversations"),
    path("memory/conversations/<int:number>/", conversations.show, name="conversation"),
    path("memory/conversations/<int:number>/pause", conversations.pause, name="conversation-pause"),
    path(
        "memory/conversations/<int:number>/messages/<int:message>/delete",
        conversations.delete_message,
        name="message-delete",
    ),
    path("memory/<slug:fact_id>/", fact.show, name="fact"),
    path("memory/<slug:fact_id>/row", views.row, name="fact-row"),
    path("memory/<slug:fact_id>/edit", views.edit, name="fact-edit"),
    path("memory/<slug:fact_id>/delete", views.delete, name="fact-delete"),
    path("memory/<slug:fact_id>/restore", views.restore, name="fact-restore"),
    path("memory/<slug:fact_id>/pin", views.pin, name="fact-pin"),
    path("memory/<slug:fact_id>/undo/<int:event>", views.undo, name="fact-undo"),
    path("review/", review.board, name="waiting"),
    path("review/<int:held_id>/accept", review.accept, name="waiting-accept"),
    path("review/<int:held_id>/refuse", review.refuse, name="waiting-refuse"),
    path("dream/", dreams.board, name="dreams"),
    path("dream/start", dreams.start, name="dream-start"),
    path("dream/<int:run_id>/", dreams.show, name="dream"),
    path("dream/<int:run_id>/undo", dreams.take_back, name="dream-undo"),
    path("dream/<int:run_id>/<int:part_id>/", dream_part.show, name="dream-part"),
    path("dream/<int:run_id>/<int:part_id>/undo", dream_part.take_back, name="dream-part-undo"),
    path(
        "dream/<int:run_id>/<int:part_id>/<int:operation_id>/undo",
        dream_part.take_back_one,
        name="dream-operation-undo",
    ),
    path("dream/<int:run_id>/<int:part_id>/<int:operation_id>/accept", dream_part.accept, name="dream-accept"),
    path("dream/<int:run_id>/<int:part_id>/<int:operation_id>/refuse", dream_part.refuse, name="dream-refuse"),
    path("jobs/", jobs.board, name="work"),
    path("jobs/run-again", jobs.rerun_all, name="work-rerun-all"),
    path("jobs/<int:job_id>/", jobs.show, name="work-job"),
    path("jobs/<int:job_id>/run-again", jobs.rerun, name="work-rerun"),
    path("jobs/<int:job_id>/undo", jobs.take_back, name="work-undo"),
    path("jobs/<int:job_id>/calls/<int:call_id>", jobs.reply, name="work-reply"),
]
