"""The admin opens everywhere, hides secrets, escapes what users wrote, and changes nothing it should not."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, reverse

from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_create
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.runs.models import PhaseRun, Run
from apps.workspaces.models import Membership, Role, Workspace
from tests.integration.conftest import Holdings

OURS = [model for model in admin.site._registry if model.__module__.startswith("apps.")]
LOOK_ONLY = [model for model in OURS if model not in {User, Workspace}]


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root@example.org", "a long pass phrase")


@pytest.fixture
def browser(root: User) -> Client:
    client = Client()
    client.force_login(root)
    return client


def url(model: type, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def row_of(model: type, holdings: Holdings) -> Any:
    """The row of this model among the holdings; a worker belongs to nobody."""
    if model is User:
        return holdings.membership.user
    own = [row for row in [*holdings.rows(), holdings.token] if type(row) is model]
    return own[0] if own else model.objects.create(name="host-1", queues=["verify"])


def test_what_an_administrator_needs_is_there() -> None:
    assert {model.__name__ for model in OURS} >= {
        "User",
        "ApiToken",
        "Workspace",
        "Document",
        "Session",
        "Run",
        "PhaseRun",
        "Artifact",
        "Event",
    }


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model.__name__)
def test_every_list_and_search_opens(model: type, browser: Client, holdings_a: Holdings) -> None:
    assert browser.get(url(model, "changelist")).status_code == 200
    assert browser.get(url(model, "changelist") + "?q=x").status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_page_opens_and_escapes_what_users_wrote(model: type, browser: Client, holdings_a: Holdings) -> None:
    row = row_of(model, holdings_a)
    for page in (url(model, "change", row.pk), url(model, "changelist"), url(model, "history", row.pk)):
        answer = browser.get(page)
        assert answer.status_code == 200, page
        assert b"<script>alert" not in answer.content
        assert b"<b>late</b>" not in answer.content


@pytest.mark.parametrize("model", LOOK_ONLY, ids=lambda model: model.__name__)
def test_what_the_application_writes_cannot_be_added_or_edited(
    model: type, browser: Client, holdings_a: Holdings
) -> None:
    assert browser.get(url(model, "add")).status_code == 403
    row = row_of(model, holdings_a)
    assert browser.post(url(model, "change", row.pk), {"name": "changed"}).status_code == 403


def test_a_tokens_secret_is_nowhere(browser: Client, alice: User) -> None:
    token, secret = token_create(user=alice, name="cron", scopes=["read"])
    for page in (url(ApiToken, "changelist"), url(ApiToken, "change", token.pk)):
        text = browser.get(page).content.decode()
        assert "cron" in text
        assert token.secret_hash not in text
        assert secret.split("_", 2)[2] not in text


def test_tokens_are_revoked_by_an_action(browser: Client, alice: User) -> None:
    token, _ = token_create(user=alice, name="cron", scopes=["read"])
    meant(browser, url(ApiToken, "changelist"), {"action": "revoke", "_selected_action": [token.pk]})
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_session_shows_ledger_events_and_answer(browser: Client, holdings_a: Holdings) -> None:
    text = browser.get(url(Session, "change", holdings_a.session.pk)).content.decode()
    assert "supported" in text
    assert "0.93" in text
    assert "session_created" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    for part in ("runs_run", "runs_artifact", "runs_event"):
        assert reverse(f"admin:{part}_changelist") in text


def test_the_links_between_pages_lead_somewhere(browser: Client, holdings_a: Holdings) -> None:
    a = holdings_a
    Run.objects.filter(pk=a.run.pk).update(subject_id=a.document.pk)
    filters = [
        (Run, f"subject_id={a.document.pk}"),
        (Run, f"session_id={a.session.pk}"),
        (PhaseRun, f"run__subject_id={a.document.pk}"),
        (type(a.artifact), f"run__session_id={a.session.pk}"),
        (type(a.artifact), f"run__id__exact={a.run.pk}"),
        (type(a.event), f"stream__id__exact={a.stream.pk}"),
    ]
    for model, wanted in filters:
        answer = browser.get(f"{url(model, 'changelist')}?{wanted}")
        assert answer.status_code == 200, wanted
        assert answer.context["cl"].result_count == 1, wanted


def test_a_phases_errors_are_shown(browser: Client, holdings_a: Holdings) -> None:
    assert b"timeout" in browser.get(url(PhaseRun, "change", holdings_a.phase.pk)).content
    assert b"timeout" in browser.get(url(Run, "change", holdings_a.run.pk)).content


def test_a_run_under_way_is_cancelled_by_an_action(browser: Client, holdings_a: Holdings) -> None:
    Run.objects.filter(pk=holdings_a.run.pk).update(state="active")
    PhaseRun.objects.filter(pk=holdings_a.phase.pk).update(state="running")
    meant(browser, url(Run, "changelist"), {"action": "cancel", "_selected_action": [holdings_a.run.pk]})
    holdings_a.run.refresh_from_db()
    holdings_a.phase.refresh_from_db()
    assert (holdings_a.run.state, holdings_a.phase.state) == ("cancelled", "void")


def test_a_failed_document_run_is_tried_again_by_an_action(browser: Client, holdings_a: Holdings) -> None:
    run, phase = holdings_a.run, holdings_a.phase
    Run.objects.filter(pk=run.pk).update(
        pipeline="ingest", subject_kind="document", subject_id=holdings_a.document.pk, state="failed", session_id=None
    )
    PhaseRun.objects.filter(pk=phase.pk).update(state="failed", name="extract", attempt=4)
    browser.post(url(PhaseRun, "changelist"), {"action": "retry", "_selected_action": [phase.pk]})
    run.refresh_from_db()
    phase.refresh_from_db()
    assert (run.state, phase.state, phase.attempt) == ("active", "ready", 0)


def hidden(text: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))


def pressed(browser: Client, page: str, **typed: str) -> Any:
    """What comes of the one button that stands on an object's page, once its question is answered with yes."""
    text = browser.get(page).content.decode()
    target = re.search(r'name="index" value="0" formaction="([^"]+)"', text)[1]
    answer = browser.post(target, {"index": "0", **hidden(text)})
    if answer.status_code == 200:
        answer = browser.post(target, hidden(answer.content.decode()) | typed)
    return answer


