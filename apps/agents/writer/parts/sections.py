"""The sections of a draft in the documents' own sentences: body, introduction, closing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from apps.agents.contracts import SectionKind, SectionTask
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.writer.headings import title_case
from apps.agents.writer.parts.belonging import body_headings, is_introduced, told_first, told_here
from apps.agents.writer.parts.ending import ending, is_among, written_in
from apps.agents.writer.parts.introducing import (
    introduced,
    is_of_itself,
    left_to_introduction,
    presented,
    presents,
    says_all_of,
)
from apps.agents.writer.parts.picking import Picking, pick
from apps.agents.writer.parts.silence import as_name, is_told, of_whom, silence, speaking_on, told_anyway
from apps.agents.writer.plan.outline import MAIN_POINTS, as_asked, enumerated, gap_sentence, titles_of
from apps.agents.writer.plan.request import Request, joined, read_request
from apps.agents.writer.plan.whole import names_no_topic
from apps.agents.writer.sentences.differing import rivals_among
from apps.agents.writer.sentences.lists import lists_of
from apps.agents.writer.sentences.openings import opening_of, openings_of
from apps.agents.writer.sentences.prose import Run, fingerprint, repeated_from_before
from apps.agents.writer.sentences.shares import (
    among,
    beside,
    beside_list,
    first_that_fit,
    lists_sections,
    most_sentences,
    share_of,
)
from apps.agents.writer.sentences.soundness import (
    introduces,
    is_sound,
    scaled_documents,
    without_label,
)
from apps.agents.writer.sentences.telling import headed, paragraphs_of
from apps.inference.memory import SentenceMemory
from apps.verification.citations import cited_keys

BODY_SENTENCES = 12
ALONE = 20  # sentences of a section that is the only one
OF_EACH = 5  # sentences on each of several companies
INTRODUCTORY, LONGEST_SCOPE = 4, 3  # sentences of the introduction, and of several sections' topics together
COVERS = "This {kind} covers:"
IS_ABOUT = "This {kind} deals with {topic}."
LEFT_OPEN = "The documents do not cover {topics}{whom}."
OPEN_POINTS = "### Open Points\n\n"  # where what stands out has headings of its own
NOTHING_MORE = "The passages cited do not say more on this."
A_PART = "This {kind} presents only a part of what the documents say."


def section_of(task: SectionTask, memory: SentenceMemory) -> Iterator[str]:
    """Pieces of the section; joined they are its text."""
    context = read_context(task.chunks, asked=task.section.brief)
    request = read_request(task.query, context.places)
    if task.section.kind is SectionKind.BODY:
        yield from _body(task, context, request, memory)
        if task.section is task.outline.sections[-1] and task.outline.gaps:
            yield f"\n\n{' '.join(task.outline.gaps)}"
    elif task.section.kind is SectionKind.INTRODUCTION:
        yield from _introduction(task, context, request, memory)
    else:
        yield from _closing(task, context, request, memory)


def _body(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    repeated = repeated_from_before(context)
    sound = [place for place in _sound(task, context, request) if (place.rank, place.index) not in repeated]
    opening = opening_of(sound, task.section.heading)
    heading, left = [task.section.heading], left_to_introduction(sound, body_headings(task), request)
    sound = [
        place for place in sound
        if not is_introduced(task) or ((place.rank, place.index) not in left
        and ((place.rank, place.index) in opening or says_all_of(place, heading)
             or not ((introduces(place) and is_of_itself(place)) or presents(place))))
    ]  # fmt: skip
    asked, mine = request.topic_of(task.section.heading), request.of_section(task.section.heading)
    speaking = speaking_on(asked or _about(task, request), mine, context, memory)
    if asked and not speaking:
        yield gap_sentence(of_whom(as_asked(asked, task.query), task, mine))
        return
    headings = _telling(task, context, request, memory)
    picked = _picked(task, headings, sound, context, request, memory)
    whole = all(runs for _, runs in picked)
    elsewhere = frozenset() if whole else _told_elsewhere(task, headings, sound, context, request, memory)
    spoken = dict(mine.by_subject(speaking))
    silent, gap = {}, ""
    for subject, best in picked:
        runs = best or told_anyway(_about(task, request), spoken[subject], elsewhere, context, memory)
        silent |= {} if runs else {subject: spoken[subject]}
        rivals = rivals_among(_places(runs), context, memory)
        among = _same_subject(runs, context, request)
        for paragraph in headed(subject, runs, among, rivals, named=_of_several(task)):
            yield f"{gap}{paragraph}"
            gap = "\n\n"
    if gap and names_no_topic(request):
        silent = {subject: found for subject, found in silent.items() if found}  # nobody asked for it by its words
    if silent:
        topic = as_asked(asked, task.query) if asked else _about(task, request)
        of_all = of_whom(topic, task, mine)
        yield f"{gap}{silence(topic, silent, elsewhere, told=bool(gap or speaking), of_all=of_all)}"


def _picked(
    task: SectionTask,
    headings: Sequence[str],
    sound: Sequence[Place],
    context: Context,
    request: Request,
    memory: SentenceMemory,
) -> list[tuple[str, tuple[Run, ...]]]:
    """What a section tells of each company, or of all where none is compared, beside the others of ``headings``."""
    usable = lists_of(context).with_leads(told_here(task, headings, sound, memory), sound)
    mine = request.of_section(task.section.heading)
    most = OF_EACH if mine.compares else BODY_SENTENCES if len(body_headings(task)) > 1 else ALONE
    each = mine.by_subject(usable)
    share = among(share_of(request.length, task.outline, task.index), len(each))
    picking = Picking(about=_about(task, request), most=most_sentences(share, most), whole=context, share=share)
    return [(subject, pick(places, picking, memory)) for subject, places in each]


def _told_elsewhere(
    task: SectionTask,
    headings: Sequence[str],
    sound: Sequence[Place],
    context: Context,
    request: Request,
    memory: SentenceMemory,
) -> frozenset[tuple[int, int]]:
    """(rank, index) of what the introduction and the other sections tell of ``sound``, as far as can be seen here."""
    own = frozenset(chunk.key for chunk in task.chunks) - task.elsewhere
    told = told_first(headings, sound, memory)
    for index, section in enumerate(task.outline.sections):
        if index != task.index and section.heading in headings:
            other = replace(task, index=index, elsewhere=own)
            told += [
                place
                for _, runs in _picked(other, headings, sound, context, request, memory)
                for place in _places(runs)
            ]
    return frozenset((place.rank, place.index) for place in told)


def _introduction(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    """What the companies or documents are, each under its name where there are several; what no section tells; and what
    the sections are, which comes first where nothing says what the document is."""
    several, headings = _of_several(task), body_headings(task)
    blocks, across = _introducing(task, context, request, memory)
    told = [*blocks, *([across] if across else [])]
    covered = COVERS.format(kind=request.kind) + "\n" + "".join(f"\n- {one}" for one in headings)
    if len(headings) < 2 or not lists_sections(share_of(request.length, task.outline, task.index), headings):
        covered = "" if told else _is_about(task, request)
    if several:
        parts = [covered, *_under_names([run for block in told for run in block], task, context, request)]
    else:
        said = [part for block in told for part in paragraphs_of(block, _same_subject(block, context, request))]
        parts = [*said, covered] if blocks else [covered, *said]
    yield from _spaced(filter(None, parts))


def _introducing(
    task: SectionTask, context: Context, request: Request, memory: SentenceMemory
) -> tuple[list[tuple[Run, ...]], tuple[Run, ...]]:
    """Of each company or document what says what it is, of each as much; then what no section tells."""
    repeated, theirs = repeated_from_before(context), body_headings(task)
    sound = [
        place for place in _sound(task, context, request)
        if place.unit.row is None and (place.rank, place.index) not in repeated
    ]  # fmt: skip
    opening = openings_of(sound, theirs) - left_to_introduction(sound, theirs, request)
    sound = [
        place for place in sound
        if (place.rank, place.index) not in opening and not says_all_of(place, theirs)
    ]  # fmt: skip
    what_it_is = introduced(sound, request)
    share = beside_list(share_of(request.length, task.outline, task.index), theirs)
    blocks = presented(what_it_is, INTRODUCTORY, share)
    if request.compares and len(blocks) < 2:
        blocks, what_it_is = [], []  # of several that are compared none is told of alone
    told, scope = _places([run for runs in blocks for run in runs]), [at for one in what_it_is for at in one.places]
    rest = [place for place in sound if place not in scope]
    across = lists_of(context).with_leads(told_first(_telling(task, context, request, memory), rest, memory), rest)
    picking = Picking(
        about=", ".join(theirs),
        most=INTRODUCTORY - len(told),
        told=tuple(told),
        whole=context,
        longest=LONGEST_SCOPE,
        rows=False,
    )
    return blocks, first_that_fit(beside(share, told), pick(across, picking, memory)) if picking.most > 0 else ()


def _closing(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    """What the draft ends on, then what the documents leave open: each once more by its name."""
    written, ended = written_in(task.text), ending(task, _sound(task, context, request), context, request, memory)
    open_points = [point for point in task.outline.gaps if fingerprint(point) not in written]
    open_points += _left_open(task, context, request, memory)
    share = share_of(request.length, task.outline, task.index, written=" ".join((task.text, *open_points)))
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
        yield from headed(subject, own, _same_subject(own, context, request), named=_of_several(task))


def _of_several(task: SectionTask) -> bool:
    return task.several or len({chunk.document_id for chunk in task.chunks}) > 1


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


def _telling(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> list[str]:
    """The headings of the body but those on topics that nothing speaks of: no sentence is left to these."""
    return [
        heading
        for heading in body_headings(task)
        if heading == task.section.heading
        or not (topic := request.topic_of(heading))
        or speaking_on(topic, request.of_section(heading), context, memory)
    ]


def _sound(task: SectionTask, context: Context, request: Request) -> list[Place]:
    """Sentences and rows that can stand in the draft, each where its document says it first.

    Of several that are compared each may say the same.
    """
    scaled = scaled_documents(context)
    told: set[tuple[str, str]] = set()
    sound = []
    for place in sorted(context.quotable(), key=lambda one: (one.chunk.document_id, one.chunk.start_offset, one.index)):
        said = (request.subject_of(place), fingerprint(place.text))
        if said not in told and is_sound(place, scaled, task.section.heading):
            told.add(said)
            sound.append(without_label(place, task.section.heading))
    return sorted(sound, key=lambda place: (place.rank, place.index))


def _places(runs: Sequence[Run]) -> list[Place]:
    return [place for run in runs for place in run.places]


def _same_subject(runs: Sequence[Run], context: Context, request: Request) -> list[Place]:
    """The places of those documents that are of the same subject as the runs; of all where none is compared."""
    subjects = {request.subject_of(place) for place in _places(runs)}
    return [place for place in context.places if request.subject_of(place) in subjects]


def _about(task: SectionTask, request: Request) -> str:
    """The section's brief without the names of those it tells of."""
    heading = task.section.heading
    brief = task.section.brief.removesuffix(f" of {joined(request.of_section(heading).subjects)}")
    return heading if brief.lower().startswith(heading.lower()) else brief
