"""What a request enumerates, to be searched for part by part."""

import pytest

from apps.retrieval.requests.request import MOST_TOPICS, parts_of, taken_apart, topics_of, unnamed


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("Write a report on parental leave, sick pay and overtime", ("parental leave", "sick pay", "overtime")),
        ("Can you please draft a short memo for the board on fees?", ("fees",)),
        ("Summarise the rules on gifts. Include remote work, too.", ("gifts", "remote work", "too")),
        ("Prepare a briefing that covers: escrow; appraisals", ("escrow", "appraisals")),
        ("Report on research and development and on debt in 2022", ("research and development", "debt")),
        ("What must branches know about appraisals?", ("appraisals",)),
        ("Write a report that compares the fees and the main risks of A and B", ("fees", "risks of A", "B")),
        ("Prepare a memo for managers which sets out overtime and gifts", ("overtime", "gifts")),
        ("Draft a letter on berths and the harbour fee.", ("berths", "harbour fee")),
        ("Write an email to the skipper about storms and cranes", ("storms", "cranes")),
        ("Prepare talking points on berths and cranes", ("berths", "cranes")),
        ("Prepare a fact sheet on berths and cranes", ("berths", "cranes")),
        ("Summarise the notice period and the letter of credit", ("notice period", "letter of credit")),
        ("Write about a notice of default and storms", ("notice of default", "storms")),
        ("overtime", ()),
        ("", ()),
        ("\x000\x00 and \x007\x00", ("0", "7")),
    ],
)
def test_a_request_is_searched_for_by_what_it_enumerates(query: str, topics: tuple[str, ...]) -> None:
    assert topics_of(query) == topics


def test_names_of_documents_are_no_topics_by_themselves() -> None:
    assert topics_of("Compare Boeing and Amcor on debt", names={"boeing", "amcor"}) == ("debt",)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Dividends of Acme, Best Buy and Corax", "Dividends"),
        ("Acme’s and Corax's dividends", "dividends"),
        ("dividends of acme", "dividends"),
        ("Debt at the Best Buy in 2022", "Debt in 2022"),
        ("The best practices and what people buy", "The best practices and what people buy"),
        ("Acmes", "Acmes"),
        ("Acme and Best Buy", "Acme and Best Buy"),
        ("Board of Directors and Acme", "Board of Directors"),
        ("Board of Directors of Acme and Best Buy", "Board of Directors"),
        ("Dividends of Acme Holding and the Corax Group", "Dividends"),
        ("of Acme", "of Acme"),
    ],
)
def test_a_topic_is_bare_of_the_names_of_documents(text: str, bare: str) -> None:
    assert unnamed(text, names={"acme", "best", "buy", "corax"}) == bare


@pytest.mark.parametrize(
    ("brief", "searched"),
    [
        ("Lending limits of Lending Policy and Insurance Policy", "Lending limits"),
        ("Insurance cover of Lending Policy and Insurance Policy", "Insurance cover"),
        ("Escrow accounts of Lending Policy and Insurance Policy", "Escrow accounts"),
        ("Market for insurance products", "Market for insurance products"),
        ("Cost of insurance", "Cost"),
    ],
)
def test_a_brief_keeps_the_words_of_its_topic_that_titles_have_too(brief: str, searched: str) -> None:
    asked = "Compare the lending policy and the insurance policy on lending limits, escrow accounts and insurance cover"
    assert unnamed(brief, names={"lending", "insurance"}, asked=asked) == searched


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("Best practices in purchasing and cash flow at Best Buy", ("Best practices in purchasing", "cash flow")),
        ("Write a report on Best practices at Best Buy. Best Buy wages matter", ("Best practices", "wages matter")),
        ("Compare Acme and Best Buy on fees and Acme dividends", ("fees", "dividends")),
        ("Write a report on fees of the Best Buy and of Acme", ("fees",)),
    ],
)
def test_a_word_of_a_name_of_several_words_is_no_name_by_itself(query: str, topics: tuple[str, ...]) -> None:
    assert topics_of(query, names={"acme", "best", "buy"}) == topics


def test_several_words_that_the_request_has_in_small_letters_are_no_name() -> None:
    asked = "Compare the handbook and the conduct regulation on mortgage conduct"
    assert unnamed("Mortgage conduct", names={"mortgage", "conduct"}, asked=asked) == "Mortgage conduct"
    assert (
        unnamed("Mortgage conduct and fees", names={"mortgage", "conduct"}, asked=asked) == "Mortgage conduct and fees"
    )


def test_what_is_said_of_a_named_document_is_a_topic_without_its_name() -> None:
    names = {"acme", "corax"}
    assert topics_of("Write a report on the debt and the dividends of Acme and Corax", names=names) == (
        "debt",
        "dividends",
    )


def test_a_topic_is_searched_for_once_and_so_many_at_most() -> None:
    assert topics_of("Report on fees, Fees and notice") == ("fees", "notice")
    assert len(topics_of("Report on " + ", ".join(f"topic {letter}" for letter in "abcdefghijkl"))) == MOST_TOPICS


@pytest.mark.parametrize(
    ("compared", "parts"),
    [
        ("the lending policy with the regulation on limits, fees and arrears",
         ["the lending policy", "the regulation", "limits", "fees", "arrears"]),
        ("the business of Acme with that of Borealis", ["the business of Acme", "Borealis"]),
        ("Acme to Borealis", ["Acme", "Borealis"]),
        ("access to credit against that in Norway", ["access to credit", "Norway"]),
        ("Acme and Borealis with respect to debt", ["Acme", "Borealis", "debt"]),
        ("Acme's and Borealis's policies with a focus on leave", ["Acme's", "Borealis's policies", "leave"]),
        ("the rights of employees with disabilities and of part-time staff on notice",
         ["the rights of employees with disabilities", "of part-time staff", "notice"]),
        ("how Acme deals with overtime and sick pay", ["how Acme deals with overtime", "sick pay"]),
        ("Acme and Borealis on loans with collateral", ["Acme", "Borealis", "loans with collateral"]),
    ],
)  # fmt: skip
def test_what_is_compared_with_what_is_two(compared: str, parts: list[str]) -> None:
    assert parts_of(compared, compared=True) == parts


def test_a_report_that_compares_is_a_comparison() -> None:
    assert taken_apart("Write a report that compares the fees of A and B")[0] == "comparison"
    assert taken_apart("Write a report on the fees of A and B")[0] == "report"


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("Write a two-page report on overtime and leave. Keep it short and use bullet points. Do not mention fees.",
         ("overtime", "leave")),
        ("Report on fees and arrears, use plain words", ("fees", "arrears")),
        ("Report on the use of cars and fees. Also cover parking.", ("use of cars", "fees", "parking")),
        ("Keep it short.", ()),
        ("Write a memo on leave. Be sure to cover overtime, sick pay and notice periods.",
         ("leave", "overtime", "sick pay", "notice periods")),
        ("Write a memo on leave. Ensure that it covers overtime and sick pay.", ("leave", "overtime", "sick pay")),
        ("Write a memo on leave. Do not forget the notice periods.", ("leave", "notice periods")),
        ("Write a memo on sales tax, use tax and property tax.", ("sales tax", "use tax", "property tax")),
        ("Write a report on data retention, use restrictions and never events.",
         ("data retention", "use restrictions", "never events")),
        ("Write a report on zoning: land use; use permits; keep-well agreements.",
         ("zoning", "land use", "use permits", "keep-well agreements")),
    ],
)  # fmt: skip
def test_how_a_text_is_to_be_written_is_no_topic(query: str, topics: tuple[str, ...]) -> None:
    assert topics_of(query) == topics
