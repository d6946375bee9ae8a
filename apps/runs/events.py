"""The event log: numbered by the database as the last statement before commit, so that no number is ever missing."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from apps.runs import bells
from apps.runs.models import Event, Stream
from apps.runs.prepared import Call, Prepared, send
from apps.runs.storable import storable
from apps.runs.types import EventDraft
from apps.workspaces.models import Workspace

ENVELOPE_VERSION = 1

# one statement: the stream's row stays locked until commit, which puts the events of concurrent writers in commit order
APPEND = Prepared(
    "append_events",
    """
WITH numbered AS (
    UPDATE runs_stream SET seq = seq + %(count)s WHERE id = %(stream)s RETURNING seq
)
INSERT INTO runs_event (stream_id, seq, type, session_id, turn_id, payload, at)
SELECT %(stream)s, numbered.seq - %(count)s + draft.place, draft.told ->> 0, %(session)s::uuid, %(turn)s::uuid,
       draft.told -> 1, clock_timestamp()
FROM numbered, jsonb_array_elements(%(drafts)s::jsonb) WITH ORDINALITY AS draft (told, place)
""",
)


def stream_open(*, stream_id: UUID, kind: str, workspace: Workspace) -> Stream:
    """The stream with this id, made when it is not there yet."""
    return Stream.objects.get_or_create(id=stream_id, defaults={"kind": kind, "workspace": workspace})[0]


def append(
    *, stream_id: UUID, drafts: Sequence[EventDraft], session_id: UUID | None = None, turn_id: UUID | None = None
) -> None:
    """Number and store events. Call it as the last statement of a transaction; readers are woken after the commit."""
    if drafts:
        send(appending(stream_id=stream_id, drafts=drafts, session_id=session_id, turn_id=turn_id))


def appending(*, stream_id: UUID, drafts: Sequence[EventDraft], session_id: UUID | None, turn_id: UUID | None) -> Call:
    """The statement of ``append``, to be sent within the transaction under way."""
    transaction.on_commit(lambda: bells.wake_readers(stream_id))
    return APPEND(
        {
            "count": len(drafts),
            "stream": stream_id,
            "session": session_id,
            "turn": turn_id,
            "drafts": json.dumps([[draft.type, storable(draft.payload)] for draft in drafts], cls=DjangoJSONEncoder),
        }
    )


def envelope(event: Event) -> dict[str, Any]:
    """An event as clients see it."""
    return {
        "v": ENVELOPE_VERSION,
        "type": event.type,
        "stream": str(event.stream_id),
        "session_id": str(event.session_id) if event.session_id else None,
        "turn_id": str(event.turn_id) if event.turn_id else None,
        "seq": event.seq,
        "at": event.at.isoformat().replace("+00:00", "Z"),
        "payload": event.payload,
    }
