"""What the model's answers may and may not do where a source has the claim's words, or nearly."""

import pytest

from apps.agents.judge import weighing
from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.judge.scoring import CAP_BOUND, CAP_WITH_FAULT, CUTS
from apps.inference.embedders import get_embedder
from apps.inference.memory import memory_of
from apps.verification.types import Mode, Stance, Verdict

from .conftest import make_chunk, make_claim
from .reading_cases import CERTAIN, LIKELY, SILENT, SURE, always, judged
from .statement_cases import report_passage, verdict_on


def test_beside_words_that_may_restrict_it_a_claim_is_supported_in_helpful_mode_if_the_model_bears_it_out():
    chunk = make_chunk("The mill on the river was sold to a trust from Ghent after two dry summers.", "History")
    claim = "The mill on the river was sold to a trust."
    told = {
        (mode, stub): judged(claim, chunk, stub=always(*stub), mode=mode)[0] for mode in Mode for stub in (SURE, SILENT)
    }
    assert told.pop((Mode.HELPFUL, SURE)) is Verdict.SUPPORTED
    assert set(told.values()) == {Verdict.WEAK}


def test_of_a_near_copy_the_model_decides_where_the_rules_are_not_sure():
    chunk = make_chunk("The committee adopted the long amendment on the second day of the session.", "Minutes")
    claim = "The committee adopted the amendment on the second day."
    sure, silent = (judged(claim, chunk, stub=always(*stub))[1] for stub in (SURE, SILENT))
    by_rules = scores_by_rules(claim, chunk)
    assert max((one.score for one in silent), default=0.0) < by_rules < max(one.score for one in sure)


def test_a_close_copy_with_something_torn_out_is_never_supported_in_strict():
    chunk = make_chunk("The game is known in the valley as Tigers or Oxen.", "Games")
    claim = "The game is known in the valley as Oxen."
    verdict, findings = judged(claim, chunk, stub=always(*SURE))
    assert verdict is Verdict.WEAK
    assert max(one.score for one in findings) == CAP_BOUND


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The woman is in a field.",
            "A woman in a blue dress is leaning on a wall in a field with pictures painted on it.",
        ),
        ("The parish never paid for the repair.", "The parish refused to bear any of the cost of mending the roof."),
        ("The old widow did not sell the mill.", "The mill stayed in the hands of the old lady until her death."),
    ],
)
def test_what_is_told_otherwise_is_enough_for_strict_mode_only_where_the_model_is_certain(claim, passage):
    chunk = make_chunk(passage, "Notes")
    told = [judged(claim, chunk, stub=always(*stub))[0] for stub in (SURE, CERTAIN, LIKELY)]
    assert told == [Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.WEAK]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The carrying value of the unit exceeded its fair value.",
            "The fair value of the unit exceeded its carrying value and, therefore, no impairment was found.",
        ),
        (
            "Reform at home, Hobson argued, could cure empire by removing its roots.",
            "Hobson argued that reform at home could remove the roots of empire and so cure it.",
        ),
        (
            "The river is home to many kinds of fish that are found nowhere else in the world.",
            "The river is home to several kinds of fish and snails, the latter found nowhere else in the world.",
        ),
        (
            "Gin does not owe its main flavour to sloe berries.",
            "Gin is a spirit which does not owe its predominant flavour to sloe berries, known as Prunus spinosa.",
        ),
        (
            "A boy in red is not outside today.",
            "A boy in a red shirt does not walk through the park, and no girl runs.",
        ),
        ("The bridge is not open.", "The bridge is closed to lorries until May, and cars may use it as before."),
        ("The contract contained no penalty clause.", "The contract does not contain a penalty clause."),
    ],
)
def test_however_certain_the_model_is_close_copies_the_same_words_and_open_denials_are_not(claim, passage):
    assert judged(claim, make_chunk(passage, "Notes"), stub=always(*SURE))[0] is Verdict.WEAK


def test_to_a_near_copy_out_of_a_companys_own_report_the_model_adds_nothing_and_it_may_take_away():
    passage = "In Peru, we opened 12 kiosks in 2022. At the end of 2022, the Company ran 80 kiosks."
    chunk = make_chunk(passage, "Orrin annual report 2022")
    claim = "Orrin ran 80 kiosks at the end of 2022."
    sure, silent = (judged(claim, chunk, stub=always(*stub))[1] for stub in (SURE, SILENT))
    by_rules = scores_by_rules(claim, chunk)
    assert 0.3 < by_rules < CUTS.supported
    assert max(one.score for one in sure) == min(by_rules, CAP_BOUND), "and never enough for strict mode"
    assert max((one.score for one in silent), default=0.0) < by_rules


def scores_by_rules(claim, chunk):
    """The best score of a Judge without a model."""
    judge = BuiltinJudge(memory=memory_of(get_embedder("builtin")))
    (ruled,) = judge.judge(claims=(make_claim(claim, citations=(chunk.key,)),), chunks=(chunk,))
    return max((one.score for one in ruled.findings), default=0.0)