def meant(browser: Client, page: str, form: dict[str, Any]) -> Any:
    """What comes of an action of a list that asks first: nothing before the answer."""
    asked = browser.post(page, form)
    assert asked.status_code == 200
    assert "Yes, I’m sure" in asked.content.decode()
    return browser.post(page, hidden(asked.content.decode()))


def test_a_document_in_error_is_named_explained_and_read_again_by_its_button(
    browser: Client, holdings_a: Holdings
) -> None:
    document = holdings_a.document
    error = {"title": "", "filename": "scan.pdf", "status": "error", "error_code": "no_text", "error_reason": "A scan?"}
    Document.objects.filter(pk=document.pk).update(**error)
    row = browser.get(url(Document, "changelist")).content.decode()
    for shown in (">scan.pdf</a>", "Error: no_text", "A scan?"):
        assert shown in row
    assert pressed(browser, url(Document, "change", document.pk)).status_code == 302
    document.refresh_from_db()
    assert (document.status, document.error_code) == ("uploaded", "")
    assert b"It is being read." in browser.get(url(Document, "change", document.pk)).content


def test_a_run_under_way_is_cancelled_by_its_button(browser: Client, holdings_a: Holdings) -> None:
    Run.objects.filter(pk=holdings_a.run.pk).update(state="active")
    pressed(browser, url(Run, "change", holdings_a.run.pk))
    holdings_a.run.refresh_from_db()
    assert holdings_a.run.state == "cancelled"


def test_links_are_links(browser: Client, holdings_a: Holdings) -> None:
    rows = [holdings_a.session, holdings_a.document, holdings_a.run, holdings_a.phase]
    for row in rows:
        text = browser.get(url(type(row), "change", row.pk)).content.decode()
        assert "&lt;a href" not in text
    Run.objects.filter(pk=holdings_a.run.pk).update(session_id=holdings_a.session.pk)
    page = url(type(holdings_a.session), "change", holdings_a.session.pk)
    assert f'href="{page}"' in browser.get(url(Run, "changelist")).content.decode()


def test_the_latest_work_comes_first(browser: Client, holdings_a: Holdings) -> None:
    old = holdings_a.session
    Session.objects.filter(pk=old.pk).update(created_at=old.created_at - timedelta(days=1))
    newer = [Session.objects.create(workspace=holdings_a.workspace, query=f"Question {n}?") for n in range(3)]
    listed = browser.get(url(Session, "changelist")).context["cl"].result_list
    assert [row.pk for row in listed] == [row.pk for row in [*reversed(newer), old]]


