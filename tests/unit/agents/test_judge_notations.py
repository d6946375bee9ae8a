"""A claim that writes a figure or a date otherwise than its source is supported; one that has another figure is not."""

import pytest

from apps.verification.types import Mode, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on
from tests.unit.verification.notations import ALIKE, OTHERS, SENTENCES


def verdict(kind: str, claimed: str, stated: str) -> Verdict:
    passage = report_passage(SENTENCES[kind].format(stated), title="")
    return verdict_on(SENTENCES[kind].format(claimed), passage, mode=Mode.HELPFUL)


@pytest.mark.parametrize("kind", SENTENCES)
def test_the_same_in_another_notation_is_supported(kind: str) -> None:
    after = (*ALIKE[kind][1:], ALIKE[kind][0])
    pairs = [*zip(ALIKE[kind], after, strict=True), *zip(after, ALIKE[kind], strict=True)]
    assert [pair for pair in pairs if verdict(kind, *pair) is not Verdict.SUPPORTED] == []


@pytest.mark.parametrize("kind", SENTENCES)
def test_another_figure_is_never_supported(kind: str) -> None:
    pairs = [pair for one in OTHERS[kind] for two in ALIKE[kind][:3] for pair in ((one, two), (two, one))]
    assert [pair for pair in pairs if verdict(kind, *pair) is Verdict.SUPPORTED] == []
