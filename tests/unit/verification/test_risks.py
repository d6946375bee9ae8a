"""What a reader is told to look at first, and when there is nothing to look at."""

import pytest

from apps.verification.risks import Library, Ruled, Severity, risk_flags
from apps.verification.types import Check, Decision, Evidence, Importance, Stance, Verdict

NUMBER, MODALITY = Check(name="number_lint", detail=""), Check(name="modality_lint", detail="")


def held(document: str, stance: Stance = Stance.SUPPORTS) -> Evidence:
    return Evidence(
        chunk_id="c", key="aaaaaaaaaaaa", document_id=document, page=1, page_end=1, start_offset=0, end_offset=5,
        quote="quote", stance=stance,
    )  # fmt: skip


def ruled(
    verdict: Verdict | None,
    *documents: str,
    id_: str = "1",
    importance: Importance = Importance.CRITICAL,
    text: str = "The limit is 80%.",
    **fields,
) -> Ruled:
    decision = None
    if verdict is not None:
        values = {"reason": "", "confidence": 0.9, "evidence": tuple(held(document) for document in documents)}
        decision = Decision(verdict=verdict, **(values | fields))
    return Ruled(claim_id=id_, claim_text=text, importance=importance, decision=decision)


def codes(*claims: Ruled, **known) -> list[str]:
    return [flag.code.value for flag in risk_flags(claims, library=Library(**known))]


@pytest.mark.parametrize("verdict", [Verdict.WEAK, Verdict.CONTRADICTED, Verdict.NOT_FOUND])
def test_a_critical_claim_that_does_not_hold_is_flagged(verdict):
    assert codes(ruled(verdict)) == ["critical_unsupported"]


@pytest.mark.parametrize(
    "claim",
    [
        ruled(Verdict.SUPPORTED, "a"),
        ruled(Verdict.NOT_FOUND, importance=Importance.MATERIAL),
        ruled(Verdict.NOT_FOUND, minor=True),
        ruled(None),
    ],
    ids=["it holds", "it is not critical", "it needs no source", "it was not judged"],
)
def test_no_critical_claim_is_unsupported(claim):
    assert codes(claim) == []


def test_sources_that_disagree_are_flagged():
    claim = ruled(Verdict.CONTRADICTED, "a", reason="conflict", importance=Importance.MATERIAL)
    assert codes(claim) == ["sources_conflict"]


@pytest.mark.parametrize("reason", ["", "number_mismatch", "disputed"])
def test_one_source_that_says_otherwise_is_no_conflict_of_sources(reason):
    assert codes(ruled(Verdict.CONTRADICTED, reason=reason, importance=Importance.MATERIAL)) == []


@pytest.mark.parametrize(("check", "code"), [(NUMBER, "number_mismatch"), (MODALITY, "modality_shift")])
def test_a_lint_that_fired_is_flagged(check, code):
    assert codes(ruled(Verdict.WEAK, "a", importance=Importance.MATERIAL, checks=(check,))) == [code]


@pytest.mark.parametrize("name", ["allow_list", "quote_lock"])
def test_other_checks_are_no_mismatch(name):
    other = Check(name=name, detail="A number must not shift.")
    assert codes(ruled(Verdict.WEAK, "a", importance=Importance.MATERIAL, checks=(other,))) == []


def test_a_claim_borne_out_by_one_of_several_documents_consulted_is_flagged():
    assert codes(ruled(Verdict.SUPPORTED, "a", "a"), consulted={"a", "b"}) == ["single_source"]
    assert codes(ruled(Verdict.SUPPORTED, "a", importance=Importance.MATERIAL), consulted={"a", "b"}) == [
        "single_source"
    ]


@pytest.mark.parametrize(
    ("claim", "known"),
    [
        (ruled(Verdict.SUPPORTED, "a", "b"), {"consulted": {"a", "b"}}),
        (ruled(Verdict.SUPPORTED, "a"), {"consulted": {"a"}}),
        (ruled(Verdict.SUPPORTED, "a"), {"consulted": {"a", "b"}, "meant": {"a"}}),
        (ruled(Verdict.SUPPORTED, "a", importance=Importance.MINOR), {"consulted": {"a", "b"}}),
        (ruled(Verdict.WEAK, "a", importance=Importance.MATERIAL), {"consulted": {"a", "b"}}),
    ],
    ids=["two sources", "no other speaks of it", "its reader asked for that one", "it is minor", "it does not hold"],
)
def test_a_single_source_is_no_risk_where(claim, known):
    assert codes(claim, **known) == []


def test_another_document_that_speaks_against_a_claim_is_no_second_source():
    evidence = (held("a"), held("b", Stance.CONTRADICTS))
    assert codes(ruled(Verdict.SUPPORTED, evidence=evidence), consulted={"a", "b"}) == ["single_source"]


def test_a_stale_source_is_told_with_its_successor():
    (flag,) = risk_flags(
        [ruled(Verdict.SUPPORTED, "a"), ruled(Verdict.SUPPORTED, "b", id_="2")],
        library=Library(newer={"1": ("2018.pdf", "2022.pdf")}),
    )
    assert (flag.code, flag.severity, flag.claim_ids) == ("stale_source", Severity.MEDIUM, ("1",))
    assert "2018.pdf is cited although 2022.pdf is later" in flag.message


def test_one_flag_names_all_claims_of_its_kind_and_quotes_the_first():
    claims = [ruled(Verdict.NOT_FOUND, id_=str(place), text=f"Claim {place}.") for place in range(5)]
    (flag,) = risk_flags(claims, library=Library())
    assert flag.claim_ids == ("0", "1", "2", "3", "4")
    assert flag.message == (
        "5 critical claims are not supported by the evidence: “Claim 0”; “Claim 1”; “Claim 2”; and 2 more."
    )


def test_the_gravest_comes_first_and_severity_follows_the_claim():
    flags = risk_flags(
        [
            ruled(Verdict.SUPPORTED, "a", id_="1"),
            ruled(Verdict.WEAK, "a", id_="2", importance=Importance.MATERIAL, checks=(NUMBER,)),
            ruled(Verdict.WEAK, "a", id_="3", checks=(MODALITY,)),
        ],
        library=Library(consulted={"a", "b"}),
    )
    assert [(flag.code.value, flag.severity.value, flag.claim_ids) for flag in flags] == [
        ("critical_unsupported", "high", ("3",)),
        ("number_mismatch", "medium", ("2",)),
        ("modality_shift", "high", ("3",)),
        ("single_source", "low", ("1",)),
    ]


def test_a_long_claim_is_quoted_in_short():
    (flag,) = risk_flags([ruled(Verdict.NOT_FOUND, text="word " * 100)], library=Library())
    assert len(flag.message) < 200
    assert flag.message.endswith("word…”.")
