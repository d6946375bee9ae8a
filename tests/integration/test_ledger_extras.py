"""What a real turn's ledger tells beside its verdicts: risks, what to ask next, where was sought what was not found."""

import hashlib
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.documents.models import Chunk, Document
from apps.documents.storage import store_chunks, store_embeddings, store_extracted
from apps.documents.types import ChunkDraft, Extracted
from apps.drafting import ledger_extras
from apps.drafting.models import Session
from apps.drafting.services import session_create
from apps.drafting.suggesting import questions
from apps.drafting.verifying import Wanted, text_verify
from apps.inference.contracts import ModelError, Passage
from apps.inference.embedders import get_embedder
from apps.inference.usage import usage_of
from apps.runs import bells
from apps.runs.models import Run
from apps.workspaces.models import Workspace
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint
from tests.integration.answer_fixture import Cast, FindsNothing, Says, answered, work_until
from tests.live import eventually

pytestmark = pytest.mark.django_db(transaction=True)

SPENDING = "Capital expenditure of the company was $1,577 million, spent on plants and laboratories."
FRAGMENT = "employees and their annual leave after a notice, see there"  # no sentence: nothing that could be quoted
STAFF = "The company had 93,516 employees, of whom 40 percent worked in the United States."
LEAVE = "Full-time employees receive 26 days of paid annual leave in each calendar year."
NOTICE = "An employee who resigns must give a notice period of three months in writing to the manager."


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


def document(workspace: Workspace, filename: str, *passages: str, headings: tuple[str, ...] = ()) -> Document:
    """A ready document with a passage per sentence, each under its heading."""
    text = "\n".join(passages)
    made = Document(workspace=workspace, title="", filename=filename, media_type="text/plain", status="ready")
    made.sha256, made.size = hashlib.sha256((filename + text).encode()).hexdigest(), len(text)
    made.file.save(filename, ContentFile(text.encode()), save=True)
    store_extracted(document=made, extracted=Extracted(text=text))
    paths = headings or ("",) * len(passages)
    drafts = [_draft(text, place, one, path) for place, (one, path) in enumerate(zip(passages, paths, strict=True))]
    store_chunks(document=made, drafts=drafts)
    chunks = list(Chunk.objects.filter(document=made).order_by("chunk_index"))
    embedder = get_embedder(workspace.embedding_model)
    vectors = embedder.embed_passages([Passage(context_line=row.context_line, content=row.content) for row in chunks])
    store_embeddings(document=made, model=embedder.name, chunks=chunks, vectors=vectors)
    return made


def _draft(text: str, index: int, passage: str, heading: str) -> ChunkDraft:
    start = text.index(passage)
    return ChunkDraft(
        content=passage, chunk_hash=hashlib.sha256(passage.encode()).hexdigest(), chunk_index=index,
        start_offset=start, end_offset=start + len(passage), page_number=None, page_end=None,
        heading_path=(heading,) if heading else (), token_count=20,
    )  # fmt: skip


def asked(workspace: Workspace, query: str, tools: Any = None, **options: Any) -> dict[str, Any]:
    session = session_create(workspace=workspace, author=None, query=query, **options)
    return answered(session, Run.objects.get(session_id=session.id), tools or Cast())


