"""The Judge's model as it is shipped: the file that its card speaks of, and one answer a row in any company."""

import os
import re
import signal
import tracemalloc
import weakref
from hashlib import sha256

import numpy as np
import pytest

from apps.core.per_process import PerProcess
from apps.inference.builtin import cross_encoder
from apps.inference.builtin.cross_encoder import MODEL, CrossEncoder
from apps.inference.entailment import get_entailment
from apps.verification.types import Mode, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on

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
    denied = [(claim, PAIRS[1][1]) for claim in ("No fee is due in May.", "The fee is due in December.")]
    assert model.logits([PAIRS[0], *denied, PAIRS[2]]).argmax(axis=1).tolist() == [0, 1, 1, 2]


@pytest.mark.parametrize("mode", list(Mode))
def test_a_figure_that_it_takes_for_the_other_is_not_supported(model, mode):
    """It holds forty for borne out by fifty where both are about so many: figures and dates are the checks' to tell."""
    claim, evidence = "About forty people were hired.", "Some fifty people were taken on."
    assert model.logits([(claim, evidence)]).argmax() == 0
    assert verdict_on(claim, report_passage(evidence, title="Staff"), mode=mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize("mode", list(Mode))
def test_a_month_is_not_another(mode):
    claim = "The five-year contract was signed in early September."
    evidence = "The contract, signed in the first days of October, runs for five years."
    assert verdict_on(claim, report_passage(evidence, title="Contracts"), mode=mode) is not Verdict.SUPPORTED


def test_nothing_asked_is_nothing_answered(model):
    assert model.logits([]).shape == (0, 3)


def test_a_process_has_one():
    assert get_entailment() is get_entailment()


def test_a_process_forked_from_one_that_has_it_reads_with_its_own():
    one = PerProcess(lambda: CrossEncoder(threads=2), keep=True)
    told = one().logits(PAIRS[:1])
    child = os.fork()
    if not child:
        signal.alarm(30)  # letting go of its parent's would hang
        own = one().logits(PAIRS[:1])
        os._exit(0 if np.abs(own - told).max() < 1e-5 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_answer_is_remembered_and_takes_little_room(monkeypatch):
    class Silent:
        asked = 0

        def run(self, *_):
            self.asked += 1
            return [np.array([[self.asked, 0.5, 0.25]], np.float32)]

    session = Silent()
    monkeypatch.setattr(cross_encoder, "session_of", lambda *_, **__: session)
    model = CrossEncoder()
    pairs = [(f"Claim number {number} of the register.", "the tower of the harbour " * 60) for number in range(200)]
    first = model.logits(pairs[:1])
    tracemalloc.start()
    try:
        model.logits(pairs)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert np.array_equal(model.logits(pairs[:1]), first)
    assert session.asked == len(pairs)
    assert taken < 1024 * len(pairs)


def test_a_model_that_nobody_holds_is_gone():
    held = weakref.ref(CrossEncoder(threads=1))
    assert held() is None
