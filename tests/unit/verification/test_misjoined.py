"""What a copy tells of one part of a sentence though it is said of two together, and what each part says alone."""

from time import process_time

import pytest

from apps.verification.wording.coordinated.taken_along import is_of_more
from apps.verification.wording.restrictions import restriction_left_out


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # what is allowed only to who does something for it
        ("The guest may bring a dog.", "The guest may bring a dog but must pay a fee."),
        ("The guest may bring a dog.", "The guest may bring a dog but is required to keep it outside."),
        ("The agent can store the boxes.", "The agent can store the boxes and must obtain a permit first."),
        # what comes of a deed of that year, or is told by another year
        ("In 1931 she became a judge.", "In 1931 she left the firm and became a judge."),
        ("In 1931 the club sold the pier.", "In 1931 the club built the pier, leased it in 1950 and sold the pier."),
        ("In 1931 the hall was painted.", "In 1931 the hall was opened and was later painted."),
        # the verb of another
        ("The clerk must lock the safe.", "The clerk must watch the cashier count the notes and lock the safe."),
        ("The clerk must lock the safe.", "The clerk must remind the cashiers to leave and lock the safe."),
        # what is denied of both, or done to both
        ("An owner cannot hold the keys.", "An owner cannot hold the keys and the deeds."),
        ("An owner can't audit the books.", "An owner can't keep the accounts and audit the books."),
        ("The marriage united the duchy.", "The marriage united the duchy and the county."),
        ("The marriage united the county.", "The marriage united the duchy and the county."),
        # what moved where
        ("Costs fell 4%.", "Costs fell 4% and sales rose 2% in the southern division."),
        ("The syrup reduced coughing.", "The syrup reduced coughing and improved sleep in children under six."),
        # whose the second thing is
        ("The buyer needs a letter from the bank.", "The buyer needs a letter and a guarantee from the bank."),
        ("The tunnel connects Ghent.", "The tunnel connects Ghent and Lyon."),
        ("A guest must not smoke.", "A guest must not smoke and leave the windows shut."),
        ("A guest must not keep a dog.", "A guest must not keep a dog and a cat."),
        # of a condition, or of whom it is said
        ("If the rent is late, the owner may end the lease.",
         "If the rent is late and the tenant ignores a letter, the owner may end the lease."),
        ("The fee is paid back if the fair is cancelled.",
         "The fee is paid back if the fair is cancelled and the guest applies in time."),
        ("A baker who owns an oven must register.", "A baker who owns an oven and sells bread must register."),
        ("A guest who lights a fire pays a fine.", "A guest who lights a fire and leaves it alone pays a fine."),
        ("The guest may leave by giving notice.", "The guest may leave by giving notice and paying the rent."),
        ("Everyone left the hall.", "Everyone but the cook left the hall."),
        ("Guests may fish.", "Guests may fish but those under ten need a guide."),
        ("All guests may swim.", "All guests may swim but no more than twice a day."),
        ("The lender insures all boats.", "The lender insures all boats but those in dry dock."),
        ("Guests must leave the pool.", "Guests must leave the pool and call a guard should a storm come."),
        ("Children may swim.", "Children may swim but an adult must be there."),
        ("Nobody may own a boat.", "Nobody may own a boat and a trailer."),
        ("The clerk must keep a log.", "The clerk must help the guests to check out and keep a log."),
        # two names of one place
        ("The bank is based in Tobago.", "The bank is based in Trinidad and Tobago."),
        # which of several
        ("Boats built in Ghent need a licence.", "Boats built in Ghent and moored in Lyon need a licence."),
        ("Boats moored in Lyon need a licence.", "Boats built in Ghent and moored in Lyon need a licence."),
        ("Land used for grazing is exempt.", "Land owned by the parish and used for grazing is exempt."),
        # under a condition
        ("The deposit is kept by the owner.", "The deposit is lost on the death of the tenant and kept by the owner."),
        ("Members must hand in the keys.", "Members are suspended upon a breach and must hand in the keys."),
    ],
)  # fmt: skip
def test_what_is_said_of_both_is_not_told_of_one(claim, source):
    assert restriction_left_out(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The guest may bring a dog.", "The guest may bring a dog and may use the garden."),
        ("The guest must pay a fee.", "The guest must pay a fee and may bring a dog."),
        ("The mayor may make rules.", "The mayor may make rules and shall publish them."),
        ("The mill grew by buying looms.", "The mill grew by buying looms and hiring weavers."),
        ("The panel meets once a year.", "The panel meets once a year and prints a list."),
        ("The kiosk opens when the boat lands.", "The kiosk opens when the boat lands and closes at noon."),
        ("Tickets cannot be refunded.", "Tickets cannot be refunded and seats are given out at the door."),
        ("Guests may not smoke.", "Guests may not smoke and children may not swim."),
        ("The levy does not apply to farms.", "The levy does not apply to farms and the woods remain exempt."),
        ("She was named twice.", "She was named twice but never won a prize."),
        ("All rooms have a bath.", "All rooms have a bath but only some have a stove."),
        ("Every guest gets a badge.", "Every guest gets a badge but drivers get a pass."),
        ("The clerk must keep a log.", "The clerk must report to management and keep a log."),
        ("Sales rose 6%.", "Sales rose 6% and we increased our investment in training."),
        ("Ghent is the seat of the court.", "Ghent is the seat and the largest town of the court."),
        ("The room costs $90 a night.", "The room is cleaned on request and costs $90 a night."),
        ("The house was bought, painted, sold.", "The house was bought, painted and sold."),
        ("The lift stops when the door opens.", "The lift stops when the door opens and starts when it shuts."),
        ("The fee is paid back if the fair is cancelled.",
         "The fee is paid back if the fair is cancelled and the ticket may be kept."),
        ("The hotel has a pool.", "The hotel has a pool but no sauna."),
        ("A guest must not smoke.", "A guest must not smoke and must shut the windows."),
        ("The wind rose on Monday.", "The wind rose on Monday and the rain fell in the evening."),
        ("When the war ended he came home.", "When the war ended and the camp was opened he came home."),
        ("The mill was founded in May 2015.", "The mill was founded in May 2015 but must close by 2030."),
        ("He bought a house.", "He bought a house and a car with his savings."),
        ("They married in 1920.", "They married in 1920 and the couple moved to Paris."),
        ("The match was abandoned.", "The match was abandoned and the crowd left in silence."),
        ("The file cannot be recovered.", "The file cannot be recovered and the disk is wiped."),
        ("He rose at dawn.", "He rose at dawn and fell asleep in a chair."),
        ("Its debt fell to 2%.", "Its debt fell to 2% and the share rose in response."),
        ("Sales in Spain rose 4%.", "Sales in Spain rose 4% and costs fell 2% in Italy."),
        ("On 3 May 1931 the court held that he lied.", "On 3 May 1931 the court heard him and held that he lied."),
        ("Banks must register.", "Banks and licensed brokers must register."),
        ("The agent must issue invoices.", "The agent must deliver goods to customers and issue invoices."),
        ("The clerk must sweep the stairs.", "The clerk must mow the lawn twice a month and sweep the stairs."),
        ("The office opens in May.", "The office is closed during the holidays and opens in May."),
        ("The bank hired a lawyer.", "The bank paid a fine and hired a lawyer who has an office in Rome."),
        ("In 1931 she joined the court.", "In 1931 she left the firm and joined the court."),
        ("In 1931 he rented a site.", "In 1931 he opened a mill with 2000 dollars and rented a site."),
        ("The clerk must lock the safe.", "The clerk must count the notes with the cashier and lock the safe."),
        ("An owner may hold the keys.", "An owner may hold the keys and the deeds."),
        ("The council painted the hall.", "The council painted the hall and the school."),
        ("Costs fell 4%.", "Costs fell 4% and sales rose 2% in May."),
        ("Costs fell 4%.", "Costs fell 4% and sales rose 2% in 2021."),
        ("Costs fell 4% in Spain.", "Costs fell 4% in Spain and sales rose 2% in Italy."),
        ("The buyer needs a letter by May.", "The buyer needs a letter and a guarantee by May."),
        ("The boat was moored in Lyon.", "The boat was built in Ghent and moored in Lyon."),
        ("The deposit is kept by the owner.", "The deposit is paid in cash and kept by the owner."),
    ],
)  # fmt: skip
def test_what_each_says_alone_is_told_alone(claim, source):
    assert restriction_left_out(claim, source) is None


