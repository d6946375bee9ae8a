"""What is settled of a text that is still being written stays as it is, whatever is written behind it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.agents.reading.question import read_question
from apps.agents.skeptic.builtin import BuiltinSkeptic
from apps.agents.skeptic.claims import claims_of

A, B = "a" * 12, "b" * 12
QUERY = "What is the maximum fee?"
ANSWERS = (
    f"The maximum fee is 20 euros a month. [cite:{A}] It is waived for students, and the bank must say so in writing. "
    f"[cite:{B}] No. 5 of the tariff, i.e. the list of Jan. 3, sets it at 1.5% of the sum [cite:{A}] and 2.5% abroad "
    f"[cite:{B}].\n\nThe sources differ on this point. “The fee is 25 euros.” [cite:{B}] It rose by $1,577 million; "
    f"the cost fell by 3%. [cite:{A}][cite:{B}]\n",
    f"## Fees\n\n- The fee is 20 euros. [cite:{A}]\n- Refunds take 5 days [cite:{B}]\n- Staff pay nothing.\n\n"
    f"1. Acme Inc. sold it. It bought another. [cite:{A}]\n2. Mr. Smith et al. left\n\n### Terms\nThe term ends soon.",
    "The bank may lend to applicants who\nshow proof of income for the last two\nyears. It may not lend to others.\n"
    f"A copy is kept\nfor 7 years. [cite:{A}]\nThe record\nNobody else sees it, unless a court orders it, etc. Then "
    "they do.\n",
    f"| Item | 2018 | 2017 |\n|---|---|---|\n| Fee | 20 | 25 |\nThe table shows it. [cite:{A}] Fees fell | rose. Then "
    "all was well. Nothing else changed.\nPurchases of property (1,577) (1,373)\nThe rest is silence. It is. So it is.",
)
PIECES = st.one_of(
    st.sampled_from(["The fee is 20 euros. ", "It is waived", ", and the bank must pay", "; costs fell by 3%", ". "]),
    st.sampled_from(["\n", "\n\n", "\n- ", "\n2. ", "## ", " | ", "\t", "   ", ":", "\n\t\n", "\r\n", "a) ", "\u2028"]),
    st.sampled_from([f" [cite:{A}]", f"[cite:{B}]", "Dr. ", "No. 5 ", "1.5% ", "e.g. ", "etc. ", "Inc. ", "“So.” "]),
    st.sampled_from(["Heading of Things", "A long line that goes on until the page is full", "(1) ", "\n1,577 1,373"]),
    st.text(max_size=12),
)
TEXTS = st.one_of(st.sampled_from(ANSWERS), st.lists(PIECES, max_size=16).map("".join))


def settled(text, *, final=False):
    return BuiltinSkeptic(memory=None).settled(query=QUERY, text=text, final=final)


@settings(max_examples=600, deadline=None)
@given(TEXTS, st.data())
def test_what_is_settled_is_the_beginning_of_all_claims_whatever_follows(text, data):
    earlier, later = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    told, told_later = settled(text[:earlier]), settled(text[:later])
    assert told == told_later[: len(told)]
    assert told_later == claims_of(text, read_question(QUERY))[: len(told_later)]


def test_at_every_letter_of_an_answer_what_was_settled_stands():
    for answer in ANSWERS:
        claims = claims_of(answer, read_question(QUERY))
        counts = [0]
        for cut in range(len(answer) + 1):
            told = settled(answer[:cut])
            assert told == claims[: len(told)]
            counts.append(len(told))
        assert counts == sorted(counts)


def test_the_end_settles_everything():
    for answer in ANSWERS:
        assert settled(answer, final=True) == claims_of(answer, read_question(QUERY))


def test_a_sentence_settles_with_the_first_word_behind_it():
    text = f"The fee is 20 euros. [cite:{A}] " * 3
    assert len(settled(text + "And")) == 2
    assert len(settled(text + "And ")) == 3


def test_items_of_a_list_settle_while_the_list_is_being_written():
    assert len(settled(f"- The fee is 20 euros [cite:{A}]\n- Refunds take 5 days [cite:{B}]\n- Sta")) == 2


def test_wrapped_lines_wait_for_the_end_of_their_paragraph():
    wrapped = "The bank may lend to applicants who\nshow proof of income\nThe record is kept. It is long. So it is"
    assert settled(wrapped) == ()
    assert len(settled(wrapped + ".\n\nThen")) == len(settled(wrapped + ".", final=True))
