"""What the next sentence says of the act that a permission names, a proviso, and a figure told anew."""

import pytest

from apps.verification.wording.standing import Standing, spelled, standing
from apps.verification.wording.taken_back import taken_back

LET = "The lessee may sublet the flat."
SALE = "Either partner may pledge its share on 90 days' notice."


def back(claim: str, behind: str) -> str:
    return taken_back(f"{claim} {behind}", len(claim), start=0, claim=claim)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (LET, "Any such subletting is subject to the lessor's consent."),
        (LET, "Any subletting without the lessor's written consent shall be null and void."),
        (LET, "Subletting to students is prohibited."),
        (LET, "Sublets require the consent of the lessor."),
        (LET, "No such subletting may last for more than a year."),
        (LET, "The lessee may not sublet the flat to students."),
        (LET, "In no event shall the lessee sublet the flat to students."),
        (LET, "Under no circumstances may it be sublet in winter."),
        (LET, "Notwithstanding the foregoing, students are not accepted."),
        (LET, "Notwithstanding the foregoing, subletting shall end in 2030."),
        (LET, "Notwithstanding the foregoing, the lessor shall approve each lodger in writing."),
        (LET, "Notwithstanding the foregoing, the first two years are a fixed period."),
        (
            "The lessee may keep pets in the flat.",
            "Notwithstanding the foregoing, the lessor may turn away large dogs.",
        ),
        ("The lessee shall insure the flat.", "Notwithstanding the foregoing, insurance shall end in 2030."),
        (LET, "Notwithstanding anything to the contrary in this lease, the flat shall not be sublet in winter."),
        (LET, "Provided, however, that no student shall live there."),
        (LET, "Any such right is limited to relatives."),
        (LET, "The lessor must consent in writing beforehand."),
        (LET, "The lessor may withhold its consent to any subletting."),
        (LET, "The lessor may at any time revoke this permission."),
        (SALE, "Heirs may not do so in the first year."),
        (SALE, "No such pledge may take effect before 2031."),
        ("Staff may carry over unused leave.", "However, apprentices cannot carry over leave."),
        ("Staff may carry over unused leave.", "The carry-over is limited to five days."),
        ("Staff may carry over unused leave.", "A maximum of five days may be carried over."),
        ("Staff may carry over unused leave.", "Trainees are not entitled to do so."),
        ("The manager shall be entitled to severance.", "The severance is conditional on a release."),
        ("The borrower shall pay a fee of 2%.", "No fee is payable after 2030."),
        ("All visitors must sign the register.", "Members of the board are exempt."),
    ],
)
def test_what_bounds_or_denies_the_act_that_is_permitted_or_ordered_is_found(claim: str, behind: str) -> None:
    assert back(claim, behind)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (LET, "Any such subletting shall be in writing."),
        (LET, "No subletting shall relieve the lessee of his duties."),
        (LET, "Subletting fees are subject to tax."),
        (LET, "The lessor may not sublet the flat."),
        (LET, "The lessee may not sublet the garage."),
        (LET, "The flat is subject to rent control."),
        ("Staff may carry over unused leave.", "Apprentices and trainees may not carry over leave."),
        (LET, "In no event shall the lessor be liable for noise."),
        (LET, "Notwithstanding its age, the flat is warm."),
        (LET, "Provided below is a list of flats."),
        (LET, "Any such subletting requires no consent."),
        (SALE, "Such pledge shall not affect accrued rights."),
        ("Our suppliers may raise prices.", "We may not be able to raise our prices."),
        ("Litigation may result in costs.", "Preparing our financial results requires judgment."),
        ("We sold a share in May.", "Any such sale requires consent."),
        ("The borrower shall pay a fee of 2%.", "No interest is payable after 2030."),
    ],
)
def test_what_is_said_of_another_act_or_thing_or_how_it_is_done_bounds_nothing(claim: str, behind: str) -> None:
    assert not back(claim, behind)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (SALE, "Such notice must be given in writing."),
        (SALE, "Written notice must be given to the other partner."),
        (LET, "No approval is needed."),
        (LET, "This was agreed with the union in 2021."),
        (LET, "This must be recorded in the register."),
        (LET, "This is taxed as income."),
        (LET, "This has been in place since 2022."),
        ("The lessee shall pay a deposit.", "This is payable in three instalments."),
        ("The firm shall deliver accounts in May.", "These must be certified by an officer."),
        ("We must comply with many laws.", "This is costly."),
        ("We must test each product.", "This takes several years."),
        ("The firm shall keep the secret.", "Such obligation continues after the end of the contract."),
    ],
)
def test_how_it_is_done_told_taxed_or_came_to_be_is_no_bound(claim: str, behind: str) -> None:
    assert not back(claim, behind)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (SALE, "A notice of 180 days must be given by heirs."),
        ("The lessee may sell the lease with notice.", "The consent of the lessor must be obtained."),
        (LET, "This was agreed for the first year."),
        (LET, "This takes the consent of the lessor."),
        ("The lessee shall pay a deposit.", "This is payable only in the first year."),
        ("The firm shall keep the secret.", "Such obligation continues until 2030."),
    ],
)
def test_but_another_term_or_consent_or_a_limit_in_it_is(claim: str, behind: str) -> None:
    assert back(claim, behind)


@pytest.mark.parametrize(
    "behind",
    [
        "; provided, that no student shall live there.",
        "; provided, however, that the lessor has not objected.",
        "; any such subletting requires consent.",
        "; however, sublets to students are void.",
    ],
)
def test_a_proviso_behind_a_semicolon_limits_what_stands_before_it(behind: str) -> None:
    words = spelled(LET)
    assert standing(words, LET.rstrip(".") + behind) is Standing.LIMITED
    assert standing(words, LET.rstrip(".") + "; the lessor may also do so.") > Standing.LIMITED


@pytest.mark.parametrize(
    ("behind", "anew"),
    [
        ("As restated, revenue was $4 million.", True),
        ("We later restated revenue to $4 million.", True),
        ("As restated, segment revenue was $1 million.", False),
        ("We restated the balance sheet in 2020.", False),
    ],
)
def test_the_same_figure_told_anew_takes_it_back(behind: str, anew: bool) -> None:
    assert bool(back("Revenue was $5 million in 2021.", behind)) is anew


@pytest.mark.parametrize(
    ("bracket", "limited"),
    [("(restated: $4 million)", True), ("(restated)", False), ("(restated 2020: $4 million)", False)],
)
def test_a_bracket_with_the_figure_as_restated_limits_it(bracket: str, limited: bool) -> None:
    claim = "Revenue was $5 million in 2021"
    assert (standing(spelled(claim), f"{claim} {bracket}.") is Standing.LIMITED) is limited
