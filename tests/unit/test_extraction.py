"""Reading good files: text, offsets, headings, tables, titles, pages."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from apps.core.sentences import split_sentences
from apps.documents.extraction import Limits, child, extract
from apps.documents.extraction.hyphens import mend
from apps.documents.extraction.wire import RESULT, read_result
from apps.documents.sniffing import sniff
from apps.documents.types import Extracted
from tests.unit.extraction_files import SAMPLES, emoji_pdf, pdf, scanned_pdf, word

LINE = "The borrower must document income for the two years before the application was made,"


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Reads as the confined process does, but in this one, which has loaded the readers once."""
    monkeypatch.setattr(child, "confine", lambda limits, parent: None)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "stored"

    def read(data: bytes | str, filename: str, **limits) -> Extracted:
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        with path.open("rb") as file:
            kind = sniff(file, filename)
        child.main(kind.name, str(path), filename, json.dumps(asdict(Limits(**limits))), "0")
        extracted = read_result(tmp_path / RESULT)
        for heading in extracted.headings:
            assert extracted.text[heading.start_offset : heading.end_offset].split() == heading.title.split()
        for page in extracted.pages:
            assert 0 <= page.start_offset <= page.end_offset <= len(extracted.text)
        assert "\r" not in extracted.text
        assert "\0" not in extracted.text
        return extracted

    return read


def outline(extracted: Extracted) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in extracted.headings]


def page_text(extracted: Extracted, number: int) -> str:
    page = extracted.pages[number - 1]
    return extracted.text[page.start_offset : page.end_offset]


def test_each_page_of_a_pdf_lies_where_its_offsets_say(read):
    extracted = read(pdf([[("First page.", 11, False)], [("Second page.", 11, False)]]), "a.pdf")
    assert [page_text(extracted, number) for number in (1, 2)] == ["First page.", "Second page."]
    assert [page.number for page in extracted.pages] == [1, 2]


def test_headings_of_a_pdf_are_told_by_size_weight_and_number(read):
    body = [(LINE, 10, False)] * 4
    pages = [
        [("Lending Policy", 22, True), *body],
        [("1 Scope", 15, True), *body, ("1.1 Loans", 11, True), *body, ("Exceptions", 11, True), *body],
        [("2 Limits", 15, True), *body],
    ]
    extracted = read(pdf(pages), "policy.pdf")
    assert outline(extracted) == [
        (1, "Lending Policy"),
        (1, "1 Scope"),
        (2, "1.1 Loans"),
        (3, "Exceptions"),
        (1, "2 Limits"),
    ]
    assert [heading.page for heading in extracted.headings] == [1, 2, 2, 2, 3]


def test_bookmarks_are_headings_even_in_plain_type(read):
    pages = [[(f"Chapter {name}", 10, False), *[(LINE, 10, False)] * 3] for name in ("one", "two", "three")]
    assert outline(read(pdf(pages, outline=True), "a.pdf")) == [
        (1, "Chapter one"),
        (1, "Chapter two"),
        (1, "Chapter three"),
    ]


def test_running_headers_and_page_numbers_are_left_out_and_a_sentence_goes_on_over_the_page(read):
    bodies = (
        LINE,
        "and the lender keeps a copy of each of them.",
        "The third page says this.",
        "The fourth says that.",
    )
    space = ("", 300, False)
    pages = [
        [("Larkmoor Bank", 8, True), space, (body, 10, False), space, (f"Page {number}", 8, False)]
        for number, body in enumerate(bodies, 1)
    ]
    extracted = read(pdf(pages), "a.pdf")
    assert "Larkmoor" not in extracted.text
    assert "Page" not in extracted.text
    spans = split_sentences(extracted.text)
    assert extracted.text[spans[0].start : spans[0].end].startswith("The borrower")
    assert extracted.text[spans[0].start : spans[0].end].endswith("of each of them.")


def test_a_repeated_table_head_stays(read):
    pages = [[("Years ended December 31, in millions", 9, False), (LINE, 10, False)] for _ in range(8)]
    assert read(pdf(pages), "a.pdf").text.count("in millions") == 8


def test_the_title_is_the_metadata_when_sane_else_the_largest_heading_else_the_name(read):
    large = [[("Travel Expense Rules", 24, True), *[(LINE, 10, False)] * 5]]
    plain = [[(LINE, 10, False)] * 5]
    assert read(pdf(plain, title="Rules for Travel"), "x.pdf").title == "Rules for Travel"
    assert read(pdf(large, title="Microsoft Word - draft3.doc"), "x.pdf").title == "Travel Expense Rules"
    assert read(pdf(plain, title="0000764478-23-000006"), "travel_rules-2024.pdf").title == "travel rules-2024"


