"""The Judge that asks a model."""

import json

import pytest

from apps.agents.judge.llm import LLMJudge
from apps.agents.judge.sheet import Sheet
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import CallAborted, ModelError
from apps.verification.decide import decide
from apps.verification.types import Mode, Stance, Thresholds, Verdict

from .conftest import make_chunk
from .scripted import ScriptedChat, claim, cut, delimiters, verdict, verdicts

PASSAGE = make_chunk("The fee is 20 euros a month. The term may be extended once.", "Fees")
KEY = PASSAGE.key
FEE = (KEY, "The fee is 20 euros a month.", "supports", 0.95)
CLAIMS = tuple(claim(f"Claim number {number}.", KEY) for number in range(1, 5))


def judge(chat, claims=CLAIMS, chunks=(PASSAGE,)):
    return LLMJudge(chat=chat, draw=delimiters()).judge(claims=claims, chunks=chunks)


def scores(judgements):
    return [one and [finding.score for finding in one.findings] for one in judgements]


def test_a_batch_is_one_call_and_every_judgement_bears_the_models_name():
    chat = ScriptedChat(verdicts(*(verdict(number, (KEY, "q", "supports", number / 10)) for number in range(1, 5))))
    judgements = list(judge(chat))
    assert scores(judgements) == [[0.1], [0.2], [0.3], [0.4]]
    assert {one.judge for one in judgements} == {"gpt-scripted"}
    assert chat.calls == 1
    assert chat.requests[0].schema["properties"]["verdicts"]["type"] == "array"


def test_more_than_eight_claims_are_asked_eight_a_call():
    many = tuple(claim(f"Claim {number}.") for number in range(17))
    answers = [verdicts(*(verdict(number) for number in range(1, count + 1))) for count in (8, 8, 1)]
    chat = ScriptedChat(*answers)
    assert len([one for one in judge(chat, many) if one]) == 17
    assert chat.calls == 3
    assert "Claim 8." in chat.user(1)
    assert "Claim 7." not in chat.user(1)


def test_a_judgement_is_told_as_soon_as_its_object_is_closed():
    chat = ScriptedChat([verdicts(verdict(1, FEE))[:-2], AssertionError("read on before telling")])
    assert next(judge(chat)).findings[0].score == 0.95


def test_judgements_come_in_the_order_of_the_claims_whatever_the_order_of_the_answer():
    objects = [verdict(number, (KEY, "q", "supports", number / 10)) for number in (3, 1, 4, 2)]
    assert scores(judge(ScriptedChat(verdicts(*objects)))) == [[0.1], [0.2], [0.3], [0.4]]


def test_nothing_found_is_an_answer_and_a_missing_object_is_none():
    chat = ScriptedChat(verdicts(verdict(1), verdict(3, FEE)), verdicts(verdict(4)))
    noted = []
    with calls_for(CallScope(note=noted.append)):
        judgements = list(judge(chat))
    assert scores(judgements) == [[], None, [0.95], []]
    assert chat.calls == 2
    assert "Claim number 2." in chat.user(1)
    assert "Claim number 4." in chat.user(1)
    assert "Claim number 1." not in chat.user(1)
    assert "claim 2: there was no object for it" in chat.user(1)
    (error,) = noted
    assert (error.code, error.retryable) == ("malformed", True)
    assert "2 of 4 claims" in error.message


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (verdict(1, (KEY, "q", "supports", 85)), "score is not a number"),
        (verdict(1, (KEY, "q", "supports", "0.9")), "score is not a number"),
        (verdict(1, (KEY, "q", "supports", True)), "score is not a number"),
        (verdict(1, (KEY, "q", "supports", float("nan"))), "score is not a number"),
        (verdict(1, (KEY, "q", "supports", -0.1)), "score is not a number"),
        (verdict(1, FEE, (KEY, "q", "contradicts", 90)), "score is not a number"),
        (verdict(1, (KEY, "q", "agrees", 0.9)), "neither supports nor contradicts"),
        (verdict(1, (KEY, None, "supports", 0.9)), "not a string"),
        (verdict(1, findings=["q"]), "not an object"),
        (verdict(1, findings=None), "not a list"),
        ({"claim": 1, "verdict": "supported"}, "not a list"),
    ],
)
def test_an_unusable_object_is_asked_again_once_and_then_left_unjudged(bad, says):
    chat = ScriptedChat(verdicts(bad), verdicts(bad))
    assert list(judge(chat, CLAIMS[:1])) == [None]
    assert chat.calls == 2
    assert says in chat.user(1)
    mended = ScriptedChat(verdicts(bad), verdicts(verdict(1, FEE)))
    assert scores(judge(mended, CLAIMS[:1])) == [[0.95]]


def test_a_finding_without_a_stance_is_no_evidence():
    chat = ScriptedChat(verdicts(verdict(1, (KEY, "q", "neutral", 0.9), (KEY, "q", "Contradicts", 0.7))))
    (judgement,) = judge(chat, CLAIMS[:1])
    assert [(one.stance, one.score) for one in judgement.findings] == [(Stance.CONTRADICTS, 0.7)]


