"""A company's report is called by the company, as the question or the report itself writes it."""

from dataclasses import replace

from apps.agents.reading.context import read_context
from apps.drafting.suggesting.names import is_report, names_of_companies, whose, year_of
from apps.retrieval.types import ContextChunk

REPORT = ContextChunk(
    chunk_id="a", key="a" * 12, document_id="d", title="CRX 10-K FY21", filename="CORAXLINES_2021_10K.pdf",
    content="Corax Lines was founded in Bergen. The ships of Corax Lines carry grain.",
)  # fmt: skip


def names(*chunks: ContextChunk, asked: tuple[str, ...] = ()) -> dict[str, str]:
    return dict(names_of_companies(read_context(chunks), asked))


def test_the_name_that_file_or_title_run_together_is_written_as_in_the_report():
    assert names(REPORT) == {"d": "Corax Lines"}


def test_the_name_that_the_question_uses_goes_first():
    assert names(REPORT, asked=("What does Corax earn?",)) == {"d": "Corax"}
    assert names(REPORT, asked=("What does Bexley earn?",)) == {"d": "Corax Lines"}


def test_two_reports_of_one_company_have_no_name_of_their_own():
    assert names(REPORT, replace(REPORT, document_id="e", filename="CORAXLINES_2020_10K.pdf")) == {}


def test_what_is_no_report_is_not_called_by_a_company():
    handbook = replace(REPORT, title="Corax Lines Handbook", filename="handbook.docx")
    assert not is_report(handbook)
    assert names(handbook) == {}


def test_whose_it_is_and_of_which_year():
    assert (whose("Corax"), whose("Corax Lines"), whose("")) == ("Corax’s", "Corax Lines’", "")
    assert year_of(REPORT) == "2021"
    assert year_of(replace(REPORT, filename="CORAX_2020_to_2021.pdf")) == ""
