"""What the Judge's model is asked, and what its answers do to a verdict."""

import pytest

from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.judge.entailment import FARTHEST, READ
from apps.agents.judge.scoring import CAP_WITH_FAULT
from apps.inference.embedders import get_embedder
from apps.inference.memory import memory_of
from apps.verification.types import LONGEST_CLAIM, Mode, Stance, Verdict

from .conftest import make_chunk, make_claim
from .reading_cases import AGAINST, FILLER, SILENT, SURE, Stub, always, judged, read


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


def test_of_many_passages_that_share_the_common_words_the_one_with_the_rare_word_is_read():
    common = [make_chunk(f"The council runs the library in ward {ward}.", f"Ward {ward}") for ward in range(5)]
    rare = make_chunk("A mural was unveiled on Sunday.", "Mural")
    stub = always(*SILENT)
    read("The library of the council has a mural.", *common, rare, stub=stub)
    assert [window for _, window in stub.asked] == ["A mural was unveiled on Sunday."]


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