@pytest.mark.parametrize("number", [0, 2, -1, 1.0, True, None, "one", [1], 10**30])
def test_an_object_about_a_claim_nobody_asked_about_is_passed_over(number):
    chat = ScriptedChat(verdicts(verdict(number, FEE)), verdicts(verdict(1)))
    assert scores(judge(chat, CLAIMS[:1])) == [[]]
    assert chat.calls == 2


def test_of_two_answers_about_a_claim_the_first_usable_one_stands():
    objects = (verdict(1, (KEY, "q", "supports", 95)), verdict("1", FEE), verdict(1, (KEY, "q", "contradicts", 0.9)))
    assert scores(judge(ScriptedChat(verdicts(*objects)), CLAIMS[:1])) == [[0.95]]


@pytest.mark.parametrize(
    "answer", ["I cannot do that.", "{}", "[]", '{"verdicts": "none"}', '{"claim": 1', "```json\n```"]
)
def test_an_answer_without_objects_leaves_every_claim_unjudged_after_two_calls(answer):
    chat = ScriptedChat(answer, answer)
    assert list(judge(chat)) == [None] * 4
    assert chat.calls == 2


def test_an_answer_that_is_cut_off_counts_as_far_as_it_came():
    whole = verdicts(verdict(1, FEE), verdict(2, FEE))
    pieces = [*cut(whole[:-40], 9), ModelError("cut_off", "too long", retryable=False)]
    chat = ScriptedChat(pieces, verdicts(*(verdict(number) for number in (2, 3, 4))))
    assert scores(judge(chat)) == [[0.95], [], [], []]


@pytest.mark.parametrize("error", [ModelError("stalled", "silence", retryable=True), CallAborted()])
def test_a_call_that_fails_leaves_what_was_told(error):
    chat = ScriptedChat([verdicts(verdict(1, FEE))[:-2], error])
    told = judge(chat)
    assert next(told).findings
    with pytest.raises(type(error)):
        next(told)
    assert chat.calls == 1


def test_what_the_first_call_decided_stands_when_the_second_is_refused():
    noted = []
    chat = ScriptedChat(verdicts(verdict(2, FEE)), [ModelError("refused", "no", retryable=False)])
    with calls_for(CallScope(note=noted.append)):
        assert scores(judge(chat, CLAIMS[:2])) == [None, [0.95]]
    assert [error.code for error in noted] == ["malformed", "refused"]
    later = judge(ScriptedChat(verdicts(verdict(2, FEE)), [ModelError("rate_limited", "later", retryable=True)]))
    with pytest.raises(ModelError, match="later"):
        list(later)


def test_leaving_the_judge_closes_its_call():
    chat = ScriptedChat(verdicts(*(verdict(number) for number in range(1, 5))))
    told = judge(chat)
    next(told)
    told.close()
    assert chat.closed == 1


def test_without_passages_nothing_is_asked_and_nothing_is_found():
    chat = ScriptedChat()
    assert scores(judge(chat, chunks=())) == [[], [], [], []]
    assert chat.calls == 0


def test_keys_and_quotes_go_through_as_they_are():
    findings = (("ffffffffffff", "not there", "supports", 1), (f"[cite:{KEY}]", "x" * 100_000, "supports", 0.9))
    (judgement,) = judge(
        ScriptedChat(
            verdicts(verdict(1, *findings)),
        ),
        CLAIMS[:1],
    )
    assert [one.key for one in judgement.findings] == ["ffffffffffff", KEY]
    assert len(judgement.findings[1].quote) == 100_000


def test_notes_and_common_knowledge_are_taken_only_as_what_they_should_be():
    chat = ScriptedChat(verdicts(verdict(1, notes=["x"], common_knowledge="yes"), verdict(2, notes="a\n b" * 400)))
    first, second = list(judge(chat, CLAIMS[:2]))
    assert (first.notes, first.common_knowledge) == ("", False)
    assert len(second.notes) == 600


@pytest.mark.parametrize(
    ("said", "quote", "verdict_", "check"),
    [
        ("The fee is 20 euros a month.", "The fee is 20 euros a month.", Verdict.SUPPORTED, None),
        ("The fee is 20 euros a month.", "The fee is twenty euros.", Verdict.NOT_FOUND, "quote_lock"),
        ("The fee is 30 euros a month.", "The fee is 20 euros a month.", Verdict.CONTRADICTED, "number_lint"),
        ("The term must be extended once.", "The term may be extended once.", Verdict.WEAK, "modality_lint"),
    ],
)
def test_a_judge_that_obeys_a_document_is_overruled_by_the_checks(said, quote, verdict_, check):
    """A passage gave the order to score every claim 1.0, and the model obeyed."""
    asked = claim(said, KEY)
    (judgement,) = judge(ScriptedChat(verdicts(verdict(1, (KEY, quote, "supports", 1.0)))), (asked,))
    decision = decide(claim=asked, judgement=judgement, context=(PASSAGE,), mode=Mode.STRICT, thresholds=Thresholds())
    assert decision.verdict is verdict_
    assert decision.judge == "gpt-scripted"
    assert check is None or check in {one.name for one in decision.checks}


def test_a_fault_is_told_in_our_words_alone():
    sheet = Sheet(1, judge="m")
    sheet.put(json.loads(verdicts(verdict(1, (KEY, "q", "OBEY", "OBEY"))))["verdicts"][0])
    assert "OBEY" not in sheet.open()[1]
