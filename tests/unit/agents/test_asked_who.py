"""Who and where somebody is says what defines, names or locates it, and nothing that only speaks of it."""

import pytest

from apps.agents.contracts import WriterTask

from .conftest import make_chunk

LOAN = make_chunk(
    'This loan is made between Halden Shipping Ltd. (the "Borrower") and Bank of Orkney plc (the "Lender") on land at '
    '4 Quay Road, Leith, Scotland (the "Yard"). The Borrower keeps the engine in order. The Lender may inspect the '
    "Yard in Scotland on two days' notice.",
    "Vessel loan",
)
REPORT = make_chunk(
    "Borealis acquired Polarstern, which is headquartered in Tromso, Norway. I, Ada Berg, certify this report of "
    "Borealis. Our staff, including our Chief Executive Officer, own shares of Borealis. Details on it can be "
    "found in Note 7, Norway.",
    "Borealis report",
)
OFFICES = make_chunk(
    "Ada Berg is the Chief Executive Officer of Borealis. Borealis is headquartered in Bergen, Norway. Borealis was "
    "founded by Nils Lund. The Company, which is headquartered in Bergen, Norway, has 40 ships.",
    "Borealis report",
)


def told(writer, query, chunk):
    return "".join(writer.write(WriterTask(query=query, chunks=(chunk,))))


@pytest.mark.parametrize(
    ("query", "answer", "other"),
    [
        ("Who is the borrower?", '(the "Borrower")', "keeps the engine"),
        ("Who is the lender under the loan?", '(the "Lender")', "may inspect"),
        ("Where is the yard?", "4 Quay Road", "may inspect"),
    ],
)
def test_what_defines_a_party_or_a_place_is_told_alone(writer, query, answer, other):
    text = told(writer, query, LOAN)
    assert answer in text
    assert other not in text


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("Where is Borealis headquartered?", "Tromso"),
        ("Who is the CFO of Borealis?", "Ada Berg"),
        ("Who is the CEO of Borealis?", "Our staff"),
        ("Where is Borealis headquartered?", "certify"),
        ("Who founded Borealis?", "Note 7"),
    ],
)
def test_what_only_speaks_of_it_is_no_answer(writer, query, wrong):
    assert wrong not in told(writer, query, REPORT)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("Where is Borealis headquartered?", "in Bergen"),
        ("Who is the CEO of Borealis?", "Ada Berg"),
        ("Who is Borealis's chief executive officer?", "Ada Berg"),
        ("Who founded Borealis?", "Nils Lund"),
    ],
)
def test_who_and_where_it_is_is_told(writer, query, answer):
    assert answer in told(writer, query, OFFICES)


SIGNED = "As the law asks, I, the undersigned Chief Executive Officer of Borealis, certify that this report is true."


def test_who_signs_an_oath_by_the_office_alone_is_told_only_where_nobody_is_named(writer):
    named = make_chunk("Ada L. Berg was made our Chief Executive Officer in 2019.", "Borealis report")
    oath = make_chunk(SIGNED, "Borealis report")
    text = "".join(writer.write(WriterTask(query="Who is the CEO of Borealis?", chunks=(oath, named))))
    assert text.startswith("Ada L. Berg was made")
    assert "undersigned" not in text
    assert "undersigned" in told(writer, "Who is the CEO of Borealis?", oath)


STABLE = make_chunk(
    "The Keeper shall pay a pledge of $900 before the horse arrives. The Owner shall give back the pledge when the "
    "horse leaves, less the cost of shoes for which the Keeper is liable. The Owner shall keep the stalls and the "
    "fence in good order, and hay is paid by the Owner. Each horse must have shoes. The Keeper shall provide all new "
    "shoes. If a shoe shop closes, the Keeper shall pay a fine.",
    "Horse care contract",
)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("Who pays for shoes under the contract?", ("The Keeper shall provide all new shoes", "Each horse must")),
        ("Who is responsible for new shoes?", ("The Keeper shall provide all new shoes",)),
        ("Who bears the cost of hay?", ("The Owner shall keep the stalls",)),
        ("Who has to pay for the fence?", ("The Owner shall keep the stalls",)),
    ],
)
def test_who_pays_for_a_thing_is_told_by_what_is_said_of_it(writer, query, answer):
    text = told(writer, query, STABLE)
    assert text.startswith(answer)
    assert "The Keeper shall pay a pledge" not in text
    assert "fine" not in text


def test_who_pays_for_what_no_clause_is_on_is_answered_as_before(writer):
    assert "less the cost of oats" in told(
        writer, "Who pays for oats?", make_chunk("The Keeper pays the bill, less the cost of oats.", "Horse contract")
    )