def test_staff_who_may_only_look_run_no_action(holdings_a: Holdings) -> None:
    from django.contrib.auth.models import Permission

    looker = User.objects.create_user("looker@example.org", "a long pass phrase", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__in=["view_run", "view_phaserun", "view_apitoken"]))
    client = Client()
    client.force_login(looker)
    Run.objects.filter(pk=holdings_a.run.pk).update(state="active")
    for model, action, row in [(Run, "cancel", holdings_a.run), (ApiToken, "revoke", holdings_a.token)]:
        client.post(url(model, "changelist"), {"action": action, "_selected_action": [row.pk]})
        row.refresh_from_db()
    assert holdings_a.run.state == "active"
    assert holdings_a.token.revoked_at is None


def test_lists_fetch_no_long_columns(browser: Client, holdings_a: Holdings, django_assert_max_num_queries: Any) -> None:
    long = {"runs_artifact": "data", "runs_event": "payload", "runs_phaserun": "errors", "runs_run": "inputs"}
    for table, column in long.items():
        with django_assert_max_num_queries(20) as asked:
            browser.get(reverse(f"admin:{table}_changelist"))
        assert not [query["sql"] for query in asked if f'"{table}"."{column}"' in query["sql"]]


def test_a_person_is_made_with_an_address_that_nobody_has_in_any_case(browser: Client, alice: User) -> None:
    form = {"usable_password": "true", "password1": "a long pass phrase", "password2": "a long pass phrase"}
    assert browser.post(url(User, "add"), {"email": "Dora@Example.org", **form}).status_code == 302
    assert User.objects.get(email="dora@example.org").check_password("a long pass phrase")
    again = browser.post(url(User, "add"), {"email": "ALICE@example.org", **form})
    assert "already" in again.content.decode()


def members_form(*rows: tuple[Any, str, Any], total: int) -> dict[str, Any]:
    form: dict[str, Any] = {"memberships-TOTAL_FORMS": total, "memberships-INITIAL_FORMS": 0}
    for index, (user, role, membership) in enumerate(rows):
        form |= {f"memberships-{index}-user": user.pk, f"memberships-{index}-role": role}
        if membership is not None:
            form[f"memberships-{index}-id"] = membership.pk
            form["memberships-INITIAL_FORMS"] += 1
    return form


def test_a_workspace_is_made_with_an_owner_and_never_without(browser: Client, bob: User, settings: Any) -> None:
    settings.EMBEDDING_MODEL = "text-embedding-3-small"
    body = {"name": "Made here", "settings": "{}"}
    refused = browser.post(url(Workspace, "add"), body | members_form((bob, "viewer", None), total=1))
    assert "at least one owner" in refused.content.decode()
    assert not Workspace.objects.exists()
    assert browser.post(url(Workspace, "add"), body | members_form((bob, "owner", None), total=1)).status_code == 302
    made = Workspace.objects.get()
    assert made.embedding_model == "text-embedding-3-small"
    assert Membership.objects.get(workspace=made).role == Role.OWNER


def test_the_last_owner_cannot_be_taken_out(browser: Client, holdings_a: Holdings, alice: User) -> None:
    body = {"name": "A", "settings": "{}", "memberships-0-DELETE": "on"}
    body |= members_form((alice, "owner", holdings_a.membership), total=1)
    page = browser.post(url(Workspace, "change", holdings_a.workspace.pk), body)
    assert "at least one owner" in page.content.decode()
    assert Membership.objects.filter(workspace=holdings_a.workspace, user=alice).exists()


@pytest.mark.parametrize("model", [Workspace, Session, Document], ids=lambda model: model.__name__)
def test_deleting_goes_through_the_service_and_asks_first(model: type, browser: Client, holdings_a: Holdings) -> None:
    row = row_of(model, holdings_a)
    page = url(model, "delete", row.pk)
    assert browser.get(page).status_code == 200
    assert browser.post(page, {"post": "yes"}).status_code == 302
    assert not model.objects.filter(pk=row.pk).exists()
    if model is Session:
        assert not type(holdings_a.stream).objects.exists()
        assert not type(holdings_a.ledger).objects.exists()


def test_nobody_but_staff_gets_in(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    for model in admin.site._registry:
        try:
            page = url(model, "changelist")
        except NoReverseMatch:
            continue
        assert client.get(page).status_code == 302
