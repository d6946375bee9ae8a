"""What a closing ends on: what stands out and is not told yet, else what a section can spare."""

from collections.abc import Sequence

from apps.agents.contracts import SectionKind, SectionTask
from apps.agents.reading.cited import read_cited
from apps.agents.reading.context import Context, Place
from apps.agents.writer.parts.belonging import body_headings, nearness, told_of
from apps.agents.writer.parts.concluding import TELLING, conclusiveness
from apps.agents.writer.parts.introducing import introduced
from apps.agents.writer.parts.outstanding import STANDING_OUT, outstanding
from apps.agents.writer.parts.sparing import spared, text_under
from apps.agents.writer.plan.request import Request
from apps.agents.writer.sentences.labelled import unlabelled
from apps.agents.writer.sentences.prose import Run, fingerprint
from apps.agents.writer.sentences.retold import tells_all_of, without_retold
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.soundness import introduces, says_by_itself
from apps.inference.memory import SentenceMemory
from apps.verification.citations import cited_keys

EACH = 1  # sentences of a company or document that nothing stands out of
SHORT = 10  # words, below which a sentence hardly concludes
NOT_FAR = 0.3  # nearness to one of the sections' headings of what a closing tells for want of anything nearer


def ending(
    task: SectionTask, sound: Sequence[Place], context: Context, request: Request, memory: SentenceMemory
) -> tuple[Run, ...]:
    """Of each of those that sections tell of, at least one statement, as long as there is one.

    First what stands out among the ``sound`` places and is not written yet. Of a company or document of which nothing
    does, what is written in a section that has more than enough: there it is taken out when the draft is put together,
    since no sentence is told twice. Where the closing would be left with nothing at all, what lies near to the topics,
    else what the documents are.
    """
    written = written_in(task.text)
    told = [place for place in context.quotable() if is_among(written, place)]
    fresh = [place for place in _fresh(task, sound, told, request) if not introduces(place)]
    prose = [
        place for place in fresh
        if place.unit.row is None and not place.unit.item and not any(tells_all_of(other, place) for other in told)
    ]  # fmt: skip
    runs = without_retold(outstanding(task, prose, context, request, memory))
    for whom in _left_without(runs, told, task, request):
        if request.compares or len(runs) < STANDING_OUT:
            own = [place for place in prose if _whose(place, request) == whom]
            left = [place for place in sound if _whose(place, request) == whom]
            runs += outstanding(task, own, context, request, memory)[:EACH] or _spared(task, left)
    return runs or _for_want_of_better(task, prose, request, memory) or _of_the_documents(task, sound, told, request)


def written_in(text: str) -> frozenset[str]:
    """The fingerprints of all sentences of ``text``."""
    return frozenset(fingerprint(text[one.start : one.end]) for one in read_cited(text))


def is_among(written: frozenset[str], place: Place) -> bool:
    """Whether a sentence is written already, with its label or without."""
    return not written.isdisjoint((fingerprint(place.text), fingerprint(unlabelled(place.text))))


def _fresh(task: SectionTask, sound: Sequence[Place], told: Sequence[Place], request: Request) -> list[Place]:
    """What is not written yet, nor told of the same company in nearly the same words."""
    written = written_in(task.text)
    return [
        place for place in sound
        if not is_among(written, place)
        and not any(request.subject_of(place) == request.subject_of(other) and repeats(place, other) for other in told)
    ]  # fmt: skip


def _whose(place: Place, request: Request) -> str:
    """The company that is compared, else the document, that a place is of."""
    return request.subject_of(place) or place.chunk.document_id


def _left_without(runs: Sequence[Run], told: Sequence[Place], task: SectionTask, request: Request) -> list[str]:
    """The companies or documents that sections tell of and none of ``runs`` is of, in the order in which it is told."""
    body = text_under(task.text, body_headings(task))
    keys, written = cited_keys(body), written_in(body)
    ended = {_whose(place, request) for run in runs for place in run.places}
    of = [place for place in told if place.chunk.key in keys and is_among(written, place)]
    of = [place for place in of if request.subject_of(place) or not request.compares]
    first = {}
    for place in sorted(of, key=lambda place: keys.index(place.chunk.key)):
        first.setdefault(_whose(place, request), place)
    return [whom for whom in first if whom not in ended]


def _spared(task: SectionTask, places: Sequence[Place], headings: Sequence[str] = ()) -> tuple[Run, ...]:
    """The most conclusive of the ``places`` that sections can spare, of several the last; else the first such row."""
    order = {words: at for at, words in enumerate(spared(task.text, headings or body_headings(task)))}
    keys = cited_keys(task.text)
    left = [place for place in places if fingerprint(place.text) in order and place.chunk.key in keys]
    prose = [place for place in left if says_by_itself(place) and not introduces(place)]
    rows = [place for place in left if place.unit.row is not None]
    last = min(prose, key=lambda place: _last_to_say(place, order[fingerprint(place.text)]), default=None)
    best = last or min(rows, key=lambda place: order[fingerprint(place.text)], default=None)
    return (Run(places=(best,)),) if best else ()


def _last_to_say(place: Place, at: int) -> tuple[float, bool, int]:
    """Lower is better to end on; ``at``: where it stands."""
    return conclusiveness(place), len(place.text.split()) < SHORT, -at


def _for_want_of_better(
    task: SectionTask, fresh: Sequence[Place], request: Request, memory: SentenceMemory
) -> tuple[Run, ...]:
    """What says more than how things are and is nearest to a topic that is asked of its company."""
    headings = body_headings(task)
    telling = [place for place in fresh if says_by_itself(place) and conclusiveness(place) <= TELLING]
    if not cited_keys(text_under(task.text, headings)):
        return ()
    headings = told_of(task)
    asked = [request.of_section(heading) for heading in headings]
    near = [
        max((of for of, mine in zip(row, asked, strict=True) if mine.own([place])), default=0.0)
        for place, row in zip(telling, nearness(headings, telling, memory), strict=True)
    ]
    best = max(range(len(telling)), key=lambda at: (near[at], -at), default=None)
    return (Run(places=(telling[best],)),) if best is not None and near[best] >= NOT_FAR else ()


def _of_the_documents(
    task: SectionTask, sound: Sequence[Place], told: Sequence[Place], request: Request
) -> tuple[Run, ...]:
    """Of each of those that are introduced what is left of that, else what the introduction can spare."""
    if not cited_keys(task.text):
        return ()
    fresh = _fresh(task, [place for place in sound if place.unit.row is None], told, request)
    known = {place.chunk.document_id for place in told}
    left = [
        next((place for place in one.places if place in fresh and says_by_itself(place)), None)
        for one in introduced([place for place in sound if place.unit.row is None], request)
    ]
    runs = tuple(Run(places=(place,)) for place in left if place and place.chunk.document_id in known)
    first = [one.heading for one in task.outline.sections if one.kind is SectionKind.INTRODUCTION]
    return runs or _spared(task, sound, first)
