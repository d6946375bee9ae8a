"""Every route of the site."""

from django.contrib import admin
from django.urls import include, path

from apps.core.health import healthz, readyz
from apps.documents.urls import aliases as document_aliases
from apps.drafting.urls import aliases as session_aliases
from apps.runs.event_schema import EventSchema
from apps.web.docs import ApiDocs, ApiSchema
from veritydraft.metrics.views import metrics

API = [
    path("", include("apps.accounts.urls")),
    path("", include("apps.workspaces.urls")),
    path("", include("apps.audit.urls")),
    path("", include("apps.documents.urls")),
    path("", include("apps.retrieval.urls")),
    path("", include("apps.drafting.urls")),
    path("", include("apps.feedback.urls")),
    path("schema/", ApiSchema.as_view(), name="schema"),
    path("schema/events", EventSchema.as_view(), name="event-schema"),
    path("docs/", ApiDocs.as_view(url_name="schema"), name="docs"),
]

urlpatterns = [
    path("", include("apps.web.urls")),
    path("api/v1/", include(API)),
    *document_aliases,
    *session_aliases,
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
]
