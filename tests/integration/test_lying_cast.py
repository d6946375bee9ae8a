"""A cast that lies from end to end: whatever Writer and Judge say, what is stored holds or is not called supported."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.documents.models import Chunk, Document
from apps.documents.storage import store_chunks, store_extracted
from apps.documents.types import Extracted
from apps.verification.types import Finding, Judgement, Stance, Thresholds
from tests.integration.answer_fixture import PASSAGES, Cast, Says, _draft, answered, ask, library_of_one, work_until

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT, FEE = PASSAGES
TRUE = "The maximum loan-to-value ratio for an investment property is 75% of the appraised value [cite:{key}]."
FALSE = "The maximum loan-to-value ratio for an investment property is 90% of the appraised value [cite:{key}]."
SURE = 0.99

Lie = Callable[[str, dict[str, str]], tuple[Finding, ...]]


class Lies:
    """A Judge that says of every claim what it is told to: ``lie(the claim, passage → key)``."""

    name = "liar"
    prompts: dict[str, str] = {}
    together = 8
    thresholds = Thresholds()

    def __init__(self, lie: Lie) -> None:
        self.lie = lie

    def judge(self, *, claims: Any, chunks: Any) -> Iterator[Judgement]:
        keys = {chunk.content: chunk.key for chunk in chunks}
        for claim in claims:
            yield Judgement(findings=self.lie(claim.claim_text, keys), notes="Certain.", judge=self.name)


def held_for(quote: str, key: str, score: float = SURE, stance: Stance = Stance.SUPPORTS) -> Finding:
    return Finding(key=key, quote=quote, stance=stance, score=score)


LIES: dict[str, Lie] = {
    "a key of nobody": lambda claim, keys: (held_for(LIMIT, "f" * 12),),
    "a quote of another passage": lambda claim, keys: (held_for(FEE, keys[LIMIT]),),
    "the claim for a quote": lambda claim, keys: (held_for(claim, keys[LIMIT]),),
    "one character changed": lambda claim, keys: (held_for(LIMIT.replace("75%", "95%"), keys[LIMIT]),),
    "stopwords": lambda claim, keys: (held_for("is of the", keys[LIMIT]),),
    "both passages as one": lambda claim, keys: (held_for(f"{LIMIT}\n{FEE}", keys[LIMIT]),),
    "the true passage for the false figure": lambda claim, keys: (held_for(LIMIT, keys[LIMIT]),),
    "scores past all bounds": lambda claim, keys: (held_for(LIMIT, keys[LIMIT], float("inf")),) * 3,
    "hundreds of findings": lambda claim, keys: tuple(held_for(LIMIT[: 20 + n % 40], keys[LIMIT]) for n in range(300)),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_of_a_sure_judge_makes_a_false_sentence_supported(workspace, document, lie):
    session, run = ask(workspace)
    shown = answered(session, run, Cast(writer=Says(FALSE, revised=(FALSE,)), judge=Lies(LIES[lie])))
    assert (shown["status"], shown["errors"]) == ("completed", [])
    assert shown["ledger"]["summary"]["supported"] == 0
    assert shown["ledger"]["summary"]["total_claims"] == 1


def test_a_writers_invented_and_misplaced_keys_are_taken_out_before_anybody_reads_them(workspace, document):
    invented = (
        "It is 90% [cite:ffffffffffff], or 91% [Cite: FFFFFFFFFFFF, eeeeeeeeeeee], or 92% [ci[cite:x]te:aaaaaaaaaaaa]."
    )
    session, run = ask(workspace)
    judge = Lies(lambda claim, keys: (held_for(LIMIT, keys[LIMIT]),))
    shown = answered(session, run, Cast(writer=Says(invented, revised=(invented,)), judge=judge))
    assert shown["citations"] == []
    assert shown["ledger"]["summary"]["supported"] == 0
    assert "CITATIONS_REMOVED" in {warning["code"] for warning in shown["warnings"]}


def test_offsets_hold_in_a_text_of_many_scripts(workspace, document):
    text = f"😀 𝔘𝔫𝔦 e\u0301te\u0301 مرحبا بالعالم: yes.\r\n\r\n{TRUE}\r\n| a | 👩‍👩‍👧 |\r\n|---|---|\r\n| 1 | 2 |\r\n"
    session, run = ask(workspace)
    judge = Lies(lambda claim, keys: (held_for(LIMIT, keys[LIMIT]),))
    shown = answered(session, run, Cast(writer=Says(text, revised=(text,)), judge=judge))
    assert [citation["quote"] for citation in shown["citations"]] == [LIMIT]
    assert shown["ledger"]["summary"]["supported"] >= 1


def test_equal_text_in_two_documents_is_one_key_with_both_places(workspace, document):
    Document.objects.filter(id=document.id).update(sha256="0" * 64)  # other bytes, the same text
    other = library_of_one(workspace)
    assert Chunk.objects.filter(workspace=workspace).values("key").distinct().count() == len(PASSAGES)
    session, run = ask(workspace)
    judge = Lies(lambda claim, keys: (held_for(LIMIT, keys[LIMIT]),))
    shown = answered(session, run, Cast(writer=Says(TRUE), judge=judge))
    (citation,) = shown["citations"]
    assert {place["document_id"] for place in citation["places"]} == {str(document.id), str(other.id)}


@pytest.mark.parametrize("phase", ["skeptic", "judge"])
def test_passages_that_are_cut_anew_while_an_answer_is_made_leave_no_quote_in_the_wrong_place(
    workspace, document, phase
):
    session, run = ask(workspace)
    judge = Lies(lambda claim, keys: (held_for(LIMIT, keys.get(LIMIT, "f" * 12)),))
    tools = Cast(writer=Says(TRUE, revised=(TRUE,)), judge=judge)
    assert work_until(run, phase, tools)
    text = f"A line that was not there before.\n{FEE}\n{LIMIT}"
    document.file.storage.delete(document.file.name)
    document.file.save("policy.txt", ContentFile(text.encode()), save=True)
    store_extracted(document=document, extracted=Extracted(text=text))
    store_chunks(document=document, drafts=[_draft(text, 0, FEE), _draft(text, 1, LIMIT)])
    shown = answered(session, run, tools)
    assert shown["status"] == "completed"
    assert shown["ledger"]["summary"]["supported"] == 0  # what was retrieved is gone, and it says so
    assert "SOURCES_DELETED" in {warning["code"] for warning in shown["warnings"]}
