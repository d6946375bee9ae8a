"""/search"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Semaphore

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.errors import Problem, invalid
from apps.core.registry import UnknownKindError
from apps.documents.models import Document
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import Embedder, ModelError
from apps.inference.embedders import get_embedder
from apps.inference.entailment import get_entailment
from apps.retrieval.search import search
from apps.retrieval.serializers import HitSerializer, SearchRequest, SearchResult
from apps.workspaces.models import Role, Workspace
from apps.workspaces.views import TenantView

READERS = 2  # searches of a process that have passages read at once: each takes every core for a second or more
_reading = Semaphore(READERS)


class Search(TenantView):
    """Passages of a workspace."""

    roles = {"POST": Role.VIEWER}  # it reads, though its question travels in a body

    @extend_schema(operation_id="search", request=SearchRequest, responses=SearchResult)
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """The passages that answer a query best, from documents that are ready."""
        wanted = self.valid(SearchRequest)
        if wanted["document_ids"] is not None:
            refuse_unknown(self.workspace, wanted["document_ids"])
        embedder = embedder_of(self.workspace)
        reader = get_entailment if wanted.pop("rerank") else None
        try:
            with calls_for(CallScope(workspace_id=self.workspace.pk)), room_to_read() if reader else nullcontext():
                hits = search(workspace_id=self.workspace.pk, embedder=embedder, reader=reader, **wanted)
        except ModelError as error:
            raise Problem("unavailable", f"The embedding model could not be asked: {error.message}") from error
        return Response({"results": HitSerializer(hits, many=True).data})


@contextmanager
def room_to_read() -> Iterator[None]:
    """While a search has passages read. Raises Problem ``too-many-requests`` where READERS do in this process."""
    if not _reading.acquire(blocking=False):
        detail = "Other searches have passages read just now; try again, or leave rerank out."
        raise Problem("too-many-requests", detail, headers={"Retry-After": "5"})
    try:
        yield
    finally:
        _reading.release()


def embedder_of(workspace: Workspace) -> Embedder:
    """The model that the workspace's vectors come from. Raises Problem ``unavailable`` (503) when it is not set up."""
    try:
        return get_embedder(workspace.embedding_model)
    except UnknownKindError:
        raise Problem("unavailable", f"The embedding model {workspace.embedding_model} is not set up here.") from None


def refuse_unknown(workspace: Workspace, document_ids: list[uuid.UUID]) -> None:
    """Raises Problem ``invalid`` (422) naming the ids that are no documents of the workspace."""
    known = Document.objects.filter(workspace=workspace, pk__in=document_ids).values_list("pk", flat=True)
    unknown = sorted(str(missing) for missing in set(document_ids) - set(known))
    if unknown:
        raise invalid(document_ids=f"No such document in this workspace: {', '.join(unknown)}.")
