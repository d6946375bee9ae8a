"""What a sentence says of a claim in other words that are certain to say the same, and what it does not."""

import pytest

from apps.verification.wording.equivalents import one_wording
from apps.verification.wording.inflection import inflected
from apps.verification.wording.rewordings import reworded, said_as
from apps.verification.wording.standing import Standing

SAME = [
    ("The inspector found no cracks in the hull.", "The inspector did not find any cracks in the hull."),
    ("The inspector did not find cracks in the hull.", "The inspector found no cracks in the hull."),
    ("The contract contains no penalty clause.", "The contract does not contain a penalty clause."),
    ("The charity has received no donations.", "The charity hasn't received any donations."),
    ("The guarantor may demand no interest.", "The guarantor may not demand any interest."),
    ("The fund is party to no lawsuits.", "The fund is not a party to any lawsuits."),
    ("The permit lapses unless the owner renews it.", "The permit lapses if the owner does not renew it."),
    ("The permit lapses if it is not renewed.", "The permit lapses unless it is renewed."),
    ("The discount applies if the order is paid.", "The discount applies provided that the order is paid."),
    ("Most of the bridges were closed.", "Five of the eight bridges were closed."),
    ("Most of the residents own a car.", "More than half of the residents own a car."),
    ("Tellers may not work from home.", "Tellers are not allowed to work from home."),
    ("New members may vote.", "Every new member may vote."),
    ("Lamps must not be sold.", "Lamps shall not be sold."),
    ("The stay lasts seven days.", "The stay lasts a week."),
    ("51 of the 340 wells were dry.", "Of the 340 wells, 51 were dry."),
    ("At least one of the lamps must burn.", "One or more of the lamps must burn."),
    ("Only the captain may open the safe.", "No one but the captain may open the safe."),
    ("Few of the pupils own a bicycle.", "Not many of the pupils own a bicycle."),
    ("The hall seats at least 300 guests.", "The hall seats no fewer than 300 guests."),
    ("Goods must be returned within 21 days.", "Goods must be returned within three weeks."),
    ("The cable is 1.5 kilometres long.", "The cable is 1,500 metres long."),
    ("The rate rose 50 basis points.", "The rate rose by half a percentage point."),
    ("Turnover fell from $10.1 million to $9.4 million.", "Turnover was $9.4 million, down from $10.1 million."),
    ("Membership increased from 40 to 120.", "Membership tripled from 40 to 120."),
    ("The new bridge is shorter than the old one.", "The old bridge is longer than the new one."),
    ("Exports fell more slowly than imports.", "Imports fell faster than exports."),
    ("The hospital treats fewer patients than the clinic.", "The clinic treats 12% more patients than the hospital."),
    ("Dorn sold the mill to Castell in May.", "Castell bought the mill from Dorn in May."),
    ("The bank lent two vans to Ferrer.", "Ferrer borrowed two vans from the bank."),
    ("The village lies south of the lake.", "The lake lies north of the village."),
    ("Damage must be reported within a week by tenants.", "Tenants must report damage within a week."),
    ("The board approved the plan.", "The plan was approved by the board."),
    ("Castel was sued by Orion over the merger.", "Orion sued Castel over the merger."),
    ("The founder sold the shares to a fund.", "The shares were sold by the founder to a fund."),
    ("Buyers are not permitted to resell the goods.", "Buyers must not resell the goods."),
    ("Passwords need at least 14 characters.", "Passwords must have at least 14 characters."),
    ("Employees must report sickness.", "Every employee must report sickness."),
    ("The minimum age for jurors is 18.", "The minimum age for a juror is 18."),
    ("The supplier received no complaints.", "The supplier did not receive complaints, and the case was closed."),
]
OTHER = [
    ("Doctors must be present.", "A doctor must be present."),
    ("The study proves no vaccines cause harm.", "The study does not prove vaccines cause harm."),
    ("The study proves no drugs cause cancer.", "The study does not prove any drugs cause cancer."),
    ("The firm made no employees work on Sundays.", "The firm did not make employees work on Sundays."),
    ("The firm fired no workers for joining a union.", "The firm did not fire workers for joining a union."),
    ("The firm exported no arms with permission.", "The firm did not export arms with permission."),
    ("The bank makes no loans for profit.", "The bank does not make loans for profit."),
    ("The buyer bought no land in haste.", "The buyer did not buy land in haste."),
    (
        "The firm paid no dividends in two of the three years.",
        "The firm did not pay dividends in two of the three years.",
    ),
    ("The vote is void unless the two directors attend.", "The vote is void if the two directors do not attend."),
    ("The lease ends unless the tenants pay.", "The lease ends if the tenants do not pay."),
    ("Two banks are smaller than one insurer.", "One insurer is larger than two banks."),
    ("Beta made less profit than Alpha.", "Alpha made more profit than Beta."),
    ("Notice must be given within 48 hours.", "Notice must be given within two days."),
    ("The prosecutor declined 3 charges.", "The prosecutor dropped 3 charges."),
    ("The ministry handed more than 50 files to the court.", "The ministry handed over 50 files to the court."),
    ("The prize was presented by only the queen.", "The prize was presented by none other than the queen."),
    ("The drug is allowed to cause drowsiness.", "The drug may cause drowsiness."),
    ("The company is not permitted to recover its costs.", "The company may not recover its costs."),
    ("The contract ends unless either party pays.", "The contract ends if either party does not pay."),
    ("The vote is void unless two directors attend.", "The vote is void if two directors do not attend."),
    (
        "The lease ends unless the tenant pays and the landlord gives notice.",
        "The lease ends if the tenant does not pay and the landlord gives notice.",
    ),
    ("The committee asked unless the firm pays taxes.", "The committee asked if the firm does not pay taxes."),
    ("The panel said no drugs were harmful.", "The panel did not say drugs were harmful."),
    ("The minister promised no taxes would rise.", "The minister did not promise taxes would rise."),
    ("The auditors found no errors in all the accounts.", "The auditors did not find errors in all the accounts."),
    ("The company delivered no goods on time.", "The company did not deliver goods on time."),
    ("The court treated no parties equally.", "The court did not treat parties equally."),
    ("The company closed no plants to save costs.", "The company did not close plants to save costs."),
    ("The grant made no small difference to the school.", "The grant did not make a small difference to the school."),
    ("Most countries impose a carbon tax.", "Eight of the ten countries impose a carbon tax."),
    ("A quorum is most of the members.", "A quorum is six of the ten members."),
    ("The party failed to win most of the seats.", "The party failed to win five of the eight seats."),
    ("Most shareholder Orin sold the mill.", "The majority shareholder Orin sold the mill."),
    (
        "The alarm sounds as soon as the pressure is lower than normal.",
        "The alarm sounds as soon as the pressure is 20% lower than normal.",
    ),
    ("The tenant should pay the invoice.", "The invoice should have been paid by the tenant."),
    ("Ann is as tall as Bob.", "Bob is as tall as Ann."),
    ("Guests may stay for three nights.", "Guests may stay for three days."),
    ("The work took 120 hours.", "The work took five days."),
    ("The index rose 200 basis points.", "The index rose 2 points."),
    ("The widow sold the sketch to the museum.", "The museum acquired the sketch from the widow."),
    ("Beta rented ten engineers to Alpha.", "Alpha hired ten engineers from Beta."),
    (
        "Net sales fell from €95 million to €80 million in 2021.",
        "Net sales fell to €80 million from €95 million in 2021.",
    ),
    (
        "Turnover fell from $10.1 million to $9.4 million in 2010.",
        "Turnover was $9.4 million, down from $10.1 million in 2010.",
    ),
    ("Each member may elect a chair.", "Members may elect a chair."),
    ("A meeting must be held.", "Meetings must be held."),
    ("The inspector finds no cracks in the hull.", "The inspector did not find any cracks in the hull."),
    ("The company agreed to pay no dividends.", "The company did not agree to pay dividends."),
    ("The manager approved no requests.", "The manager did not approve the requests."),
    ("The permit lapses if the owner renews it.", "The permit lapses unless the owner renews it."),
    ("Most bridges were closed.", "Three of the eight bridges were closed."),
    ("If most directors agree, the plan is adopted.", "If seven of the nine directors agree, the plan is adopted."),
    ("The fan does not use less power than the pump.", "The fan does not use 18% less power than the pump."),
    ("A few of the pupils own a bicycle.", "Not many of the pupils own a bicycle."),
    ("Kerr ran the race in 3 hours.", "Kerr ran the race in 180 minutes and 10 seconds."),
    ("Goods must be returned within 21 working days.", "Goods must be returned within three weeks."),
    ("The cable is 1.5 miles long.", "The cable is 1,500 metres long."),
    ("The new bridge is longer than the old one.", "The old bridge is longer than the new one."),
    ("Some shop is smaller than every mill.", "Every mill is larger than some shop."),
    ("The new bridge is 5% shorter than the old one.", "The old bridge is 5% longer than the new one."),
    ("Castell sold the mill to Dorn.", "Castell bought the mill from Dorn."),
    ("Damage may be reported within a week by tenants.", "Tenants must report damage within a week."),
    ("The supplier received no complaints.", "Critics doubt that the supplier did not receive complaints."),
    ("The supplier received no complaints.", "If the supplier did not receive complaints, the case is closed."),
    ("Parties may not assign the contract.", "Every party may not assign the contract."),
    ("The firm is sued for late payments.", "The firm is sued for a late payment."),
    ("The data must not be complete.", "The data may not be complete."),
    ("The board approved the plan.", "The plan was approved by the board of the union."),
    ("The board approved the plan.", "The plan was approved by the board in part."),
    ("Workshops vest more than 4 years.", "Workshops vest over 4 years."),
]


