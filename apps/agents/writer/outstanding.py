"""What a closing tells once more of each topic: the sentences that stand out among those not written yet."""

from collections.abc import Sequence

from apps.agents.contracts import SectionTask
from apps.agents.reading.context import Context, Place, spelled_out
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.belonging import body_headings, nearness
from apps.agents.writer.differing import states_rule
from apps.agents.writer.picking import states_figure
from apps.agents.writer.prose import Run
from apps.agents.writer.request import Request
from apps.agents.writer.selection import repeats
from apps.agents.writer.soundness import defines, leans, stands_alone
from apps.agents.writer.spans import spoken
from apps.agents.writer.trade import glossed
from apps.inference.memory import SentenceMemory
from apps.verification.citations import cited_keys

STANDING_OUT, OF_EACH_OUT = 4, 2  # sentences of the closing, and on each of several companies
OUTSTANDING = 0.55  # nearness to one of the sections' headings, below which a sentence does not stand out
ON_TOPIC = 0.4  # the same where nothing stands out, of a sentence that the closing tells for want of any other
AT_LEAST = 2  # sentences of such a closing
OF_TOPIC, MOST_OF_TOPIC = 0.4, 0.6  # share of that section's words that it must say; of one that does not stand out

Ranked = tuple[bool, bool, float, int, int, Place]  # no figure, nor rule, how near (negative), number, topic


def outstanding(
    task: SectionTask, places: Sequence[Place], context: Context, request: Request, memory: SentenceMemory
) -> tuple[Run, ...]:
    """Of each section's topic, and of each of several companies, the figure or rule nearest to it, if one is near.

    Sentences with figures go before others; in the order of the sections. A company without either has the sentence
    nearest to a topic: a comparison ends on all that it is of. Where nothing stands out, what is nearest to a topic is
    told, or what is on one at all: a draft does not end on nothing while its sources say more.
    """
    headings = body_headings(task)
    fine = [
        place for place in places
        if not leans(place.text) and not place.text.endswith(":") and stands_alone(place) and not defines(place)
        and (request.subject_of(place) or not request.compares)
    ]  # fmt: skip
    near = nearness(headings, fine, memory)
    every = sorted(
        (not states_figure(place.text), not _tells_most(place), -near[number].max(), number,
         int(near[number].argmax()), place)
        for number, place in enumerate(fine if headings else ())
    )  # fmt: skip
    ranked = [one for one in every if _is_on(headings[one[4]], one[5], -one[2], context)]
    telling = [one for one in ranked if -one[2] >= OUTSTANDING and (request.compares or not one[1])]
    chosen = _chosen(telling, request)
    if not chosen and cited_keys(task.text):
        # what is asked for by no topic is all of the document
        left = ranked or ([] if request.topics else [one for one in every if not one[1]])
        chosen = _chosen(sorted(left, key=lambda one: (-one[2] < OUTSTANDING, *one[:4])), request, most=AT_LEAST)
    return tuple(Run(places=(chosen[at],)) for at in sorted(chosen))


def _is_on(topic: str, place: Place, near: float, context: Context) -> bool:
    """Whether a sentence that is so ``near`` to a topic is on it."""
    if near < ON_TOPIC:
        return False
    return _share(topic, place, context) >= (OF_TOPIC if near >= OUTSTANDING else MOST_OF_TOPIC)


def _chosen(ranked: Sequence[Ranked], request: Request, *, most: int = STANDING_OUT) -> dict[tuple[int, str], Place]:
    """(topic, company) → the first that is ranked, as many of each company as there is room for."""
    chosen: dict[tuple[int, str], Place] = {}
    for _, plain, *_, topic, place in ranked:
        subject = request.subject_of(place)
        of_it = sum(of == subject for _, of in chosen)
        room = min(OF_EACH_OUT, most) if subject else most
        wanted = (topic, subject) not in chosen and of_it < (1 if plain and subject else room)
        if wanted and not any(repeats(place, other) for other in chosen.values()):
            chosen[topic, subject] = place
    return chosen


def _tells_most(place: Place) -> bool:
    return states_figure(place.text) or states_rule(place.text)


def _share(topic: str, place: Place, context: Context) -> float:
    """The share of a topic's words that a place says, by their weights."""
    wanted = spelled_out(content_words(topic), context.long_forms)
    return coverage(wanted, glossed(spoken(place)), context.weights, default=context.unseen)
