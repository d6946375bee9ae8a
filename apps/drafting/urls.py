"""Routes of sessions under the API's base, and the one at the root."""

from django.urls import path

from apps.drafting.api import Artifacts, Cancel, OneSession, QueryAlias, SessionLedger, Sessions
from apps.drafting.events_api import SessionEvents, WorkspaceEvents
from apps.drafting.messages_api import Messages
from apps.drafting.verify_api import Verify

urlpatterns = [
    path("workspaces/<uuid:ws>/sessions", Sessions.as_view(), name="sessions"),
    path("sessions/<uuid:session>", OneSession.as_view(), name="session"),
    path("sessions/<uuid:session>/messages", Messages.as_view(), name="session-messages"),
    path("sessions/<uuid:session>/cancel", Cancel.as_view(), name="session-cancel"),
    path("sessions/<uuid:session>/events", SessionEvents.as_view(), name="session-events"),
    path("workspaces/<uuid:ws>/events", WorkspaceEvents.as_view(), name="workspace-events"),
    path("sessions/<uuid:session>/ledger", SessionLedger.as_view(), name="session-ledger"),
    path("sessions/<uuid:session>/artifacts", Artifacts.as_view(), name="session-artifacts"),
    path("workspaces/<uuid:ws>/verify", Verify.as_view(), name="verify"),
]
aliases = [path("query", QueryAlias.as_view(), name="query-alias")]
