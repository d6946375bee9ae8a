"""What a draft says of several companies or documents: each thing under the one whose document says it."""

import re
from dataclasses import replace

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.plan.request import read_request

from .conftest import make_chunk

EXPRESS = make_chunk("American Express paid dividends of $1.6 billion in 2022.", "American Express 2022 10K")
WATER = make_chunk("We paid dividends of $467 million in 2022.", "American Water Works 2022 10K")
ASKED = "Compare American Express and American Water Works on dividends, debt and capital expenditure"


def called(query, *titles):
    """Title → the subject of the request that a document of that title is of."""
    chunks = tuple(make_chunk(f"Something is said in {number} words.", title) for number, title in enumerate(titles))
    return read_request(query, read_context(chunks).places).called


def section(writer, query, index, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))


def under(text, subject):
    """What stands under a subject's heading."""
    return text.partition(f"### {subject}\n")[2].partition("###")[0]


def test_a_company_that_shares_a_word_of_its_name_keeps_its_sentences_to_itself(writer):
    text = section(writer, ASKED, 1, EXPRESS, WATER)
    assert "$1.6 billion" in under(text, "American Express")
    assert "$467 million" not in under(text, "American Express")
    assert "$467 million" in under(text, "American Water Works")


@pytest.mark.parametrize(
    ("query", "titles", "expected"),
    [
        ("Compare Morgan Stanley and JPMorgan on debt", ("MORGANSTANLEY_2022_10K", "JPMORGAN_2022_10K"),
         ["Morgan Stanley", "JPMorgan"]),
        ("Compare Apple and Pineapple on debt", ("Pineapple 2022", "Apple 2022"), ["Pineapple", "Apple"]),
        ("Compare Best Buy and CVS on debt", ("BESTBUY_2022_10K", "CVSHEALTH_2022_10K"), ["Best Buy", "CVS"]),
        ("Compare American Water Works and 3M on debt", ("AMERICANWATERWORKS_2022_10K", "3M_2018_10K"),
         ["American Water Works", "3M"]),
        ("Compare the Employee Handbook and the Lending Policy on fees",
         ("Employee Handbook", "Residential Lending Policy"), ["Employee Handbook", "Lending Policy"]),
        ("Compare the 10K filings of 3M and Boeing on debt", ("3M 2018 10K", "Boeing 2022 10K"), ["3M", "Boeing"]),
    ],
)  # fmt: skip
def test_a_document_is_of_the_subject_whose_name_its_title_bears(query, titles, expected):
    assert [called(query, *titles)[title] for title in titles] == expected


def test_a_title_in_small_letters_is_told_by_its_kind_where_no_other_bears_it():
    lending, conduct = "Larkmoor Bank Residential Lending Policy", "Residential Mortgage Conduct Regulation"
    query = "Compare the lending policy with the mortgage conduct regulation on fees and arrears"
    assert called(query, lending, conduct) == {lending: "Lending Policy", conduct: "Mortgage Conduct Regulation"}
    other = "Larkmoor Bank Commercial Lending Policy"
    assert lending not in called(query, lending, conduct, other)


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Compare Apple and Boeing on debt", "Pineapple 2022"),
        ("Compare Morgan Stanley and Boeing on debt", "JPMorgan 2022 10K"),
        ("Compare American Express and Boeing on debt", "American Airlines 2022 10K"),
    ],
)
def test_a_document_of_another_company_is_of_no_subject(query, title):
    assert called(query, title, "Boeing 2022 10K") == {"Boeing 2022 10K": "Boeing"}


def test_a_company_without_a_document_is_a_gap_though_another_bears_a_part_of_its_name(writer):
    outline = writer.outline(OutlineTask(query=ASKED, chunks=(WATER,)))
    assert outline.gaps == ("The documents do not contain information about American Express.",)
    assert [one.heading for one in outline.sections[1:-1]] == ["Dividends", "Debt", "Capital Expenditure"]


def test_a_name_that_the_passages_write_longer_than_the_title_leaves_no_topic():
    chunk = make_chunk("JPMorgan Chase repaid debt of $2 billion.", "JPMorgan 2022 10K")
    request = read_request("Compare JPMorgan Chase and Boeing on debt", read_context((chunk,)).places)
    assert (request.subjects, request.topics) == (("JPMorgan",), ("debt",))


