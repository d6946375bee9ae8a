"""A Judge's findings whose quotes are found in their passages, and how a quote reads where it stands. Pure.

A supporting quote that is the claim's near twin but says another figure, denies what the claim asserts or allows what
it forbids speaks against the claim, whatever the Judge held.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from apps.core.sentences import split_sentences
from apps.verification.lexicon import content_of, similarity
from apps.verification.numbers.lint import number_findings
from apps.verification.numbers.table_context import QuoteContext
from apps.verification.quote_lock import lock_quote, visible
from apps.verification.rules import Reason
from apps.verification.types import Check, ContextChunk, Evidence, Finding, Stance, Thresholds
from apps.verification.wording.disowned import disowned_under
from apps.verification.wording.doubted import is_told_amid
from apps.verification.wording.lists import headed, held_back
from apps.verification.wording.modality import best_sentence, modality_findings, sentences_around
from apps.verification.wording.opposites import OPPOSITES
from apps.verification.wording.referents import other_meant
from apps.verification.wording.rewordings import restated, reworded, said_as
from apps.verification.wording.standing import Standing, held_from_before, spelled
from apps.verification.wording.taken_back import taken_back

NEAR_TWIN = 0.7  # Jaccard similarity of content stems from which two sentences say the same but for what the lints read
WORDS_PER_LACK = 10  # one content word in so many may be lacking in a near twin
_PARTED = re.compile(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])")  # "un-" and "able" on the next line are one word
READ_BEFORE = 2000  # characters of the chunk before a quote in which its table header is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A finding whose quote was found. ``turned`` is set where a check made support a contradiction."""

    evidence: Evidence
    score: float
    chunk: ContextChunk
    cited: bool
    turned: Reason = Reason.NONE
    partial: bool = False  # see Finding
    read: bool = False  # likewise

    @property
    def stance(self) -> Stance:
        return self.evidence.stance

    @property
    def start(self) -> int:
        """Where the quote begins in its passage."""
        return self.evidence.start_offset - self.chunk.start_offset

    @property
    def end(self) -> int:
        return self.start + len(self.evidence.quote)

    @property
    def _place(self) -> tuple[int, int]:
        """Where the quote stands in what its document says before the passage and the passage."""
        return len(self.chunk.before) + self.start, len(self.chunk.before) + self.end

    @property
    def sentences(self) -> str:
        """The whole sentences the quote lies in, each item of a list behind the head that turns it."""
        content, start = self.chunk.before + self.chunk.content, len(self.chunk.before) + self.start
        around = sentences_around(content, start, start + len(self.evidence.quote))
        return _unwrapped(around, content=content, at=content.find(around, max(0, start - len(around))))

    def standing_of(self, claim_text: str) -> Standing:
        """How the quote's sentences hold a claim, in its words or reworded; turned by a quotation that began before.

        A sentence may look like two where a line ends in a name.
        """
        sentences, wanted = self.sentences, spelled(claim_text)
        whole = wanted and wanted == spelled(sentences) and "?" not in sentences and not is_told_amid(sentences)
        held = Standing.WHOLE if whole else max(said_as(claim_text, sentence) for sentence in sentences.split("\n"))
        return Standing.TURNED if held and held_from_before(self.chunk.content, self.start, self.end) else held

    def rewords(self, claim_text: str) -> bool:
        """Whether a sentence of the quote says the claim, figures and all, in other words that say the same."""
        return any(reworded(claim_text, sentence) for sentence in self.sentences.split("\n"))

    def restates(self, claim_text: str) -> bool:
        """Whether a sentence of the quote and the claim are the same once they are put in one wording."""
        return any(restated(claim_text, sentence) for sentence in self.sentences.split("\n"))

    @property
    def context(self) -> QuoteContext:
        """The quote as the number lint reads it."""
        return QuoteContext(
            text=_unwrapped(self.evidence.quote),
            before=visible(self.chunk.content[max(0, self.start - READ_BEFORE) : self.start]),
            headings=self.chunk.heading_path,
            context="\n".join((self.chunk.title, self.chunk.filename, self.chunk.context_line)),
        )

    def held_back(self, claim_text: str) -> str:
        """The head of a list under which the passage says the claim and the claim does not say itself; or nothing."""
        return held_back(claim_text, self.chunk.before + self.chunk.content, *self._place)

    def disowned(self, claim_text: str) -> str:
        """The heading by which the document disowns what it says of the claim here; or nothing."""
        return disowned_under(claim_text, self.chunk.heading_path, self.chunk.content, self.start, self.end)

    def other_meant(self, claim_text: str) -> str:
        """Whom the pronoun that the quote begins with may mean rather than whom the claim names; or nothing."""
        return other_meant(claim_text, self.chunk.before + self.chunk.content, *self._place)

    def taken_back(self, claim_text: str) -> str:
        """What the sentence behind the quote, or behind what says the claim in it, says to take it back; or nothing."""
        return taken_back(self.chunk.content, self.end, start=self.start, claim=claim_text)


