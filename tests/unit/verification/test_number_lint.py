"""Number lint: each figure, date and unit of a claim must be the source's, honestly rounded at most."""

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings, number_lint
from apps.verification.numbers.reading import parse_quantities
from tests.unit.verification.lint_cases import faults

DIFFERS, UNIT, BOUND, SIGN = NumberFault.DIFFERS, NumberFault.UNIT, NumberFault.BOUND, NumberFault.SIGN
PERIOD, ROUNDED, PRECISION, MISSING = (
    NumberFault.PERIOD,
    NumberFault.ROUNDED,
    NumberFault.PRECISION,
    NumberFault.MISSING,
)

AGREE = [
    ("The rate is 7.5%.", "The interest rate equals 7.50 per cent."),
    ("The rate is 80%.", "The rate is 0.80 of the value."),
    ("Employees get 25 days of leave.", "Employees are entitled to twenty-five (25) days of annual leave."),
    ("Sales were $2.5 billion.", "Sales amounted to USD 2,500 million."),
    ("Sales were 2.5bn euros.", "Sales amounted to €2,500m."),
    ("At least two years of history are needed.", "A minimum of 24 months of history is needed."),
    ("The fee is 0.25%.", "The fee is 25 basis points."),
    ("No more than 36% of income counts.", "Debt may be up to 36% of income."),
    ("The ratio must not exceed 43 percent.", "The maximum ratio is 43%."),
    ("Half of the staff works remotely.", "50% of the staff works remotely."),
    ("Two thirds agreed.", "66.7% agreed."),
    ("Revenue grew by nearly 15%.", "Revenue grew by 14.8%."),
    ("Around 1,600 people attended.", "1,577 people attended."),
    ("Over 1.5 million users signed up.", "1,577,000 users signed up."),
    ("Revenue was $1.58 billion.", "Revenue was $1,577 million."),
    ("The policy took effect on 1 March 2024.", "Effective date: March 1, 2024"),
    ("The policy took effect in March 2024.", "Effective date: 2024-03-01"),
    ("It closed in 2023.", "It closed on May 15, 2023."),
    ("It began in the 1990s.", "It began in 1994."),
    ("Fiscal 2022 revenue was $10 million.", "Revenue for fiscal year 2022 was $10.0 million."),
    ("Revenue rose to 10%.", "Revenue rose from 5% to 10%."),
    ("Between 5 and 10 days are needed.", "Processing takes 5-10 days."),
    ("It takes 48 hours.", "It takes two days."),
    ("It takes 7 days.", "It takes a week."),
    ("A dozen offices closed.", "12 offices closed."),
    ("The two conditions are A and B.", "The conditions are A and B."),
    ("See Section 4.2 for limits.", "Limits are set out in Section 4.2."),
    ("Section 4.2(b) sets limits.", "Limits are set out in Section 4.2."),
    ("COVID-19 spread quickly.", "The virus spread quickly."),
    ("The property measures 1,000 square feet.", "The property has 1,000 sq ft."),
    ("The 30-day period applies.", "A period of thirty days applies."),
    ("Amounts above $500,000 need approval.", "Approval is needed for amounts exceeding $500,000."),
    ("It must be filed no later than 30 days before closing.", "It must be filed at least 30 days before closing."),
    ("Applicants must be 18 or older.", "Applicants must be at least 18."),
    ("Interest is 12% per annum.", "Interest is 12% per year."),
    ("A 1.5x coverage ratio is needed.", "Coverage of at least 1.5 times is needed."),
    ("It opens at 9 am.", "It opens at 9:00 a.m."),
    ("She served for over twenty years.", "She served from 1958 to 1981."),
    ("He died at 57 years.", "He died aged 57."),
    ("The third party pays.", "The other party pays."),
    ("More than half of the members agreed.", "64% of the members agreed."),
    ("Nothing is said of figures.", "The fee is $5."),
    ("Sales were $1,355 million in 2021.", "Sales were $1,355⁵ million in 2021.¹"),
    ("Sales were $1,355⁵ million.", "Sales were $1,355 million."),
    ("Output was 1,000,000 tonnes.", "Output was 10⁶ tonnes."),
    ("Output was 1 million tonnes.", "Output was 10⁶ tonnes."),
    ("Output was 10^6 tonnes.", "Output was 10⁶ tonnes²."),
    ("It was 5,000 times as fast.", "It was 5 × 10³ times as fast."),
]

