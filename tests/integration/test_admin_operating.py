"""Running workspaces from the admin: what is done there asks first, needs the right to it, and is written down."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_create
from apps.audit.models import AuditEntry
from apps.documents.models import Chunk, Document
from apps.drafting.models import Session, Turn
from apps.inference.models import ModelCall
from apps.runs import bells
from apps.runs.models import Artifact, Event, PhaseRun, Run, Stream, Worker
from apps.workspaces.models import Membership, Workspace
from tests.integration.conftest import Holdings
from tests.integration.test_admin import OURS, browser, hidden, meant, members_form, pressed, root, url

__all__ = ["browser", "root"]  # fixtures
MORE = 12  # rows beside those of the holdings


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


def under_way(holdings: Holdings) -> Session:
    """The holdings' session, asked but not answered yet."""
    Run.objects.filter(pk=holdings.run.pk).update(state="active")
    Turn.objects.filter(pk=holdings.turn.pk).update(status="processing")
    Session.objects.filter(pk=holdings.session.pk).update(status="processing")
    return holdings.session


def last() -> AuditEntry:
    return AuditEntry.objects.latest("id")


def test_a_session_under_way_is_cancelled_by_its_button_and_the_page_comes_back(
    browser: Client, root: User, holdings_a: Holdings
) -> None:
    session = under_way(holdings_a)
    page = url(Session, "change", session.pk)
    assert pressed(browser, page).url == page
    session.refresh_from_db()
    assert session.status == "cancelled"
    assert b"It has ended." in browser.get(page).content
    assert (last().action, last().actor, last().workspace) == ("session.cancelled", root, holdings_a.workspace)


def test_nothing_is_cancelled_before_the_answer(browser: Client, holdings_a: Holdings) -> None:
    session = under_way(holdings_a)
    asked = browser.post(url(Session, "changelist"), {"action": "cancel", "_selected_action": [session.pk]})
    assert "What is the limit?" in asked.content.decode()
    session.refresh_from_db()
    assert session.status == "processing"


def test_what_is_done_to_runs_and_phases_is_written_down(
    browser: Client, root: User, holdings_a: Holdings, holdings_b: Holdings
) -> None:
    under_way(holdings_a)
    meant(browser, url(Run, "changelist"), {"action": "cancel", "_selected_action": [holdings_a.run.pk]})
    assert (last().action, last().actor, last().object_id) == ("run.cancelled", root, str(holdings_a.run.pk))
    Run.objects.filter(pk=holdings_b.run.pk).update(
        pipeline="ingest", subject_kind="document", subject_id=holdings_b.document.pk, state="failed", session_id=None
    )
    PhaseRun.objects.filter(pk=holdings_b.phase.pk).update(state="failed", name="extract")
    page = url(PhaseRun, "change", holdings_b.phase.pk)
    assert pressed(browser, page).url == page
    assert (last().action, last().actor, last().object_label) == ("phase.retried", root, "extract")


def test_a_turn_that_ended_for_good_offers_no_second_try(browser: Client, holdings_a: Holdings) -> None:
    Run.objects.filter(pk=holdings_a.run.pk).update(state="failed")
    PhaseRun.objects.filter(pk=holdings_a.phase.pk).update(state="failed")
    assert b"can be asked again" in browser.get(url(PhaseRun, "change", holdings_a.phase.pk)).content


def test_a_workspace_is_switched_to_another_model_by_its_button(
    browser: Client, root: User, holdings_a: Holdings, settings: Any
) -> None:
    settings.OPENAI_BASE_URL = "http://127.0.0.1:1/v1"
    workspace = holdings_a.workspace
    page = url(Workspace, "change", workspace.pk)
    assert pressed(browser, page, model="text-embedding-3-small").url == page
    workspace.refresh_from_db()
    assert (workspace.embedding_model, workspace.embedding_target) == ("builtin", "text-embedding-3-small")
    assert b"to text-embedding-3-small, 0 of 1 passages" in browser.get(page).content
    run = Run.objects.get(pipeline="reembed")
    assert run.inputs["by"] == str(root.pk)
    assert (last().action, last().actor, last().details["embedding_model"]) == (
        "workspace.changed",
        root,
        "text-embedding-3-small",
    )
    assert page.encode() in browser.get(url(Run, "change", run.pk)).content


def test_a_model_that_cannot_be_used_is_refused_with_the_reason(
    browser: Client, holdings_a: Holdings, settings: Any
) -> None:
    settings.OPENAI_BASE_URL = ""
    page = url(Workspace, "change", holdings_a.workspace.pk)
    pressed(browser, page, model="text-embedding-3-small")
    assert b"no model endpoint is set up" in browser.get(page).content
    assert not Run.objects.filter(pipeline="reembed").exists()


def test_a_switch_needs_a_model(browser: Client, holdings_a: Holdings) -> None:
    chosen = {"action": "switch_model", "_selected_action": [holdings_a.workspace.pk]}
    asked = browser.post(url(Workspace, "changelist"), chosen)
    again = browser.post(url(Workspace, "changelist"), hidden(asked.content.decode()) | {"model": " "})
    assert b"This field is required" in again.content


