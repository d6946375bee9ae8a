"""Drafts on several topics at once, of the sample documents: each is searched, whatever the request is as a whole."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.documents.services import document_upload
from apps.inference.contracts import Embedder
from apps.inference.embedders import get_embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.types import Retrieved
from apps.runs import bells, executor
from apps.runs.models import Run
from apps.verification.citations import cited_keys
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import Cast, answered, ask, codes, told
from tests.integration.test_retrieval import HANDBOOK, POLICY, make_document
from veritydraft.parsing import BASE_DIR

SAMPLES = ("hr-handbook.docx", "lending-policy.pdf", "mortgage-conduct-regulation.md")
REQUEST = "Can you please write me a detailed report on jury service, timeshares, abandoned property and company cars"
SAID = {
    "Jury Service": ("Jury service and other public duties are paid in full.", "hr-handbook.docx"),
    "Timeshares": ("The bank does not lend on houseboats, timeshares", "lending-policy.pdf"),
    "Abandoned Property": (
        "unless the borrower has abandoned the property",
        "mortgage-conduct-regulation.md",
    ),
}
GOODS = ("tools", "boats", "lamps", "ropes", "nails", "doors", "glass", "paint", "rugs", "soap")
GAP = "The documents do not contain information about company cars."

Drafted = Callable[[str], tuple[Any, dict[str, Any]]]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def drafting(workspace: Workspace) -> Iterator[Drafted]:
    """Drafts by the built-in cast: the session and what is shown of it."""
    bells.silence()

    def draft(query: str) -> tuple[Any, dict[str, Any]]:
        session, run = ask(workspace, query=query, mode="draft")
        return session, answered(session, run, Cast())

    yield draft
    bells.silence(False)


@pytest.fixture
def drafted(workspace: Workspace, drafting: Drafted) -> Drafted:
    """Drafts of the sample documents."""
    for name in SAMPLES:
        uploaded(workspace, (BASE_DIR / "samples" / name).read_bytes(), name)
    return drafting


def uploaded(workspace: Workspace, content: bytes, filename: str) -> None:
    """A document, read through."""
    document, _ = document_upload(workspace=workspace, user=None, file=ContentFile(content), filename=filename)
    executor.drain(run_id=Run.objects.get(subject_id=document.id).id, tools=Cast())


def sections_of(text: str) -> dict[str, str]:
    """Heading → what stands under it."""
    _, *sections = text.split("\n## ")
    return {heading: body for heading, _, body in (section.partition("\n\n") for section in sections)}


def test_topics_of_three_documents_are_told_and_one_of_none_is_a_gap(drafted: Drafted) -> None:
    session, shown = drafted(REQUEST)

    assert shown["status"] == "completed", shown["errors"]
    assert "NO_MATCHES" not in codes(shown)
    sections = sections_of(shown["response"])
    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    for heading, (words, filename) in SAID.items():
        assert words in sections[heading]
        assert filename in {files[key] for key in cited_keys(sections[heading])}
    assert sections["Company Cars"].strip() == GAP
    assert shown["ledger"]["summary"]["supported"] == shown["ledger"]["summary"]["total_claims"]
    (found, *_) = (event["payload"] for event in told(session) if event["type"] == "retrieval_complete")
    assert {"jury service", "timeshares", "abandoned property", "company cars"} <= set(found["searched"]["queries"])


def test_an_introduction_tells_of_the_documents_that_are_told_of_and_of_no_other(drafted: Drafted) -> None:
    _, shown = drafted("Write a memo on annual leave")

    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    sections = sections_of(shown["response"])
    assert {files[key] for key in cited_keys(sections["Introduction"])} == {"hr-handbook.docx"}
    assert "After five years of service this rises to 28 days" in sections["Annual Leave"]
    assert shown["metrics"]["evidence_coverage"] == 1.0


def test_a_comparison_tells_of_each_company_what_a_sentence_of_its_document_says(
    drafting: Drafted, workspace: Workspace
) -> None:
    """However often the names of all stand in passages on other things."""
    paid = {"Acme": "We have not declared or paid any cash dividends.", "Best Buy": "We paid dividends of two crowns."}
    for name, said in paid.items():
        sold = [f"# Tools and {thing}\n\n{f'{name} sells what Best Buy sells. ' * 8}" for thing in GOODS]
        made = [f"# How {thing} are made\n\n{'Men and women work in the mill by day. ' * 6}" for thing in GOODS]
        market = f"# Market\n\n{'The stock is traded in Oslo at noon. ' * 3}{said} {'Few people own it. ' * 6}"
        uploaded(workspace, "\n\n".join((*sold, *made, market)).encode(), f"{name.replace(' ', '')}_report.md")

    _, shown = drafting("Compare Acme and Best Buy on wages and dividends")

    dividends = sections_of(shown["response"])["Dividends"]
    assert all(said in dividends for said in paid.values())


class Noting:
    """The built-in embedder; notes the sentences that it is given."""

    def __init__(self) -> None:
        self._embedder = get_embedder("builtin")
        self.texts: list[str] = []
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed_texts(self, texts: Sequence[str]) -> Any:
        self.texts += texts
        self.calls += 1
        return self._embedder.embed_texts(texts)


def test_each_topic_is_embedded_once_however_many_documents_are_searched_for_it(workspace: Workspace) -> None:
    """What describes figures and other questions is embedded once more, by the first search of a process."""
    names = ("Acme", "Borealis", "Corax", "Dorado")
    for name in names:
        make_document(workspace, (f"{name} pays dividends, pensions and wages.",), title=f"{name} report")
    embedder = Noting()
    found = overview(
        workspace, "Compare Acme, Borealis, Corax and Dorado on dividends, pensions and wages", embedder=embedder
    )
    assert len(found.named) == len(names)
    assert len(embedder.texts) == len(set(embedder.texts))
    assert {"dividends", "pensions", "wages"} <= set(embedder.texts)
    assert embedder.calls <= 3


def overview(workspace: Workspace, query: str, *, embedder: Embedder) -> Retrieved:
    return retrieve_context(workspace_id=workspace.id, query=query, document_ids=None, embedder=embedder, in_turn=True)


def test_sentences_are_looked_into_for_no_topic_where_another_is_found(workspace: Workspace) -> None:
    make_document(workspace, POLICY, title="Lending policy")
    make_document(workspace, HANDBOOK, title="Employee handbook")
    embedder = Noting()
    request = "Write a memo on paid vacation in the calendar year, stamp collections and sailing boats"
    found = overview(workspace, request, embedder=embedder)
    assert HANDBOOK[0] in {hit.content for hit in found.chunks}
    assert not {*POLICY, *HANDBOOK} & set(embedder.texts)


def test_a_topic_of_one_sentence_is_found_where_the_request_finds_nothing_else(workspace: Workspace) -> None:
    said = "Any boat lived in on the water is refused as security."
    make_document(workspace, ("The weather was mild and it rained in the hills. " * 8 + said,), title="Notes")
    embedder = Noting()
    found = overview(workspace, "Write a memo on stamp collections and boats that people live in", embedder=embedder)
    assert [hit.title for hit in found.chunks] == ["Notes"]
    assert said in embedder.texts


COMPANIES = {
    "Northmill": (
        "Northmill plc is a maker of flour in the north. Its mills stand by the river.",
        "Rent of Northmill was 5 million euros in 2022. Every mill is rented for ten years.",
    ),
    "Southport": (
        "Southport plc is an operator of ferries. Its ships sail at noon.",
        "Aircraft are leased by us for eight years. We leased 40 aircraft in 2022, for 9 million euros.",
        "Pensions are paid by a fund. The pensions of crews cost us 7 million euros in 2022.",
        "Stock is counted by us in May. We kept stock of 3 million euros in 2022.",
    ),
}


def test_a_memo_on_one_company_tells_of_no_other_and_names_what_it_lacks(
    drafting: Drafted, workspace: Workspace
) -> None:
    for name, passages in COMPANIES.items():
        text = "\n\n".join(f"# Part {at}\n\n{said}" for at, said in enumerate(passages))
        uploaded(workspace, text.encode(), f"{name}_2022.md")

    _, shown = drafting("Write a memo on Northmill's rent, pensions and aircraft")

    assert {citation["filename"] for citation in shown["citations"]} == {"Northmill_2022.md"}
    sections = sections_of(shown["response"])
    assert "Rent of Northmill was 5 million euros" in sections["Rent"]
    for topic in ("Pensions", "Aircraft"):
        gap = f"The documents do not contain information about {topic.lower()} for Northmill."
        assert sections[topic].strip() == gap
    assert "The documents do not cover pensions and aircraft for Northmill." in shown["response"]
    assert not {"crews", "40 aircraft", "ferries"} & set(shown["response"].split())


def test_a_comparison_says_of_which_company_a_topic_has_no_passage(drafting: Drafted, workspace: Workspace) -> None:
    for name, passages in COMPANIES.items():
        text = "\n\n".join(f"# Part {at}\n\n{said}" for at, said in enumerate(passages))
        uploaded(workspace, text.encode(), f"{name}_2022.md")

    _, shown = drafting("Compare Northmill and Southport on rent and aircraft")

    aircraft = sections_of(shown["response"])["Aircraft"]
    assert "### Southport" in aircraft
    assert "40 aircraft" in aircraft
    assert "do not contain information about this for Northmill" in aircraft


@pytest.mark.parametrize("request_", ["Compare the dividends of {}", "Write a memo on dividends across {}"])
def test_a_draft_on_the_companies_says_which_of_them_is_silent(
    drafting: Drafted, workspace: Workspace, request_: str
) -> None:
    paid = {
        "Acme": "We have not declared or paid any cash dividends.",
        "Borealis": "We paid dividends of two crowns a share.",
        "Corax": "We make lamps of glass and sell them in two towns.",
    }
    for name, said in paid.items():
        made = "\n\n".join(
            f"# How {thing} are made\n\n{'Men and women work in the mill by day. ' * 6}" for thing in GOODS
        )
        uploaded(workspace, f"# {name} 2022 10-K\n\n{made}\n\n# Stock\n\n{said}".encode(), f"{name}_2022_10K.md")
    uploaded(workspace, b"# Lease Agreement\n\nThe Tenant pays no dividends. The rent is two crowns.", "lease.md")

    session, shown = drafting(request_.format("the companies"))

    dividends = sections_of(shown["response"])["Dividends"]
    assert "### Acme" in dividends
    assert paid["Acme"] in dividends
    assert paid["Borealis"] in dividends
    assert "do not contain information about this for Corax" in dividends
    assert "Tenant" not in shown["response"]
    assert "information about Corax" not in shown["response"]
    assert session.turns.get().standalone_query == request_.format("Acme, Borealis and Corax")


def test_a_draft_on_what_is_named_is_read_as_it_was_asked(drafting: Drafted, workspace: Workspace) -> None:
    make_document(workspace, ("Acme pays dividends.",), title="Acme 10-K")
    session, _ = drafting("Write a memo on the companies that Acme bought")
    assert session.turns.get().standalone_query == ""
