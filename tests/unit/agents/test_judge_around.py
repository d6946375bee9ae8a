"""What stands over, before and behind a statement, from the passage to the verdict."""

import pytest

from apps.agents.registry import judge_for
from apps.inference.embedders import get_embedder
from apps.verification.decide import decide
from apps.verification.types import Mode, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim

SAID = "The pier of the town closes in March."
ELSE = "The fee for boats is raised on 1 June."


@pytest.fixture(scope="module")
def judge():
    return judge_for("builtin", embedder=get_embedder("builtin"))


def verdict(judge, text, passage, mode):
    chunk = make_chunk(passage, "Minutes")
    claim = make_claim(text, citations=(chunk.key,))
    (judgement,) = judge.judge(claims=(claim,), chunks=(chunk,))
    return decide(claim=claim, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds).verdict


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "passage",
    [
        f"The council rejected the following proposals.\n\n- {ELSE}\n- {SAID}",
        f"The council rejected the following proposals: {ELSE} {SAID}",
        f"Here is what did not happen. {ELSE} {SAID}",
        f"The council contests each of these statements:\n\nFirst, {ELSE}\n\nSecond, {SAID}",
        f"{SAID} The council rejected this.",
        f"{SAID} This rule was repealed in 2015. {ELSE}",
        f"{SAID} Or so it was thought. {ELSE}",
        f"{SAID[:-1]} for the first two years. {ELSE}",
        f"In the draft plan, the{SAID[3:]} {ELSE}",
    ],
)
def test_what_is_turned_taken_back_or_restricted_is_not_supported(judge, passage, mode):
    assert verdict(judge, SAID, passage, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "passage",
    [
        f"None of these proposals was adopted. {SAID}",
        f"The following year was no better. {SAID}",
        f"The council met without Mr. Pike and decided as follows:\n\n- {SAID}\n- {ELSE}",
        f"There is no doubt about the following:\n\n- {ELSE}\n- {SAID}",
        f"{SAID} It was built in 1890 and denied a licence in 1900.",
        f"{SAID} This is not disputed. {ELSE}",
        f"{SAID} {ELSE} This rule was repealed in 2015.",
    ],
)
def test_what_only_stands_beside_them_is_supported(judge, passage, mode):
    assert verdict(judge, SAID, passage, mode) is Verdict.SUPPORTED


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("The boat was sold to the town in 2010.", "It was withdrawn in 2015."),
        ("The paper said that the mayor of the town had left.", "That was untrue."),
        ("The town offered a loan of 4 million euros.", "This was rejected by the owner."),
    ],
)
def test_a_thing_withdrawn_and_a_word_denied_leave_the_report_true(judge, text, behind, mode):
    assert verdict(judge, text, f"{text} {behind}", mode) is Verdict.SUPPORTED
