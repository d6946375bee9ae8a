"""A question made ready, the documents it names, and the spelling both sides of the text search share."""

from collections.abc import Mapping

import pytest

from apps.documents.mentions import chunk_mentions, mentions_of
from apps.documents.search_text import normalised, search_text
from apps.documents.types import ChunkDraft, Heading
from apps.retrieval.names import DocumentName, documents_named, name_tokens
from apps.retrieval.question import MAX_CHARS, ask, without_names


def document(name: str, title: str = "", chunks: int = 100) -> DocumentName:
    return DocumentName(document_id=name, title=title, filename=f"{name}.pdf", chunk_count=chunks)


FILINGS = (document("ACME_2022_10K"), document("BESTBUY_2023_10K"), document("JOHNSON_JOHNSON_2023"))


def named(query: str, documents=FILINGS, uses: Mapping[str, Mapping[str, int] | None] | None = None):
    """``uses`` by word; a word without an entry stands in every document alike."""
    question = ask(query)
    everywhere = {each.document_id: 10 for each in documents}
    naming = documents_named(question, documents, [(uses or {}).get(word.text, everywhere) for word in question.words])
    return naming.strengths, [word.text for word in naming.words]


def test_control_characters_and_odd_forms_are_made_plain() -> None:
    assert ask("What\x00 is the ﬁrst\tlimit\u00a0?").text == "What is the first limit ?"


def test_a_question_is_read_up_to_a_limit() -> None:
    assert len(ask("word " * 100_000).text) <= MAX_CHARS
    assert ask("").words == ()
    assert ask("?!…").words == ()


def test_years_are_found_in_every_spelling() -> None:
    assert ask("FY2018, FY '19 and fiscal 2020, not 1234 or 20201").years == ("2018", "2019", "2020")


def test_what_is_asked_remains_when_names_and_years_are_taken_out() -> None:
    question = ask("Does Acme's margin improve as of FY2022? Say why.")
    assert without_names(question, [word for word in question.words if word.text == "Acme"]) == (
        "Does margin improve ?",
        "Say why.",
    )


def test_a_company_in_the_filename_is_meant() -> None:
    strengths, words = named("What did Acme earn?", uses={"Acme": {"ACME_2022_10K": 90}})
    assert strengths["ACME_2022_10K"] == 1.0
    assert words == ["Acme"]
    assert "BESTBUY_2023_10K" not in strengths


def test_two_words_may_be_one_word_of_a_name() -> None:
    strengths, words = named("Are Best Buy's margins stable?")
    assert list(strengths) == ["BESTBUY_2023_10K"]
    assert words == ["Best", "Buy"]


def test_initials_name_a_document() -> None:
    strengths, _ = named("What did JnJ sell?", uses={"JnJ": {}})
    assert list(strengths) == ["JOHNSON_JOHNSON_2023"]


def test_a_word_used_everywhere_names_nothing() -> None:
    policies = (document("a", "Lending policy"), document("b", "Handbook"))
    strengths, _ = named("What does the Policy say?", documents=policies, uses={"the": None})
    assert strengths == {}


def test_a_stop_word_of_a_title_names_nothing() -> None:
    titled = (document("a", "The Rules"), document("b", "Handbook"))
    assert named("What is the limit?", documents=titled, uses={"the": None, "What": None, "is": None})[0] == {}


def test_a_capitalised_word_that_one_document_owns_means_it() -> None:
    files = (document("report1"), document("report2"))
    owned = {"Zenith": {"report2": 80}, "revenue": {"report2": 80}}
    assert list(named("How large was Zenith?", documents=files, uses=owned)[0]) == ["report2"]
    assert named("How large was revenue?", documents=files, uses=owned)[0] == {}


def test_a_word_without_a_capital_counts_little() -> None:
    uses = {"inequality": {"x": 5}}
    files = (document("x", "Economic inequality"), document("y", "Complexity"))
    assert named("What is suspected inequality?", documents=files, uses=uses)[0]["x"] < 0.5


