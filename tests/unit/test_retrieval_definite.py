"""A document called by what it is: "the lease" is the one whose title alone says so."""

from collections.abc import Mapping

import pytest

from apps.retrieval.definite import called_by_kind, with_definite
from apps.retrieval.names import DocumentName, Naming, documents_named
from apps.retrieval.question import ask


def document(filename: str, title: str = "") -> DocumentName:
    return DocumentName(document_id=filename.split(".")[0], title=title, filename=filename, chunk_count=50)


LEASE = document("doc1.pdf", "Lease Agreement - Harbour Office")
MEMO = document("Memo_on_cycling_final.docx")
ACME, BOREALIS = document("ACME_2022_10K.pdf", "ACME Company"), document("BOREALIS_2022_10K.pdf", "Borealis Results")
LIBRARY = (LEASE, MEMO, ACME, BOREALIS)


def called(query: str, documents=LIBRARY) -> dict[str, str]:
    found = called_by_kind(ask(query), documents)
    return {one: " ".join(word.text for word in run) for one, run in found.items()}


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Summarize the lease.", "lease"),
        ("What does the lease say about subletting?", "lease"),
        ("Who pays for repairs under the lease?", "lease"),
        ("What must be paid if the lease ends in May?", "lease"),
        ("Is the lease valid?", "lease"),
        ("When is the lease renewable?", "lease"),
        ("When was the lease signed?", "lease"),
        ("Where was the lease signed?", "lease"),
        ("By whom was the lease signed?", "lease"),
        ("Who was the lease signed by?", "lease"),
        ("When was the lease signed by the tenant?", "lease"),
        ("Draft a memo about the lease", "lease"),
        ("Can a tenant end the lease early?", "lease"),
        ("What is the lease's term?", "lease"),
        ("Summarize the enclosed lease agreement for me", "lease agreement"),
        ("Does this agreement require insurance?", "agreement"),
    ],
)
def test_the_one_that_its_title_says_it_is_is_called(query: str, name: str):
    assert called(query) == {"doc1": name}


@pytest.mark.parametrize(
    "query",
    [
        "Summarize the lease obligations",
        "What are the company's lease obligations?",
        "What is the company's lease worth?",
        "How is a lease accounted for, and when does the lease end?",
        "How are leases and the lease accounted for?",
        "Summarize the lease that Borealis signed",
        "What is the lease liability?",
        "What was the lease expense?",
        "When is the lease payment due?",
        "When was the lease expense paid?",
        "When was the lease related expense paid?",
        "What does the annual report say about the lease?",
        "What does lease accounting require?",
        "What does the company earn?",
        "Summarize the results",
        "What does cycling cost, and what does the office?",
        "Write the memo",
        "Draft me the memo on rent",
    ],
)
def test_a_word_of_a_title_beside_others_or_without_an_article_calls_nothing(query: str):
    assert called(query) == {}


def test_what_the_title_is_about_is_not_what_the_document_is():
    guide = document("guide.pdf", "Guide: How to Read a Lease")
    assert called("Summarize the lease", (guide, ACME)) == {}
    assert called("Summarize the guide", (guide, ACME)) == {}  # what ACME is its title does not say
    assert called("Summarize the guide", (guide, LEASE)) == {"guide": "guide"}


def test_one_of_two_leases_is_called_by_no_more_than_that():
    other = document("other.pdf", "Garage Lease")
    assert called("Summarize the lease", (*LIBRARY, other)) == {}
    assert called("Summarize the garage lease", (*LIBRARY, other)) == {"other": "garage lease"}
    assert called("Summarize the lease", (LEASE,)) == {}


def test_a_report_is_called_so_where_all_others_say_that_they_are_none():
    report = document("r.pdf", "Fire Report")
    assert called("What does the report say?", (report, LEASE, MEMO)) == {"r": "report"}
    assert called("What does the report say?", (report, LEASE, ACME)) == {}


def named(query: str, uses: Mapping[str, Mapping[str, int] | None] | None = None) -> Naming:
    """``uses`` by word; a word without an entry stands in every document alike."""
    question, everywhere = ask(query), {each.document_id: 10 for each in LIBRARY}
    known = {"the": None, **(uses or {})}
    used = [known.get(word.text, everywhere) for word in question.words]
    return with_definite(documents_named(question, LIBRARY, used), question, LIBRARY, used)


def test_who_is_called_so_is_named_though_others_use_the_word():
    naming = named("What does the lease say about subletting?")
    assert naming.strengths["doc1"] == 1.0
    assert naming.called == {"doc1": {"lease"}}
    assert [word.text for word in naming.words] == ["lease"]


@pytest.mark.parametrize(
    "query",
    [
        "What does Acme say about the lease?",
        "What is the lease of Borealis worth?",
        "Write a memo on the lease and on dividends",
        "Compare Acme and Borealis on the lease",
    ],
)
def test_where_another_is_named_or_another_topic_stands_beside_it_nothing_is_narrowed(query: str):
    assert "doc1" not in named(query, {"Acme": {ACME.document_id: 9}, "Borealis": {BOREALIS.document_id: 9}}).called


def test_what_is_compared_may_be_called_so_beside_a_name():
    naming = named("Compare the lease with Acme", {"Acme": {ACME.document_id: 9}})
    assert set(naming.called) == {"doc1", ACME.document_id}


def test_what_it_is_said_to_be_on_must_be_in_it():
    assert named("What is the lease for the mill worth?", {"mill": {ACME.document_id: 4}}).called == {}
    assert "doc1" in named("What is the lease for the mill worth?", {"mill": {"doc1": 4, ACME.document_id: 4}}).called