DISAGREE = [
    (DIFFERS, "The rate is 7.5%.", "The rate is 7.25%."),
    (DIFFERS, "A limit of 75% applies.", "A limit of 80% applies."),
    (DIFFERS, "Employees get 28 days of leave.", "Employees are entitled to twenty-five (25) days of annual leave."),
    (DIFFERS, "It is the third largest bank.", "It is the fourth largest bank."),
    (DIFFERS, "Three directors were elected.", "Five directors were elected."),
    (DIFFERS, "The ratio is 3:1.", "The ratio is 4:1."),
    (DIFFERS, "Half of the staff works remotely.", "40% of the staff works remotely."),
    (DIFFERS, "The area is 1,000 sq ft.", "The area is 1,200 sq ft."),
    (DIFFERS, "It takes between 5 and 12 days.", "It takes between 5 and 10 days."),
    (DIFFERS, "Sales were about $2 billion.", "Sales were $1,577 million."),
    (DIFFERS, "About 873 infections were reported.", "About 870 infections were reported."),
    (DIFFERS, "See Section 4.3 for limits.", "Limits are set out in Section 4.2."),
    (DIFFERS, "It uses MPEG-7.", "It uses MPEG-4."),
    (DIFFERS, "The loan is $450,000.", "The loan is $540,000."),
    (DIFFERS, "Output was 10 tonnes.", "Output was 10⁶ tonnes."),
    (DIFFERS, "There are 2 states.", "There are 2⁶⁴ states."),
    (DIFFERS, "Output was 10³ tonnes.", "Output was 10⁶ tonnes."),
    (DIFFERS, "Output was 10⁶ tonnes.", "Output was 10⁻⁶ tonnes."),
    (DIFFERS, "It was 5 times as fast.", "It was 5 × 10³ times as fast."),
    (DIFFERS, "It was 5 × 10² times as fast.", "It was 5 × 10³ times as fast."),
    (DIFFERS, "Sales were $1,3555 million.", "Sales were $1,355⁵ million."),
    (DIFFERS, "There were 10,002 shares.", "There were 1,000² shares."),
    (DIFFERS, "There were 1,0002 shares.", "There were 1,000² shares."),
    (PERIOD, "Fees fell in 2020.", "Fees fell in 2021¹."),
    (UNIT, "Sales were $2.5 million.", "Sales were $2.5 billion."),
    (UNIT, "Sales were €2.5 billion.", "Sales were $2.5 billion."),
    (UNIT, "The price is C$5.", "The price is US$5."),
    (UNIT, "The rate is 2% per month.", "The rate is 2% per year."),
    (UNIT, "Rent is $900 per week.", "Rent is $900 per month."),
    (UNIT, "Notice of 30 business days is needed.", "Notice of 30 days is needed."),
    (UNIT, "Notice of 30 days is needed.", "Notice of 30 business days is needed."),
    (UNIT, "Notice of 30 days is needed.", "Notice of 30 months is needed."),
    (UNIT, "The margin rose 3%.", "The margin rose 3 percentage points."),
    (UNIT, "It weighs 5 kg.", "It weighs 5 g."),
    (BOUND, "At least 36% of income counts.", "At most 36% of income counts."),
    (BOUND, "The ratio must exceed 43%.", "The ratio must not exceed 43%."),
    (BOUND, "Applicants under 18 may apply.", "Applicants over 18 may apply."),
    (BOUND, "Payment is due within 30 days.", "Payment is due after 30 days."),
    (BOUND, "The minimum is $500.", "The maximum is $500."),
    (BOUND, "Scores of 620 or lower qualify.", "Scores of 620 or higher qualify."),
    (BOUND, "More than 50 homes were sold.", "50 homes were sold."),
    (PERIOD, "In Q3 2022 it rose.", "In Q2 2022 it rose."),
    (PERIOD, "In FY22 it rose.", "In FY21 it rose."),
    (PERIOD, "In 2021 sales rose.", "In 2022 sales rose."),
    (MISSING, "Rent was paid in 2021.", "Rent has been paid since 1998."),
    (MISSING, "Rent was paid in 2021.", "Since June 1998 rent has been paid."),
    (PERIOD, "Rent has been paid since 1997.", "Rent has been paid since 1998."),
    (PERIOD, "Rent was paid in 2021.", "Since the sale of the mill, rent was paid once, in 2020."),
    (PERIOD, "It ended on June 30, 2022.", "It ended on July 30, 2022."),
    (PERIOD, "It opens at 9 am.", "It opens at 10 am."),
    (PERIOD, "The lease ends in March 2024.", "The lease ends in March 2025."),
    (PRECISION, "It ended on June 30, 2022.", "It ended in June 2022."),
    (PRECISION, "Revenue was $1,577 million.", "Revenue was $1.6 billion."),
    (ROUNDED, "Revenue was $1.6 billion.", "Revenue was $1,577 million."),
    (ROUNDED, "The share is 46%.", "The share is 46.3%."),
    (MISSING, "Revenue was $5 million.", "Revenue was good."),
    (MISSING, "In 2022 revenue was good.", "Revenue was good."),
    (MISSING, "It has 500 employees.", "It has many employees."),
]


