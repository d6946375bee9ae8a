"""What a section of a draft is told from: the sound places, whose they are, and its share of the length. Pure."""

from collections.abc import Sequence

from apps.agents.contracts import SectionTask
from apps.agents.reading.context import Context, Place
from apps.agents.writer.parts.belonging import body_headings
from apps.agents.writer.parts.silence import speaking_on
from apps.agents.writer.plan.request import Request
from apps.agents.writer.sentences.labelled import without_label
from apps.agents.writer.sentences.prose import Run, fingerprint, places_in
from apps.agents.writer.sentences.shares import share_of
from apps.agents.writer.sentences.soundness import is_sound, scaled_documents
from apps.inference.memory import SentenceMemory
from apps.retrieval.requests.length import Length


def sound_places(task: SectionTask, context: Context, request: Request) -> list[Place]:
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
    return sorted(sound, key=lambda place: place.at)


def telling_headings(task: SectionTask, context: Context, request: Request, memory: SentenceMemory) -> list[str]:
    """The headings of the body but those on topics that nothing speaks of: no sentence is left to these."""
    return [
        heading
        for heading in body_headings(task)
        if heading == task.section.heading
        or not (topic := request.topic_of(heading))
        or speaking_on(topic, request.of_section(heading), context, memory)
    ]


def share_for(task: SectionTask, request: Request, *, written: str = "") -> Length | None:
    """What the section may take of the length asked for; ``written``: the draft before a closing."""
    return share_of(request.length, task.outline, task.index, written=written, each=request.each)


def same_subject(runs: Sequence[Run], context: Context, request: Request) -> list[Place]:
    """The places of those documents that are of the same subject as the runs; of all where none is compared."""
    subjects = {request.subject_of(place) for place in places_in(runs)}
    return [place for place in context.places if request.subject_of(place) in subjects]


def of_several(task: SectionTask) -> bool:
    return task.several or len({chunk.document_id for chunk in task.chunks}) > 1
