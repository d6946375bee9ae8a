"""Documents and the audit log are kept as long as their workspace says; documents until deleted where nobody does."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.documents import services
from apps.documents.models import Chunk, Document, DocumentText, Embedding, Page
from apps.drafting.models import Session
from apps.drafting.selectors import session_as_dict
from apps.runs.models import Run
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_delete, workspace_update
from tests.integration.conftest import Holdings
from workers import tidying

pytestmark = pytest.mark.django_db


def days_ago(days: int) -> dt.datetime:
    return timezone.now() - dt.timedelta(days=days)


def settled(**settings: Any) -> Workspace:
    workspace = Workspace.objects.create(name=str(settings))
    workspace_update(workspace=workspace, settings=settings)
    return workspace


# documents


def uploaded(workspace: Workspace, days: int) -> Document:
    document = Document.objects.create(workspace=workspace, filename=f"{days} days ago.md", sha256=str(days), size=1)
    Document.objects.filter(pk=document.pk).update(created_at=days_ago(days))
    return document


def test_documents_are_kept_until_deleted_where_nobody_says_otherwise() -> None:
    own, open_ = settled(document_retention_days=30), settled()
    kept = [uploaded(own, 29), uploaded(open_, 4000)]
    uploaded(own, 31)
    tidying.tidy_all()
    assert set(Document.objects.all()) == set(kept)


def test_documents_are_kept_as_long_as_the_installation_says_unless_their_workspace_does(settings: Any) -> None:
    settings.DOCUMENT_RETENTION_DAYS = 100
    shorter, longer, open_ = settled(document_retention_days=7), settled(document_retention_days=365), settled()
    kept = [uploaded(shorter, 6), uploaded(longer, 101), uploaded(longer, 364), uploaded(open_, 99)]
    for workspace, days in ((shorter, 8), (longer, 366), (open_, 101)):
        uploaded(workspace, days)
    tidying.tidy_all()
    assert set(Document.objects.all()) == set(kept)


def test_a_workspace_that_thinks_better_of_it_amid_a_pass_keeps_what_is_left(monkeypatch: Any) -> None:
    own = settled(document_retention_days=30)
    uploaded(own, 40)
    uploaded(own, 39)
    delete = services.document_delete

    def then_longer(**words: Any) -> bool:
        deleted = delete(**words)
        workspace_update(workspace=own, settings={"document_retention_days": 3650})
        return deleted

    monkeypatch.setattr(services, "document_delete", then_longer)
    assert services.documents_expire() == 1
    assert Document.objects.count() == 1


def test_with_a_document_goes_all_that_hangs_on_it_and_it_is_written_down(
    holdings_a: Holdings, django_capture_on_commit_callbacks: Any
) -> None:
    document, file = holdings_a.document, Path(holdings_a.document.file.path)
    Run.objects.filter(pk=holdings_a.run.pk).update(subject_kind="document", subject_id=document.pk)
    Document.objects.filter(pk=document.pk).update(created_at=days_ago(31))
    workspace_update(workspace=holdings_a.workspace, settings={"document_retention_days": 30})
    assert file.exists()
    with django_capture_on_commit_callbacks(execute=True):
        tidying.tidy_all()
    for model in (Document, DocumentText, Page, Chunk, Embedding, Run):
        assert not model.objects.exists(), model
    assert not file.exists()
    told = AuditEntry.objects.get(action="document.deleted")
    assert (told.actor, told.object_id, told.workspace) == (None, str(document.pk), holdings_a.workspace)


def test_a_session_that_cited_it_outlives_a_document_and_says_that_it_is_gone(holdings_a: Holdings) -> None:
    Document.objects.filter(pk=holdings_a.document.pk).update(created_at=days_ago(31))
    workspace_update(workspace=holdings_a.workspace, settings={"document_retention_days": 30})
    tidying.tidy_all()
    shown = session_as_dict(Session.objects.get(pk=holdings_a.session.pk))
    assert [held["source_deleted"] for held in shown["ledger"]["entries"][0]["evidence"]] == [True]


# the audit log


def entry(workspace: Workspace | None, days: int) -> AuditEntry:
    return AuditEntry.objects.create(workspace=workspace, action="a.thing", at=days_ago(days))


def entries() -> set[AuditEntry]:
    return set(AuditEntry.objects.filter(action="a.thing"))


def test_a_workspace_may_have_its_log_kept_longer(settings: Any) -> None:
    settings.AUDIT_RETENTION_DAYS = 365
    longer, open_ = settled(audit_retention_days=3650), settled()
    kept = {entry(longer, 366), entry(longer, 3649), entry(open_, 364), entry(None, 364)}
    for workspace, days in ((longer, 3651), (open_, 366), (None, 366)):
        entry(workspace, days)
    tidying.tidy_all()
    assert entries() == kept


def test_no_workspace_has_its_log_cleared_before_the_installation_would(settings: Any) -> None:
    settings.AUDIT_RETENTION_DAYS = 365
    shorter = settled(audit_retention_days=1)
    kept = {entry(shorter, 364)}
    entry(shorter, 366)
    tidying.tidy_all()
    assert entries() == kept


def test_the_log_of_a_workspace_that_is_gone_is_kept_as_long_as_the_installation_says(settings: Any) -> None:
    settings.AUDIT_RETENTION_DAYS = 365
    longer = settled(audit_retention_days=3650)
    kept = {entry(longer, 364)}
    entry(longer, 366)
    workspace_delete(workspace=longer)
    tidying.tidy_all()
    assert entries() == kept
