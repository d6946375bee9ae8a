"""Routes of retrieval under the API's base."""

from django.urls import path

from apps.retrieval.api import Search

urlpatterns = [path("workspaces/<uuid:ws>/search", Search.as_view(), name="search")]
