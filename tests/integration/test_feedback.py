"""What readers say of a session: who may, what is kept of it, and how it goes."""

import datetime as dt
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.drafting.models import Session
from apps.drafting.services import session_delete
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.feedback.types import LONGEST_COMMENT, MOST_CHUNKS, MOST_CORRECTIONS
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_update
from tests.integration.conftest import Holdings, client_of
from workers import tidying

pytestmark = pytest.mark.django_db


def url(session: Session) -> str:
    return reverse("session-feedback", args=[session.pk])


def give(user: User, session: Session, **body: Any) -> Any:
    return client_of(user, "write").post(url(session), body, format="json")


# giving it


def test_feedback_is_kept_shown_and_written_down(holdings_a: Holdings, charlie: User) -> None:
    a = holdings_a
    SessionFeedback.objects.all().delete()
    correction = {
        "issue": "wrong_verdict",
        "claim_id": str(a.claim.pk),
        "expected_verdict": "weak",
        "correct_chunk_ids": [str(a.chunk.pk)],
        "explanation": "It is a plan.",
    }
    given = give(charlie, a.session, feedback_type="incorrect", comment="  Not quite. ", corrections=[correction])
    assert given.status_code == 201, given.content
    shown = given.json()
    assert shown["corrections"] == [
        {**correction, "claim_text": a.claim.claim_text, "verdict_given": "supported", "judge": "builtin"}
    ]
    assert (shown["feedback_type"], shown["comment"]) == ("incorrect", "Not quite.")
    assert (shown["session_id"], shown["turn_id"]) == (str(a.session.pk), str(a.turn.pk))
    assert shown["author"] == charlie.email
    assert client_of(charlie, "read").get(url(a.session)).json() == {"next": None, "previous": None, "results": [shown]}
    entry = AuditEntry.objects.get(action="feedback.given")
    assert (entry.actor, entry.workspace, entry.object_id) == (charlie, a.workspace, shown["id"])
    assert entry.details == {"type": "incorrect", "session": str(a.session.pk), "corrections": 1}


@pytest.mark.parametrize("kind", ["helpful", "missing_citation"])
def test_a_word_is_enough(holdings_a: Holdings, alice: User, kind: str) -> None:
    given = give(alice, holdings_a.session, feedback_type=kind, comment=None, corrections=None)
    assert (given.status_code, given.json()["corrections"], given.json()["comment"]) == (201, [], "")


def test_a_missing_claim_is_described_in_words(holdings_a: Holdings, alice: User) -> None:
    correction = {"issue": "missing_claim", "explanation": "It also says that fees are due."}
    given = give(alice, holdings_a.session, feedback_type="incorrect", corrections=[correction])
    assert given.status_code == 201
    shown = given.json()["corrections"][0]
    assert (shown["claim_id"], shown["verdict_given"], shown["claim_text"]) == (None, None, "")


def test_all_members_see_all_of_it_in_pages_newest_first(holdings_a: Holdings, alice: User, charlie: User) -> None:
    SessionFeedback.objects.all().delete()
    for number in range(5):
        give((alice, charlie)[number % 2], holdings_a.session, feedback_type="helpful", comment=str(number))
    seen, page = [], url(holdings_a.session) + "?limit=2"
    while page:
        shown = client_of(charlie).get(page).json()
        seen += [row["comment"] for row in shown["results"]]
        page = shown["next"]
    assert seen == ["4", "3", "2", "1", "0"]


def test_a_token_to_read_gives_no_feedback(holdings_a: Holdings, charlie: User) -> None:
    refused = client_of(charlie, "read").post(url(holdings_a.session), {"feedback_type": "helpful"}, format="json")
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:veritydraft:problem:scope-too-low")


def test_what_is_sent_twice_under_a_key_is_given_once(holdings_a: Holdings, alice: User) -> None:
    SessionFeedback.objects.all().delete()
    client, body = client_of(alice), {"feedback_type": "helpful"}
    first, again = (client.post(url(holdings_a.session), body, HTTP_IDEMPOTENCY_KEY="one") for _ in range(2))
    assert (first.status_code, again.status_code, again["Idempotent-Replayed"]) == (201, 201, "true")
    assert again.json() == first.json()
    assert SessionFeedback.objects.count() == 1
    other = client.post(url(holdings_a.session), {"feedback_type": "incorrect"}, HTTP_IDEMPOTENCY_KEY="one")
    assert other.json()["type"].endswith("idempotency-key-reused")


