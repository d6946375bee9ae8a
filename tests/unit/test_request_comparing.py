"""What a request compares, and the points on which it does."""

import pytest

from apps.retrieval.requests.request import compared_parts, parts_of, sentences_of, taken_apart, topics_of


@pytest.mark.parametrize(
    ("text", "these", "points"),
    [
        ("Acme and Corax in streaming costs", ["Acme", "Corax"], ["streaming costs"]),
        ("Acme with Corax in their rent and debt", ["Acme", "Corax"], ["their rent", "debt"]),
        ("Acme and Corax on rent", ["Acme", "Corax"], ["rent"]),
        ("the sales of Acme and Corax in Norway", ["the sales of Acme", "Corax in Norway"], []),
        ("Acme and Corax in detail", ["Acme", "Corax in detail"], []),
        ("leave in practice and overtime", ["leave in practice", "overtime"], []),
    ],
)
def test_points_stand_behind_what_is_compared(text: str, these: list[str], points: list[str]) -> None:
    assert compared_parts(text) == (these, points)
    assert parts_of(text, compared=True) == [*these, *points]


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("How do Acme and Corax compare on rent and debt", "Acme and Corax on rent and debt"),
        ("How does Acme compare with Corax in pricing", "Acme with Corax in pricing"),
        ("How do Acme and Corax differ in pricing", "Acme and Corax on pricing"),
        ("How does Acme differ from Corax on fees", "Acme with Corax on fees"),
        ("How do Acme and Corax compare to each other on fees", "Acme and Corax on fees"),
        ("What are the main differences between Acme and Corax in fees", "Acme and Corax in fees"),
        ("Compare Acme and Corax on fees", "Acme and Corax on fees"),
    ],
)
def test_a_question_that_compares_is_a_comparison(sentence: str, rest: str) -> None:
    assert taken_apart(sentence) == ("comparison", "", rest)


@pytest.mark.parametrize(
    "sentence", ["How do fees differ by region", "How does the bank compare offers", "How do loans work"]
)
def test_any_other_question_is_none(sentence: str) -> None:
    assert taken_apart(sentence)[0] == "document"


def test_names_before_a_colon_are_not_searched_for_as_topics() -> None:
    query = "Compare how Acme, Blue Sky and Corax fund themselves: debt and rent"
    assert topics_of(query, names={"acme", "blue", "sky", "corax"}) == ("funding", "debt", "rent")


def test_the_stop_of_a_short_form_ends_no_sentence() -> None:
    assert sentences_of("Compare Acme Inc. and Corax vs. Dyne on fees. Keep it short, max. 2 pages. Add rent.") == [
        "Compare Acme Inc. and Corax vs. Dyne on fees.",
        "Keep it short, max. 2 pages.",
        "Add rent.",
    ]