@pytest.mark.parametrize(("claim", "quote"), AGREE)
def test_what_agrees_passes(claim, quote):
    assert faults(claim, quote) == set()


@pytest.mark.parametrize(("fault", "claim", "quote"), DISAGREE)
def test_what_differs_is_found(fault, claim, quote):
    assert fault in faults(claim, quote)


@pytest.mark.parametrize(
    "sentence", sorted({text for pair in AGREE for text in pair} | {text for _, *pair in DISAGREE for text in pair})
)
def test_a_sentence_copied_word_for_word_never_fires(sentence):
    assert faults(sentence, f"Before it. {sentence} After it.") == set()


ROW = "Purchases of property, plant and equipment (1,577) (1,373)"
TABLE = "Consolidated statement of cash flows\n(Millions of dollars)\nYears ended December 31 2022 2021\n"


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ("Capital expenditure was $1,577 million in 2022.", None),
        ("Capital expenditure was $1.577 billion in 2022.", None),
        ("Capital expenditure was about $1.6 billion in 2022.", None),
        ("Capital expenditure was $1,373 million in 2021.", None),
        ("Purchases of property, plant and equipment (1,577)", None),
        ("Capital expenditure was $1,577 million in 2021.", PERIOD),
        ("Capital expenditure was $1,373 million in 2022.", PERIOD),
        ("Capital expenditure was $1,577 in 2022.", UNIT),
        ("Capital expenditure was $1,577 billion in 2022.", UNIT),
        ("Capital expenditure was $1.6 billion in 2022.", ROUNDED),
        ("Capital expenditure was $1,677 million in 2022.", DIFFERS),
        ("Capital expenditure was €1,577 million in 2022.", UNIT),
    ],
)
def test_a_table_row_is_read_with_its_header(claim, fault):
    found = faults(claim, ROW, before=TABLE)
    assert found == ({fault} if fault else set())


@pytest.mark.parametrize(
    "around",
    [
        {"before": "(in millions)\n"},
        {"before": "In millions of U.S. dollars, except per share data\n"},
        {"before": "($ in millions)\n"},
        {"before": "USD m\n"},
        {"headings": ("Cash flows (in millions)",)},
        {"context": "Annual report › Figures in $ millions"},
    ],
)
def test_the_scale_may_stand_in_header_heading_or_context(around):
    assert faults("Spending was $1,577 million.", "Purchases of equipment (1,577)", **around) == set()


def test_thousands_are_not_millions():
    assert faults("Spending was $1,577 million.", "Purchases of equipment (1,577)", before="(in thousands)\n")
    assert not faults("Spending was $1,577 thousand.", "Purchases of equipment (1,577)", before="(000s)\n")


def test_a_gain_is_no_loss():
    around = {"before": "(in millions of dollars)\n"}
    assert faults("Net income was $203 million.", "Net income (203)", **around) == {SIGN}
    assert faults("The net loss was $203 million.", "Net income (203)", **around) == set()


