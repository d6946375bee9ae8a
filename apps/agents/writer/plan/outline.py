"""The plan of a draft: what is asked for by name, else what the headings of the retrieved passages tell apart."""

import re
from collections.abc import Container, Sequence
from itertools import zip_longest

from apps.agents.contracts import Outline, OutlineTask, Section, SectionKind
from apps.agents.reading.context import Context, Place, read_context, spelled_out
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.headings import as_heading, title_case
from apps.agents.writer.plan.kinds import IN_TITLES
from apps.agents.writer.plan.limits import FEWEST, INTRODUCTION, LONGEST_BRIEF, MOST
from apps.agents.writer.plan.naming import joined, mentioned
from apps.agents.writer.plan.proposing import heading_topics, own_parts
from apps.agents.writer.plan.request import LONGEST_TITLE, Request, names_no_topic, read_request
from apps.agents.writer.plan.subjects import NO_TOPIC
from apps.agents.writer.sentences.main_figures import is_of_results, main_figures
from apps.agents.writer.sentences.openings import words_of
from apps.agents.writer.sentences.ranking import states_figure
from apps.agents.writer.sentences.shares import has_ends, is_small, most_beside_ends, most_found
from apps.agents.writer.sentences.soundness import introduces, is_sound, scaled_documents
from apps.agents.writer.sentences.spans import spoken
from apps.agents.writer.sentences.trade import also_called, glossed
from apps.inference.memory import SentenceMemory
from apps.verification.types import ContextChunk

SPOKEN_OF, FEW_WORDS = (0.5, 0.8), 3  # weighted share of a topic's words in a sentence and its headings, from which it
# is told of: of a long topic, and of one of a few words
MEANT = 0.6  # the same, as the cosine between the topic and a sentence in other words
LOOKED_AT = 80  # sentences that a topic nobody names is compared with
SAID_OFTEN = 4  # sentences and rows with all words of a topic, from which it is one thing
_DATED = re.compile(r"\w*\d\w*")  # a year or a version in a title
_FIGURE, _QUOTES = re.compile(r"\d"), re.compile(r"[“”\"«»]")

CLOSING = "Conclusion and Open Points"
KEY_FIGURES = "Key Figures"  # of a company, where there is room for hardly more
FIGURES = ("Net sales and revenues", "Operating income", "Net income and earnings per share", "Outlook")
MAIN_POINTS = "Main Points"  # of a document without headings
NOTHING_ON = "The documents do not contain information about {name}."
NONE_OF = "The documents do not include any of {name}’s own."  # of one that others mention
NOT_DEALT_WITH = "This {kind} does not deal with {topics}."  # what is asked for beyond MOST


def plan(task: OutlineTask, memory: SentenceMemory) -> Outline:
    """The outline of a draft; one without sections where there are no passages of those that it is asked of."""
    context = read_context(task.chunks, asked=task.query)
    request = read_request(task.query, context.places)
    absent = tuple(
        (NONE_OF if mentioned(name, context.places) else NOTHING_ON).format(name=name) for name in request.absent
    )
    if not task.chunks or (request.asks_of_strangers and not _said(request.absent, context)):
        return Outline(title=request.title, sections=(), gaps=absent)
    beyond = enumerated(request.topics[MOST:])
    body = _whole(task, request, context) or _body(request.topics[:MOST], request, context, memory)
    scope = _scope(request, task.query, context.places)
    ends = [
        Section(heading=INTRODUCTION, brief=scope, kind=SectionKind.INTRODUCTION),
        Section(heading=CLOSING, brief=task.query, kind=SectionKind.CLOSING),
    ]
    return Outline(
        title=_title(task, request),
        sections=(ends[0], *body, ends[1]) if _has_ends(request, len(body), context) else tuple(body),
        gaps=(*absent, *([NOT_DEALT_WITH.format(kind=request.kind, topics=beyond)] if beyond else [])),
    )


def _title(task: OutlineTask, request: Request) -> str:
    """The request's own; of one that only points at documents ("these documents") their titles tell more."""
    named = request.subjects or any(not set(content_words(topic)) <= NO_TOPIC | IN_TITLES for topic in request.topics)
    if not task.parts or named:
        return request.title
    kind = "Summary" if request.kind == "document" else request.kind.capitalize()
    title = title_case(as_heading(f"{kind} of {titles_of(task.chunks)}"))
    count = len({chunk.document_id for chunk in task.chunks})
    return title if len(title) <= LONGEST_TITLE else f"{kind} of {count} Documents" if count > 1 else request.title


def titles_of(chunks: Sequence[ContextChunk]) -> str:
    """What the documents are called, the best ranked first."""
    titles = (chunk.title or chunk.filename.rpartition(".")[0] for chunk in chunks)
    return joined(list(dict.fromkeys(title.replace("_", " ") for title in titles if title)))


