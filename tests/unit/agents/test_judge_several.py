"""Claims of several sentences: where they are parted, and what each sentence does to the whole."""

from dataclasses import replace

import pytest

from apps.agents.judge.several import MOST_SENTENCES, sentences_of
from apps.verification.decide import decide
from apps.verification.types import Finding, Judgement, Mode, Stance, Thresholds, Verdict
from workers.evaluations.judge import claim_of

from .statement_cases import decision_on, report_passage

PLANT = (
    "The plant employed 412 people in March. Each shift begins at six, and visitors report to the gate. "
    "Revenue was $48 million in 2021. Staff at the Oslo site may not smoke."
)
PASSAGE = report_passage(PLANT, title="Report")


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("The plant closed. Its staff left.", ("The plant closed.", "Its staff left.")),
        ("the plant has closed . its staff left", ("the plant has closed .", "its staff left")),
        ("the plant has closed ! is its staff there ?", ("the plant has closed !", "is its staff there ?")),
        ("Sales rose to 4.5 million . . . . . 12 units", ("Sales rose to 4.5 million . . . . . 12 units",)),
        ("Dr. Berg of the U.S. Office signed it.", ("Dr. Berg of the U.S. Office signed it.",)),
        ("Yes. The plant closed in May.", ("Yes. The plant closed in May.",)),
        ("Yes. The plant closed in May. Its staff left.", ("Yes. The plant closed in May.", "Its staff left.")),
        ("the firm of Mr . Smith was sold . it has closed", ("the firm of Mr . Smith was sold .", "it has closed")),
        ("Sales rose by 3. 5 percent in May. Costs fell.", ("Sales rose by 3. 5 percent in May.", "Costs fell.")),
        ("He said: “We lost. We will not return.” He left in May.",
         ("He said: “We lost. We will not return.”", "He left in May.")),
        ('Kerr said "$40 million was lost. Costs doubled in May."',
         ('Kerr said "$40 million was lost. Costs doubled in May."',)),
        ('The firm sells a 27" panel. It lost money.', ('The firm sells a 27" panel.', "It lost money.")),
        ('She said: "We lost. We left." He left too in May.', ('She said: "We lost. We left."', "He left too in May.")),
        ("", ("",)),
    ],
)  # fmt: skip
def test_where_a_claim_is_parted(claim, sentences):
    assert sentences_of(claim) == sentences


def test_a_text_is_no_claim():
    claim = "The plant closed in May. "
    assert len(sentences_of(claim * MOST_SENTENCES)) == MOST_SENTENCES
    assert len(sentences_of(claim * (MOST_SENTENCES + 1))) == 1


@pytest.mark.parametrize(
    ("claim", "strict", "helpful"),
    [
        (
            "The plant employed 412 people in March. Revenue was $48 million in 2021.",
            Verdict.WEAK,
            Verdict.SUPPORTED,
        ),
        (
            "the plant employed 412 people in march . revenue was $48 million in 2021 .",
            Verdict.WEAK,
            Verdict.SUPPORTED,
        ),
        ("The plant employed 412 people in March. The dog barked at the moon.", Verdict.WEAK, Verdict.WEAK),
        ("The dog barked at the moon. Nobody has seen the cat.", Verdict.NOT_FOUND, Verdict.NOT_FOUND),
        (
            "Revenue was $48 million in 2021. Staff at the Oslo site may smoke.",
            Verdict.CONTRADICTED,
            Verdict.CONTRADICTED,
        ),
    ],
)
def test_a_claim_is_as_good_as_its_weakest_sentence_and_never_supported_in_strict_mode(claim, strict, helpful):
    assert decision_on(claim, PASSAGE, mode=Mode.STRICT).verdict is strict
    assert decision_on(claim, PASSAGE, mode=Mode.HELPFUL).verdict is helpful


def test_sentences_that_stand_in_the_source_one_after_the_other_are_supported_in_strict_mode_too():
    claim = "Revenue was $48 million in 2021. Staff at the Oslo site may not smoke."
    assert decision_on(claim, PASSAGE, mode=Mode.STRICT).verdict is Verdict.SUPPORTED


