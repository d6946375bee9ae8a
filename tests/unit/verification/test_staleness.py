"""Which documents a later one of their series has overtaken, and when that matters to a reader."""

import pytest

from apps.retrieval.names import DocumentName
from apps.verification.staleness import overtaken, reading_of, stale_claims
from apps.verification.types import Verdict
from tests.unit.verification.test_risks import ruled


def named(filename: str, title: str = "") -> DocumentName:
    return DocumentName(document_id=filename, title=title, filename=filename, chunk_count=5)


def stale(*filenames: str) -> dict[str, str]:
    return overtaken(named(filename) for filename in filenames)


@pytest.mark.parametrize(
    ("filename", "series", "period"),
    [
        ("3M_2018_10K.pdf", ("10k", "3m"), (2018,)),
        ("3M_FY22_10K.pdf", ("10k", "3m"), (2022,)),
        ("3M FY2022 10K.pdf", ("10k", "3m"), (2022,)),
        ("MGMRESORTS_2022Q4_EARNINGS.pdf", ("earnings", "mgmresorts"), (2022, 4)),
        ("Rates Q3 2021.md", ("rates",), (2021, 3)),
        ("price-list-2023-08-30.html", ("list", "price"), (2023, 8, 30)),
        ("Acme_2023_10K_dated-2023-08-30.pdf", ("10k", "acme"), (2023, 8, 30)),
        ("Leave policy v2.1.docx", ("leave", "policy"), (2, 1)),
        ("leave-policy_rev-3.docx", ("leave", "policy"), (3,)),
    ],
)
def test_series_and_period_are_read_from_a_name(filename, series, period):
    reading = reading_of(named(filename))
    assert (reading.series, reading.period) == (series, period)


@pytest.mark.parametrize(
    "filename",
    [
        "handbook.docx",  # no period
        "plan 2018-2022.pdf",  # two
        "2022.pdf",  # no series
        "scan00012018.pdf",  # digits of something else
        "JOHNSON_JOHNSON_2023_8K_dated-2023-08-30.pdf",  # an event of its day
        "Press release 2022.pdf",
    ],
)
def test_a_name_that_does_not_say_it_is_not_read(filename):
    assert reading_of(named(filename)) is None


def test_the_latest_of_a_series_overtakes_all_others():
    found = stale("3M_2018_10K.pdf", "3M_2022_10K.pdf", "3M_2020_10K.pdf")
    assert found == {"3M_2018_10K.pdf": "3M_2022_10K.pdf", "3M_2020_10K.pdf": "3M_2022_10K.pdf"}
    assert stale("policy v2.pdf", "policy_v10.pdf") == {"policy v2.pdf": "policy_v10.pdf"}
    assert stale("policy v2.pdf", "policy v2.1.pdf") == {"policy v2.pdf": "policy v2.1.pdf"}


def test_a_year_overtakes_a_quarter_of_an_earlier_one_only():
    assert stale("Acme 2022Q4.pdf", "Acme 2023.pdf") == {"Acme 2022Q4.pdf": "Acme 2023.pdf"}
    assert stale("Acme 2022Q4.pdf", "Acme 2022.pdf") == {}


@pytest.mark.parametrize(
    "filenames",
    [
        ("3M_2018_10K.pdf", "BOEING_2022_10K.pdf"),  # other companies
        ("3M_2018_10K.pdf", "3M_2022_EARNINGS.pdf"),  # other kinds of document
        ("3M_2018_10K.pdf", "3M_2018_10K.docx"),  # the same period
        ("policy v2.pdf", "policy 2022.pdf"),  # a version and a year
        ("Acme 8-K 2021.pdf", "Acme 8-K 2022.pdf"),  # two events
        ("handbook.docx", "handbook 2022.docx"),  # nothing is said of the first
    ],
)
def test_nothing_is_overtaken_by(filenames):
    assert stale(*filenames) == {}


def test_a_title_says_it_where_the_filename_does_not():
    one, two = named("a.pdf", "Annual report 2020"), named("b.pdf", "Annual Report 2021")
    assert overtaken([one, two]) == {"a.pdf": "b.pdf"}


