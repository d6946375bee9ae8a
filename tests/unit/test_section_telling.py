"""Sections that are written side by side are told in the order of the draft."""

from typing import Any

import pytest

from apps.drafting.composition import lead, opening
from apps.drafting.section_telling import SectionTelling
from apps.drafting.telling import told
from apps.runs.types import EventDraft

KEY, OTHER = "0123456789ab", "ba9876543210"
TITLE = opening("Loans")


class Ctx:
    """Keeps what is told."""

    def __init__(self) -> None:
        self.events: list[EventDraft] = []
        self.progress: list[Any] = []

    def emit(self, *drafts: EventDraft, progress: Any = None) -> None:
        self.events += drafts
        self.progress.append(progress)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Whole:
    """The draft up to a section: not whole until ``text`` is set."""

    def __init__(self, text: str | None) -> None:
        self.text, self.asked = text, 0

    def __call__(self) -> str | None:
        self.asked += 1
        return self.text


def told_text(events: list[EventDraft], start: str = "") -> str:
    """What a reader has who puts each delta at its offset; a gap or an overlap is an error."""
    text = start
    for event in events:
        if event.type == "content_chunk":
            assert event.payload["offset"] == len(text)
            text += event.payload["delta"]
    return text


@pytest.fixture
def ctx() -> Ctx:
    return Ctx()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def telling(ctx: Ctx, clock: Clock, before: Whole) -> SectionTelling:
    return SectionTelling(
        ctx, heading="Limits", allowed=frozenset({KEY, OTHER}), before=before, progress={"told": True}, clock=clock
    )


def test_the_section_whose_turn_it_is_is_told_live(ctx: Ctx, clock: Clock):
    section = telling(ctx, clock, Whole(TITLE))

    for piece in ("\n\nAt most 75%", f". [cite:{KEY}]", " Not more.\n"):
        clock.now += 1
        section.feed(piece)
    body = section.finish()
    events = ctx.events + section.rest(TITLE)

    assert body == f"At most 75%. [cite:{KEY}] Not more."
    assert told_text(events, TITLE) == TITLE + lead("Limits") + body
    assert len(ctx.events) > 1, "before it was whole"


def test_a_section_before_its_turn_is_told_by_nobody_and_then_at_once(ctx: Ctx, clock: Clock):
    before = Whole(None)
    section = telling(ctx, clock, before)
    section.feed("At most 75%.")
    clock.now += 1
    section.feed(" Not more.")
    assert not ctx.events

    before.text = TITLE
    clock.now += 1
    section.feed(" Ever.")

    assert told_text(ctx.events, TITLE) == TITLE + lead("Limits") + "At most 75%. Not more. Ever."


def test_what_was_not_told_is_left_to_the_commit(ctx: Ctx, clock: Clock):
    section = telling(ctx, clock, Whole(None))
    section.feed("At most 75%.")
    section.finish()

    assert not ctx.events
    assert told_text(section.rest(TITLE), TITLE) == TITLE + lead("Limits") + "At most 75%."
    assert section.rest(TITLE), "asked again after a rolled back commit"


def test_that_readers_saw_words_is_kept_with_the_first_of_them(ctx: Ctx, clock: Clock):
    section = telling(ctx, clock, Whole(TITLE))
    for piece in ("One.", " Two.", " Three."):
        clock.now += 1
        section.feed(piece)

    assert ctx.progress == [{"told": True}, None, None]


def test_it_is_not_asked_with_each_piece_whether_the_turn_has_come(ctx: Ctx, clock: Clock):
    before = Whole(None)
    section = telling(ctx, clock, before)
    for _ in range(100):
        clock.now += 0.01
        section.feed("word ")

    assert before.asked <= 5


def test_citations_are_numbered_over_the_whole_draft_and_unknown_ones_fall(ctx: Ctx, clock: Clock):
    first = TITLE + lead("Before") + f"Yes. [cite:{OTHER}]"
    section = telling(ctx, clock, Whole(first))
    clock.now += 1
    section.feed(f"A. [cite:{KEY}] B. [cite:{OTHER}] C. [cite:ffffffffffff]")
    section.finish()
    events = [event.payload for event in ctx.events + section.rest(first) if event.type == "citation_detected"]

    assert [(event["key"], event["number"]) for event in events] == [(KEY, 2), (OTHER, 1)]
    whole = told_text(ctx.events, first)
    assert all(whole[event["offset"] :].startswith(f"[cite:{event['key']}]") for event in events)
    assert section.removed == ("ffffffffffff",)


def test_a_text_that_is_told_at_once_begins_where_the_one_before_ended():
    events = told("abc", f"d. [cite:{KEY}]", cycle=1)

    assert events[0].payload == {"delta": f"d. [cite:{KEY}]", "offset": 3, "cycle": 1}
    assert events[1].payload["offset"] == 6
