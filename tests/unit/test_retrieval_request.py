"""What a request enumerates, to be searched for part by part."""

import pytest

from apps.retrieval.request import MOST_TOPICS, taken_apart, topics_of


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("Write a report on parental leave, sick pay and overtime", ("parental leave", "sick pay", "overtime")),
        ("Can you please draft a short memo for the board on fees?", ("fees",)),
        ("Summarise the rules on gifts. Include remote work, too.", ("gifts", "remote work", "too")),
        ("Prepare a briefing that covers: escrow; appraisals", ("escrow", "appraisals")),
        ("Report on research and development and on debt in 2022", ("research and development", "debt")),
        ("What must branches know about appraisals?", ("appraisals",)),
        ("Write a report that compares the fees and the main risks of A and B", ("fees", "risks of A", "B")),
        ("Prepare a memo for managers which sets out overtime and gifts", ("overtime", "gifts")),
        ("overtime", ()),
        ("", ()),
        ("\x000\x00 and \x007\x00", ("0", "7")),
    ],
)
def test_a_request_is_searched_for_by_what_it_enumerates(query: str, topics: tuple[str, ...]) -> None:
    assert topics_of(query) == topics


def test_names_of_documents_are_no_topics_by_themselves() -> None:
    assert topics_of("Compare Boeing and Amcor on debt", names={"boeing", "amcor"}) == ("debt",)


def test_a_topic_is_searched_for_once_and_so_many_at_most() -> None:
    assert topics_of("Report on fees, Fees and notice") == ("fees", "notice")
    assert len(topics_of("Report on " + ", ".join(f"topic {letter}" for letter in "abcdefghijkl"))) == MOST_TOPICS


def test_a_report_that_compares_is_a_comparison() -> None:
    assert taken_apart("Write a report that compares the fees of A and B")[0] == "comparison"
    assert taken_apart("Write a report on the fees of A and B")[0] == "report"
