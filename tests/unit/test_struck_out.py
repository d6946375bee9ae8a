"""What a file shows struck out it does not say: it is no text, and a notice tells of it."""

import io

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
