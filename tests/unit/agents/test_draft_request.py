"""How a draft's request is read: of whom it is, on what, and which sections that makes."""

from time import process_time

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.writer.plan.request import read_request

from .conftest import make_chunk

ACME = make_chunk("Rent of Acme was 5 million euros in 2022. Debt of Acme was 7 million euros.", "Acme 2022")
CORAX = make_chunk("Rent of Corax was 4 million euros in 2022. Debt was 9 million euros.", "Corax 2022")
FEES = "The annual fee is 20 euros. Pricing is set by the board, and rent is paid in May."


def read(query, *chunks):
    return read_request(query, read_context(chunks or (ACME, CORAX)).places)


def planned(writer, query, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks or (ACME, CORAX)))
    return outline, [one.heading for one in outline.sections if one.kind is SectionKind.BODY]


@pytest.mark.parametrize(
    "query",
    ["Compare how Acme and Corax fund themselves: rent and debt", "Compare Acme and Corax: rent and debt."],
)
def test_names_before_a_colon_are_of_all_behind_it(writer, query):
    request = read(query)
    assert (request.kind, request.subjects, request.topics) == ("comparison", ("Acme", "Corax"), ("rent", "debt"))
    outline, body = planned(writer, query)
    assert (outline.title, body) == ("Acme and Corax: Rent and Debt", ["Rent", "Debt"])


def test_a_memo_on_one_company_names_it_before_the_colon():
    request = read("Write a memo on Acme: its rent and its debt")
    assert (request.subjects, request.topics) == (("Acme",), ("rent", "debt"))


@pytest.mark.parametrize(
    "asked",
    ["Acme covering its rent and debt", "Acme, covering rent and debt", "Acme that covers rent and its debt",
     "the Acme report discussing rent and debt", "Acme with a focus on rent and debt", "Acme focusing on rent, debt"],
)  # fmt: skip
def test_what_a_text_on_names_is_to_cover_is_its_topics(asked):
    request = read(f"Write a memo on {asked}")
    assert request.topics == ("rent", "debt")
    assert [name.removesuffix(" report") for name in request.subjects] == ["Acme"]


def test_covering_is_a_topic_where_it_is_one():
    assert read("Write a memo on insurance covering fire").topics == ("insurance covering fire",)
    assert read("Write a memo on the costs of covering debt").topics == ("costs of covering debt",)
    assert read("Write a memo on Walrus covering debt").absent == ("debt of Walrus",)


def test_what_names_no_document_before_a_colon_takes_nothing_from_its_list():
    request = read("Write a memo on the cost of space: rent and debt")
    assert (request.subjects, request.topics, request.absent) == ((), ("rent", "debt"), ())


def test_readers_and_forms_make_no_section_and_no_title(writer):
    query = "Write a memo on Acme's rent and debt for the CFO, no longer than two pages, with citations."
    outline, body = planned(writer, query)
    assert (outline.title, body) == ("Memo on Acme's Rent and Debt", ["Rent", "Debt"])
    assert not outline.gaps


def test_a_question_on_what_was_named_before_makes_no_section(writer):
    query = "What should an investor know about rent risks, and how do the companies deal with them?"
    outline, body = planned(writer, query)
    assert (outline.title, body) == ("Rent Risks", ["Rent Risks"])


@pytest.mark.parametrize(
    "query",
    [
        "Compare Acme and Walrus in rent and debt.",
        "How do Acme and Walrus compare on rent and debt?",
        "How does Acme compare with Walrus in rent and debt?",
        "Compare Acme and Walrus: rent and debt",
        "Write a memo on Acme vs. Walrus: rent and debt",
        "Compare Acme's and Walrus's rent and debt",
    ],
)
def test_a_compared_company_without_a_document_is_a_gap(writer, query):
    outline, body = planned(writer, query)
    assert body == ["Rent", "Debt"]
    assert outline.title == "Acme and Walrus: Rent and Debt"
    assert outline.gaps == ("The documents do not contain information about Walrus.",)


def test_what_another_says_of_a_compared_company_is_not_its_own(writer):
    rival = make_chunk("Rent of Acme was 5 million euros. Our rival Walrus pays less rent.", "Acme 2022")
    outline, body = planned(writer, "Compare Acme and Walrus on rent", rival)
    assert body == ["Rent"]
    assert outline.gaps == ("The documents do not include any of Walrus’s own.",)
    assert not any(claim.requires_citation for claim in claims_of(outline.gaps[0], read_question("Compare them")))


def test_a_term_beside_what_is_compared_is_no_company():
    said = make_chunk("GAAP income of Acme was 5 million euros. Non-GAAP income was 6 million.", "Acme 2022")
    assert read("Compare GAAP and Non-GAAP income of Acme", said).absent == ()


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("Write a memo on Walrus's stores and pricing.", "Walrus's stores and pricing"),
        ("Write a memo on stores and pricing at Walrus", "stores and pricing at Walrus"),
        ("Write a memo on Walrus: stores and pricing", "stores and pricing of Walrus"),
    ],
)
def test_nothing_of_others_is_told_of_a_company_that_no_document_is_of(writer, query, asked):
    outline, body = planned(writer, query, make_chunk(FEES, "Acme 2022"))
    assert body == []
    assert outline.sections == ()
    assert outline.gaps == (f"The documents do not contain information about {asked}.",)


