"""What a model is told of the length asked for, in our words alone; empty where none is. Pure."""

from dataclasses import replace

from apps.agents.contracts import SectionTask
from apps.agents.writer.plan.limits import FEWEST, MOST
from apps.agents.writer.sentences.shares import SENTENCE, most_found, share_of
from apps.retrieval.requests.length import Bound, Length, Unit
from apps.retrieval.requests.request import asked_length, asked_of_each

ANSWER = "The question asks for a text of this length: {length}. Keep to it, whatever rule 1 says of paragraphs."
PLAN = "The request asks for a text of this length: {length}. Plan {most} sections at most."
SECTION = (
    "The request asks for a text of this length in all: {length}. The part that you write has this share of it: "
    "{share}. Keep to it, whatever the rules say of paragraphs and sentences. Leave out what matters least; what is "
    "left out for want of room is no gap of the documents."
)
OF_EACH = (
    "The request asks that each section be of this length: {length}. Keep to it, whatever the rules say of sentences."
)
DETAILED = "The request asks for a detailed text: tell all that the passages have on it."


def answer_length(question: str) -> str:
    """How long an answer is to be."""
    length = asked_length(question)
    return ANSWER.format(length=length) if length and length.unit is not Unit.TIMES else ""


def plan_length(request: str) -> str:
    """How many sections a text of the length asked for has room for."""
    length = asked_length(request)
    if length is None or length.bound is Bound.AT_LEAST:
        return ""
    return PLAN.format(length=length, most=max(FEWEST, most_found(length, MOST)))


def section_length(task: SectionTask) -> str:
    """How much of the length one section may take."""
    length, each = asked_length(task.query), asked_of_each(task.query)
    if each:
        return OF_EACH.format(length=each)
    share = share_of(length, task.outline, task.index, written=task.text)
    if length is None or share is None:
        return ""
    return DETAILED if share.unit is Unit.TIMES else SECTION.format(length=length, share=_rounded(share))


def _rounded(share: Length) -> Length:
    """Words in tens, as one would say it, and no less than a sentence."""
    return replace(share, count=max(SENTENCE, round(share.count, -1))) if share.unit is Unit.WORDS else share
