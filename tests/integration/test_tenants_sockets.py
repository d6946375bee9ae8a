"""alice's sockets to bob: those of nobody, whichever of the site's they are."""

import json
import re
import uuid

import pytest
from django.db import connections

from apps.documents.models import Document
from apps.drafting.models import Session
from apps.runs.events import stream_open
from apps.workspaces.models import Workspace
from tests.integration.sockets_fixture import House, run
from veritydraft.asgi import SOCKETS

NOBODY = uuid.UUID("00000000-0000-4000-8000-000000000000")


@pytest.fixture
def house(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> House:
    """The test database could not be dropped while a thread of a socket held on to its connection."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    return House()


PATHS = [str(each.pattern) for each in SOCKETS if str(each.pattern)]  # the empty one is every other path


def test_every_socket_is_about_one_id() -> None:
    assert len(PATHS) == len(SOCKETS) - 1
    assert all(list(each.pattern.converters) == ["stream_id"] for each in SOCKETS if str(each.pattern))


@pytest.mark.parametrize("path", PATHS)
def test_another_tenants_sockets_close_as_those_of_nobody(house: House, path: str) -> None:
    house.tell(2)
    stream_open(stream_id=house.workspace.pk, kind="workspace", workspace=house.workspace)

    async def scenario() -> None:
        for each in (house.session.pk, house.workspace.pk, house.alice.pk, NOBODY):
            for after in ("", "?after=0", "?after=1"):
                socket = house.socket("bob@example.org", path="/" + re.sub("<[^>]*>", str(each), path) + after)
                assert (await socket.connect())[0]
                assert (await socket.receive_output())["code"] == 4404, (each, after)

    run(scenario())


def test_a_question_over_ones_own_socket_cannot_name_anothers_document(house: House) -> None:
    theirs = Workspace.objects.create(name="B")
    document = Document.objects.create(workspace=theirs, sha256="0" * 64, size=1, status="ready")

    async def scenario() -> None:
        socket = house.socket("writer", path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        told = []
        for each in (document.pk, NOBODY):
            payload = {"query": "What?", "document_ids": [str(each)]}
            await socket.send_to(json.dumps({"type": "query", "payload": payload}))
            answer = await socket.receive_from()
            told.append(json.loads(answer.replace(str(each), "ID")))
        assert told[0] == told[1]
        assert told[0]["payload"]["status"] == 422
        await socket.disconnect()

    run(scenario())
    assert Session.objects.count() == 1
