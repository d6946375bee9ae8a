"""Texts written elsewhere: what names their sources is left alone in the text and is no part of what is judged."""

import time

import pytest

from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.skeptic.foreign import bare_of, parts_of, placed
from apps.retrieval.names import DocumentName, years_borne

KEY = "0123456789ab"


def claims_in(text: str) -> list[tuple[str, str]]:
    """(what is judged, what stands at its place in the text)."""
    bare = bare_of(text)
    found = [
        placed(bare, claim, offset=start, known={KEY})
        for start, end in parts_of(bare.text)
        for claim in claims_of(bare.text[start:end], read_question(""))
    ]
    return [(claim.claim_text, text[claim.start_offset : claim.end_offset]) for claim in found]


@pytest.mark.parametrize(
    ("written", "judged"),
    [
        ("Net sales rose by 8% [1].", "Net sales rose by 8%."),
        ("Net sales rose by 8% [2,3].", "Net sales rose by 8%."),
        ("Net sales rose by 8% [4–6] [12].", "Net sales rose by 8%."),
        ("Net sales rose by 8% [1, p. 12].", "Net sales rose by 8%."),
        ("Net sales [1] rose by 8%.", "Net sales rose by 8%."),
        ("Net sales rose by 8% (Author, 2020).", "Net sales rose by 8%."),
        ("Net sales rose (Smith & Jones, 2020; Lee et al., 2019, pp. 5–7) by 8%.", "Net sales rose by 8%."),
        ("Net sales rose (see van der Berg 2018a: 12) by 8%.", "Net sales rose by 8%."),
        ("Net sales rose¹ by 8%.", "Net sales rose by 8%."),
        ("Net sales rose to $394,328² in that year.", "Net sales rose to $394,328 in that year."),
        ("The road of 12 km²,³ was let.", "The road of 12 km² was let."),
        ("The road of 12km²,³ was let.", "The road of 12km² was let."),
        (
            "It was announced in March 2021⁵,⁶ and repeated in 2022⁷.",
            "It was announced in March 2021 and repeated in 2022.",
        ),
        ("Some 10²,³ units and 10¹²,³ cells were let.", "Some 10² units and 10¹² cells were let."),
        ("The land was let²,³ at $394,328²,³ in all.", "The land was let at $394,328 in all."),
        ("Net sales rose by 8%†.", "Net sales rose by 8%."),
        ("Net sales rose by 8%<sup>[1]</sup>.", "Net sales rose by 8%."),
        ("Net sales rose by 8%[^note].", "Net sales rose by 8%."),
        ("Net sales rose by 8% [@smith2020, p. 3].", "Net sales rose by 8%."),
        ("Net sales rose by 8% [citation needed].", "Net sales rose by 8%."),
        ("[Net sales](https://example.org/a_(b)) rose by 8%.", "Net sales rose by 8%."),
        ("Net sales rose by 8% ([source](https://example.org)).", "Net sales rose by 8%."),
        ("Net sales rose by 8% (https://example.org/a).", "Net sales rose by 8%."),
        (r"Net sales rose by 8% \[1\].", "Net sales rose by 8%."),
        (r"Net sales rose by 8%\[2, 3\].", "Net sales rose by 8%."),
        (r"Net sales rose by 8% \[citation needed\].", "Net sales rose by 8%."),
        ("Net sales rose by 8% (ibid.).", "Net sales rose by 8%."),
        ("Net sales rose by 8% (Ibid., pp. 5–6).", "Net sales rose by 8%."),
        ("Net sales rose by 8% in fiscal 2021 (2020).", "Net sales rose by 8% in fiscal 2021."),
        ("Net sales rose by 8% (2020a).", "Net sales rose by 8%."),
        ("Net sales rose by 8%, according to Smith (2020).", "Net sales rose by 8%."),
        ("Net sales, according to Smith et al. (2020, p. 3), rose by 8%.", "Net sales rose by 8%."),
        ("Net sales rose by 8%, as Smith and Jones (2020) report.", "Net sales rose by 8%."),
        ("Net sales rose by 8% (as shown by Smith [4]).", "Net sales rose by 8%."),
        ("However, Smith (2020) notes that net sales rose.", "However, net sales rose."),
        ("**Net sales** rose by *8%* in `2022`.", "Net sales rose by 8% in 2022."),
    ],
)
def test_a_mark_is_no_part_of_the_claim_and_stands_where_the_claim_stands(written: str, judged: str) -> None:
    [(claim, there)] = claims_in(written)
    assert claim == judged
    assert there in written
    assert there.endswith(".")


