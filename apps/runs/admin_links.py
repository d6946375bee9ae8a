"""Where to read more about a run: what it is for, and what its readers were told."""

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString

from apps.core.admin import changelist_link, row_link
from apps.runs.models import Event, Run

# where to read about what a run is for
PAGES = {
    "session": "drafting_session",
    "document": "documents_document",
    "workspace_embedding": "workspaces_workspace",
}
# a workspace's stream tells of all its documents: what of it is about the run's subject
EVENTS: dict[str, Callable[[Run], tuple[str, dict[str, Any]]]] = {
    "turn": lambda run: ("events of its session", {}),
    "document": lambda run: ("events of its document", {"payload__document_id": run.subject_id}),
    "workspace_embedding": lambda run: ("events of switches", {"type__startswith": "embedding_"}),
}


def subject_of(run: Run) -> SafeString | str:
    """A link to what the run is for; pages of rooms that know this one are named, not imported."""
    kind, pk = ("session", run.session_id) if run.session_id else (run.subject_kind, run.subject_id)
    page = PAGES.get(kind)
    if page is None:
        return f"{kind} {pk}"
    return row_link(page, pk, f"{page.rpartition('_')[2]} {str(pk)[:8]}…")


def events_of(run: Run) -> SafeString:
    """A link to what readers were told of this run's subject, not of all else that its stream tells."""
    text, narrower = EVENTS.get(run.subject_kind, lambda _: ("events of its stream", {}))(run)
    return changelist_link(Event, text, stream__id__exact=run.stream_id, **narrower)
