"""Sessions over the API: ask, look, follow, cancel, delete; and every question that cannot be asked."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.drafting.models import Session, Turn
from apps.drafting.services import sessions_expire
from apps.runs.models import Event, Run
from apps.verification.models import Ledger
from apps.workspaces.models import Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_api_errors import assert_problem


def ask(user: User, workspace: Workspace, **body: Any) -> Any:
    return client_of(user, "write").post(reverse("sessions", args=[workspace.pk]), {"query": "What is it?", **body})


def test_a_question_is_accepted_and_waits_for_a_worker(holdings_a: Holdings, alice: User) -> None:
    documents = [str(holdings_a.document.pk)]
    answer = ask(alice, holdings_a.workspace, verification="helpful", document_ids=documents, settings={"tone": "dry"})
    assert answer.status_code == 202
    shown = answer.json()
    assert (shown["status"], shown["mode"], shown["verification"]) == ("pending", "answer", "helpful")
    assert (shown["document_ids"], shown["settings"]) == (documents, {"tone": "dry"})
    assert shown["stream"].endswith(f"/ws/sessions/{shown['id']}/")
    assert answer["Location"] == reverse("session", args=[shown["id"]])
    assert client_of(alice).get(answer["Location"]).json() == shown
    assert len(shown["turns"]) == 1
    assert Run.objects.filter(session_id=shown["id"], state="active").count() == 1


def test_one_word_is_a_question(alice: User, workspace_a: Workspace) -> None:
    assert ask(alice, workspace_a, query="Zinsen").status_code == 202


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": "   "}, "query"),
        ({"query": None}, "query"),
        ({"query": ["a"]}, "query"),
        ({"query": "x" * 100_000}, "query"),
        ({"query": "a\x00b"}, "query"),
        ({"mode": "poem"}, "mode"),
        ({"verification": "lenient"}, "verification"),
        ({"document_ids": [str(uuid.uuid4())]}, "document_ids"),
        ({"document_ids": ["policy.pdf"]}, "document_ids"),
        ({"document_ids": "all"}, "document_ids"),
        ({"settings": [1]}, "settings"),
    ],
)
def test_a_question_that_cannot_be_asked_names_the_field(
    body: dict[str, Any], field: str, alice: User, workspace_a: Workspace
) -> None:
    problem = assert_problem(ask(alice, workspace_a, **body), 422, "invalid")
    assert list(problem["errors"]) == [field]
    assert not Session.objects.exists()
    assert not Run.objects.exists()


def test_a_question_without_a_question(alice: User, workspace_a: Workspace) -> None:
    answer = client_of(alice).post(reverse("sessions", args=[workspace_a.pk]), {})
    assert list(assert_problem(answer, 422, "invalid")["errors"]) == ["query"]


def test_another_tenants_document_cannot_be_named(holdings_a: Holdings, bob: User, workspace_b: Workspace) -> None:
    answer = ask(bob, workspace_b, document_ids=[str(holdings_a.document.pk)])
    assert list(assert_problem(answer, 422, "invalid")["errors"]) == ["document_ids"]


def test_a_session_is_shown_whole_with_its_ledger(holdings_a: Holdings, charlie: User) -> None:
    shown = client_of(charlie, "read").get(reverse("session", args=[holdings_a.session.pk])).json()
    assert shown["response"] == holdings_a.turn.response
    assert [claim["claim_text"] for claim in shown["claims"]] == ["The limit is 40 %."]
    ledger = client_of(charlie).get(reverse("session-ledger", args=[holdings_a.session.pk])).json()
    assert ledger == shown["ledger"]
    assert (ledger["entries"][0]["verdict"], ledger["summary"]["supported"]) == ("supported", 1)


def test_before_anything_was_verified_there_is_no_ledger(alice: User, workspace_a: Workspace) -> None:
    session = ask(alice, workspace_a).json()["id"]
    assert_problem(client_of(alice).get(reverse("session-ledger", args=[session])), 404, "not-found")


def test_the_list_holds_the_sessions_of_everybody_newest_first(holdings_a: Holdings, alice: User) -> None:
    later = ask(alice, holdings_a.workspace).json()["id"]
    page = client_of(alice).get(reverse("sessions", args=[holdings_a.workspace.pk])).json()
    assert [row["id"] for row in page["results"]] == [later, str(holdings_a.session.pk)]
    assert "response" not in page["results"][0]


def test_events_come_page_by_page_without_gap_or_double(holdings_a: Holdings, alice: User) -> None:
    Event.objects.bulk_create(Event(stream=holdings_a.stream, seq=seq, type="content_chunk") for seq in range(2, 12))
    where = reverse("session-events", args=[holdings_a.session.pk])
    url, seen = f"{where}?limit=4", []
    while url:
        page = client_of(alice).get(url).json()
        seen += [event["seq"] for event in page["results"]]
        url = page["next"]
    assert seen == list(range(1, 12))
    after = client_of(alice).get(f"{where}?after=9").json()
    assert [event["seq"] for event in after["results"]] == [10, 11]
    assert after["next"] is None
    assert client_of(alice).get(f"{where}?after={10**25}").status_code == 422


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=", "after=1.5", "after=²", "limit=0"])
def test_events_after_something_that_is_no_number(query: str, holdings_a: Holdings, alice: User) -> None:
    answer = client_of(alice).get(f"{reverse('session-events', args=[holdings_a.session.pk])}?{query}")
    assert list(assert_problem(answer, 422, "invalid")["errors"]) == [query.partition("=")[0]]


def test_artifacts_are_listed(holdings_a: Holdings, alice: User) -> None:
    page = client_of(alice).get(reverse("session-artifacts", args=[holdings_a.session.pk])).json()
    assert [(row["name"], row["data"]) for row in page["results"]] == [("judge", holdings_a.artifact.data)]


def test_cancelling_ends_the_run_with_an_event_and_again_changes_nothing(alice: User, workspace_a: Workspace) -> None:
    session = ask(alice, workspace_a).json()["id"]
    where = reverse("session-cancel", args=[session])
    first = client_of(alice, "write").post(where)
    assert (first.status_code, first.json()["status"]) == (202, "cancelled")
    second = client_of(alice, "write").post(where)
    assert (second.status_code, second.json()["status"]) == (202, "cancelled")
    assert Run.objects.get(session_id=session).state == "cancelled"
    assert Event.objects.filter(stream_id=session, type="cancelled").count() == 1


def test_a_completed_session_stays_as_it_ended(holdings_a: Holdings, alice: User) -> None:
    answer = client_of(alice).post(reverse("session-cancel", args=[holdings_a.session.pk]))
    assert (answer.status_code, answer.json()["status"]) == (202, "completed")


def test_a_deleted_session_leaves_nothing_behind(holdings_a: Holdings, alice: User) -> None:
    answer = client_of(alice, "write").delete(reverse("session", args=[holdings_a.session.pk]))
    assert answer.status_code == 204
    for row in (holdings_a.turn, holdings_a.stream, holdings_a.event, holdings_a.run, holdings_a.ledger):
        assert not type(row).objects.filter(pk=row.pk).exists(), row
    assert client_of(alice).get(reverse("session", args=[holdings_a.session.pk])).status_code == 404
    assert type(holdings_a.document).objects.exists()


def test_sessions_past_their_retention_go_with_all_they_left_unless_they_are_under_way(
    holdings_a: Holdings, holdings_b: Holdings, alice: User, settings: Any
) -> None:
    old = timezone.now() - timedelta(days=settings.SESSION_RETENTION_DAYS + 1)
    waiting = Session.objects.get(pk=ask(alice, holdings_a.workspace).json()["id"])
    of_old = {"pk__in": [holdings_a.session.pk, waiting.pk]}
    Session.objects.filter(**of_old).update(created_at=old)
    Turn.objects.filter(session__in=Session.objects.filter(**of_old)).update(created_at=old)

    assert sessions_expire() == 1

    assert set(Session.objects.values_list("pk", flat=True)) == {waiting.pk, holdings_b.session.pk}
    assert not Event.objects.filter(stream_id=holdings_a.session.pk).exists()
    assert not Ledger.objects.filter(pk=holdings_a.ledger.pk).exists()
    assert not Run.objects.filter(session_id=holdings_a.session.pk).exists()