NORTHWIND = ("Northwind Interest Rates", "Contoso 10-K")


@pytest.mark.parametrize(
    ("query", "titles", "subjects", "topics"),
    [
        ("Compare Northwind and Contoso on capital expenditures and interest rates", NORTHWIND,
         ("Northwind", "Contoso"), ("capital expenditures", "interest rates")),
        ("Compare Northwind and Contoso on fees and the lending policy", (*NORTHWIND, "Lending Policy"),
         ("Northwind", "Contoso"), ("fees", "lending policy")),
        ("Write a comparison of interest rates and loan terms", ("Interest Rates 2023",),
         (), ("interest rates", "loan terms")),
        ("Write a comparison of interest rates and loan terms", ("Interest Rates 2023", "Loan Terms 2023"),
         ("Interest Rates", "Loan Terms"), ()),
        ("Compare the lending policy with the conduct regulation on interest rates",
         ("Lending policy", "Conduct regulation", "Interest rates 2023"),
         ("Lending Policy", "Conduct Regulation"), ("interest rates",)),
        ("Compare Northwind and the lending policy on fees", ("Northwind 10-K", "Lending policy"),
         ("Northwind", "Lending Policy"), ("fees",)),
        ("Compare the employee handbook's leave and the lending policy's limits",
         ("Employee handbook", "Lending policy"), ("Employee Handbook", "Lending Policy"), ("leave", "limits")),
        ("Summarize the lending policy", ("Lending policy", "Conduct regulation"), (), ("lending policy",)),
    ],
)  # fmt: skip
def test_words_of_a_title_in_small_letters_are_a_topic_unless_they_can_only_name_it(query, titles, subjects, topics):
    chunks = tuple(make_chunk(f"Something is said in {number} words.", title) for number, title in enumerate(titles))
    request = read_request(query, read_context(chunks).places)
    assert (request.subjects, request.topics) == (subjects, topics)


def test_two_documents_that_say_the_same_are_each_told_with_their_own_citation(writer):
    alpha = make_chunk("Notice\n\nThe notice period is 30 days. Notice must be given in writing.", "Alpha Handbook")
    beta = make_chunk("Leaving\n\nThe notice period is 30 days. A leaver returns all keys.", "Beta Handbook")
    query = "Compare the Alpha Handbook and the Beta Handbook on notice period, remote work and leave"
    text = section(writer, query, 1, alpha, beta)
    assert f"The notice period is 30 days. [cite:{alpha.key}]" in under(text, "Alpha Handbook")
    assert f"The notice period is 30 days. [cite:{beta.key}]" in under(text, "Beta Handbook")
    assert beta.key not in under(text, "Alpha Handbook")
    assert "do not contain" not in text


def test_an_introduction_says_of_each_company_what_it_is(writer):
    lines = [
        "Alpha is a manufacturer of pumps and of valves for ships.",
        "Alpha develops and sells pumps in forty countries of the world.",
        "Alpha is one of the largest manufacturers of valves for ships.",
        "Alpha was founded in Hamburg and is a leader in pumps and valves.",
    ]
    alpha = make_chunk("Business\n\n" + " ".join(lines), "Alpha 2022 10K")
    beta = make_chunk("Business\n\nBeta is a retailer of garden tools.", "Beta 2022 10K")
    text = section(writer, "Compare Alpha and Beta on dividends, debt and research", 0, alpha, beta)
    assert "Beta is a retailer of garden tools." in text
    assert text.count(alpha.key) == 2


FEES = "Compare Acme and Corax on fees and risks"


def test_a_closing_tells_of_each_company_though_only_one_has_figures(writer):
    acme = make_chunk("Acme pays risk fees of $3 million. Fees are waived for Acme clubs.", "Acme 2022")
    corax = make_chunk("Corax lowered the fees of clubs. Risks of fire grew at Corax.", "Corax 2022")
    text = section(writer, FEES, -1, acme, corax)
    assert "$3 million" in under(text, "Acme")
    assert under(text, "Corax").strip()


