"""Runs of sentences as paragraphs with their citations."""

from collections.abc import Iterator, Sequence

from apps.agents.reading.cited import read_cited
from apps.agents.reading.context import Place
from apps.agents.writer.headings import as_heading
from apps.agents.writer.sentences.corroborating import bears_out, says_the_same
from apps.agents.writer.sentences.differing import SOURCES_DIFFER
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.rows import head_over
from apps.agents.writer.sentences.sentence import cited
from apps.verification.citations import anchor

LONGEST_PARAGRAPH = 5  # sentences
MOST_SOURCES = 3  # of one sentence
REPORTED = "Reported figures:"


def paragraphs_of(
    runs: Sequence[Run], among: Sequence[Place], rivals: frozenset[tuple[int, int]] = frozenset()
) -> Iterator[str]:
    """Paragraphs of two to five sentences of one document, lists, and rows of tables as lists by what governs them.

    The rows stand behind the sentences, but for the list that a row opens which is told before all.

    ``among``: the places that may be cited beside a sentence. ``rivals``: (rank, index) of sentences that gainsay one
    told before: a word says so.
    """
    prose = [run for run in runs if not run.is_rows]
    rows = [run.places[0] for run in runs if run.is_rows]
    lists: list[str] = []
    for head in dict.fromkeys(map(head_over, rows)):
        lines = [f"- {_sourced(place, among)}" for place in rows if head_over(place) == head]
        first = next(place for place in rows if head_over(place) == head)
        lists.append(f"{_announced(head, first) if head else REPORTED}\n\n" + "\n".join(lines))
    before = 1 if runs[:1] and runs[0].is_rows else 0
    yield from lists[:before]
    for paragraph in _settled(_grouped(prose)):
        yield _told(paragraph, among, rivals)
    yield from lists[before:]


def paragraphs_in(runs: Sequence[Run]) -> int:
    """How many paragraphs and lists ``paragraphs_of`` makes of them."""
    rows = {head_over(run.places[0]) for run in runs if run.is_rows}
    return len(_settled(_grouped([run for run in runs if not run.is_rows]))) + len(rows)


def headed(
    subject: str,
    runs: Sequence[Run],
    among: Sequence[Place],
    rivals: frozenset[tuple[int, int]] = frozenset(),
    *,
    named: bool = False,
) -> Iterator[str]:
    """Paragraphs under the company they are about, or under the document each is from where there are several.

    ``among``: the places that may be cited beside a sentence. ``named``: a document that is alone here has its name
    too, since others are told of elsewhere: "we" would be any of them.
    """
    if not runs:
        return
    documents = list(dict.fromkeys(run.document_id for run in runs))
    if subject:
        yield f"### {subject}"
    if subject or (len(documents) == 1 and not named):
        yield from paragraphs_of(runs, among, rivals)
        return
    for document in documents:
        own = [run for run in runs if run.document_id == document]
        yield f"### {_name(own[0])}"
        yield from paragraphs_of(own, among, rivals)


def _grouped(runs: Sequence[Run]) -> list[list[Run]]:
    """Neighbouring runs of one document together, as far as a paragraph goes; a list stands alone."""
    groups: list[list[Run]] = []
    for run in runs:
        last = groups[-1] if groups else None
        if (
            last
            and not run.is_list
            and not last[-1].is_list
            and last[-1].document_id == run.document_id
            and sum(len(one.places) for one in last) + len(run.places) <= LONGEST_PARAGRAPH
        ):
            last.append(run)
        else:
            groups.append([run])
    return groups


def _settled(groups: list[list[Run]]) -> list[list[Run]]:
    """A sentence that would stand alone goes to the paragraph before it when that is of the same document."""
    settled: list[list[Run]] = []
    for group in groups:
        alone = sum(len(run.places) for run in group) == 1 and not group[0].is_list
        before = settled[-1] if settled else None
        if alone and before and not before[0].is_list and before[0].document_id == group[0].document_id:
            before.extend(group)
        else:
            settled.append(list(group))
    return settled


def _told(runs: Sequence[Run], among: Sequence[Place], rivals: frozenset[tuple[int, int]]) -> str:
    if runs[0].is_list:
        first, *items = runs[0].places
        lines = "".join(("\n- " if item.unit.item else " ") + _sourced(item, among) for item in items)
        return f"{_sourced(first, among)}\n{lines}"
    return " ".join(
        (f"{SOURCES_DIFFER} " if place.at in rivals else "") + _sourced(place, among)
        for run in runs
        for place in run.places
    )


def _announced(head: str, row: Place) -> str:
    """What governs rows, over their list; with a citation where it says something: "Rents paid in the year:"."""
    line = f"{head}:"
    return line if all(one.heading for one in read_cited(line)) else f"{line} {anchor(row.chunk.key)}"


def _sourced(place: Place, among: Sequence[Place]) -> str:
    """The sentence with its citation, and those of other places that say it in the same words or bear it out."""
    apart = [other for other in among if other.chunk.key != place.chunk.key and not _overlap(other, place)]
    others = [other.chunk.key for says in (says_the_same, bears_out) for other in apart if says(other, place)]
    keys = list(dict.fromkeys(others))[: MOST_SOURCES - 1]
    return " ".join((cited(place), *(anchor(key) for key in keys)))


def _overlap(one: Place, other: Place) -> bool:
    """Whether two places are the same piece of one document, or share a part of it."""
    first, second = (place.chunk.start_offset for place in (one, other))
    return (
        one.chunk.document_id == other.chunk.document_id
        and first + one.unit.start < second + other.unit.end
        and second + other.unit.start < first + one.unit.end
    )


def _name(run: Run) -> str:
    chunk = run.places[0].chunk
    return as_heading((chunk.title or chunk.filename.rsplit(".", 1)[0]).replace("_", " "))