def test_a_partly_scanned_pdf_is_read_and_says_which_pages_have_no_text(read):
    extracted = read(scanned_pdf(text_pages=1, pictures=2), "scan.pdf")
    assert [page.has_text for page in extracted.pages] == [True, False, False]
    assert [(notice.code, notice.pages) for notice in extracted.notices] == [("scanned_pages", (2, 3))]


def test_an_encrypted_pdf_that_asks_for_no_password_is_read(read):
    assert read(pdf([[("Open to all.", 11, False)]], password=""), "a.pdf").text == "Open to all."


def test_words_cut_at_a_line_end_are_joined_as_the_document_writes_them():
    known = frozenset({"government", "multi-sourcing", "well", "known"})
    assert mend("govern\ufffement", known) == "government"
    assert mend("multi\ufffesourcing", known) == "multi-sourcing"
    assert mend("well\ufffeknown", known) == "well-known"
    assert mend("S\ufffeT and 2\ufffe3", known) == "S-T and 2-3"
    assert mend("unheard\ufffeof", frozenset()) == "unheardof"


def test_the_sample_policy_has_its_sections_and_its_table_rows(read):
    extracted = read((SAMPLES / "lending-policy.pdf").read_bytes(), "lending-policy.pdf")
    assert len(extracted.pages) >= 10
    assert extracted.title == "Larkmoor Bank Residential Lending Policy"
    assert (2, "2.1 Standard limits") in outline(extracted)
    assert not [
        title for _, title in outline(extracted) if not title[0].isdigit() and title != "Residential Lending Policy"
    ]
    sentences = [extracted.text[span.start : span.end] for span in split_sentences(extracted.text)]
    assert "Investment property, one unit   75%   70%   65%" in sentences
    assert "The maximum LTV for an investment property is 75%." in sentences
    assert "Jumbo loan   720" in sentences


def test_the_samples_are_what_their_generator_makes(tmp_path):
    from samples.generate import make_all

    make_all(tmp_path)
    for name in ("lending-policy.pdf", "hr-handbook.docx"):
        assert (tmp_path / name).read_bytes() == (SAMPLES / name).read_bytes(), name


def test_the_regulation_contradicts_the_policy_where_the_readme_says(read):
    policy = (SAMPLES / "source" / "lending-policy.md").read_text()
    regulation = read((SAMPLES / "mortgage-conduct-regulation.md").read_bytes(), "regulation.md").text
    assert "maximum LTV for an investment property is 75%" in policy
    assert "3. The loan-to-value ratio of a loan on an investment property may not exceed 70%." in regulation


def test_a_docx_is_read_in_order_with_headings_lists_and_table_rows(read):
    def build(document):
        document.core_properties.title = "Travel Rules"
        document.add_heading("Travel", 1)
        document.add_paragraph("Short")
        document.add_paragraph("Book early.", style="List Bullet")
        document.add_paragraph("Keep receipts.", style="List Bullet")
        document.add_heading("Limits", 2)
        table = document.add_table(rows=2, cols=2)
        for cell, text in zip(
            (c for row in table.rows for c in row.cells), ["City", "Limit", "Oslo", "$210"], strict=True
        ):
            cell.text = text
        document.add_paragraph("After the table.").add_run().add_break(WD_BREAK.PAGE)

    extracted = read(word(build), "a.docx")
    assert extracted.title == "Travel Rules"
    assert outline(extracted) == [(1, "Travel"), (2, "Limits")]
    assert extracted.pages == ()
    assert extracted.notices == ()
    assert extracted.text == (
        "Travel\n\nShort\n\n- Book early.\n- Keep receipts.\n\nLimits\n\nCity | Limit\nOslo | $210\n\nAfter the table."
    )


W = nsdecls("w")
KEPT = "<w:p><w:r><w:t>Kept words.</w:t></w:r></w:p>"
HIDDEN = {
    "a content control": f"<w:sdt {W}><w:sdtContent>{KEPT}</w:sdtContent></w:sdt>",
    "a tracked insertion": f'<w:p {W}><w:ins w:id="1" w:author="a"><w:r><w:t>Kept words.</w:t></w:r></w:ins></w:p>',
    "a text box": f"<w:p {W}><w:r><w:pict><w:txbxContent>{KEPT}</w:txbxContent></w:pict></w:r></w:p>",
}


