"""What a section tells of a topic where no sound sentence of its own does, and what it says of its silence."""

import re
from collections.abc import Container, Mapping, Sequence

from apps.agents.contracts import SectionKind, SectionTask
from apps.agents.reading.cited import read_cited
from apps.agents.reading.context import Context, Place, spelled_out
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words
from apps.agents.writer.parts.picking import Picking, relevance_of
from apps.agents.writer.plan.naming import joined
from apps.agents.writer.plan.outline import gap_sentence, inside, speaking_of
from apps.agents.writer.plan.request import Request
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.lists import Lists, lists_of
from apps.agents.writer.sentences.prose import LONGEST_RUN, Run
from apps.agents.writer.sentences.soundness import is_quotable, is_sound, scaled_documents, stands_alone
from apps.agents.writer.sentences.spans import spoken
from apps.agents.writer.sentences.terms import is_term, says_term
from apps.agents.writer.sentences.trade import glossed
from apps.inference.memory import SentenceMemory

FURTHER = "The documents do not contain further information about {topic}."
UNQUOTED = "The documents do not say anything about {topic} that can be quoted by itself."
_WHOSE = re.compile(r" of (?P<whom>[A-Z0-9].*)\Z")


def speaking_on(topic: str, request: Request, context: Context, memory: SentenceMemory) -> list[Place]:
    """What ``request`` is told on ``topic``: as a whole, else of what a clause ("managing debt") is about."""
    _, _, object_ = topic.partition(" ")
    found = request.own(speaking_of(topic, context, memory))
    if found or not object_ or topic not in request.clauses:
        return found
    return request.own(speaking_of(object_, context, memory))


def is_told(topic: str, text: str) -> bool:
    """Whether a cited sentence of ``text`` has all words of ``topic``."""
    wanted = set(content_words(topic))
    return bool(wanted) and any(
        one.keys and not one.heading and wanted <= set(content_words(text[one.start : one.end]))
        for one in read_cited(text)
    )


def told_anyway(
    topic: str,
    speaking: Sequence[Place],
    elsewhere: Container[tuple[int, int]],
    context: Context,
    memory: SentenceMemory,
) -> tuple[Run, ...]:
    """The best of ``speaking`` that can be quoted, with what it needs; none where a better one is told ``elsewhere``.

    Of a term only what says it as one counts: "non-operating income" is no operating income.

    ``elsewhere``: (rank, index) of what other parts of the draft tell.
    """
    relevance = relevance_of(speaking, Picking(about=topic, most=1, whole=context), memory)
    lists, scaled = lists_of(context), scaled_documents(context)
    wanted = spelled_out(content_words(topic), context.long_forms)
    if is_term(wanted, context):
        speaking = [place for place in speaking if says_term(place, wanted, glossed(spoken(place)))]
    for place in sorted(speaking, key=lambda place: -relevance.of(place)):
        if place.at in elsewhere:
            break
        run = _with_what_it_needs(place, context, lists, scaled)
        if run:
            return (Run(places=run),)
    return ()


def of_whom(topic: str, task: SectionTask, request: Request) -> str:
    """``topic`` with those that the request is about: other documents may well speak of it.

    Without a passage the briefs of the outline know them, in the words of the request.
    """
    planned = [_WHOSE.search(one.brief) for one in task.outline.sections if one.kind is SectionKind.BODY]
    known = next((found["whom"] for found in planned if found and found["whom"] in task.query), "")
    whom = joined(request.subjects) or known
    return f"{topic} for {whom}" if whom and whom.lower() not in topic.lower() else topic


def as_name(whom: str) -> str:
    """ " for …" as ``of_whom`` gives it, in quotes where a name has a figure, so that the figure states nothing."""
    name = whom.removeprefix(" for ")
    return f" for “{name}”" if any(map(str.isdigit, name)) else whom


def silence(
    topic: str,
    silent: Mapping[str, Sequence[Place]],
    elsewhere: Container[tuple[int, int]],
    *,
    told: bool,
    of_all: str,
) -> str:
    """What the section was to tell of each of ``silent`` and does not. Their places speak of it, and are told elsewhere
    or cannot be told. ``of_all``: the topic with the names of all that the request is about."""
    absent = [subject for subject, speaking in silent.items() if not speaking]
    if absent and not told:
        return gap_sentence(of_all)
    lines = [f"The passages found do not contain information about this for {joined(absent)}."] if absent else []
    for subject, speaking in silent.items():
        line = FURTHER if any(place.at in elsewhere for place in speaking) else UNQUOTED
        about = f"{inside(topic)} for {subject}" if subject else inside(of_all)
        lines += [line.format(topic=about)] if speaking else []
    return " ".join(lines)


def _with_what_it_needs(place: Place, context: Context, lists: Lists, scaled: frozenset[str]) -> tuple[Place, ...]:
    """A place with the list it is of, or the sentences it leans on; nothing where a part cannot be quoted."""
    if place.unit.row is not None:
        return (place,) if is_sound(place, scaled) else ()
    around = context.chunks[place.rank]
    lead = lists.inside.get(place.at, place.at)
    if lead in lists.after:
        run = (around[lead[1]], *lists.after[lead])
        whole = len(lists.tellable(run)) == len(run) and not leans_in_place(run[0])
    else:
        first = place.index
        while first > max(0, place.index + 1 - LONGEST_RUN) and leans_in_place(around[first]):
            first -= 1
        run = around[first : place.index + 1]
        whole = not leans_in_place(run[0]) and not any(lists.holds(one) or one.text.endswith(":") for one in run)
        whole = whole and all(stands_alone(one) for one in run)
    return run if whole and all(one.unit.kind is Kind.PROSE and is_quotable(one, scaled) for one in run) else ()
