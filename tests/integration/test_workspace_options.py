"""What a workspace settles for itself: checked where it is set, heeded where it counts."""

import datetime as dt
from typing import Any

import pytest
from django.core.management import load_command_class
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.core.errors import Problem
from apps.drafting.models import Session
from apps.drafting.services import session_create
from apps.verification.types import Mode
from apps.web.docs import schema
from apps.workspaces.models import Membership, Workspace
from apps.workspaces.options import OPTIONS, VERIFICATION, VERIFICATION_ADVICE, option_named
from apps.workspaces.services import workspace_update
from tests.integration.conftest import client_of
from workers import tidying

pytestmark = pytest.mark.django_db


def settle(workspace: Workspace, **settings: Any) -> None:
    workspace_update(workspace=workspace, settings=settings)


def test_settings_are_shown_as_they_were_set_and_written_down(alice: User, workspace_a: Workspace) -> None:
    where = reverse("workspace", args=[workspace_a.pk])
    wanted = {"default_verification": "helpful", "session_retention_days": 30, "feedback_retention_days": None}
    changed = client_of(alice).patch(where, {"settings": {**wanted, "tone": "dry"}})
    assert changed.json()["settings"] == {**wanted, "tone": "dry"}
    assert client_of(alice).get(where).json() == changed.json()
    told = AuditEntry.objects.get(action="workspace.changed").details
    assert told == {
        "changed": ["settings"],
        "settings": {"default_verification": "helpful", "session_retention_days": 30},
    }


def test_a_change_leaves_alone_what_somebody_else_has_changed_meanwhile(workspace_a: Workspace) -> None:
    read_before = [Workspace.objects.get(pk=workspace_a.pk) for _ in range(2)]
    settle(workspace_a, default_verification="helpful")
    workspace_update(workspace=read_before[0], name="Renamed")
    workspace_update(workspace=read_before[1], settings={"default_verification": "helpful", "tone": "dry"})
    workspace_a.refresh_from_db()
    settled = {"default_verification": "helpful", "tone": "dry"}
    assert (workspace_a.name, workspace_a.settings) == ("Renamed", settled)
    assert (read_before[0].settings, read_before[1].name) == ({"default_verification": "helpful"}, "Renamed")
    told = AuditEntry.objects.filter(action="workspace.changed").values_list("details", flat=True)
    assert {"changed": ["settings"], "settings": {}} in told, "held against what stood there, not what was read"


def test_single_options_leave_the_others_as_they_are_now(workspace_a: Workspace) -> None:
    read_before = Workspace.objects.get(pk=workspace_a.pk)
    settle(workspace_a, default_verification="helpful", session_retention_days=30, tone="dry")

    workspace_update(workspace=read_before, options={"session_retention_days": None, "feedback_retention_days": 9})

    workspace_a.refresh_from_db()
    assert workspace_a.settings == {"default_verification": "helpful", "feedback_retention_days": 9, "tone": "dry"}
    with pytest.raises(Problem, match="strict or helpful"):
        workspace_update(workspace=read_before, options={"default_verification": "lax"})


def test_a_workspace_that_was_deleted_meanwhile_is_not_changed(workspace_a: Workspace) -> None:
    Workspace.objects.filter(pk=workspace_a.pk).delete()
    with pytest.raises(Problem) as refused:
        settle(workspace_a, tone="dry")
    assert refused.value.status == 404


@pytest.mark.parametrize("days", [0, -1, 3651, 1.5, "30", True, [30], {}])
def test_a_number_of_days_that_is_none_is_named(alice: User, workspace_a: Workspace, days: Any) -> None:
    names = [option.name for option in OPTIONS if not option.choices]
    assert names == [f"{kept}_retention_days" for kept in ("document", "session", "feedback", "audit")]
    body = {"settings": dict.fromkeys(names, days)}
    refused = client_of(alice).patch(reverse("workspace", args=[workspace_a.pk]), body)
    told = ["Must be a whole number of days from 1 to 3650, or null."]
    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert refused.json()["errors"] == {f"settings.{name}": told for name in names}
    workspace_a.refresh_from_db()
    assert workspace_a.settings == {}


@pytest.mark.parametrize("mode", ["lax", "", "STRICT", 1, ["strict"]])
def test_an_unknown_way_to_verify_is_named(alice: User, workspace_a: Workspace, mode: Any) -> None:
    body = {"settings": {"default_verification": mode}, "name": "Renamed"}
    refused = client_of(alice).patch(reverse("workspace", args=[workspace_a.pk]), body)
    told = {"settings.default_verification": ["Must be strict or helpful, or null."]}
    assert (refused.status_code, refused.json()["errors"]) == (422, told)
    workspace_a.refresh_from_db()
    assert workspace_a.name == "A"


def test_the_ways_to_verify_are_those_there_are() -> None:
    assert set(option_named(VERIFICATION).choices) == set(Mode)


def test_who_chooses_a_way_to_verify_is_advised_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    described = schema()["components"]["schemas"]
    for name in ("Question", "QuestionTo", "TextToVerify", "FileToVerify"):
        assert VERIFICATION_ADVICE in described[name]["properties"]["verification"]["description"]
    assert VERIFICATION_ADVICE in option_named(VERIFICATION).help
    monkeypatch.setenv("COLUMNS", "10000")
    for command in ("ask", "verify"):
        shown = load_command_class("workers", command).create_parser("manage.py", command).format_help()
        assert f"strict or helpful. {VERIFICATION_ADVICE} Left out: what the workspace has settled." in shown


