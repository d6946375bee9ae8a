"""A session outlives what it was written from: every part of it is shown as before, and says what is gone."""

from typing import Any

import pytest
from django.urls import reverse

from apps.accounts.models import User
from apps.documents.models import Document
from apps.documents.services import document_delete
from apps.drafting.models import Session
from apps.drafting.verifying import Wanted, text_verify
from apps.runs.models import Run
from apps.workspaces.models import Membership, Workspace
from tests.integration.answer_fixture import answered, ask, held
from tests.integration.conftest import client_of
from workers.toolbox import Toolbox

pytestmark = pytest.mark.django_db(transaction=True)
FLAG = "source_deleted"


def flags(data: Any) -> list[bool]:
    """Every ``source_deleted``, however deep."""
    if isinstance(data, list):
        return [flag for item in data for flag in flags(item)]
    if not isinstance(data, dict):
        return []
    return [flag for name, value in data.items() for flag in ([value] if name == FLAG else flags(value))]


def without_flags(data: Any) -> Any:
    if isinstance(data, list):
        return [without_flags(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {name: without_flags(value) for name, value in data.items() if name != FLAG}


TEXT = "The maximum loan-to-value ratio for investment properties is 75%. The arrangement fee is $450."


def begun(workspace: Workspace, mode: str) -> tuple[Session, Run]:
    """A session of that mode."""
    if mode != "verify":
        return ask(workspace, mode=mode)
    session = text_verify(workspace=workspace, author=None, text=TEXT, wanted=Wanted())
    return session, Run.objects.get(session_id=session.id)


@pytest.mark.parametrize("mode", ["answer", "draft", "verify"])
@pytest.mark.parametrize(
    ("route", "says_so"),
    [("session", True), ("session-ledger", True), ("session-artifacts", False), ("session-events", False)],
)
def test_every_part_is_as_it_was_but_says_that_its_source_is_gone(
    workspace: Workspace, document: Document, alice: User, mode: str, route: str, says_so: bool
) -> None:
    Membership.objects.create(workspace=workspace, user=alice, role="owner")
    session, run = begun(workspace, mode)
    answered(session, run, Toolbox())
    client, url = client_of(alice), reverse(route, args=[session.pk])
    before = client.get(url).json()
    document_delete(document=document)
    after = client.get(url)
    assert after.status_code == 200
    if says_so:
        assert without_flags(after.json()) == without_flags(before)
        assert set(flags(before)) == {False}
        assert set(flags(after.json())) == {True}
    else:  # what was told and left behind at the time is not told otherwise afterwards
        assert after.json() == before
    held(Session.objects.get(pk=session.pk))
