"""A company's figure is not answered with its segments' rows of the same name."""

import pytest

from apps.agents.contracts import WriterTask
from apps.verification.citations import strip_citations

from .conftest import make_chunk

TITLE = "Arden 2022 10K"
WHOLE = make_chunk(
    "Consolidated Results\n\nSelected data was as follows ($ in millions):\n\n2022 2021 2020\n"
    "Revenue $ 4,629 $ 5,176 $ 4,726\nGross profit 991 1,164 1,057\n",
    TITLE, heading_path=("Consolidated Results",), start_offset=1_000,
)  # fmt: skip
SEGMENTS = make_chunk(
    "Northern Segment\n\nSelected data of the segment was as follows ($ in millions):\n\n2022 2021 2020\n"
    "Revenue $ 4,279 $ 4,783 $ 4,329\nGross profit 910 1,070 972\n",
    TITLE, heading_path=("Northern Segment",), start_offset=3_000,
)  # fmt: skip


def answer(writer, query, *chunks):
    return strip_citations("".join(writer.write(WriterTask(query=query, chunks=chunks))))


@pytest.mark.parametrize("chunks", [(WHOLE, SEGMENTS), (SEGMENTS, WHOLE)])
@pytest.mark.parametrize(("asked", "told", "other"), [
    ("What was Arden's revenue in 2022?", "$4,629 million", "4,279"),
    ("What was Arden's gross profit in 2022?", "991 million", "910"),
])  # fmt: skip
def test_the_wholes_row_answers_and_no_parts(writer, chunks, asked, told, other):
    text = answer(writer, asked, *chunks)
    assert told in text
    assert other not in text


def test_a_part_that_is_named_answers(writer):
    text = answer(writer, "What was the gross profit of Arden's Northern segment in 2022?", WHOLE, SEGMENTS)
    assert "910 million" in text


def test_a_part_that_is_named_by_the_heading_of_the_passages_before_it_answers(writer):
    bare = make_chunk(
        SEGMENTS.content.split("\n\n", 1)[1], TITLE, heading_path=("Northern Segment",), start_offset=3_000
    )
    text = answer(writer, "What was the gross profit of Arden's Northern segment in 2022?", WHOLE, bare)
    assert "910 million" in text


def test_a_part_whose_heading_names_the_company_too_is_not_named_by_that(writer):
    own = make_chunk(
        SEGMENTS.content.replace("Northern Segment", "Arden Northern Segment"), TITLE,
        heading_path=("Arden Northern Segment",), start_offset=3_000,
    )  # fmt: skip
    text = answer(writer, "What was Arden's gross profit in 2022?", WHOLE, own)
    assert "991 million" in text
    assert "910" not in text


def test_a_parts_row_is_no_answer_on_the_company_where_the_whole_is_not_at_hand(writer):
    assert "4,279" not in answer(writer, "What was Arden's revenue in 2022?", SEGMENTS)
    assert "4,279" in answer(writer, "What was the revenue of Arden's Northern segment in 2022?", SEGMENTS)
    assert "4,279" in answer(writer, "What was Arden's revenue in the Northern Segment in 2022?", SEGMENTS)
    heading = "Business Segment Information"
    all_parts = make_chunk(SEGMENTS.content.replace("Northern Segment", heading), TITLE, heading_path=(heading,))
    assert "4,279" in answer(writer, "What was Arden's revenue in 2022?", all_parts)