def test_saving_a_workspace_leaves_alone_what_workers_write(browser: Client, holdings_a: Holdings, alice: User) -> None:
    workspace = holdings_a.workspace
    page = url(Workspace, "change", workspace.pk)
    with CaptureQueriesContext(connection) as asked:
        form = {"name": "Renamed", "settings": "{}", "initial-settings": "{}"} | members_form(
            (alice, "owner", holdings_a.membership), total=1
        )
        assert browser.post(page, form).status_code == 302
    written = [query["sql"] for query in asked if query["sql"].startswith('UPDATE "workspaces_workspace"')]
    assert len(written) == 1
    assert "embedding" not in written[0].partition("WHERE")[0]
    assert (last().action, last().object_label, last().details) == (
        "workspace.changed",
        "Renamed",
        {"changed": ["name"]},
    )


def test_members_put_in_and_out_on_the_page_are_written_down(
    browser: Client, root: User, holdings_a: Holdings, alice: User, bob: User
) -> None:
    page = url(Workspace, "change", holdings_a.workspace.pk)
    charlies = Membership.objects.get(workspace=holdings_a.workspace, user__email="charlie@example.org")
    form = {"name": "A", "settings": "{}", "memberships-1-DELETE": "on"} | members_form(
        (alice, "owner", holdings_a.membership), (charlies.user, "viewer", charlies), (bob, "editor", None), total=3
    )
    assert browser.post(page, form).status_code == 302
    kept = AuditEntry.objects.filter(actor=root, action__startswith="member.").values_list("action", "object_label")
    assert sorted(kept) == [("member.added", "bob@example.org"), ("member.removed", "charlie@example.org")]


def test_changing_and_deleting_people_is_written_down(browser: Client, root: User, alice: User) -> None:
    form = {"email": alice.email, "is_active": "on", "is_staff": "on"}
    assert browser.post(url(User, "change", alice.pk), form).status_code == 302
    assert (last().action, last().actor, last().details) == ("user.changed", root, {"changed": ["is_staff"]})
    browser.post(url(User, "delete", alice.pk), {"post": "yes"})
    assert (last().action, last().object_label) == ("user.deleted", "alice@example.org")


