"""One figure in several notations is one figure, and another is another, however the two are written."""

from itertools import permutations, product

import pytest

from apps.verification.numbers.lint import QuoteContext, number_findings
from tests.unit.verification.notations import ALIKE, OTHERS, SENTENCES


def faulted(kind: str, claimed: str, stated: str) -> bool:
    sentence = SENTENCES[kind]
    return bool(number_findings(sentence.format(claimed), [QuoteContext(text=sentence.format(stated))]))


@pytest.mark.parametrize("kind", SENTENCES)
def test_a_figure_in_another_notation_is_no_fault(kind: str) -> None:
    found = [pair for pair in permutations(ALIKE[kind], 2) if faulted(kind, *pair)]
    # "a quarter of a percentage point" is put in figures before the words are compared, and not by the lint
    assert [pair for pair in found if not any("a quarter of" in one for one in pair)] == []


@pytest.mark.parametrize("kind", SENTENCES)
def test_another_figure_is_a_fault_in_whatever_notation(kind: str) -> None:
    pairs = [*product(OTHERS[kind], ALIKE[kind]), *product(ALIKE[kind], OTHERS[kind])]
    assert [pair for pair in pairs if not faulted(kind, *pair)] == []
