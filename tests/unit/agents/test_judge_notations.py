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


@pytest.mark.parametrize(
    ("claimed", "stated", "is_contradicted"),
    [
        ("three", "at least three", False),  # three it may be
        ("three", "up to three", False),
        ("three", "more than three", True),
        ("two", "at least three", True),
        ("at most three", "at least four", True),
    ],
)
def test_what_the_source_only_bounds_is_gainsaid_by_a_figure_beyond_it_alone(claimed, stated, is_contradicted):
    sentence = "The bank runs {} branches in Leeds."
    found = verdict_on(sentence.format(claimed), report_passage(sentence.format(stated), title=""), mode=Mode.HELPFUL)

    assert found is not Verdict.SUPPORTED
    assert (found is Verdict.CONTRADICTED) is is_contradicted
