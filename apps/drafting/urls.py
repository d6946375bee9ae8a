"""Routes of sessions under the API's base."""

from django.urls import path

from apps.drafting.api import Artifacts, Cancel, Events, OneSession, SessionLedger, Sessions

urlpatterns = [
    path("workspaces/<uuid:ws>/sessions", Sessions.as_view(), name="sessions"),
    path("sessions/<uuid:session>", OneSession.as_view(), name="session"),
    path("sessions/<uuid:session>/cancel", Cancel.as_view(), name="session-cancel"),
    path("sessions/<uuid:session>/events", Events.as_view(), name="session-events"),
    path("sessions/<uuid:session>/ledger", SessionLedger.as_view(), name="session-ledger"),
    path("sessions/<uuid:session>/artifacts", Artifacts.as_view(), name="session-artifacts"),
]
