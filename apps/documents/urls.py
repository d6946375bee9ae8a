"""Routes of documents under the API's base, and the one at the root."""

from django.urls import path

from apps.documents.api import Chunks, Content, Documents, OneDocument, PagePicture, Reprocess, UploadAlias

urlpatterns = [
    path("workspaces/<uuid:ws>/documents", Documents.as_view(), name="documents"),
    path("documents/<uuid:document>", OneDocument.as_view(), name="document"),
    path("documents/<uuid:document>/reprocess", Reprocess.as_view(), name="document-reprocess"),
    path("documents/<uuid:document>/content", Content.as_view(), name="document-content"),
    path("documents/<uuid:document>/chunks", Chunks.as_view(), name="document-chunks"),
    path("documents/<uuid:document>/pages/<int:n>.png", PagePicture.as_view(), name="document-page"),
]
aliases = [path("documents/upload", UploadAlias.as_view(), name="document-upload-alias")]
