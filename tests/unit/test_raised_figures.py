"""Figures that stand above their line: a power or the number of a note, and never a further digit of what is before."""

import io

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from apps.agents.contracts import WriterTask
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.words import content_words, plain
from apps.agents.skeptic.foreign import bare_of
from apps.documents.extraction import Limits, extract
from apps.verification.citations import strip_citations
from apps.verification.decide import decide
from apps.verification.types import Mode, Thresholds, Verdict
from tests.unit.agents.conftest import judge, make_chunk, make_claim, writer

__all__ = ["judge", "writer"]

# what stands on the line, and between bars what is raised
WRITTEN = (
    "Sales rose in 2021.|1| An area of 10|2| and 25 m|2| was let|3, 4|. It ended on the 1|st|; costs|(5)| fell.|[6]|"
)
READ = "Sales rose in 2021.¹ An area of 10² and 25 m² was let³,⁴. It ended on the 1st; costs⁽⁵⁾ fell.[6]"
JUDGED = "Sales rose in 2021. An area of 10² and 25 m² was let. It ended on the 1st; costs fell."


def page(written: str) -> bytes:
    pieces = written.split("|")
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
        ("page.html", page(WRITTEN)),
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


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("Sales rose to\n$1,355⁵\u00a0million.", "Sales rose to $1,355⁵ million."),
        ("of 10⁻³ and ﬁve⁽⁵⁾ more²,³", "of 10⁻³ and five⁽⁵⁾ more²,³"),
        ("CO₂ and H₂O at 5₂", "CO2 and H2O at 5₂"),
        ("age 70½ at\u00a03½% or ¾ of ﬁve", "age 70½ at 3½% or ¾ of five"),
    ],
)
def test_a_line_keeps_its_raised_figures_raised(raw: str, line: str):
    assert plain(raw) == line == plain(line)


def test_a_fraction_is_no_part_of_a_word():
    assert content_words("The age of 70½ counts") == content_words("The age of 70 counts")


def test_a_raised_figure_is_no_part_of_a_word():
    assert content_words("Net sales³ rose to $1,355⁵ with CO₂") == content_words("Net sales rose to $1,355 with CO2")


def test_the_mark_of_a_note_behind_a_full_stop_is_no_part_of_the_sentence():
    first, second = read_passage("Fees fell in 2021.¹ The notice period is 30 days.”²,³")
    assert (first.text, second.text) == ("Fees fell in 2021.", "The notice period is 30 days.”")
    assert {first.kind, second.kind} == {Kind.PROSE}


@pytest.mark.parametrize(
    ("written", "question", "told", "false"),
    [
        (
            "Sales of the company rose to $1,355|5| million in the year.",
            "How much were sales?",
            "$1,355⁵ million",
            "$1,3555",
        ),
        ("The company sold 1,000|2| shares to its staff.", "How many shares were sold?", "1,000² shares", "1,0002"),
        ("The output of the plant was 10|6| tonnes.", "What was the output of the plant?", "10⁶ tonnes", "106"),
        ("The output of the plant was 10|6| tonnes.", "What was the output of the plant?", "10⁶ tonnes", "10"),
    ],
)
def test_what_is_written_of_a_raised_figure_is_the_documents_own(
    tmp_path, writer, judge, written: str, question: str, told: str, false: str
):
    path = tmp_path / "stored"
    path.write_bytes(page(written))
    chunk = make_chunk(extract(path, filename="page.html", limits=Limits()).text, "Report")
    answer = strip_citations("".join(writer.write(WriterTask(query=question, chunks=(chunk,)))))

    assert told in answer
    assert verdict(judge, answer, chunk) is Verdict.SUPPORTED
    wrong = answer.replace(told.split()[0], false)
    assert wrong != answer
    assert verdict(judge, wrong, chunk) is not Verdict.SUPPORTED


def verdict(judge, text: str, chunk) -> Verdict:
    said = make_claim(text, (chunk.key,))
    (judgement,) = judge.judge(claims=(said,), chunks=(chunk,))
    return decide(claim=said, judgement=judgement, context=(chunk,), mode=Mode.STRICT, thresholds=Thresholds()).verdict
