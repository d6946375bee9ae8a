"""What a source says otherwise, or what may be reckoned from it, is not gainsaid by it; its contrary still is."""

import pytest

from apps.verification.numbers.fault import NumberFault
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.types import Mode, Verdict
from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.roles import changed_places
from tests.unit.agents.statement_cases import report_passage, verdict_on

CONQUEST = (
    "Over three years the Torvans destroyed all of the major towns of Eastern Maravia with the exceptions of Novar "
    "and Pell."
)
CONTRACTS = (
    "In addition, the group enters into currency forward contracts that are not designated in hedging relationships to "
    "offset, in part, the impacts of certain intercompany activities."
)
CONTRACTS_RETOLD = (
    "Some of the group's currency forward contracts stand outside any designated hedging relationship and serve to "
    "offset part of the impacts of certain intercompany activities."
)
MEASURE = "The measure may not be defined in the same manner by all other companies."
TEACHERS = (
    "The bureau estimates that there are 1.4 million primary school teachers, 674,000 middle school teachers, and "
    "1 million secondary school teachers employed in the country."
)
TOWN = "A planned town was established there in 1822, a year after the republic gained Fiorana from Sarvania."
STAFF = "The plant employed 412 people at the end of March."


def is_contradicted(claim: str, source: str) -> bool:
    return verdict_on(claim, report_passage(source, title=""), mode=Mode.HELPFUL) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Novar and Pell were the only major towns of Eastern Maravia that the Torvans did not destroy.", CONQUEST),
        ("Novar, a major town of Eastern Maravia, was not destroyed by the Torvans.", CONQUEST),
        (CONTRACTS_RETOLD, CONTRACTS),
        ("Other companies may define the measure in another manner.", MEASURE),
        (
            "By the estimates of the bureau, the country employs about 400,000 more primary school teachers than "
            "secondary school teachers.",
            TEACHERS,
        ),
        ("The republic gained Fiorana from Sarvania in 1821, a year before the planned town was established.", TOWN),
        ("Borg is a firm whom Acme sued over the licence.", "Acme sued Borg over the licence."),
        (
            "Weak public offices, poverty and missing access to education are among the causes of child labour.",
            "The causes of child labour include poverty, the lack of access to education and weak public offices.",
        ),
        (
            "Amortization of a brand with an indefinite life has to wait until its useful life can be determined.",
            "Brands with indefinite lives are not amortized until a useful life can be determined.",
        ),
    ],
)
def test_the_same_otherwise_told_or_reckoned_is_no_contrary(claim, source):
    assert not is_contradicted(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Torvans did not destroy the major towns of Eastern Maravia over three years.", CONQUEST),
        ("The tenant may keep pets.", "The tenant may not keep pets other than fish."),
        ("The landlord must not repair the roof.", "The landlord must repair the roof except in an emergency."),
        (
            "The drug is approved for use in children other than infants.",
            "The drug is not approved for use in children.",
        ),
        (
            "The licensee shall disclose confidential information to another third party.",
            "The licensee shall not disclose confidential information to third parties.",
        ),
        (
            "The minister did not deny that he had taken bribes.",
            "Outside the court, the minister denied that he had taken bribes.",
        ),
        ("The plant employed 421 people or more at the end of March.", STAFF),
        (
            "The hospital treated 20 patients or fewer in May.",
            "The hospital treated 40 patients in May and 60 in June.",
        ),
        ("A planned town was established there in 1823, a year after the republic gained Fiorana.", TOWN),
        ("Only 12 people were killed in the explosion.", "At least 12 people were killed in the explosion."),
        ("Parker fined Judge Miller in May.", "Judge Miller fined Parker, whom a jury convicted in May."),
        (
            "Lessee shall indemnify Lessor, to whom the premises belong, against all claims of third parties.",
            "Lessor shall indemnify Lessee against all claims of third parties.",
        ),
        ("Borg sued Acme, for whom the licence was issued.", "Acme sued Borg over the licence."),
        ("Borg sued Acme in May.", "Acme sued Borg, whom Borg Holding owns, in May."),
        ("Borg sued Acme in May.", "Acme sued Borg, against whom Borg's founder testified, in May."),
        ("The policy does not cover fire damage.", "The policy covers fire damage except for damage to cars."),
        ("Merely 12 people were killed in the explosion.", "At least 12 people were killed in the explosion."),
        ("Borg sued Acme over the licence.", "Acme sued Borg over the licence."),
        (
            "The firm had to wait until June to open the mill.",
            "The firm did not wait until June to open the mill.",
        ),
    ],
)
def test_the_contrary_still_is(claim, source):
    assert is_contradicted(claim, source)


def test_who_stands_first_behind_whom_has_changed_no_places():
    source = "In 1984, Corwin picked up art student Conny Hamsun when she was sunbathing by a hotel pool."

    assert changed_places("Conny Hamsun was an art student whom Corwin picked up.", source) is None
    assert changed_places("Conny Hamsun picked up art student Corwin.", source) == ("Conny Hamsun", "Corwin")


def test_what_stands_outside_is_not_within_in_other_words():
    found = modality_findings(CONTRACTS_RETOLD, [CONTRACTS])
    assert [one.fault for one in found] == [ModalityFault.DENIAL]


@pytest.mark.parametrize("figure", ["400,000", "726,000"])
def test_a_difference_is_no_other_figure(figure):
    claim = (
        f"By the estimates of the bureau, the country employs about {figure} more primary school teachers than others."
    )
    assert [one.fault for one in number_findings(claim, [QuoteContext(text=TEACHERS)])] == [NumberFault.MISSING]


def test_what_is_no_difference_is_another_figure():
    claim = (
        "By the estimates of the bureau, the country employs about 300,000 more primary school teachers than others."
    )
    assert [one.fault for one in number_findings(claim, [QuoteContext(text=TEACHERS)])] == [NumberFault.DIFFERS]


def test_where_the_source_says_by_how_much_another_difference_is_another_figure():
    source = "The river is 300 kilometres longer than the Elm, which at 1,300 kilometres is as long as 1,500 minus 200."
    claim = "The river is 200 kilometres longer than the Elm."
    assert [one.fault for one in number_findings(claim, [QuoteContext(text=source)])] == [NumberFault.DIFFERS]


@pytest.mark.parametrize(
    "years", ["f\u0131ve years", "zero years", "a years", "999 years", "\u0661 years", "half a year"]
)
def test_odd_lengths_of_time_are_read_or_passed_over(years):
    source = f"The town was founded in 1802, {years} after the war."
    assert number_findings("The town was founded in 1808.", [QuoteContext(text=source)])
