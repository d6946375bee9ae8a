"""Wrong passages: near the claim, and yet none that could bear it out."""

import random

from training.made.passages import Passages, can_be_wrong, inserted, neighbours, wrong_passages
from training.pairs import Target
from workers.evaluations.labelled import Example, Label


def example(claim, evidence, number=0):
    return Example(id=str(number), set_name="fever_pairs", claim=claim, evidence=evidence, label=Label.SUPPORTED)


CLAIM = example(
    "The copper lighthouse of Borvik was painted by Ida Holm.",
    "Ida Holm painted the copper lighthouse of Borvik in one summer.",
)
OTHERS = [
    "The copper lighthouse of Cassel was torn down in a storm.",
    "Grain was shipped from Jarna.",
    "The queen of Isola was fond of cats.",
    "In Borvik the copper lighthouse painted by Ida Holm is a museum now.",
    *(f"Notes on village {number} with its mill." for number in range(60)),
]


def test_the_nearest_passage_that_lacks_enough_is_taken():
    examples = [CLAIM, *(example("A claim.", text, at) for at, text in enumerate(OTHERS))]
    found = list(wrong_passages([CLAIM], Passages(examples)))
    assert [one.passage for one in found] == ["The copper lighthouse of Cassel was torn down in a storm."]
    assert found[0].target is Target.NOT_ENOUGH


def test_a_claim_of_few_words_gets_no_wrong_passage():
    few = example("Ida painted.", "Ida painted.")
    assert list(wrong_passages([few], Passages([few, CLAIM]))) == []


def test_another_window_of_the_same_document_is_a_wrong_passage():
    filler = " ".join(
        f"In village {number} the mill ground grain for the farmers all winter long." for number in range(40)
    )
    long = example(CLAIM.claim, f"{CLAIM.evidence} {filler} The lighthouse stands.")
    (found,) = neighbours([long])
    assert "Ida Holm" not in found.passage
    assert found.target is Target.NOT_ENOUGH
    assert list(neighbours([CLAIM])) == []


def test_a_sentence_is_inserted_whole_between_others():
    passage = "It was late. Dr. Holm left on Dec. 5. Nobody saw her."
    for seed in range(12):
        text = inserted("The door was shut", passage, random.Random(seed))
        assert "The door was shut." in text
        assert "Dr. Holm left on Dec. 5." in text
        assert len(text) == len(passage) + len(" The door was shut.")


def test_a_set_that_tells_each_claim_of_many_texts_gives_no_wrong_passages():
    assert can_be_wrong([example(f"Claim {number}.", "Text.") for number in range(9)])
    assert not can_be_wrong([example(f"Claim {number % 3}.", f"Text {number}.") for number in range(9)])
