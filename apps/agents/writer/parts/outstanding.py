"""What a closing tells once more of each topic: the sentences that stand out among those not written yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.contracts import SectionTask
from apps.agents.reading.context import Context, Place, spelled_out
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.parts.belonging import nearness, told_of
from apps.agents.writer.parts.concluding import TELLING, conclusiveness
from apps.agents.writer.plan.request import Request
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.soundness import says_by_itself
from apps.agents.writer.sentences.spans import spoken
from apps.agents.writer.sentences.terms import is_term, says_term
from apps.agents.writer.sentences.trade import glossed
from apps.inference.memory import SentenceMemory
from apps.verification.citations import cited_keys

STANDING_OUT, OF_EACH_OUT = 4, 2  # sentences of the closing, and on each of several companies
OUTSTANDING = 0.55  # nearness to one of the sections' headings, below which a sentence does not stand out
ON_TOPIC = 0.4  # the same where nothing stands out, of a sentence that the closing tells for want of any other
AT_LEAST = 2  # sentences of such a closing
OF_TOPIC, MOST_OF_TOPIC = 0.4, 0.6  # share of that section's words that it must say; of one that does not stand out,
WHOLE = 0.99  # the same of one that says all of them
FEW_WORDS = 2  # or of a heading of so few


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A sentence with the topics it is on, the nearest first; ``topics[0]`` is what it is near to if it is on none.

    ``share``: of the words of that which it says.
    """

    place: Place
    topics: tuple[int, ...]
    near: float
    share: float
    on_topic: bool
    concluding: float

    @property
    def order(self) -> tuple[float, int, float]:
        return self.concluding, -len(self.topics), -self.near

    @property
    def says_it(self) -> bool:
        """Whether it has all words of its topic."""
        return self.share >= WHOLE

    @property
    def is_plain(self) -> bool:
        return self.concluding > TELLING


def outstanding(
    task: SectionTask, places: Sequence[Place], context: Context, request: Request, memory: SentenceMemory
) -> tuple[Run, ...]:
    """Of each section's topic, and of each of several companies, what concludes most of the sentences on it.

    What is expected, or came of it, goes before figures and rules, and these before details; what is on several topics
    before what is on one. In the order of the sections. A company without any of these has the sentence nearest to a
    topic: a comparison ends on all that it is of. Where nothing stands out, what is nearest to a topic is told, or what
    is on one at all: a draft does not end on nothing while its sources say more.
    """
    headings = told_of(task)
    fine = [place for place in places if says_by_itself(place) and (request.subject_of(place) or not request.compares)]
    every = _ranked(headings, fine, context, request, memory) if headings else []
    ranked = [one for one in every if one.on_topic]
    telling = [
        one for one in ranked if one.near >= OUTSTANDING and (not one.is_plain or (request.compares and one.says_it))
    ]
    chosen = _chosen(telling, request)
    if not chosen and cited_keys(task.text):
        # what is asked for by no topic is all of the document
        left = (
            ranked
            or [one for one in every if one.near >= OUTSTANDING and one.share >= OF_TOPIC]
            or ([] if request.topics else [one for one in every if not one.is_plain])
        )
        chosen = _chosen(sorted(left, key=lambda one: (one.near < OUTSTANDING, one.order)), request, most=AT_LEAST)
    return tuple(Run(places=(chosen[at],)) for at in sorted(chosen))


def _ranked(
    headings: Sequence[str], places: Sequence[Place], context: Context, request: Request, memory: SentenceMemory
) -> list[Rated]:
    """The sentences, what concludes most first; none of a company of whom no topic is asked that it is near to."""
    found = []
    asked = [request.of_section(heading) for heading in headings]
    stems = [spelled_out(content_words(heading), context.long_forms) for heading in headings]
    terms = [wanted if is_term(wanted, context) else () for wanted in stems]
    for place, row in zip(places, nearness(headings, places, memory), strict=True):
        order = sorted(range(len(headings)), key=lambda topic: (-row[topic], topic))
        order = [topic for topic in order if asked[topic].own([place])]
        if not order:
            continue
        shares = [_share(heading, place, context) for heading in headings]
        on = tuple(
            topic for topic in order
            if _is_on(headings[topic], float(row[topic]), shares[topic]) and _keeps_term(terms[topic], place)
        )  # fmt: skip
        nearest = (on or order)[0]
        found.append(
            Rated(
                place=place,
                topics=on or (nearest,),
                near=float(row[nearest]),
                share=shares[nearest],
                on_topic=bool(on),
                concluding=conclusiveness(place),
            )
        )
    return sorted(found, key=lambda one: one.order)


def _keeps_term(term: Sequence[str], place: Place) -> bool:
    """Whether a place says the term, where the topic is one: other sentences have a word of it alone."""
    return not term or says_term(place, term, glossed(spoken(place)))


def _is_on(topic: str, near: float, share: float) -> bool:
    """Whether a sentence that is so ``near`` to a topic, and says that ``share`` of its words, is on it."""
    few = len(set(content_words(topic))) <= FEW_WORDS
    return near >= ON_TOPIC and share >= (OF_TOPIC if near >= OUTSTANDING and not few else MOST_OF_TOPIC)


def _chosen(ranked: Sequence[Rated], request: Request, *, most: int = STANDING_OUT) -> dict[tuple[int, str], Place]:
    """(topic, company) → the first that is ranked, as many of each company as there is room for; a topic that is told
    with another has none of its own."""
    chosen: dict[tuple[int, str], Place] = {}
    told: set[tuple[int, str]] = set()
    for one in ranked:
        subject = request.subject_of(one.place)
        of_it = sum(of == subject for _, of in chosen)
        room = min(OF_EACH_OUT, most) if subject else most
        free = next((topic for topic in one.topics if (topic, subject) not in told), None)
        if free is None or of_it >= (1 if one.is_plain and subject else room):
            continue
        if not any(repeats(one.place, other) for other in chosen.values()):
            chosen[free, subject] = one.place
            told.update((topic, subject) for topic in one.topics)
    return chosen


def _share(topic: str, place: Place, context: Context) -> float:
    """The share of a topic's words that a place says, by their weights."""
    wanted = spelled_out(content_words(topic), context.long_forms)
    return coverage(wanted, glossed(spoken(place)), context.weights, default=context.unseen)
