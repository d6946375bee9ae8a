"""Words, signs and times that turn what a sentence says: what differs in them alone is not cited beside it."""

from dataclasses import replace
from time import process_time

import pytest

from apps.agents.writer.sentences.corroborating import bears_out
from apps.agents.writer.sentences.near_words import around, spelled_alike
from tests.unit.agents.test_corroborating import borne_out, place_of

ANOTHER_WORD = {
    "no further for no": (
        "As of June 30, 2023, we had no obligations under the Leeds facility.",
        "As of June 30, 2023, we had no further obligations under the Leeds facility.",
    ),
    "further charges for charges": (
        "We do not expect charges from the closure of the Leeds plant in fiscal 2024.",
        "We do not expect further charges from the closure of the Leeds plant in fiscal 2024.",
    ),
    "additional charges for charges": (
        "We do not expect charges from the closure of the Leeds plant in fiscal 2024.",
        "We do not expect additional charges from the closure of the Leeds plant in fiscal 2024.",
    ),
    "our shares for shares": (
        "In May 2023, Borealis sold shares for $45.5 million.",
        "In May 2023, Borealis sold our shares for $45.5 million.",
    ),
    "shares for our shares": (
        "In May 2023, Borealis sold our shares for $45.5 million.",
        "In May 2023, Borealis sold shares for $45.5 million.",
    ),
    "our assets for assets": (
        "Our bank facilities limit the secured debt we can incur to 10.0% of our total assets.",
        "The Company's bank facilities limit the secured debt the Company can incur to 10.0% of total assets.",
    ),
    "the number for a number": (
        "In fiscal 2023, the number of our plants was sold.",
        "In fiscal 2023, a number of our plants was sold.",
    ),
    "below that of another for below the other": (
        "In fiscal 2023, our margin of 12.55% fell below the Leeds plant.",
        "In fiscal 2023, our margin of 12.55% fell below that of the Leeds plant.",
    ),
    "few for a few": (
        "In fiscal 2023, few of the customers of our Leeds plant left us.",
        "In fiscal 2023, a few of the customers of our Leeds plant left us.",
    ),
    "little for a little": (
        "In fiscal 2023, little of the goodwill of our Leeds plant was left.",
        "In fiscal 2023, a little of the goodwill of our Leeds plant was left.",
    ),
    "in construction for during it": (
        "In fiscal 2023, we invested $45.5 million in construction of the Leeds plant.",
        "In fiscal 2023, we invested $45.5 million during construction of the Leeds plant.",
    ),
    "not also for not": (
        "In fiscal 2023, we did not pay a dividend on our Leeds shares.",
        "In fiscal 2023, we did not also pay a dividend on our Leeds shares.",
    ),
}

SIGNED = (*"~><≥≤≈±", "c. ", "ca. ")

OTHER_TIME = {
    "another year": (
        "During fiscal 2023, we repurchased 11.8 million shares at a cost of $1.0 billion.",
        "During fiscal 2022, we repurchased 11.8 million shares at a cost of $1.0 billion.",
    ),
    "a calendar year for a fiscal one": (
        "During fiscal 2023, we repurchased 11.8 million shares.",
        "During 2023, we repurchased 11.8 million shares.",
    ),
    "another day": (
        "As of July 1, 2023, the Peruvian economy was designated as highly inflationary.",
        "As of June 30, 2023, the Peruvian economy was designated as highly inflationary.",
    ),
    "a less exact day": (
        "On May 4, 2023, our Board declared a dividend of $0.25 per share.",
        "In May 2023, our Board declared a dividend of $0.25 per share.",
    ),
    "a quarter of the year": (
        "During fiscal 2023, we repurchased 722,457 shares.",
        "During the fourth quarter of fiscal 2023, we repurchased 722,457 shares.",
    ),
    "at a time for during it": (
        "As of June 2023, we owned 212 stores in Canada.",
        "During June 2023, we owned 212 stores in Canada.",
    ),
    "since for in": (
        "In 2021, we repurchased 11.8 million shares.",
        "Since 2021, we repurchased 11.8 million shares.",
    ),
    "cumulative for single": (
        "In fiscal 2023, we invested $412 million in new stores.",
        "In fiscal 2022 and 2023, we invested $412 million in new stores.",
    ),
    "a date that belongs to another verb": (
        "In 2022, we repaid the notes that we issued.",
        "We repaid the notes that we issued in 2022.",
    ),
    "for a year for in it": (
        "In 2023, our Board approved a budget of $450 million.",
        "Our Board approved a budget of $450 million for 2023.",
    ),
    "guidance for a year": (
        "In 2024, we raised our guidance of earnings to $4.55 per share.",
        "We raised our guidance of earnings to $4.55 per share for 2024.",
    ),
    "taxes for a year": (
        "In 2022, we paid income taxes of $45.5 million.",
        "We paid income taxes of $45.5 million for 2022.",
    ),
    "taxes for a year, which opens it": (
        "In 2022, we paid income taxes of $45.5 million.",
        "For 2022, we paid income taxes of $45.5 million.",
    ),
    "in a year for what is for it": (
        "We paid income taxes of $45.5 million for 2022.",
        "In 2022, we paid income taxes of $45.5 million.",
    ),
    "a time in front that is followed by one it is for": (
        "In 2022, we paid income taxes of $45.5 million.",
        "We paid income taxes of $45.5 million for 2022, which was late.",
    ),
    "what remained at another time": (
        "Our remaining authorization was approximately $5.35 billion.",
        "Our remaining authorization was approximately $5.35 billion at June 30, 2021.",
    ),
    "what was owed at another time, told in front": (
        "We owed $455 million under the Leeds facility.",
        "As of June 30, 2021, we owed $455 million under the Leeds facility.",
    ),
    "what rose in another year, told in its midst": (
        "Pump revenues increased by $1,283 million primarily due to higher volume.",
        "Pump revenues in 2022 increased by $1,283 million compared with 2021 primarily due to higher volume.",
    ),
    "what rose in another year": (
        "Sales of our Leeds plant rose by $455 million.",
        "In 2021, sales of our Leeds plant rose by $455 million.",
    ),
}

