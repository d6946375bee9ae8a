"""Questions made of passages read as a person would put them, or are not made."""

from dataclasses import replace

import pytest

from apps.agents.reading.passages import read_passage
from apps.drafting.suggesting.candidates import Setting, candidates, without_repeats
from apps.drafting.suggesting.told import Told
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


def texts(
    *passages: ContextChunk, several: bool = False, wanted: tuple[str, ...] = (), asked: tuple[str, ...] = (), **setting
) -> list[str]:
    made = candidates(passages, wanted=wanted, asked=asked, setting=Setting(several=several, **setting))
    return [candidate.text for candidate in made]


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


DEFINED = "“Net Yield” means interest income over average assets."


def test_a_defined_term_asks_what_it_means_where_the_text_uses_it():
    central = passage(f"{DEFINED} Net Yield is set each May. The board looks at Net Yield.")
    assert texts(central, told=Told(text="Net Yield is set each May.")) == ["What does “Net Yield” mean?"]
    assert texts(central, told=Told(text="The board meets each May.")) == [], "a term that the reader has not met"
    assert texts(central, told=Told(text=f"Net Yield is set each May. {DEFINED}")) == [], "and one that he was told"


def test_a_defined_term_that_hardly_occurs_asks_nothing():
    assert texts(passage(DEFINED), told=Told(text="Net Yield is set each May.")) == []
    assert texts(passage(DEFINED.replace("Net Yield", "code") + " A code, a code."), told=Told(text="A code.")) == []


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
        ("3.3 Mooring fee", "A guest pays the Mooring Fee in May.", "Mooring Fee"),
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
        "Boats and Moorings Total",
        "Number of Boats",
        "Part II",
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


def test_the_best_of_each_kind_goes_before_the_next_of_any():
    asked = texts(passage(TABLE, "Segment revenues"), passage("", "Content obligations", key="b" * 12))
    assert asked == [
        "How did total net revenues change from 2015 to 2017?",
        "What do the documents say about segment revenues?",
        "How did cost of revenues change from 2015 to 2017?",
        "What do the documents say about content obligations?",
    ]


def test_what_was_asked_or_is_asked_already_is_left_out():
    made = candidates(
        [passage("", "Parental leave"), passage("", "Notice periods", key="b" * 12)], setting=Setting(several=False)
    )
    assert [one.text for one in without_repeats(made, asked=["How long is parental leave?"])] == [made[1].text]
    assert list(without_repeats(made, asked=["parental leave", "Which notice periods apply?"])) == []
    assert list(without_repeats(made, asked=["Who is on the board?"])) == made


def test_a_heading_that_says_nothing_leaves_all_to_be_asked():
    made = candidates([passage("", "Parental leave")], setting=Setting(several=False))
    assert list(without_repeats(made, asked=[], used=["About us"])) == made
    assert list(without_repeats(made, asked=[], used=["Parental leave"])) == []


def test_what_shares_a_word_with_the_question_goes_first_then_what_stands_beside_what_was_told():
    passages = [
        passage("", "Parental leave"),
        passage("", "Notice periods", key="b" * 12),
        passage("", "Sick pay", key="c" * 12),
    ]
    told = Told(passages=frozenset(["c" * 12]), places=frozenset([("c" * 12, 9)]))
    beside = passage("3.1 Sick pay\n\nText of this.\n\n3.2 Bonus plans\n\nText of that.", key="c" * 12)

    assert texts(*passages, asked=("How long is the notice?",))[0].endswith("notice periods?")
    assert texts(*passages[:2], beside, told=told)[0].endswith("sick pay?")


def test_a_row_or_a_heading_of_what_was_told_asks_nothing():
    content = "1.1 Sick pay\n\nSick pay is due at once.\n\n1.2 Bonus plans\n\nA bonus is due in May.\n"
    units = [unit.text for unit in read_passage(content)]
    told = Told(places=frozenset([("a" * 12, units.index("Sick pay is due at once."))]), passages=frozenset(["a" * 12]))
    assert texts(passage(content, "Pay and more"), told=told) == ["What do the documents say about bonus plans?"]

    rows = [number for number, unit in enumerate(read_passage(TABLE)) if unit.row and "Total" in unit.row.label]
    told = Told(places=frozenset(("a" * 12, number) for number in rows), passages=frozenset(["a" * 12]))
    assert texts(passage(TABLE), told=told)[0] == "How did cost of revenues change from 2015 to 2017?"


def test_a_company_s_report_is_called_by_the_company_and_the_year():
    report = replace(passage(TABLE, "Parental leave"), filename="CORAX_2017_10K.pdf")
    asked = texts(report, several=True, names={"d": "Corax"})
    assert asked[:2] == [
        "How did Corax’s total net revenues change from 2015 to 2017?",
        "What does Corax say about parental leave in its 2017 report?",
    ]


def test_a_sentence_asks_of_what_it_says_unless_it_was_told():
    said = passage("If a guest arrives after ten, the night porter opens the gate.")
    question = "What happens if a guest arrives after ten?"
    assert texts(said) == [question]
    assert texts(said, several=True) == ["Under “Handbook”, what happens if a guest arrives after ten?"]
    assert texts(said, told=Told(places=frozenset([("a" * 12, 0)]), passages=frozenset(["a" * 12]))) == []


def test_why_a_figure_moved_is_another_question_than_how_much_it_is():
    report = replace(passage("Rental income increased in 2021 due to new sites."), filename="CORAX_2021_10K.pdf")
    made = candidates([report], setting=Setting(several=False, names={"d": "Corax"}))
    assert [one.text for one in made] == ["Why did Corax’s rental income increase in 2021?"]
    assert list(without_repeats(made, asked=["What was the rental income?"])) == made
    assert list(without_repeats(made, asked=["Why did rental income rise?"])) == []