@pytest.mark.parametrize(("claim", "sentence"), SAME)
def test_what_says_the_same_is_told(claim, sentence):
    assert reworded(claim, sentence) >= Standing.ALONE
    assert said_as(claim, sentence) >= Standing.ALONE


@pytest.mark.parametrize(("claim", "sentence"), OTHER)
def test_what_says_something_else_is_not(claim, sentence):
    assert reworded(claim, sentence) is Standing.ABSENT


def test_a_sentence_with_the_very_words_is_left_to_how_it_holds_them():
    assert reworded("Costs fell in May.", "Nobody says that costs fell in May.") is Standing.ABSENT


@pytest.mark.parametrize(
    ("verb", "aux", "form"),
    [
        ("receive", "did", "received"), ("carry", "did", "carried"), ("pay", "did", "paid"), ("stop", "did", "stopped"),
        ("admit", "did", "admitted"), ("open", "did", "opened"), ("have", "does", "has"), ("carry", "does", "carries"),
        ("give", "did", "gave"), ("take", "did", "took"), ("offer", "did", "offered"), ("set", "did", "set"),
        ("limit", "did", "limited"), ("refer", "did", "referred"), ("show", "did", "showed"),
        ("reach", "does", "reaches"), ("pay", "does", "pays"), ("own", "do", "own"),
    ],
)  # fmt: skip
def test_a_verb_is_inflected_as_its_auxiliary_was(verb, aux, form):
    assert inflected(verb, aux) == form


def test_a_wording_is_the_same_when_it_is_put_so_again():
    for pair in (*SAME, *OTHER):
        for text in pair:
            assert one_wording(one_wording(text)) == one_wording(text)


def test_a_long_row_of_words_takes_no_longer_than_it_is():
    said = "the firm did not pay " * 5000
    assert reworded(said, said + "any dividends") is Standing.ABSENT
    assert reworded("The firm paid no dividends.", "Of the " + "many " * 110 + "wells, 51 were dry.") is Standing.ABSENT