@pytest.mark.parametrize(
    "attribution",
    [
        "According to Smith (2020), ",
        "According to Smith, Jones & Lee (2020; 2021), ",
        r"According to Smith \[1\], ",
        "According to [1, 2], ",
        "According to Smith (2020) and Jones et al. (2021), ",
        "According to Smith (2020) ",
        "As van der Berg (2018a: 12) notes, ",
        "As reported by Smith (2020), ",
        "Smith (2020) reports that ",
        "Smith et al. (2020) have also shown that ",
        "[3] states that ",
    ],
)
def test_what_hands_a_statement_to_a_work_is_no_part_of_it(attribution: str) -> None:
    found = claims_in(f"Rent fell by 2%. {attribution}net sales rose by 8%. Costs fell by 2%.")
    assert found == [
        ("Rent fell by 2%.",) * 2,
        ("Net sales rose by 8%.", "net sales rose by 8%."),
        ("Costs fell by 2%.",) * 2,
    ]
    assert claims_in(f"- {attribution}iPhone sales rose.")[0][0] == "iPhone sales rose."


@pytest.mark.parametrize("closing", ["[3]", "¹", "[^1]", "<sup>1</sup>"])
def test_a_mark_behind_the_full_stop_ends_no_claim_and_opens_none(closing: str) -> None:
    found = claims_in(f"Net sales rose by 8%.{closing} Costs fell by 2%.")
    assert found == [("Net sales rose by 8%.",) * 2, ("Costs fell by 2%.",) * 2]


@pytest.mark.parametrize(
    "text",
    [
        "The figure was final (December 31, 2022) and audited.",
        "Sales grew in the year (Fiscal 2022) by a tenth.",
        "The rule (Companies Act, 2006) binds the board.",
        "An area of 10² square metres was let.",
        "The room has 25 m² of space.",
        "The item [sic] was sold in the year [2020].",
        "According to the plaintiff, net sales rose by 8%.",
        "According to Smith, net sales rose by 8%.",
        "According to the Board (2020), net sales rose by 8%.",
        "According to Note 5 (2020), net sales rose by 8%.",
        "According to Acme (2020), sales fell. Acme makes anvils.",
        "May (2020) reports that net sales rose.",
        "Smith (2020) doubts that net sales rose by 8%.",
        "Smith (2020) does not report that net sales rose.",
        "Contrary to Smith (2020), net sales rose.",
        "Net sales rose by 8% in fiscal (2020).",
        "Net sales were $5 million (2020).",
        "Net sales were $5 ($4) million in 2021 (2020).",
        "The peak (2019) and the 2020 plan (2020) were passed.",
        "Net sales rose by 1,234 (1,200) units.",
        "The officer (ID) signed for Idaho (Id).",
        "It equals 2 * 3 and 4 * 5 in total.",
        "The variable net_sales_total rose by 8%.",
    ],
)
def test_what_only_looks_like_a_mark_stays(text: str) -> None:
    assert bare_of(text).text == text


def test_tables_code_and_references_are_passed_over_and_counted() -> None:
    text = (
        "# Sales\n\nNet sales rose by 8%.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\nprint(1)\n```\n\n"
        "Costs fell by 2%.\n\n[^1]: Form 10-K.\n\n## References\n\n[1] Smith, J. (2020). A book.\n\nLee, K. 2019.\n\n"
        "## Outlook\n\nThe outlook is good.\n"
    )
    assert [claim for claim, _ in claims_in(text)] == [
        "Net sales rose by 8%.",
        "Costs fell by 2%.",
        "The outlook is good.",
    ]
    assert bare_of(text).passed_over == 7


def test_a_word_like_sources_over_prose_hides_nothing_of_it() -> None:
    text = "Sources:\n\nThe company draws its income from three lines of business.\n"
    assert claims_in(text)[-1][0] == "The company draws its income from three lines of business."


def test_our_own_citations_stay_with_their_sentence_and_unknown_ones_are_dropped() -> None:
    text = f"The fee is $450 [cite:{KEY}]. The limit is 75% [cite:ffffffffffff]."
    bare = bare_of(text)
    fee, limit = (placed(bare, claim, offset=0, known={KEY}) for claim in claims_of(bare.text, read_question("")))
    assert (fee.citations, limit.citations) == ((KEY,), ())