def test_dates_may_come_from_headings_and_title():
    assert faults("In 2022 sales rose 5%.", "Sales rose 5%.", context="Annual report 2022") == set()
    assert faults("In 2022 sales rose 5%.", "Sales rose 5%.", headings=("Fiscal 2021",)) == {MISSING}


def test_quotes_are_read_together():
    quotes = [QuoteContext(text="The fee is $5."), QuoteContext(text="The term is 30 years.")]
    assert number_findings("The fee is $5 and the term is 30 years.", quotes) == ()
    assert number_findings("The fee is $5 and the term is 30 years.", quotes[:1]) != ()


def test_a_check_names_both_figures():
    (check,) = number_lint("The limit is 75%.", [QuoteContext(text="The limit is 80%.")])
    assert check.name == "number_lint"
    assert "75%" in check.detail
    assert "80%" in check.detail


def test_without_quotes_there_is_nothing_to_check():
    assert number_lint("The limit is 75%.", []) == ()


forms = st.sampled_from(
    ["The fee is ${}.", "The share is {}%.", "It takes {} days.", "It has {} employees.", "Sales were €{} million."]
)


@given(forms, st.integers(2, 10**6), st.integers(2, 10**6))
def test_any_other_figure_is_found(form, claimed, written):
    assume(claimed != written)
    assert faults(form.format(f"{claimed:,}"), form.format(f"{written:,}"))


@given(forms, st.decimals(1, 10**6, places=2))
def test_the_same_figure_passes_in_any_spelling(form, number):
    assert not faults(form.format(f"{number:,}"), form.format(number) + " More is said elsewhere.")
    assert not faults(form.format(number + Decimal("0.000")), form.format(f"{number:,}"))


@given(
    st.sampled_from(["at least", "more than"]), st.sampled_from(["at most", "up to", "less than"]), st.integers(2, 99)
)
def test_bounds_never_flip(lower, upper, number):
    assert faults(f"It is {lower} {number}%.", f"It is {upper} {number}%.") == {BOUND}
    assert faults(f"It is {upper} {number}%.", f"It is {lower} {number}%.") == {BOUND}


@pytest.mark.parametrize(
    ("claim", "source", "fault"),
    [
        ("The fee is $450.", "The fee is up to $450.", NumberFault.PRECISION),
        ("The fee is $450.", "The fee is below $450.", BOUND),
        ("The change was 5%.", "The change was -5%.", SIGN),
        ("Article IV allows it.", "Article VI allows it.", DIFFERS),
        ("Class A shares vote.", "Class B shares vote.", DIFFERS),
        ("Reports are due on Monday.", "Reports are due on Friday.", DIFFERS),
        ("Revenue doubled.", "Revenue tripled.", DIFFERS),
        ("The fee for shops is 5%.", "The fee for homes is 5%. For shops it is 6%.", NumberFault.ELSEWHERE),
    ],
)
def test_bounds_signs_names_and_places_of_figures_must_be_the_sources(claim, source, fault):
    quote = QuoteContext(text=source.replace(". ", ".\n"))
    assert fault in {one.fault for one in number_findings(claim, [quote])}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The maximum fee is $450.", "The fee is up to $450."),
        ("The rate was 5.36%.", "Neutropenia 3/56 (5.36%)"),
        ("Section 4 of Part II applies.", "Part II, Section 4 applies."),
        ("The fee for homes is 5%.", "The fee for homes is 5%. For shops it is 6%."),
        ("Homes pay 5% and shops pay 6%.", "The fee for homes is 5%. For shops it is 6%."),
    ],
)
def test_a_figure_in_its_own_place_passes(claim, source):
    assert number_findings(claim, [QuoteContext(text=source.replace(". ", ".\n"))]) == ()


NORDWIND = "Revenue of Nordwind rose to $318 million in 2023 on strong freight rates."


