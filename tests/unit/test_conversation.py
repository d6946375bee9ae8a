"""A question that leans on the one before is made to stand alone; one that stands alone is left as it is."""

from uuid import uuid4

import pytest

from apps.retrieval.context import merged
from apps.retrieval.conversation import standalone
from apps.retrieval.phrases import words
from tests.conversations import conversations

LTV = "What is the maximum LTV for an investment property?"
NAMES = words("3m 2018 10k adobe 2022 amcor 2023 bestbuy boeing netflix 2017 pfizer ultabeauty policy")


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
        "",
        "???",
    ],
)
def test_a_question_that_stands_alone_is_not_drawn_to_the_last(question: str) -> None:
    assert standalone(question, [LTV], names=NAMES) == question


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
