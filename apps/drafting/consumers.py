"""The workspace's socket: tells of its documents, and takes questions."""

import json
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async

from apps.accounts.models import Scope
from apps.accounts.selectors import allows
from apps.core.errors import Problem
from apps.drafting.models import Session
from apps.drafting.services import session_create
from apps.runs.consumers import StreamConsumer
from apps.runs.events import stream_open
from apps.workspaces.models import Role, Workspace
from apps.workspaces.tenancy import get_visible, visible_to

MAX_MESSAGE = 256 * 1024
FIELDS = {"query", "mode", "verification", "settings", "document_ids"}


class WorkspaceConsumer(StreamConsumer):
    """``/ws/workspaces/{ws}/``: the workspace's events; a ``query`` starts a session that it follows too."""

    stream_kind = "workspace"

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            session = await self._take(text_data)
        except Problem as problem:
            await self.send(text_data=json.dumps({"v": 1, "type": "error", "payload": problem.as_dict()}))
        else:
            await self.follow(session.id, after=0)

    @database_sync_to_async
    def _take(self, text: str | None) -> Session:
        """Start the session that a message asks for. Raises Problem."""
        payload = _payload_of(text)
        workspace = get_visible(Workspace.objects.all(), self.user, role=Role.EDITOR, pk=self.stream_id())
        if not allows(self.token, Scope.WRITE):
            raise Problem("scope-too-low", "Asking needs a token with the scope write.")
        return session_create(workspace=workspace, author=self.user, **payload)

    @database_sync_to_async
    def _may_read(self, stream_id: UUID) -> bool:
        if stream_id != self.stream_id():
            return visible_to(Session.objects.filter(id=stream_id), self.user).exists()
        workspace = visible_to(Workspace.objects.filter(pk=stream_id), self.user).first()
        if workspace is not None:
            stream_open(stream_id=workspace.id, kind=self.stream_kind, workspace=workspace)
        return workspace is not None


def _payload_of(text: str | None) -> dict[str, Any]:
    """The fields of a ``query`` message. Raises Problem ``malformed`` or ``invalid``."""
    if text is None or len(text) > MAX_MESSAGE:
        raise Problem("malformed", f"Send one JSON text of at most {MAX_MESSAGE} characters.")
    try:
        message = json.loads(text)
    except ValueError:
        raise Problem("malformed", "This is not JSON.") from None
    if not isinstance(message, dict) or message.get("type") != "query" or not isinstance(message.get("payload"), dict):
        raise Problem("malformed", 'Send {"type": "query", "payload": {"query": …}}.')
    payload = message["payload"]
    unknown = sorted(set(payload) - FIELDS)
    if unknown or not isinstance(payload.get("query"), str):
        raise Problem("invalid", f"Unknown fields: {', '.join(unknown)}." if unknown else "A query is a text.")
    return payload
