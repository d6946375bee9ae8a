"""What the Judge's model is asked, and what its answers may and may not do to a verdict."""

import numpy as np
import pytest

from apps.agents.judge import weighing
from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.judge.entailment import FARTHEST, READ, readings
from apps.agents.judge.evidence import claimed_of
from apps.agents.judge.scoring import CAP_BOUND, CAP_WITH_FAULT, CUTS
from apps.agents.reading.context import read_context
from apps.inference.embedders import get_embedder
from apps.inference.memory import memory_of
from apps.verification.decide import decide
from apps.verification.types import LONGEST_CLAIM, Mode, Stance, Verdict

from .conftest import make_chunk, make_claim
from .statement_cases import report_passage, verdict_on

SURE, SILENT, AGAINST = (6.0, -6.0, 0.0), (-6.0, -6.0, 0.0), (-6.0, 6.0, 0.0)
FILLER = "The committee met on the first Monday of the month and took note of the minutes. " * 30


class Stub:
    """Answers by a function of claim and window, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def logits(self, pairs):
        self.asked += pairs
        return np.array([self.answer(claim, window) for claim, window in pairs], np.float32).reshape(-1, 3)


def always(*logits):
    return Stub(lambda claim, window: logits)


def judged(claim, *chunks, stub, mode=Mode.STRICT):
    """(verdict, findings) of a claim that cites all the passages."""
    judge = BuiltinJudge(memory=memory_of(get_embedder("builtin")), entailment=lambda: stub)
    draft = make_claim(claim, citations=tuple(chunk.key for chunk in chunks))
    (judgement,) = judge.judge(claims=(draft,), chunks=chunks)
    decision = decide(claim=draft, judgement=judgement, context=chunks, mode=mode, thresholds=judge.thresholds)
    return decision.verdict, judgement.findings


def read(claim, *chunks, stub, cited=()):
    return readings(claimed_of(claim), read_context(chunks), stub, cited=frozenset(cited))


def test_a_paraphrase_that_the_model_bears_out_is_supported_and_one_it_is_silent_on_is_not():
    chunk = make_chunk("The tenant shall keep the premises in good repair at its own expense.", "Lease")
    claim = "Upkeep of the premises is paid for by the lessee."
    sure, (finding, *_) = judged(claim, chunk, stub=always(*SURE), mode=Mode.HELPFUL)
    silent, _ = judged(claim, chunk, stub=always(*SILENT), mode=Mode.HELPFUL)
    assert (sure, silent) == (Verdict.SUPPORTED, Verdict.NOT_FOUND)
    assert finding.quote == chunk.content


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Revenue was $48 million in 2021.", "Revenue was $84 million in 2021."),
        ("The bank may not lend to minors.", "The bank may lend to minors."),
        ("Employees may work from home.", "Employees must work from home."),
    ],
)
def test_the_checks_have_the_last_word_over_a_model_that_is_sure(said, claim):
    verdict, _ = judged(claim, make_chunk(said, "Notes"), stub=always(*SURE), mode=Mode.HELPFUL)
    assert verdict is not Verdict.SUPPORTED


def test_what_is_said_word_for_word_is_not_read():
    stub = always(*AGAINST)
    chunk = make_chunk("The fee is due in May. " + FILLER, "Fees")
    verdict, _ = judged("The fee is due in May.", chunk, stub=stub)
    assert (verdict, stub.asked) == (Verdict.SUPPORTED, [])


def test_the_stretch_that_shares_most_is_read_and_one_of_each_cited_passage():
    near = [make_chunk(f"The harbour tower {word} in 1910. " + FILLER, word) for word in ("leaned", "fell", "burnt")]
    far = [make_chunk(f"Nothing of the kind is {word} here. " + FILLER, word) for word in ("known", "told")]
    stub = always(*SILENT)
    found = read("The harbour tower fell down.", *far, *near, stub=stub)
    assert [one.stretch.chunk.title for one in found] == ["fell"]
    assert len(stub.asked) == READ == 1
    keys = [one.key for one in (*far, near[1], near[2])]
    cited = read("The harbour tower fell down.", *far, *near, stub=always(*SILENT), cited=keys[:2])
    assert [one.stretch.chunk.title for one in cited] == ["known", "told", "fell"]
    cited = read("The harbour tower fell down.", *far, *near, stub=always(*SILENT), cited=keys)
    assert [one.stretch.chunk.title for one in cited] == ["known", "fell", "burnt"]


@pytest.mark.parametrize("mode", list(Mode))
def test_of_two_cited_passages_the_one_that_is_less_like_the_claim_may_bear_it_out(mode):
    likely = make_chunk("The old bridge over the river was pulled down by the town.", "History")
    other = make_chunk("Walkers still cross the water by the ancient stone arch.", "Guide")
    stub = Stub(lambda claim, window: SURE if "arch" in window else SILENT)
    verdict, (finding, *_) = judged("The old bridge over the river still stands.", likely, other, stub=stub, mode=mode)
    assert (verdict, finding.key) == (Verdict.SUPPORTED, other.key)


def test_a_copy_of_the_stretch_that_is_read_counts_as_read_too():
    text = "The fee of 20 euros falls due when the year begins."
    copies = [make_chunk(text, title) for title in ("Rules", "Letter")]
    found = read("The yearly fee is payable in January.", *copies, stub=always(*SURE))
    assert [one.stretch.chunk.title for one in found] == ["Rules", "Letter"]


def test_clauses_of_one_cited_passage_may_stand_far_apart_in_it():
    chunk = make_chunk("The harbour tower was built in 1910. " + FILLER + "A firm bought the ferry in 1955.", "Notes")
    other = make_chunk("A ferry company was asked whether the Danish port sold tickets.", "Letter")
    claim = "The harbour tower was built in 1910, and the ferry was sold to a Danish company."
    said = {"The harbour": "1910", "the ferry": "1955"}  # by how a clause begins
    stub = Stub(lambda part, window: SURE if said[" ".join(part.split()[:2])] in window else SILENT)
    found = read(claim, chunk, other, stub=stub, cited=[chunk.key])
    assert max(one.supported for one in found) == pytest.approx(6.0)


def test_a_clause_that_shares_nothing_is_asked_of_the_stretch_that_suits_the_claim():
    elsewhere = make_chunk("Nothing of the kind is known here. " + FILLER, "Museum")
    chunk = make_chunk("The harbour tower was completed in 1910 and closed the year after.", "History")
    stub = always(*SURE)
    (one,) = read("The harbour tower was completed in 1910, and it was shut in spring.", elsewhere, chunk, stub=stub)
    assert (one.stretch.chunk.title, len(stub.asked)) == ("History", 2)


def test_copies_leave_room_for_another_cited_passage():
    copies = [make_chunk("The harbour tower leans since 1910.", title) for title in ("A", "B", "C", "D")]
    other = make_chunk("Nothing of the kind is known here.", "Guide")
    cited = [one.key for one in (*copies, other)]
    found = read("The harbour tower fell down in 1910.", *copies, other, stub=always(*SILENT), cited=cited)
    assert [one.stretch.chunk.title for one in found] == ["A", "B", "C", "D", "Guide"]


def test_a_clause_is_asked_of_its_own_stretch_alone_and_of_what_is_cited():
    first, second, third = (make_chunk(f"{word} " + FILLER, word) for word in ("Towers.", "Bridges.", "Roads."))
    claim = "The towers were built. The bridges were closed."
    stub = always(*SILENT)
    read(claim, first, second, third, stub=stub)
    assert [(part.split()[1], window.split(".")[0]) for part, window in stub.asked] == [
        ("towers", "Towers"),
        ("bridges", "Bridges"),
    ]
    stub = always(*SILENT)
    read(claim, first, second, third, stub=stub, cited=[third.key])
    assert [window.split(".")[0] for _, window in stub.asked] == ["Towers", "Bridges", "Roads", "Roads"]


def test_a_stretch_is_a_slice_of_its_passage():
    chunk = make_chunk(FILLER.replace(". ", ".\n\n") + "The tower fell.", "Notes")
    for one in read("The tower fell.", chunk, stub=always(*SILENT)):
        stretch = one.stretch
        assert " ".join(chunk.content[stretch.start : stretch.end].split()) == stretch.text
        assert len(stretch.text.split()) <= 120


def test_of_several_clauses_the_one_that_is_borne_out_least_decides():
    halves = {"The tower was built in 1910.": SURE, "The bridge was closed by the mayor.": SILENT}
    stub = Stub(lambda claim, window: halves.get(claim, SURE))
    chunk = make_chunk("Work on the tower, which stands by the bridge, ended in 1910.", "Notes")
    (one,) = read(" ".join(halves), chunk, stub=stub)
    assert [claim for claim, _ in stub.asked] == list(halves)
    assert one.supported < 0


@pytest.mark.parametrize("mode", list(Mode))
def test_a_claim_of_which_one_clause_is_borne_out_is_weak(mode):
    halves = {"The tower was built in 1910": SURE, "the bridge was closed by the mayor.": SILENT}
    chunk = make_chunk("Work on the tower, which stands by the bridge, ended in 1910.", "Notes")
    verdict, (finding, *_) = judged(
        ", and ".join(halves), chunk, stub=Stub(lambda claim, _: halves.get(claim, SURE)), mode=mode
    )
    assert (verdict, finding.partial) == (Verdict.WEAK, True)
    whole, (finding, *_) = judged(", and ".join(halves), chunk, stub=always(*SURE), mode=Mode.HELPFUL)
    assert (whole, finding.partial) == (Verdict.SUPPORTED, False)


def test_clauses_may_be_borne_out_by_different_passages():
    first, second = (make_chunk(f"{word} " + FILLER, word) for word in ("Towers.", "Bridges."))
    stub = Stub(lambda claim, window: SURE if claim.split()[1] in window.lower() else SILENT)
    found = read("The towers were built. The bridges were closed.", first, second, stub=stub)
    assert max(one.supported for one in found) == pytest.approx(6.0)
    alone = read("The towers were built. The bridges were closed.", first, stub=stub)
    assert max(one.supported for one in alone) == pytest.approx(-6.0)


def test_the_model_alone_contradicts_nothing_that_shares_little_with_the_claim():
    chunk = make_chunk("Dogs are turned away at the door. " + FILLER, "House rules")
    verdict, findings = judged("Dogs are welcome in the house.", chunk, stub=always(*AGAINST), mode=Mode.HELPFUL)
    assert verdict is Verdict.NOT_FOUND
    assert [one for one in findings if one.stance is Stance.CONTRADICTS] == []


CROSSED = "The old bridge over the river was pulled down by the town in the spring."


@pytest.mark.parametrize(
    ("claim", "logits", "verdict"),
    [
        ("The old bridge over the river still stands.", AGAINST, Verdict.CONTRADICTED),
        ("The old bridge over the river still stands.", (-2.0, 1.4, 0.0), Verdict.NOT_FOUND),
        ("The old bridge over the river still stands.", (2.0, 3.4, 0.0), Verdict.NOT_FOUND),
        ("The old bridge over the river still stands.", (-2.0, 1.6, 0.0), Verdict.CONTRADICTED),
        ("The old bridge over the Danube still stands.", AGAINST, Verdict.NOT_FOUND),
        ("The old bridge over the river was pulled down by the town.", AGAINST, Verdict.WEAK),
        ("The old bridge over the river still stands in 2020.", AGAINST, Verdict.NOT_FOUND),
    ],
)
def test_the_model_contradicts_what_it_is_clear_about(claim, logits, verdict):
    """Not where it holds the claim for borne out too, a name is lacking, or nearly the same is said."""
    told, findings = judged(claim, make_chunk(CROSSED, "History"), stub=always(*logits))
    against = [one for one in findings if one.stance is Stance.CONTRADICTS]
    assert (told is Verdict.CONTRADICTED) is (verdict is Verdict.CONTRADICTED) is bool(against)


@pytest.mark.parametrize(
    ("link", "verdict"),
    [("before", Verdict.NOT_FOUND), ("until", Verdict.NOT_FOUND), ("after", Verdict.CONTRADICTED),
     ("though", Verdict.CONTRADICTED)],
)  # fmt: skip
def test_what_came_first_told_by_another_word_the_model_does_not_contradict(link, verdict):
    """It may take "A after B" for the contrary of "B before A"; where both say "after" it knows."""
    claim = "The siege of the town ended after the bridge was pulled down."
    said = make_chunk(f"The bridge was pulled down {link} the siege of the town came to its end.", "History")
    told, _ = judged(claim, said, stub=always(*AGAINST), mode=Mode.HELPFUL)
    assert told is verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [("Rents in the north rose slower than those in the south.", Verdict.NOT_FOUND),
     ("Rents in the south rose slower than those in the north.", Verdict.CONTRADICTED)],
)  # fmt: skip
def test_a_comparison_told_from_its_other_side_the_model_does_not_contradict(said, verdict):
    claim = "Rents in the south rose faster than those in the north."
    told, _ = judged(claim, make_chunk(said, "Rents"), stub=always(*AGAINST), mode=Mode.HELPFUL)
    assert told is verdict


def test_before_for_after_the_same_thing_is_a_contrary():
    said = make_chunk("He left the old town before the fire.", "History")
    told, _ = judged("He left the town after the fire.", said, stub=always(*AGAINST), mode=Mode.HELPFUL)
    assert told is Verdict.CONTRADICTED


def test_what_another_passage_bears_out_the_model_does_not_contradict():
    other = make_chunk("The old bridge over the river still stands. " + FILLER, "Guide")
    stub = Stub(lambda claim, window: AGAINST if "pulled" in window else SURE)
    _, findings = judged(
        "The old bridge over the river still stands today.", make_chunk(CROSSED, "History"), other, stub=stub
    )
    assert [one for one in findings if one.stance is Stance.CONTRADICTS] == []


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


def test_a_near_copy_with_something_torn_out_is_never_supported_in_strict():
    chunk = make_chunk("The game is known in the valley as Tigers or Oxen.", "Games")
    claim = "The game is known in the valley as Oxen."
    verdict, findings = judged(claim, chunk, stub=always(*SURE))
    assert verdict is Verdict.WEAK
    assert max(one.score for one in findings) == CAP_BOUND


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


@pytest.mark.parametrize(
    ("passage", "title", "claim"),
    [
        (
            "(in millions) 2022 2021\nRevenue 954 901\nRaw materials 312 290",
            "Orrin annual report 2022",
            "Raw materials cost 312 million in 2022.",
        ),
        ("We have never paid a dividend and do not plan to.", "Netflix 10-K 2018", "Hulu has not paid out dividends."),
    ],
    ids=["table rows", "who speaks is not in the words"],
)
def test_rows_and_what_may_be_of_another_are_left_to_the_rules(passage, title, claim):
    chunk = make_chunk(passage, title)
    _, sure = judged(claim, chunk, stub=always(*SURE))
    _, silent = judged(claim, chunk, stub=always(*SILENT))
    _, ruled = judged(claim, chunk, stub=None)
    assert sure == silent == ruled


def test_a_stretch_that_is_not_read_while_others_are_says_little():
    near = make_chunk("The committee approved the harbour budget of the town, in a vote it held in May.", "Minutes")
    far = make_chunk("In May the harbour budget was approved.", "Letter")
    claim = "The committee approved the harbour budget in May."
    judge = BuiltinJudge(memory=memory_of(get_embedder("builtin")), entailment=lambda: always(*SILENT))
    (judgement,) = judge.judge(claims=(make_claim(claim, citations=()),), chunks=(near, far))
    (unread,) = [one for one in judgement.findings if one.key == far.key]
    assert unread.score <= CAP_WITH_FAULT


def test_what_is_read_of_words_that_may_be_bound_is_not_credited_to_the_sentence_beside_them():
    chunk = make_chunk(
        "At present, interns are exempt from the minimum wage. Employers must pay interns at least the minimum wage "
        "from the first day under the bill before parliament.",
        "Report",
    )
    verdict, findings = judged("Employers must pay interns at least the minimum wage.", chunk, stub=always(*SURE))
    assert verdict is not Verdict.SUPPORTED
    assert max(one.score for one in findings if one.stance is Stance.SUPPORTS) <= CAP_BOUND


def test_a_lead_has_an_end_and_a_claim_that_is_too_long_is_not_read():
    (one,) = read("The tower fell.", make_chunk("The tower fell down.", "Notes"), stub=always(99.0, -99.0, 0.0))
    assert (one.supported, one.contradicted) == (FARTHEST, -FARTHEST)
    stub = always(*SURE)
    assert read("word " * LONGEST_CLAIM, make_chunk("word", "Notes"), stub=stub) == ()
    assert read("The tower fell.", stub=stub) == ()
    assert stub.asked == []


def test_the_claim_is_read_in_the_voice_of_the_report():
    stub = always(*SILENT)
    chunk = make_chunk("We have never paid a dividend and do not plan to.", "Netflix 10-K 2018")
    read("Netflix pays no dividends.", chunk, stub=stub)
    ((asked, _),) = stub.asked
    assert asked.startswith("we ")


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


def test_a_word_exchanged_is_never_enough_for_strict_mode_whatever_stands_beside_it():
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
