"""Raised figures of a PDF, told by the size and the level of their type."""

import io

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from apps.documents.extraction import Limits
from apps.documents.extraction.pdf import read_pdf

SIZE = 10.0
Run = tuple[str, float, float]  # text, size, raised by


def up(text: str, size: float = 6.0, by: float = 3.5) -> Run:
    return text, size, by


def read(tmp_path, *lines: list[str | Run | float]) -> str:
    """What is read of lines of runs; a number is a gap in points."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=True)
    for row, runs in enumerate(lines):
        x, y = 60.0, 700 - row * 14
        for run in runs:
            if isinstance(run, float):
                x += run
                continue
            text, size, by = (run, SIZE, 0.0) if isinstance(run, str) else run
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, y + by, text)
            x += canvas.stringWidth(text, "Helvetica", size)
    canvas.save()
    path = tmp_path / "stored"
    path.write_bytes(buffer.getvalue())
    return read_pdf(path, filename="a.pdf", limits=Limits(), progress=lambda done, total: None).text


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        (["Sales of $1,355", up("5"), " million in 2021."], "Sales of $1,355⁵ million in 2021."),
        (["An area of 10", up("2"), " units"], "An area of 10² units"),
        (["A mass of 10", up("-3"), " grams"], "A mass of 10⁻³ grams"),
        (["About 25 m", up("2", 8.3, 3.3), " of space"], "About 25 m² of space"),
        (["Net sales", up("(1)(2)"), " rose by 8"], "Net sales⁽¹⁾⁽²⁾ rose by 8"),
        (["Some 5 m", up("2"), "/kg or 6"], "Some 5 m²/kg or 6"),
        (["Net sales", up("3, 4"), " rose by 8"], "Net sales³,⁴ rose by 8"),
        (["Costs fell in 2021.", up("12")], "Costs fell in 2021.¹²"),
    ],
)
def test_a_small_figure_above_its_line_is_raised(tmp_path, runs, text: str):
    assert read(tmp_path, runs) == text


def test_a_mark_that_begins_a_note_is_raised_and_the_note_keeps_its_lines_together(tmp_path):
    text = read(
        tmp_path,
        [up("1"), 3.0, "Excludes the sales of shops that were closed in the course of the year before and"],
        ["those of shops that were opened in it, for which no figures are given in this report."],
    )
    assert text.startswith("¹ Excludes the sales")
    assert "before and\nthose of" in text


def test_marks_of_a_tables_row_are_raised_and_its_cells_stay(tmp_path):
    text = read(tmp_path, ["Goodwill", up("(2)"), 120.0, "1,095", up("3"), 60.0, "(584)"])
    assert text.replace("   ", "|") == "Goodwill⁽²⁾|1,095³|(584)"


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        (["It ended on the 1", up("st"), " of 12 months"], "It ended on the 1st of 12 months"),
        (["A share of 5 ", up("1", 6.0, 3.0), "/", up("2", 6.0, 0.0), " of it"], "A share of 5 1/2 of it"),
        (["Version", up("1.5"), " of 3"], "Version1.5 of 3"),
        (["As told", up("[6]"), " before"], "As told[6] before"),
        (["CO", up("2", 6.0, -2.0), " fell by 5"], "CO2 fell by 5"),
        (["S", ("ALES 2021", 7.0, 0.0), " of 12"], "SALES 2021 of 12"),
        (["Deliveries 387 ", up("(13)", 5.9, 1.3), " of 33"], "Deliveries 387 (13) of 33"),
        (["Total ", ("1,355", 8.0, 3.0), " in all"], "Total 1,355 in all"),
        (["In all 12", ("34", SIZE, 3.5), " were let"], "In all 1234 were let"),
    ],
)
def test_what_is_small_or_high_for_another_reason_stays_as_it_is(tmp_path, runs, text: str):
    assert " ".join(read(tmp_path, runs).split()) == text


def test_a_smaller_cell_and_a_page_number_stay_as_they_are(tmp_path):
    text = read(
        tmp_path, ["Sales", 200.0, ("12", 7.0, 2.5)], ["Costs", 200.0, ("9", 7.0, 2.5)], [400.0, ("7", 7.0, 0.0)]
    )
    assert not set(text) & set("⁰¹²³⁴⁵⁶⁷⁸⁹")