@pytest.mark.parametrize(("ruled", "told"), [(0.85, 0.85), (0.75, weighing.LEAST)])
def test_of_what_the_rules_are_sure_of_in_a_near_copy_the_model_takes_nothing_away(monkeypatch, ruled, told):
    monkeypatch.setattr(weighing, "support", lambda measures, reading=None: 0.1 if reading else ruled)
    chunk = make_chunk("The committee adopted the new amendment on the second day.", "Minutes")
    _, findings = judged("The committee adopted the amendment on the second day.", chunk, stub=always(*SILENT))
    assert max((one.score for one in findings), default=told) == told


def test_what_is_read_of_words_that_may_be_bound_is_not_credited_to_the_sentence_beside_them():
    chunk = make_chunk(
        "At present, interns are exempt from the minimum wage. Employers must pay interns at least the minimum wage "
        "from the first day under the bill before parliament.",
        "Report",
    )
    verdict, findings = judged("Employers must pay interns at least the minimum wage.", chunk, stub=always(*SURE))
    assert verdict is not Verdict.SUPPORTED
    assert max(one.score for one in findings if one.stance is Stance.SUPPORTS) <= CAP_BOUND


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("All members of the northern council live in Graz.", "Many members of the northern council live in Graz."),
        ("The northern council must meet in Graz each May.", "The northern council may meet in Graz each May."),
        ("The northern council met 14 times in Graz.", "The northern council met 12 times in Graz."),
    ],
)
def test_no_sentence_beside_one_that_says_it_otherwise_is_taken_for_it(claim, said):
    chunk = make_chunk(f"The council of the north was founded in Graz. {said} Its members are elected.", "Council")
    verdict, findings = judged(claim, chunk, stub=always(*SURE), mode=Mode.HELPFUL)
    assert verdict is not Verdict.SUPPORTED
    assert max((one.score for one in findings if one.stance is Stance.SUPPORTS), default=0.0) <= CAP_WITH_FAULT


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The orchestra toured Japan in 1988.", "The orchestra hoped to tour Japan in 1986. It toured Japan in 1988."),
        ("Vitamin D lowers the risk of falls.", "Vitamin D may lower the risk of cancer. It lowers the risk of falls."),
    ],
)
def test_a_sentence_that_has_what_the_one_beside_it_lacks_is_taken(claim, said):
    assert judged(claim, make_chunk(said, "Terms"), stub=always(*SURE), mode=Mode.HELPFUL)[0] is Verdict.SUPPORTED


def test_a_word_exchanged_in_a_close_copy_is_never_enough_for_strict_mode_whatever_stands_beside_it():
    chunk = make_chunk("The northern desk is in Graz. The northern desk answers each report within 15 days.", "Desk")
    claim = "The northern desk resolves each report within 15 days."
    assert judged(claim, chunk, stub=always(*SURE))[0] is Verdict.WEAK
    assert judged(claim, chunk, stub=always(*SURE), mode=Mode.HELPFUL)[0] is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "passage", "enough"),
    [
        ("In 2023 no dividend was paid.", "No dividend was paid in 2023.", True),
        ("The manager approved no requests.", "The manager did not approve the two requests.", False),
        ("The contract contained no penalty clause.", "The contract does not contain a penalty clause.", False),
    ],
)
def test_a_denial_put_otherwise_in_another_order_is_not_enough_for_strict_mode(claim, passage, enough):
    assert (verdict_on(claim, report_passage(passage, title="")) is Verdict.SUPPORTED) is enough


@pytest.mark.parametrize(
    ("claim", "passage", "verdict"),
    [
        (
            "If the tenant is late, the owner may end it.",
            "Should the tenant be late, the owner may end it.",
            "supported",
        ),
        (
            "Should the tenant be late, the owner may end it.",
            "If the tenant is late, the owner may end it.",
            "supported",
        ),
        (
            "If the tenant is late, the owner may end it.",
            "4.2 Should the tenant be late, the owner may end it.",
            "supported",
        ),
        ("The owner may end the lease.", "Should the tenant be late, the owner may end the lease.", "not_found"),
        (
            "Should the owner be late, the tenant may end it.",
            "If the tenant is late, the owner may end it.",
            "contradicted",
        ),
        (
            "Should the tenant be late, the owner must end it.",
            "If the tenant is late, the owner may end it.",
            "contradicted",
        ),
    ],
)
def test_a_condition_may_be_put_with_should(claim, passage, verdict):
    assert verdict_on(claim, report_passage(passage, title=""), mode=Mode.HELPFUL) == verdict


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Should he die, his children inherit everything.", "Should he die, his sons inherit everything."),
        ("Should the heating fail, call the caretaker.", "Should the heating fail, ring the caretaker."),
    ],
)
def test_a_copy_of_such_a_condition_is_a_copy_as_any_other(claim, passage):
    assert judged(claim, make_chunk(passage, "Rules"), stub=always(*SURE))[0] is Verdict.WEAK
