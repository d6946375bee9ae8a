"""`manage.py evaluate feedback`: claims judged again, and nothing that could not be is passed over in silence."""

import io
import json
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Chunk, Document
from apps.documents.services import document_delete
from apps.drafting.models import Session, Turn
from apps.feedback.measuring import Unused, measure
from apps.feedback.models import ClaimCorrection
from apps.feedback.services import feedback_give
from apps.feedback.types import Correction, Issue
from apps.inference.contracts import ModelError
from apps.runs.models import Artifact, Run, Stream
from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.verification.types import ClaimDraft, Finding, Judgement, Stance, Thresholds
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import PASSAGES

pytestmark = pytest.mark.django_db
SAYS_70 = "The maximum loan-to-value ratio for an investment property is 70% of the appraised value."


class Asked:
    """A Judge that takes the first passage to state every claim, and notes what it was asked."""

    name = "asked"
    prompts: dict[str, str] = {}
    together = 8
    thresholds = Thresholds()

    def __init__(self) -> None:
        self.claims: list[ClaimDraft] = []
        self.calls: list[tuple[list[str], list[str]]] = []

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        self.claims += claims
        self.calls.append(([claim.claim_text for claim in claims], [chunk.content for chunk in chunks]))
        for _claim in claims:
            found = [Finding(key=c.key, quote=c.content, stance=Stance.SUPPORTS, score=0.9) for c in chunks[:1]]
            yield Judgement(findings=tuple(found), judge=self.name)


class Fails(Asked):
    """A Judge whose model answers one claim and then no more."""

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        yield next(super().judge(claims=claims, chunks=chunks))
        raise ModelError("timeout", "The model did not answer.", retryable=True)


@pytest.fixture
def chunks(document: Document) -> list[Chunk]:
    return list(Chunk.objects.filter(document=document).order_by("chunk_index"))


def judged_session(workspace: Workspace, chunks: list[Chunk], claims: list[tuple[str, str, str]]) -> Session:
    """A session whose claims (text, key cited, verdict given) were judged by these passages."""
    session = Session.objects.create(workspace=workspace, query="What?", status="completed")
    turn = Turn.objects.create(session=session, query="What?", response=" ".join(text for text, _, _ in claims))
    stream = Stream.objects.create(id=session.pk, kind="session", workspace=workspace)
    run = Run.objects.create(
        workspace=workspace,
        pipeline="answer",
        subject_kind="turn",
        subject_id=turn.pk,
        stream=stream,
        session_id=session.pk,
        state="completed",
    )
    places = [{"chunk_id": str(c.pk), "key": c.key, "document_id": str(c.document_id), "score": 1.0} for c in chunks]
    Artifact.objects.create(run=run, name="retrieve", data={"chunks": places})
    ledger = Ledger.objects.create(workspace=workspace, turn_id=turn.pk)
    for position, (text, key, verdict) in enumerate(claims):
        claim = Claim.objects.create(
            ledger=ledger,
            position=position,
            claim_text=text,
            claim_type="fact",
            importance="material",
            start_offset=0,
            end_offset=len(text),
            citations=[key],
        )
        if verdict:
            LedgerEntry.objects.create(claim=claim, verdict=verdict, confidence_score=0.9)
    return session


def correct(session: Session, *corrections: tuple[int, str, list[UUID]]) -> None:
    """Corrections by (position of the claim, verdict expected, right passages)."""
    claims = list(Claim.objects.filter(ledger__turn_id=session.turns.get().pk))
    given = [
        Correction(
            issue=Issue.WRONG_VERDICT if expected else Issue.WRONG_EVIDENCE,
            claim_id=claims[position].pk,
            expected_verdict=expected,
            correct_chunk_ids=tuple(right),
        )
        for position, expected, right in corrections
    ]
    feedback_give(session=session, author=None, feedback_type="incorrect", corrections=given)


def measured(judge: Any) -> Any:
    rows = ClaimCorrection.objects.select_related("feedback").order_by("-created_at", "-position")
    return measure(rows, judge=judge)


def evaluated(*words: str) -> Any:
    out = io.StringIO()
    call_command("evaluate", "feedback", *words, stdout=out)
    return json.loads(out.getvalue()) if "--json" in words else out.getvalue()


