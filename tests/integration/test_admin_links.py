"""Links of the admin's pages show what belongs to the row and nothing else; buttons stand where they do something."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.inference.models import ModelCall
from apps.runs import bells
from apps.runs.models import Artifact, Event, PhaseRun, Run, Stream
from apps.workspaces.models import EmbeddingState, Workspace
from tests.integration.conftest import Holdings
from tests.integration.test_admin import browser, pressed, root, url

__all__ = ["browser", "root"]  # fixtures
BUTTON = 'name="index" value="0" formaction='


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def told(holdings_a: Holdings) -> dict[str, Event]:
    """The workspace's stream: of the document, of another one, of a switch."""
    workspace = holdings_a.workspace
    stream = Stream.objects.create(id=workspace.pk, kind="workspace", workspace=workspace)
    payloads = [
        ("document_ready", {"document_id": str(holdings_a.document.pk)}),
        ("document_ready", {"document_id": "00000000-0000-4000-8000-000000000000"}),
        ("embedding_progress", {"model": "m", "done": 1, "total": 2}),
    ]
    names = ("document", "another", "switch")
    return {
        name: Event.objects.create(stream=stream, seq=seq, type=type, payload=payload)
        for seq, (name, (type, payload)) in enumerate(zip(names, payloads, strict=True), start=1)
    }


def run_of(holdings: Holdings, kind: str, subject: Any) -> PhaseRun:
    """The one phase of a run for something of the workspace."""
    run = Run.objects.create(
        workspace=holdings.workspace, pipeline="some", subject_kind=kind, subject_id=subject.pk,
        stream_id=holdings.workspace.pk,
    )  # fmt: skip
    return PhaseRun.objects.create(run=run, workspace_id=holdings.workspace.pk, name="embed", queue="ingest")


def shown(browser: Client, row: Any, words: str) -> list[Any]:
    """The rows of the list that the link with these words on the row's page leads to."""
    page = browser.get(url(type(row), "change", row.pk)).content.decode()
    (link,) = re.findall(rf'href="([^"]+)">{re.escape(words)}</a>', page)
    answer = browser.get(html.unescape(link))
    assert answer.status_code == 200, link
    return list(answer.context["cl"].result_list)


def test_an_ingest_run_and_its_document_show_the_documents_events_alone(
    browser: Client, holdings_a: Holdings, told: dict[str, Event]
) -> None:
    phase = run_of(holdings_a, "document", holdings_a.document)
    assert shown(browser, phase.run, "events of its document") == [told["document"]]
    assert shown(browser, phase, "events of its document") == [told["document"]]
    assert shown(browser, holdings_a.document, "events") == [told["document"]]


def test_a_switchs_run_shows_what_was_told_of_switches(
    browser: Client, holdings_a: Holdings, told: dict[str, Event]
) -> None:
    phase = run_of(holdings_a, "workspace_embedding", holdings_a.workspace)
    assert shown(browser, phase.run, "events of switches") == [told["switch"]]


def test_a_turns_run_shows_its_sessions_events(browser: Client, holdings_a: Holdings, told: dict[str, Event]) -> None:
    assert shown(browser, holdings_a.run, "events of its session") == [holdings_a.event]


def test_a_run_of_a_kind_to_come_shows_its_stream(
    browser: Client, holdings_a: Holdings, told: dict[str, Event]
) -> None:
    phase = run_of(holdings_a, "export", holdings_a.document)
    assert shown(browser, phase.run, "events of its stream") == list(told.values())


def test_a_phase_leads_to_what_it_is_about_its_artifact_calls_events_and_siblings(
    browser: Client, holdings_a: Holdings
) -> None:
    phase, run = holdings_a.phase, holdings_a.run
    Run.objects.filter(pk=run.pk).update(session_id=holdings_a.session.pk)
    sibling = PhaseRun.objects.create(run=run, workspace_id=run.workspace_id, name="write", queue="llm")
    Artifact.objects.create(run=run, name="write")
    Artifact.objects.create(run=run, name="judge", cycle=1)
    place = {"workspace": holdings_a.workspace, "run_id": run.pk, "model": "m"}
    call = ModelCall.objects.create(**place, role="judge", phase="judge:0:0")
    ModelCall.objects.create(**place, role="writer", phase="write:0:0")
    entry = AuditEntry.objects.create(action="phase.retried", object_id=str(phase.pk))

    page = browser.get(url(PhaseRun, "change", phase.pk)).content.decode()
    assert f'href="{url(Run, "change", run.pk)}"' in page
    assert f'href="{url(Session, "change", holdings_a.session.pk)}"' in page
    assert set(shown(browser, phase, "all phases of its run")) == {phase, sibling}
    assert shown(browser, phase, "its artifact") == [holdings_a.artifact]
    assert shown(browser, phase, "its model calls") == [call]
    assert shown(browser, phase, "events of its session") == [holdings_a.event]
    assert shown(browser, phase, "audit log") == [entry]