@pytest.mark.parametrize("where", HIDDEN)
def test_a_docx_gives_up_what_stands_in(read, where):
    def build(document):
        document.add_paragraph("Before.")
        document.element.body.insert(1, parse_xml(HIDDEN[where]))
        document.add_paragraph("After.")

    extracted = read(word(build), "a.docx")
    assert extracted.text == "Before.\n\nKept words.\n\nAfter."
    assert extracted.notices == ()


def test_deleted_words_of_a_docx_stay_deleted(read):
    deleted = f'<w:p {W}><w:del w:id="1" w:author="a"><w:r><w:delText>Gone.</w:delText></w:r></w:del></w:p>'

    def build(document):
        document.add_paragraph("Kept.")
        document.element.body.insert(1, parse_xml(deleted))

    assert read(word(build), "a.docx").text == "Kept."


def test_bold_lines_are_headings_of_a_docx_that_has_no_heading_styles(read):
    def build(document):
        for name in ("Scope", "Limits"):
            document.add_paragraph().add_run(name).bold = True
            document.add_paragraph("The rule applies to every branch of the bank and to brokers.")

    assert outline(read(word(build), "a.docx")) == [(1, "Scope"), (1, "Limits")]


def test_html_is_read_as_a_reader_sees_it(read):
    page = """<!doctype html><html><head><title>Rules</title><style>p {}</style></head><body>
    <nav>Home</nav><main><h1>Travel</h1><p>Book <b>early</b>.<script>x()</script></p>
    <ol start="3"><li>Third<li>Fourth</ol>
    <table><caption>Limits</caption><tr><th>City<th>Limit<tr><td>Oslo<td>$210</table>
    <details><summary>More</summary>Hidden at first</details><h2>Fees</h2></main><p>&copy; Larkmoor</p></body></html>"""
    extracted = read(page, "a.html")
    assert extracted.title == "Rules"
    assert outline(extracted) == [(1, "Travel"), (2, "Fees")]
    for part in (
        "Book early.",
        "3. Third\n4. Fourth",
        "City | Limit\nOslo | $210",
        "Limits",
        "Hidden at first",
        "Larkmoor",
    ):
        assert part in extracted.text
    assert "Home" not in extracted.text
    assert "x()" not in extracted.text
    assert extracted.notices == ()


def test_markdown_is_read_as_it_is_shown(read):
    source = """---
title: Travel rules
---
# Travel

Book **early** and [tell us](http://example.org).
- one
- two

1. first
2. second

| City | Limit |
|---|---|
| Oslo | $210 |

## Code

```
# no heading
```
"""
    extracted = read(source, "a.md")
    assert extracted.title == "Travel rules"
    assert outline(extracted) == [(1, "Travel"), (2, "Code")]
    assert extracted.text == (
        "Travel\n\nBook early and tell us.\n\n- one\n- two\n1. first\n2. second\n\nCity | Limit\nOslo | $210\n\n"
        "Code\n\n# no heading"
    )


def test_plain_text_stays_as_it_is(read):
    source = "LENDING POLICY\n\n1. Purpose\nThis policy sets limits\nfor all loans.\n\nScope\n-----\nAll branches.\n"
    extracted = read(source.replace("\n", "\r\n") + "\0", "a.txt")
    assert extracted.text == source.rstrip("\n")
    assert outline(extracted) == [(1, "LENDING POLICY"), (2, "1. Purpose"), (2, "Scope")]
    assert extracted.title == "LENDING POLICY"


def test_code_points_beyond_the_basic_plane_count_once(read):
    assert read(emoji_pdf(), "a.pdf").text == "B\U0001f642C   \U0001f642B"
    extracted = read("\U0001f642 \U0001f642\n\nRULES\n\nx", "a.txt")
    assert extracted.headings[0].start_offset == 5


def test_progress_is_told_page_by_page(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([[("Text.", 11, False)]] * 20))
    told = []
    extract(path, filename="a.pdf", limits=Limits(), on_progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (20, 20)
    assert told == sorted(told)
    assert len(told) > 1


def test_every_format_is_known_by_its_module():
    folder = Path(extract.__code__.co_filename).parent
    for name in ("pdf", "docx", "html", "markdown", "plain"):
        assert f'@EXTRACTORS.register("{name}")' in (folder / f"{name}.py").read_text()
