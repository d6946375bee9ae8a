"""The Skeptic that asks a model: it names claims, code finds them and whatever it passed over."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.skeptic.llm import LLMSkeptic
from apps.agents.skeptic.placing import Named, place_claims
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import ModelError
from apps.verification.citations import strip_citations
from apps.verification.types import ClaimType, Importance

from .conftest import make_chunk
from .scripted import ScriptedChat, delimiters

A, B = "a" * 12, "b" * 12
PASSAGE = make_chunk("The fee is 20 euros a month.", "Fees")
QUERY = "What is the fee?"
TEXT = (
    f"The fee is 20 euros a month. [cite:{A}] It’s waived for students, unless they work. [cite:{B}] "
    "Refunds take a week."
)


def answer(*claims, **lists):
    named = [one if isinstance(one, dict) else named_claim(one) for one in claims]
    return json.dumps({"claims": named, "objections": [], "missing": [], "contradictions": [], **lists})


def named_claim(text, kind="fact", importance="material", requires_citation=True):
    return {"text": text, "type": kind, "importance": importance, "requires_citation": requires_citation}


def review(*answers, text=TEXT, chunks=(PASSAGE,), **asked):
    chat = ScriptedChat(*answers)
    return LLMSkeptic(chat=chat, draw=delimiters()).review(query=QUERY, text=text, chunks=chunks, **asked), chat


def placed(text, *named):
    return place_claims(text, tuple(Named(text=one) for one in named), read_question(QUERY))


def words(report):
    return [claim.claim_text for claim in report.claims]


def test_claims_are_found_where_they_stand_with_what_their_sentence_cites():
    report, chat = review(
        answer(
            named_claim("The fee is 20 euros a month.", "numeric", "critical"),
            "It's waived for students,\n unless they work.",
            "Refunds take a week",
        )
    )
    assert words(report) == [
        "The fee is 20 euros a month.",
        "It’s waived for students, unless they work.",
        "Refunds take a week.",
    ]
    assert [claim.citations for claim in report.claims] == [(A,), (B,), ()]
    assert (report.claims[0].claim_type, report.claims[0].importance) == (ClaimType.NUMERIC, Importance.CRITICAL)
    assert chat.calls == 1


def test_sentences_that_the_model_passed_over_are_claims_all_the_same():
    report, _ = review(answer("Refunds take a week."))
    assert len(report.claims) == 3
    assert placed(TEXT, "Refunds take a week.").skipped == 2


def test_a_model_that_obeys_a_text_and_names_nothing_hides_nothing():
    report, _ = review(answer())
    assert words(report) == [claim.claim_text for claim in claims_of(TEXT, read_question(QUERY))]


def test_half_a_sentence_takes_the_rest_with_it():
    assert words(placed(TEXT, "It’s waived for students"))[1] == "It’s waived for students, unless they work."
    assert words(placed("Not all loans require insurance.", "loans require insurance.")) == [
        "Not all loans require insurance."
    ]


def test_finer_claims_stand_where_together_they_say_all_of_the_sentence():
    text = "Fees rose to 20 euros and refunds fell to 5 days."
    assert words(placed(text, "Fees rose to 20 euros", "refunds fell to 5 days.")) == [
        "Fees rose to 20 euros",
        "refunds fell to 5 days.",
    ]


def test_a_whole_sentence_stands_where_the_built_in_reading_would_cut_it():
    text = "The limit is 80% for homes, and the fee is 20 euros a month."
    assert len(claims_of(text, read_question(QUERY))) == 2
    assert words(placed(text, text)) == [text]


def test_what_is_not_in_the_text_is_dropped_and_counted():
    found = placed(TEXT, "The fee is 30 euros a month.", "Students pay.", "", "…", "The fee is 20 euros a month.")
    assert found.lost == 4
    assert len(found.claims) == 3


def test_a_sentence_said_twice_is_found_twice():
    text = "It is closed. The shop sells bread. It is closed."
    starts = [claim.start_offset for claim in placed(text, "It is closed.", "It is closed.").claims]
    assert starts == [0, 14, 36]


def test_claims_named_out_of_order_or_overlapping_come_in_order_and_apart():
    found = placed(
        TEXT, "Refunds take a week.", "The fee is 20 euros a month.", "20 euros a month. It's waived for students,"
    )
    assert words(found) == words(placed(TEXT))


def test_a_claim_over_an_anchor_is_cut_at_it():
    text = f"The limit is 80% for homes [cite:{A}] and 75% for investment properties [cite:{B}]."
    found = placed(text, f"The limit is 80% for homes [cite:{A}] and 75% for investment properties.")
    assert words(found) == ["The limit is 80% for homes", "75% for investment properties"]


def test_a_word_or_figure_is_not_found_inside_another():
    assert placed("Fees total 1.25 euros.", "25 euros.").lost == 1
    assert placed("Sales fell by -5% there.", "5% there.").lost == 1
    assert placed("The unable pay nothing at all.", "able pay nothing at all.").lost == 1


def test_the_model_cannot_waive_the_source_of_a_figure_a_name_or_a_rule():
    text = "The fee is 20. Acme Corp sued Beta Corp. Staff must leave. In short, this differs."
    named = [named_claim(one, "fact", "minor", False) for one in re.findall(r"[^.]+\.", text)]
    report, _ = review(answer(*named), text=text)
    assert [claim.requires_citation for claim in report.claims] == [True, True, True, False]
    assert report.claims[0].importance is not Importance.MINOR


def test_doubts_are_passed_on_as_lines_and_in_bounds():
    report, _ = review(
        answer(
            objections=["  one\n line ", "", 7, "one line"],
            missing=["x" * 5000],
            contradictions=[str(n) for n in range(99)],
        )
    )
    assert report.objections == ("one line",)
    assert len(report.missing[0]) == 600
    assert len(report.contradictions) == 12


def test_a_claim_of_an_unknown_kind_keeps_what_the_rules_make_of_it():
    report, _ = review(answer({"text": "The fee is 20 euros a month.", "type": "opinion", "importance": 9}))
    assert report.claims[0].claim_type is ClaimType.NUMERIC


@pytest.mark.parametrize("wrapped", ["```json\n%s\n```", "Here is {it}:\n%s\nThat's all.", "<think>[1] hm</think>%s"])
def test_fences_and_prose_around_the_object_are_passed_over(wrapped):
    _, chat = review(wrapped % answer("Refunds take a week."))
    assert chat.calls == 1


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ('{"claims": [],}', "not valid JSON"),
        ('{"claims": [{"text": "The', "not valid JSON"),
        ("No.", "no JSON object"),
        ('{"claims": "none"}', "At claims"),
        ('{"claims": ["The fee is 20."]}', "At claims.0"),
        ('{"claims": [], "missing": null}', "At missing"),
        ('{"statements": []}', 'no field "claims"'),
    ],
)
def test_an_unreadable_answer_is_asked_for_once_more_and_then_given_up(bad, says):
    noted = []
    with calls_for(CallScope(note=noted.append)):
        report, chat = review(bad, answer())
    assert len(report.claims) == 3
    assert [error.code for error in noted] == ["malformed"]
    assert [message.role for message in chat.requests[1].messages] == ["system", "user", "assistant", "user"]
    assert says in chat.requests[1].messages[-1].content
    chat = ScriptedChat(bad, bad, answer())
    with pytest.raises(ModelError) as error:
        LLMSkeptic(chat=chat).review(query=QUERY, text=TEXT, chunks=(PASSAGE,))
    assert (error.value.code, error.value.retryable, chat.calls) == ("malformed", False, 2)


def test_a_huge_unreadable_answer_is_not_sent_back_whole():
    _, chat = review("{" * 50_000, answer())
    assert len(chat.requests[1].messages[2].content) == 6000


def test_a_text_that_claims_nothing_costs_no_call():
    report, chat = review(text="The documents do not contain information about the fee.", chunks=())
    assert [claim.requires_citation for claim in report.claims] == [False]
    assert chat.calls == 0


def test_it_reads_whole_texts_only():
    assert LLMSkeptic(chat=ScriptedChat()).settled(query=QUERY, text=TEXT, final=True) is None


def test_the_intensity_is_told():
    _, chat = review(answer(), intensity="aggressive")
    assert "Intensity is aggressive." in chat.system()


PIECES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["The fee is 20 euros. ", "it’s ﬁne", "; and the ", ", but not ", "\n\n", "## ", "- ", "1.5% "]),
    st.sampled_from(["Dr. ", "e\u0301 ", f"[cite:{A}]", f" [cite:{B}]", ". "]),
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)
SLICES = st.lists(st.tuples(st.integers(0, 150), st.integers(0, 60)), max_size=5)
GLUE = {"a", "an", "the", "and", "but", "also", "or", "that", "then", "which", "while"}


@settings(max_examples=400, deadline=None)
@given(TEXTS, SLICES, st.booleans())
def test_claims_are_exact_slices_in_order_and_leave_nothing_out(text, slices, respaced):
    named = [text[start : start + length] for start, length in slices]
    named = ["  ".join(strip_citations(one).split()) for one in named] if respaced else named
    claims = placed(text, *named).claims
    end = 0
    for claim in claims:
        assert text[claim.start_offset : claim.end_offset] == claim.claim_text
        assert claim.start_offset >= end
        assert claim.claim_text == claim.claim_text.strip() != ""
        assert f"[cite:{A}]" not in claim.claim_text
        end = claim.end_offset
    for base in claims_of(text, read_question(QUERY)):
        over = [one for one in claims if one.start_offset < base.end_offset and base.start_offset < one.end_offset]
        assert over
        assert {one.citations for one in over} == {base.citations}
        said = set(re.findall(r"[^\W_]+", " ".join(one.claim_text for one in over).lower()))
        assert set(re.findall(r"[^\W_]+", base.claim_text.lower())) - GLUE <= said
