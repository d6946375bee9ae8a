"""A list that two passages share: the second is held against the head that only the first one has."""

import pytest

from apps.accounts.models import User
from apps.agents.registry import judge_for
from apps.documents.models import Chunk, DocumentText
from apps.inference.embedders import get_embedder
from apps.retrieval.passages import BEFORE, context_chunks
from apps.verification.decide import decide
from apps.verification.types import ClaimDraft, ContextChunk, Mode, Thresholds, Verdict
from apps.workspaces.models import Workspace
from tests.integration.test_retrieval import make_document
from tests.unit.agents.conftest import make_claim

pytestmark = pytest.mark.django_db
INSOLVENT, APPOINTED = "The Company is insolvent.", "A receiver was appointed in Oslo."
SOLD = "The Company was sold to its directors."


def passages(workspace: Workspace, *parts: str) -> tuple[ContextChunk, ...]:
    document = make_document(workspace, parts, title="Facility agreement")
    DocumentText.objects.create(document=document, text="\n".join(parts))
    ids = Chunk.objects.filter(document=document).order_by("chunk_index").values_list("pk", flat=True)
    return context_chunks(dict.fromkeys(ids, 1.0))


def verdict(claim: ClaimDraft, chunks: tuple[ContextChunk, ...]) -> Verdict:
    (judgement,) = judge_for("builtin", embedder=get_embedder("builtin")).judge(claims=(claim,), chunks=chunks)
    return decide(claim=claim, judgement=judgement, context=chunks, mode=Mode.STRICT, thresholds=Thresholds()).verdict


@pytest.mark.parametrize("shown", [(0, 1), (1,)], ids=["both passages", "the second alone"])
def test_items_of_the_second_passage_stand_under_the_head_in_the_first(
    workspace_a: Workspace, alice: User, shown: tuple[int, ...]
) -> None:
    both = passages(
        workspace_a,
        f"None of the following has occurred:\n\n(a) {INSOLVENT}\n",
        f"(b) {APPOINTED}\n\n(c) {SOLD}\n\nThe fee is 20 euros a month.",
    )
    chunks = tuple(both[place] for place in shown)
    for said in (APPOINTED, SOLD):
        assert verdict(make_claim(said, (both[1].key,)), chunks) is not Verdict.SUPPORTED
    assert verdict(make_claim("The fee is 20 euros a month.", (both[1].key,)), chunks) is Verdict.SUPPORTED


def test_items_under_a_head_that_turns_nothing_are_supported(workspace_a: Workspace, alice: User) -> None:
    both = passages(workspace_a, f"This happened:\n\n(a) {INSOLVENT}\n", f"(b) {APPOINTED}\n\n(c) {SOLD}")
    assert verdict(make_claim(SOLD, (both[1].key,)), both) is Verdict.SUPPORTED


def test_what_stands_before_is_read_only_where_a_passage_may_begin_amid_a_list(
    workspace_a: Workspace, alice: User
) -> None:
    long = "ä" * (BEFORE + 500)
    first, second, third = passages(workspace_a, long, f"(b) {APPOINTED}", "Plain words alone.")
    assert (first.before, third.before) == ("", "")
    assert second.before == f"{long}\n"[-BEFORE:]
