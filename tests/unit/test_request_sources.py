"""Out of which documents a text is to be written is no topic of it; what is asked about documents stays one."""

from time import process_time

import pytest

from apps.retrieval.requests.manner import without_manner
from apps.retrieval.requests.request import taken_apart, topics_of


@pytest.mark.parametrize(
    ("request_", "topics"),
    [
        ("Draft a note on rent, currency risk, and rivalry in these filings.", ("rent", "currency risk", "rivalry")),
        ("Write a memo on rivalry and rent across the filings", ("rivalry", "rent")),
        ("Summarize rent and debt in the two annual reports.", ("rent", "debt")),
        ("Draft a report on rent and debt according to the documents.", ("rent", "debt")),
        ("Write a memo on rent based on these documents and on debt", ("rent", "debt")),
        ("Write a memo on rent and debt using the attached files, in bullet points.", ("rent", "debt")),
        ("Write a memo on the risks and dividends described in the 10-Ks.", ("risks", "dividends")),
        ("Write a memo on debt and rent in the documents that I uploaded", ("debt", "rent")),
        ("Give an overview of risks and rent for the companies in these filings.", ("risks", "rent")),
        ("Give an overview of the risks and the rent that all of these companies pay.", ("risks", "rent")),
        ("Describe rent in each filing and debt of all companies.", ("rent", "debt")),
        ("Compare rent and debt between the two documents.", ("rent", "debt")),
        ("Report the rent and the debt in both filings.", ("rent", "debt")),
    ],
)  # fmt: skip
def test_the_documents_at_hand_are_no_topic(request_: str, topics: tuple[str, ...]) -> None:
    assert topics_of(request_) == topics


@pytest.mark.parametrize(
    "sentence",
    [
        "Write a memo on access to the files and the retention of documents",
        "Write a memo on errors in reports of employees",
        "Write a memo on changes in the documents that are required for a loan",
        "Write a memo on transfers in these accounts",
        "Write a memo on fees in the lending policy",
        "Write a memo on conflicts among directors and companies",
        "Write a memo on the company and its filings",
    ],
)
def test_what_is_asked_about_documents_stays(sentence: str) -> None:
    assert without_manner(sentence) == sentence


@pytest.mark.parametrize(
    ("sentence", "on"),
    [
        ("Report Acme's rent and debt", "Acme's rent and debt"),
        ("Report the findings on dumping", "findings on dumping"),
        ("Report on rent", "rent"),
        ("Write a due diligence report on rent", "rent"),
        ("How does rent differ", "rent"),
    ],
)
def test_to_report_and_to_differ_are_verbs_of_the_request(sentence: str, on: str) -> None:
    assert taken_apart(sentence)[2].removeprefix("the ") == on


def test_a_long_request_is_read_in_time_that_grows_with_it() -> None:
    def taken(times: int) -> float:
        began = process_time()
        without_manner("Write a memo on rent " + "in the two annual reports of all the companies " * times)
        return process_time() - began

    taken(10)
    assert taken(400) < 40 * max(taken(20), 0.002)


def test_due_diligence_is_a_kind_of_report_and_no_topic():
    assert topics_of("Write a due diligence report on rent and debt.") == ("rent", "debt")
