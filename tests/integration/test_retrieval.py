"""Search in PostgreSQL with the real embedder: what it finds, whose it is, and when it finds nothing."""

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentStatus, Page
from apps.documents.storage import chunks_without_embedding, store_chunks, store_embeddings
from apps.documents.types import ChunkDraft
from apps.inference.contracts import Passage
from apps.inference.embedders import get_embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.search import search
from apps.retrieval.types import Hit
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create

POLICY = (
    "The loan to value ratio of a residential mortgage may not exceed 80 percent of the appraised value.",
    "A borrower must show two years of income statements before the loan is approved by the credit committee.",
    "Early repayment is free of charge after the fifth year of the loan.",
)
HANDBOOK = (
    "Employees are granted thirty days of paid vacation in every calendar year.",
    "Working from home is allowed on two days a week after the probation period.",
)
REPORT = (
    "Purchases of property, plant and equipment (PP&E) were $1,577 million, as the cash flow statement shows.",
    "Property, plant and equipment is depreciated over ten years on a straight-line basis.",
    "The weather in the region was mild and tourism grew.",
)


def make_document(
    workspace: Workspace,
    passages: Sequence[str],
    *,
    title: str,
    filename: str = "file.pdf",
    status: str = DocumentStatus.READY,
    step: int | None = None,
) -> Document:
    """A document of these passages with their real vectors; ``step`` < length makes neighbours overlap."""
    text_hash = hashlib.sha256(f"{title}{filename}{passages}".encode()).hexdigest()
    document = Document.objects.create(
        workspace=workspace, title=title, filename=filename, media_type="text/plain", sha256=text_hash, size=1, file="-"
    )
    drafts, start = [], 0
    for index, content in enumerate(passages):
        drafts.append(
            ChunkDraft(
                content=content,
                chunk_hash=hashlib.sha256(content.encode()).hexdigest(),
                chunk_index=index,
                start_offset=start,
                end_offset=start + len(content),
                page_number=index + 1,
                page_end=index + 1,
                heading_path=("Part",),
                token_count=25,
            )
        )
        start += step or len(content) + 1
    store_chunks(document=document, drafts=drafts)
    embedder = get_embedder("builtin")
    rows = chunks_without_embedding(document=document, model=embedder.name)
    vectors = embedder.embed_passages([Passage(context_line=row.context_line, content=row.content) for row in rows])
    store_embeddings(document=document, model=embedder.name, chunks=rows, vectors=vectors)
    Document.objects.filter(pk=document.pk).update(status=status)
    return document


def look(workspace: Workspace, query: str, **options: Any) -> list[Hit]:
    return search(workspace_id=workspace.pk, query=query, embedder=get_embedder("builtin"), **{"k": 10, **options})


def context(workspace: Workspace, query: str, **options: Any):
    options = {"document_ids": None, "embedder": get_embedder("builtin"), **options}
    return retrieve_context(workspace_id=workspace.pk, query=query, **options)


@pytest.fixture
def policy(workspace_a: Workspace) -> Document:
    return make_document(workspace_a, POLICY, title="Lending policy", filename="lending.pdf")


@pytest.fixture
def handbook(workspace_a: Workspace) -> Document:
    return make_document(workspace_a, HANDBOOK, title="HR handbook", filename="handbook.docx")


@pytest.fixture
def report(workspace_a: Workspace) -> Document:
    return make_document(workspace_a, REPORT, title="Zenith annual report", filename="zenith_2022.pdf")


def test_the_passage_that_answers_comes_first(workspace_a: Workspace, policy: Document, handbook: Document) -> None:
    assert look(workspace_a, "How many days off do employees get?")[0].content == HANDBOOK[0]
    assert look(workspace_a, "When can I repay my loan early for nothing?")[0].content == POLICY[2]


