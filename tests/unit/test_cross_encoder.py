"""The Judge's model as it is shipped: the file that its card speaks of, and one answer a row in any company."""

import re
from hashlib import sha256

import numpy as np
import pytest

from apps.inference.builtin.cross_encoder import MODEL, CrossEncoder
from apps.inference.entailment import get_entailment

PAIRS = [
    ("The fee is due in May.", "The annual fee of 20 euros is due in the first week of May."),
    ("The fee is due in June.", "The annual fee of 20 euros is due in the first week of May."),
    ("The harbour was built by monks.", "The annual fee of 20 euros is due in the first week of May. " * 20),
    ("Members pay once a year.", ""),
    ("word " * 400, "window " * 400),
]


@pytest.fixture(scope="module")
def model():
    return CrossEncoder()


def test_the_file_is_the_one_that_the_card_describes():
    card = (MODEL.parent / "README.md").read_text("utf-8")
    assert re.search(r"sha256.*?\b([0-9a-f]{64})\b", card)[1] == sha256(MODEL.read_bytes()).hexdigest()


def test_a_row_gets_the_same_answer_in_any_company(model):
    together = model.logits(PAIRS)
    assert together.shape == (len(PAIRS), 3)
    for order in ([4, 0], [2, 1, 0, 3], [3]):
        others = CrossEncoder().logits([PAIRS[place] for place in order])  # which remembers nothing
        assert np.abs(others - together[order]).max() < 1e-5


def test_it_tells_what_is_said_from_what_is_denied_and_what_is_not_there(model):
    supported, contradicted, silent = model.logits(PAIRS[:3]).argmax(axis=1)
    assert (supported, silent) == (0, 2)
    assert contradicted != 0


def test_nothing_asked_is_nothing_answered(model):
    assert model.logits([]).shape == (0, 3)


def test_a_process_has_one():
    assert get_entailment() is get_entailment()
