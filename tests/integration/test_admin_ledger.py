"""An administrator sees what a session's ledger warns of, what to ask next, and where was sought what was not found."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.verification.models import Ledger, LedgerEntry
from tests.integration.conftest import Holdings


@pytest.fixture
def page(db: None, holdings_a: Holdings) -> str:
    flag = {"code": "stale_source", "severity": "medium", "claim_ids": [str(holdings_a.claim.id)]}
    Ledger.objects.filter(id=holdings_a.ledger.id).update(
        risk_flags=[{**flag, "message": "A later <b>document</b> is at hand."}],
        follow_up_questions=["What does “Handbook” say about <i>leave</i>?"],
    )
    searched = {"queries": ["limit"], "documents": 3, "chunks": 41, "nearest": []}
    LedgerEntry.objects.filter(id=holdings_a.entry.id).update(verdict="not_found", evidence=[], searched=searched)
    browser = Client()
    browser.force_login(User.objects.create_superuser("root@example.org", "a long pass phrase"))
    return browser.get(reverse("admin:drafting_session_change", args=[holdings_a.session.pk])).content.decode()


def test_risks_are_shown_with_their_severity_and_escaped(page: str):
    assert "stale_source" in page
    assert "medium" in page
    assert "A later &lt;b&gt;document&lt;/b&gt; is at hand." in page


def test_follow_up_questions_are_shown_escaped(page: str):
    assert "What does “Handbook” say about &lt;i&gt;leave&lt;/i&gt;?" in page


def test_what_was_searched_in_vain_is_shown(page: str):
    assert "searched: 3 documents, 41 passages" in page
