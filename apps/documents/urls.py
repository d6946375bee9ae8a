"""Routes of documents under the API's base."""

from django.urls import path

from apps.documents.api import Chunks, Content, Documents, OneDocument, Reprocess

urlpatterns = [
    path("workspaces/<uuid:ws>/documents", Documents.as_view(), name="documents"),
    path("documents/<uuid:document>", OneDocument.as_view(), name="document"),
    path("documents/<uuid:document>/reprocess", Reprocess.as_view(), name="document-reprocess"),
    path("documents/<uuid:document>/content", Content.as_view(), name="document-content"),
    path("documents/<uuid:document>/chunks", Chunks.as_view(), name="document-chunks"),
]
