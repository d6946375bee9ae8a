"""How a text is mended: a citation added, a sentence or its last clause taken out, the rest left as it was. Pure."""

import re

from apps.agents.contracts import Problem, RevisionTask
from apps.agents.reading.cited import CitedSentence, read_cited
from apps.verification.citations import anchor

_REMOVED = frozenset({"not_found", "contradicted"})
_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|but)\b)?[\s,]*\Z")


def revised_paragraphs(task: RevisionTask) -> tuple[str, ...]:
    """Paragraphs of the mended text; none when nothing holds. Only keys of ``task.chunks`` are added."""
    allowed = {chunk.key for chunk in task.chunks}
    paragraphs: dict[int, list[str]] = {}
    for sentence in read_cited(task.text):
        own = [problem for problem in task.problems if sentence.start <= problem.start_offset < sentence.end]
        mended = _mend(task.text, sentence, own, allowed)
        if mended:
            paragraphs.setdefault(sentence.paragraph, []).append(mended)
    return tuple(" ".join(sentences) for sentences in paragraphs.values())


def _mend(text: str, sentence: CitedSentence, problems: list[Problem], allowed: set[str]) -> str:
    """The sentence as it should stand, or nothing."""
    whole = text[sentence.start : sentence.end]
    for problem in problems:
        if problem.suggested_key in allowed and problem.suggested_key not in sentence.keys:
            whole = f"{whole} {anchor(problem.suggested_key)}" if problem.suggested_key not in whole else whole
        elif problem.verdict in _REMOVED and problem.reason != "conflict":
            return _without_last_clause(text, sentence, problem, problems)
    return whole


def _without_last_clause(text: str, sentence: CitedSentence, problem: Problem, problems: list[Problem]) -> str:
    """What is left when only the end of a sentence fails; nothing when more of it does."""
    last = max(end for _, end in sentence.bodies)
    if len(problems) > 1 or problem.start_offset <= sentence.start or problem.end_offset < last:
        return ""
    kept = _JOINT.sub("", text[sentence.start : problem.start_offset])
    anchors = "".join(f" {anchor(key)}" for key in sentence.keys if anchor(key) not in kept)
    return f"{kept}.{anchors}"
