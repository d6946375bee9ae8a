"""Questions made of passages read as a person would put them, or are not made."""

import pytest

from apps.drafting.follow_up_candidates import candidates, without_repeats
from apps.retrieval.types import ContextChunk

TABLE = """Consolidated results
(in millions)
2017 2016 2015
Total net revenues $ 11,693 $ 8,831 $ 6,780
Cost of revenues 7,660 6,030 4,591
Other 12 13 14
Less: treasury stock (3) (2) (1)
Balance, end of year 9 8 7
Foreign exchange gain — — 5
"""


def passage(content: str = "Text.", *headings: str, key: str = "a" * 12, title: str = "Handbook") -> ContextChunk:
    return ContextChunk(
        chunk_id=key, key=key, document_id="d", title=title, filename="h.pdf", content=content, heading_path=headings
    )


def texts(*passages: ContextChunk, several: bool = False, wanted: tuple[str, ...] = ()) -> list[str]:
    return [candidate.text for candidate in candidates(passages, wanted=wanted, several=several)]


def test_a_row_of_years_asks_how_it_changed():
    assert texts(passage(TABLE)) == [
        "How did total net revenues change from 2015 to 2017?",
        "How did cost of revenues change from 2015 to 2017?",
    ]


@pytest.mark.parametrize("label", ["Northern Region", "In production and testing", "Balances at start of year"])
def test_a_row_that_says_not_what_is_counted_asks_nothing(label):
    assert texts(passage(f"(in millions)\n2017 2016 2015\n{label} $ 3 $ 2 $ 1\n")) == []


def test_a_row_without_unit_or_scale_asks_nothing():
    assert texts(passage("Costs\n2017 2016 2015\nTraining costs 31 22 13\n")) == []
    assert len(texts(passage("Costs\n2017 2016 2015\nTraining costs 31% 22% 13%\n"))) == 1


def test_a_heading_asks_what_is_said_of_it():
    assert texts(passage("Parental leave is paid.", "Chapter 3", "3.2 Parental leave")) == [
        "What do the documents say about parental leave?"
    ]


def test_a_defined_term_asks_what_it_means():
    assert texts(passage("“Net Yield” means interest income over average assets.")) == ["What does “Net Yield” mean?"]


def test_among_several_documents_a_question_names_its_own():
    assert texts(passage("Parental leave is paid.", "Parental leave"), several=True) == [
        "What does “Handbook” say about parental leave?"
    ]
    assert texts(passage(TABLE, title="NETFLIX 2017 10K"), several=True)[0] == (
        "How did total net revenues change from 2015 to 2017 according to “NETFLIX 2017 10K”?"
    )


@pytest.mark.parametrize(
    ("heading", "content", "topic"),
    [
        ("Item 1A. Risk Factors", "The risk factors are many.", "risk factors"),
        ("4.2 Prepayment penalties", "", "prepayment penalties"),
        ("(b) Debt covenants", "", "debt covenants"),
        ("Non-GAAP Financial Measures", "Our financial measures", "Non-GAAP financial measures"),
        ("Kenvue separation", "The separation of Kenvue took place.", "Kenvue separation"),
        ("Adjusted EPS", "", "adjusted EPS"),
        ("Separation of Kenvue", "The separation of Kenvue took place.", "Separation of Kenvue"),
        ("Shops closed⁽¹⁾", "", "shops closed"),
        ("Working Time", "Hours are counted.", "Working Time"),
        ("R&D spending", "", "R&D spending"),
    ],
)
def test_a_heading_stands_in_the_sentence_as_one_would_write_it(heading, content, topic):
    assert texts(passage(content, heading)) == [f"What do the documents say about {topic}?"]


@pytest.mark.parametrize(
    "heading",
    [
        "Overview",
        "Revenue",
        "PART II",
        "Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations",
        "We face risks, such as unforeseen costs",
        "Notes to Consolidated Financial Statements",
        "Three Months Ended December",
        "litigation related In-process research",
        "DOCUMENTS INCORPORATED BY REFERENCE",
        "What happens next?",
        "Washington, D.C. 20549",
        "Leave (continued)",
        "Effects of",
        "Handbook of the bank",
    ],
)
def test_a_line_that_is_no_topic_asks_nothing(heading):
    assert texts(passage("", heading, title="Handbook of the bank")) == []


def test_what_comes_near_an_open_claim_is_asked_first():
    first, second = passage("", "Parental leave"), passage("", "Notice periods", key="b" * 12)
    assert texts(first, second)[0].endswith("parental leave?")
    assert texts(first, second, wanted=("b" * 12,))[0].endswith("notice periods?")


def test_one_passage_does_not_crowd_out_the_others():
    asked = texts(passage(TABLE, "Segment revenues"), passage("", "Content obligations", key="b" * 12))
    assert asked[1] == "What do the documents say about content obligations?"


def test_what_was_asked_or_is_asked_already_is_left_out():
    made = candidates([passage("", "Parental leave"), passage("", "Notice periods", key="b" * 12)], several=False)
    assert [one.text for one in without_repeats(made, asked=["How long is parental leave?"])] == [made[1].text]
    assert list(without_repeats(made, asked=["parental leave", "Which notice periods apply?"])) == []
    assert list(without_repeats(made, asked=["Who is on the board?"])) == made
