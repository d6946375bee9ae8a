"""A question that leans on the one before is made to stand alone; one that stands alone is left as it is."""

from uuid import uuid4

import pytest

from apps.core.words import word_set
from apps.retrieval.context import merged
from apps.retrieval.conversation.standalone import standalone
from tests.conversations import conversations

LTV = "What is the maximum LTV for an investment property?"
STORES = "How many stores does Best Buy operate in Canada?"
MARGIN = "What is Best Buy's gross margin?"
RISK = "What does Amcor say about floods?"
NAMES = word_set("3m 2018 10k adobe 2022 amcor 2023 bestbuy boeing netflix 2017 pfizer ultabeauty policy")


@pytest.mark.parametrize(
    ("last", "question", "expected"),
    [
        # another condition, thing, year or name
        (LTV, "And for second homes?", "What is the maximum LTV for second homes?"),
        (LTV, "what about second homes?", "What is the maximum LTV for second homes?"),
        (LTV, "And the prepayment penalty?", "What is the prepayment penalty for an investment property?"),
        (LTV, "What if it is rented out?", f"{LTV[:-1]} if it is rented out?"),
        ("How long is the probation period?", "And the notice period?", "How long is the notice period?"),
        ("How long is an appraisal valid?", "And an approval?", "How long is an approval valid?"),
        ("What was Netflix's revenue in 2017?", "What about 2016?", "What was Netflix's revenue in 2016?"),
        ("What is the FY2018 revenue of 3M?", "2017?", "What is the FY2017 revenue of 3M?"),
        ("Who are Boeing's customers in FY2022?", "And Pfizer's?", "Who are Pfizer's customers in FY2022?"),
        ("Who are Boeing's customers in 2022?", "And Adobe's in 2021?", "Who are Adobe's customers in 2021?"),
        ("What has Amcor acquired in 2023?", "How about Best Buy?", "What has Best Buy acquired in 2023?"),
        # what a pronoun stands for
        ("How much is the application fee?", "When is it refunded?", "When is the application fee refunded?"),
        ("How many exceptions may be made?", "Who grants them?", "Who grants exceptions?"),
        ("How many days of paid annual leave do I get?", "Do they lapse?", "Do days of paid annual leave lapse?"),
        ("Is Boeing's business cyclical?", "Who are its customers?", "Who are Boeing's customers?"),
        (
            "What is the maximum DTI?",
            "Who may approve a higher one?",
            "Who may approve a higher one, as to the maximum DTI?",
        ),
        # a question word alone
        (LTV, "why is that?", "Why is that, as to the maximum LTV for an investment property?"),
        (LTV, "Why?", "Why, as to the maximum LTV for an investment property?"),
        ("How is overtime paid?", "Who approves?", "Who approves, as to overtime paid?"),
        # who has it, where the question names nobody
        (STORES, "And how many employees?", "How many employees does Best Buy have in Canada?"),
        (STORES, "What about employees?", "How many employees does Best Buy have in Canada?"),
        (STORES, "And how many in Mexico?", "How many stores does Best Buy operate in Mexico?"),
        (STORES, "What about in Mexico?", "How many stores does Best Buy operate in Mexico?"),
        (STORES, "And how many employees in Mexico?", "How many employees does Best Buy have in Mexico?"),
        (STORES, "And in which cities?", "In which cities, as to stores Best Buy operate in Canada?"),
        (STORES, "And who audits the accounts?", "Who audits the accounts for Best Buy?"),
        (MARGIN, "And which brands?", "Which brands does Best Buy have?"),
        (
            "How many credit cards did the bank issue in 2020?",
            "And how many mortgages in 2021?",
            "How many mortgages did the bank issue in 2021?",
        ),
        (
            "How did Netflix's legal costs change in 2017?",
            "And research and travel?",
            "How did Netflix's research and travel change in 2017?",
        ),
        # "it" before what only an owner does
        (STORES, "How many employees does it have?", "How many employees does Best Buy have?"),
        (MARGIN, "And how many employees does it have?", "How many employees does Best Buy have?"),
        (MARGIN, "Which plants does it still own?", "Which plants does Best Buy still own?"),
        ("What is the bank's oldest fee?", "How many branches does it run?", "How many branches does the bank run?"),
        (MARGIN, "How did it change?", "How did Best Buy's gross margin change?"),
        # "that" and "this" before a noun
        (RISK, "How does it manage that risk?", "How does Amcor manage that risk, as to floods?"),
        (
            RISK,
            "How does the company assess this risk?",
            "How does the company assess this risk, as to floods for Amcor?",
        ),
        (
            "When is a loan declined?",
            "May a client appeal that decision?",
            "May a client appeal that decision, as to a loan declined?",
        ),
        # a year told by the last one
        ("What was Netflix's revenue in 2017?", "What about the year before?", "What was Netflix's revenue in 2016?"),
        ("What was Netflix's revenue in 2017?", "And the following year?", "What was Netflix's revenue in 2018?"),
        ("What is the FY2018 revenue of 3M?", "two years earlier?", "What is the FY2016 revenue of 3M?"),
        (
            "What is the FY2018 revenue of 3M?",
            "How much was it a year later?",
            "How much was the revenue of 3M in FY2019?",
        ),
        (
            "How did Netflix's revenue change from 2016 to 2017?",
            "And the year before?",
            "How did Netflix's revenue change from 2015 to 2016?",
        ),
        ("What was Netflix's revenue in 2017?", "And Adobe's the year before?", "What was Adobe's revenue in 2016?"),
        (STORES, "And the year before?", f"{STORES[:-1]} the year before?"),
        ("What is §?", "Why?", "Why, as to §?"),  # no word of which to say it
    ],
)
def test_what_is_missing_comes_from_the_last_question(last: str, question: str, expected: str) -> None:
    assert standalone(question, [last], names=NAMES) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period after five years?",
        "And who approves exceptions to the DTI limit?",
        "Is it possible to lock a rate for 60 days?",
        "How long does it take to decide a complete application?",
        "May a borrower cancel a loan if it refinances a primary residence?",
        "Does an employee keep the discount when they leave?",
        "Does the bank publish its rates?",
        "What does this policy say about gifts?",
        "Which loans that are above the limit need approval?",
        "List the fees of a loan.",
        "Summarise the leave rules",
        "maximum LTV second home purchase refinance",
        "What was Netflix's revenue in 2017?",
        "If the loan is above $3,000,000, who decides?",
        "What is overtime?",
        "And who decides on loans that are late?",
        "What happens to loans that default?",
        "Does the policy cover fraud that caused a loss?",
        "Does the handbook say that leave of absence lapses?",
        "If income is earned abroad, how does the bank treat that income?",
        "How did the margin change compared to the year before?",
        "May leave be carried over from the previous year?",
        "What was the margin in 2017 and the year before?",
        "",
        "???",
    ],
)
def test_a_question_that_stands_alone_is_not_drawn_to_the_last(question: str) -> None:
    assert standalone(question, [LTV], names=NAMES) == question