def test_of_two_companies_without_a_document_nothing_is_told(writer):
    outline, body = planned(writer, "Compare Walrus and Yeti on rent")
    assert body == []
    assert outline.gaps == tuple(f"The documents do not contain information about {one}." for one in ("Walrus", "Yeti"))


def test_what_the_passages_know_in_other_order_is_still_told(writer):
    said = make_chunk("Rent is 5 euros a day. Plans: Gold and Silver. Each plan is free in May.", "Tariff")
    assert planned(writer, "Compare Gold Plan and Silver Plan on rent", said)[1] == ["Rent"]


def test_what_else_is_asked_is_told_beside_the_gap(writer):
    outline, body = planned(writer, "Write a memo on Acme's rent and Walrus's stores and pricing")
    assert body == ["Rent"]
    assert outline.gaps == ("The documents do not contain information about Walrus's stores and pricing.",)


@pytest.mark.parametrize(
    "query",
    ["Write a memo on Employees' rights and rent", "Write a memo on the Code of Conduct and rent",
     "Write a memo on Staff Parking: rent and debt"],
)  # fmt: skip
def test_a_word_with_a_capital_is_no_company(query):
    said = make_chunk("The employees pay rent. The staff parking is free. A code of conduct applies.", "Acme 2022")
    request = read(query, said)
    assert request.absent == ()
    assert "rent" in request.topics


@pytest.mark.parametrize(
    "query",
    ["Write a memo on Veterans' Day, rent and debt", "Write a memo on rent and the costs of LED",
     "Write a memo on rent and opening hours at Christmas", "Write a memo on rent and debt by March"],
)  # fmt: skip
def test_a_term_or_a_time_takes_no_topic_with_it(query):
    assert "rent" in read(query).topics


PATH = ("Part I", "Item 2. Risk Factors")
RISKS = [
    make_chunk(f"{name}\n\nThe risk of {name.lower()} may cost Acme {at} million euros in a bad year.", "Acme 2022",
               heading_path=(*PATH, name), start_offset=100 * at)
    for at, name in enumerate(("Strategic Risks", "Operational Risks", "Legal Risks"), start=1)
]  # fmt: skip


def test_an_overview_of_a_kind_is_told_by_the_parts_of_the_documents_section_on_it(writer):
    market = make_chunk("The market risk of Acme is that of interest.", "Acme 2022",
                        heading_path=("Part II", "Item 7. Market Risk"), start_offset=900)  # fmt: skip
    _, body = planned(writer, "A risk overview of Acme", market, *reversed(RISKS))
    assert body == ["Strategic Risks", "Operational Risks", "Legal Risks"]
    assert planned(writer, "Write a memo on risk", market, *RISKS)[1] == ["Risk"]


def test_the_heading_of_the_section_itself_is_no_part_of_it(writer):
    first = make_chunk("Risk Factors\n\nThe risk of Acme is told here in its own words.", "Acme 2022",
                       heading_path=PATH, start_offset=50)  # fmt: skip
    assert planned(writer, "A risk overview of Acme", first, *RISKS)[1][0] == "Strategic Risks"


def test_an_overview_of_a_kind_that_has_no_parts_is_one_section(writer):
    assert planned(writer, "A rent overview of Acme", ACME)[1] == ["Rent"]


def under(heading, text, at):
    return make_chunk(f"{heading}\n\n{text}", "Acme 2022", heading_path=("Part I", heading), start_offset=100 * at)


UNRELATED = (
    under("Suppliers and Inventory", "Goods come from many mills.", 1),
    under("Stock Performance Graph", "The graph shows the return on a share.", 2),
    under("Executive Officers", "The officers are elected each spring.", 3),
    under("Tax Disputes", "A court has ruled on a tax.", 4),
)


def test_no_section_is_proposed_that_is_not_on_what_is_asked(writer):
    _, body = planned(writer, "Write a memo on inventory management", *UNRELATED)
    assert body == ["Inventory Management"]


def test_a_clause_is_told_by_the_headings_that_are_on_it_though_they_are_few(writer):
    _, body = planned(writer, "Compare how the two companies manage their inventory.", *UNRELATED)
    assert body == ["Suppliers and Inventory"]


def test_who_asks_for_everything_is_told_by_the_documents_headings(writer):
    _, body = planned(writer, "Tell me everything important about these companies.", *UNRELATED)
    assert len(body) >= 3


def test_what_a_report_says_of_itself_makes_no_section(writer):
    itself = (
        under("Documents Incorporated by Reference", "Parts of the proxy are read into this.", 5),
        under("Report of Independent Registered Public Accounting Firm", "The firm has audited these books.", 6),
        under("Acme Stock Performance Graph", "The graph shows the return on a share.", 7),
    )
    _, body = planned(writer, "Write an overview of Acme", *itself, *(UNRELATED[at] for at in (0, 2, 3)))
    assert set(body) == {"Suppliers and Inventory", "Executive Officers", "Tax Disputes"}


