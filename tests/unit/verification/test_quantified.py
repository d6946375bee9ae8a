"""Of how many a claim speaks, and how exactly, against what its source says of a whole and its parts."""

import pytest

from apps.verification.numbers.fault import NumberFault
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.wording.extent import counted_findings
from apps.verification.wording.faults import ModalityFault

SITES = "Of 17 mills, 15 are certified to ISO 45001; the mills in Oslo and Turin are not."
LEASED = "We lease 38 of our 52 depots."
STAFF = "We had approximately 8,400 clerks, of whom about 2,100 were covered by union agreements."
FEVER = "Fever occurred in 18% of patients on brovane."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All of our depots have gates.", "Substantially all of our depots have gates."),
        ("Every depot has a gate.", "Nearly every depot has a gate."),
        ("None of the mills are certified to ISO 45001.", SITES),
        ("None of our depots are leased.", LEASED),
        ("All our depots have gates.", "All but three of our depots have gates."),
        ("Every depot has a gate.", "All but a few depots have a gate."),
        ("All depots have gates.", "All but 11 of our 52 depots have gates."),
        ("All depots closed.", "All but three depots closed."),
        ("All clerks received a bonus.", "All full-time clerks received a bonus."),
        ("Every clerk received a bonus.", "Every newly hired clerk received a bonus."),
        ("All 17 mills are certified to ISO 45001.", SITES),
        ("17 mills are certified to ISO 45001.", SITES),
        ("The company leases 52 depots.", LEASED),
        ("All depots are leased.", LEASED),
        ("All clerks were covered by union agreements.", STAFF),
        ("Most clerks were covered by union agreements.", STAFF),
        ("Fever occurred in most patients on brovane.", FEVER),
        ("Most clerks work in Oslo.", "55% of clerks work in Turin and 20% of clerks work in Oslo."),
        ("Most clerks work in Oslo.", "In Turin 55% of clerks work and in Oslo 20% of clerks work."),
        ("All clerks are trained twice.", "100% of clerks are trained, 40% of clerks are trained twice."),
        ("We had exactly 8,400 clerks.", STAFF),
        ("We had more than 8,400 clerks.", STAFF),
        ("Half of the depots have gates.", "Nearly half of the depots have gates."),
        ("More than half of the depots have gates.", "Nearly half of the depots have gates."),
        ("More than half of the depots have gates.", "48% of the depots have gates."),
        ("Less than half of the depots have gates.", "52% of the depots have gates."),
        ("The fine was $5 million.", "The fine was nearly $5 million."),
        ("The mill employs 5 clerks.", "The mill employs up to 5 clerks."),
    ],
)
def test_more_of_a_whole_is_told_than_the_source_says(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Substantially all depots have gates.", "Substantially all of our depots have gates."),
        ("All full-time clerks received a bonus.", "All full-time clerks received a bonus."),
        ("All clerks with full-time posts received a bonus.", "All full-time clerks received a bonus."),
        ("All clerks received a bonus.", "All of our individual clerks received a bonus."),
        ("All clerks received a bonus.", "All Orla clerks received a bonus."),
        ("All clerks received a bonus.", "All of the clerks received a bonus; all full-time clerks received two."),
        ("All clerks must lock the depots.", "All depots must be locked by all clerks."),
        ("All rules bind clerks.", "All rules for part-time clerks bind clerks."),
        ("None of the clerks struck.", "None of the 40 clerks in Oslo struck; 2% of the clerks in Turin struck."),
        ("None of the clerks struck.", "0 of the 40 clerks struck."),
        ("None of the mills burned.", SITES),
        ("15 of the 17 mills are certified to ISO 45001.", SITES),
        ("There are 17 mills.", SITES),
        ("The company has 52 depots.", LEASED),
        ("Of the 52 depots, 38 are leased.", LEASED),
        ("Most depots are leased.", LEASED),
        ("Most clerks work in Turin.", "55% of clerks work in Turin and 20% of clerks work in Oslo."),
        ("All clerks are trained.", "100% of clerks are trained, 40% of clerks twice."),
        ("We had about 8,400 clerks.", STAFF),
        ("We had 8,400 clerks.", STAFF),
        ("More than 8,000 clerks were with us.", STAFF),
        ("Fewer than 8,500 clerks were with us.", "We had nearly 8,500 clerks."),
        ("Nearly half of all depots have gates.", "Nearly half of the depots have gates."),
        ("About half of the patients had fever.", "48% of the patients had fever."),
        ("More than half of the patients had fever.", "50.4% of the patients had fever."),
        ("All patients gave consent.", f"All patients gave their consent. {FEVER}"),
        ("All our depots are lit.", f"{LEASED} All depots are lit."),
    ],
)
def test_as_much_of_a_whole_is_told_as_the_source_says(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)]) == ()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Each application is read by one reviewer.", "Each application is read by two reviewers."),
        ("One doctor has to sign the form.", "Two doctors have to sign the form."),
    ],
)
def test_one_of_a_thing_is_not_two(claim, source):
    (found,) = counted_findings(claim, source)
    assert (found.fault, found.claimed) == (ModalityFault.EXTENT, "one")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("One judge dissented.", "Of three judges, one dissented."),
        ("One member voted against the plan.", "Four members voted for the plan, one against."),
        ("One patient in five relapsed.", "Of every five patients, one relapsed."),
        ("Two trained reviewers read the abstract.", "Two reviewers and three trained nurses read the abstract."),
        ("The firm has two offices in Bonn.", "The firm has one office in Bonn north and one office in Bonn south."),
        ("Not one reviewer liked it.", "Neither of the two reviewers liked it."),
        ("No one reviewer read every abstract.", "Two reviewers read every abstract together."),
        ("More than one reviewer read it.", "Two reviewers read it."),
        ("A patient may take one tablet a day.", "A patient may take up to two tablets a day."),
        ("One of the doctors signs.", "Two doctors sign."),
    ],
)
def test_one_may_be_said_beside_several(claim, source):
    assert counted_findings(claim, source) == []


def test_no_more_of_them_than_there_are():
    source = "Of the 340 wells, 51 were dry."
    (found,) = number_findings("340 of the 51 wells were dry.", [QuoteContext(text=source)])
    assert found.fault is NumberFault.DIFFERS
    assert number_findings("51 of the 340 wells were dry.", [QuoteContext(text=source)]) == ()
