"""A cast at an endpoint that writes from the two documents what does not hold, until it is told so."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tests.endpoint import EndpointProcess, Reply, Rule, Script
from tests.faults.conftest import POLICY, REGULATION
from tests.scripted_drafts import Part, drafting

CAP, FEE, LENDERS = POLICY[1][1], POLICY[2][1], REGULATION[0][1]
WRONG_CAP, WRONG_FEE = CAP.replace("75%", "95%"), FEE.replace("$450", "$950")
STILL_WRONG = CAP.replace("75%", "85%")
MENDED = {WRONG_CAP: CAP, WRONG_FEE: FEE}
MENDED_TWICE = {WRONG_CAP: STILL_WRONG, WRONG_FEE: FEE, STILL_WRONG: CAP}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """A library, and the cast that writes from it: two sections do not hold until their Writer is told so."""

    workspace: str
    endpoint: EndpointProcess
    keys: Mapping[str, str]  # sentence → key of its passage

    def play(self, *faults: Rule, mended: Mapping[str, str] = MENDED) -> None:
        """``faults`` come before what the Writer says."""
        rules = drafting(
            title="Lending",
            introduction=self._said(REGULATION[1][1]),
            body=[
                Part(heading="Limits", brief="loan-to-value ratio", text=self._said(WRONG_CAP, CAP)),
                Part(heading="Charges", brief="application fee", text=self._said(WRONG_FEE, FEE)),
                Part(heading="Scope", brief="lenders the regulation applies to", text=self._said(LENDERS)),
            ],
            closing="The documents do not contain anything on other loans.",
            mended=mended,
        )
        self.endpoint.play(Script(rules=(*faults, *rules)))

    def play_answer(self) -> None:
        """A Writer whose answer is wrong in a critical claim until it is told so."""
        wrong = {"text": WRONG_CAP, "type": "numeric", "importance": "critical", "requires_citation": True}
        read = {"claims": [wrong], "objections": [], "missing": [], "contradictions": []}
        revised = Rule(role="writer", contains=WRONG_CAP, reply=Reply(text=self._said(CAP)))
        written = Rule(role="writer", reply=Reply(text=self._said(WRONG_CAP, CAP)))
        doubted = Rule(role="skeptic", contains=WRONG_CAP, reply=Reply(text=json.dumps(read)))
        self.endpoint.play(Script(rules=(revised, written, doubted)))

    def _said(self, sentence: str, of: str = "") -> str:
        return f"{sentence} [cite:{self.keys[of or sentence]}]"
