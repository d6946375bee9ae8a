"""Sentence splitting: what ends a sentence and what does not."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.core.sentences import is_table_row, split_sentences


def sentences(text):
    return [text[span.start : span.end] for span in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The limit is 80%. It may be raised.", ["The limit is 80%.", "It may be raised."]),
        ("The rate was 4.5 percent. It fell.", ["The rate was 4.5 percent.", "It fell."]),
        ("Acme Inc. and Best Co. merged. Both won.", ["Acme Inc. and Best Co. merged.", "Both won."]),
        ("We operate in the U.S. The rest is abroad.", ["We operate in the U.S.", "The rest is abroad."]),
        ("The U.S. Treasury pays. We do not.", ["The U.S. Treasury pays.", "We do not."]),
        ("See No. 5 of the list. No. That is all.", ["See No. 5 of the list.", "No.", "That is all."]),
        ("Fees (e.g. an appraisal) apply. See i.e. Annex A.", ["Fees (e.g. an appraisal) apply.", "See i.e. Annex A."]),
        ("J. P. Morgan wrote it. Dr. Lee read it.", ["J. P. Morgan wrote it.", "Dr. Lee read it."]),
        ("On Jan. 3 it began. It ended in Jan. The end.", ["On Jan. 3 it began.", "It ended in Jan.", "The end."]),
        (
            "As Section 3.2 says, pay. As in Section 4. Then go.",
            ["As Section 3.2 says, pay.", "As in Section 4.", "Then go."],
        ),
        ('He asked "Why?" and left. "Stop." Then quiet.', ['He asked "Why?" and left.', '"Stop."', "Then quiet."]),
        ("It holds (see Note 3.) The rest follows.", ["It holds (see Note 3.)", "The rest follows."]),
        ("What is the limit? It is 80%! Good…", ["What is the limit?", "It is 80%!", "Good…"]),
        ("Fees fell in 2021.¹ The notice is 30 days.", ["Fees fell in 2021.¹", "The notice is 30 days."]),
        ("Fees fell (see below.)²,³ Costs rose.⁽⁴⁾ Good.", ["Fees fell (see below.)²,³", "Costs rose.⁽⁴⁾", "Good."]),
        ("See No.¹ 5, etc., The list of 1.5² is long.", ["See No.¹ 5, etc., The list of 1.5² is long."]),
        ("限度是80%。必须遵守。", ["限度是80%。", "必须遵守。"]),
    ],
)
def test_full_stops_end_sentences_and_abbreviations_do_not(text, expected):
    assert sentences(text) == expected


def test_an_anchor_after_the_full_stop_belongs_to_the_sentence_before_it():
    text = "One fact.¹ [cite:abcdef012345] Two facts.[cite:abcdef012345][cite:0123456789ab] Three [cite:abcdef012345]."
    assert sentences(text) == [
        "One fact.¹ [cite:abcdef012345]",
        "Two facts.[cite:abcdef012345][cite:0123456789ab]",
        "Three [cite:abcdef012345].",
    ]


def test_an_anchor_on_the_next_line_still_belongs_to_its_sentence():
    assert sentences("A fact.\n[cite:abcdef012345] Next one.") == ["A fact.\n[cite:abcdef012345]", "Next one."]


def test_wrapped_lines_are_one_sentence():
    text = "The borrower must document income for the two\nyears before the application, and the lender keeps\na copy."
    assert sentences(text) == [text]


def test_a_blank_line_always_ends_a_sentence():
    assert sentences("the first part\n\nand the second") == ["the first part", "and the second"]


def test_headings_stand_alone():
    text = "# Policy\nThe policy binds all branches and every broker.\n3.2 Limits\nThe limit is 80% of value."
    assert sentences(text) == [
        "# Policy",
        "The policy binds all branches and every broker.",
        "3.2 Limits",
        "The limit is 80% of value.",
    ]


def test_an_article_at_the_beginning_of_a_line_is_no_number_of_a_heading():
    text = "Gross profit rose to 39.6%. As\na percentage of net sales, costs fell in fiscal\n2021, due to rent."
    assert sentences(text)[1:] == [text.partition(". ")[2]]


@pytest.mark.parametrize("heading", ["3.2 Limits", "IV. Fees", "B. Fees", "b. Fees", "Section 4a Fees", "ITEM 1A FEES"])
def test_numbered_headings_stand_alone(heading):
    text = f"{heading}\nThe limit that holds for every loan is 80% of its value."
    assert sentences(text) == text.split("\n")


LONG = (
    "A line of a paragraph can run far over the width of the page where a hyphen was put in by the typesetter "
    "and then the reader takes two lines for one.\n"
)


def test_a_figure_goes_on_with_a_sentence_that_no_stop_ended():
    text = (
        f"{LONG}We buy from makers on four continents. In 2023 our twenty makers delivered about\n"
        "71% of the goods that we bought, and five of them as much as half of all goods in\n"
        "2023, and no less in 2022. We have no long contracts with them, so that they may\n"
        "part with us."
    )
    whole = sentences(text)
    assert whole[2].startswith("In 2023 our twenty")
    assert whole[2].endswith("no less in 2022.")
    assert len(whole) == 4


def test_one_line_that_runs_over_does_not_make_the_page_wide():
    text = (
        f"{LONG}We carefully choose what we sell in each store because a customer who does not\n"
        "Nordic goods in a store find will look for it at the stores of Borealis or in the\n"
        "Web, as we have seen more than once in the first half of the year, and we keep as\n"
        "much of it as there is room for."
    )
    assert len(sentences(text)) == 2


def test_a_figure_behind_a_short_line_or_a_title_begins_anew():
    text = (
        "Notice period\n30 days are the rule for all of those who have been with us for a year, and 60 days for others."
    )
    assert sentences(text) == text.split("\n")
    text = "1. Fees of the lender and all of his brokers\n80% of the fees are paid at once and the others in a year."
    assert sentences(text) == text.split("\n")


def test_section_numbers_do_not_end_a_sentence():
    assert sentences("1. The borrower pays.\n2. The lender waits.") == ["1. The borrower pays.", "2. The lender waits."]
    assert sentences("It holds.\nSection 4. The borrower pays.") == ["It holds.", "Section 4. The borrower pays."]
    assert sentences("Section 4. The borrower pays. It does.") == ["Section 4. The borrower pays.", "It does."]


def test_list_items_are_sentences_of_their_own():
    text = "The file holds:\n- a pay slip\n- a tax return that covers\n  two years\n(a) a deed"
    assert sentences(text) == [
        "The file holds:",
        "- a pay slip",
        "- a tax return that covers\n  two years",
        "(a) a deed",
    ]


def test_table_rows_are_sentences_of_their_own():
    text = "Net sales $ 35,344 $ 34,229\nOperating income (loss) 1,012 (45)\nLoan type | Maximum LTV\nInvestment | 75%"
    assert sentences(text) == text.split("\n")


def test_the_label_of_a_row_may_be_wrapped():
    text = "Net sales 5 6\nReclassification of adjustments\ninto earnings 7 8\nOther 9 10"
    assert sentences(text) == ["Net sales 5 6", "Reclassification of adjustments\ninto earnings 7 8", "Other 9 10"]


@pytest.mark.parametrize(
    "line",
    [
        "Net sales $ 35,344 $ 34,229",
        "a | b",
        "x\ty",
        "Income     12",
        "Taxes — (3)",
        "Sales³ 5⁽¹⁾ 6²,³",
        "Costs 5 (6) ²",
    ],
)
def test_rows_of_a_table_are_recognised(line):
    assert is_table_row(line)


@pytest.mark.parametrize(
    "line",
    ["for the years ended December 31, 2018", "It rose by 4.5% to $1.2 billion.", "In 2018 we", "of 10² and 25²"],
)
def test_prose_with_figures_is_no_table_row(line):
    assert not is_table_row(line)


PIECES = st.sampled_from(
    [
        *(". ", "? ", "\n", "\n\n", " ", "U.S.", "Inc.", "No. 5", "3.2", "[cite:abcdef012345]", "- ", "| ", "The "),
        *(
            "a",
            "(b)",
            '."',
            "#",
            "1. ",
            "\t",
            "\x0c",
            "\x1c",
            "\u2028",
            "\u00a0",
            "80%",
            "é",
            "。",
            "🙂",
            "Section 4. ",
        ),
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=60).map("".join)))
@example("")
@example("\x1c.\u2028 ")
def test_spans_are_ordered_and_leave_only_whitespace_outside(text):
    position = 0
    for span in split_sentences(text):
        assert position <= span.start < span.end <= len(text)
        assert not text[position : span.start].strip()
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        position = span.end
    assert not text[position:].strip()


@pytest.mark.parametrize(
    "bracket",
    ["(Repealed 2020)", "(Repealed.)", "(Superseded by Section 9.)", "(now withdrawn)", "(deleted in May 2019)"],
)
def test_a_bracket_that_takes_a_rule_back_belongs_to_its_sentence(bracket):
    for mark in ("", " [cite:0123456789ab]"):
        text = f"The crane costs $15 a lift. {bracket}{mark} A berth costs $40 a week."
        assert sentences(text) == [f"The crane costs $15 a lift. {bracket}{mark}", "A berth costs $40 a week."]


def test_a_bracket_that_says_something_else_is_a_sentence_of_its_own():
    text = "The crane costs $15 a lift. (Repealed rules are kept for ten years.) A berth costs $40 a week."
    assert len(sentences(text)) == 3


@given(st.lists(PIECES, max_size=40).map("".join))
def test_blank_lines_in_front_change_nothing(text):
    assert sentences("\n\n" + text) == sentences(text)


@pytest.mark.parametrize(
    "text", ["." * 300_000 + "x", "1 " * 150_000 + "x", "e.g. " * 60_000, "((( " * 80_000, "a" * 300_000]
)
def test_time_grows_with_the_text_and_not_with_its_square(text):
    began = time.process_time()
    split_sentences(text)
    assert time.process_time() - began < 3
