"""alice and bob: whatever bob tries with ids of alice's that he has learnt is answered as if they did not exist."""

import json
import re
import uuid
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.urls import reverse

from apps.accounts.models import IdempotencyKey, User
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.workspaces.models import Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.sockets_fixture import House, run
from tests.integration.test_tenancy import CALLS, OBJECT_CALLS, url_of
from tests.routes import PUBLIC, Route, all_routes, api_routes

NOBODY = uuid.UUID("00000000-0000-4000-8000-000000000000")
ALL_METHODS = ("get", "head", "options", "post", "put", "patch", "delete")

# routes that are no part of the API: what a person sees there is theirs, or everybody's
PAGES = {"home", "login", "logout"} | {
    "password_change",
    "password_change_done",
    "password_reset",
    "admin_password_reset",
    "password_reset_done",
    "password_reset_complete",
    "password_reset_confirm",
}
PROBES = {"healthz", "readyz", "metrics"}


def test_every_route_is_one_of_the_api_or_named_here() -> None:
    others = {route.name for route in all_routes()} - set(api_routes())
    assert others <= PAGES | PROBES


def ids_of(holdings: Holdings) -> list[uuid.UUID]:
    """Every UUID that a row of the tenant is known by."""
    rows = [*holdings.rows(), holdings.token, holdings.membership.user]
    return list(dict.fromkeys(row.pk for row in rows if isinstance(row.pk, uuid.UUID)))


def urls_with(route: Route, ids: list[uuid.UUID], mine: dict[str, uuid.UUID]) -> Iterator[tuple[str, str]]:
    """The route with each id in each place, the others filled with one's own; and the same with an id of nobody."""
    for place in route.ids:
        for each in ids:
            yield tuple(
                reverse(route.name, kwargs={**route.numbers, **named(route, mine), place: one})
                for one in (each, NOBODY)
            )


def named(route: Route, values: dict[str, uuid.UUID]) -> dict[str, uuid.UUID]:
    return {name: values[name] for name in route.ids}


def comparable(answer: Any, *ids: Any) -> tuple[int, str]:
    """Status and body without the request's own number and the id that was asked for."""
    body = re.sub(r'"request_id":\s*"[^"]*"', "", answer.content.decode())
    for each in ids:
        body = body.replace(str(each), "ID")
    return answer.status_code, body


@pytest.mark.parametrize("name", [name for name, route in api_routes().items() if route.ids])
def test_every_id_of_another_tenant_in_every_place_is_an_id_of_nobody(
    name: str, holdings_a: Holdings, holdings_b: Holdings, bob: User
) -> None:
    client, route = client_of(bob), api_routes()[name]
    mine = {
        "ws": holdings_b.workspace.pk,
        "user": bob.pk,
        "token": holdings_b.token.pk,
        "document": holdings_b.document.pk,
        "session": holdings_b.session.pk,
    }
    ids = ids_of(holdings_a)

    def sent(method: str, url: str) -> Any:
        return getattr(client, method)(url, data={}, format=None)

    @cache
    def unknown(method: str, url: str) -> tuple[int, str]:
        return comparable(sent(method, url), url, NOBODY)

    for theirs, nobodys in urls_with(route, ids, mine):
        for method in ALL_METHODS:
            answer = sent(method, theirs)
            expected = {404} if method in route.methods else {404, 405}  # PUT and such are no methods of any route
            assert answer.status_code in expected, (method, theirs)
            assert comparable(answer, theirs, *ids) == unknown(method, nobodys)
    for row in holdings_a.rows():
        assert type(row).objects.filter(pk=row.pk).exists(), row


