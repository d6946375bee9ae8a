"""Documents that the overview of a draft did not come upon are introduced as well as those that it did."""

from typing import Any

import pytest

from apps.documents.models import Document
from apps.runs import bells
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import Cast, answered, ask
from tests.integration.test_draft_requests import uploaded

ACME = "# Business\n\nAcme is a provider of ropes.\n\n# Rent\n\nAcme pays a rent of 20 euros for each of its halls."
BOREALIS = (
    "# About Borealis\n\nBorealis is a leading retailer of lamps.\n\n# Debt\n\nThe debt of Borealis is due in May."
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_document_that_only_a_section_tells_of_is_introduced(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploaded(workspace, ACME.encode(), "Acme.md")
    uploaded(workspace, BOREALIS.encode(), "Borealis.md")
    acme = Document.objects.get(filename="Acme.md")
    for module in ("draft", "draft_introduction"):
        monkeypatch.setattr(f"workers.phases.{module}.may_be_introduced", lambda ctx: [str(acme.id)])
    bells.silence()
    session, run = ask(workspace, query="Write a memo on rent and debt", mode="draft")
    shown: dict[str, Any] = answered(session, run, Cast())
    bells.silence(False)

    assert shown["status"] == "completed", shown["errors"]
    introduction = shown["response"].split("## Rent")[0]
    assert "Acme is a provider of ropes. [cite:" in introduction
    assert "Borealis is a leading retailer of lamps. [cite:" in introduction
    assert {citation["filename"] for citation in shown["citations"]} == {"Acme.md", "Borealis.md"}