def test_a_hit_carries_what_a_citation_needs(workspace_a: Workspace, policy: Document) -> None:
    hit = look(workspace_a, "What is the highest loan to value ratio?")[0]
    chunk = Chunk.objects.get(pk=hit.chunk_id)
    assert (hit.key, hit.document_id, hit.title, hit.filename) == (
        chunk.key,
        str(policy.pk),
        "Lending policy",
        "lending.pdf",
    )
    assert (hit.page, hit.page_end, hit.start_offset, hit.end_offset) == (1, 1, 0, len(POLICY[0]))
    assert hit.context_line == "Lending policy › Part"
    assert 0 < hit.similarity <= 1
    assert hit.text_score == 1.0


def test_a_hit_that_spans_pages_says_where_they_begin(workspace_a: Workspace, policy: Document) -> None:
    chunk = Chunk.objects.get(document=policy, chunk_index=0)
    Chunk.objects.filter(pk=chunk.pk).update(page_end=2)
    Page.objects.create(document=policy, number=1, start_offset=0, end_offset=20)
    Page.objects.create(document=policy, number=2, start_offset=20, end_offset=400)
    hit = next(hit for hit in look(workspace_a, "loan to value ratio") if hit.chunk_id == str(chunk.pk))
    assert hit.page_starts == ((2, 20),)


def test_another_workspaces_passage_never_comes(
    workspace_a: Workspace, workspace_b: Workspace, policy: Document
) -> None:
    foreign = make_document(workspace_b, POLICY, title="Lending policy", filename="lending.pdf")
    hits = look(workspace_a, "loan to value ratio", document_ids=[foreign.pk, policy.pk])
    assert {hit.document_id for hit in hits} == {str(policy.pk)}
    assert look(workspace_a, "loan to value ratio", document_ids=[foreign.pk]) == []


def test_only_the_documents_asked_for_are_searched(
    workspace_a: Workspace, policy: Document, handbook: Document
) -> None:
    hits = look(workspace_a, "How many days off do employees get?", document_ids=[policy.pk])
    assert {hit.document_id for hit in hits} == {str(policy.pk)}


@pytest.mark.parametrize("status", [DocumentStatus.UPLOADED, DocumentStatus.PROCESSING, DocumentStatus.ERROR])
def test_only_ready_documents_are_searched(workspace_a: Workspace, status: str) -> None:
    make_document(workspace_a, POLICY, title="Lending policy", status=status)
    assert look(workspace_a, "loan to value ratio") == []
    assert context(workspace_a, "loan to value ratio").searched_documents == 0


def test_an_amount_is_found_however_it_is_written(workspace_a: Workspace, report: Document, policy: Document) -> None:
    for written in ("1577", "1,577.00", "$1,577"):
        assert look(workspace_a, f"What was {written} spent on?")[0].content == REPORT[0]


def test_an_unknown_abbreviation_is_explained_by_the_corpus(workspace_a: Workspace, report: Document) -> None:
    found = context(workspace_a, "Over how many years is PPNE depreciated?")
    assert found.queries == (
        "Over how many years is PPNE depreciated?",
        "Over how many years is property, plant and equipment depreciated?",
    )
    assert found.chunks[0].content == REPORT[1]


def test_an_abbreviation_of_other_documents_is_explained_by_the_one_that_is_named(workspace_a: Workspace) -> None:
    own = ("Diluted earnings per share rose to $4.10.", "Arden opened stores.", "The weather was mild.")
    make_document(workspace_a, own, title="Arden results")
    make_document(workspace_a, ("Adjusted EPS was $5.", "EPS is not audited."), title="Borel results")

    found = context(workspace_a, "What was Arden's EPS?")

    assert found.queries == ("What was Arden's EPS?", "What was Arden's earnings per share?")
    assert found.chunks[0].content == own[0]


