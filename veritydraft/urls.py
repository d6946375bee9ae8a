"""Every route of the site."""

from django.contrib import admin
from django.urls import include, path

from apps.core.health import healthz, readyz
from apps.web.docs import ApiDocs, ApiSchema

API = [
    path("", include("apps.accounts.urls")),
    path("", include("apps.workspaces.urls")),
    path("", include("apps.documents.urls")),
    path("", include("apps.retrieval.urls")),
    path("", include("apps.drafting.urls")),
    path("schema/", ApiSchema.as_view(), name="schema"),
    path("docs/", ApiDocs.as_view(url_name="schema"), name="docs"),
]

urlpatterns = [
    path("", include("apps.web.urls")),
    path("api/v1/", include(API)),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("admin/", admin.site.urls),
]
