"""Routes of the audit log under the API's base."""

from django.urls import path

from apps.audit.api import AuditLog

urlpatterns = [
    path("workspaces/<uuid:ws>/audit", AuditLog.as_view(), name="audit"),
]
