"""alice and bob: whatever bob tries with ids of alice's that he has learnt is answered as if they did not exist."""

import re
import uuid
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.accounts.models import IdempotencyKey, User
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.feedback.models import SessionFeedback
from apps.web.docs import schema
from tests.integration.conftest import Holdings, client_of
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


RENDERERS = {kind for each in api_routes().values() for kind in each.view.renderer_classes}
MEDIA_TYPES = sorted({kind.media_type for kind in RENDERERS} | {"*/*"})
READABLE = [name for name, method in OBJECT_CALLS if method == "get"]


def test_every_form_of_an_answer_is_asked_for_below() -> None:
    assert {"application/json", "text/event-stream", "image/png"} <= set(MEDIA_TYPES)


@pytest.mark.parametrize("accept", MEDIA_TYPES)
@pytest.mark.parametrize("name", READABLE)
def test_what_another_tenant_reads_is_nobodys_in_whatever_form(
    name: str, accept: str, holdings_a: Holdings, bob: User
) -> None:
    route = api_routes()[name]
    url = url_of(route, holdings_a)
    nobodys = reverse(name, kwargs={**route.numbers, **dict.fromkeys(route.ids, NOBODY)})
    theirs, unknown = (client_of(bob).get(each, HTTP_ACCEPT=accept) for each in (url, nobodys))
    taken = {kind.media_type for kind in route.view.renderer_classes} | {"*/*"}
    assert theirs.status_code == (404 if accept in taken else 406)
    assert theirs["Content-Type"] == "application/problem+json"
    assert comparable(theirs, *ids_of(holdings_a)) == comparable(unknown, NOBODY)


def named_in_bodies(holdings: Holdings) -> dict[str, str]:
    """The ids of a tenant that may stand in a body."""
    rows = ("workspace", "document", "turn", "claim", "chunk")
    return {name: str(getattr(holdings, name).pk) for name in rows}


def bodies(theirs: dict[str, str], own: dict[str, str]) -> dict[str, tuple[str, dict[str, Any], str]]:
    """Calls of bob that name another's ids in their body: the route, the body, its format."""
    file = SimpleUploadedFile("policy.md", b"# Policy\n\nThe limit is 40 %.\n")
    question, inside = {"query": "What is the limit?"}, {"document_ids": [theirs["document"]]}
    text, wrong = {"text": "The limit is 40 %."}, {"feedback_type": "incorrect"}
    elsewhere = {"workspace_id": theirs["workspace"]}
    verdict = {"issue": "wrong_verdict", "expected_verdict": "weak", "claim_id": theirs["claim"]}
    evidence = {"issue": "wrong_evidence", "claim_id": own["claim"], "correct_chunk_ids": [theirs["chunk"]]}
    return {
        "a search in their document": ("search", question | inside, "json"),
        "a question about their document": ("sessions", question | inside, "json"),
        "a question that goes on, about their document": ("session-messages", question | inside, "json"),
        "a question about their document by the alias": ("query-alias", question | inside, "json"),
        "a question to their workspace": ("query-alias", question | elsewhere, "json"),
        "an upload to their workspace": ("document-upload-alias", {"file": file, **elsewhere}, "multipart"),
        "a text held against their document": ("verify", text | inside, "json"),
        "a file held against their document": ("verify", {"file": file, **inside}, "multipart"),
        "feedback on their turn": ("session-feedback", wrong | {"turn_id": theirs["turn"]}, "json"),
        "a correction of their claim": ("session-feedback", wrong | {"corrections": [verdict]}, "json"),
        "a correction by their passage": ("session-feedback", wrong | {"corrections": [evidence]}, "json"),
    }


IDS = dict.fromkeys(("workspace", "document", "turn", "claim", "chunk"), "")


def ids_within(kind: dict[str, Any]) -> set[str]:
    """The fields of a described body that are called ids, however deep."""
    parts = schema()["components"]["schemas"][kind["$ref"].rpartition("/")[2]] if "$ref" in kind else kind
    fields = parts.get("properties", {})
    inner = [*fields.values(), *parts.get("allOf", ()), *([parts["items"]] if "items" in parts else [])]
    return {name for name in fields if name.endswith(("_id", "_ids"))}.union(*map(ids_within, inner))


def test_every_id_that_a_body_may_hold_is_tried_below() -> None:
    taken = [
        each["requestBody"] for path in schema()["paths"].values() for each in path.values() if "requestBody" in each
    ]
    named = set().union(*(ids_within(form["schema"]) for each in taken for form in each["content"].values()))
    assert named == set(re.findall(r"\w+_ids?\b", str(list(bodies(IDS, IDS).values()))))


@pytest.mark.parametrize("what", bodies(IDS, IDS))
def test_an_id_of_another_tenant_in_a_body_is_an_id_of_nobody(
    what: str, holdings_a: Holdings, holdings_b: Holdings, bob: User
) -> None:
    counted = (Session, Document, SessionFeedback)
    before = [kind.objects.count() for kind in counted]
    answers = []
    for ids in (named_in_bodies(holdings_a), dict.fromkeys(IDS, str(NOBODY))):
        name, body, kind = bodies(ids, named_in_bodies(holdings_b))[what]
        url = url_of(api_routes()[name], holdings_b)
        answers.append(client_of(bob).post(url, body, format=kind))
    theirs, unknown = answers
    assert theirs.status_code == (404 if "workspace" in what else 422)
    assert comparable(theirs, *ids_of(holdings_a)) == comparable(unknown, NOBODY)
    assert [kind.objects.count() for kind in counted] == before


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