@pytest.mark.parametrize("name", [name for name, method in CALLS if method == "get" and name not in PUBLIC])
def test_nothing_of_another_tenant_is_in_what_one_reads(
    name: str, holdings_a: Holdings, holdings_b: Holdings, alice: User, bob: User
) -> None:
    answer = client_of(bob).get(url_of(api_routes()[name], holdings_b))
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.status_code == 200
    assert not [each for each in ids_of(holdings_a) if str(each).encode() in body]
    assert alice.email.encode() not in body


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream", "*/*"])
def test_another_tenants_events_are_those_of_nobody_in_whatever_form(
    accept: str, holdings_a: Holdings, bob: User
) -> None:
    urls = [reverse("session-events", args=[each]) for each in (holdings_a.session.pk, NOBODY)]
    theirs, unknown = (client_of(bob).get(url, HTTP_ACCEPT=accept) for url in urls)
    assert (theirs.status_code, theirs["Content-Type"]) == (404, "application/problem+json")
    assert comparable(theirs) == comparable(unknown)


def bodies(workspace: Any, document: Any) -> dict[str, tuple[str, dict[str, Any], str]]:
    """Calls of bob that name another's ids in their body: the route, the body, its format."""
    file = SimpleUploadedFile("policy.md", b"# Policy\n\nThe limit is 40 %.\n")
    question = {"query": "What is the limit?"}
    return {
        "a search in their document": ("search", {**question, "document_ids": [str(document)]}, "json"),
        "a question about their document": ("sessions", {**question, "document_ids": [str(document)]}, "json"),
        "a question that goes on, about their document": (
            "session-messages",
            {**question, "document_ids": [str(document)]},
            "json",
        ),
        "a question about their document by the alias": (
            "query-alias",
            {**question, "document_ids": [str(document)]},
            "json",
        ),
        "a question to their workspace": ("query-alias", {**question, "workspace_id": str(workspace)}, "json"),
        "an upload to their workspace": (
            "document-upload-alias",
            {"file": file, "workspace_id": str(workspace)},
            "multipart",
        ),
    }


@pytest.mark.parametrize("what", bodies("", ""))
def test_an_id_of_another_tenant_in_a_body_is_an_id_of_nobody(
    what: str, holdings_a: Holdings, holdings_b: Holdings, bob: User
) -> None:
    before = Session.objects.count(), Document.objects.count()
    answers = []
    for workspace, document in ((holdings_a.workspace.pk, holdings_a.document.pk), (NOBODY, NOBODY)):
        name, body, kind = bodies(workspace, document)[what]
        url = url_of(api_routes()[name], holdings_b)
        answers.append(client_of(bob).post(url, body, format=kind))
    theirs, unknown = answers
    assert theirs.status_code == (404 if "workspace" in what else 422)
    assert comparable(theirs, *ids_of(holdings_a)) == comparable(unknown, NOBODY)
    assert (Session.objects.count(), Document.objects.count()) == before


def test_another_ones_account_cannot_be_let_in_out_or_up_from_elsewhere(
    holdings_a: Holdings, holdings_b: Holdings, alice: User, bob: User
) -> None:
    theirs = reverse("member", args=[holdings_a.workspace.pk, bob.pk])
    for answer in (client_of(bob).patch(theirs, {"role": "owner"}), client_of(bob).delete(theirs)):
        assert answer.status_code == 404
    mine = reverse("member", args=[holdings_b.workspace.pk, alice.pk])
    assert client_of(bob).delete(mine).status_code == 404
    assert {row.user_id for row in holdings_a.workspace.memberships.all()} >= {alice.pk}


def test_an_idempotency_key_of_another_person_is_a_key_of_ones_own(
    holdings_a: Holdings, holdings_b: Holdings, alice: User, bob: User
) -> None:
    body, key = {"query": "What is the limit?", "workspace_id": None}, {"HTTP_IDEMPOTENCY_KEY": "the same"}
    first = client_of(alice).post("/query", body, **key)
    second = client_of(bob).post("/query", body, **key)
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json()["workspace_id"] == str(holdings_a.workspace.pk)
    assert second.json()["workspace_id"] == str(holdings_b.workspace.pk)
    assert first.json()["id"] != second.json()["id"]
    assert IdempotencyKey.objects.count() == 2
    for name in ("tokens", "workspaces"):
        made = [
            client_of(user).post(reverse(name), {"name": "N", "scopes": ["read"]}, **key).json()["id"]
            for user in (alice, bob)
        ]
        assert len(set(made)) == 2


def test_a_download_is_for_members(holdings_a: Holdings, bob: User, charlie: User) -> None:
    url = reverse("document-content", args=[holdings_a.document.pk])
    assert client_of(charlie).get(url).status_code == 200
    answer = client_of(bob).get(url)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_an_object_of_a_workspace_one_was_shown_out_of_is_another_tenants(holdings_a: Holdings, charlie: User) -> None:
    client = client_of(charlie)
    readable = [name for name, method in OBJECT_CALLS if method == "get" and name not in {"token", "audit"}]
    for name in readable:
        assert client.get(url_of(api_routes()[name], holdings_a)).status_code == 200, name
    holdings_a.workspace.memberships.filter(user=charlie).delete()
    for name in readable:
        assert client.get(url_of(api_routes()[name], holdings_a)).status_code == 404, name


# sockets


@pytest.fixture
def house(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> House:
    """The test database could not be dropped while a thread of a socket held on to its connection."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    return House()


@pytest.mark.parametrize(
    "path", ["/ws/sessions/{session}/", "/ws/workspaces/{workspace}/", "/ws/sessions/{workspace}/"]
)
def test_another_tenants_sockets_close_as_those_of_nobody(house: House, path: str) -> None:
    async def scenario() -> None:
        for session, workspace in ((house.session.pk, house.workspace.pk), (NOBODY, NOBODY)):
            socket = house.socket("bob@example.org", path=path.format(session=session, workspace=workspace))
            assert (await socket.connect())[0]
            assert (await socket.receive_output(5))["code"] == 4404

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
            answer = await socket.receive_from(timeout=5)
            told.append(json.loads(answer.replace(str(each), "ID")))
        assert told[0] == told[1]
        assert told[0]["payload"]["status"] == 422
        await socket.disconnect()

    run(scenario())
    assert Session.objects.count() == 1