def lock(
    findings: Iterable[Finding], context: tuple[ContextChunk, ...], cited_keys: set[str], thresholds: Thresholds
) -> tuple[list[Locked], list[Check]]:
    """Findings of at least the lower cut whose quotes are found, best first, and a check for each that is not."""
    found_at: dict[tuple[str, int, int, Stance], Locked] = {}
    checks = [
        Check(name="quote_lock", detail=f"A quote counts with a score from 0 to 1; the Judge gave {one.score}.")
        for one in findings
        if not _is_score(one.score)
    ]
    usable = [one for one in findings if _is_score(one.score) and shown(one.score) >= thresholds.weak]
    # of two stances held equally surely the one against comes first, in whatever order the Judge named them
    for finding in sorted(usable, key=lambda one: (-one.score, one.stance is Stance.SUPPORTS)):
        places = [chunk for chunk in context if chunk.key == finding.key]
        held = next(
            ((chunk, found) for chunk in places if (found := lock_quote(finding.quote, chunk, finding.stance))), None
        )
        if held is None:
            where = f"passage {finding.key}" if places else "the context: no passage has that key"
            checks.append(Check(name="quote_lock", detail=f"The quote is not in {where}: “{short(finding.quote)}”."))
            continue
        chunk, found = held
        place = (found.chunk_id, found.start_offset, found.end_offset, found.stance)
        found_at.setdefault(
            place,
            Locked(
                evidence=found,
                score=shown(finding.score),
                chunk=chunk,
                cited=finding.key in cited_keys,
                partial=finding.partial,
                read=finding.read,
            ),
        )
    return _without_double_stance(list(found_at.values())), checks


def shown(score: float) -> float:
    """A score as it is shown, and so as it is ruled by: what reads 0.8 is not above a cut of 0.8."""
    return round(score, 4)


def _is_score(score: float) -> bool:
    """Whether it is a probability: NaN, infinities, percentages and what is no number are none."""
    return isinstance(score, int | float) and 0 <= score <= 1


def _without_double_stance(locked: list[Locked]) -> list[Locked]:
    """A passage cannot speak for and against: of overlapping quotes with both stances the surer one stays."""
    kept: list[Locked] = []
    for one in locked:  # best first
        if not any(other.stance is not one.stance and _overlap(one.evidence, other.evidence) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Evidence, other: Evidence) -> bool:
    return (
        one.document_id == other.document_id
        and one.start_offset < other.end_offset
        and other.start_offset < one.end_offset
    )


def turn(one: Locked, claim_text: str) -> Locked:
    """A supporting near twin of the claim that plainly says otherwise is evidence against it."""
    if one.stance is Stance.CONTRADICTS or one.rewords(claim_text):
        return one
    sentences = one.sentences
    if not _is_near_twin(
        claim_text, best_sentence(claim_text, [sentences, *sentences.splitlines(), one.evidence.quote])
    ):
        return one
    numbers = number_findings(claim_text, [one.context])
    if any(found.dated for found in numbers) and any(not found.dated for found in numbers):
        return one  # another figure of another time: no word on this one
    if any(found.fault.is_plain for found in numbers):
        reason = Reason.NUMBER_MISMATCH
    elif one.standing_of(claim_text) < Standing.BESIDE and any(
        found.fault.is_plain for found in modality_findings(claim_text, [sentences])
    ):
        reason = Reason.MODALITY_SHIFT
    else:
        return one
    return replace(one, evidence=replace(one.evidence, stance=Stance.CONTRADICTS), turned=reason)


def _is_near_twin(claim_text: str, sentence: str) -> bool:
    """Whether two sentences say the same of the same thing but for what the lints read.

    A content word of the claim that the sentence lacks usually names another thing ("part-time staff"), so that hardly
    any may be missing, opposites apart: those are what the lints look for.
    """
    if similarity(claim_text, sentence) < NEAR_TWIN:
        return False
    wanted = content_of(claim_text)
    there = content_of(sentence)
    opposed = {OPPOSITES[word][0] for word in there if word in OPPOSITES}
    missing = [word for word in wanted - there if OPPOSITES.get(word, ("",))[0] not in opposed]
    return len(missing) <= len(wanted) // WORDS_PER_LACK


def _unwrapped(text: str, *, content: str = "", at: int = 0) -> str:
    """One sentence or table row a line: a hard-wrapped line must not part a figure from its bound.

    Where it is ``content`` from ``at`` on, an item of a list stands behind the head that turns it.
    """
    pieces = [
        headed(content, at + span.start, at + span.end) if content else text[span.start : span.end]
        for span in split_sentences(text)
    ]
    return "\n".join(" ".join(_PARTED.sub("", visible(piece)).split()) for piece in pieces)


def short(text: str, limit: int = 80) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