@pytest.mark.parametrize(
    ("claim", "source", "fault"),
    [
        ("Revenue of Nordwind rose to $318.", NORDWIND, UNIT),
        ("Revenue of Nordwind rose to 318", NORDWIND, MISSING),
        ("The fee for a transfer is $5", "The fee for a transfer is $5 or more.", NumberFault.PRECISION),
    ],
)
def test_a_figure_cut_off_from_its_unit_is_not_copied_word_for_word(claim, source, fault):
    assert fault in faults(claim, source)


TWO_YEARS = "Revenue was $318 million in 2023 and $287 million in 2022."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Revenue was $318 million in 2022.", TWO_YEARS),
        ("In 2022, revenue was $318 million.", TWO_YEARS),
        ("Revenue in 2022 was $318 million.", TWO_YEARS),
        ("Revenue was $287 million in 2023 and $318 million in 2022.", TWO_YEARS),
        (
            "Revenue was $318 million in 2022.",
            "Revenue was $318 million and $287 million in 2023 and 2022, respectively.",
        ),
        ("Revenue was $318 million in 2022.", "In 2023, revenue was $318 million, up from $287 million in 2022."),
        (
            "Debt was $5 million at December 31, 2022.",
            "Debt was $5 million at December 31, 2023 and $9 million at December 31, 2022.",
        ),
    ],
)
def test_a_figure_under_another_year_than_the_sentence_gives_it_is_found(claim, source):
    assert PERIOD in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Revenue was $318 million in 2023.", TWO_YEARS),
        ("Revenue was $287 million in 2022.", TWO_YEARS),
        ("Revenue rose from $287 million in 2022 to $318 million in 2023.", TWO_YEARS),
        ("Between 2022 and 2023 revenue rose from $287 million to $318 million.", TWO_YEARS),
        ("Compared with 2022, revenue was higher at $318 million.", TWO_YEARS),
        ("At $318 million revenue was higher than in 2022.", TWO_YEARS),
        ("Revenue was $318 million in 2023 and $287 million the year before.", TWO_YEARS),
        (
            "Revenue was $287 million in 2022.",
            "Revenue was $318 million and $287 million in 2023 and 2022, respectively.",
        ),
        ("Revenue was $287 million in 2022.", "Revenue was $318 million and $287 million in 2023 and 2022."),
        (
            "The notes of $50 million are due in 2025.",
            "In 2023, we issued $50 million of notes due in 2025 and repaid $30 million in 2023.",
        ),
        ("Costs were $40 million in 2022.", "Costs were $40 million in 2023 and 2022, and $30 million in 2021."),
        ("Sales were $9 million in 2022.", "Sales were $9 million in 2023 and $9 million in 2022."),
        ("In 2017, 3M paid $1 billion.", "In 2018, 3M paid $2.1 billion, and $1 billion in 2017."),
    ],
)
def test_a_figure_under_its_own_year_or_one_in_doubt_passes(claim, source):
    assert PERIOD not in faults(claim, source)


@pytest.mark.parametrize(
    ("claimed", "agrees"), [("($3,547) million", True), ("($3,547) thousand", False), ("($3,457) million", False)]
)
def test_a_loss_in_brackets_has_the_scale_behind_them(claimed, agrees):
    row = QuoteContext(text="Loss from operations (3,547) (2,902)", before="(Dollars in millions)\n2022 2021\n")
    assert (number_lint(f"Loss from operations: {claimed} in 2022.", [row]) == ()) is agrees


def test_a_figure_in_brackets_beside_empty_cells_is_negative():
    row = QuoteContext(text="Gain on the sale of the mill   (63)   —   —", before="($ in millions)\n2023 2022 2021\n")
    assert number_lint("Gain on the sale of the mill: $(63) million in 2023, — in 2022, — in 2021.", [row]) == ()
    assert parse_quantities("the gain (63) — as noted — was taxed")[0].value == 63


def test_a_figure_that_was_parted_on_its_page_is_one():
    source = [QuoteContext(text="About 26, 000 people live in Brazil and 15, 000 in Peru.")]
    assert number_lint("About 26,000 people live in Brazil.", source) == ()
    assert number_lint("About 36,000 people live in Brazil.", source) != ()
    assert number_lint("412 people worked there.", [QuoteContext(text="On May 3, 412 people worked there.")]) == ()