@pytest.fixture
def three(workspace: Workspace, chunks: list[Chunk]) -> Session:
    """A true claim called not found, a false one called supported, and one rightly called supported."""
    first, second = chunks
    session = judged_session(
        workspace,
        chunks,
        [
            (PASSAGES[0], first.key, "not_found"),
            (SAYS_70, first.key, "supported"),
            (PASSAGES[1], second.key, "supported"),
        ],
    )
    correct(session, (0, "supported", []), (1, "contradicted", []), (2, "supported", []))
    return session


def test_the_built_in_judge_is_measured_against_what_readers_said(three: Session, workspace: Workspace) -> None:
    found = evaluated("--workspace", workspace.name, "--json")
    assert (found["judge"], found["corrections"], found["measured"], found["not_used"]) == ("builtin", 3, 3, [])
    assert found["now"]["matrix"]["supported"]["supported"] == 2
    assert found["now"]["matrix"]["contradicted"]["contradicted"] == 1
    assert (found["now"]["accuracy"], found["then"]["accuracy"]) == (1.0, pytest.approx(1 / 3))
    assert found["then"]["verdicts"]["supported"] == {"precision": 0.5, "recall": 0.5, "expected": 2, "given": 2}
    text = evaluated()
    assert "3 corrections in all workspaces, 3 measured" in text
    assert "The Judge now (builtin): right: 3 of 3 (100.0%)" in text
    assert "as they were given at the time: right: 1 of 3 (33.3%)" in text


def test_claims_of_the_same_passages_are_put_to_the_judge_together(three: Session) -> None:
    judge = Asked()
    measured(judge)
    assert len(judge.calls) == 1
    assert set(judge.calls[0][0]) == {PASSAGES[0], SAYS_70, PASSAGES[1]}
    assert set(judge.calls[0][1]) == set(PASSAGES)


def test_right_passages_stand_in_the_place_of_those_judged_by(workspace: Workspace, chunks: list[Chunk]) -> None:
    session = judged_session(workspace, chunks[:1], [(PASSAGES[1], chunks[0].key, "not_found")])
    correct(session, (0, "supported", [chunks[1].pk]))
    judge = Asked()
    found = measured(judge)
    assert judge.calls == [([PASSAGES[1]], [PASSAGES[1]])]
    # the sentence does not cite it, and yet it counts: a reader says that it is the source
    assert [(one.case.expected, one.verdict) for one in found.measured] == [("supported", "supported")]


def test_a_passage_that_is_not_cited_still_makes_a_claim_no_more_than_weak(
    workspace: Workspace, chunks: list[Chunk]
) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[1].key, "weak")])
    correct(session, (0, "weak", []))
    assert [one.verdict for one in measured(Asked()).measured] == ["weak"]


def test_what_cannot_be_used_is_counted_with_the_reason(
    workspace: Workspace, document: Document, chunks: list[Chunk]
) -> None:
    own_words = "Loans for investment property end at three quarters of the value."
    session = judged_session(workspace, chunks, [(own_words, chunks[0].key, "weak")] * 5)
    correct(session, (0, "", [chunks[0].pk]), (1, "weak", []), (2, "weak", []), (3, "weak", [chunks[1].pk]))
    correct(session, (1, "supported", []))
    missing = Correction(issue=Issue.MISSING_CLAIM, explanation="There is more.")
    feedback_give(session=session, author=None, feedback_type="incorrect", corrections=[missing])
    Chunk.objects.filter(pk=chunks[0].pk).delete()
    again = measured(Asked())
    assert again.unused == {Unused.NO_VERDICT: 1, Unused.REPLACED: 1, Unused.NO_CLAIM: 1, Unused.PASSAGE_GONE: 2}
    assert len(again.measured) == 1
    document_delete(document=document)
    text = evaluated()
    assert "6 corrections in all workspaces, 0 measured" in text
    assert "6 not used:" in text
    assert "3  a document that the claim was judged by was deleted" in text
    assert "Nothing to measure" in text