def test_the_flags_of_a_draft_are_no_part_of_what_is_judged() -> None:
    text = f"A is 5. [cite:{KEY}] [flag:weak] B is 7 [flag:not_found]. C is 9. [flag:unchecked]"
    assert [claim for claim, _ in claims_in(text)] == ["A is 5.", "B is 7.", "C is 9."]


def test_parts_are_the_whole_text_and_part_no_sentence() -> None:
    paragraph = " ".join(f"In the year {year} net sales rose by {year % 90}%." for year in range(1000, 1400))
    text = "\n\n".join([paragraph, *(f"Costs of unit {unit} fell by 2%." for unit in range(300))])
    parts = parts_of(text)
    assert "".join(text[start:end] for start, end in parts) == text
    assert max(end - start for start, end in parts) < 9000
    assert [claim for claim, _ in claims_in(text)] == [claim.claim_text for claim in claims_of(text, read_question(""))]


@pytest.mark.parametrize(
    "piece",
    [
        "According to A (2020), a. ",
        "As A ",
        "A (2020) reports that a. ",
        "A. ",
        ". A, ",
        ". A and ",
        ". According to A ",
        " ",
        "[",
        "(",
        "(A ",
        "[1,",
        "[a](",
        "*a",
        "![[",
        "(Smith, ",
        "http://",
        "| ",
        "<sup>",
        "`",
        "¹",
    ],
)
def test_no_text_takes_long_to_read(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    begun = time.process_time()
    bare_of(text)
    assert time.process_time() - begun < 5


def test_a_text_of_many_authors_is_read_in_little_time():
    letters = "abcdefghijklmno"
    names = [f"X{a}{b}{c}" for a in letters for b in letters for c in letters][:3000]
    cited = " ".join(f"According to {name} (2020), rents rose." for name in names)
    began = time.process_time()
    assert bare_of(cited).text == " ".join(["Rents rose."] * len(names))
    assert bare_of(f"{cited} {names[0]} pays.").text.startswith(f"According to {names[0]} (2020), rents rose. Rents")
    assert time.process_time() - began < 4


def test_whom_the_text_speaks_of_is_told_by_the_whole_name():
    of_work, too = "According to De la Cruz (2020), rents rose.", "According to Cruz (2020), rents rose."
    assert bare_of(f"{of_work} De la Cruzada pays.").text == "Rents rose. De la Cruzada pays."
    assert bare_of(f"{of_work} De la Cruz pays.").text == f"{of_work} De la Cruz pays."
    assert bare_of(f"{too} McCruz pays.").text == "Rents rose. McCruz pays."
    assert bare_of(f"{too} It is up to Cruz\u2019s heirs.").text == f"{too} It is up to Cruz\u2019s heirs."


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("According to Acme (2020), sales rose by 5%.", "According to Acme (2020), sales rose by 5%."),
        ("As reported by Acme (2020), sales rose by 5%.", "As reported by Acme (2020), sales rose by 5%."),
        ("According to Acme Annual Report (2020), sales rose.", "According to Acme Annual Report (2020), sales rose."),
        ("According to Acme (2023), sales rose by 5%.", "Sales rose by 5%."),
        ("According to Annual Review (2019), sales rose by 5%.", "Sales rose by 5%."),
        ("According to Smith (2020), sales rose by 5%.", "Sales rose by 5%."),
        ("According to Jones (2019), sales rose by 5%.", "Sales rose by 5%."),
    ],
)
def test_a_year_that_a_document_at_hand_does_not_bear_stays_part_of_what_is_said(text, read):
    names = [
        DocumentName(document_id="a", title="Acme Annual Report", filename="ACME_2023_10K.pdf", chunk_count=9),
        DocumentName(document_id="d", title="Bolt Annual Report 2020", filename="bolt.pdf", chunk_count=9),
        DocumentName(document_id="b", title="", filename="smith2020.pdf", chunk_count=9),
        DocumentName(document_id="c", title="Jones on trade", filename="jones.pdf", chunk_count=9),
    ]
    assert bare_of(text, borne=years_borne(names)).text == read


@pytest.mark.parametrize("bracket", ["(Repealed 2020)", "(Superseded by Section 9.)", "(Revoked 2019)"])
def test_a_rule_is_judged_with_what_takes_it_back(bracket: str) -> None:
    rule = f"The crane costs $15 a lift. {bracket}"
    assert claims_in(f"{rule} [1] A berth costs $40 a week.") == [
        (rule, rule),
        ("A berth costs $40 a week.", "A berth costs $40 a week."),
    ]
