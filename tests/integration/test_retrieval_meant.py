"""A request that names a document is about that one alone, where it is sure that a name is meant."""

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.inference.embedders import get_embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.meant import documents_meant, runs_in
from apps.retrieval.question import ask
from apps.retrieval.scope import searched_scope
from apps.workspaces.models import Workspace
from tests.integration.test_retrieval import make_document

pytestmark = pytest.mark.django_db

LIBRARY = {
    "ACMETOOLS_2021.pdf": ("Acme Tools makes ladders.", "Acme Tools sells at acmetools.example.", "It pays rent."),
    "BOREALIS_2021.pdf": ("Borealis flies to Oslo.", "The aircraft of Borealis are leased."),
    "Lending_Policy.pdf": ("The lending limit is five crowns.", "Lending to staff is barred.", "Lending is slow."),
    "Privacy_2021.pdf": ("The privacy of guests is kept.", "Who breaks privacy pays.", "Privacy ends at noon."),
}  # fmt: skip


@pytest.fixture
def library(workspace_a: Workspace, alice: User) -> Workspace:
    for filename, passages in LIBRARY.items():
        make_document(workspace_a, passages, title="", filename=filename)
    return workspace_a


def meant(workspace: Workspace, query: str) -> list[str]:
    """File names of the documents that a request is about alone."""
    found = retrieve_context(
        workspace_id=workspace.id, query=query, document_ids=None, embedder=get_embedder("builtin"), in_turn=True
    )
    scope = searched_scope(workspace_id=workspace.id, document_ids=None)
    ids = documents_meant(query, named=found.named, called=found.called, scope=scope)
    names = {document.document_id: document.filename.partition("_")[0].lower() for document in scope.documents}
    return sorted(names[one] for one in ids)


@pytest.mark.parametrize(
    ("query", "about"),
    [
        ("Write a memo on Borealis's leases and stock", ["borealis"]),
        ("Memo on Acme Tools: its rent and aircraft", ["acmetools"]),
        ("How does Borealis pay for its aircraft?", ["borealis"]),
        ("Compare Borealis and Corax on rent", ["borealis"]),
        ("Compare Borealis with Acme Tools on rent", ["acmetools", "borealis"]),
        ("Hold the rent of Borealis against the lending policy", ["borealis", "lending"]),
        ("Write a memo on Privacy and on rent", []),
        ("Write a memo on privacy, lending and rent", []),
        ("Compare Borealis with the other companies on rent", []),
        ("How does Borealis compare with each company on rent?", []),
        ("Write a report on rent and stock", []),
    ],
)
def test_a_request_is_about_the_documents_that_it_surely_names(library: Workspace, query: str, about: list[str]):
    assert meant(library, query) == about


def test_a_name_that_its_document_never_writes_is_one_where_nothing_else_has_it_as_a_word(library: Workspace):
    make_document(library, ("Rent is paid in May.",), title="", filename="TPK_2021.pdf")
    make_document(library, ("Wages are paid in June.",), title="", filename="Stock_2021.pdf")

    assert meant(library, "Write a memo on rent and privacy at TPK") == ["tpk"]
    make_document(library, ("Their stock is large.", "The stock is sold."), title="", filename="Other.pdf")
    assert meant(library, "Write a memo on Stock and privacy") == []


@pytest.mark.parametrize(
    ("query", "about"),
    [
        ("Summarize the lease", ["office"]),
        ("Write a memo on rent and subletting under the lease", ["office"]),
        ("Write a memo on the lease and on the aircraft of Borealis", ["borealis"]),
        ("Write a memo on the lease and on privacy", []),
        ("Write a memo on lease accounting", []),
        ("Compare the lease with the other documents", []),
        ("Compare the lease with the lending policy on rent", ["lending", "office"]),
    ],
)
def test_a_request_may_be_about_a_document_by_what_that_is(library: Workspace, query: str, about: list[str]):
    make_document(library, ("This lease ends in May.", "Rent is paid in June."), title="", filename="Office_Lease.pdf")
    make_document(library, ("The lease of a ship is long.", "A lease is a debt."), title="", filename="Ships_2021.pdf")
    assert meant(library, query) == about


def test_what_kind_of_text_is_asked_for_names_nothing():
    assert runs_in(ask("Report on rent at Acme Tools"), ["report", "acme", "tools"]) == (("acme", "tools"),)


def test_however_many_documents_there_are_the_request_is_read_once_and_none_is_counted_in_vain(
    library: Workspace, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
):
    make_document(library, ("Rent is paid in May.",), title="", filename="TPK_2021.pdf")
    scope = searched_scope(workspace_id=library.id, document_ids=None)
    own = next(one.document_id for one in scope.documents if one.filename.startswith("TPK"))
    read: list[str] = []
    monkeypatch.setattr("apps.retrieval.meant.ask", lambda query: read.append(query) or ask(query))

    with django_assert_num_queries(2) as asked:
        assert documents_meant("Write a memo on rent at TPK", named=[own], called={own: ["tpk"]}, scope=scope) == (own,)
    assert len(read) == 1
    assert "COUNT" not in asked.captured_queries[1]["sql"]