def test_an_introduction_of_a_comparison_does_not_tell_of_one_company_alone(writer):
    acme = make_chunk("Acme is a leading provider of tools. Acme charges fees.", "Acme 2022")
    corax = make_chunk("Corax charges fees for each tool.", "Corax 2022")
    assert "leading provider" not in section(writer, FEES, 0, acme, corax)
    also = make_chunk("Corax is a leading retailer of ropes. Corax charges fees.", "Corax 2022")
    assert {"leading provider", "leading retailer"} <= {
        words for words in ("leading provider", "leading retailer") if words in section(writer, FEES, 0, acme, also)
    }


@pytest.mark.parametrize(
    "boilerplate",
    [
        "If any of the following risks actually occur, our business could be harmed.",
        "If known or unknown risks materialize, our operations could be adversely affected by risks.",
        "The risks are categorized using the following headings: external and strategic risks.",
        "You should carefully consider the risks that our business faces.",
    ],
)
def test_risks_are_told_without_what_every_filing_says_of_them(writer, boilerplate):
    acme = make_chunk(f"Risks\n\n{boilerplate} Acme faces risks of fire in its mills.", "Acme 2022")
    corax = make_chunk("Risks\n\nCorax faces risks of theft in its stores.", "Corax 2022")
    text = section(writer, FEES, 2, acme, corax)
    assert "risks of fire" in under(text, "Acme")
    assert boilerplate not in text


def test_a_section_names_its_only_document_where_the_draft_tells_of_several(writer):
    acme = make_chunk("Pensions\n\nWe pay pensions of $3 million to 200 people.", "Acme 2022")
    query = "Write a report on pensions and rent"
    outline = writer.outline(OutlineTask(query=query, chunks=(acme,)))
    task = SectionTask(query=query, outline=outline, index=1, chunks=(acme,))
    assert "".join(writer.section(task)).startswith("We pay pensions")
    assert "".join(writer.section(replace(task, several=True))).startswith("### Acme 2022\n\nWe pay pensions")


@pytest.mark.parametrize("index", [0, -1])
def test_introduction_and_closing_name_each_document_where_the_draft_tells_of_several(writer, index):
    acme = make_chunk(
        "Business\n\nWe are a leading retailer of ropes.\n\nRent\n\nWe pay rent of $3 million.", "Acme 2022"
    )
    corax = make_chunk(
        "Business\n\nThe Company is a provider of tools.\n\nRent\n\nWe paid 4 million euros of rent.", "Corax 2022"
    )
    query = "Write a report on rent and pensions"
    outline = writer.outline(OutlineTask(query=query, chunks=(acme, corax)))
    task = SectionTask(query=query, outline=outline, index=index, chunks=(acme, corax))
    text = "".join(writer.section(task))
    for chunk in (acme, corax):
        assert text.count(chunk.key) == under(text, f"{chunk.title}").count(chunk.key)
    assert acme.key in text
    assert (corax.key in text) == (not index), "a closing says one thing on a topic"


def test_what_a_document_says_of_itself_is_not_cited_from_another(writer):
    said = "Notice is given in writing. We grant 20 days of leave in each year."
    alpha, beta = make_chunk(f"Leave\n\n{said}", "Alpha Handbook"), make_chunk(f"Leave\n\n{said}", "Beta Handbook")
    text = section(writer, "Write a memo on leave and notice", 1, alpha, beta)
    assert text.count("[cite:") == len({alpha.key, beta.key} & set(re.findall(r"\w{12}", text)))


HALDEN = make_chunk(
    "Years ended June 30, (in millions) 2022 2021\nRevenue $ 900 $ 850\nOperating income 95 90\n"
    "Other income (expense):\nInvestment income and other 4 3\nInterest expense (5) (6)\n"
    "Earnings before tax 94 87\nIncome tax expense 20 18\nNet earnings $ 74 $ 69",
    "Halden 2022",
)
HALDEN_NOTE = make_chunk(
    "Changes in the fair value of net investment hedges are part of other comprehensive income until the net asset "
    "is sold. Net sales are net of returns. Net deferred tax assets depend on the income of later years.",
    "Halden 2022",
)
ORVIK = make_chunk("Net income increased 6.0% to $212.0 million compared to $200.0 million in 2021.", "Orvik 2022")


def test_net_earnings_are_told_where_net_income_is_compared(writer):
    text = section(writer, "Compare the net income of Orvik and Halden in 2022", 1, ORVIK, HALDEN_NOTE, HALDEN)
    assert "Net earnings: $74 million" in under(text, "Halden")
    assert "do not say anything" not in text