@pytest.mark.parametrize(
    "question",
    [
        "How many employees work part time?",
        "And how many employees does Pfizer have?",
        "And what is Boeing's order book?",
        "Does the company that makes vaccines face a risk?",
        "How did margins change compared to the year before?",
        "Is leave of the previous year lost?",
    ],
)
def test_a_question_of_its_own_takes_neither_name_nor_year(question: str) -> None:
    assert standalone(question, ["What was Netflix's revenue in 2017?"], names=NAMES) == question
    assert standalone(question, [STORES], names=NAMES) == question


def test_of_several_names_none_is_taken_for_the_one_meant() -> None:
    last = "How do Boeing and Pfizer finance themselves?"
    assert standalone("And who audits the accounts?", [last], names=NAMES) == "And who audits the accounts?"


def test_the_first_question_is_left_as_it_is() -> None:
    assert standalone("And for second homes?", []) == "And for second homes?"


def test_a_text_before_the_question_has_no_topic_to_lend() -> None:
    assert standalone("Why is that?", ["word " * 200]) == "Why is that?"


def test_a_chain_of_questions_keeps_what_each_has_settled() -> None:
    asked: list[str] = ["What was Netflix's revenue in 2017?"]
    for question in ("And in 2016?", "And Adobe's?", "Why did it fall?"):
        asked.append(standalone(question, asked, names=NAMES))
    assert asked[1:3] == ["What was Netflix's revenue in 2016?", "What was Adobe's revenue in 2016?"]
    assert asked[3] == "Why did Adobe's revenue in 2016 fall?"


def test_what_a_chain_was_last_asked_of_goes_on() -> None:
    asked = [STORES]
    for question in ("And how many employees?", "Are they paid monthly?"):
        asked.append(standalone(question, asked, names=NAMES))
    assert asked[2] == "Are employees paid monthly for Best Buy?"
    asked = ["How did Netflix's legal costs change in 2017?"]
    for question in ("And travel costs?", "What about the year before?", "And the year after?"):
        asked.append(standalone(question, asked, names=NAMES))
    assert asked[2:] == [
        "How did Netflix's travel costs change in 2016?",
        "How did Netflix's travel costs change in 2017?",
    ]


@pytest.mark.parametrize("library", ["samples", "filings"])
def test_of_the_conversations_those_that_lean_are_rewritten_and_no_others(library: str) -> None:
    for each in conversations(library):
        _, query = each.standalone(NAMES)
        assert (query == each.question) is each.stands_alone, each


def test_a_cited_passage_that_is_still_in_the_ranking_stays_for_one_place_in_three() -> None:
    ranked = [uuid4() for _ in range(10)]
    assert merged(ranked, cited=[], keep=6) == [0, 1, 2, 3, 4, 5]
    assert merged(ranked, cited=[ranked[8]], keep=6) == [0, 1, 2, 3, 4, 8]
    assert merged(ranked, cited=ranked[6:], keep=6) == [0, 1, 2, 3, 6, 7], "what was found now keeps the others"
    assert merged(ranked, cited=[ranked[5], ranked[9]], keep=6) == [0, 1, 2, 3, 5, 9], "none gives way that is cited"
    assert merged(ranked, cited=[ranked[0], ranked[1], ranked[9]], keep=6) == [0, 1, 2, 3, 4, 5]
    assert merged(ranked[:3], cited=[uuid4()], keep=6) == [0, 1, 2]


@pytest.mark.parametrize("mark", ["–", "-", ",", "…", ")"])
def test_a_year_may_be_followed_by_a_mark_and_no_word(mark: str) -> None:
    last = "How many depots did Borealis run in 2021?"
    assert standalone(f"And how many drivers in 2019 {mark}", [last]) == "How many drivers did Borealis have in 2019?"


@pytest.mark.parametrize("question", ["Even _?", "Only ____ then?", "Even _in_ May?", "Only __"])
def test_a_blank_to_fill_in_is_no_word(question: str) -> None:
    assert standalone(question, ["Who may sign an order?"])
