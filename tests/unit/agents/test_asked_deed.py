"""What one party does, or may do, is no answer on another, nor what it does to one thing an answer on another thing."""

import time

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.question import read_question
from apps.agents.writer.sentences.asked.deed import deed_asked, deeds_in

from .conftest import make_chunk

LOAN = make_chunk(
    "The Borrower may not sell the vessel without the written consent of the Lender. The Lender insures the hull. The "
    "Borrower shall repair the engine. The vessel shall not be chartered by the Borrower. Either party may cancel this "
    "loan on 30 days' notice. If interest is paid late, the Borrower shall pay a charge of 2%.",
    "Vessel loan",
)
NOTHING = "The documents do not contain an answer"


def told(writer, query):
    return "".join(writer.write(WriterTask(query=query, chunks=(LOAN,))))


@pytest.mark.parametrize(
    ("query", "near"),
    [
        ("May the lender sell the vessel?", "The Borrower may not sell"),
        ("Must the lender repair the engine?", "The Borrower shall repair"),
        ("Does the lender have to pay a charge?", "the Borrower shall pay"),
        ("May the lender charter the vessel?", "shall not be chartered by the Borrower"),
        ("Does the lender insure the crew?", "The Lender insures the hull"),
        ("Who insures the crew?", "The Lender insures the hull"),
        ("Does the borrower insure the crew?", ""),
    ],
)
def test_the_deed_of_another_party_or_to_another_thing_is_not_told_as_the_answer(writer, query, near):
    text = told(writer, query)
    assert text.startswith(NOTHING)
    assert near in text
    assert "[cite:" in text or not near


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("May the borrower sell the vessel?", "The Borrower may not sell"),
        ("Must the borrower repair the engine?", "The Borrower shall repair"),
        ("Does the lender insure the hull?", "The Lender insures the hull"),
        ("Who insures the hull?", "The Lender insures the hull"),
        ("Who may sell the vessel?", "The Borrower may not sell"),
        ("May the vessel be sold?", "The Borrower may not sell"),
        ("May the lender cancel the loan?", "Either party may cancel"),
        ("Does the creditor insure the hull?", "The Lender insures the hull"),
        ("What does the lender insure?", "The Lender insures the hull"),
    ],
)
def test_what_the_party_itself_or_either_does_is_told(writer, query, answer):
    assert told(writer, query).startswith(answer)


@pytest.mark.parametrize(
    ("text", "verb", "parties"),
    [
        ("The Buyer may not pledge or sell the goods.", "sell", ["buyer"]),
        ("The goods shall not be sold by the Buyer.", "sell", ["buyer"]),
        ("The goods shall not be sold.", "sell", []),
        ("If the goods are sold, the Agent receives a fee.", "sell", []),
        ("The Buyer is required to pay the goods.", "pay", ["buyer"]),
        ("A rule that an Agent may dislike has us to sell the goods.", "sell", []),
        ("The Agent sells the goods and the Buyer shall pay them.", "pay", ["buyer"]),
        ("If the Agent sells the goods, the Buyer shall pay them.", "pay", ["buyer"]),
        ("On a default by the Agent or the Lender, the Buyer may sell the goods.", "sell", ["buyer"]),
        ("The Buyer or the Agent may sell the goods.", "sell", ["buyer", "agent"]),
        ("The Buyer, the Agent and the Lender shall each pay a third.", "pay", ["buyer", "agent", "lender"]),
        ("Neither the Buyer nor the Agent may sell the goods.", "sell", ["buyer", "agent"]),
        ("On notice, both the Senior Lender and the Agent shall keep the keys.", "keep", ["lender", "agent"]),
        ("The goods may be sold by the Buyer or the Agent.", "sell", ["buyer", "agent"]),
    ],
)
def test_who_does_it_is_read_in_the_active_and_in_the_passive(text, verb, parties):
    assert [deed.party for deed in deeds_in(text, verb)] == parties


@pytest.mark.parametrize("text", ["the big buyer, " * 1400 + "sell", "The Buyer sells, " * 1000])
def test_long_chains_are_read_in_time_that_grows_with_their_length(text):
    def spent(chain):
        began = time.process_time()
        list(deeds_in(chain, "sell"))
        return time.process_time() - began

    assert spent(text) < 8 * spent(text[: len(text) // 4]) + 0.1  # sixteen times as long where it grows squared


@pytest.mark.parametrize("party", ["seller", "buyer"])
def test_what_parties_do_together_is_told_of_each_of_them(writer, party):
    chunk = make_chunk(
        "The Seller or the Buyer may cancel this contract on 10 days' notice. The Seller may cancel this contract at "
        "once for late payment. The Seller and the Buyer shall keep the price secret.",
        "Horse sale contract",
    )
    cancel = "".join(writer.write(WriterTask(query=f"Can the {party} cancel the contract on notice?", chunks=(chunk,))))
    assert cancel.startswith("The Seller or the Buyer may cancel")
    keep = "".join(writer.write(WriterTask(query=f"Does the {party} keep the price secret?", chunks=(chunk,))))
    assert keep.startswith("The Seller and the Buyer shall keep the price secret")


def test_what_the_company_does_is_told_though_its_name_is_no_word_of_the_question(writer):
    chunk = make_chunk("The Company leases its offices. The lessor of the Company leases no cars.", "Halden report")
    text = "".join(writer.write(WriterTask(query="Does the company lease its offices?", chunks=(chunk,))))
    assert text.startswith("The Company leases its offices.")


def test_a_question_on_what_is_done_to_a_thing_names_no_party():
    assert deed_asked(read_question("Can the goods be sold?")) is None


def test_what_is_asked_for_in_front_is_not_told_by_another_verb_of_the_same_word(writer):
    chunk = make_chunk(
        "The Keeper shall carry out all small mendings of the stable. The Keeper shall maintain fire cover of at least "
        "$50,000 for the horses. The Keeper shall pay out the winnings.",
        "Horse care and cover contract",
    )
    text = "".join(writer.write(WriterTask(query="What cover must the keeper carry?", chunks=(chunk,))))
    assert "fire cover" in text
    assert "mendings" not in text
    text = "".join(writer.write(WriterTask(query="What winnings does the keeper pay?", chunks=(chunk,))))
    assert "pay out the winnings" in text