def test_the_year_decides_between_namesakes_and_weighs_less_than_a_name() -> None:
    files = (document("ACME_2021"), document("ACME_2022"), document("OTHER_2022"))
    uses = {"Acme": {"ACME_2021": 90, "ACME_2022": 90}}
    strengths, _ = named("What did Acme earn in FY22?", documents=files, uses=uses)
    assert sorted(strengths, key=strengths.__getitem__, reverse=True) == ["ACME_2022", "ACME_2021", "OTHER_2022"]


def test_a_single_document_needs_no_name() -> None:
    assert named("What did Acme earn?", documents=FILINGS[:1])[0] == {}


def test_names_come_from_title_and_filename_with_their_years() -> None:
    assert name_tokens(document("MGM_2022Q4", "Annual Report")) == (
        "annual",
        "report",
        "mgm",
        "2022q4",
        "2022",
    )


@pytest.mark.parametrize(
    ("written", "indexed"),
    [
        ("1,577", "1577"),
        ("1577.00", "1577"),
        ("$(1,577.50)", "$(1577.5)"),
        ("28.50%", "28.5%"),
        ("PP&E and R&D", "PPE and RD"),
        ("FY22, FY2022, FY '22", "fiscal year 2022, fiscal year 2022, fiscal year 2022"),
        ("Q4 2022 and 4Q22", "fourth quarter 2022 and fourth quarter 2022"),
        ("and/or 2021—2022", "and or 2021 2022"),
        ("version 1.2.3 of 3.1.", "version 1.2.3 of 3.1."),
        ("a1,577b", "a1,577b"),
    ],
)
def test_one_spelling_is_indexed(written: str, indexed: str) -> None:
    assert normalised(written) == indexed


def test_a_raised_figure_is_no_further_digit() -> None:
    assert normalised("$1,355⁵ million in 10² sites⁽¹⁾").split() == ["$1355", "million", "in", "10", "sites"]


def test_normalising_twice_changes_nothing() -> None:
    once = normalised("Purchases of PP&E ($1,577.00) in FY'22 / Q3 rose 12.50%")
    assert normalised(once) == once


def test_the_context_line_is_indexed_with_the_content() -> None:
    assert search_text("Acme › Cash flows", "Total 1,000") == "Acme › Cash flows\nTotal 1000"


def heading(title: str, start: int, level: int = 1) -> Heading:
    return Heading(title=title, level=level, start_offset=start, end_offset=start + len(title))


def draft(start: int, end: int, *path: str) -> ChunkDraft:
    return ChunkDraft(
        content="…",
        chunk_hash="0" * 64,
        chunk_index=0,
        start_offset=start,
        end_offset=end,
        page_number=None,
        page_end=None,
        heading_path=path,
        token_count=1,
    )


def test_a_table_that_the_text_refers_to_is_told_by_its_heading_even_without_the_companys_name() -> None:
    title = "Acme Inc. Consolidated Balance Sheets"
    text = f"{title} 1 2 3 Notes. See the consolidated balance sheets. The Consolidated\nBalance Sheets show it."
    headings = [heading(title, 0), heading("Notes", len(title) + 7)]
    mentions = mentions_of(text=text, headings=headings)
    assert mentions == {title: 2}
    assert chunk_mentions(draft(0, 40, title), headings=headings, mentions=mentions) == 2
    assert chunk_mentions(draft(50, 90, "Notes"), headings=headings, mentions=mentions) == 0


def test_running_titles_and_long_sections_are_no_places() -> None:
    running = [heading("Acme Annual Report", start) for start in range(0, 500, 100)]
    assert mentions_of(text="Acme Annual Report " * 30, headings=running) == {}
    long_section = [heading("Results of Operations", 0), heading("Other Things Here", 50_000)]
    mentions = {"Results of Operations": 9}
    assert chunk_mentions(draft(0, 100, "Results of Operations"), headings=long_section, mentions=mentions) == 0
