"""What a draft says it found nothing on: only what no passage speaks of."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.writer.revision import without_gaps
from apps.drafting.allotment import allotted

from .conftest import make_chunk

GAP = "do not contain information about"


def drafted(writer, query, *contents):
    """Heading → text of a draft from so many passages, each section given all of them."""
    chunks = tuple(make_chunk(content, "Notes", start_offset=1000 * at) for at, content in enumerate(contents))
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    keys, last = [chunk.key for chunk in chunks], len(outline.sections) - 1
    owner = allotted(keys, dict.fromkeys(range(1, last), keys), closing=last)
    texts = {}
    for index, section in enumerate(outline.sections):
        task = SectionTask(
            query=query,
            outline=outline,
            index=index,
            chunks=chunks,
            elsewhere=frozenset(key for key in keys if owner[key] != index),
            text="\n\n".join(texts.values()),
        )
        texts[section.heading] = "".join(writer.section(task))
    return texts


@pytest.mark.parametrize(
    ("query", "heading", "said"),
    [
        ("Write a report on loss of investment and weather", "Loss of Investment",
         "Investors in the fund may lose some or all of their investment if interest rates rise above 8%."),
        ("Write a report on liquidity risks and weather", "Liquidity Risks",
         "The manager has identified the following risks to liquidity: large redemptions and thin markets."),
        ("Write a report on cyber risks and weather", "Cyber Risks",
         "Cyber risks are grouped into three classes by the bank, class one needs a report within 24 hours."),
        ("Write a report on the founding of the fund and weather", "Founding of the Fund",
         "The fund was founded in 1999."),
        ("Write a report on risk factors and weather", "Risk Factors",
         "The bank keeps a list of risk factors for each branch."),
        ("Write a memo on the notice period and weather", "Notice Period",
         "Notice period for probationary staff: one week."),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_told_by_its_only_sentence_however_it_reads(writer, query, heading, said):
    texts = drafted(writer, query, f"{said} It rained in the hills all day.")
    assert said in texts[heading]
    assert heading.lower() not in texts["Conclusion and Open Points"].lower()


def test_a_sentence_that_leans_is_told_with_the_one_before_it(writer):
    before, said = "Brokers send copies of all forms.", "These copyright notices bear a stamp."
    texts = drafted(writer, "Write a memo on copyright notices and weather", f"{before} {said} It rained all day.")
    assert texts["Copyright Notices"].startswith(f"{before} [cite:")
    assert said in texts["Copyright Notices"]


def test_what_cannot_be_quoted_is_no_gap_and_no_claim(writer):
    query = "Write a memo on copyright notices and weather"
    texts = drafted(writer, query, "These copyright notices bear a stamp. It rained in the hills all day.")
    said = texts["Copyright Notices"]
    assert said == "The documents do not say anything about copyright notices that can be quoted by itself."
    assert not any(claim.requires_citation for claim in claims_of(said, read_question(query)))
    assert texts["Conclusion and Open Points"] == "The documents do not cover weather."


def test_a_sentence_is_left_to_no_section_on_a_topic_that_nothing_speaks_of(writer):
    said = "The bank calls the borrower by the 36th day of delinquency and offers a hardship review by the 45th day."
    texts = drafted(
        writer, "Write a report on late payments and hardship", "The archive is in the cellar of the old house.", said
    )
    assert said in texts["Hardship"]
    assert texts["Late Payments"] == f"The documents {GAP} late payments."


def test_of_each_company_is_told_what_speaks_of_the_topic(writer):
    acme = make_chunk("Dividends\n\nAcme shareholders may lose all or part of their investment.", "Acme 2022")
    corax = make_chunk("Dividends\n\nCorax lost an investment of 3 million euros in ropes.", "Corax 2022")
    query = "Compare Acme and Corax on investment and on fees"
    outline = writer.outline(OutlineTask(query=query, chunks=(acme, corax)))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(acme, corax))))
    assert "do not" not in text
    assert f"[cite:{acme.key}]" in text


def test_a_gap_that_passages_of_the_closing_speak_of_is_not_named_again(writer):
    chunk = make_chunk("The pension fund is closed to new members.", "Notes")
    query = "Write a memo on the pension fund and company cars"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    written = f"The documents {GAP} the pension fund.\n\nThe documents {GAP} company cars."
    task = SectionTask(query=query, outline=outline, index=3, chunks=(chunk,), text=written)
    assert "".join(writer.section(task)).endswith("The documents do not cover company cars.")


def test_a_section_tells_what_another_could_tell_and_leaves_out(writer):
    said = "The bank calls the borrower by the 36th day of delinquency and offers a hardship review by the 45th day."
    late = "A payment is late after the 15th day of the month."
    texts = drafted(writer, "Write a report on late payments, hardship and appraisal", f"{late} {said}")
    assert late in texts["Late Payments"]
    assert said in texts["Hardship"]
    assert sum(said in text for text in texts.values()) == 1


def test_what_introduces_and_is_asked_for_is_told_once(writer):
    chunks = (
        make_chunk("Acme Corporation is a manufacturer of industrial pumps and valves.", "Acme profile"),
        make_chunk("Dividends are paid in May. The dividends were $5 million in 2022.", "Acme accounts"),
    )
    query = "Write a report on industrial pumps and dividends."
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    texts = [
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index in range(len(outline.sections))
    ]
    assert "manufacturer of industrial pumps" in texts[1]
    assert "".join(texts).count("manufacturer of industrial pumps") == 1


def closing_of(writer, query, text, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    last = len(outline.sections) - 1
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=last, chunks=chunks, text=text)))


def test_a_gap_says_of_whom_it_is_where_the_request_names_one(writer):
    chunk = make_chunk("Rent of Acme was 5 million euros in 2022.", "Acme 2022")
    query = "Write a memo on Acme's rent, pensions and aircraft"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    said = f"The documents {GAP} pensions for Acme."
    for chunks in ((chunk,), ()):  # what the section was given, which may be nothing
        task = SectionTask(query=query, outline=outline, index=2, chunks=chunks)
        assert "".join(writer.section(task)) == said
    assert not any(claim.requires_citation for claim in claims_of(said, read_question(query)))

    text = f"{said}\n\nThe documents {GAP} aircraft for Acme."
    assert closing_of(writer, query, text, chunk).endswith("The documents do not cover pensions and aircraft for Acme.")
    left = without_gaps("The documents do not cover pensions and aircraft for Acme.", ["Pensions"])
    assert left == "The documents do not cover aircraft for Acme."


def test_a_gap_of_all_that_are_compared_names_them(writer):
    acme = make_chunk("Rent of Acme was 5 million euros in 2022.", "Acme 2022")
    corax = make_chunk("Corax paid rent of 7 million euros in 2022.", "Corax 2022")
    query = "Compare Acme and Corax on rent and pensions"
    outline = writer.outline(OutlineTask(query=query, chunks=(acme, corax)))
    task = SectionTask(query=query, outline=outline, index=2, chunks=(acme, corax))
    assert "".join(writer.section(task)) == f"The documents {GAP} pensions for Acme and Corax."


def test_what_a_clause_is_about_is_told_though_nothing_says_its_verb(writer):
    said = "Debt falls due in May and bears interest."
    query = "Write a memo on how it manages its debt, and on weather"
    texts = drafted(writer, query, f"{said} The archive is in the cellar of the old house.")
    assert said in texts["Managing Debt"]
    assert "debt" not in texts["Conclusion and Open Points"]


def test_no_gap_is_named_at_the_end_of_what_the_draft_tells(writer):
    fees = make_chunk("Fees are 20 euros a month.", "Notes")
    query = "Write a memo on pricing and company cars"
    told = f"The pool has six company cars. [cite:{fees.key}]"
    text = f"{told}\n\nThe documents {GAP} pricing.\n\nThe documents {GAP} company cars."
    assert closing_of(writer, query, text, fees).endswith("The documents do not cover pricing.")
