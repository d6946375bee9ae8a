"""Pages for people."""

from django.contrib.auth.decorators import login_required
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.documents.models import Document
from apps.drafting.models import Session
from apps.workspaces.selectors import workspaces_of


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """My workspaces, with my role and how much is in them."""
    workspaces = workspaces_of(request.user).annotate(
        document_count=_count_of(Document.objects.all()), session_count=_count_of(Session.objects.all())
    )
    return render(request, "web/home.html", {"workspaces": workspaces.order_by("name", "pk")})


def _count_of(rows: QuerySet) -> Coalesce:
    """How many of ``rows`` lie in the workspace of the outer query."""
    counted = rows.filter(workspace=OuterRef("pk")).order_by().values("workspace").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)
