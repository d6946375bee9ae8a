"""The passage in which a document's own section on a topic begins."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentText
from apps.inference.embedders import get_embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.openings import MOST, WHAT_IT_IS, opening_passages
from apps.workspaces.models import Workspace
from tests.integration.test_retrieval import make_document

pytestmark = pytest.mark.django_db
PARTS = (
    "Contents: business, risks. Item 1. Business",
    "We sell refrigerators.",
    "Business is seasonal. Our Businesses",
)


@pytest.fixture
def report(workspace_a: Workspace, alice: User) -> Document:
    return make_document(workspace_a, PARTS, title="Annual report")


def headed(document: Document, *headings: tuple[str, int, int]) -> None:
    """``headings``: title, level, and the number of the passage that it closes."""
    ends = list(Chunk.objects.filter(document=document).order_by("chunk_index").values_list("end_offset", flat=True))
    told: list[dict[str, Any]] = [
        {"title": title, "level": level, "start_offset": ends[number] - len(title), "end_offset": ends[number]}
        for title, level, number in headings
    ]
    DocumentText.objects.update_or_create(document=document, defaults={"headings": told})


def opening(document: Document, topic: str) -> str | None:
    found = opening_passages(document_ids=[document.pk], topics=[topic])
    return Chunk.objects.get(pk__in=found).content if found else None


@pytest.mark.parametrize("topic", ["business", "The Businesses"])
def test_it_is_the_first_behind_the_heading_of_those_words(report: Document, topic: str) -> None:
    headed(report, ("Item 1. Business", 2, 0))
    assert opening(report, topic) == PARTS[1]


def test_the_outermost_heading_counts(report: Document) -> None:
    headed(report, ("Business", 4, 0), ("Item 1. Business", 2, 1))
    assert opening(report, "Business") == PARTS[2]


def test_the_first_topic_that_heads_a_section_counts(report: Document) -> None:
    headed(report, ("Business", 1, 1), ("About us", 4, 0))
    found = opening_passages(document_ids=[report.pk], topics=WHAT_IT_IS)
    assert Chunk.objects.get(pk__in=found).content == PARTS[1]


@pytest.mark.parametrize("topic", ["risks", "business risks", "", "the", "Item 1"])
def test_there_is_none_where_no_heading_says_it(report: Document, topic: str) -> None:
    headed(report, ("Item 1. Business", 2, 0), ("Item 2.", 2, 1))
    assert opening(report, topic) is None


def test_there_is_none_behind_a_heading_that_ends_the_document_or_without_headings(report: Document) -> None:
    headed(report, ("Business", 1, 2))
    assert opening(report, "Business") is None
    DocumentText.objects.filter(document=report).delete()
    assert opening(report, "Business") is None


def test_each_of_a_few_documents_has_its_own(report: Document, workspace_a: Workspace) -> None:
    headed(report, ("Item 1. Business", 2, 0))
    other = make_document(workspace_a, ("Business", "They sell ships."), title="Another")
    headed(other, ("Business", 1, 0))
    found = opening_passages(document_ids=[report.pk, other.pk], topics=["business"])
    assert {chunk.content for chunk in Chunk.objects.filter(pk__in=found)} == {PARTS[1], "They sell ships."}
    assert opening_passages(document_ids=[report.pk] * (MOST + 1), topics=["business"]) == []


def test_a_section_is_written_from_it_first_whatever_it_is_worth(report: Document, workspace_a: Workspace) -> None:
    headed(report, ("Item 1. Business", 2, 0))
    first = opening_passages(document_ids=[report.pk], topics=["business"])
    options: dict[str, Any] = {"document_ids": None, "embedder": get_embedder("builtin"), "topic": True}
    found = retrieve_context(workspace_id=workspace_a.id, query="Business", first=first, **options)
    assert found.chunks[0].content == PARTS[1]
    assert len({hit.key for hit in found.chunks}) == len(found.chunks)
    without = retrieve_context(workspace_id=workspace_a.id, query="Business", **options)
    assert without.chunks[0].content != PARTS[1]


def test_a_section_about_the_company_of_the_title_says_what_it_is(workspace_a: Workspace, alice: User) -> None:
    release = make_document(workspace_a, PARTS, title="Acme Cold reports a good year")
    headed(release, ("About Borealis", 1, 0), ("About Acme Cold International", 1, 1))
    found = opening_passages(document_ids=[release.pk], topics=WHAT_IT_IS)
    assert Chunk.objects.get(pk__in=found).content == PARTS[2]
    headed(release, ("About Borealis", 1, 1))
    assert opening_passages(document_ids=[release.pk], topics=WHAT_IT_IS) == []


def test_a_heading_whose_last_letters_are_split_off_is_read_whole(report: Document) -> None:
    headed(report, ("Item 1. Busines s.", 2, 0))
    assert opening(report, "Business") == PARTS[1]
