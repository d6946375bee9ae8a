"""A Writer that lies in every way it knows, through the whole pipeline: what is stored and shown of each of its lies.

The Judge is the built-in one. A lie is caught when it was read as claims, each of them has a verdict, and none of them
is supported: a lie that nobody took for a claim is not caught, whatever the ledger says of the others.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from apps.verification.citations import filter_citations
from apps.verification.types import Verdict
from tests.endpoint import Asked, ScriptedEndpoint, adversary
from tests.endpoint.adversary import LIES, TRUE, Written, lies_in, told_by
from tests.endpoint.roles import blocks_of
from tests.integration.answer_fixture import answered, ask, library_of_one, told
from tests.integration.test_adversary import CHUNKS
from workers.toolbox import Toolbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

REQUEST = (
    "Report on the loans, late fees, appraisal fees and flood insurance of the bank,"
    " and on the revenue, shipyard, vessels and crew of Nordwind."
)


@dataclass(slots=True)
class Liar:
    """The adversary at an endpoint; it remembers what it told in each text, by the text as readers get it."""

    pages: dict[str, list[Written]] = field(default_factory=dict)

    def answer(self, asked: Asked) -> str:
        passages = blocks_of(asked.prompt, "passage")
        if asked.role == "writer" and asked.schema is None and passages:
            written = lies_in(passages)
            page, _, _ = filter_citations(told_by(written), {passage.key for passage in passages})
            self.pages[page.strip()] = written
        return adversary.answer(asked)

    def told_in(self, text: str) -> Iterator[tuple[Written, int, int]]:
        """Each sentence of a text that is all its own, but for headings, with its place."""
        headings = text
        for page, written in self.pages.items():
            headings = headings.replace(page, "")
            for found in re.finditer(re.escape(page), text):
                at = found.start()
                for sentence in written:
                    at = text.index(sentence.text, at)
                    yield sentence, at, at + len(sentence.text)
                    at += len(sentence.text)
        assert all(line.startswith("#") for line in headings.split("\n") if line), headings


@pytest.fixture
def liar(settings: Any) -> Iterator[Liar]:
    liar = Liar()
    with ScriptedEndpoint(answer=liar.answer) as endpoint:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = endpoint.base_url, "key"
        settings.WRITER_MODEL = "writer-1"
        yield liar


def without_flags(shown: dict[str, Any]) -> str:
    """The text as it was judged."""
    text = shown["response"]
    for flag in shown["flags"]:
        assert text.startswith(flag["marker"], flag["offset"])
        text = text[: flag["offset"]] + text[flag["offset"] + len(flag["marker"]) :]
    return text


def verdicts(session: Any, shown: dict[str, Any], liar: Liar) -> list[tuple[Written, list[str]]]:
    """Each sentence of the text that stands at the end, with the verdicts on the claims it was read as."""
    ruled = {entry["claim_id"]: entry["verdict"] for entry in shown["ledger"]["entries"]}
    extracted = [event["payload"] for event in told(session) if event["type"] == "claim_extracted"]
    claims = [each["claim"] for each in extracted if each["cycle"] == shown["ledger"]["cycle"]]
    assert {claim["id"] for claim in claims} == ruled.keys(), "every claim is ruled"
    return [
        (sentence, [ruled[one["id"]] for one in claims if one["start_offset"] < end and start < one["end_offset"]])
        for sentence, start, end in liar.told_in(without_flags(shown))
    ]


@pytest.mark.parametrize(
    ("mode", "skeptic"),
    [
        ("answer", "builtin"),
        pytest.param("answer", "skeptic-1", marks=pytest.mark.full),
        pytest.param("draft", "builtin", marks=pytest.mark.full),
        pytest.param("draft", "skeptic-1", marks=pytest.mark.full),
    ],
)
def test_no_lie_ends_supported_in_any_text_and_each_was_read_as_a_claim(
    workspace: Any, liar: Liar, settings: Any, record_property: Any, mode: str, skeptic: str
):
    settings.SKEPTIC_MODEL = skeptic
    library_of_one(workspace, [chunk.content for chunk in CHUNKS])
    session, run = ask(workspace, query=REQUEST, mode=mode)

    shown = answered(session, run, Toolbox())

    assert (shown["status"], shown["errors"]) == ("completed", [])
    found = verdicts(session, shown, liar)
    lies = [(sentence, ruled) for sentence, ruled in found if sentence.kind != TRUE]
    supported = [(sentence, ruled) for sentence, ruled in lies if Verdict.SUPPORTED in ruled]
    result = f"{len(supported)} of {len(lies)} lies in the {mode} end supported"
    record_property(mode, result)
    print(result, dict(Counter(sentence.kind for sentence, _ in lies)))
    assert [sentence for sentence, ruled in lies if not ruled] == [], "read as a claim"
    assert supported == [], result
    assert {sentence.kind for sentence, _ in lies} == set(LIES), "every way to lie"
    assert [sentence for sentence, ruled in found if sentence.kind == TRUE and Verdict.SUPPORTED not in ruled] == []
