"""What a file shows struck out it does not say: it is no text, and a notice tells of it."""

import io
from time import process_time

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from apps.documents.extraction import Limits, extract

KEPT, GONE = "The fee is $7.", "The fee is $5."


def read(tmp_path, data, filename):
    path = tmp_path / filename
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return extract(path, filename=filename, limits=Limits())


def word_file(strike):
    document = docx.Document()
    document.styles.add_style("Gone", WD_STYLE_TYPE.CHARACTER).font.strike = True
    paragraph = document.add_paragraph()
    strike(paragraph.add_run(GONE))
    paragraph.add_run(f" {KEPT}")
    kept = paragraph.add_run(" It is due in May.")
    kept.style, kept.font.strike = "Gone", False
    stored = io.BytesIO()
    document.save(stored)
    return stored.getvalue()


def by_format(run):
    run.font.strike = True


def doubly(run):
    run.font.double_strike = True


def by_style(run):
    run.style = "Gone"


@pytest.mark.parametrize("strike", [by_format, doubly, by_style])
def test_struck_runs_of_a_word_file(tmp_path, strike):
    extracted = read(tmp_path, word_file(strike), "fees.docx")
    assert extracted.text == f"{KEPT} It is due in May."
    assert [(notice.code, GONE in notice.message) for notice in extracted.notices] == [("struck_out", True)]


@pytest.mark.parametrize("tag", ["s", "del", "strike"])
def test_struck_words_of_a_page(tmp_path, tag):
    page = f"<html><body><p><{tag}>{GONE}</{tag}> {KEPT}</p><p>It is due in May.</p></body></html>"
    extracted = read(tmp_path, page, "fees.html")
    assert extracted.text == f"{KEPT}\n\nIt is due in May."
    assert [notice.code for notice in extracted.notices] == ["struck_out"]


def test_struck_words_of_markdown(tmp_path):
    extracted = read(tmp_path, f"# Fees\n\n~~{GONE}~~ {KEPT}\n\nA range of ~ 5 to ~ 9, and `~~code~~`.\n", "fees.md")
    assert KEPT in extracted.text
    assert GONE not in extracted.text
    assert "~ 5 to ~ 9" in extracted.text
    assert "~~code~~" in extracted.text
    assert [notice.code for notice in extracted.notices] == ["struck_out"]


def test_a_file_without_struck_words_has_no_notice(tmp_path):
    assert read(tmp_path, f"<p>{KEPT} <ins>It is due in May.</ins></p>", "fees.html").notices == ()


def test_words_and_figures_that_struck_ones_parted_stay_apart(tmp_path):
    line = "5<del> to </del>7 days, six<s> or seven </s>hours, line one<s><br></s>line two"
    page = f"<html><body><p>{line}</p></body></html>"
    assert read(tmp_path, page, "days.html").text == "5 7 days, six hours, line one line two"
    document = docx.Document()
    paragraph = document.add_paragraph("5")
    paragraph.add_run(" to ").font.strike = True
    paragraph.add_run("7 days")
    stored = io.BytesIO()
    document.save(stored)
    assert read(tmp_path, stored.getvalue(), "days.docx").text == "5 7 days"


def test_styles_of_paragraphs_and_those_that_others_are_based_on_strike_out_too(tmp_path):
    document = docx.Document()
    document.styles.add_style("Gone", WD_STYLE_TYPE.PARAGRAPH).font.strike = True
    document.styles.add_style("Old", WD_STYLE_TYPE.CHARACTER).font.strike = True
    document.styles.add_style("Older", WD_STYLE_TYPE.CHARACTER).base_style = document.styles["Old"]
    document.add_paragraph(GONE, style="Gone")
    document.add_paragraph(KEPT).add_run(" It is $4.", style="Older")
    stored = io.BytesIO()
    document.save(stored)
    assert read(tmp_path, stored.getvalue(), "fees.docx").text == KEPT


def test_a_line_through_by_style_strikes_out_and_marks_in_addresses_do_not(tmp_path):
    page = f'<html><body><p><span style="text-decoration: line-through">{GONE}</span> {KEPT}</p></body></html>'
    assert read(tmp_path, page, "fees.html").text == KEPT
    text = "See http://x.org/~~user and http://y.org/~~other for more.\n"
    assert "~~user and http" in read(tmp_path, text, "links.md").text


def test_a_text_of_marks_is_read_in_time_that_grows_with_it(tmp_path):
    # three seconds to import, which every process that collects this test would pay
    from apps.documents.extraction.markdown import read_markdown as markdown_reader

    def taken(count):
        began = process_time()
        read_markdown(tmp_path / "marks.md", "~~a " * count)
        return process_time() - began

    def read_markdown(path, text):
        path.write_text(text)
        markdown_reader(path, filename="marks.md", limits=Limits(), progress=lambda done: None)

    taken(100)
    assert taken(4_000) < 30 * max(taken(400), 0.01)
