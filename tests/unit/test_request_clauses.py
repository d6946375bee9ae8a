"""A clause of a request becomes what it asks about; a phrase that is none stays."""

from time import process_time

import pytest

from apps.retrieval.requests.clauses import as_topic, does_something
from apps.retrieval.requests.request import bare_topic, taken_apart, topics_of


@pytest.mark.parametrize(
    ("clause", "topic"),
    [
        ("how they finance themselves", "financing"),
        ("how they manage their debt", "managing debt"),
        ("how it makes money", "revenue"),
        ("how does it earn its money", "revenue"),
        ("how they make bread", "making bread"),
        ("how they get their goods", "getting goods"),
        ("how the two firms pay rent", "paying rent"),
        ("how they compete", "competing"),
        ("how they describe climate risk", "climate risk"),
        ("how it addresses the risk of floods", "risk of floods"),
        ("how did its net sales develop", "net sales"),
        ("how its rent has changed over time", "rent"),
        ("why its rent fell", "rent"),
        ("whether it pays a bonus", "paying a bonus"),
        ("how did they perform", ""),
        ("what happened to gross margin", "gross margin"),
        ("what drives its bakery business", "bakery business"),
        ("who are its rivals", "rivals"),
        ("compare it with the bonus scheme", "bonus scheme"),
        ("compare it with that", ""),
        ("everything about pension plans", "pension plans"),
    ],
)
def test_a_clause_is_what_it_asks_about(clause: str, topic: str) -> None:
    assert bare_topic(clause) == topic


@pytest.mark.parametrize(
    "phrase",
    [
        "changes in pay", "pay rises", "how overtime works", "how they are taxed", "treatment of waste", "pay rise",
        "address changes", "costs of the change", "what employees earn", "compare rates with peers", "drives and discs",
        "everything important about leave", "time off", "who pays", "whether tips are taxed",
    ],
)  # fmt: skip
def test_what_is_no_such_clause_stays(phrase: str) -> None:
    assert as_topic(phrase) == phrase


@pytest.mark.parametrize(
    ("before", "after", "does"),
    [
        ("how ", " makes money", True),
        ("", " finances itself", True),
        ("", " describe climate risk", True),
        ("", "'s annual leave", False),
        ("", " annual leave", False),
        ("", " and the bank", False),
        ("leave at ", " covers the year", False),
    ],
)
def test_a_name_does_something_only_as_the_subject_of_a_clause(before: str, after: str, does: bool) -> None:
    assert does_something(before, after) == does


def test_how_several_do_something_is_on_what_they_are_compared() -> None:
    assert taken_apart("Compare how Acme and Corax pay rent") == (
        "comparison",
        "",
        "Acme and Corax on how they pay rent",
    )
    assert topics_of("Compare how Acme and Corax pay rent and manage their debt in May", names={"acme", "corax"}) == (
        "paying rent",
        "managing debt in May",
    )
    kept = "pay rent and in their shops sell bread"
    assert taken_apart(f"Compare how Acme and Corax {kept}")[2] == f"Acme and Corax on how they {kept}"
    assert taken_apart("Compare how Acme deals with Corax")[2] == "how Acme deals with Corax"
    assert topics_of("Compare how Acme and Corax fund themselves", names={"acme", "corax"}) == ("funding",)


def test_a_long_clause_is_read_in_no_time() -> None:
    began = process_time()
    for line in (
        "how did its " * 300,
        "how they each " * 300,
        "Compare how " + "A and " * 400 + "do",
        "all to know " * 300,
    ):
        bare_topic(line)
        taken_apart(line)
    assert process_time() - began < 1
