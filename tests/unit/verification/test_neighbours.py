"""A figure of a sentence is not told of what the same sentence says of the figure beside it."""

from time import process_time

import pytest

from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.wording.modality import modality_findings

KEPT = "Tapes are kept for 90 days in Turin and for 30 days in Oslo."
GIVEN = "Fever occurred in 18% of patients on brovane 20 mg, in 12% on brovane 10 mg and in 5% on placebo."
TWO = "Rent was $5 million and interest was $2 million."
QUOTED = "Marl & Sons had quoted GBP 48,000; Tebb LLP had quoted GBP 56,500."
LISTED = "Sales in Italy and Norway were $5 million and $4 million, respectively."
BOTH = (
    "In 2023, Orla's federal credit and state credit carryforwards for tax purposes were $13 million and $19 million, "
    "respectively."
)
NOTES = "The 2026 notes and the 2030 notes bear interest at 3.5% and 4.5%, respectively."
MILLS = "Fares of the saw-related and salt-related mills increased 3 percent and decreased 10 percent, respectively."
DATED = "Claims were $16 million and $28 million as of March 2, 2022 and March 3, 2021, respectively."
DUE = "Rates of $3 million and $5 million are due on 1 March 2024 and 1 June 2024, respectively."
MOVED = (
    "The reserve fell by $7 million, rose by $4 million, and rose by $40 million in fiscal years 2023, 2022, and 2021, "
    "respectively."
)
DONE = "During 2023, the Company opened 47 new kiosks, relocated 12 kiosks and sold about 20 kiosks in Peru."
SHARED = "In 2023 we paid dividends of $0.88 per share, compared with $0.84 per share in 2022."
WEIGHED = "Our output was 184,000 tonnes of salt in 2023, down from 211,000 tonnes in 2022."
LISTED_LATER = "The firm was founded in 1987 and listed in 1999."
SIGNED = "The agreement was signed on 14 June 2021 and ends on 13 June 2026."
PIER = "The pier is 310 metres long and 14 metres wide."
LEASED = "Our lease in Turin expires in 2027; our lease in Oslo expires in 2031."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tapes are kept for 30 days in Turin.", KEPT),
        ("Tapes are kept for 30 days in Turin and for 90 days in Oslo.", KEPT),
        ("Fever occurred in 5% of patients on brovane 10 mg.", GIVEN),
        ("Fever occurred in 12% of patients on brovane 20 mg.", GIVEN),
        ("Rent was $2 million.", TWO),
        ("Interest was $5 million and rent was $2 million.", TWO),
        ("Tebb LLP had quoted GBP 48,000.", QUOTED),
        ("Marl & Sons quoted GBP 56,500.", QUOTED),
        ("Sales in Norway were $5 million.", LISTED),
        ("Orla's state credit carryforwards were $13 million.", BOTH),
        ("Orla's federal credit carryforwards were $19 million.", BOTH),
        ("The 2026 notes bear interest at 4.5%.", NOTES),
        ("Fares of the salt-related mills increased 3 percent.", MILLS),
        ("Fares of the saw-related mills decreased 10 percent.", MILLS),
        ("Claims were $28 million as of March 2, 2022.", DATED),
        ("$5 million is due on 1 March 2024.", DUE),
        ("The reserve rose by $40 million in fiscal year 2022.", MOVED),
        ("Orla opened 12 new kiosks.", DONE),
        ("Orla sold 12 kiosks in Peru.", DONE),
        ("Orla relocated 20 kiosks in 2023.", DONE),
        ("In 2022 the company paid dividends of $0.88 per share.", SHARED),
        ("Output was 211,000 tonnes of salt in 2023.", WEIGHED),
        ("The lease in Oslo expires in 2027.", LEASED),
        ("The firm was founded in 1999.", LISTED_LATER),
        ("The firm was listed in 1987.", LISTED_LATER),
        ("The notes mature in 2020.", "The notes were issued in 2020 and will mature in 2030."),
        ("The agreement ends on 14 June 2021.", SIGNED),
        ("The agreement was signed on 13 June 2026.", SIGNED),
        (
            "The policy took effect on 3 March 2023.",
            "The policy took effect on 1 May 2020 and was amended on 3 March 2023.",
        ),
        ("The pier is 14 metres long.", PIER),
        ("The pier is 310 metres wide.", PIER),
        ("Women held 27% of posts at the end of 2023.", "Women held 29% of posts at the end of 2023 (2022: 27%)."),
        ("We pay up to EUR 400 for rings.", "We pay up to EUR 2,500 for rings and up to EUR 400 for coins."),
        (
            "Italy accounted for 62% of sales.",
            "In 2023, 62% of sales came from Norway, 27% from Italy and 11% from Peru.",
        ),
    ],
)
def test_the_neighbours_figure_is_told_of(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tapes are kept for 30 days in Oslo.", KEPT),
        ("In Oslo tapes are kept for 30 days, in Turin for 90 days.", KEPT),
        ("Fever occurred in 5% of patients without the drug.", GIVEN),
        ("5% of patients on placebo had fever, against 18% on brovane 20 mg.", GIVEN),
        ("Interest was $2 million.", TWO),
        ("Tebb LLP quoted GBP 56,500, and Marl & Sons GBP 48,000.", QUOTED),
        ("Sales in Norway were $4 million.", LISTED),
        ("Sales in Norway and Italy were $4 million and $5 million.", LISTED),
        ("Orla's state credit carryforwards were $19 million.", BOTH),
        ("Orla's federal credit carryforwards for tax purposes were $13 million.", BOTH),
        ("Orla's credit carryforwards were $13 million and $19 million.", BOTH),
        ("The 2026 notes bear interest at 3.5%.", NOTES),
        ("The 2030 notes bear interest at 4.5%.", NOTES),
        ("Fares of the saw-related mills increased 3 percent.", MILLS),
        ("Fares of the salt-related mills decreased 10 percent.", MILLS),
        ("Claims were $28 million as of March 3, 2021.", DATED),
        ("Claims were $16 million as of March 2, 2022.", DATED),
        ("$5 million is due on 1 June 2024.", DUE),
        ("The reserve rose by $40 million in fiscal year 2021.", MOVED),
        ("The reserve fell by $7 million in fiscal year 2023.", MOVED),
        ("Orla opened 47 new kiosks and relocated 12 kiosks.", DONE),
        ("Orla sold 20 kiosks in Peru.", DONE),
        ("Orla moved 12 kiosks.", DONE),
        ("In 2022 the company paid dividends of $0.84 per share.", SHARED),
        ("Output fell from 211,000 tonnes in 2022 to 184,000 tonnes in 2023.", WEIGHED),
        ("The lease in Oslo expires in 2031.", LEASED),
        ("Places outside Turin keep tapes for 30 days.", KEPT),
        ("The firm was founded in 1987.", LISTED_LATER),
        ("The firm went public in 1999.", LISTED_LATER),
        ("The firm, founded in 1987, was listed in 1999.", LISTED_LATER),
        ("The agreement, which ends on 13 June 2026, was signed on 14 June 2021.", SIGNED),
        ("The firm that was listed in 1999 was founded in 1987.", LISTED_LATER),
        ("The pier is 14 metres wide and 310 metres long.", PIER),
        ("The pier is 14 metres broad.", PIER),
        ("The claim was filed in 2019.", "The claim was filed in 2019 and settled in 2021."),
        ("The claim that was filed was settled in 2021.", "The claim was filed in 2019 and settled in 2021."),
        (
            "Our ratings stayed the same in 2022.",
            "We saw our ratings fall in 2020, and our ratings were unchanged in 2022.",
        ),
        (
            "The rules, as amended, have applied since 1 May 2020.",
            "The rules have applied since 1 May 2020 and were amended on 3 May 2023.",
        ),
        ("Reed founded the firm that went public in 1999.", LISTED_LATER),
        ("The long pier measures 14 metres across.", PIER),
        ("The filed claim ended in 2021.", "The claim was filed in 2019 and settled in 2021."),
        # the subject, or the year at the head, is shared
        ("The mill fetched $7 million.", "The mill was bought for $5 million and was sold for $7 million."),
        (
            "In 2023 we lost $4 million on bonds.",
            "In 2023 we lost $5 million on mills and $4 million on bonds due 2030.",
        ),
        (
            "In 2023 Peru had $4 million.",
            "In 2023 Italy had $5 million and Peru, where we opened in 2021, had $4 million.",
        ),
        ("Sales were $2 million.", "Sales were $5 million; abroad they were $2 million."),
        (
            "Tax was $4 million.",
            "Rent and tax were $5 million and $4 million in 2023 and 2022, respectively; tax was $4 million.",
        ),
    ],
)
def test_its_own_figure_is_left_alone(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)]) == ()


def test_sentences_of_many_figures_and_opposites_are_read_in_time() -> None:
    source = "We " + "".join(f"borrowed ${at} and repaid ${at + 500}, " for at in range(60)) + "in 2022."
    claim = "We " + "".join(f"repaid ${at} and borrowed ${at + 500}, " for at in range(60)) + "in 2022."
    began = process_time()
    modality_findings(claim[:2000], [source])
    assert process_time() - began < 1.5
