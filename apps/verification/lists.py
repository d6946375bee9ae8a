"""Lists whose head turns the sense of their items: "None of the following has occurred:". Pure."""

import re

from apps.core.sentences import is_table_row, split_sentences
from apps.verification.citations import strip_citations
from apps.verification.lexicon import coverage_of
from apps.verification.types import ANNOUNCES, behind

SAYING = 0.75  # share of a claim in a sentence that says it
RESTATED = 0.6  # share of a head that a claim must have to say it too
FARTHEST = 60  # lines from an item up to the head of its list
# denies, doubts or makes a condition; the others demand or allow
_HOLDING_BACK = (
    r"not|no(?!\.)|never|none|nothing|neither|nor|cannot|without|unable|fail\w*|refus\w*|reject\w*|forbid\w*|forbade"
    r"|prohibit\w*|bans?|banned|exclud\w*|except\w*|exempt\w*|ineligible|den(?:y|ies|ied)|false|untrue|wrong|incorrect"
    r"|alleg\w*|accus\w*|suppos\w*|assum\w*|imagin\w*|hypothe\w*|whether|if|unless|when|where|until|once|provided|only"
    r"|in\s+(?:(?:the|these|those|such|any of these|the following)\s+)?(?:event|cases?)|subject\s+to"
)
_HOLDS_BACK = re.compile(rf"\b(?:{_HOLDING_BACK})\b|n['’]t\b", re.IGNORECASE)
_TURNS = re.compile(rf"\b(?:{_HOLDING_BACK}|may|might|must|shall|should|can|could|would)\b|n['’]t\b", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*+•‣▪●○◦–—·■□➢✓]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+(?=\S)", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:;|,)(?:\s+(?:and|or))?\Z|\b(?:and|or)\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|\bexcept (?:for )?(?:per[- ]share|share)\b[^:]*", re.IGNORECASE)
_FOLLOWING = re.compile(r"\bfollow(?:ing|s)\b", re.IGNORECASE)
_LINE = re.compile(r"^.+$", re.MULTILINE)
_HEADING = re.compile(r"#{1,6}\s")


def head_over(text: str, at: int) -> tuple[int, int] | None:
    """Where the head stands of the list that text[at] is in, where it turns the sense of what is listed.

    A head ends in a colon, or speaks of the following. Items have a mark or a number, end in a semicolon, or are what
    stands first behind the head. None for what stands in no such list.
    """
    line_start = text.rfind("\n", 0, at) + 1
    for span in reversed(split_sentences(text[line_start:at]) if _FOLLOWING.search(text, line_start, at) else ()):
        before = text[line_start + span.start : line_start + span.end]
        if before.endswith(".") and _FOLLOWING.search(before) and _holds_back(before):
            return line_start + span.start, line_start + span.end
    return _head_over(text, line_start)


def _head_over(text: str, line_start: int) -> tuple[int, int] | None:
    below, gap = _line_at(text, line_start), False
    if _HEADING.match(below) or is_table_row(below):
        return None
    end = line_start
    for _ in range(FARTHEST):
        if not end:
            return None
        start = text.rfind("\n", 0, end - 1) + 1
        line = text[start : end - 1]
        if not line.strip():
            gap = True
        else:
            said = strip_citations(line).strip()
            if head := _head_in(text, start, end - 1, said):
                return head
            if _HEADING.match(line) or said.endswith(":"):
                return None
            if not (_ITEM.match(below) or not gap or _GOES_ON.search(said)):
                return None  # a paragraph behind the list
            if gap and not _GOES_ON.search(said) and not _in_item(text, start):
                return None  # another paragraph than that of the list
            below, gap = line, False
        end = start
    return None


def _in_item(text: str, line_start: int) -> bool:
    """Whether a line is that of an item, the first or a further one."""
    paragraph = text.rfind("\n\n", 0, line_start) + 1
    return any(
        _ITEM.match(line[0]) for line in _LINE.finditer(text, paragraph, len(_line_at(text, line_start)) + line_start)
    )


def _line_at(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)]


def _head_in(text: str, start: int, end: int, line: str) -> tuple[int, int] | None:
    """The sentence that a line ends in, which may begin on a line before, where it is such a head."""
    announces = line.endswith(":")
    if not announces and not (line.endswith(".") and _FOLLOWING.search(line) and not _ITEM.match(line)):
        return None
    paragraph = max(text.rfind("\n\n", 0, start) + 2, 0) if "\n\n" in text[:start] else 0
    spans = split_sentences(text[paragraph:end])
    if not spans:
        return None
    head = text[paragraph + spans[-1].start : paragraph + spans[-1].end]
    if not turns(head) or not (announces or _FOLLOWING.search(head)):
        return None
    return paragraph + spans[-1].start, paragraph + spans[-1].end


def turns(text: str) -> bool:
    """Whether words are among those by which a head turns the sense of what is listed."""
    return bool(_TURNS.search(_ASIDE.sub(" ", text)))


def _holds_back(text: str) -> bool:
    return bool(_HOLDS_BACK.search(_ASIDE.sub(" ", text)))


def head_text(text: str, at: int) -> str:
    """What such a head says, on one line, without citations; nothing where there is none."""
    head = head_over(text, at)
    return "" if head is None else " ".join(strip_citations(text[head[0] : head[1]]).lstrip("# ").split())


def headed(text: str, start: int, end: int) -> str:
    """text[start:end], if it is in such a list without its mark and behind what the head says."""
    head = head_text(text, start)
    return behind(head, _ITEM.sub("", text[start:end], count=1)) if head else text[start:end]


def held_back(claim: str, text: str, start: int, end: int) -> str:
    """The head that denies, doubts or makes a condition of what text[start:end] has of ``claim``, unless that says it.

    Looked at are its beginning, and the sentences and lines in it that say most of the claim.
    """
    spans = [(start + span.start, start + span.end) for span in split_sentences(text[start:end])]
    spans += [line.span() for line in _LINE.finditer(text, start, end)]
    saying = [at for at, to in spans if coverage_of(claim, text[at:to]) >= SAYING]
    for head in filter(_holds_back, (head_text(text, at) for at in (start, *saying))):
        about = _HOLDS_BACK.sub(" ", ANNOUNCES.sub(" ", head))
        if not (_HOLDS_BACK.search(claim) and coverage_of(about, claim) >= RESTATED):
            return head
    return ""
