"""What may not be cited beside a sentence, however like it is: each says something else, less, or more strictly."""

import pytest

from tests.unit.agents.test_corroborating import borne_out

SAYS_OTHERWISE = {
    "another segment": (
        "In fiscal 2023, operating income of the Flexibles segment was $131 million.",
        "In fiscal 2023, operating income of the Rigids segment was $131 million.",
    ),
    "a segment where the claim names none": (
        "Revenues increased by $1,283 million primarily due to higher volume.",
        "Service revenues increased by $1,283 million primarily due to higher volume.",
    ),
    "a segment named behind": (
        "In fiscal 2023, revenues increased by $1,283 million.",
        "In fiscal 2023, revenues increased by $1,283 million in the Flexibles segment.",
    ),
    "for some behind a comma": (
        "In fiscal 2023, we raised wages by 5.25%.",
        "In fiscal 2023, we raised wages by 5.25%, for full-time staff.",
    ),
    "an adjusted figure": (
        "Our effective tax rate increased in fiscal 2023, primarily due to reduced tax benefits.",
        "Our non-GAAP effective tax rate increased in fiscal 2023, primarily due to reduced tax benefits.",
    ),
    "planned for done": (
        "In fiscal 2023, we opened 12 stores in Canada.",
        "In fiscal 2023, we planned to open 12 stores in Canada.",
    ),
    "expected for done": (
        "In fiscal 2023, we are investing $115 million in cost saving initiatives.",
        "In fiscal 2023, we expect to invest $115 million in cost saving initiatives.",
    ),
    "announced for done": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we announced that we would sell the Leeds plant.",
    ),
    "will for is": (
        "The Company maintains its quarterly dividend of $1.19 per share.",
        "The Company will maintain its quarterly dividend of $1.19 per share.",
    ),
    "exactly for about": (
        "In May 2023, we recorded a gain of $494 million.",
        "In May 2023, we recorded a gain of approximately $494 million.",
    ),
    "a figure for a limit": (
        "On May 4, 2023, our Board approved a buyback of $400 million.",
        "On May 4, 2023, our Board approved a buyback of up to $400 million.",
    ),
    "more than": (
        "In fiscal 2023, our website had 125 million visitors.",
        "In fiscal 2023, our website had more than 125 million visitors.",
    ),
    "a bound at the end of the range": (
        "In fiscal 2023, the discount ranged from 5.25% to 7.75%.",
        "In fiscal 2023, the discount ranged from 5.25% to 7.25%.",
    ),
    "the whole for the rest": (
        "In May 2023, we completed the sale of our library business.",
        "In May 2023, we completed the sale of the remainder of our library business.",
    ),
    "the whole for a part": (
        "In May 2023, we sold the Communication Markets Division.",
        "In May 2023, we sold a portion of the Communication Markets Division.",
    ),
    "all for nearly all": (
        "In May 2023, we sold all of the Communication Markets Division.",
        "In May 2023, we sold substantially all of the Communication Markets Division.",
    ),
    "all of them for some of them": (
        "During fiscal 2023, we closed the stores in Mexico at a cost of $12.5 million.",
        "During fiscal 2023, we closed two stores in Mexico at a cost of $12.5 million.",
    ),
    "one more for one": (
        "In March 2023, we entered into two additional swap contracts for $1.2 billion.",
        "In March 2023, we entered into swap contracts for $1.2 billion.",
    ),
    "one of several": (
        "The pump program had near break-even margins at June 30, 2023.",
        "The pump and valve programs had near break-even or single-digit margins at June 30, 2023.",
    ),
    "one date less": (
        "As of June 30, 2023 and June 30, 2022, the Company was in compliance with all covenants.",
        "As of June 30, 2023, the Company was in compliance with all covenants.",
    ),
    "one date more beside a figure": (
        "As of June 30, 2023, the notional amount of our swaps was $650 million.",
        "As of June 30, 2023 and June 30, 2022, the notional amount of our swaps was $650 million.",
    ),
    "negated": (
        "As of June 30, 2023, we were in compliance with all covenants.",
        "As of June 30, 2023, we were not in compliance with all covenants.",
    ),
    "nothing for something": (
        "As of June 30, 2023, amounts were outstanding under the facility.",
        "As of June 30, 2023, no amounts were outstanding under the facility.",
    ),
    "the opposite": (
        "In fiscal 2023, gross profit increased by $95 million.",
        "In fiscal 2023, gross profit decreased by $95 million.",
    ),
    "gain for loss": (
        "In May 2023, the termination resulted in a gain of $14.5 million.",
        "In May 2023, the termination resulted in a loss of $14.5 million.",
    ),
    "must for may": (
        "Employees must report gifts worth more than $125 to the ethics office.",
        "Employees may report gifts worth more than $125 to the ethics office.",
    ),
    "a condition behind": (
        "Employees receive a bonus of 12.5% of their salary.",
        "Employees receive a bonus of 12.5% of their salary if the company is profitable.",
    ),
    "a condition before": (
        "Employees receive a bonus of 12.5% of their salary.",
        "If the company is profitable, employees receive a bonus of 12.5% of their salary.",
    ),
    "an exception": (
        "Loans bear interest at a fixed rate of 4.25% for the whole term.",
        "Loans bear interest at a fixed rate of 4.25% for the whole term, except for bridge loans.",
    ),
    "for some customers": (
        "We deliver all orders of spare pumps and valves for water works within two days.",
        "We deliver all orders of spare pumps and valves for water works within two days to customers in Ohio.",
    ),
    "before an amendment": (
        "As of June 30, 2023, the revolving facility permits borrowings of $755 million.",
        "Before the amendment, as of June 30, 2023, the revolving facility permits borrowings of $755 million.",
    ),
    "after an amendment": (
        "We may borrow $755 million under the revolving facility.",
        "After the amendment in May 2023, we may borrow $755 million under the revolving facility.",
    ),
    "as amended": (
        "In May 2023, we entered into a facility of $750 million.",
        "In May 2023, we entered into a facility of $750 million, as amended in June 2023 to $500 million.",
    ),
    "net of tax": (
        "In May 2023, we recorded a loss of $167 million.",
        "In May 2023, we recorded a loss of $167 million, net of tax.",
    ),
    "alleged": (
        "In May 2023, the supplier delivered 450 faulty pumps.",
        "The complaint alleges that in May 2023, the supplier delivered 450 faulty pumps.",
    ),
    "pro forma": (
        "Revenues increased by $1,283 million.",
        "Had we owned Delta, revenues increased by $1,283 million.",
    ),
    "other figures in other roles": (
        "In May 2023, we exchanged 125 pumps for 240 valves.",
        "In May 2023, we exchanged 240 pumps for 125 valves.",
    ),
    "the parties exchanged": (
        "In May 2023, Delta sued Borealis over 14 patents.",
        "In May 2023, Borealis sued Delta over 14 patents.",
    ),
    "another name": (
        "In May 2023, we sold the Leeds plant for $45.5 million.",
        "In May 2023, we sold the York plant for $45.5 million.",
    ),
    "another unit": (
        "In fiscal 2023, the fund grew by 125 million euros.",
        "In fiscal 2023, the fund grew by 125 million dollars.",
    ),
    "another scale": (
        "In fiscal 2023, the fund grew by $125 million.",
        "In fiscal 2023, the fund grew by $125 thousand.",
    ),
    "what points to another thing": (
        "For us, this standard is effective as of January 1, 2024.",
        "For the Company, this standard is effective as of January 1, 2024.",
    ),
    "an event that only its paragraph names": (
        "The acquisition resulted in goodwill of $123 million.",
        "The acquisition, which closed in May, resulted in goodwill of $123 million.",
    ),
    "a period that only its paragraph names": (
        "Sales growth was led by food safety, health information systems and medical solutions.",
        "Also, sales growth was led by food safety, health information systems and medical solutions.",
    ),
    "an undated share": (
        "Total sales increased 4 percent in Asia.",
        "In 2022, total sales increased 4 percent in Asia.",
    ),
    "fewer causes": (
        "In fiscal 2023, sales increased by $125 million due to price.",
        "In fiscal 2023, sales increased by $125 million due to price and volume.",
    ),
    "what consists of less": (
        "In fiscal 2023, the board consisted of 12 directors and two observers.",
        "In fiscal 2023, the board consisted of 12 directors.",
    ),
    "another owner": (
        "In May 2023, we bought Delta and its brands for $125 million.",
        "In May 2023, we bought Delta and our brands for $125 million.",
    ),
    "a month of the year": (
        "In 2023, we repurchased 722,457 shares.",
        "In May 2023, we repurchased 722,457 shares.",
    ),
    "a month of the year told behind": (
        "In fiscal 2023, we repurchased 722,457 shares.",
        "In fiscal 2023, we repurchased 722,457 shares in May 2023.",
    ),
    "two years for one": (
        "In 2023, we closed all shops in Peru.",
        "In 2023 and 2022, we closed all shops in Peru.",
    ),
    "a time that belongs to the subject": (
        "Revenues from contracts signed increased by $1,283 million.",
        "Revenues from contracts signed in 2022 increased by $1,283 million.",
    ),
    "two of the subjects": (
        "In fiscal 2023, stores in Canada earned $12.5 million.",
        "In fiscal 2023, two stores in Canada earned $12.5 million.",
    ),
    "two of the subjects behind a time": (
        "Stores in Canada earned $12.5 million.",
        "In fiscal 2023, two stores in Canada earned $12.5 million.",
    ),
    "half of the subjects behind a time": (
        "Stores in Canada earned $12.5 million.",
        "In fiscal 2023, half of the stores in Canada earned $12.5 million.",
    ),
    "half of the subjects": (
        "In fiscal 2023, stores in Canada earned $12.5 million.",
        "In fiscal 2023, half of the stores in Canada earned $12.5 million.",
    ),
    "the first of several": (
        "In fiscal 2023, charges for closed stores were $12.5 million.",
        "In fiscal 2023, first quarter charges for closed stores were $12.5 million.",
    ),
    "a bracket that restricts": (
        "In fiscal 2023, operating income rose to $131 million.",
        "In fiscal 2023, operating income (UK) rose to $131 million.",
    ),
    "undone since": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant, which was rescinded in June 2023.",
    ),
    "held for sale": (
        "As of June 30, 2023, we owned 212 stores.",
        "As of June 30, 2023, we owned 212 stores, and may close half of them.",
    ),
    "an agreement for the deed": (
        "In May 2023, we sold the Leeds plant for $45.5 million.",
        "In May 2023, we agreed to sell the Leeds plant for $45.5 million.",
    ),
    "a subsidiary": (
        "In May 2023, we sold notes of $305 million.",
        "In May 2023, our subsidiary Delta sold notes of $305 million.",
    ),
    "per share for in all": (
        "In May 2023, our Board declared a dividend of $0.255.",
        "In May 2023, our Board declared a dividend of $0.255 per share.",
    ),
    "an increase by for an increase to": (
        "In fiscal 2023, capital expenditures increased to $125 million.",
        "In fiscal 2023, capital expenditures increased by $125 million.",
    ),
    "a quarter told behind": (
        "In fiscal 2023, capital expenditures were $125 million.",
        "In fiscal 2023, capital expenditures were $125 million in the fourth quarter.",
    ),
    "another subject in front": (
        "In fiscal 2023, sales were $125 million.",
        "In fiscal 2023, online sales were $125 million.",
    ),
    "several for one": (
        "In May 2023, we sold our plant in Leeds.",
        "In May 2023, the Company sold its plants in Leeds.",
    ),
    "whose dealers": (
        "In May 2023, the Company trained Delta and its dealers.",
        "In May 2023, we trained Delta and our dealers.",
    ),
    "fewer causes behind a comma": (
        "In fiscal 2023, sales increased by $125 million due to price.",
        "In fiscal 2023, sales increased by $125 million due to price, and the volume that was sold.",
    ),
    "a list that goes on": (
        "In fiscal 2023, the charge of $125 million resulted from the plants we closed.",
        "In fiscal 2023, the charge of $125 million resulted from the plants we closed and leased the year before.",
    ),
    "the covenants of which notes": (
        "As of June 30, 2023, the Company was in compliance with all related covenants.",
        "As of June 30, 2023 and June 30, 2022, the Company was in compliance with all related covenants.",
    ),
    "which facility": (
        "As of June 30, 2023, the facility was undrawn.",
        "Also, as of June 30, 2023, the facility was undrawn.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("claim", "source"), SAYS_OTHERWISE.values(), ids=SAYS_OTHERWISE)
def test_what_says_something_else_does_not(claim, source):
    assert not borne_out(claim, source)
