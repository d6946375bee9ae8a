"""The sections of a draft in the documents' own sentences; its body."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.agents.contracts import SectionKind, SectionTask
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.writer.parts.belonging import body_headings, is_introduced, told_first, told_here
from apps.agents.writer.parts.ends import closing, introduction
from apps.agents.writer.parts.figures import figures_told, is_on_figures, is_policy, opening_figures
from apps.agents.writer.parts.introducing import is_of_itself, left_to_introduction, presents, says_all_of
from apps.agents.writer.parts.material import (
    of_several,
    same_subject,
    share_for,
    sound_places,
    telling_headings,
)
from apps.agents.writer.parts.picking import Picking, pick
from apps.agents.writer.parts.silence import of_whom, silence, speaking_on, told_anyway
from apps.agents.writer.plan.naming import joined
from apps.agents.writer.plan.outline import as_asked, gap_sentence
from apps.agents.writer.plan.request import Request, names_no_topic, read_request
from apps.agents.writer.sentences.asked.period import of_period
from apps.agents.writer.sentences.differing import rivals_among
from apps.agents.writer.sentences.lists import lists_of
from apps.agents.writer.sentences.main_figures import main_figures
from apps.agents.writer.sentences.openings import opening_of
from apps.agents.writer.sentences.prose import Run, places_in, repeated_from_before
from apps.agents.writer.sentences.shares import among, first_that_fit, most_sentences, without_rows
from apps.agents.writer.sentences.soundness import introduces, scaled_documents
from apps.agents.writer.sentences.telling import headed
from apps.inference.memory import SentenceMemory

BODY_SENTENCES = 12
ALONE = 20  # sentences of a section that is the only one
OF_EACH = 5  # sentences on each of several companies


def section_of(task: SectionTask, memory: SentenceMemory) -> Iterator[str]:
    """Pieces of the section; joined they are its text."""
    context = read_context(task.chunks, asked=task.section.brief)
    request = read_request(task.query, context.places)
    if task.section.kind is SectionKind.BODY:
        yield from _body(task, context, request, memory)
        if task.section is task.outline.sections[-1] and task.outline.gaps:
            yield f"\n\n{' '.join(task.outline.gaps)}"
    elif task.section.kind is SectionKind.INTRODUCTION:
        yield from introduction(task, context, request, memory)
    else:
        yield from closing(task, context, request, memory)


def _body(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> Iterator[str]:
    repeated = repeated_from_before(context)
    sound = [place for place in sound_places(task, context, request) if place.at not in repeated]
    opening = opening_of(sound, task.section.heading)
    heading, left = [task.section.heading], left_to_introduction(sound, body_headings(task), request)
    sound = [
        place for place in sound
        if not is_introduced(task) or (place.at not in left
        and (place.at in opening or says_all_of(place, heading)
             or not ((introduces(place) and is_of_itself(place)) or presents(place))))
    ]  # fmt: skip
    asked, mine = request.topic_of(task.section.heading), request.of_section(task.section.heading)
    speaking = speaking_on(asked or _about(task, request), mine, context, memory)
    if is_on_figures(task, request):
        speaking = speaking or list(main_figures(context.quotable(), scaled_documents(context)))
    if asked and not speaking:
        yield gap_sentence(of_whom(as_asked(asked, task.query), task, mine))
        return
    headings = telling_headings(task, context, request, memory)
    picked = _picked(task, headings, sound, context, request, memory)
    whole = all(runs for _, runs in picked)
    elsewhere = frozenset() if whole else _told_elsewhere(task, headings, sound, context, request, memory)
    spoken = dict(mine.by_subject(speaking))
    silent, gap = {}, ""
    for subject, best in picked:
        runs = best or told_anyway(_about(task, request), spoken[subject], elsewhere, context, memory)
        silent |= {} if runs else {subject: spoken[subject]}
        rivals = rivals_among(places_in(runs), context, memory)
        among = same_subject(runs, context, request)
        for paragraph in headed(subject, runs, among, rivals, named=of_several(task)):
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
    each, topic = mine.by_subject(usable), request.topic_of(task.section.heading)
    if topic:
        each = [(subject, of_period(task.query, topic, places)) for subject, places in each]
    share = among(share_for(task, request), len(each))
    if is_on_figures(task, request) and (told := figures_told(sound, context, share)):
        return [("", told)]
    picking = Picking(about=_about(task, request), most=most_sentences(share, most), whole=context, share=share)
    return [(subject, _opened(places, picking, memory)) for subject, places in each]


def _opened(places: Sequence[Place], picking: Picking, memory: SentenceMemory) -> tuple[Run, ...]:
    """What is picked; a main figure of results before all that is told of it, and then no rules of its accounting."""
    lead = first_that_fit(picking.share, opening_figures(picking.about, places, picking.whole))
    if not lead:
        return pick(places, picking, memory)
    left = replace(
        picking,
        told=tuple(places_in(lead)),
        most=max(0, picking.most - sum(not run.is_rows for run in lead)),
        share=without_rows(picking.share, lead),
    )
    return (*lead, *pick([place for place in places if not is_policy(place)], left, memory))


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
                for place in places_in(runs)
            ]
    return frozenset(place.at for place in told)


def _about(task: SectionTask, request: Request) -> str:
    """The section's brief without the names of those it tells of."""
    heading = task.section.heading
    brief = task.section.brief.removesuffix(f" of {joined(request.of_section(heading).subjects)}")
    return heading if brief.lower().startswith(heading.lower()) else brief