def test_titles_that_are_alike_make_no_series_of_files_that_are_not():
    one, two = named("acme_2020.pdf", "Annual Report 2020"), named("globex_2021.pdf", "Annual Report 2021")
    assert overtaken([one, two]) == {}
    assert overtaken([one, named("acme_2021.pdf", "Annual Accounts 2021")]) == {"acme_2020.pdf": "acme_2021.pdf"}
    assert overtaken([named("annual-report-2019.pdf"), named("a.pdf", "Annual Report 2020")]) == {
        "annual-report-2019.pdf": "a.pdf"
    }


OLD, NEW, OTHER = named("3M_2018_10K.pdf"), named("3M_2022_10K.pdf"), named("handbook.docx")


def flagged(
    question: str | None, *sources: str, documents=(OLD, NEW, OTHER), text: str = "Sales were $32,765 million."
) -> bool:
    claim = ruled(Verdict.SUPPORTED, *sources, text=text)
    return bool(stale_claims([claim], documents=documents, question=question))


def test_a_claim_is_stale_when_the_newer_filing_is_at_hand():
    claim = ruled(Verdict.SUPPORTED, "3M_2018_10K.pdf")
    found = stale_claims([claim], documents=[OLD, NEW], question="What were 3M's sales?")
    assert found == {"1": ("3M_2018_10K.pdf", "3M_2022_10K.pdf")}
    assert flagged("What were 3M's sales in FY2022?", "3M_2018_10K.pdf"), "a later year was asked for"


def test_a_claim_is_not_stale_when():
    assert not flagged("What were 3M's sales?", "3M_2022_10K.pdf"), "the newest is cited"
    assert not flagged("What were 3M's sales?", "3M_2018_10K.pdf", "3M_2022_10K.pdf"), "both are cited"
    assert not flagged("What were 3M's sales in FY2018?", "3M_2018_10K.pdf"), "that year was asked for"
    assert not flagged("What were sales in 2017?", "3M_2018_10K.pdf"), "an earlier year was asked for"
    assert not flagged("Compare 2018 with 2022", "3M_2018_10K.pdf"), "both years were asked for"
    assert not flagged("What were 3M's sales?", "3M_2018_10K.pdf", documents=(OLD, OTHER)), "there is no newer one"
    assert not flagged("Holidays?", "handbook.docx"), "its name has no period"
    assert not flagged("What were 3M's sales?"), "nothing bears it out"
    assert not stale_claims([ruled(None)], documents=[OLD, NEW], question="?"), "it was not judged"


def test_of_a_text_written_elsewhere_each_claim_says_what_time_it_is_about():
    assert flagged(None, "3M_2018_10K.pdf")
    assert not flagged(None, "3M_2018_10K.pdf", text="Sales were $32,765 million in 2018.")


V1, V2, V3 = named("handbook v1.pdf"), named("handbook v2.0.pdf", "Rules of 2021"), named("handbook v3.pdf")
LAST_QUARTER = named("MGM_2022Q4_EARNINGS.pdf")


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("What does handbook v1 say about leave?", "handbook v1.pdf"),
        ("What did version 1 of the handbook say?", "handbook v1.pdf"),
        ("What did the handbook say in version 2?", "handbook v2.0.pdf"),
        ("What do the Rules of 2021 say?", "handbook v2.0.pdf"),
        ("What does MGM_2022Q4_EARNINGS say of revenue?", "MGM_2022Q4_EARNINGS.pdf"),
    ],
)
def test_a_document_that_was_asked_for_is_not_stale(question, source):
    documents = (V1, V2, V3, LAST_QUARTER, named("MGM_2023Q4_EARNINGS.pdf"))
    assert not flagged(question, source, documents=documents)
    assert flagged("What is said about leave?", source, documents=documents)


def test_another_version_than_the_one_asked_for_is_stale():
    assert flagged("What does handbook v2 say about leave?", "handbook v1.pdf", documents=(V1, V2, V3))
    assert flagged("What does the handbook say about v10 engines?", "handbook v1.pdf", documents=(V1, V3))
