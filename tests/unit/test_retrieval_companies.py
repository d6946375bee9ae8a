"""Requests on "the companies": read as on each of them by name where it is certain who they are."""

import pytest

from apps.retrieval.companies import with_companies_named
from apps.retrieval.names import DocumentName


def documents(*named: tuple[str, str]) -> tuple[DocumentName, ...]:
    return tuple(
        DocumentName(document_id=f"d{number}", title=title, filename=filename, chunk_count=3)
        for number, (title, filename) in enumerate(named)
    )


ACME = ("The Acme Company", "ACME_2022_10K.pdf")
CORAX = ("Corax Tools Announces Third Quarter Fiscal 2022 Results", "CORAXTOOLS_2022Q3_EARNINGS.pdf")
DORADO = ("How tools are made", "DORADO_2021_10K.pdf")
LEASE = ("Lease Agreement", "lease.md")
REPORTS = documents(ACME, CORAX, DORADO)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Compare the dividends of the companies.", "Compare the dividends of Acme, Corax Tools and DORADO."),
        (
            "Write a memo comparing the companies' revenue and debt.",
            "Write a memo comparing Acme’s, Corax Tools’s and DORADO’s revenue and debt.",
        ),
        ("Compare each company's debt", "Compare Acme’s, Corax Tools’s and DORADO’s debt"),
        ("Compare all three companies on pensions", "Compare Acme, Corax Tools and DORADO on pensions"),
        ("Summarize the debt of each of the companies", "Summarize the debt of Acme, Corax Tools and DORADO"),
        ("Compare margins between the companies", "Compare margins between Acme, Corax Tools and DORADO"),
        (
            "In no more than 200 words, compare the debt of the companies",
            "In no more than 200 words, compare the debt of Acme, Corax Tools and DORADO",
        ),
        (
            "Write a report for the board on the companies",
            "Write a report for the board on Acme, Corax Tools and DORADO",
        ),
        (
            "Write a memo to the pension committee comparing all three companies",
            "Write a memo to the pension committee comparing Acme, Corax Tools and DORADO",
        ),
        (
            "Draft a note for our members that describes the debt of the companies",
            "Draft a note for our members that describes the debt of Acme, Corax Tools and DORADO",
        ),
        (
            "Write a note to summarize the debt of the companies",
            "Write a note to summarize the debt of Acme, Corax Tools and DORADO",
        ),
        (
            "Draft a memo for the board on the debt and the R&D of each of the companies",
            "Draft a memo for the board on the debt and the R&D of Acme, Corax Tools and DORADO",
        ),
        ("How do the companies pay for land?", "How do Acme, Corax Tools and DORADO pay for land?"),
    ],
)
def test_companies_that_are_asked_for_together_are_named(asked: str, read: str) -> None:
    assert with_companies_named(asked, REPORTS) == read


def test_what_is_no_company_s_report_is_none_of_them() -> None:
    read = with_companies_named("Compare the debt of the companies", documents(ACME, LEASE, DORADO))
    assert read == "Compare the debt of Acme and DORADO"


@pytest.mark.parametrize(
    "asked", ["Draft a memo on the lease and the companies", "Draft a memo on the lease agreement of the companies"]
)
def test_beside_another_document_that_is_called_nobody_is_named(asked: str) -> None:
    assert with_companies_named(asked, documents(ACME, LEASE, DORADO)) == asked


def test_several_reports_of_one_company_are_one() -> None:
    earlier = ("The Acme Company", "ACME_2021_10K.pdf")
    read = with_companies_named("Compare the debt of the companies", documents(ACME, earlier, DORADO))
    assert read == "Compare the debt of Acme and DORADO"


@pytest.mark.parametrize(
    "asked",
    [
        "Write a memo on the companies that Acme acquired",
        "Compare the companies we bought on revenue",
        "Compare the companies in the tool trade on revenue",
        "Write a memo on each company car",
        "Compare the debt of the other companies",
        "Compare the debt of Dorado and all companies",
        "Compare the tools of the companies",  # may be a word of a name
        "Compare the debt of both companies",
        "Compare the debt of the two companies",
        "Write a memo on company policy",
        "Draft a memo on debt without naming the companies",
        "Write a memo on debt. Do not mention the companies by name",
        "Write a memo for the companies on debt",
        "Draft a letter to the companies on pensions",
        "Write a report for the board of the companies",
        "Write a report for those who report on the companies",
        "Draft a note to those whom we told about the companies",
        "Write a memo for the reviewing staff of the companies",
        "Write a letter to the bank on behalf of the companies",
        "Write a memo for review by the companies",
        "Write to all who sit on the boards of the companies",
        "Write a memo for the managing staff of the companies",
        "Write a report for the board and the companies",
        "Write a memo on the portfolio companies and what each company paid",
        "Describe the acquired companies. For each company, state the price",
        "Write a memo on the taxes that all companies pay",
        "Write a memo on insurance companies, all companies and banks",
        "Describe the shell companies and what the companies have to disclose",
        "Describe the companies by which it is owned",
        "Write a memo to the board about our claims against the companies",
        "Write a note to explain the claims of the bank against the companies",
        "Write a note for the team on site at the companies",
        "Draft a report for the board on a deal with the companies",
        "Write a memo for the board on our view of the companies",
    ],
)
def test_other_companies_and_another_number_of_them_are_not_named(asked: str) -> None:
    assert with_companies_named(asked, REPORTS) == asked


@pytest.mark.parametrize(
    "others",
    [
        ("Borealis 2022", "borealis.pdf"),  # may be a report too
        ("Memo on the Borealis 10-K", "memo_10K.pdf"),
        ("2022 Annual Report", "report.pdf"),  # does not say whose
        ("our results, in short", "short_10K.pdf"),
        ("How lamps are made", "Full_report_2022_10K.pdf"),
        ("Dorado Finance 10-K", "dorado_finance_10K.pdf"),
    ],
)
def test_nothing_is_named_where_it_is_not_certain_who_they_are(others: tuple[str, str]) -> None:
    asked = "Compare the debt of the companies"
    assert with_companies_named(asked, documents(ACME, DORADO, others)) == asked


def test_one_company_and_more_than_can_be_searched_one_by_one_are_not_named() -> None:
    asked = "Compare the debt of the companies"
    many = documents(*((f"{letter * 4} 10-K", f"{letter}.pdf") for letter in "ABCDEFG"))
    assert with_companies_named(asked, documents(ACME, LEASE)) == asked
    assert with_companies_named(asked, many) == asked
    assert with_companies_named(asked, many[:6]) != asked
