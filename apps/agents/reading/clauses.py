"""Sentences taken apart where each clause can stand alone. Pure."""

import re

from apps.core.sentences import split_sentences
from apps.verification.types import LONGEST_CLAIM

_JOINT = re.compile(r";\s+(?:and\s+|but\s+|or\s+)?|,\s+(?:and|but|while|whereas)\s+")
# What holds for one clause may hang on the other: such sentences stay whole.
_HANGS_TOGETHER = re.compile(
    r"\b(?:if|unless|except|provided|only|when|where|until|otherwise|subject to|without|neither|either|whether|"
    r"respectively|not only|both|each|"
    r"than|because|although|though|however|according to|upon|alleged(?:ly)?|as long as|"
    r"with(?:out)? (?:\S+ ){0,5}?(?:consent|approval|permission))\b"
    r"|\A(?:in|on|at|for|under|within|during|after|before|with|as of)\s[^,;]{1,60},\s(?!and\b|but\b|while\b|whereas\b)",
    re.IGNORECASE,
)
_SUBJECT_AND_VERB = re.compile(
    r"\A(?:the|an?|this|these|those|our|its|their|each|any|all|no|we|it|they|[A-Z][\w&.’'-]*)\b.{0,120}?\b(?:is|"
    r"are|was|were|has|have|had|must|may|shall|"
    r"will|can|cannot|should|does|do|did|\w{3,}(?:ed|es))\b"
)
_SHORTEST = 4  # words


def clauses_in(body: str) -> list[tuple[int, int]]:
    """Where the clauses of a sentence stand if each can stand alone; otherwise the whole sentence."""
    if len(body) > LONGEST_CLAIM or _HANGS_TOGETHER.search(body):
        return [(0, len(body))]
    cuts = [0]
    for joint in _JOINT.finditer(body):
        if _stands_alone(body[cuts[-1] : joint.start()]) and _stands_alone(body[joint.end() :]):
            cuts += [len(body[: joint.start()].rstrip()), joint.end()]
    cuts.append(len(body))
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def parts_of(text: str) -> tuple[str, ...]:
    """What a text says in clauses that can stand alone, one sentence after the other."""
    sentences = [text[span.start : span.end] for span in split_sentences(text)]
    return tuple(one[start:end] for one in sentences for start, end in clauses_in(one))


def _stands_alone(clause: str) -> bool:
    clause = clause.strip()
    return (
        len(clause.split()) >= _SHORTEST
        and bool(_SUBJECT_AND_VERB.match(clause))
        and clause.count("(") == clause.count(")")
    )
