"""Whom a pronoun at the beginning of a sentence may stand for."""

import pytest

from apps.core.sentences import split_sentences
from apps.verification.wording.coordinated.objects import told_of_object
from apps.verification.wording.referents import ANOTHER, other_meant

BOUGHT = "Acme bought Borg in 2019."


def meant(claim: str, content: str) -> tuple[str, str]:
    """With the last sentence for a quote, and with all of it."""
    last = split_sentences(content)[-1]
    return other_meant(claim, content, last.start, last.end), other_meant(claim, content, 0, len(content))


@pytest.mark.parametrize(
    ("claim", "content", "other"),
    [
        ("Borg's revenue rose.", f"{BOUGHT} Its revenue rose.", "Acme"),
        ("The revenue of Borg rose.", f"{BOUGHT} Its revenue rose.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} It moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} In 2020, it moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} It makes pumps. Later it moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT}\n\nIt moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} The company moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} As a result, it moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", f"{BOUGHT} It also moved to Berlin.", "Acme"),
        ("Borg moved to Berlin.", "Acme, a retailer, bought Borg. It moved to Berlin.", "Acme"),
        ("Borg's chief executive left.", f"{BOUGHT} The company's chief executive left.", "Acme"),
        ("Pierre Curie died in 1934.", "Marie Curie married Pierre Curie. She died in 1934.", "Marie Curie"),
        ("The Elbe is 430 km long.", "The Vltava joins the Elbe. It is 430 km long.", "The Vltava"),
        ("Borg Ltd makes pumps.", "Acme Inc. bought Borg Ltd. It makes pumps.", "Acme Inc."),
        ("Borg bought Acme.", "Acme was founded in 1990. It bought Borg.", ANOTHER),
        ("Karl Holm praised Anna Berg.", "Anna Berg spoke first. She praised Karl Holm.", ANOTHER),
    ],
)
def test_another_may_be_meant(claim: str, content: str, other: str) -> None:
    assert meant(claim, content) == (other, other)


@pytest.mark.parametrize(
    ("claim", "content"),
    [
        ("Acme's revenue rose.", f"{BOUGHT} Its revenue rose."),
        ("Acme Inc.'s revenue rose.", f"{BOUGHT} Its revenue rose."),
        ("Acme moved to Berlin.", f"{BOUGHT} It makes pumps. It moved to Berlin."),
        ("Its revenue rose.", f"{BOUGHT} Its revenue rose."),
        ("The revenue rose.", f"{BOUGHT} Its revenue rose."),
        ("Borg moved to Berlin.", "## Borg\n\nIt moved to Berlin."),
        ("Borg moved to Berlin.", f"{BOUGHT} Borg moved to Berlin."),
        ("Borg makes pumps.", "Anna Berg founded Borg. It makes pumps."),  # she is no "it"
        ("Anna Berg retired.", "The company hired Anna Berg. She retired."),  # it is no "she"
        ("Anna Berg retired.", "Acme Inc. hired Anna Berg. She retired."),
        ("Amazon grew.", "Donald Trump spoke. Trump named Amazon. It grew."),
        ("Borg Bank failed.", "Acme sued Borg Bank. The bank failed."),
        ("IBM makes pumps.", "International Business Machines is old. It makes pumps."),
        ("Gauss's mother died.", "Gauss later solved it. His mother died."),
        ("Borg moved to Berlin.", "This was so with Borg. It moved to Berlin."),
        ("Borg moved to Berlin.", "In 2019, when Acme had bought Borg, prices fell. It moved to Berlin."),
        ("Acme said that Borg would pay.", "Acme replied. It said that Borg would pay."),
        ("Maria Lopez recovered.", "Doctors treated Maria Lopez. She recovered."),
        ("Borg's shares fell.", "Regulators fined Borg. Its shares fell."),
        ("Lena Ort was released.", "Police arrested Lena Ort. She was released."),
        ("Angela Merkel led it.", "Chancellor Merkel was born in Hamburg. She led it."),
        ("The United States joined.", "The U.S. stayed neutral. It joined."),
        ("General Motors grew.", "GM made cars. It grew."),
        ("The Federal Reserve cut rates.", "The Fed met. It cut rates."),
        ("Meta grew.", "Facebook renamed itself Meta. It grew."),
        ("The Nile flows north.", "Egypt needs the Nile. The river flows north."),
        ("Guernica was shown.", "Picasso painted Guernica. It was shown."),
        ("Hamlet was printed.", "Shakespeare wrote Hamlet. It was printed."),
        ("Vale was acquired by Acme.", "Acme is a retailer. It acquired Vale."),
        ("Borg moved.", ""),
    ],
)
def test_nobody_else_is_known_to_be_meant(claim: str, content: str) -> None:
    assert {other_meant(claim, content, span.start, span.end) for span in split_sentences(content)} <= {""}
    assert other_meant(claim, content, 0, len(content)) == ""


@pytest.mark.parametrize(
    ("claim", "source", "subject"),
    [
        ("Borg sold its stores.", "Acme bought Borg in 2019 and sold its stores.", "Acme"),
        ("The bank became its owner.", "Anna Berg joined the bank in 2010 and later became its owner.", "Anna Berg"),
        ("Borg lost the case.", "Acme sued Borg in 2019 but lost the case.", "Acme"),
        ("The tenant must repair the roof.", "The owner may evict the tenant and must repair the roof.", "The owner"),
        ("The hospital was praised.", "Dr Lee left the hospital and was praised.", "Dr Lee"),
        ("Borg sold its stores.", "Acme bought Borg, fired its managers and sold its stores.", "Acme"),
        ("Borg has sold its stores.", "Acme has bought Borg and sold its stores.", "Acme has"),
        ("Anna Berg moved to Oslo.", "He married Anna Berg and moved to Oslo.", "He"),
    ],
)
def test_a_later_verb_is_not_that_of_the_first_ones_object(claim: str, source: str, subject: str) -> None:
    told = told_of_object(claim, source)
    assert told is not None
    assert claim.startswith(told[0])
    assert subject.startswith(told[1])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Acme sold its stores.", "Acme bought Borg in 2019 and sold its stores."),
        ("Borg sold its stores.", "Acme bought Borg, and Borg sold its stores."),
        ("Borg sold its stores.", "Acme bought Borg, which closed its office and sold its stores."),
        ("Borg sold its stores.", "Acme said that Borg grew and sold its stores."),
        ("Borg sold its stores.", "Acme bought Vale and sold its stores."),
        ("The hunter is looking for it.", "The man is a hunter and is looking for it."),
        ("Borg is old.", "Acme owns Borg and is new."),
        ("Borg", "Acme bought Borg and sold it."),
    ],
)
def test_a_later_verb_is_left_to_others_where_it_may_be_its_own(claim: str, source: str) -> None:
    assert told_of_object(claim, source) is None


def test_a_long_list_is_not_looked_through_again_and_again() -> None:
    assert told_of_object("Borg sold it.", "Acme bought Borg" + " and stores" * 20_000 + " and sold it.") is None
