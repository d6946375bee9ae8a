"""The workspace's socket: tells of its documents, and takes questions."""

import json
from io import BytesIO
from typing import Any
from uuid import UUID

from rest_framework.exceptions import APIException

from apps.accounts.models import Scope
from apps.accounts.selectors import allows
from apps.core.errors import Problem
from apps.core.limits import count_request
from apps.core.parsers import StrictJSONParser
from apps.core.problems import problem_of
from apps.drafting.models import Session
from apps.drafting.serializers import Question
from apps.drafting.services import session_create
from apps.runs.access import NO_LOGIN
from apps.runs.consumers import StreamConsumer
from apps.runs.events import stream_open
from apps.runs.feed import in_thread
from apps.workspaces.models import Role, Workspace
from apps.workspaces.tenancy import get_visible, visible_to

MAX_MESSAGE = 256 * 1024
MOST_SESSIONS = 50  # that one socket may follow


class WorkspaceConsumer(StreamConsumer):
    """``/ws/workspaces/{ws}/``: the workspace's events; a ``query`` starts a session that it follows too."""

    stream_kind = "workspace"

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            await self._identify()
            if self.user is None:
                await self.close(NO_LOGIN)
                return
            session = await in_thread(self._take)(text_data)
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                raise
            await self.send(text_data=json.dumps({"v": 1, "type": "error", "payload": problem.as_dict()}))
        else:
            self.follow(session.id, after=0)

    def _take(self, text: str | None) -> Session:
        """Start the session that a message asks for. Raises Problem."""
        count_request(self.user.pk)
        payload = _payload_of(text)
        workspace = get_visible(Workspace.objects.all(), self.user, role=Role.EDITOR, pk=self.stream_id())
        if not allows(self.token, Scope.WRITE):
            raise Problem("scope-too-low", "Asking needs a token with the scope write.")
        if len(self.following) > MOST_SESSIONS:  # the workspace's own stream is one of them
            detail = f"This socket follows {MOST_SESSIONS} sessions, which is the most; open another one to ask more."
            raise Problem("too-many-requests", detail)
        return session_create(workspace=workspace, author=self.user, **payload)

    def _may_read(self, stream_id: UUID) -> bool:
        workspace = visible_to(Workspace.objects.filter(pk=stream_id), self.user).first()
        if workspace is not None:
            stream_open(stream_id=workspace.id, kind=self.stream_kind, workspace=workspace)
        return workspace is not None


def _payload_of(text: str | None) -> dict[str, Any]:
    """The fields of a ``query`` message, checked as those of a request are. Raises Problem."""
    if text is None or len(text) > MAX_MESSAGE:
        raise Problem("malformed", f"Send one JSON text of at most {MAX_MESSAGE} characters.")
    try:
        message = StrictJSONParser().parse(BytesIO(text.encode()))
        payload = message.get("payload") if isinstance(message, dict) and message.get("type") == "query" else None
        if not isinstance(payload, dict):
            raise Problem("malformed", 'Send {"type": "query", "payload": {"query": …}}.')
        question = Question(data=payload)
        unknown = sorted(set(payload) - set(question.fields))
        if unknown:
            raise Problem("invalid", f"Unknown fields: {', '.join(unknown)}.")
        question.is_valid(raise_exception=True)
    except APIException as error:
        raise problem_of(error) or error from None
    return question.validated_data
