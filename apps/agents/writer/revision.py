"""How a text is mended: a citation added, a sentence put as its source puts it, shortened or taken out. Pure.

Where the sources differ the other one is heard too; where a passage tells what was missing, the sentence goes by which
nothing was found on it. What holds stays as it is, lists and headings too.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from apps.agents.contracts import Problem, RevisionTask
from apps.agents.reading.about_text import about_the_text
from apps.agents.reading.cited import CitedSentence, read_cited
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.reading.words import content_words, plain
from apps.agents.writer.plan.outline import enumerated
from apps.agents.writer.sentences.differing import SOURCES_DIFFER
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.lists import lists_of
from apps.agents.writer.sentences.other_item import is_relative_only
from apps.agents.writer.sentences.prose import fingerprint
from apps.agents.writer.sentences.rivals import rival_of
from apps.agents.writer.sentences.sentence import cited
from apps.agents.writer.sentences.soundness import is_sound, scaled_documents, stands_alone
from apps.verification.citations import anchor, strip_citations
from apps.verification.lexicon import similarity
from apps.verification.wording.framing import ANOTHER_SAYS, told_of_another

SAYS_IT = 0.35  # similarity to the claim from which a sentence of a passage may take the claim's place
_REMOVED = frozenset({"not_found", "contradicted"})
_SHIFTED = frozenset(
    {"modality_shift", "number_mismatch"}
)  # the source says it, but more or less strictly, or otherwise
_INEXACT = frozenset({"partial", "disputed"})  # the source says it in part, or not alone
_DIFFERING = frozenset({"conflict", "disputed"})  # another source says otherwise
_QUOTED = re.compile(r"“([^”]+)”")
_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|but)\b)?[\s,]*\Z")
_ANNOUNCES = re.compile(r":\s*\Z")
_LEFT_OPEN = re.compile(r"(The documents do not cover )(.+)\.", re.DOTALL)
_OVER_NOTHING = re.compile(r"(?:\A|\n)#{2,6}[ \t][^\n]*\s*\Z")
_ENUMERATED = re.compile(r",\s+(?:and\s+)?|\s+and\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sources:
    """The passages that may be cited, and their sentences that can be told anywhere."""

    context: Context
    sentences: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """A mended sentence, and where the one it comes from stood."""

    text: str
    sentence: CitedSentence


def revised_paragraphs(task: RevisionTask) -> tuple[str, ...]:
    """Paragraphs of the mended text; none when nothing holds. Only keys of ``task.chunks`` are added."""
    context = read_context(task.chunks)
    sources = _Sources(context=context, sentences=_standing_alone(context))
    sentences = read_cited(task.text)
    told = _told(task.text) | _told(task.elsewhere)
    kept = []
    for sentence in sentences:
        own = [problem for problem in task.problems if sentence.start <= problem.start_offset < sentence.end]
        mended = _mend(task, sentence, own, sources, told)
        if mended:
            kept.append(_Kept(text=mended, sentence=sentence))
    added = _added(task, sources, told, kept)
    paragraphs = _settled(kept, sentences, task.text, filled=[wanted for wanted, _ in added])
    return (*paragraphs, " ".join(cited(place) for _, place in added)) if added else tuple(paragraphs)


def without_gaps(text: str, topics: Iterable[str]) -> str:
    """``text`` without what it says of nothing being found on one of ``topics``; the rest verbatim.

    Of a sentence that names several the others stay.
    """
    filled = [stems for topic in topics if (stems := frozenset(content_words(topic)))]
    for one in reversed(read_cited(text)):
        sentence = text[one.start : one.end]
        if not _is_gap(_Kept(text=sentence, sentence=one), filled):
            continue
        named = _LEFT_OPEN.fullmatch(sentence.strip())
        parts = _ENUMERATED.split(named[2]) if named else []
        left = [part for part in parts if not any(wanted <= set(content_words(part)) for wanted in filled)]
        kept = f"{named[1]}{enumerated(left)}." if named and left else ""
        text = text[: one.start] + kept + (text[one.end :] if kept else text[one.end :].lstrip(" "))
    return _OVER_NOTHING.sub("", re.sub(r"\n{3,}", "\n\n", text)).strip()


def _settled(
    kept: Sequence[_Kept], sentences: Sequence[CitedSentence], text: str, *, filled: Sequence[frozenset[str]]
) -> list[str]:
    """Paragraphs of what is kept, without what says nothing any more beside the rest; none where nothing holds."""
    left = [one for one in kept if not _is_gap(one, filled)]
    left = _without_idle_leads(_without_orphans(left, sentences, text), sentences, text)
    holds = any(one.sentence.keys or not one.sentence.heading for one in left)
    return _paragraphs(left, text) if holds else []


def _mend(
    task: RevisionTask, sentence: CitedSentence, problems: list[Problem], sources: _Sources, told: set[str]
) -> str:
    """The sentence as it should stand and what another source says against it, or nothing."""
    whole = _put_right(task, sentence, problems, sources, told)
    told.add(fingerprint(told_of_another(whole) or whole))
    if not whole or whole.lstrip().startswith("|"):
        return whole
    differing = [one for one in problems if one.reason in _DIFFERING and _tells(whole, one.claim_text)]
    rivals = [_another_says(task, sentence, problem, sources, told) for problem in differing]
    return " ".join((whole, *filter(None, rivals)))


def _put_right(
    task: RevisionTask, sentence: CitedSentence, problems: list[Problem], sources: _Sources, told: Collection[str]
) -> str:
    whole = task.text[sentence.start : sentence.end]
    allowed = {chunk.key for chunk in task.chunks}.difference(sentence.keys)
    keys = dict.fromkeys(problem.suggested_key for problem in problems if problem.suggested_key in allowed)
    for problem in problems:
        if problem.suggested_key in keys:
            continue
        otherwise = problem.verdict == "contradicted" and problem.reason not in _DIFFERING
        inexact = (otherwise or problem.reason in _INEXACT) and _is_all_of(sentence, problem)
        if (problem.reason in _SHIFTED or inexact) and (
            softer := _as_the_source_says(problem, sentence, sources, told)
        ):
            by = f"{ANOTHER_SAYS} " if told_of_another(_body(task.text, sentence)) else ""
            return f"{_mark(task.text, sentence)}{by}{softer}"
        if problem.verdict in _REMOVED and problem.reason != "conflict":
            whole = _without_last_clause(task.text, sentence, problem, problems)
            break
    return " ".join((whole, *(anchor(key) for key in keys if key not in whole))) if whole else ""


def _as_the_source_says(problem: Problem, sentence: CitedSentence, sources: _Sources, told: Collection[str]) -> str:
    """The sentence of a cited passage that comes nearest to the claim, else nothing; nothing too where it is told."""
    near = [
        (similarity(problem.claim_text, place.text), -place.rank, -place.index, place)
        for place in sources.sentences
        if place.chunk.key in sentence.keys and not is_relative_only(problem.claim_text, place)
    ]
    best = max(near, key=lambda one: one[:3], default=None)
    return cited(best[3]) if best and best[0] >= SAYS_IT and fingerprint(best[3].text) not in told else ""


def _tells(sentence: str, claim: str) -> bool:
    """Whether a sentence makes the claim still, as it was put or in other words."""
    said = strip_citations(sentence)
    return plain(claim).rstrip(".") in plain(said) or similarity(claim, said) >= SAYS_IT


def _said(text: str, sentence: CitedSentence) -> str:
    """Without the words by which it is told of another source."""
    body = _body(text, sentence)
    return told_of_another(body) or body


def _body(text: str, sentence: CitedSentence) -> str:
    return text[sentence.bodies[0][0] : sentence.end]


def _is_all_of(sentence: CitedSentence, problem: Problem) -> bool:
    """Whether the sentence makes no other claim, which might hold as it is put."""
    return problem.start_offset <= sentence.bodies[0][0] and problem.end_offset >= sentence.bodies[-1][1]


def _mark(text: str, sentence: CitedSentence) -> str:
    """What makes the sentence an item of a list."""
    mark = text[sentence.start : sentence.bodies[0][0]]
    return "" if "#" in mark else mark


def _another_says(
    task: RevisionTask, sentence: CitedSentence, problem: Problem, sources: _Sources, told: set[str]
) -> str:
    """What another document says against the claim, where the text does not tell it yet."""
    place = rival_of(
        problem.claim_text, sentence.keys, sources.context, sources.sentences, contradictions=task.contradictions
    )
    if place is None or fingerprint(place.text) in told:
        return ""
    told.add(fingerprint(place.text))
    return f"{SOURCES_DIFFER} {ANOTHER_SAYS} {cited(place)}"


def _standing_alone(context: Context) -> tuple[Place, ...]:
    """Sentences that need neither the one before them nor what announces the list they are in."""
    scaled, lists = scaled_documents(context), lists_of(context)
    return tuple(
        place
        for place in context.quotable()
        if is_sound(place, scaled) and stands_alone(place) and not leans_in_place(place)
        and not place.text.endswith(":") and not lists.holds(place)
    )  # fmt: skip


def _told(text: str) -> set[str]:
    return {fingerprint(_said(text, one)) for one in read_cited(text)}


def _added(
    task: RevisionTask, sources: _Sources, told: set[str], kept: Sequence[_Kept]
) -> list[tuple[frozenset[str], Place]]:
    """For each missing aspect of this section that a passage speaks of, its stems and the sentence that does.

    A sentence that another section tells is told again only in the place of a gap, which would be false beside it.
    """
    about = set(content_words(task.query))
    found = []
    for line in task.missing:
        wanted = frozenset(stem for words in _QUOTED.findall(line) or [line] for stem in content_words(words))
        if not wanted or len(about.intersection(content_words(line))) * 2 < len(about):
            continue  # for another section to tell
        place = _speaking_of(wanted, sources, told)
        if place is None and any(_is_gap(one, [wanted]) for one in kept):
            place = _speaking_of(wanted, sources, told.difference(_told(task.elsewhere)))
        if place is not None:
            told.add(fingerprint(place.text))
            found.append((wanted, place))
    return found


def _speaking_of(wanted: frozenset[str], sources: _Sources, told: set[str]) -> Place | None:
    places = (place for place in sources.sentences if wanted <= place.words)
    return next((place for place in places if fingerprint(place.text) not in told), None)


def _is_gap(one: _Kept, filled: Sequence[frozenset[str]]) -> bool:
    """Whether a sentence says that nothing was found on a topic that is ``filled`` now."""
    if one.sentence.keys or one.sentence.heading or not about_the_text(one.text):
        return False
    words = set(content_words(one.text))
    return any(wanted <= words for wanted in filled)


def _without_orphans(kept: Sequence[_Kept], sentences: Sequence[CitedSentence], text: str) -> list[_Kept]:
    """Without the words that sources differ where one of the two is gone; the other one speaks for itself then.

    Which sentence another source gainsays is the one before; a Writer that does not say so may mean any before.
    """
    bodies = [_body(text, one).strip() for one in sentences]
    order = {one.start: number for number, one in enumerate(sentences)}
    left = {order[one.sentence.start] for one in kept}
    result = []
    for one in kept:
        number, said = order[one.sentence.start], told_of_another(one.text)
        if bodies[number] == SOURCES_DIFFER:
            named = any(map(told_of_another, bodies[number + 1 : number + 2]))
            before = {number - 1} if named else set(range(number))
            if not (left & before and number + 1 in left):
                continue
        alone = said and number and bodies[number - 1] == SOURCES_DIFFER and number - 2 not in left
        result.append(replace(one, text=said) if alone else one)
    return result


def _without_idle_leads(kept: Sequence[_Kept], sentences: Sequence[CitedSentence], text: str) -> list[_Kept]:
    """Without headings and announcements under which nothing is left of what stood there."""
    whole = [(one.start, one.heading and _marked(text, one)) for one in sentences]
    order = {start: number for number, (start, _) in enumerate(whole)}
    left = {one.sentence.start for one in kept}
    result = []
    for one in kept:
        number = order[one.sentence.start]
        following = [start for start, _ in whole[number + 1 :]]
        marked = whole[number][1]
        end = next((n for n, (_, head) in enumerate(whole[number + 1 :]) if head), len(following)) if marked else 1
        announces = bool(_ANNOUNCES.search(one.text)) and not one.sentence.keys
        if (marked or announces) and following[:end] and not left & set(following[:end]):
            continue
        result.append(one)
    return result


def _marked(text: str, sentence: CitedSentence) -> bool:
    return text[sentence.start : sentence.end].lstrip().startswith("#")


def _paragraphs(kept: Sequence[_Kept], text: str) -> list[str]:
    """What was one paragraph is one again; what had a line of its own keeps it."""
    paragraphs: dict[int, str] = {}
    for one in kept:
        number = one.sentence.paragraph
        if number not in paragraphs:
            paragraphs[number] = one.text
            continue
        line = text[: one.sentence.start].rstrip(" \t")
        paragraphs[number] += ("\n" if line.endswith("\n") else " ") + one.text
    return list(paragraphs.values())


def _without_last_clause(text: str, sentence: CitedSentence, problem: Problem, problems: list[Problem]) -> str:
    """What is left when only the end of a sentence fails; nothing when more of it does.

    What another source gainsays does not fail: that source is heard beside it.
    """
    others = [one for one in problems if one is not problem and one.reason not in _DIFFERING]
    last = max(end for _, end in sentence.bodies)
    if others or problem.start_offset <= sentence.bodies[0][0] or problem.end_offset < last:
        return ""
    kept = _JOINT.sub("", text[sentence.start : problem.start_offset])
    anchors = "".join(f" {anchor(key)}" for key in sentence.keys if anchor(key) not in kept)
    return f"{kept}.{anchors}"