def test_who_may_only_look_does_nothing_anywhere(holdings_a: Holdings, alice: User) -> None:
    looker = User.objects.create_user("looker@example.org", "a long pass phrase", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(looker)
    under_way(holdings_a)
    Document.objects.filter(pk=holdings_a.document.pk).update(status="error")
    before = AuditEntry.objects.count()
    for model, action, row in [
        (Run, "cancel", holdings_a.run),
        (Session, "cancel", holdings_a.session),
        (PhaseRun, "retry", holdings_a.phase),
        (Document, "read_again", holdings_a.document),
        (ApiToken, "revoke", holdings_a.token),
        (Workspace, "switch_model", holdings_a.workspace),
        (Document, "delete_selected", holdings_a.document),
    ]:
        form = {"action": action, "_selected_action": [row.pk], "confirmed": "yes", "post": "yes", "model": "x"}
        assert client.get(url(model, "changelist")).status_code == 200
        client.post(url(model, "changelist"), form)
    assert AuditEntry.objects.count() == before
    assert Document.objects.get(pk=holdings_a.document.pk).status == "error"


def test_the_log_cannot_be_changed_or_cleared(browser: Client, holdings_a: Holdings) -> None:
    entry = holdings_a.audited
    page = browser.get(url(AuditEntry, "changelist"))
    assert "delete_selected" not in page.content.decode()
    browser.post(url(AuditEntry, "changelist"), {"action": "delete_selected", "_selected_action": [entry.pk]})
    assert browser.post(url(AuditEntry, "delete", entry.pk), {"post": "yes"}).status_code == 403
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


def test_the_log_is_found_by_workspace_action_person_and_day(
    browser: Client, holdings_a: Holdings, holdings_b: Holdings, alice: User
) -> None:
    listed = {
        "workspace__id__exact": holdings_a.workspace.pk,
        "action": "document.uploaded",
        "actor__id__exact": alice.pk,
        "at__year": holdings_a.audited.at.year if holdings_a.audited.at else AuditEntry.objects.latest("id").at.year,
    }
    rows = browser.get(url(AuditEntry, "changelist"), listed).context["cl"].result_list
    assert [row.pk for row in rows] == [holdings_a.audited.pk]


def test_model_calls_are_summed_by_role_as_filtered(browser: Client, holdings_a: Holdings) -> None:
    for tokens in (100, 200):
        ModelCall.objects.create(
            workspace=holdings_a.workspace,
            role="writer",
            model="gpt",
            input_tokens=tokens,
            output_tokens=tokens // 10,
            cost="0.00125",
            first_token_ms=900,
            duration_ms=2_000,
        )
    cells = "<td>writer</td><td>gpt</td><td>2</td><td>0</td><td>300</td><td>30</td><td>0.002500</td><td>0.90 s</td>"
    everything = browser.get(url(ModelCall, "changelist")).content.decode()
    assert cells in everything
    assert "<td>all</td>" in everything
    assert "<td>judge</td><td>small</td><td>1</td><td>1</td>" in everything
    assert cells not in browser.get(url(ModelCall, "changelist"), {"role": "judge"}).content.decode()
    assert "2" not in str(browser.get(url(ModelCall, "changelist"), {"q": "no-such-model"}).context.get("totals"))


def test_from_each_page_the_pages_around_it_are_one_click_away(browser: Client, holdings_a: Holdings) -> None:
    """Every link of a page to another list or row opens, and shows what belongs together."""
    ways = {
        Workspace: ("documents_document", "drafting_session", "runs_run", "inference_modelcall", "audit_auditentry"),
        Document: ("runs_run", "runs_phaserun", "audit_auditentry"),
        Session: (
            "runs_run",
            "runs_phaserun",
            "runs_event",
            "runs_artifact",
            "inference_modelcall",
            "audit_auditentry",
        ),
        Run: ("runs_phaserun", "runs_event", "runs_artifact", "inference_modelcall", "drafting_session"),
        User: ("workspaces_workspace", "accounts_apitoken", "audit_auditentry"),
        ModelCall: ("runs_run",),
        Event: ("drafting_session",),
        AuditEntry: ("accounts_user",),
    }
    import re

    for model, places in ways.items():
        row = next(row for row in [*holdings_a.rows(), holdings_a.membership.user] if type(row) is model)
        text = browser.get(url(model, "change", row.pk)).content.decode()
        links = set(re.findall(r'href="(/admin/[^"]+)"', text))
        for place in places:
            there = [link for link in links if link.startswith(f"/admin/{place.replace('_', '/')}/")]
            assert there, (model, place)
            for link in there:
                answer = browser.get(link.replace("&amp;", "&"))
                assert answer.status_code == 200, link


def more_of_everything(holdings: Holdings) -> None:
    """A dozen rows beside each one there is, all in places of their own."""
    for number in range(MORE):
        user = User.objects.create_user(f"p{number}@example.org", is_staff=bool(number % 2))
        workspace = Workspace.objects.create(name=f"W{number}")
        Membership.objects.create(workspace=workspace, user=user, role="owner")
        token_create(user=user, name=f"t{number}", scopes=["read"])
        document = Document.objects.create(
            workspace=workspace, uploaded_by=user, filename=f"{number}.txt", sha256=f"{number:064}", size=1
        )
        Chunk.objects.create(
            workspace=workspace, document=document, chunk_hash="", key="k", content="x", chunk_index=0,
            start_offset=0, end_offset=1, token_count=1,
        )  # fmt: skip
        session = Session.objects.create(workspace=workspace, author=user, query="?")
        turn = Turn.objects.create(session=session, query="?")
        stream = Stream.objects.create(id=session.pk, kind="session", workspace=workspace)
        run = Run.objects.create(
            workspace=workspace, pipeline="answer", subject_kind="turn", subject_id=turn.pk, stream=stream,
            session_id=session.pk,
        )  # fmt: skip
        PhaseRun.objects.create(run=run, workspace_id=workspace.pk, name="write", queue="llm")
        Artifact.objects.create(run=run, name="write")
        Event.objects.create(stream=stream, seq=1, type="x")
        Worker.objects.create(name=f"host-{number}", queues=["llm"])
        ModelCall.objects.create(workspace=workspace, run_id=run.pk, role="writer", model=f"m{number}")
        AuditEntry.objects.create(actor=user, actor_email=user.email, workspace=workspace, action=f"a.{number}")


def test_a_longer_list_takes_no_more_queries(browser: Client, holdings_a: Holdings) -> None:
    def queries(model: type) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(url(model, "changelist")).status_code == 200
        return len(asked)

    Worker.objects.create(name="host", queues=["llm"])
    ModelCall.objects.create(role="writer", model="gpt")  # two roles: from here on there is a sum of all
    for model in OURS:
        queries(model)  # what is looked up once a process
    before = {model: queries(model) for model in OURS}
    more_of_everything(holdings_a)
    after = {model: queries(model) for model in OURS}
    assert after == before
    assert max(after.values()) <= 20


def test_lists_never_fetch_what_is_long(browser: Client, holdings_a: Holdings) -> None:
    long = {
        "runs_run": ("inputs", "error_message"),
        "runs_phaserun": ("errors", "progress"),
        "runs_artifact": ("data",),
        "runs_event": ("payload",),
        "documents_document": ("notices",),
        "drafting_session": ("settings", "document_ids"),
        "drafting_turn": ("response", "citations"),
        "audit_auditentry": ("details",),
        "workspaces_workspace": ("settings",),
    }
    for model in OURS:
        if model is Workspace:
            continue
        with CaptureQueriesContext(connection) as asked:
            browser.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        for table, columns in long.items():
            for column in columns:
                found = [query["sql"] for query in asked if f'"{table}"."{column}"' in query["sql"]]
                assert not found, (model, table, column)