def test_a_long_word_of_many_parts_is_read_in_time_that_grows_with_it():
    def taken(parts):
        source = f"Sales rose 2% and costs fell 4% in {'a1-' * parts}treated plants (p < 0.05)."
        began = process_time()
        restriction_left_out("Sales rose 2%.", source)
        return process_time() - began

    taken(10)
    assert taken(400) < 50 * max(taken(40), 0.001)


@pytest.mark.parametrize("claim", ["Costs.", "And.", "", "Costs fell and", "and costs fell 4%."])
def test_the_rest_of_a_sentence_may_be_nothing(claim):
    for source in ("Costs fell 4% and", "and", "And costs fell 4% and sales rose in Asia.", ""):
        restriction_left_out(claim, source)


@pytest.mark.parametrize(
    "before",
    [
        "Press the green key and ",
        "One more warning and ",
        "Any delay and ",
        "In the novel the baker is poor and ",
        "For members the pool is free and ",
        "On default the loan is due and ",
        "The union dreads pay will fall and ",
    ],
)
def test_a_clause_may_hang_on_what_stands_before_it(before):
    assert is_of_more(before, "the alarm sounds.")


@pytest.mark.parametrize(
    "before",
    [
        "The pool is free and ",
        "On 4 May the mill was sold and ",
        "On Monday the mill was closed and ",
        "In the north the mill was closed and ",
        "On appeal the ruling was quashed and ",
        "For ten years he ran the shop and ",
        "All the lights flash and ",
        "Sales rose and ",
    ],
)
def test_a_clause_stands_beside_another(before):
    assert not is_of_more(before, "the alarm sounds.")


def test_an_order_behind_another_is_an_order_too():
    assert not is_of_more("Lift the lid and ", "rinse the filter.")
