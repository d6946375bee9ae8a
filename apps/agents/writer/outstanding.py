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

STANDING_OUT, OF_EACH_OUT = 4, 2  # sentences of the closing, and on each of several companies
OUTSTANDING = 0.55  # nearness to one of the sections' headings, below which a sentence does not stand out
OF_TOPIC = 0.4  # share of that section's words that it must say


def outstanding(
    task: SectionTask, places: Sequence[Place], context: Context, request: Request, memory: SentenceMemory
) -> tuple[Run, ...]:
    """Of each section's topic, and of each of several companies, the figure or rule nearest to it, if one is near.

    Sentences with figures go before others; in the order of the sections. A company without either has the sentence
    nearest to a topic: a comparison ends on all that it is of.
    """
    headings = body_headings(task)
    fine = [
        place for place in places
        if not leans(place.text) and not place.text.endswith(":") and stands_alone(place) and not defines(place)
        and (request.subject_of(place) if request.compares else _tells_most(place))
    ]  # fmt: skip
    near = nearness(headings, fine, memory)
    ranked = sorted(
        (not states_figure(place.text), not _tells_most(place), -near[number].max(), number,
         int(near[number].argmax()), place)
        for number, place in enumerate(fine)
        if near[number].max(initial=0.0) >= OUTSTANDING
        and _share(headings[int(near[number].argmax())], place, context) >= OF_TOPIC
    )  # fmt: skip
    chosen: dict[tuple[int, str], Place] = {}
    for _, plain, *_, topic, place in ranked:
        subject = request.subject_of(place)
        of_it = sum(of == subject for _, of in chosen)
        wanted = (topic, subject) not in chosen and of_it < (1 if plain else OF_EACH_OUT if subject else STANDING_OUT)
        if wanted and not any(repeats(place, other) for other in chosen.values()):
            chosen[topic, subject] = place
    return tuple(Run(places=(chosen[at],)) for at in sorted(chosen))


def _tells_most(place: Place) -> bool:
    return states_figure(place.text) or states_rule(place.text)


def _share(topic: str, place: Place, context: Context) -> float:
    """The share of a topic's words that a place says, by their weights."""
    wanted = spelled_out(content_words(topic), context.long_forms)
    return coverage(wanted, glossed(spoken(place)), context.weights, default=context.unseen)
