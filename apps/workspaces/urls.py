"""Routes of workspaces under the API's base."""

from django.urls import path

from apps.workspaces.api import Members, OneMember, OneWorkspace, Workspaces

urlpatterns = [
    path("workspaces", Workspaces.as_view(), name="workspaces"),
    path("workspaces/<uuid:ws>", OneWorkspace.as_view(), name="workspace"),
    path("workspaces/<uuid:ws>/members", Members.as_view(), name="members"),
    path("workspaces/<uuid:ws>/members/<uuid:user>", OneMember.as_view(), name="member"),
]