@pytest.mark.parametrize(
    ("settled", "named", "used"),
    [
        ({}, {}, "strict"),
        ({"default_verification": "helpful"}, {}, "helpful"),
        ({"default_verification": "helpful"}, {"verification": "strict"}, "strict"),
        ({"default_verification": None}, {}, "strict"),
    ],
)
def test_a_session_that_names_no_verification_has_the_workspaces(
    alice: User, workspace_a: Workspace, settled: dict[str, Any], named: dict[str, str], used: str
) -> None:
    settle(workspace_a, **settled)
    url = reverse("sessions", args=[workspace_a.pk])
    asked = client_of(alice).post(url, {"query": "What is the limit?", **named}).json()
    assert asked["verification"] == used
    by_alias = client_of(alice).post("/query", {"query": "What is the limit?", **named}).json()
    assert by_alias["verification"] == used


def test_an_unknown_verification_is_refused_whatever_the_workspace_has(alice: User, workspace_a: Workspace) -> None:
    settle(workspace_a, default_verification="helpful")
    with pytest.raises(Problem, match="cannot be asked"):
        session_create(workspace=workspace_a, author=alice, query="What?", verification="lax")


def aged(workspace: Workspace, days: float) -> Session:
    began = timezone.now() - dt.timedelta(days=days)
    return Session.objects.create(workspace=workspace, query=f"{days} days ago", status="completed", created_at=began)


def test_sessions_are_kept_as_long_as_their_workspace_says(settings: Any) -> None:
    settings.SESSION_RETENTION_DAYS = 90
    shorter, longer, open_, odd = (Workspace.objects.create(name=name) for name in ("S", "L", "O", "X"))
    settle(shorter, session_retention_days=7)
    settle(longer, session_retention_days=365)
    settle(open_, session_retention_days=None)
    Workspace.objects.filter(pk=odd.pk).update(settings={"session_retention_days": "soon"})  # before it was checked
    kept = [aged(shorter, 6), aged(longer, 91), aged(longer, 364), aged(open_, 89), aged(odd, 89)]
    for workspace, days in ((shorter, 8), (longer, 366), (open_, 91), (odd, 91)):
        aged(workspace, days)
    tidying.tidy_all()
    assert set(Session.objects.all()) == set(kept)


# the admin


@pytest.fixture
def browser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root@example.org", "a long pass phrase"))
    return client


def filled_in(workspace: Workspace, **fields: Any) -> dict[str, Any]:
    """The form of a workspace's page, its members as they are."""
    opened = {f"initial-{option.name}": workspace.settings.get(option.name, "") for option in OPTIONS}
    form: dict[str, Any] = {"name": workspace.name, **opened, **fields}
    members = list(Membership.objects.filter(workspace=workspace).order_by("user__email"))
    form |= {"memberships-TOTAL_FORMS": len(members), "memberships-INITIAL_FORMS": len(members)}
    for index, member in enumerate(members):
        form |= {f"memberships-{index}-{name}": getattr(member, name) for name in ("id", "role")}
        form[f"memberships-{index}-user"] = member.user_id
    return form


def test_an_administrator_sets_them_with_advice_beside_each(browser: Client, workspace_a: Workspace) -> None:
    settle(workspace_a, tone="dry", session_retention_days=30)
    page = reverse("admin:workspaces_workspace_change", args=[workspace_a.pk])
    shown = browser.get(page).content.decode()
    assert 'name="session_retention_days" value="30"' in shown
    for option in OPTIONS:
        assert option.help in shown
    assert "financial and regulatory work: strict" in shown
    days = {"document_retention_days": 800, "feedback_retention_days": 400, "audit_retention_days": 3650}
    assert browser.post(page, filled_in(workspace_a, default_verification="helpful", **days)).status_code == 302
    workspace_a.refresh_from_db()
    assert workspace_a.settings == {"tone": "dry", "default_verification": "helpful", **days}


def test_a_form_undoes_nothing_that_was_changed_since_it_was_opened(browser: Client, workspace_a: Workspace) -> None:
    settle(workspace_a, session_retention_days=30)
    page = reverse("admin:workspaces_workspace_change", args=[workspace_a.pk])
    assert 'name="initial-session_retention_days" value="30"' in browser.get(page).content.decode()
    form = filled_in(workspace_a, session_retention_days="30", feedback_retention_days="400")
    settle(workspace_a, session_retention_days=60, default_verification="helpful")
    assert browser.post(page, form).status_code == 302
    workspace_a.refresh_from_db()
    assert workspace_a.settings == {
        "session_retention_days": 60,
        "default_verification": "helpful",
        "feedback_retention_days": 400,
    }


def test_an_administrator_is_told_what_is_wrong(browser: Client, workspace_a: Workspace) -> None:
    page = reverse("admin:workspaces_workspace_change", args=[workspace_a.pk])
    answer = browser.post(page, filled_in(workspace_a, session_retention_days="0", default_verification="lax"))
    assert "greater than or equal to 1" in answer.content.decode()
    assert "lax is not one of the available choices" in answer.content.decode()
    workspace_a.refresh_from_db()
    assert workspace_a.settings == {}