def test_every_sentence_has_its_quote_in_the_ledger():
    claim = "The plant employed 412 people in March. Staff at the Oslo site may not smoke."
    quotes = [one.quote for one in decision_on(claim, PASSAGE, mode=Mode.HELPFUL).evidence]
    assert quotes == ["The plant employed 412 people in March.", "Staff at the Oslo site may not smoke."]


@pytest.mark.parametrize("mode", list(Mode))
def test_a_figure_of_one_sentence_is_held_against_what_bears_out_that_sentence(mode):
    sentences = ("The plant employed 48 people in March.", "Revenue was $48 million in 2021.")
    quotes = ("The plant employed 412 people in March.", "Revenue was $48 million in 2021.")
    judgement = Judgement(
        findings=tuple(
            Finding(key=PASSAGE.key, quote=quote, stance=Stance.SUPPORTS, score=0.99, sentence=place)
            for place, quote in enumerate(quotes)
        ),
        sentences=sentences,
    )
    decision = decide(
        claim=claim_of(" ".join(sentences)), judgement=judgement, context=(PASSAGE,), mode=mode,
        thresholds=Thresholds(), cited_counts_all=True,
    )  # fmt: skip
    assert decision.verdict is Verdict.CONTRADICTED
    assert any(check.name == "number_lint" for check in decision.checks)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_sentence_that_needs_no_source_and_has_none_keeps_the_whole_from_being_supported(mode):
    sentences = ("Revenue was $48 million in 2021.", "It was run by pirates from Mars.")
    finding = Finding(key=PASSAGE.key, quote=sentences[0], stance=Stance.SUPPORTS, score=0.98)
    decision = decide(
        claim=replace(claim_of(" ".join(sentences)), requires_citation=False),
        judgement=Judgement(findings=(finding,), sentences=sentences), context=(PASSAGE,), mode=mode,
        thresholds=Thresholds(), cited_counts_all=True,
    )  # fmt: skip
    assert (decision.verdict, decision.reason) == (Verdict.WEAK, "partial")


@pytest.mark.parametrize("mode", list(Mode))
def test_what_two_documents_say_of_two_things_is_not_said_of_one(mode):
    alder = report_passage("Alder has 300 staff in Bergen.", title="Alder")
    birch = replace(
        report_passage("Revenue rose to 12 million euros in 2021.", title="Birch"),
        key="d" * 12, chunk_id="d" * 8, document_id="e",
    )  # fmt: skip
    claim = "Alder has 300 staff in Bergen. Revenue rose to 12 million euros in 2021."
    decision = decision_on(claim, alder, birch, mode=mode)
    assert (decision.verdict, decision.reason) == (Verdict.WEAK, "partial")


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Alder plant opened in 1998. It closed in 2015.", Verdict.SUPPORTED),
        ("The Birch plant opened in 2001. It closed in 2015.", Verdict.WEAK),
    ],
)
def test_whom_a_pronoun_means_is_known_only_from_the_sentence_before_it(claim, verdict, mode):
    plants = "The Alder plant opened in 1998. It closed in 2015. The Birch plant opened in 2001. It employs 300 people."
    assert decision_on(claim, report_passage(plants, title="Report"), mode=mode).verdict is verdict