def test_a_passage_that_stood_beside_may_be_missing(workspace: Workspace, chunks: list[Chunk]) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[0].key, "weak")])
    correct(session, (0, "supported", []))
    Chunk.objects.filter(pk=chunks[1].pk).delete()
    found = measured(Asked())
    assert (len(found.measured), found.unused) == (1, {})


def test_a_passage_is_found_again_where_its_document_was_read_anew(workspace: Workspace, chunks: list[Chunk]) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[0].key, "weak")])
    correct(session, (0, "supported", []))
    values = Chunk.objects.filter(pk=chunks[0].pk).values().get()
    Chunk.objects.filter(pk=chunks[0].pk).delete()
    Chunk.objects.create(**{**values, "id": UUID(int=7)})
    assert [one.verdict for one in measured(Asked()).measured] == ["supported"]


def of_a_text_brought(session: Session, found: list[Chunk]) -> Session:
    """The session as one that verified a text written elsewhere: all that was found for its claims counts as cited."""
    Session.objects.filter(pk=session.pk).update(mode="verify")
    kept = Artifact.objects.get(run__session_id=session.pk)
    claims = Claim.objects.filter(ledger__turn_id=session.turns.get().pk)
    searches = [{"claim_id": str(claim.pk), "chunks": kept.data["chunks"], "searched": None} for claim in claims]
    Artifact.objects.filter(pk=kept.pk).update(name="search", data={"claims": searches})
    claims.update(citations=[chunk.key for chunk in found])
    return Session.objects.get(pk=session.pk)


@pytest.mark.parametrize("together", [1, 8])
def test_a_judge_is_told_what_was_found_for_a_text_brought_only_where_it_is_asked_about_several_claims(
    workspace: Workspace, chunks: list[Chunk], together: int
) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[0].key, "weak")])
    correct(of_a_text_brought(session, chunks), (0, "supported", []))
    judge = Asked()
    judge.together = together
    found = measured(judge)
    assert [claim.citations for claim in judge.claims] == [() if together == 1 else tuple(c.key for c in chunks)]
    assert [one.verdict for one in found.measured] == ["supported"]


def test_of_a_text_brought_a_passage_that_was_found_and_is_no_evidence_may_be_missing(
    workspace: Workspace, chunks: list[Chunk]
) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[0].key, "weak")])
    evidence = {"chunk_id": str(chunks[0].pk), "document_id": str(chunks[0].document_id), "key": chunks[0].key}
    LedgerEntry.objects.update(evidence=[{**evidence, "quote": PASSAGES[0], "stance": "supports"}])
    correct(of_a_text_brought(session, chunks), (0, "supported", []))
    Chunk.objects.filter(pk=chunks[1].pk).delete()
    found = measured(Asked())
    assert (len(found.measured), found.unused) == (1, {})
    Chunk.objects.filter(pk=chunks[0].pk).delete()
    assert measured(Asked()).unused == {Unused.PASSAGE_GONE: 1}


def test_a_judge_that_fails_is_told_and_what_it_ruled_before_counts(three: Session) -> None:
    found = measured(Fails())
    assert len(found.measured) == 1
    assert found.unused == {Unused.NOT_JUDGED: 2}
    assert found.failures == ("The model did not answer.",)


def test_a_claim_that_nobody_had_judged_is_told_as_such(workspace: Workspace, chunks: list[Chunk]) -> None:
    session = judged_session(workspace, chunks, [(PASSAGES[0], chunks[0].key, "")])
    correct(session, (0, "supported", []))
    found = evaluated("--json")
    assert found["then"]["matrix"]["supported"]["unchecked"] == 1
    assert found["cases"][0]["then"] is None


def test_only_the_named_workspace_is_measured(three: Session) -> None:
    other = Workspace.objects.create(name="Bob's")
    assert evaluated("--workspace", other.name, "--json")["corrections"] == 0
    with pytest.raises(CommandError, match="no workspace called 'Nowhere'"):
        evaluated("--workspace", "Nowhere")


def test_a_judge_at_an_endpoint_needs_one(three: Session, settings: Any) -> None:
    settings.OPENAI_BASE_URL, settings.JUDGE_MODEL = "", "judge-1"
    with pytest.raises(CommandError, match="set OPENAI_BASE_URL"):
        evaluated()
    assert evaluated("--judge", "builtin", "--json")["measured"] == 3
