"""A draft that tells anything ends on a cited statement, which no section tells too, and loses nothing by it."""

import re

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask
from apps.agents.reading.cited import read_cited
from apps.agents.writer.parts.repeated import without_what_closes
from apps.agents.writer.parts.sparing import spared
from apps.agents.writer.sentences.differing import SOURCES_DIFFER
from apps.agents.writer.sentences.leaning import leans
from apps.drafting.composition import composed
from apps.verification.citations import cited_keys, strip_citations

from .conftest import make_chunk

ACME = {
    "Overview": "Acme is a producer of ropes in Norway. Acme was founded in 1904. Acme employs nine hundred people.",
    "Dividends": (
        "Acme pays a dividend in May of each year. Dividends rose by 4% to $12 million in 2022. The dividend of the "
        "year is set by the board in March. Dividends are paid out of the profit of the year before."
    ),
    "Debt": (
        "Acme owes its banks $40 million. The debt falls due in June 2027. Debt fell by $5 million in 2022 because two "
        "mills were sold. The loans bear interest of 3.5% a year."
    ),
    "Outlook": (
        "Fiscal 2023 Outlook\n\n2023\nSales $90 million to $95 million\nMargin 12% to 13%\nNew mills 2 to 3\n"
        "Tax rate 22%"
    ),
}
ZENITH = {
    "Overview": "Zenith is a retailer of lamps in Denmark. Zenith has forty shops. Zenith began as a shop in Aarhus.",
    "Dividends": (
        "Zenith paid no dividend in 2020. Dividends of $7 million were paid in 2022. The dividend was raised by 10% in "
        "2022."
    ),
    "Leases": (
        "The shops of Zenith are leased for ten years. Leases cost $9 million in 2022. Most leases end in 2030. Leased "
        "shops may be given back a year before that."
    ),
}
REQUESTS = [
    "Write a memo on the dividends and debt of Acme",
    "Write a memo on Acme's debt",
    "Write a due diligence report on Acme and Zenith: dividends, debt, leases and pensions",
    "Compare Acme and Zenith on dividends",
    "Write a risk overview of Zenith",
    "Acme's debt and Zenith's leases",
    "Write a report on dividends in these reports",
    "Summarize the Zenith annual report",
    "Write a brief on the outlook of Acme",
    "Write a report on the pensions of Acme and Zenith",
]


def passages():
    return tuple(
        make_chunk(f"{heading}\n\n{said}", f"{name} 2022 annual report", heading_path=(heading,))
        for name, parts in (("Acme", ACME), ("Zenith", ZENITH))
        for heading, said in parts.items()
    )


def bodies_of(writer, query, chunks):
    """The sections as they are written, and as they stand in the draft."""
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    bodies = []
    for index, section in enumerate(outline.sections):
        before, _ = composed(
            outline.title, [(one.heading, body) for one, body in zip(outline.sections, bodies, strict=False)]
        )
        closing = section.kind is SectionKind.CLOSING
        task = SectionTask(query=query, outline=outline, index=index, chunks=chunks, text=before if closing else "")
        bodies.append("".join(writer.section(task)))
    return bodies, without_what_closes(bodies, {chunk.key: chunk.document_id for chunk in chunks})


def statements(*bodies):
    cited = (body[one.start : one.end] for body in bodies for one in read_cited(body) if one.keys)
    return [" ".join(re.findall(r"\w+", strip_citations(one).lower())) for one in cited]


@pytest.mark.parametrize("query", REQUESTS)
def test_a_draft_ends_on_a_cited_statement_that_no_section_tells(writer, query):
    written, stands = bodies_of(writer, query, passages())
    assert cited_keys("".join(written[:-1]))
    assert cited_keys(stands[-1])
    told = statements(*stands)
    assert len(told) == len(set(told))
    assert set(told) == set(statements(*written))
    for before, after in zip(written, stands, strict=True):
        assert bool(cited_keys(before)) is bool(cited_keys(after))
        assert not leans(strip_citations(after.lstrip("# \n").partition("\n\n")[2] or after))


def test_a_comparison_ends_on_each_that_its_sections_tell_of(writer):
    _, stands = bodies_of(writer, "Compare Acme and Zenith on dividends", passages())
    assert re.findall(r"^### (.+)$", stands[-1], re.MULTILINE) == ["Acme", "Zenith"]


def test_what_is_left_open_stands_behind_what_is_told(writer):
    _, stands = bodies_of(writer, REQUESTS[2], passages())
    assert stands[-1].endswith("The documents do not cover pensions for Acme and Zenith.")
    assert cited_keys(stands[-1])


KEY, OTHER = "[cite:aaaaaaaaaaaa]", "[cite:bbbbbbbbbbbb]"
FIRST, SECOND, THIRD = (f"{one} {KEY}" for one in ("Rents rose.", "Fees fell in May.", "Staff grew by nine."))


def draft(*paragraphs):
    return "# Memo\n\n## Introduction\n\nIt rains. [cite:aaaaaaaaaaaa]\n\n## Rents\n\n" + "\n\n".join(paragraphs)


@pytest.mark.parametrize(
    ("paragraphs", "left"),
    [
        ([f"{FIRST} {SECOND} {THIRD}"], ("fees fell in may", "staff grew by nine")),
        ([f"{FIRST} {SECOND}"], ()),
        ([FIRST, f"{SECOND} {THIRD}"], ("staff grew by nine",)),
        ([f"{FIRST} {SECOND} This was new. {KEY} {THIRD}"], ("this was new", "staff grew by nine")),
        ([f"### Acme\n\n{FIRST} {SECOND}", f"### Zenith\n\n{FIRST} {SECOND}"], ()),
        ([f"{FIRST} {SECOND} Staff may not: {KEY}", f"- rush {KEY}\n- go {KEY}\n- nap {KEY}"], ("fees fell in may",)),
        (["Reported figures:", f"- Fees: $4. {KEY}\n- Rents: $5. {KEY}\n- Wages: $6. {KEY}"], ("rents 5", "wages 6")),
        ([f"{FIRST} {SECOND}", "Reported figures:", f"- Fees: $4. {KEY}\n- Rents: $5. {KEY}"], ("fees fell in may",)),
    ],
)  # fmt: skip
def test_a_section_can_spare_what_nothing_else_needs(paragraphs, left):
    assert spared(draft(*paragraphs), ["Rents"]) == left


def test_what_sets_sources_against_one_another_spares_nothing():
    assert spared(draft(f"{FIRST} {SECOND} {THIRD} {SOURCES_DIFFER} Rents fell. {OTHER}"), ["Rents"]) == ()


def test_a_section_that_would_cite_nothing_any_more_keeps_what_the_closing_tells():
    bodies = [FIRST, f"{SECOND} {THIRD}", f"{FIRST} {THIRD}"]
    documents = {"a" * 12: "one"}
    assert without_what_closes(bodies, documents) == [FIRST, SECOND, f"{FIRST} {THIRD}"]
    assert without_what_closes([], documents) == []


@pytest.mark.parametrize("length", ["40 words", "100 words", "150 words", "two paragraphs", "3 sentences"])
@pytest.mark.parametrize("request_", ["Compare Acme and Zenith", "Write a memo on Acme"])
def test_a_draft_that_is_to_be_short_tells_of_what_can_be_told(writer, request_, length):
    written, _ = bodies_of(writer, f"{request_} in {length}", passages())
    assert cited_keys("".join(written))