def _said(names: Sequence[str], context: Context) -> bool:
    """Whether the passages have all words of one of ``names``, if not as they stand there: it may be known to them."""
    said = {word for place in context.places for word in place.words | place.above}
    return any(said.issuperset(content_words(name)) for name in names)


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
    called = called_documents(told, context)
    most = most_found(request.length, MOST)
    parts = own_parts(told[0], context) if tuple(told) == (request.called_by,) else ()
    if len(parts) >= FEWEST and (most >= FEWEST or not told):
        return [_section(part, request) for part in _with_room(parts, context, most)]
    if len(told) > 1 or (told and most < FEWEST) or any(is_one_thing(topic, context, called) for topic in told):
        return [_section(topic, request) for topic in told]
    found = heading_topics(request, context, memory, of=called)
    enough = 1 if called or set(told) <= set(request.clauses) else FEWEST
    return [
        _section(topic, request)
        for topic in (told if told and len(found) < enough else _with_room(found, context, most))
    ]


def _whole(task: OutlineTask, request: Request, context: Context) -> list[Section]:
    """What documents that are asked for as a whole are made of; of those that have no headings, one section on what
    their passages begin with."""
    whom = f" of {joined(request.subjects)}" if request.subjects else ""
    headed = {place.chunk.document_id for place in context.places if place.unit.heading or place.chunk.heading_path}
    if is_small(request.length) and _gives_results(context):
        return [Section(heading=KEY_FIGURES, brief=f"{joined(FIGURES)}{whom}")]
    bare = [each for each in context.chunks if each and each[0].chunk.document_id not in headed] or context.chunks
    sentences = [[place.text for place in each if place.unit.kind is Kind.PROSE] for each in bare]
    told = " ".join(one for turn in zip_longest(*sentences) for one in turn if one)[:LONGEST_BRIEF]
    room = most_beside_ends if _fills_ends(context) else most_found
    parts = _telling_most(task.parts[:MOST], context, most=room(request.length, MOST))
    return [Section(heading=part, brief=told if part == MAIN_POINTS else f"{part}{whom}") for part in parts]


def _has_ends(request: Request, sections: int, context: Context) -> bool:
    return has_ends(request.length, sections, named=not (names_no_topic(request) and _fills_ends(context)))


def _fills_ends(context: Context) -> bool:
    """Whether even a text of few words has something to begin with and to end on beside the parts of the documents:
    results, or what says what they are."""
    scaled = scaled_documents(context)
    return _gives_results(context) or any(introduces(one) and is_sound(one, scaled) for one in context.quotable())


def _gives_results(context: Context) -> bool:
    """Whether the passages are of one document, and give figures that a company's results are known by."""
    if len({place.chunk.document_id for place in context.places}) != 1:
        return False
    headings = {heading for place in context.places for heading in place.headings}
    return any(map(is_of_results, headings)) or bool(main_figures(context.quotable(), scaled_documents(context)))


def _with_room(parts: Sequence[str], context: Context, most: int) -> list[str]:
    """The first ``most``; where that is fewer than there may be, of those under which something can be told."""
    if len(parts) <= most or most == MOST:
        return list(parts[:most])
    scaled = scaled_documents(context)
    above = {words_of(heading) for place in context.quotable() if is_sound(place, scaled) for heading in place.headings}
    return ([part for part in parts if words_of(part) in above] or list(parts))[:most]


def _telling_most(parts: Sequence[str], context: Context, *, most: int) -> list[str]:
    """As many of ``parts`` as there is room for: the first, and those whose passages give the most figures."""
    if len(parts) <= most:
        return list(parts)
    given = dict.fromkeys(parts, 0.0)
    for place in context.quotable():
        above = {words_of(heading) for heading in place.headings}
        for part in parts:
            given[part] += states_figure(place.text) * (words_of(part) in above)
    chosen = sorted(parts[1:], key=lambda part: -given[part])[: most - 1]
    return [part for part in parts if part == parts[0] or part in chosen]


def called_documents(told: Sequence[str], context: Context) -> frozenset[str]:
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
    return bool(stems & IN_TITLES) or any(name and name <= stems for name in telling)


def is_one_thing(topic: str, context: Context, called: Container[str]) -> bool:
    """Whether passages have a heading of just these words, or sentences with all of them, beside those ``called`` so.

    Any other topic is told by its parts, the headings of the passages.
    """
    wanted = set(content_words(topic))
    places = [place for place in context.quotable() if place.chunk.document_id not in called]
    above = {place.heading for place in places}
    saying = sum(wanted <= glossed(spoken(place)) for place in places)
    return saying >= SAID_OFTEN or any(wanted == set(content_words(heading)) for heading in above)


def _section(topic: str, request: Request) -> Section:
    """A section on ``topic``; of one that was found among headings the brief says which side of it is meant."""
    stems = set(content_words(topic))
    about = [] if topic in request.topics else [one for one in request.topics if not stems & set(content_words(one))]
    called = also_called(topic)
    about = [called] if called else about
    brief = topic[:1].upper() + topic[1:] + (f" ({joined(about)})" if about else "")
    heading = title_case(topic)
    subjects = request.of_section(heading).subjects
    whom = f" of {joined(subjects)}" if subjects else ""
    return Section(heading=heading, brief=f"{brief}{whom}")


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
