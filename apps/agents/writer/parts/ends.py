"""What a draft begins with and ends on, in the documents' own sentences: its introduction and its closing."""

from collections.abc import Iterable, Iterator, Sequence

from apps.agents.contracts import SectionTask
from apps.agents.reading.context import Context
from apps.agents.writer.headings import title_case
from apps.agents.writer.parts.belonging import body_headings, told_first
from apps.agents.writer.parts.ending import ending, is_among, written_in
from apps.agents.writer.parts.figures import is_on_figures, left_beside, looking_ahead, of_itself, to_end_on
from apps.agents.writer.parts.introducing import introduced, left_to_introduction, presented, says_all_of
from apps.agents.writer.parts.material import (
    of_several,
    same_subject,
    share_for,
    sound_places,
    telling_headings,
)
from apps.agents.writer.parts.picking import Picking, pick
from apps.agents.writer.parts.silence import as_name, is_told, of_whom, speaking_on
from apps.agents.writer.plan.outline import MAIN_POINTS, as_asked, enumerated, gap_sentence, titles_of
from apps.agents.writer.plan.request import Request
from apps.agents.writer.sentences.lists import lists_of
from apps.agents.writer.sentences.openings import openings_of
from apps.agents.writer.sentences.prose import Run, fingerprint, places_in, repeated_from_before
from apps.agents.writer.sentences.shares import beside, beside_list, first_that_fit, lists_sections
from apps.agents.writer.sentences.telling import headed, paragraphs_of
from apps.inference.memory import SentenceMemory
from apps.verification.citations import cited_keys

INTRODUCTORY, LONGEST_SCOPE = 4, 3  # sentences of the introduction, and of several sections' topics together
COVERS = "This {kind} covers:"
IS_ABOUT = "This {kind} deals with {topic}."
LEFT_OPEN = "The documents do not cover {topics}{whom}."
OPEN_POINTS = "### Open Points\n\n"  # where what stands out has headings of its own
NOTHING_MORE = "The passages cited do not say more on this."
A_PART = "This {kind} presents only a part of what the documents say."


def introduction(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    """What the companies or documents are, each under its name where there are several; what no section tells; and what
    the sections are, which comes first where nothing says what the document is."""
    several, headings = of_several(task), body_headings(task)
    blocks, across = _introducing(task, context, request, memory)
    told = [*blocks, *([across] if across else [])]
    covered = COVERS.format(kind=request.kind) + "\n" + "".join(f"\n- {one}" for one in headings)
    if len(headings) < 2 or not lists_sections(share_for(task, request), headings):
        covered = "" if told else _is_about(task, request)
    if several:
        parts = [covered, *_under_names([run for block in told for run in block], task, context, request)]
    else:
        said = [part for block in told for part in paragraphs_of(block, same_subject(block, context, request))]
        parts = [*said, covered] if blocks else [covered, *said]
    yield from _spaced(filter(None, parts))


def _introducing(
    task: SectionTask, context: Context, request: Request, memory: SentenceMemory
) -> tuple[list[tuple[Run, ...]], tuple[Run, ...]]:
    """Of each company or document what says what it is, of each as much; then what no section tells."""
    repeated, theirs = repeated_from_before(context), body_headings(task)
    sound = [
        place for place in sound_places(task, context, request)
        if place.unit.row is None and place.at not in repeated
    ]  # fmt: skip
    opening = openings_of(sound, theirs) - left_to_introduction(sound, theirs, request)
    sound = [
        place for place in sound
        if place.at not in opening and not says_all_of(place, theirs)
    ]  # fmt: skip
    what_it_is = introduced(sound, request)
    share = beside_list(share_for(task, request), theirs)
    blocks = presented(what_it_is, INTRODUCTORY, share)
    if request.compares and len(blocks) < 2:
        blocks, what_it_is = [], []  # of several that are compared none is told of alone
    told, scope = places_in([run for runs in blocks for run in runs]), [at for one in what_it_is for at in one.places]
    rest = [place for place in sound if place not in scope]
    across = lists_of(context).with_leads(
        told_first(telling_headings(task, context, request, memory), rest, memory), rest
    )
    picking = Picking(
        about=", ".join(theirs),
        most=INTRODUCTORY - len(told),
        told=tuple(told),
        whole=context,
        longest=LONGEST_SCOPE,
        rows=False,
    )
    return blocks, first_that_fit(beside(share, told), pick(across, picking, memory)) if picking.most > 0 else ()


def closing(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    """What the draft ends on, then what the documents leave open: each once more by its name."""
    written, sound = written_in(task.text), sound_places(task, context, request)
    if is_on_figures(task, request):
        ended = looking_ahead(sound, context) or ending(task, to_end_on(sound, written), context, request, memory)
        ended = ended or left_beside(sound, context, written)
        ended = ended or ending(task, of_itself(sound), context, request, memory)
    else:
        ended = ending(task, sound, context, request, memory)
    open_points = [point for point in task.outline.gaps if fingerprint(point) not in written]
    open_points += _left_open(task, context, request, memory)
    share = share_for(task, request, written=" ".join((task.text, *open_points)))
    parts = list(_under_names(first_that_fit(share, ended, least=1), task, context, request))
    if open_points:
        parted = any(part.startswith("#") for part in parts)
        parts.append(f"{OPEN_POINTS if parted else ''}{' '.join(open_points)}")
    yield from _spaced(parts or [_nothing_besides(task, context, request, written)])


def _left_open(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> list[str]:
    """Of each of those that topics are asked of, the topics whose sections say that nothing speaks of them."""
    silent: dict[str, list[str]] = {}
    for topic in request.topics:
        mine = request.of_section(title_case(topic))
        told = gap_sentence(of_whom(as_asked(topic, task.query), task, mine)) in task.text
        if told and not is_told(topic, task.text) and not speaking_on(topic, mine, context, memory):
            silent.setdefault(of_whom("", task, mine), []).append(topic)
    return [LEFT_OPEN.format(topics=enumerated(topics), whom=as_name(whom)) for whom, topics in silent.items()]


def _under_names(runs: Sequence[Run], task: SectionTask, context: Context, request: Request) -> Iterator[str]:
    """Paragraphs of the runs under the companies or documents that they are of, where the draft tells of several."""
    for subject in request.subjects if request.compares else ("",):
        own = [run for run in runs if request.subject_of(run.places[0]) == subject]
        yield from headed(subject, own, same_subject(own, context, request), named=of_several(task))


def _spaced(parts: Iterable[str]) -> Iterator[str]:
    for number, part in enumerate(parts):
        yield f"\n\n{part}" if number else part


def _nothing_besides(task: SectionTask, context: Context, request: Request, written: frozenset[str]) -> str:
    """Where nothing stands out and nothing is left open: whether the passages say more than is written."""
    if not cited_keys(task.text):
        return _is_about(task, request)
    everything = all(is_among(written, place) for place in context.quotable())
    return NOTHING_MORE if everything else A_PART.format(kind=request.kind)


def _is_about(task: SectionTask, request: Request) -> str:
    headings = body_headings(task)
    told = [f"“{titles_of(task.chunks)}”"] if headings == [MAIN_POINTS] else headings
    topics = request.topics or told or (request.title,)
    return IS_ABOUT.format(kind=request.kind, topic=enumerated(topics))