def test_a_comparison_of_nobody_by_name_has_no_verb_in_its_title(writer):
    outline, _ = planned(writer, "Compare how the two companies pay rent.")
    assert outline.title == "How the Two Companies Pay Rent"


@pytest.mark.parametrize(
    ("query", "owners"),
    [
        ("Write a memo on Acme's rent and fees, and on Corax's debt.",
         {"rent": ("Acme",), "fees": ("Acme",), "debt": ("Corax",)}),
        ("Write a memo on rent and fees of Acme and debt of Corax",
         {"rent": ("Acme",), "fees": ("Acme",), "debt": ("Corax",)}),
        ("Write a memo on Acme's rent, Corax's rent and Corax's debt", {"rent": ("Acme", "Corax"), "debt": ("Corax",)}),
        ("Write a memo on the rent of Acme and Corax", {}),
        ("Write a memo on Acme's and Corax's rent and debt", {}),
        ("Write a memo on Acme's rent and Corax's rent", {}),
        ("Write a memo on Acme's rent and debt", {}),
        ("Write a memo on Acme and Corax: rent and debt", {}),
        ("Compare Acme's rent with Corax's debt", {}),
    ],
)  # fmt: skip
def test_topics_are_asked_of_those_whose_they_are_said_to_be(query, owners):
    assert dict(read(query).owners) == owners


def test_a_section_tells_of_those_alone_that_its_topic_is_asked_of(writer):
    query = "Write a memo on Acme's rent and on Corax's debt and stores"
    outline, body = planned(writer, query)
    assert body == ["Rent", "Debt", "Stores"]
    assert [one.brief for one in outline.sections[1:4]] == ["Rent of Acme", "Debt of Corax", "Stores of Corax"]
    texts = []
    for index, section in enumerate(outline.sections):
        text = "\n".join(texts) if section.kind is SectionKind.CLOSING else ""
        task = SectionTask(query=query, outline=outline, index=index, chunks=(ACME, CORAX), text=text)
        texts.append("".join(writer.section(task)))
    assert "5 million" in texts[1]
    assert "Corax" not in texts[1]
    assert "9 million" in texts[2]
    assert "Acme" not in texts[2]
    assert texts[3] == "The documents do not contain information about stores for Corax."
    assert "The documents do not cover stores for Corax." in texts[4]
    assert "7 million" not in texts[4]


@pytest.mark.parametrize(
    ("query", "topics", "clauses"),
    [
        ("Compare how Acme and Corax finance themselves.", ("financing",), ("financing",)),
        ("How does Acme finance itself?", ("financing",), ("financing",)),
        ("Explain how Acme manages its debt.", ("managing debt",), ("managing debt",)),
        ("Compare how Acme and Corax describe rent risk", ("rent risk",), ()),
        ("Explain how Acme and Corax describe rent risk", ("rent risk",), ()),
        ("What are the risks of Acme and how did its rent develop?", ("risks", "rent"), ()),
        ("Write on Acme's risks and what happened to Corax's debt", ("risks", "debt"), ()),
        ("Write a memo on Acme's debt and compare it with Corax's debt", ("debt",), ()),
        ("Write a memo on Acme's debt and compare it with that of Corax", ("debt",), ()),
        ("Write a memo on Acme's rent and who are its rivals", ("rent", "rivals"), ()),
        ("Write a memo on Acme annual leave and Acme debt", ("annual leave", "debt"), ()),
    ],
)
def test_a_clause_is_read_as_what_it_asks_about(query, topics, clauses):
    request = read(query)
    assert (request.topics, request.clauses) == (topics, clauses)


def test_a_repeated_name_in_a_long_request_is_read_in_no_time():
    chunks = tuple(make_chunk("The fee is 20 euros.", title) for title in ("Alpha Tariff A", "Beta Tariff B"))
    places = read_context(chunks).places
    began = process_time()
    read_request(f"Compare {'A B ' * 480}in a", places)
    read_request(f"Compare {'Alpha Beta ' * 180}in a", places)
    assert process_time() - began < 0.5


def test_the_sign_between_the_parts_of_a_name_is_not_left_in_the_topic():
    chunks = (make_chunk("Finch & Finch parted from its seed trade in May 2023.", "FINCH_FINCH_2023_8K"),)
    request = read_request("Write a brief on Finch & Finch's sale of the seed trade", read_context(chunks).places)
    assert request.topics == ("sale of the seed trade",)


@pytest.mark.parametrize("leads", ["of", "across", "within"])
def test_whom_a_topic_is_asked_of_is_no_part_of_it(leads):
    request = read(f"Write a memo on rent {leads} Acme and Corax")
    assert (request.subjects, request.topics) == (("Acme", "Corax"), ("rent",))
