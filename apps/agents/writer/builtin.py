"""The Writer that needs no model endpoint: it answers in the documents' own sentences and table rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from apps.agents.contracts import Outline, OutlineTask, RevisionTask, SectionTask, WriterTask
from apps.agents.judge.conflicts import rivals_of
from apps.agents.reading.asked_words import as_passages_call_it
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.reading.question import Ask, read_question
from apps.agents.writer.parts.sections import section_of
from apps.agents.writer.plan.outline import gap_sentence, plan
from apps.agents.writer.revision import revised_paragraphs
from apps.agents.writer.sentences.asked.deed import without_others
from apps.agents.writer.sentences.asked.who import telling_who
from apps.agents.writer.sentences.asked.year import may_tell_year, years_in
from apps.agents.writer.sentences.differing import SOURCES_DIFFER
from apps.agents.writer.sentences.selection import choose, rank_places
from apps.agents.writer.sentences.sentence import cited
from apps.inference.memory import SentenceMemory
from apps.retrieval.requests.request import asked_length, without_instructions
from apps.verification.citations import strip_citations

_SUBJECT = re.compile(
    r"\A(?:what|who|which)\s+(?:is|are|was|were)\s+(?P<subject>(?:the|an?|our|its|their)\s.+?)\s*\?*\Z", re.IGNORECASE
)
_LONGEST_QUOTED_QUESTION = 200


class BuiltinWriter:
    """Extractive: every sentence is one of the passages', followed by its citation: ``Sentence. [cite:KEY]``."""

    name = "builtin"
    prompts: Mapping[str, str] = MappingProxyType({})

    def __init__(self, *, memory: SentenceMemory) -> None:
        self._memory = memory

    def write(self, task: WriterTask) -> Iterator[str]:
        """One sentence per piece. Without a passage that answers: one sentence that says so, uncited."""
        length = asked_length(task.query)
        query = without_instructions(task.query) if length else task.query
        question = read_question(as_passages_call_it(query, task.chunks))
        context = read_context(task.chunks, asked=question.text)
        ranked = rank_places(question, context, self._memory)
        ranked, other = without_others(question, ranked, context, self._memory)
        ranked = telling_who(question, ranked)
        of_year = [one for one in ranked if may_tell_year(question, one.place)]
        paragraphs = choose(question, of_year, context, length=length)
        if not paragraphs:
            yield nothing_found(query)
            if not other and len(of_year) < len(ranked):
                other = _row_of_other_year(choose(question, ranked, context, length=length))
            if other:
                yield f"\n\n{cited(other)}"
            return
        written: list[Place] = []
        for number, paragraph in enumerate(paragraphs):
            for place_number, place in enumerate(paragraph):
                gap = "" if not written else " " if place_number else "\n\n"
                if number and not place_number and _rival(place, paragraphs[0][0], context, self._memory):
                    gap = f"\n\n{SOURCES_DIFFER} "
                yield f"{gap}{cited(place)}"
                written.append(place)
        yield from self._rivals(paragraphs[0], written, context)

    def _rivals(self, answer: tuple[Place, ...], written: list[Place], context: Context) -> Iterator[str]:
        """What other documents say against the answer, where it is not yet written."""
        documents = [place.chunk for place in written]
        for window in rivals_of(answer[0].text, documents, context, self._memory):
            gap = f"\n\n{SOURCES_DIFFER} "
            for place in window.places:
                yield f"{gap}{cited(place)}"
                gap = " "

    def revise(self, task: RevisionTask) -> Iterator[str]:
        """The text with citations added and what does not hold taken out; a paragraph per piece, the rest verbatim."""
        paragraphs = revised_paragraphs(task)
        if not paragraphs:
            yield nothing_found(task.query) if _asks(task.query) else gap_sentence(task.query)
            return
        for number, paragraph in enumerate(paragraphs):
            yield paragraph if not number else f"\n\n{paragraph}"

    def outline(self, task: OutlineTask) -> Outline:
        """Sections by what the request names, else by the headings of the passages."""
        return plan(task, self._memory)

    def section(self, task: SectionTask) -> Iterator[str]:
        """A paragraph, a list or a heading of the third level per piece."""
        yield from section_of(task, self._memory)


def _rival(place: Place, answer: Place, context: Context, memory: SentenceMemory) -> bool:
    """Whether a place of another document gainsays the answer."""
    rivals = rivals_of(answer.text, (answer.chunk,), context, memory)
    return any(place in window.places for window in rivals)


def _row_of_other_year(paragraphs: Sequence[Sequence[Place]]) -> Place | None:
    """The row that would be the answer in another year: it says of which years the documents tell."""
    return paragraphs[0][0] if paragraphs and paragraphs[0][0].unit.row and years_in(paragraphs[0][0].text) else None


def nothing_found(query: str) -> str:
    """The honest answer when no passage answers ``query``."""
    line = strip_citations(read_question(query).asked).replace("[", "(").replace("]", ")")
    match = _SUBJECT.match(line)
    if match and len(match["subject"]) <= _LONGEST_QUOTED_QUESTION:
        return f"The documents do not contain information about {match['subject']}."
    line = line.rstrip("?!. ")
    if len(line) > _LONGEST_QUOTED_QUESTION:
        line = line[:_LONGEST_QUOTED_QUESTION].rsplit(" ", 1)[0] + " …"
    return f"The documents do not contain an answer to the question “{line}”."


def _asks(query: str) -> bool:
    """Whether it is a question, and not the few words that a section of a draft is about."""
    return "?" in query or read_question(query).ask is not Ask.OTHER
