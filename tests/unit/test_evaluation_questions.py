"""Sets of questions with known answers, and the figures of a ranking."""

import json
from math import inf, isclose, log2

import pytest
from django.core.management import CommandError

from workers.evaluations.answers import figures_told, told
from workers.evaluations.corpora import sets_of
from workers.evaluations.labelled import Unreadable
from workers.evaluations.questions import Asked, question_sets_in
from workers.evaluations.ranks import mean_reciprocal_rank, ndcg, ranks_of, recall_at

LINE = {
    "question": "What is the fee?",
    "answer": "$20",
    "document": "fees",
    "evidence": [{"evidence_page_num": 2}, {"evidence_page_num": 0}],
}
SQUAD = {
    "data": [
        {
            "title": "The_Harbour",
            "paragraphs": [
                {
                    "context": "Monks built the harbour in 1402.",
                    "qas": [
                        {"question": "Who built it?", "answers": [{"text": "Monks"}, {"text": "Monks"}]},
                        {"question": "Who sold it?", "answers": [], "is_impossible": True},
                    ],
                },
                {
                    "context": "Monks built the harbour in 1402.",
                    "qas": [{"question": "When?", "answers": [{"text": "1402"}]}],
                },
            ],
        }
    ]
}


@pytest.fixture
def filings(tmp_path):
    def write(*lines):
        (tmp_path / "fees.pdf").write_bytes(b"%PDF")
        (tmp_path / "questions.jsonl").write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines))
        return tmp_path

    return write


def asked(*answers):
    return Asked(text="?", answers=answers, sources=frozenset())


def test_questions_lie_beside_their_documents_and_pages_count_from_one(filings):
    (one,) = question_sets_in(filings(LINE, "", LINE | {"evidence": []}))
    assert list(one.documents) == ["fees.pdf"]
    assert not one.quoted
    assert one.questions[0].sources == {("fees.pdf", 3), ("fees.pdf", 1)}
    assert one.questions[1].sources == {("fees.pdf", 0)}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"question": "?"}, "line 2: no 'document'"),
        (LINE | {"document": "rules"}, "line 2: there is no document 'rules' beside it"),
        (LINE | {"evidence": [{"evidence_page_num": "two"}]}, "line 2: 'evidence_page_num' is a number from 0"),
        (LINE | {"answer": " "}, "line 2: a text is wanted"),
        ("{", "line 2: "),
        (["no object"], "line 2: "),
    ],
)
def test_a_line_that_cannot_be_used_is_named(filings, line, why):
    with pytest.raises(Unreadable, match=r"questions\.jsonl, ") as told_of:
        question_sets_in(filings(LINE, line))
    assert why in str(told_of.value)


def test_paragraphs_are_documents_and_the_same_text_is_one(tmp_path):
    (tmp_path / "squad.json").write_text(json.dumps(SQUAD))
    (one,) = question_sets_in(tmp_path)
    assert one.documents == {"The Harbour 0.txt": "Monks built the harbour in 1402."}
    assert one.quoted
    assert [(each.text, each.answers, each.sources) for each in one.questions] == [
        ("Who built it?", ("Monks",), {("The Harbour 0.txt", 0)}),
        ("When?", ("1402",), {("The Harbour 0.txt", 0)}),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "[" * 100_000,
        json.dumps(SQUAD).replace("Monks built", "Monks \\ud800 built"),
        "{",
        "[]",
        '{"data": [{"title": "T"}]}',
        '{"data": 1}',
    ],
)
def test_what_is_no_squad_is_told_in_one_line(tmp_path, content):
    (tmp_path / "other.json").write_text(content)
    with pytest.raises(Unreadable, match=r"other\.json: "):
        question_sets_in(tmp_path)


def test_a_folder_without_questions_and_two_sets_of_one_name_are_refused(tmp_path, filings):
    with pytest.raises(Unreadable, match="has neither a"):
        question_sets_in(tmp_path / "nowhere")
    folder = filings(LINE)
    with pytest.raises(CommandError, match="called alike"):
        sets_of({"data": [folder, folder], "limit": None})
    with pytest.raises(CommandError, match="at least 1"):
        sets_of({"data": [folder], "limit": 0})
    with pytest.raises(CommandError, match="no question in"):
        sets_of({"data": [filings("")], "limit": None})


def test_a_sample_is_the_same_every_time(filings):
    folder = filings(*(LINE | {"question": f"Question {number}?"} for number in range(20)))
    one, again = (sets_of({"data": [folder], "limit": 5})[0].questions for _ in range(2))
    assert len(one) == 5
    assert one == again


def test_ranks_are_counted_over_distinct_things():
    ranks = [ranks_of("aab", "b"), ranks_of("abc", "ac"), ranks_of("abc", "x")]
    assert ranks == [(2,), (1, 3), (inf,)]
    assert recall_at(1, ranks) == 1 / 3
    assert recall_at(2, ranks) == 2 / 3
    assert mean_reciprocal_rank(ranks) == 1.5 / 3
    wanted = (1 / log2(3) + (1 + 0.5) / (1 + 1 / log2(3))) / 3
    assert isclose(ndcg(ranks), wanted)


def test_an_answer_is_looked_for_in_its_own_words():
    assert told(asked("the old harbour", "a port"), "It was “Old Harbour” then.") == 1
    assert told(asked("harbour"), "Harbours are many.") == 0


@pytest.mark.parametrize(
    ("answer", "text", "share"),
    [
        ("$1577.00", "Capital expenditure was $1,577 million in 2018.", 1.0),
        ("$1577.00", "Capital expenditure was $1,590 million in 2018.", 0.0),
        ("It fell from 36.8% to 34.6% in FY2022.", "The margin was 34.6%.", 0.5),
        ("$1.8 bn", "It was $1,794 million.", 1.0),
        ("$1.8 bn", "It was $1.8 million.", 0.0),
        ("Two companies, Trillium and Array.", "Trillium.", None),
    ],
)
def test_figures_of_a_free_answer_are_looked_for_at_their_scale(answer, text, share):
    assert figures_told(asked(answer), text) == share