GONE_ON = {
    "some of what was counted": (
        "In fiscal 2023, we shipped 450 pumps.",
        "In fiscal 2023, we shipped 450 pumps to Canada.",
    ),
    "stores closed for one reason": (
        "In fiscal 2023, we closed 122 stores.",
        "In fiscal 2023, we closed 122 stores as part of the York plan.",
    ),
    "two plants for one": (
        "In May 2023, we paid $45.5 million for the Leeds plant.",
        "In May 2023, we paid $45.5 million for the Leeds plant and the York plant, which was in poor state.",
    ),
    "a gain on two sales": (
        "In May 2023, we recorded a gain of $45.5 million on the sale of the Leeds plant.",
        "In May 2023, we recorded a gain of $45.5 million on the sale of the Leeds plant and our York plant, which had"
        " been closed.",
    ),
    "a gain on another sale": (
        "In May 2023, we recorded a gain of $45.5 million on the sale of the Leeds plant.",
        "In May 2023, we recorded a gain of $45.5 million on the sale of the Leeds plant and in June the York plant was"
        " sold.",
    ),
    "two plants without a figure": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant and the York plant was sold.",
    ),
}

ADDED_BEHIND = {
    behind: (
        "In May 2023, we sold the Leeds plant to Delta.",
        f"In May 2023, we sold the Leeds plant to Delta{behind}.",
    )
    for behind in (
        ", which we deny",
        ", which is disputed",
        ", which a court later found untrue",
        ", which was false",
        ", which is unlikely",
        ", which critics say",
        ", which nobody believes",
        ", which is hypothetical",
        ", up to $500 million",
        " for cash of $5 million or less",
        " and paid a fee of $5 million per year",
        " and paid a fee in each quarter",
        " for a total of $5 million at most",
    )
}

SIGNS_BETWEEN = {
    "a range for two": (
        "In May 2023, we opened 12, 15 stores in Ohio.",
        "In May 2023, we opened 12-15 stores in Ohio.",
    ),
    "one of several for a range": ("In May 2023, we sold 12-15 plants.", "In May 2023, we sold 12/15 plants."),
    "a rise for a level": ("In May 2023, margins were 12.55%.", "In May 2023, margins were +12.55%."),
}

EDGES = {
    f"{one} for {other}": (
        f"In {one}, we sold the Leeds plant for $45.5 million.",
        f"We sold the Leeds plant for $45.5 million in {other}.",
    )
    for one, other in (
        ("early 2023", "late 2023"),
        ("2023", "early 2023"),
        ("2023", "the six months ended 2023"),
        ("May 2023", "early May 2023"),
        ("mid 2023", "2023"),
    )
}

POINTING = {
    claim: (claim, claim)
    for claim in (
        "In May 2023, they sold the Leeds plant for $45.5 million.",
        "In May 2023, we sold it for $45.5 million.",
        "In May 2023, the latter was sold for $45.5 million.",
        "The decrease of $125.5 million in fiscal 2023 was due to price.",
        "As a result, sales rose by $125.5 million in fiscal 2023.",
    )
}


def all_of(*groups):
    return pytest.mark.parametrize(
        ("claim", "source"),
        [pair for group in groups for pair in group.values()],
        ids=[name for group in groups for name in group],
    )


@all_of(ANOTHER_WORD, SIGNS_BETWEEN, OTHER_TIME, EDGES, GONE_ON, ADDED_BEHIND, POINTING)
def test_one_word_or_time_that_differs_is_enough(claim, source):
    assert not borne_out(claim, source)


@pytest.mark.parametrize("sign", SIGNED)
def test_a_sign_before_a_figure_is_a_word(sign):
    claim = "In May 2023, we recorded a gain of $494 million on the sale of the Leeds plant."
    assert borne_out(claim, claim.replace("we", "the Company"))
    assert not borne_out(claim, claim.replace("$", f"{sign}$"))
    assert not borne_out(claim.replace("$", f"{sign}$"), claim)


ENDLESS = (
    "x" * 20_000,
    "In May 2023, we sold" + "," * 20_000 + " x",
    "a " * 10_000,
    "in the year " * 2_000,
    "(“a" * 7_000,
)


@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:4])
def test_what_has_no_end_is_soon_left_alone(text):
    claim = "In May 2023, we sold the Leeds plant for $45.5 million."
    began = process_time()
    assert around(claim, text) is None
    assert around(text, text) is None
    spelled_alike(text)
    endless = replace(place_of(claim), text=text)
    assert not bears_out(endless, place_of(claim))
    assert not bears_out(endless, endless)
    assert process_time() - began < 1.0
