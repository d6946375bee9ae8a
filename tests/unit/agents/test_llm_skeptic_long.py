"""The Skeptic that asks a model, on texts whose claims do not fit one answer."""

import json
import threading
import time

import pytest

from apps.agents.skeptic.llm import MOST_TOKENS, LLMSkeptic
from apps.agents.skeptic.portions import portions_of
from apps.inference.calling import CallScope, calls_for, current_scope
from apps.inference.contracts import CallAborted, ModelError
from tests.endpoint import roles

from .conftest import make_chunk
from .scripted import cut

PASSAGE = make_chunk("Sales of unit 7 rose by 7 percent in 2023.", "Sales")
SECTIONS = 8


def draft(claims=104):
    """Sections of paragraphs of four sentences; the last sentence is the same in all of them."""
    text, number = [], 0
    for section in range(SECTIONS):
        text.append(f"## Section {section}")
        for _ in range(claims // SECTIONS // 4 or 1):
            lines = [f"Sales of unit {number + n} rose by {number + n} percent in 2023." for n in range(3)]
            text.append(" ".join(f"{line} [cite:{PASSAGE.key}]" for line in [*lines, "The trend held all year."]))
            number += 3
    return "\n\n".join(text)


class Played:
    """A sensible model that counts how many of its calls are open at a time."""

    name = "played"

    def __init__(self, *, fails_on="", slow=0.0):
        self.requests, self.most_open, self.aborted = [], 0, 0
        self._open, self._lock, self._fails_on, self._slow = 0, threading.Lock(), fails_on, slow

    def stream(self, request):
        with self._lock:
            self.requests.append(request)
            self._open += 1
            self.most_open = max(self.most_open, self._open)
        try:
            prompt = "\n".join(message.content for message in request.messages)
            part = roles.blocks_of(prompt, "text")[-1].text
            if self._fails_on and self._fails_on in part and "claims" in request.schema["properties"]:
                raise ModelError("unavailable", "down", retryable=True)
            yield from self._said(roles.fitting(roles.review(part), request.schema))
        finally:
            with self._lock:
                self._open -= 1

    def _said(self, told):
        if "objections" in told:
            told |= {"objections": ["Odd."], "missing": ["The exception."], "contradictions": ["7 or 8?"]}
        for piece in cut(json.dumps(told), 400):
            if current_scope().stopped():
                self.aborted += 1
                raise CallAborted
            time.sleep(self._slow)
            yield piece


def reviewed(text, chat, **asked):
    return LLMSkeptic(chat=chat).review(query="How did sales do?", text=text, chunks=(PASSAGE,), **asked)


def tokens_of(request):
    part = roles.blocks_of(request.messages[-1].content, "text")[-1].text
    return len(json.dumps(roles.review(part), indent=1)) / 4


def test_every_claim_of_a_long_draft_has_its_exact_place_once():
    text, chat = draft(), Played()
    claims = reviewed(text, chat, intensity="aggressive").claims
    assert len(claims) == 96
    assert [claim.claim_text for claim in claims if "unit" in claim.claim_text] == [
        f"Sales of unit {n} rose by {n} percent in 2023." for n in range(72)
    ]
    assert all(text[claim.start_offset : claim.end_offset] == claim.claim_text for claim in claims)
    starts = [claim.start_offset for claim in claims]
    assert starts == sorted(set(starts))
    assert all(claim.citations == (PASSAGE.key,) for claim in claims)


def test_a_long_draft_is_asked_for_in_portions_that_fit_an_answer_and_once_as_a_whole():
    text, chat = draft(), Played()
    reviewed(text, chat, intensity="aggressive")
    *parts, whole = sorted(chat.requests, key=lambda request: "objections" in request.schema["properties"])
    assert len(parts) >= 3
    assert max(map(tokens_of, parts)) < MOST_TOKENS
    assert all(set(request.schema["properties"]) == {"claims"} for request in parts)
    assert not any(f"passage {PASSAGE.key}" in request.messages[1].content for request in parts)
    assert set(whole.schema["properties"]) == {"objections", "missing", "contradictions"}
    assert text in whole.messages[1].content
    assert f"passage {PASSAGE.key}" in whole.messages[1].content
    assert "Intensity is aggressive." in whole.messages[0].content


def test_the_calls_are_open_side_by_side():
    chat = Played(slow=0.01)
    reviewed(draft(), chat)
    assert 2 <= chat.most_open <= 4


def test_what_there_is_to_doubt_is_told_once():
    report = reviewed(draft(), Played())
    assert (report.objections, report.missing, report.contradictions) == (("Odd.",), ("The exception.",), ("7 or 8?",))


def test_a_portion_that_fails_ends_the_review_and_leaves_the_other_calls():
    chat = Played(fails_on="Section 0", slow=0.02)
    with pytest.raises(ModelError, match="down"):
        reviewed(draft(), chat)
    assert chat.aborted


def test_a_review_that_nobody_wants_any_more_is_left_at_once():
    stopped = threading.Event()
    stopped.set()
    with calls_for(CallScope(stopped=stopped.is_set)), pytest.raises(CallAborted):
        reviewed(draft(), Played())


def test_a_short_text_costs_one_call():
    chat = Played()
    reviewed(draft(claims=8)[:400], chat)
    assert len(chat.requests) == 1
    assert "claims" in chat.requests[0].schema["properties"]


@pytest.mark.parametrize("room", [50, 300, 2048])
def test_portions_are_the_text_and_none_is_larger_than_its_room_but_a_sentence(room):
    text = draft()
    portions = portions_of(text, room=room)
    assert "".join(portions) == text
    assert all(part.count("percent") <= max(1, room // 55) for part in portions)
