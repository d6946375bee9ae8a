"""Pages as pictures: the highlight lies where the words are, and no page costs more than it may."""

import io
from pathlib import Path

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTChar, LTTextContainer, LTTextLine
from PIL import Image, ImageChops

from apps.documents.errors import ExtractionError
from apps.documents.extraction import Limits, extract
from apps.documents.pictures import Picture, Wanted, draw
from apps.documents.pictures.matching import PageText
from tests.unit.extraction_files import SAMPLES, bomb_pdf, pdf, raw_pdf

MIB = 1024 * 1024
POLICY = SAMPLES / "lending-policy.pdf"
LIMITS = Limits(memory_bytes=1024 * MIB, seconds=60, max_chars=4_000_000)
SENTENCE = "Mortgage insurance is not accepted for second homes or investment property."
REPEATED = "The limit is 80% of the value."
Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels


def picture_of(path: Path, *passages: tuple[str, str], number: int = 1, width: int = 1000) -> Picture:
    return draw(path, Wanted(number=number, width=width, passages=passages), limits=LIMITS)


def image_of(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def marked(image: Image.Image) -> Image.Image:
    """White where the picture is yellow, black elsewhere."""
    red, _, blue = image.split()
    return ImageChops.subtract(red, blue).point(lambda value: 255 if value > 60 else 0)


def line_box(path: Path, text: str, *, number: int = 1, width: int = 1000, which: int = 0) -> Box:
    """Where the line that says ``text`` lies in the picture, as another reader of PDFs sees it."""
    page = next(iter(extract_pages(path, page_numbers=[number - 1])))
    lines = [
        line
        for block in page
        if isinstance(block, LTTextContainer)
        for line in block
        if isinstance(line, LTTextLine) and text in line.get_text()
    ]
    line = sorted(lines, key=lambda each: -each.y1)[which]
    characters = [each for each in line if isinstance(each, LTChar)]
    start = "".join(each.get_text() for each in characters).index(text)
    own, scale = characters[start : start + len(text)], width / page.width
    return (
        round(min(each.x0 for each in own) * scale),
        round((page.height - max(each.y1 for each in own)) * scale),
        round(max(each.x1 for each in own) * scale),
        round((page.height - min(each.y0 for each in own)) * scale),
    )


def assert_about(found: Box | None, expected: Box, pixels: int = 8) -> None:
    assert found is not None
    assert all(abs(one - other) <= pixels for one, other in zip(found, expected, strict=True)), (found, expected)


@pytest.mark.parametrize("width", [300, 1000, 1999])
def test_a_page_is_as_wide_as_asked_for_and_as_high_as_its_paper_makes_it(width: int) -> None:
    image = image_of(picture_of(POLICY, number=3, width=width))
    assert abs(image.width - width) <= 1
    assert abs(image.height - width * 297 / 210) <= 3
    assert marked(image).getbbox() is None


def test_the_highlight_lies_where_the_words_are_and_nowhere_else() -> None:
    picture = picture_of(POLICY, ("", SENTENCE), number=3)
    image = marked(image_of(picture))
    box = line_box(POLICY, SENTENCE, number=3)
    assert picture.highlight == "exact"
    assert_about(image.getbbox(), box)
    histogram = image.crop(box).histogram()
    assert histogram[255] > 0.6 * sum(histogram)  # the rest is letters


def test_a_passage_of_several_lines_leaves_the_lines_around_it_white() -> None:
    first, last = "A purchase loan on a one-unit", "Mortgage insurance must cover at least 30% of"
    passage = (
        "A purchase loan on a one-unit primary residence may reach an LTV of 95% when private mortgage insurance is in "
        "place before closing. Mortgage insurance must cover at least 30% of the loan amount"
    )
    picture = picture_of(POLICY, ("", passage), number=3)
    top, bottom = line_box(POLICY, first, number=3)[1], line_box(POLICY, "the loan amount", number=3)[3]
    found = marked(image_of(picture)).getbbox()
    assert picture.highlight == "exact"
    assert abs(found[1] - top) <= 8
    assert abs(found[3] - bottom) <= 8
    assert found[2] >= line_box(POLICY, last, number=3)[2] - 8


def test_the_text_of_a_page_is_found_on_it_whole() -> None:
    extracted = extract(POLICY, filename="a.pdf", limits=Limits())
    for page in extracted.pages[1:6]:
        text = extracted.text[page.start_offset : page.end_offset]
        assert picture_of(POLICY, ("", text), number=page.number, width=200).highlight == "exact"


@pytest.mark.parametrize("which", [0, 1, 2])
def test_of_a_repeated_sentence_the_one_is_marked_that_the_passage_is(tmp_path: Path, which: int) -> None:
    path = tmp_path / "a.pdf"
    between = "Something else is said between one and the next of them."
    path.write_bytes(pdf([[line for _ in range(3) for line in ((REPEATED, 12, False), (between, 12, False))]]))
    picture = picture_of(path, (f"{REPEATED}\n{between}\n" * which, REPEATED))
    assert_about(marked(image_of(picture)).getbbox(), line_box(path, REPEATED, which=which))


def test_words_cut_at_a_line_end_ligatures_and_other_spaces_are_no_difference() -> None:
    page = PageText("The bene\ufb01t of mort\ufffegage  insur-\r\nance\u00a0is 40\u2009%.")
    match = page.find("The benefit of mortgage insurance is 40 %.")
    assert match.whole
    assert [(each.start, each.stop) for each in match.ranges] == [(0, 46)]


def test_what_stands_in_the_middle_of_a_passage_on_the_page_only_is_not_marked() -> None:
    says = "The first half of the passage is here CONFIDENTIAL DRAFT and here is the second half of it."
    match = PageText(says).find("The first half of the passage is here and here is the second half of it.")
    assert not match.whole
    assert [says[each.start : each.stop].strip() for each in match.ranges] == [
        "The first half of the passage is here",
        "and here is the second half of it.",
    ]


def test_a_passage_that_is_not_on_the_page_leaves_it_white() -> None:
    picture = picture_of(POLICY, ("", "Nothing of this sentence can be read anywhere on that page of ours."), number=3)
    assert picture.highlight == "none"
    assert marked(image_of(picture)).getbbox() is None


def turned_pdf(degrees: int) -> bytes:
    """A page that is shown turned, its visible part beginning away from the origin."""
    content = b"BT /F1 12 Tf 100 500 Td (%s) Tj ET" % REPEATED.encode()
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /CropBox [50 100 400 600] /Rotate %d /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>" % degrees,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_the_highlight_turns_with_the_page(tmp_path: Path, degrees: int) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(turned_pdf(degrees))
    plain, picture = picture_of(path), picture_of(path, ("", REPEATED))
    ink = ImageChops.invert(image_of(plain).convert("L")).getbbox()
    assert picture.highlight == "exact"
    assert_about(marked(image_of(picture)).getbbox(), ink, pixels=20)


def blank_pdf(wide: float, high: float) -> bytes:
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %f %f] >>" % (wide, high),
    )


@pytest.mark.parametrize(("wide", "high"), [(2_000_000, 2_000_000), (1, 2_000_000), (2_000_000, 1), (0.001, 0.001)])
def test_a_page_of_absurd_size_is_a_picture_of_bounded_size(tmp_path: Path, wide: float, high: float) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(blank_pdf(wide, high))
    image = image_of(picture_of(path, width=2000))
    assert image.width * image.height <= 8_100_000
    assert max(image.size) <= 8_001


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (Limits(memory_bytes=400 * MIB, seconds=60), "memory_exceeded"),
        (Limits(memory_bytes=4096 * MIB, seconds=1), "timed_out"),
    ],
)
def test_a_page_that_is_a_bomb_ends_at_its_bounds(tmp_path: Path, limits: Limits, code: str) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(bomb_pdf(60))
    with pytest.raises(ExtractionError) as error:
        draw(path, Wanted(number=1, width=1000), limits=limits)
    assert error.value.code == code
    assert error.value.message.startswith("Drawing the page took")


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing", raw_pdf(b"<< /Type /Catalog >>")])
def test_a_damaged_file_is_a_typed_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    with pytest.raises(ExtractionError) as error:
        picture_of(path)
    assert error.value.code == "corrupt_pdf"