def flags(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {flag["code"]: flag for flag in shown["ledger"]["risk_flags"]}


def test_a_filing_that_a_later_one_has_overtaken_is_flagged_unless_its_year_was_asked_for(workspace):
    document(workspace, "Acme_2018_10K.txt", SPENDING)
    document(workspace, "Acme_2022_10K.txt", STAFF)

    stale = asked(workspace, "What was Acme's capital expenditure?")
    dated = asked(workspace, "What was Acme's capital expenditure in 2018?")

    assert "1,577" in stale["response"]
    assert "1,577" in dated["response"]
    flag = flags(stale)["stale_source"]
    assert "Acme_2018_10K.txt is cited although Acme_2022_10K.txt is later" in flag["message"]
    assert set(flag["claim_ids"]) <= {claim["id"] for claim in stale["claims"]}
    assert "stale_source" not in flags(dated)


def test_a_claim_with_one_source_is_flagged_where_others_were_consulted_and_none_was_named(workspace):
    document(workspace, "handbook.txt", LEAVE)
    alone = asked(workspace, "How many days of paid annual leave do employees receive?")
    document(workspace, "works-agreement.txt", NOTICE, "Employees take their annual leave when the manager agrees.")

    beside = asked(workspace, "How many days of paid annual leave do employees receive?")
    meant = asked(workspace, "How many days of paid annual leave do employees receive by the Handbook?")

    assert flags(alone) == {}
    assert flags(beside)["single_source"]["severity"] == "low"
    assert "single_source" not in flags(meant)


def test_what_was_searched_stands_with_a_claim_that_was_not_found(workspace):
    made = document(workspace, "handbook.txt", LEAVE, NOTICE)
    text = "Full-time employees receive 26 days of paid annual leave [cite:{key}]."

    shown = asked(
        workspace, "How many days of annual leave?", Cast(writer=Says(text, revised=(text,)), judge=FindsNothing())
    )

    (entry, *_) = shown["ledger"]["entries"]
    assert entry["verdict"] == "not_found"
    assert entry["searched"]["queries"] == ["How many days of annual leave?"]
    assert (entry["searched"]["documents"], entry["searched"]["chunks"]) == (1, 2)
    nearest = entry["searched"]["nearest"]
    assert {place["document_id"] for place in nearest} == {str(made.id)}
    assert nearest[0]["chunk_id"] == str(Chunk.objects.get(document=made, content=LEAVE).id)
    similarities = [place["similarity"] for place in nearest]
    assert similarities == sorted(similarities, reverse=True)
    assert similarities[0] > 0.5


def test_of_a_text_written_elsewhere_each_claim_says_where_it_was_sought(workspace):
    document(workspace, "handbook.txt", LEAVE, NOTICE)
    text = "Full-time employees receive 26 days of paid annual leave.\n\nThe lunar base has 340 beds for astronauts."
    session = text_verify(workspace=workspace, author=None, text=text, wanted=Wanted())
    run = Run.objects.get(session_id=session.id)

    shown = answered(session, run, Cast(judge=FindsNothing()))

    searched = {claim["claim_text"]: claim["id"] for claim in shown["claims"]}
    entries = {entry["claim_id"]: entry["searched"] for entry in shown["ledger"]["entries"]}
    found = {told: entries[id_] for told, id_ in searched.items() if entries.get(id_)}
    assert len(found) == 2
    for told, own in found.items():
        assert told.rstrip(".") in own["queries"][0]
        assert own["chunks"] == 2


def test_a_claim_that_was_found_says_nothing_of_the_search(workspace):
    document(workspace, "handbook.txt", LEAVE)
    shown = asked(workspace, "How many days of paid annual leave do employees receive?")
    assert [(entry["verdict"], entry["searched"]) for entry in shown["ledger"]["entries"]] == [("supported", None)]


def test_a_question_is_suggested_that_the_documents_answer(workspace):
    document(workspace, "handbook.txt", LEAVE, NOTICE, headings=("Annual leave", "Notice periods"))

    shown = asked(workspace, "How many days of paid annual leave do employees receive after a notice?")
    (question,) = shown["ledger"]["follow_up_questions"]
    answer = asked(workspace, question)

    assert question == "What do the documents say about notice periods?"
    assert "three months" in answer["response"]
    assert answer["ledger"]["summary"]["supported"] >= 1


def test_what_the_documents_do_not_answer_is_not_suggested(workspace):
    document(workspace, "handbook.txt", LEAVE, FRAGMENT, headings=("Annual leave", "Notice periods"))
    shown = asked(workspace, "How many days of paid annual leave do employees receive after a notice?")
    assert shown["ledger"]["follow_up_questions"] == []


def test_a_failure_to_find_questions_costs_the_turn_nothing(workspace, monkeypatch):
    def broken(**values: Any) -> Any:
        raise ModelError("no_connection", "The endpoint cannot be reached.", retryable=True)

    document(workspace, "handbook.txt", LEAVE, NOTICE, headings=("Annual leave", "Notice periods"))
    monkeypatch.setattr(questions, "retrieve_context", broken)

    shown = asked(workspace, "How many days of paid annual leave do employees receive after a notice?")

    assert shown["status"] == "completed"
    assert shown["ledger"]["follow_up_questions"] == []
    assert shown["errors"] == []


def test_near_misses_have_no_similarity_when_the_embedder_cannot_be_asked(workspace, monkeypatch):
    def broken(*values: Any) -> Any:
        raise ModelError("no_connection", "The endpoint cannot be reached.", retryable=True)

    document(workspace, "handbook.txt", LEAVE)
    text = "Full-time employees receive 26 days of paid annual leave [cite:{key}]."
    told = ledger_extras.searched_in_vain

    def without(*values: Any, embedder: Any, **named: Any) -> Any:
        patched = type("Broken", (), {"name": embedder.name, "embed_texts": staticmethod(broken)})()
        return told(*values, embedder=patched, **named)

    monkeypatch.setattr(ledger_extras, "searched_in_vain", without)
    shown = asked(
        workspace, "How many days of annual leave?", Cast(writer=Says(text, revised=(text,)), judge=FindsNothing())
    )

    assert shown["status"] == "completed"
    nearest = shown["ledger"]["entries"][0]["searched"]["nearest"]
    assert [place["similarity"] for place in nearest] == [None]


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ScriptedEndpoint]:
    """Where a workspace's passages are embedded; it is out of patience later than a reader is."""
    with ScriptedEndpoint() as running:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = running.base_url, "key"
        settings.MODEL_PRICES = {"embed-1": (1.0, 0.0)}
        settings.MODEL_FIRST_TOKEN_SECONDS = 10.0
        yield running


