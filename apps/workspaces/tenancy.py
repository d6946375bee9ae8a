"""The one place that says which rows a person may see: every queryset that answers a request passes through here.

A superuser has no privilege here; the admin is where they look across tenants.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, TypeVar

from django.core.exceptions import FieldDoesNotExist, ImproperlyConfigured
from django.db.models import Model, QuerySet

from apps.core.errors import Problem
from apps.workspaces.models import Membership, Role, Workspace

M = TypeVar("M", bound=Model)

# lowest first; each role includes the ones before it
RANKS: tuple[Role, ...] = (Role.VIEWER, Role.EDITOR, Role.OWNER)

# models without a ``workspace`` of their own: the way from them to it
PATHS: dict[str, str] = {
    "workspaces.workspace": "pk",
    "documents.documenttext": "document__workspace",
    "documents.page": "document__workspace",
    "documents.embedding": "chunk__workspace",
    "runs.event": "stream__workspace",
    "runs.phaserun": "run__workspace",
    "runs.checkpoint": "phase__run__workspace",
    "runs.artifact": "run__workspace",
    "verification.claim": "ledger__workspace",
    "verification.ledgerentry": "claim__ledger__workspace",
    "drafting.turn": "session__workspace",
    "feedback.claimcorrection": "feedback__workspace",
}


def tenant_path(model: type[Model]) -> str:
    """The lookup that leads from ``model`` to its workspace. ImproperlyConfigured for a model that has none."""
    if model._meta.label_lower in PATHS:
        return PATHS[model._meta.label_lower]
    try:
        field = model._meta.get_field("workspace")
    except FieldDoesNotExist:
        field = None
    if field is None or field.related_model is not Workspace:
        raise ImproperlyConfigured(f"{model._meta.label} belongs to no workspace: name its path in tenancy.PATHS")
    return "workspace"


def roles_from(role: Role | str) -> tuple[Role, ...]:
    """``role`` and all that include it."""
    return RANKS[RANKS.index(Role(role)) :]


def visible_to(queryset: QuerySet[M], user: Any, *, role: Role | str = Role.VIEWER) -> QuerySet[M]:
    """The rows of ``queryset`` in workspaces where ``user`` has at least ``role``; none for somebody not logged in."""
    if not getattr(user, "is_authenticated", False) or not user.is_active:
        return queryset.none()
    places = Membership.objects.filter(user=user, role__in=roles_from(role)).values("workspace")
    return queryset.filter(**{f"{tenant_path(queryset.model)}__in": places})


def seen_by(model: type[Model], pks: Collection[Any], user_ids: Collection[Any]) -> set[tuple[Any, Any]]:
    """What :func:`visible_to` says, for many people and rows at once: the (user id, pk) that go together."""
    places = dict(model._default_manager.filter(pk__in=pks).values_list("pk", tenant_path(model)))
    members = Membership.objects.filter(
        user__in=user_ids, user__is_active=True, workspace__in=set(places.values()), role__in=roles_from(Role.VIEWER)
    )
    sees: dict[Any, set[Any]] = defaultdict(set)
    for user_id, workspace_id in members.values_list("user_id", "workspace_id"):
        sees[workspace_id].add(user_id)
    return {(user_id, pk) for pk, workspace_id in places.items() for user_id in sees[workspace_id]}


def get_visible(queryset: QuerySet[M], user: Any, /, *, role: Role | str = Role.VIEWER, **lookup: Any) -> M:
    """The one row of ``lookup`` that ``user`` may see.

    Raises Problem ``not-found`` (404) for a row that does not exist or lies in another tenant, ``role-too-low`` (403)
    for one that the user sees but with a role below ``role``.
    """
    found = visible_to(queryset, user).filter(**lookup).first()
    if found is None:
        raise Problem("not-found", f"There is no such {queryset.model._meta.verbose_name}.")
    if Role(role) is not Role.VIEWER and not visible_to(queryset, user, role=role).filter(pk=found.pk).exists():
        raise Problem("role-too-low", f"This needs the role {Role(role).value}.")
    return found
