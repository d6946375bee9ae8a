"""What a document is made of: the parts that its own headings make and that a reader is to be told of. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents.reading.words import content_words
from apps.agents.writer.headings import same_heading
from apps.agents.writer.plan.contents_reading import TELLING, Headed, Reading, is_note, tree_of
from apps.agents.writer.plan.limits import FEWEST, MOST

NEARLY_ALL = 0.6  # share of what all parts say, from which a part makes room for its own where there are few
ALIKE = 0.8  # of its worth, that is left of a part that is headed much as another
LEAST_WORTH = 0.1  # of the best part's, below which another is none
MOST_WEIGHED = 200  # of the largest parts: each is looked for in the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """text[start:end] of a document, told under ``heading``. ``worth``: what tells it from lesser parts.

    ``tells``: whether it says enough to be told by itself; a shorter one only says where to read on.
    """

    heading: str
    start: int
    end: int
    worth: float
    tells: bool = True


def parts_of(text: str, headings: Sequence[Headed], *, title: str, filename: str = "") -> tuple[Part, ...]:
    """The parts of a document in its order, none headed as one before it; without headings none.

    Neither ``title`` nor ``filename`` heads one: what stands under its own name is the cover of a document. Worth more
    is what says more, and what the document itself names more often: "see Legal Proceedings".
    """
    reading = Reading(text, title, filename.rpartition(".")[0])
    tree = tree_of(headings, len(text))
    nodes = reading.told(tree)
    if len(nodes) < FEWEST:
        nodes = reading.told(tree, any_name=True)
    while nodes and len(nodes) < FEWEST:
        largest = max(nodes, key=reading.said)
        inside = reading.told(largest.below)
        if len(inside) < FEWEST or reading.said(largest) < NEARLY_ALL * sum(map(reading.said, nodes)):
            break
        at = nodes.index(largest)
        nodes[at : at + 1] = inside
    telling = [node for node in nodes if not is_note(node)]
    largest_first = sorted(telling if len(telling) >= FEWEST else nodes, key=lambda node: -reading.said(node))
    worth = {node: reading.worth(node) for node in largest_first[:MOST_WEIGHED]}
    least = LEAST_WORTH * max(worth.values(), default=0.0) if len(worth) > FEWEST else 0.0
    kept: list[Part] = []
    for node in sorted(worth, key=lambda node: node.start):
        name = reading.name(node)
        if worth[node] >= least and not any(same_heading(name, other.heading) for other in kept):
            tells = reading.said(node) >= TELLING
            kept.append(Part(heading=name, start=node.start, end=node.end, worth=worth[node], tells=tells))
    return tuple(kept)


def chosen(documents: Mapping[str, Sequence[Part]], *, most: int = MOST) -> list[tuple[str, dict[str, Part]]]:
    """Heading → the part of each document that it heads: those of most documents and of most worth, in their order.

    Of several documents those that all have, if there are enough: each is to tell of each. Else each document has one
    at least, as far as there is room.
    """
    headed: list[tuple[str, dict[str, Part]]] = []
    for document, parts in documents.items():
        for part in parts:
            same = next((of for name, of in headed if document not in of and _same_part(name, part.heading)), None)
            if same is None:
                headed.append((part.heading, {document: part}))
            else:
                same[document] = part
    common = shared(headed, documents)
    taken: list[str] = []
    left = dict(common if len(common) >= FEWEST else headed)
    untold = {document for document, parts in documents.items() if parts}
    while left and len(taken) < most:
        last_seats = len(untold) >= most - len(taken)
        among = [name for name in left if untold & left[name].keys()] if last_seats else []
        taken.append(max(among or left, key=lambda name: (len(left[name]), _worth(name, left[name], taken))))
        untold -= left.pop(taken[-1]).keys()
    return [one for one in headed if one[0] in taken]


def shared(
    headed: Iterable[tuple[str, dict[str, Part]]], documents: Collection[str]
) -> list[tuple[str, dict[str, Part]]]:
    """Those headings that each of the documents has a part under."""
    return [one for one in headed if len(one[1]) == len(documents)]


def _same_part(one: str, other: str) -> bool:
    """Whether two documents' parts are on the same by their headings; one word is all of a heading, or none of it."""
    stems, others = set(content_words(one)), set(content_words(other))
    return same_heading(one, other) and (stems == others or min(len(stems), len(others)) > 1)


def _worth(name: str, of: Mapping[str, Part], taken: Iterable[str]) -> float:
    """What a heading is worth beside those ``taken``: less where it has half of its words from one of them."""
    stems = set(content_words(name))
    others = [set(content_words(other)) for other in taken]
    alike = any(2 * len(stems & other) >= min(len(stems), len(other)) for other in others)
    return sum(part.worth for part in of.values()) * (ALIKE if alike else 1.0)
