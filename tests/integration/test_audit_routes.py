"""Whatever changes something leaves an entry, whichever route of the URL table it comes by."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.drafting.services import session_create
from apps.runs import bells
from apps.workspaces.models import Membership
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_tenancy import url_of
from tests.routes import CHANGING, api_routes

QUESTION = {"query": "What is the limit?"}
CHANGES_NOTHING = {("search", "post")}
# by route and method: what is sent, and the entry that it leaves
ACTS: dict[tuple[str, str], tuple[dict[str, Any] | None, str]] = {
    ("tokens", "post"): ({"name": "cron", "scopes": ["read"]}, "token.created"),
    ("token", "delete"): (None, "token.revoked"),
    ("workspaces", "post"): ({"name": "Lending"}, "workspace.created"),
    ("workspace", "patch"): ({"name": "Lending"}, "workspace.changed"),
    ("workspace", "delete"): (None, "workspace.deleted"),
    ("members", "post"): ({"email": "bob@example.org", "role": "editor"}, "member.added"),
    ("member", "patch"): ({"role": "editor"}, "member.changed"),
    ("member", "delete"): (None, "member.removed"),
    ("documents", "post"): ({}, "document.uploaded"),
    ("document-upload-alias", "post"): ({}, "document.uploaded"),
    ("document", "delete"): (None, "document.deleted"),
    ("document-reprocess", "post"): (None, "document.reprocessed"),
    ("sessions", "post"): (QUESTION, "session.created"),
    ("query-alias", "post"): (QUESTION, "session.created"),
    ("verify", "post"): ({"text": "The limit is 40 %."}, "session.created"),
    ("session-messages", "post"): (QUESTION, "session.asked"),
    ("session-cancel", "post"): (None, "session.cancelled"),
    ("session", "delete"): (None, "session.deleted"),
    ("session-feedback", "post"): ({"feedback_type": "helpful"}, "feedback.given"),
}


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


def test_every_route_that_changes_something_is_tried_below() -> None:
    changing = {
        (name, method) for name, route in api_routes().items() for method in route.methods if method in CHANGING
    }
    assert changing - CHANGES_NOTHING == set(ACTS)


@pytest.mark.parametrize(("name", "method"), ACTS)
def test_it_leaves_one_entry_of_who_did_it(
    name: str, method: str, holdings_a: Holdings, alice: User, bob: User, charlie: User
) -> None:
    body, action = ACTS[name, method]
    there = replace(holdings_a, membership=Membership.objects.get(workspace=holdings_a.workspace, user=charlie))
    if name == "session-cancel":
        waiting = session_create(workspace=there.workspace, author=alice, **QUESTION)
        there = replace(there, session=waiting)
    program = client_of(alice)
    before = set(AuditEntry.objects.values_list("id", flat=True))

    uploaded = body == {}
    sent = {"file": SimpleUploadedFile("fees.md", b"# Fees\n\nThe fee is $40.\n")} if uploaded else body
    answer = getattr(program, method)(
        url_of(api_routes()[name], there), sent, format="multipart" if uploaded else "json"
    )

    assert answer.status_code < 300, answer.content
    entries = [entry for entry in AuditEntry.objects.exclude(id__in=before) if entry.action == action]
    assert [(entry.actor, entry.token_name) for entry in entries] == [(alice, "test")]


def test_what_only_looks_leaves_none(holdings_a: Holdings, alice: User) -> None:
    program = client_of(alice)
    before = AuditEntry.objects.count()
    for name, _ in CHANGES_NOTHING:
        answer = program.post(url_of(api_routes()[name], holdings_a), QUESTION)
        assert answer.status_code == 200, answer.content
    assert AuditEntry.objects.count() == before
