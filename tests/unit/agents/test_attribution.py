"""The built-in Judge on what a text tells as the word of another source."""

import pytest

from apps.verification.decide import decide
from apps.verification.risks import Library, Risk, Ruled, risk_flags
from apps.verification.types import Importance, Mode
from tests.unit.agents.conftest import make_chunk, make_claim

LIMIT = "The loan-to-value ratio for investment properties shall not exceed 70%."


def decided(judge, text, *chunks, citations):
    draft = make_claim(text, citations)
    (judgement,) = judge.judge(claims=(draft,), chunks=chunks)
    return decide(claim=draft, judgement=judgement, context=chunks, mode=Mode.STRICT, thresholds=judge.thresholds)


def ruling(judge, text, *chunks, citations):
    decision = decided(judge, text, *chunks, citations=citations)
    return decision.verdict.value, decision.reason


def risks(decision):
    ruled = Ruled(claim_id="a", claim_text="It is so.", importance=Importance.MATERIAL, decision=decision)
    return {flag.code for flag in risk_flags([ruled], library=Library())}


@pytest.mark.parametrize(
    ("text", "source"),
    [(LIMIT, "regulation"), ("The maximum loan-to-value ratio for investment properties is 75%.", "policy")],
)
def test_what_another_source_says_holds_where_it_says_it_and_the_conflict_is_flagged(
    judge, policy, regulation, text, source
):
    cited = {"policy": policy, "regulation": regulation}[source]
    alone = decided(judge, text, policy, regulation, citations=(cited.key,))
    told = decided(judge, f"Another source says: {text}", policy, regulation, citations=(cited.key,))
    assert (alone.verdict.value, alone.reason) == ("contradicted", "conflict")
    assert (told.verdict.value, told.reason) == ("supported", "conflict")
    assert Risk.SOURCES_CONFLICT in risks(alone) & risks(told)
    assert {held.key for held in told.evidence} == {cited.key}
    (other,) = {held.quote for held in alone.evidence if held.key != cited.key}
    assert " ".join(other.split()) in told.notes


def test_where_nothing_gainsays_it_there_is_no_conflict(judge, regulation):
    told = f"Another source says: {LIMIT}"
    assert ruling(judge, told, regulation, citations=(regulation.key,)) == ("supported", "")


def test_a_cited_source_that_says_otherwise_gainsays_it(judge, policy, regulation):
    told = f"Another source says: {LIMIT}"
    assert ruling(judge, told, policy, regulation, citations=(regulation.key, policy.key)) == (
        "contradicted",
        "conflict",
    )


@pytest.mark.parametrize(
    "altered",
    [
        "The loan-to-value ratio for investment properties shall not exceed 75%.",
        "The loan-to-value ratio for investment properties may exceed 70%.",
        "The bank has 412 branches in 17 countries.",
        "The maximum loan-to-value ratio for investment properties is 75%.",
    ],
)
def test_what_that_source_does_not_say_does_not_hold(judge, policy, regulation, altered):
    told = f"Another source says: {altered}"
    assert ruling(judge, told, policy, regulation, citations=(regulation.key,))[0] in ("contradicted", "not_found")


def test_without_its_citation_it_is_the_word_of_nobody(judge, policy, regulation):
    told = f"Another source says: {LIMIT}"
    assert ruling(judge, told, policy, regulation, citations=()) == ("contradicted", "conflict")
    assert ruling(judge, told, regulation, citations=()) == ("not_found", "uncited")
    assert ruling(judge, told, policy, regulation, citations=(policy.key,))[0] in ("contradicted", "not_found")


def test_words_in_front_of_it_change_nothing(judge, policy, regulation):
    text = f"It is wrong that another source says: {LIMIT}"
    assert ruling(judge, text, policy, regulation, citations=(regulation.key,))[0] != "supported"


def test_a_source_that_denies_it_does_not_bear_it_out(judge, policy):
    for said in ("It is never the case that {}", "The earlier rule, under which {}, was repealed."):
        blog = make_chunk(said.format("the maximum loan-to-value ratio for investment properties is 90%."), "Blog")
        told = "Another source says: The maximum loan-to-value ratio for investment properties is 90%."
        assert ruling(judge, told, policy, blog, citations=(blog.key,))[0] != "supported"


def test_a_text_that_cites_nothing_is_held_against_every_passage(judge, policy, regulation):
    told = "Another source says: {}"
    (right,) = judge.judge(claims=(make_claim(told.format(LIMIT)),), chunks=(regulation,))
    (wrong,) = judge.judge(claims=(make_claim(told.format(LIMIT.replace("70", "90"))),), chunks=(regulation,))
    assert [finding.stance.value for finding in (*right.findings[:1], *wrong.findings[:1])] == [
        "supports",
        "contradicts",
    ]