def test_the_document_that_the_question_names_comes_first(workspace_a: Workspace) -> None:
    sentence = "{} paid a dividend of 3 dollars per share and bought back own stock."
    for name in ("Zenith", "Quantor", "Meridian"):
        make_document(workspace_a, [sentence.format(name), *REPORT[1:]], title=f"{name} report", filename=f"{name}.pdf")
    for name in ("Quantor", "Meridian", "Zenith"):
        assert look(workspace_a, f"What dividend did {name} pay?")[0].title == f"{name} report"
    assert look(workspace_a, "How is equipment depreciated at Quantor?")[0].title == "Quantor report"


def test_passages_that_overlap_a_better_one_are_left_out(workspace_a: Workspace) -> None:
    text = "The ombudsman answers complaints within ten working days. " * 4
    document = make_document(workspace_a, [text, text + "Really.", text + "Truly."], title="Rules", step=40)
    assert len(look(workspace_a, "When does the ombudsman answer complaints?")) == 1
    assert Chunk.objects.filter(document=document).count() == 3


def test_equal_passages_come_in_the_same_order_every_time(workspace_a: Workspace) -> None:
    for number in range(3):
        make_document(workspace_a, POLICY[:1], title="Lending policy", filename=f"copy{number}.pdf")
    orders = {tuple(hit.chunk_id for hit in look(workspace_a, "loan to value ratio")) for _ in range(3)}
    assert len(orders) == 1
    assert len(next(iter(orders))) == 3


def test_nothing_matches_what_the_documents_do_not_speak_of(
    workspace_a: Workspace, policy: Document, handbook: Document
) -> None:
    found = context(workspace_a, "Which moons of Jupiter did Galileo discover?")
    assert found.chunks == ()
    assert (found.searched_documents, found.searched_chunks) == (2, 5)
    assert len(found.nearest) == 3


def test_only_passages_that_speak_of_it_are_kept(workspace_a: Workspace, policy: Document, handbook: Document) -> None:
    found = context(workspace_a, "What is the maximum loan to value ratio of a mortgage?")
    assert found.chunks[0].content == POLICY[0]
    assert HANDBOOK[0] not in {hit.content for hit in found.chunks}
    assert found.nearest == ()


def test_context_keeps_the_best_and_stays_within_its_budget(workspace_a: Workspace, policy: Document) -> None:
    assert len(context(workspace_a, "loan", keep=2).chunks) <= 2
    assert len(context(workspace_a, "What about the loan and its value?", token_budget=30).chunks) == 1
    assert context(workspace_a, "What about the loan and its value?", token_budget=10).chunks == ()


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?",
        "the",
        "loan",
        "'; DROP TABLE documents_chunk; --",
        "a & b | !c <-> (d",
        "\\'",
        "€ 日本語 \x00",
        "x " * 50_000,
    ],
)
def test_any_text_may_be_asked(workspace_a: Workspace, policy: Document, query: str) -> None:
    look(workspace_a, query)
    context(workspace_a, query)
    assert Chunk.objects.filter(document=policy).count() == 3


def test_an_empty_workspace_is_searched_without_fuss(alice: User) -> None:
    empty = workspace_create(name="Empty", owner=alice)
    found = context(empty, "What is the limit?")
    assert (found.chunks, found.nearest, found.searched_chunks) == ((), (), 0)


def test_the_passage_that_counts_what_is_asked_for_stands_behind_those_that_are_kept(workspace_a: Workspace) -> None:
    passages = (
        "Our mills operate all year. Each mill that we operate has a manager, and operating mills are seen monthly.",
        "Mills that operate at night pay more. Which mill we operate next is for the board of the mills to say.",
        "Cocoa is bought from growers and sold to bakers. We had 214 mills in spring. Prices of cocoa fell in autumn.",
    )
    make_document(workspace_a, passages, title="Yearly account")
    found = context(workspace_a, "How many mills does Halden operate?", keep=2)
    assert [hit.content for hit in found.chunks][2:] == [passages[2]]
    assert len(context(workspace_a, "Which mills does Halden operate?", keep=2).chunks) == 2
