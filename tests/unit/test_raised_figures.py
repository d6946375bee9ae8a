"""Figures that stand above their line: a power or the number of a note, and never a further digit of what is before."""

import io

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from apps.agents.skeptic.foreign import bare_of
from apps.documents.extraction import Limits, extract

# what stands on the line, and between bars what is raised
WRITTEN = (
    "Sales rose in 2021.|1| An area of 10|2| and 25 m|2| was let|3, 4|. It ended on the 1|st|; costs|(5)| fell.|[6]|"
)
READ = "Sales rose in 2021.¹ An area of 10² and 25 m² was let³,⁴. It ended on the 1st; costs⁽⁵⁾ fell.[6]"
JUDGED = "Sales rose in 2021. An area of 10² and 25 m² was let. It ended on the 1st; costs fell."


def page() -> bytes:
    pieces = WRITTEN.split("|")
    told = "".join(f"<sup><a href='#n'>{piece}</a></sup>" if at % 2 else piece for at, piece in enumerate(pieces))
    return f"<html><body><p>{told}</p></body></html>".encode()


def report(*, by_style: bool) -> bytes:
    document, buffer = docx.Document(), io.BytesIO()
    style = document.styles.add_style("Note mark", WD_STYLE_TYPE.CHARACTER)
    style.font.superscript = True
    paragraph = document.add_paragraph()
    for at, piece in enumerate(WRITTEN.split("|")):
        run = paragraph.add_run(piece, style=style if at % 2 and by_style else None)
        run.font.superscript = True if at % 2 and not by_style else None
    document.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.html", page()),
        ("by format.docx", report(by_style=False)),
        ("by style.docx", report(by_style=True)),
    ],
)
def test_a_raised_figure_is_read_as_one(tmp_path, name: str, content: bytes):
    path = tmp_path / "stored"
    path.write_bytes(content)

    assert extract(path, filename=name, limits=Limits()).text == READ


def test_numbers_of_notes_are_no_part_of_what_is_judged():
    assert bare_of(READ).text == JUDGED