def test_every_field_that_is_off_is_named(holdings_a: Holdings, holdings_b: Holdings, alice: User) -> None:
    a, nobody = holdings_a, str(uuid.uuid4())
    SessionFeedback.objects.all().delete()
    corrections = [
        {"issue": "wrong_verdict", "claim_id": nobody, "expected_verdict": "weak"},
        {"issue": "wrong_verdict", "claim_id": str(a.claim.pk)},
        {"issue": "wrong_evidence", "claim_id": str(a.claim.pk)},
        {"issue": "wrong_evidence", "claim_id": str(a.claim.pk), "correct_chunk_ids": [str(holdings_b.chunk.pk)]},
        {"issue": "missing_claim", "claim_id": str(a.claim.pk), "explanation": " "},
        {"issue": "wrong_verdict", "claim_id": str(holdings_b.claim.pk), "expected_verdict": "weak"},
    ]
    refused = give(alice, a.session, feedback_type="incorrect", turn_id=nobody, corrections=corrections)
    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert refused.json()["errors"] == {
        "turn_id": ["No such turn in this session."],
        "corrections.0.claim_id": ["No such claim in this session."],
        "corrections.1.expected_verdict": ["Name the verdict that would be right."],
        "corrections.2.correct_chunk_ids": ["Name the passages that would be right."],
        "corrections.3.correct_chunk_ids": [f"No such passage in this workspace: {holdings_b.chunk.pk}."],
        "corrections.4.claim_id": ["A claim that is missing has none; leave it out."],
        "corrections.4.explanation": ["Say which claim is missing."],
        "corrections.5.claim_id": ["No such claim in this session."],
    }
    assert not SessionFeedback.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "feedback_type"),
        ({"feedback_type": "bad"}, "feedback_type"),
        ({"feedback_type": "helpful", "comment": "x" * (LONGEST_COMMENT + 1)}, "comment"),
        ({"feedback_type": "helpful", "corrections": {}}, "corrections"),
        ({"feedback_type": "helpful", "corrections": [{"issue": "bad"}]}, "corrections.0.issue"),
        (
            {"feedback_type": "helpful", "corrections": [{"issue": "wrong_verdict", "expected_verdict": "true"}]},
            "corrections.0.expected_verdict",
        ),
        (
            {"feedback_type": "helpful", "corrections": [{"issue": "wrong_verdict", "claim_id": "7"}]},
            "corrections.0.claim_id",
        ),
        (
            {
                "feedback_type": "helpful",
                "corrections": [{"issue": "missing_claim", "explanation": "x"}] * (MOST_CORRECTIONS + 1),
            },
            "corrections",
        ),
        (
            {
                "feedback_type": "helpful",
                "corrections": [
                    {"issue": "wrong_evidence", "correct_chunk_ids": [str(uuid.uuid4())] * (MOST_CHUNKS + 1)}
                ],
            },
            "corrections.0.correct_chunk_ids",
        ),
    ],
)
def test_what_cannot_be_read_is_named(holdings_a: Holdings, alice: User, body: dict[str, Any], field: str) -> None:
    before = SessionFeedback.objects.count()
    refused = give(alice, holdings_a.session, **body)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert SessionFeedback.objects.count() == before


# how it goes


def test_feedback_of_somebody_whose_account_is_gone_stays(holdings_a: Holdings, charlie: User, alice: User) -> None:
    SessionFeedback.objects.all().delete()
    give(charlie, holdings_a.session, feedback_type="helpful")
    charlie.delete()
    assert client_of(alice).get(url(holdings_a.session)).json()["results"][0]["author"] is None


def test_feedback_is_kept_as_long_as_its_workspace_says(settings: Any) -> None:
    settings.FEEDBACK_RETENTION_DAYS = 365
    own, open_ = Workspace.objects.create(name="Own"), Workspace.objects.create(name="Open")
    workspace_update(workspace=own, settings={"feedback_retention_days": 10, "session_retention_days": 1})

    def aged(workspace: Workspace, days: int) -> SessionFeedback:
        return SessionFeedback.objects.create(
            workspace=workspace,
            session_id=uuid.uuid4(),
            turn_id=uuid.uuid4(),
            feedback_type="helpful",
            created_at=timezone.now() - dt.timedelta(days=days),
        )

    kept = [aged(own, 9), aged(open_, 364)]
    aged(own, 11)
    aged(open_, 366)
    tidying.tidy_all()
    assert set(SessionFeedback.objects.all()) == set(kept)


# the admin


@pytest.fixture
def browser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root@example.org", "a long pass phrase"))
    return client


def test_the_admin_filters_links_and_deletes(browser: Client, holdings_a: Holdings, holdings_b: Holdings) -> None:
    a = holdings_a
    rows = reverse("admin:feedback_claimcorrection_changelist")
    here = f"?issue=wrong_verdict&expected_verdict=weak&feedback__workspace__id__exact={a.workspace.pk}"
    listed = browser.get(rows + here).content.decode()
    assert str(a.correction.pk) in listed
    assert str(holdings_b.correction.pk) not in listed
    page = reverse("admin:feedback_sessionfeedback_change", args=[a.feedback.pk])
    shown = browser.get(page).content.decode()
    for link in (
        reverse("admin:drafting_session_change", args=[a.session.pk]),
        reverse("admin:feedback_claimcorrection_change", args=[a.correction.pk]),
    ):
        assert link in shown
        assert browser.get(link).status_code == 200
    session_page = browser.get(reverse("admin:drafting_session_change", args=[a.session.pk])).content.decode()
    of_session = reverse("admin:feedback_sessionfeedback_changelist") + f"?session_id={a.session.pk}"
    assert of_session in session_page
    found = browser.get(of_session).content.decode()
    assert str(a.feedback.pk) in found
    assert str(holdings_b.feedback.pk) not in found
    session_delete(session=a.session)
    assert "the session is gone" in browser.get(page).content.decode()
    delete = reverse("admin:feedback_sessionfeedback_delete", args=[a.feedback.pk])
    assert browser.post(delete, {"post": "yes"}).status_code == 302
    assert not SessionFeedback.objects.filter(pk=a.feedback.pk).exists()
    assert not ClaimCorrection.objects.filter(pk=a.correction.pk).exists()
    assert AuditEntry.objects.filter(action="feedback.deleted", object_id=str(a.feedback.pk)).exists()
