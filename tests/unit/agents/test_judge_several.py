"""Claims of several sentences: where they are parted, and what each sentence does to the whole."""

import pytest

from apps.agents.judge.scoring import CUTS
from apps.agents.judge.several import MOST_SENTENCES, sentences_of, together
from apps.verification.types import Finding, Mode, Stance, Verdict

from .statement_cases import report_passage, verdict_on

PLANT = (
    "The plant employed 412 people in March. Each shift begins at six, and visitors report to the gate. "
    "Revenue was $48 million in 2021. Staff at the Oslo site may not smoke."
)


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("The plant closed. Its staff left.", ("The plant closed.", "Its staff left.")),
        ("the plant has closed . its staff left", ("the plant has closed .", "its staff left")),
        ("the plant has closed ! is its staff there ?", ("the plant has closed !", "is its staff there ?")),
        ("Sales rose to 4.5 million . . . . . 12 units", ("Sales rose to 4.5 million . . . . . 12 units",)),
        ("Dr. Berg of the U.S. Office signed it.", ("Dr. Berg of the U.S. Office signed it.",)),
        ("Yes. The plant closed in May.", ("Yes. The plant closed in May.",)),
        ("", ("",)),
    ],
)
def test_where_a_claim_is_parted(claim, sentences):
    assert sentences_of(claim) == sentences


def test_a_text_is_no_claim():
    claim = "The plant closed in May. "
    assert len(sentences_of(claim * MOST_SENTENCES)) == MOST_SENTENCES
    assert len(sentences_of(claim * (MOST_SENTENCES + 1))) == 1


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The plant employed 412 people in March. Revenue was $48 million in 2021.", Verdict.SUPPORTED),
        ("the plant employed 412 people in march . revenue was $48 million in 2021 .", Verdict.SUPPORTED),
        ("The plant employed 412 people in March. Revenue was $49 million in 2021.", Verdict.WEAK),
        ("The plant employed 412 people in March. The dog barked at the moon.", Verdict.WEAK),
        ("The dog barked at the moon. Nobody has seen the cat.", Verdict.NOT_FOUND),
        ("Revenue was $48 million in 2021. Staff at the Oslo site may smoke.", Verdict.CONTRADICTED),
    ],
)
def test_a_claim_is_as_good_as_its_weakest_sentence(claim, verdict, mode):
    assert verdict_on(claim, report_passage(PLANT, title="Report"), mode=mode) is verdict


def found(key, score, quote="q", stance=Stance.SUPPORTS, *, partial=False):
    return Finding(key=key, quote=quote, stance=stance, score=score, partial=partial)


def told(findings):
    return {(one.key, one.quote): (one.score, one.partial) for one in findings}


def test_nothing_supports_a_claim_more_than_its_weakest_sentence_is_supported():
    findings = together([(found("a", 0.9, "one"),), (found("b", 0.7, "two"), found("c", 0.6))], cited=frozenset())
    assert told(findings) == {("a", "one"): (0.7, False), ("b", "two"): (0.7, False), ("c", "q"): (0.6, False)}


def test_what_only_an_uncited_passage_bears_out_does_not_count_for_the_cited_one():
    findings = together([(found("cited", 0.9, "one"),), (found("other", 0.95, "two"),)], cited=frozenset({"cited"}))
    assert told(findings) == {("cited", "one"): (CUTS.weak, True), ("other", "two"): (0.9, False)}


def test_a_sentence_without_support_leaves_a_part_and_what_speaks_against_one_speaks_against_all():
    against = found("b", 0.9, "no", Stance.CONTRADICTS)
    findings = together([(found("a", 0.9, "one"), found("a", 0.3, "two")), (against,)], cited=frozenset())
    assert told(findings) == {("b", "no"): (0.9, False), ("a", "one"): (CUTS.weak, True), ("a", "two"): (0.3, False)}


def test_two_sentences_that_one_quote_bears_out_make_one_finding():
    findings = together([(found("a", 0.9),), (found("a", 0.8),)], cited=frozenset())
    assert told(findings) == {("a", "q"): (0.8, False)}
    assert len(findings) == 1