def embedded_at(workspace: Workspace, model: str) -> Workspace:
    Workspace.objects.filter(pk=workspace.pk).update(embedding_model=model)
    workspace.refresh_from_db()
    document(workspace, "handbook.txt", LEAVE, NOTICE, headings=("Annual leave", "Notice periods"))
    return workspace


def not_found(workspace: Workspace, query: str = "How many days of annual leave?") -> tuple[Session, Run, Cast]:
    """An answer with a claim that the Judge will not find anything for."""
    text = "Full-time employees receive 26 days of paid annual leave [cite:{key}]."
    session = session_create(workspace=workspace, author=None, query=query)
    tools = Cast(writer=Says(text, revised=(text,)), judge=FindsNothing())
    return session, Run.objects.get(session_id=session.id), tools


def test_an_endpoint_that_falls_silent_holds_a_finished_text_up_for_a_moment_only(workspace, endpoint, monkeypatch):
    monkeypatch.setattr(ledger_extras, "MODEL_SECONDS", 0.5)
    session, run, tools = not_found(embedded_at(workspace, "embed-1"))
    assert work_until(run, "finalize", tools)
    endpoint.play(Script(rules=(Rule(role="embedding", reply=Reply(fault="silent")),)))
    began = time.monotonic()

    shown = answered(session, run, tools)

    assert time.monotonic() - began < 8
    assert (shown["status"], shown["errors"]) == ("completed", [])
    nearest = shown["ledger"]["entries"][0]["searched"]["nearest"]
    assert nearest
    assert {place["similarity"] for place in nearest} == {None}
    assert eventually(lambda: endpoint.open_calls() == 0, 5)


def test_what_is_embedded_for_a_finished_text_is_in_its_cost(workspace, endpoint):
    session, run, tools = not_found(embedded_at(workspace, "embed-1"))
    assert work_until(run, "finalize", tools)
    before = usage_of(run.id).cost

    shown = answered(session, run, tools)

    assert shown["metrics"]["cost"] == usage_of(run.id).cost > before


def test_every_figure_stands_beside_its_target(workspace):
    document(workspace, "handbook.txt", LEAVE)
    shown = asked(workspace, "How many days of paid annual leave do employees receive?")

    targets = {one["name"]: one for one in shown["metrics"]["targets"]}
    assert list(targets) == [
        "evidence_coverage", "citations_per_paragraph", "contradicted_rate", "not_found_rate",
        "first_token_overhead_ms", "total_overhead_ms", "verification_overhead_ms_per_claim",
    ]  # fmt: skip
    assert all(one["value"] is not None and one["met"] in (True, False) for one in targets.values())
    assert targets["evidence_coverage"]["met"]
    # the built-in engine asks no endpoint: all of its time is overhead
    assert targets["total_overhead_ms"]["value"] == pytest.approx(shown["metrics"]["processing_time_ms"], abs=1)
    assert targets["first_token_overhead_ms"]["value"] == pytest.approx(
        shown["metrics"]["time_to_first_token_ms"], abs=1
    )


def test_a_refusal_has_no_figures_to_hold_against_targets(workspace):
    document(workspace, "handbook.txt", LEAVE)
    shown = asked(workspace, "Which football club won the championship in 1998?")

    targets = {one["name"]: one["met"] for one in shown["metrics"]["targets"]}
    assert targets["evidence_coverage"] is targets["citations_per_paragraph"] is None
    assert flags(shown) == {}