LEANING = [
    ("Avery met Collins in Rome, and Dana Wells left the board. She now lives in Malta.",
     "Avery met Collins in Rome. She now lives in Malta.", False),
    ("The Oslo plant was closed in 2017 and the Bergen plant was opened in 2018. It employs 400 people.",
     "The Oslo plant was closed in 2017. It employs 400 people.", False),
    ("The Oslo plant closed in 2017. The Bergen plant opened in 2018. It employs 400 people.",
     "The Oslo plant closed in 2017. Its Bergen plant opened in 2018.", False),
    ("Carla Ruiz won the seat from Otto Blum in May. He had held it for nine years.",
     "Carla Ruiz won the seat in May. He had held it for nine years.", False),
    ("Delta lost money and Sigma gained some. The group raised its dividend by 4 percent in May.",
     "Delta lost money. The group raised its dividend by 4 percent in May.", False),
    ("Wren applied. Hale was appointed. She had worked for the city before.",
     "Wren applied. She had worked for the city before.", False),
    ("The Oslo plant closed in 2017 and the Bergen plant opened in 2018. The plant employs 400 people.",
     "The Oslo plant closed in 2017. The plant employs 400 people.", False),
    ("Pell bought the fleet in 2003, while Danton kept the docks. Later in the same year it went bankrupt.",
     "Pell bought the fleet in 2003. Later in the same year it went bankrupt.", False),
    ("Hale was appointed in April. On leaving the city, she had sold her house.",
     "Hale was appointed in April. On leaving the city, she had sold her house.", True),
    ("Tom Reyes led the firm until 2010. He sold the firm to Axton in 2011.",
     "Tom Reyes led the firm until 2010. He sold the firm to Axton in 2011.", True),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim", "supported"), LEANING)
def test_what_a_sentence_leans_on_is_all_that_the_quote_before_it_says(source, claim, supported):
    decision = decision_on(claim, report_passage(source, title="Report"), mode=Mode.STRICT)
    assert (decision.verdict is Verdict.SUPPORTED) is supported


def found(sentences, findings, *passages, mode=Mode.HELPFUL, citations=(), thresholds=None):
    """The decision on a claim of these sentences, of which each has findings: place → quotes with stance and score."""
    judgement = Judgement(
        findings=tuple(
            Finding(key=key, quote=quote, stance=stance, score=score, sentence=place)
            for place, key, quote, stance, score in findings
        ),
        sentences=sentences,
    )
    return decide(
        claim=replace(claim_of(" ".join(sentences)), citations=citations), judgement=judgement, context=passages,
        mode=mode, thresholds=thresholds or Thresholds(), cited_counts_all=not citations,
    )  # fmt: skip


def test_reason_and_note_are_of_the_weakest_sentence():
    sentences = (
        "Revenue was $48 million in 2021.",
        "Each shift begins at six.",
        "At the gate 45 visitors report.",
    )
    quotes = [(0, 0.99), (1, 0.6), (2, 0.55)]
    told = ("Revenue was $48 million in 2021.", "Each shift begins at six", "visitors report to the gate")
    decision = found(
        sentences, [(place, PASSAGE.key, told[place], Stance.SUPPORTS, score) for place, score in quotes], PASSAGE,
        mode=Mode.STRICT,
    )  # fmt: skip
    assert (decision.verdict, decision.reason) == (Verdict.WEAK, "number_mismatch")
    assert "figure" in decision.notes


def test_that_another_document_gainsays_the_one_whose_word_is_told_is_said_of_the_whole():
    told = report_passage("Costs rose in 2019. Profits did not fall in 2019.", title="Letter")
    other = replace(
        report_passage("Profits fell in 2019.", title="Report"), key="d" * 12, chunk_id="d" * 8, document_id="e"
    )
    sentences = ("Another source says: Costs rose in 2019.", "Another source says: Profits did not fall in 2019.")
    findings = [
        (0, told.key, "Costs rose in 2019.", Stance.SUPPORTS, 0.98),
        (1, told.key, "Profits did not fall in 2019.", Stance.SUPPORTS, 0.98),
        (1, other.key, "Profits fell in 2019.", Stance.CONTRADICTS, 0.9),
    ]
    decision = found(sentences, findings, told, other, citations=(told.key,))
    assert (decision.verdict, decision.reason) == (Verdict.SUPPORTED, "conflict")
    assert "Profits fell in 2019." in decision.notes


def test_the_key_that_would_serve_a_later_sentence_is_suggested():
    sentences = ("The moon was bought by Xylo in 1801.", "Revenue was $48 million in 2021.")
    findings = [(1, PASSAGE.key, sentences[1], Stance.SUPPORTS, 0.98)]
    decision = found(sentences, findings, PASSAGE, mode=Mode.STRICT, citations=("e" * 12,))
    assert (decision.verdict, decision.suggested_key) == (Verdict.NOT_FOUND, PASSAGE.key)


def test_each_sentence_of_what_another_says_is_held_against_the_passages():
    decision = decision_on(
        "Another source says: Revenue was $48 million in 2021. Staff at the Oslo site may not smoke.", PASSAGE,
        mode=Mode.STRICT,
    )  # fmt: skip
    assert [one.quote for one in decision.evidence] == [
        "Revenue was $48 million in 2021.", "Staff at the Oslo site may not smoke.",
    ]  # fmt: skip
