"""The plan of a draft: what is asked for by name, else what the headings of the retrieved passages tell apart."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from apps.agents.contracts import Outline, OutlineTask, Section, SectionKind
from apps.agents.reading.context import Context, Place, read_context, spelled_out
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.headings import SMALL, clean_heading, same_heading, says_something, title_case
from apps.agents.writer.request import Request, joined, read_request
from apps.agents.writer.spans import spoken
from apps.agents.writer.subjects import KINDS, NO_TOPIC
from apps.agents.writer.trade import also_called, glossed
from apps.inference.memory import SentenceMemory
from apps.verification.types import ContextChunk

FEWEST, MOST = 3, 8  # sections of the body
ENOUGH = 6  # sections that are planned from headings alone
SPOKEN_OF, FEW_WORDS = (0.5, 0.8), 3  # weighted share of a topic's words in a sentence and its headings, from which it
# is told of: of a long topic, and of one of a few words
MEANT = 0.6  # the same, as the cosine between the topic and a sentence in other words
BROAD = 0.34  # share of the passages from which a heading tells them apart no longer
LOOKED_AT = 80  # sentences that a topic nobody names is compared with
RELATED = 0.45  # of the nearest heading's nearness to the request, below which a heading is on something else
SAID_OFTEN = 4  # sentences and rows with all words of a topic, from which it is one thing
PART = 0.7  # what a heading inside a passage is worth against one over all of it
SHARE_OF_BEST = 0.25  # of the best heading's worth, below which a heading makes no section
_WORD = re.compile(r"[^\W\d_]+")
_DATED = re.compile(r"\w*\d\w*")  # a year or a version in a title
_FIGURE, _QUOTES = re.compile(r"\d"), re.compile(r"[“”\"«»]")

INTRODUCTION = "Introduction"
CLOSING = "Conclusion and Open Points"
NOT_DEALT_WITH = "This {kind} does not deal with {topics}."  # what is asked for beyond MOST


def plan(task: OutlineTask, memory: SentenceMemory) -> Outline:
    """The outline of a draft; one without sections where there are no passages."""
    context = read_context(task.chunks, asked=task.query)
    request = read_request(task.query, context.places)
    absent = tuple(f"The documents do not contain information about {name}." for name in request.absent)
    if not task.chunks:
        return Outline(title=request.title, sections=(), gaps=absent)
    beyond = enumerated(request.topics[MOST:])
    body = _body(request.topics[:MOST], request, context, memory)
    return Outline(
        title=request.title,
        sections=(
            Section(
                heading=INTRODUCTION, brief=_scope(request, task.query, context.places), kind=SectionKind.INTRODUCTION
            ),
            *body,
            Section(heading=CLOSING, brief=task.query, kind=SectionKind.CLOSING),
        ),
        gaps=(*absent, *([NOT_DEALT_WITH.format(kind=request.kind, topics=beyond)] if beyond else [])),
    )


def _scope(request: Request, query: str, places: Sequence[Place]) -> str:
    """What an introduction looks for: what the companies or documents are."""
    titles = [place.chunk.title for place in places if place.chunk.title]
    named = joined(list(dict.fromkeys(titles))[:3])
    if request.subjects:
        return f"Overview, business and scope of {joined(request.subjects)}"
    return f"Purpose and scope of {named}" if named else query


def as_asked(topic: str, query: str) -> str:
    """``topic`` with the article that the request gives it."""
    return f"the {topic}" if f" the {topic.lower()}" in query.lower() else topic


def gap_sentence(topic: str) -> str:
    """What a reader is told of a topic that nothing speaks of."""
    return f"The documents do not contain information about {inside(topic)}."


def inside(topic: str) -> str:
    """``topic`` as it stands inside a sentence: without a capital that only its place at the front gave it."""
    plain = topic.replace("[", "(").replace("]", ")")
    first, _, rest = plain.partition(" ")
    ordinary = first[1:].islower() and not any(letter.isupper() for letter in rest)
    return plain[:1].lower() + plain[1:] if ordinary else plain


def enumerated(topics: Sequence[str]) -> str:
    """``topics`` as they stand inside a sentence; one with a figure in quotes, so that the figure states nothing."""
    named = [inside(topic) for topic in topics]
    return joined([f"“{_QUOTES.sub('', name)}”" if _FIGURE.search(name) else name for name in named])


def _body(told: Sequence[str], request: Request, context: Context, memory: SentenceMemory) -> list[Section]:
    """What is asked for, and nothing beside it; one broad topic, or none, by the headings that passages stand under."""
    called = _called(told, context)
    if len(told) > 1 or any(_is_one_thing(topic, context, called) for topic in told):
        return [_section(topic, request) for topic in told]
    found = heading_topics(request, context, memory, of=called)
    enough = 1 if called else FEWEST
    return [_section(topic, request) for topic in (told if told and len(found) < enough else found[:MOST])]


def _called(told: Sequence[str], context: Context) -> frozenset[str]:
    """The documents that a topic calls by words of their titles: "the lending policy" is told by its parts."""
    return frozenset(
        place.chunk.document_id
        for topic in told
        for place in context.places
        if (stems := set(content_words(topic))) <= place.title and _calls(stems, place.chunk)
    )


def _calls(stems: set[str], chunk: ContextChunk) -> bool:
    """Whether words of a title call the document: they say what kind it is, or all that tells it from others.

    Any other word of a title is a topic like each: "conduct" is not the regulation on mortgage conduct.
    """
    names = (chunk.title, chunk.filename.rpartition(".")[0] or chunk.filename)
    telling = [set(content_words(_DATED.sub(" ", name.replace("_", " ")))) - NO_TOPIC for name in names]
    return bool(stems & KINDS) or any(name and name <= stems for name in telling)


def _is_one_thing(topic: str, context: Context, called: Container[str]) -> bool:
    """Whether passages have a heading of just these words, or sentences with all of them, beside those ``called`` so.

    Any other topic is told by its parts, the headings of the passages.
    """
    wanted = set(content_words(topic))
    places = [place for place in context.quotable() if place.chunk.document_id not in called]
    above = {place.unit.heading or "".join(place.chunk.heading_path[-1:]) for place in places}
    saying = sum(wanted <= glossed(spoken(place)) for place in places)
    return saying >= SAID_OFTEN or any(wanted == set(content_words(heading)) for heading in above)


def _section(topic: str, request: Request) -> Section:
    """A section on ``topic``; of one that was found among headings the brief says which side of it is meant."""
    stems = set(content_words(topic))
    about = [] if topic in request.topics else [one for one in request.topics if not stems & set(content_words(one))]
    called = also_called(topic)
    about = [called] if called else about
    brief = topic[:1].upper() + topic[1:] + (f" ({joined(about)})" if about else "")
    whom = f" of {joined(request.subjects)}" if request.subjects else ""
    return Section(heading=title_case(topic), brief=f"{brief}{whom}")


def speaking_of(topic: str, context: Context, memory: SentenceMemory) -> list[Place]:
    """The sentences and rows that tell of ``topic``: in its words, with those above them, else in other words."""
    wanted = spelled_out(content_words(topic), context.long_forms)
    least = SPOKEN_OF[len(wanted) <= FEW_WORDS]
    named = [
        place
        for place in context.quotable()
        if wanted and coverage(wanted, place.words | place.above, context.weights, default=context.unseen) >= least
    ]
    if named:
        return named
    sentences = [place for place in context.quotable() if place.unit.row is None][:LOOKED_AT]
    vectors = memory.vectors([topic, *(place.text for place in sentences)])
    near = (vectors[1:] @ vectors[0]).tolist()
    return [place for place, cosine in zip(sentences, near, strict=True) if cosine >= MEANT]


def heading_topics(
    request: Request, context: Context, memory: SentenceMemory, *, of: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Headings that between them cover the passages (of the documents ``of`` if there are any), the most fitting first.

    Greedy: each adds the passages it heads and no heading before it did, the better ranked and the nearer to the
    request the more.
    """
    headed, parts = _headed(context, of)
    if not headed:
        return ()
    asked = joined(request.topics) or request.title
    names = list(headed)
    vectors = memory.vectors([asked, *names])
    near = dict(zip(names, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    nearest = max(near.values())
    by_nearness = sorted(names, key=lambda name: -near[name])
    names = [name for name in names if of or near[name] >= RELATED * nearest or name in by_nearness[:FEWEST]]
    passages = len({place.rank for place in context.places})
    open_, chosen, best = set(range(passages)), [], 0.0
    while len(chosen) < ENOUGH:
        worth = {name: _worth(headed[name] & open_, near[name]) * (PART if name in parts else 1) for name in names
                 if len(headed[name]) <= max(3, BROAD * passages) and not _taken(name, chosen, request)}  # fmt: skip
        name = max(worth, key=lambda one: (worth[one], -names.index(one)), default="")
        best = best or worth.get(name, 0.0)
        if not name or worth[name] <= 0 or (worth[name] < SHARE_OF_BEST * best and len(chosen) >= FEWEST):
            break
        chosen.append(name)
        open_ -= headed[name]
    return tuple(chosen)


def _worth(passages: Iterable[int], near: float) -> float:
    weights = [1 / (1 + 0.15 * rank) for rank in passages]
    return max(0.0, near + 0.2) * sum(weights) / max(1, len(weights)) ** 0.5


def _taken(name: str, chosen: Sequence[str], request: Request) -> bool:
    subject = {stem for subject in request.subjects for stem in content_words(subject)}
    return any(same_heading(name, other) for other in chosen) or set(content_words(name)) <= subject


def _headed(context: Context, of: frozenset[str]) -> tuple[Mapping[str, set[int]], set[str]]:
    """Clean heading → ranks of the passages that stand under it or hold it, in order of appearance; and those held."""
    known = _vocabulary(context)
    found: dict[str, set[int]] = {}
    over: set[str] = set()
    for rank, places in _by_rank(context).items():
        chunk = places[0].chunk
        if of and chunk.document_id not in of:
            continue
        titles = set(content_words(f"{chunk.title} {chunk.filename}"))
        inside = [place.unit.text for place in places if place.unit.kind is Kind.HEADING and _heads(place, places)]
        for raw in (*reversed(chunk.heading_path), *inside):
            name = clean_heading(raw, known)
            if name and says_something(name) and not set(content_words(name)) <= titles:
                found.setdefault(name, set()).add(rank)
                over |= {name} if raw in chunk.heading_path else set()
    return found, set(found) - over


def _heads(place: Place, places: Sequence[Place]) -> bool:
    """Whether a sentence stands under a heading."""
    return any(other.unit.kind is Kind.PROSE and other.unit.heading == place.unit.text for other in places)


def _by_rank(context: Context) -> dict[int, list[Place]]:
    ranks: dict[int, list[Place]] = {}
    for place in context.places:
        ranks.setdefault(place.rank, []).append(place)
    return ranks


def _vocabulary(context: Context) -> frozenset[str]:
    prose = (place.text for place in context.places if place.unit.kind is Kind.PROSE)
    return frozenset(word.lower() for text in prose for word in _WORD.findall(text)) | SMALL
