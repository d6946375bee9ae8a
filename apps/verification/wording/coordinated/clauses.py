"""What either of two clauses says that "and" joins. Pure."""

from collections.abc import Iterator

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.coordinated.parts import JOINT, REACHES, ended, is_plain, undated
from apps.verification.wording.coordinated.taken_along import is_of_more
from apps.verification.wording.coordinated.verbs import PAST_ALONE, Verb, first_verb, has_finite
from apps.verification.wording.reporting import reports

_PRONOUNS = word_set("it he she they we i you this that these those its their his her here there then")
_NO_SUBJECT = lazy_regex(r"(?:It|This|That|There|Had|Were|Should)\b")


def clauses(line: str, opening: str, verb: Verb) -> Iterator[str]:
    """What either of two clauses says that "and" joins, each with a subject and a verb of its own."""
    sure = verb.kind == "be" or line[verb.start : verb.end].lower() in PAST_ALONE
    if not sure or _NO_SUBJECT.match(line):
        return
    for joint in JOINT.finditer(line, verb.end):
        left, right = line[: joint.start()], line[joint.end() :]
        other = first_verb(right, 0)
        if (
            not joint["link"]
            or other is None
            or is_of_more(f"{left} and ", right)
            or has_finite(left[verb.end :])
            or right.split()[0].lower() in _PRONOUNS
        ):
            continue
        sure = other.kind in ("modal", "be", "have") or right[other.start : other.end].lower() in PAST_ALONE
        if not sure or not is_plain(right[: other.start]) or JOINT.search(right) or "," in undated(left[verb.end :]):
            return
        if _stands(left, right, joint["link"]):
            yield ended(left)
        if _stands(right, left[len(opening) :], "and"):
            yield ended(f"{opening}{right}")
        return


def _stands(told: str, beside: str, link: str) -> bool:
    """Whether what a clause tells stands whatever is said ``beside`` it: a rule may be bound there."""
    return not REACHES.search(beside) and (reports(told) or link != "but")
