"""Whether a claim goes further than its source by words of its own, and how often or the how-manieth it says it is."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings


def faults(claim: str, source: str) -> set[ModalityFault]:
    return {one.fault for one in modality_findings(claim, [source])}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fall was due entirely to lower prices.", "The fall was due primarily to lower prices."),
        ("The charges consisted entirely of severance pay.", "The charges consisted mainly of severance pay."),
        ("Loans in default are counted, whether or not they are secured.", "Secured loans in default are counted."),
        ("Falsification, even an unintended one, leads to dismissal.", "Deliberate falsification leads to dismissal."),
        ("The rule holds for adults regardless of income.", "The rule holds for adults."),
        ("It is established that the plague came from the east.", "The plague may have come from the east."),
        ("The crew is known to have included Swedes.", "The crew included Danes and possibly Swedes."),
        ("A confirmed total of 40,000 people died in Paris.", "Perhaps 40,000 people died in Paris."),
        ("The factors consist of price, weather and taste.", "The factors include price, weather and taste."),
        ("Claims are limited to those of staff and customers.", "Claims such as those of staff and customers."),
        ("The first gift of costume came in 1913.", "One of the first gifts of costume came in 1913."),
        ("Acme is the largest maker of tyres in Spain.", "Acme is among the largest makers of tyres in Spain."),
        ("The bridge is closed twice a year.", "The bridge is closed once a year."),
        ("The term may be extended twice.", "The term may be extended once."),
        ("Who fails the test once loses the licence.", "Who fails the test twice loses the licence."),
        ("The lift stops five times a day.", "The lift stops three times a day."),
        ("The era is too short to be shown on the fourth scale.",
         "The era is too short to be shown on the third scale, which is why a fourth line was drawn."),
        ("The second president of the club lived in Graz.", "The first president of the club lived in Graz."),
    ],
)  # fmt: skip
def test_what_goes_further_than_its_source_is_found(claim, source):
    assert ModalityFault.EXTENT in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All of the exhibits were bought for the museum.", "Exhibits of the fair were bought for the museum."),
        (
            "Every matter told to the committee is critical.",
            "Matters told to the committee that are hard are critical.",
        ),
        ("All exhibits were bought by the museum.", "Exhibits of the fair were bought in May by the museum."),
        ("All property was seized.", "The flat was seized."),
        ("The policy protects the bank from all losses.", "The policy protects the bank from losses."),
        ("One charge pays for the reports of everyone on the loan.", "A charge pays for the reports on the loan."),
    ],
)
def test_all_of_what_the_source_does_not_bound_so_is_found(claim, source):
    assert ModalityFault.EXTENT in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All exhibits were bought for the museum.", "The museum bought the entire exhibition, exhibits and all."),
        ("Every state has a store.", "It has stores across 50 states."),
        ("All three founders studied in Rome.", "Three graduates of Rome founded it."),
        ("Many schools have closed, but not all of them have.", "Many schools have closed, others go on."),
        ("Above all, the rent rose.", "The rent rose."),
        ("The tenant returned all keys.", "The tenant returned the keys."),
        ("All payments shall be made in euros.", "Payments shall be made in euros."),
        ("The board meets every quarter.", "The board meets quarterly."),
        ("It has offices in Oslo and Rome, all of which are rented.", "Its offices in Oslo and Rome are rented."),
        ("All members voted for it.", "Members voted for it unanimously."),
        ("All the children were vaccinated.", "The children were vaccinated in June."),
        ("The fire destroyed all the furniture.", "The furniture of the flat was destroyed by the fire."),
        ("All of the big exhibits were bought by the museum.", "The museum bought the big exhibits."),
        ("The brothers all won a medal.", "In Rome the brothers won a medal."),
        ("The walls were all white.", "The house had white walls."),
        ("The shop closes every day at six.", "The shop closes at six."),
        ("It did not lease back every property.", "It leased back nine properties."),
        ("All guests must leave by ten.", "No guest may stay beyond ten."),
    ],
)
def test_all_of_what_is_bounded_or_counted_is_not(claim, source):
    assert ModalityFault.EXTENT not in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fall was due primarily to lower prices.", "The fall was due primarily to lower prices in 2020."),
        ("The plant, which mainly makes tyres, is wholly owned.", "The plant mainly makes tyres and is wholly owned."),
        ("The rule holds regardless of age.", "The rule holds whatever the age."),
        ("The rule holds whether or not rent is due.", "The rule holds even if no rent is due."),
        ("A confirmed booking may be cancelled.", "A confirmed booking may be cancelled within a week."),
        ("It is established that the plague came by sea.", "It is confirmed that the plague came by sea."),
        ("The fee consists of a base and a surcharge.", "The fee is made up of a base and a surcharge, including tax."),
        ("Acme is among the largest makers of tyres.", "Acme is one of the largest makers of tyres in Spain."),
        ("The largest bank in Spain closed.", "The largest bank in Spain, one of the oldest in Europe, closed."),
        ("The plant was once the largest in Spain.", "The plant, extended twice, was once the largest in Spain."),
        ("Once the test is passed, the licence is returned.", "When it is passed twice, the licence is returned."),
        ("Sales were twice as high in 2020.", "Sales, once low, were twice as high in 2020."),
        ("The board consists of seven members.", "The board has seven members, including two employees."),
        ("The plant is known to grow in swamps.", "The plant grows in swamps and possibly on dunes."),
        ("The film was shot entirely in Spain.", "All of the film was shot in Spain, largely in Galicia."),
        ("The film was shot entirely in Spain.", "All of the film, mostly without sound, was shot in Spain."),
        ("The last stop of the tour was Lyon.", "The tour's last stop was Lyon, one of its largest cities."),
        ("The council decides whether to build or to wait.", "The council decides on building now and on waiting."),
        ("The third chapter is about birds.", "The first chapter is about fish, the second and the third about birds."),
        ("The plant flowers twice a year.", "The plant flowers two times a year, once in May and once in June."),
        ("The works once employed 900 people.", "The works, twice rebuilt, employed 900 people."),
        ("Revenue rose in the third quarter.", "Revenue fell in the second quarter and rose in the third quarter."),
    ],
)  # fmt: skip
def test_what_says_as_much_is_not(claim, source):
    assert ModalityFault.EXTENT not in faults(claim, source)


def test_an_exception_to_what_is_forbidden_needs_a_source_too():
    forbidden = "Employees must not handle applications of relatives."
    assert ModalityFault.EXCEPTION in faults(f"{forbidden[:-1]} unless the manager agrees.", forbidden)
    without = f"{forbidden[:-1]} without the manager's agreement."
    assert not faults(f"{forbidden[:-1]} unless the manager agrees.", without)


def test_a_limit_is_no_denial_of_what_is_only_tried():
    tried = "The bank must try to reach the borrower no later than the 36th day."
    assert ModalityFault.FRAMING in faults(tried.replace("try to ", ""), tried)
    assert not faults(tried, tried.replace("bank", "institution"))


def test_what_was_thought_by_mistake_is_denied():
    source = "At the time it was mistakenly thought that all acids contain oxygen."
    assert ModalityFault.NEGATION in faults("All acids contain oxygen.", source)