def test_a_phase_of_a_document_leads_to_it(browser: Client, holdings_a: Holdings, told: dict[str, Event]) -> None:
    phase = run_of(holdings_a, "document", holdings_a.document)
    page = browser.get(url(PhaseRun, "change", phase.pk)).content.decode()
    assert f'href="{url(Document, "change", holdings_a.document.pk)}"' in page


@pytest.mark.parametrize("model", [Workspace, User], ids=lambda model: model.__name__)
def test_a_page_to_add_a_row_links_to_nothing_of_it(model: type, browser: Client) -> None:
    text = browser.get(url(model, "add")).content.decode()
    assert "None" not in "".join(re.findall(r'href="([^"]*)"', text))
    assert "__exact" not in text
    assert BUTTON not in text


def staff(*rights: str) -> Client:
    person = User.objects.create_user("staff@example.org", "a long pass phrase", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(person)
    return client


def busy(holdings: Holdings) -> list[Any]:
    """Rows whose pages have a button at the moment."""
    ingest = run_of(holdings, "document", holdings.document)
    Run.objects.filter(pk=ingest.run_id).update(state="failed")
    PhaseRun.objects.filter(pk=ingest.pk).update(state="failed")
    Run.objects.filter(pk=holdings.run.pk).update(state="active")
    Session.objects.filter(pk=holdings.session.pk).update(status="processing")
    return [holdings.document, holdings.workspace, holdings.run, holdings.session, ingest]


def test_buttons_are_shown_to_who_may_press_them(holdings_a: Holdings, told: dict[str, Event]) -> None:
    rows = busy(holdings_a)
    names = [type(row)._meta.model_name for row in rows]
    client = staff(*(f"{what}_{name}" for name in names for what in ("view", "change")))
    for row in rows:
        assert BUTTON in client.get(url(type(row), "change", row.pk)).content.decode(), row


def test_who_may_only_look_sees_no_button_that_does_nothing(holdings_a: Holdings, told: dict[str, Event]) -> None:
    rows = busy(holdings_a)
    client = staff(*(f"view_{type(row)._meta.model_name}" for row in rows))
    for row in rows:
        answer = client.get(url(type(row), "change", row.pk))
        assert answer.status_code == 200
        assert BUTTON not in answer.content.decode(), row
        assert "not with your permissions" in answer.content.decode(), row


def test_a_switch_to_the_model_of_now_says_so_and_writes_nothing(browser: Client, holdings_a: Holdings) -> None:
    workspace = holdings_a.workspace
    page = url(Workspace, "change", workspace.pk)
    before = AuditEntry.objects.count()
    pressed(browser, page, model="builtin")
    text = browser.get(page).content.decode()
    assert "it is searched by builtin already; nothing was changed." in text
    assert "being switched" not in text
    assert AuditEntry.objects.count() == before
    assert not Run.objects.filter(pipeline="reembed").exists()


def test_a_switch_under_way_is_not_begun_again_and_is_called_off_by_the_model_of_now(
    browser: Client, holdings_a: Holdings, settings: Any
) -> None:
    settings.OPENAI_BASE_URL = "http://127.0.0.1:1/v1"
    workspace = holdings_a.workspace
    page = url(Workspace, "change", workspace.pk)
    pressed(browser, page, model="text-embedding-3-small")
    before = AuditEntry.objects.count()
    pressed(browser, page, model="text-embedding-3-small")
    assert "is being switched to already; nothing was changed." in browser.get(page).content.decode()
    assert AuditEntry.objects.count() == before

    pressed(browser, page, model="builtin")
    told = browser.get(page).content.decode()
    assert "it stays with builtin; the switch to text-embedding-3-small is called off." in told
    workspace.refresh_from_db()
    assert workspace.embedding_state == EmbeddingState.SETTLED
    assert AuditEntry.objects.filter(action="workspace.changed").count() == 2
