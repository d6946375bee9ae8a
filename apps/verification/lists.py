"""Lists whose head turns the sense of their items: "None of the following has occurred:". Pure.

A head ends in a colon, or says what is so with the following. Its list are the marked lines behind it that are marked
alike, with the lines that go on from them and what is nested in them; else the one paragraph behind it. Another
heading, another paragraph or another kind of mark ends it, and so does the next item of the list the head is in.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from apps.core.sentences import is_table_row, split_sentences
from apps.verification.citations import strip_citations
from apps.verification.lexicon import coverage_of
from apps.verification.types import ANNOUNCES, behind

SAYING = 0.75  # share of a claim in a sentence that says it
RESTATED = 0.6  # share of a head that a claim must have to say it too
FAR = 6000  # characters before a place in a long text, in which the head of its list is looked for
LONGEST_HEAD = 600  # characters
LAST_WORDS = 4  # of a head, among which the verb stands that its items go on from
_BULLETS = "-*+•‣▪●○◦–—·■□➢✓→⁃‒§"
_MARK = re.compile(
    rf"(?P<indent>\s*)(?:(?P<bullet>[{re.escape(_BULLETS)}])\s+"
    r"|(?P<section>\d{1,2}(?:\.\d{1,2})+)\s+(?=[A-Za-z])"
    r"|(?P<open>[(\[]?)(?:(?P<number>\d{1,3}(?:\.\d{1,3})*)|[A-Za-z]{1,2}|[ivxIVX]{1,5})(?P<close>[.)\]])"
    r"(?:\s+|(?=[A-Z])))(?=\S)"
)
_GOES_ON = re.compile(r"(?:;|,)(?:\s+(?:and|or))?\Z|\b(?:and|or)\Z", re.IGNORECASE)
_FOLLOWS = re.compile(
    r"\b(?:none|any|each|all|one|some|either|both)\s+of\s+(?:the\s+following|these)\b|\bas\s+follows\W*\Z"
    r"|\bthe\s+following\b(?:\s+[\w-]+){0,3}?\s+(?:is|are|was|were|has|have|had|do|does|did|apply|applies)\b",
    re.IGNORECASE,
)
_HEADING, _LINE = re.compile(r"#{1,6}\s"), re.compile(r"[^\n]+")
_FURNITURE = re.compile(r"(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\Z", re.IGNORECASE)
_ASIDE = re.compile(
    r"\([^()]*\)|\bexcept (?:for )?(?:per[- ]share|share)\b[^:]*|\bwithout (?:exception|limitation)\b"
    r"|\bno (?:less|fewer|later)\b|\bnot (?:only|forget|break|(?:necessarily )?limited to)\b"
    r"|,\s+(?:when|where|who|whom|which|whose)\b[^,:]*,|\bwhere to\b",
    re.IGNORECASE,
)
_TO_THE_READER = re.compile(r"\b(?:you|your|us)\b", re.IGNORECASE)
_CONDITION = r"if|provided\s+that|(?:when|where|until|once)(?=\W*\Z)"
_DENIAL = (
    r"not|no(?!\.)|never|none|nothing|neither|nor|cannot|unable|without|fail(?:s|ed)?\s+to|refus\w*|reject\w*|forbid\w*"
    r"|forbade|prohibit\w*|bans?|banned|exclud\w*|exclusions?|except|excepting|exempt\w*|ineligible|den(?:y|ies|ied)"
    r"|false|untrue|wrong|incorrect|myths?|rumou?rs?|alleg\w*|accus\w*|retract\w*|withdrawn|suppos\w*"
    r"|assum(?:e|es|ed|ing)|assumptions?|imagin\w*|hypothe\w*|scenarios?|misconceptions?|fallac(?:y|ies)"
    r"|questions?(?:\s+(?:for|before|presented|raised|to\s+be)\b[^:]*)?(?=\s*:)|whether|unless"
    r"|only\s+(?:if|when|where|in)|events?\s+of\s+default"
    r"|claims?(?=\s*:)|yet\s+to|in\s+(?:the\s+following|these|those|such|any\s+of\s+these)\s+(?:cases|events|circumstances)"
)
_HOLDS_BACK = re.compile(rf"\b(?:{_DENIAL}|{_CONDITION})\b|n['’]t\b", re.IGNORECASE)
_DENIES = re.compile(rf"\b(?:{_DENIAL})\b|n['’]t\b", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:may|might|must|shall|should|can|could|would|will)\b", re.IGNORECASE)
_LEFT_OPEN = re.compile(
    r"\b(?:may|might|must|shall|should|can|could|would|will|not|to|cannot|never|do|does|for|of|by|from|with)\W*\Z",
    re.IGNORECASE,
)
_ANY_TURN = re.compile(rf"{_HOLDS_BACK.pattern}|{_MODAL.pattern}", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Mark:
    style: str
    indent: int


@dataclass(slots=True, kw_only=True)
class _List:
    """A list that is being read. ``item``: where the item under way begins."""

    head: Span
    text: str  # of the head
    own: _Mark | None  # of the head, where it is an item itself
    first: _Mark | None = None
    begun: bool = False
    item: int = 0


@dataclass(slots=True)
class _Reader:
    """Goes down the lines of a text. ``found``: (line start, line end, head, where its item begins)."""

    text: str
    lists: list[_List] = field(default_factory=list)
    found: list[tuple[int, int, Span, int]] = field(default_factory=list)
    gap: bool = False
    before: str = ""
    paragraph: int = 0

    def read(self, start: int, end: int) -> None:
        line, self.gap = self.text[start:end], self.gap or "\n\n" in self.text[max(0, start - 2) : start]
        said = strip_citations(line).strip().rstrip("*_ \t")
        if not said or _FURNITURE.match(said):
            return
        mark = _mark_of(line)
        if _HEADING.match(line) or is_table_row(line):
            self.lists.clear()
        while self.lists and not self._holds(self.lists[-1], line, mark):
            self.lists.pop()
        if mark or self.gap or not self.before:
            self.paragraph = start
        for one in self.lists:
            one.item = start if mark or not one.begun else one.item
            one.begun = True
        if turning := next((one for one in self.lists if turns(one.text)), None):
            self.found.append((start, end, turning.head, turning.item))
        self._announce(start, end, said, mark)
        self.gap, self.before = False, said

    def _holds(self, one: _List, line: str, mark: _Mark | None) -> bool:
        """Whether the line belongs to the list."""
        if mark and one.first is None:
            if one.begun or (one.own and (mark.style, mark.indent <= one.own.indent) == (one.own.style, True)):
                return one.begun and not self.gap
            one.first = mark
            return True
        if mark and one.first:
            return mark.style == one.first.style or mark.indent > one.first.indent
        if one.first is None:
            return not one.begun or not self.gap or bool(_GOES_ON.search(self.before))
        if self.gap or _GOES_ON.search(self.before):
            return bool(_GOES_ON.search(self.before))
        ended = self.before[-1:] in ".!?" and line.lstrip()[:1].isupper()
        return not ended or len(line) - len(line.lstrip()) > one.first.indent

    def _announce(self, start: int, end: int, said: str, mark: _Mark | None) -> None:
        """Begin a list where the line ends in a head; one whose sentence ends in mid-line holds what follows there."""
        follows = _FOLLOWS.search(self.text, start, end)
        announces = said.rstrip('”’"—–- ').endswith((":", "："))
        if not announces and not follows:
            return
        begin = max(self.paragraph, end - LONGEST_HEAD)
        spans = [(begin + span.start, begin + span.end) for span in split_sentences(self.text[begin:end])]
        if announces:
            head = spans[-1] if spans else (start, end)
        else:
            head = next((span for span in spans if follows and span[0] <= follows.start() < span[1]), (start, end))
            if ":" in self.text[follows.end() : head[1]] if follows else False:
                return  # what follows stands behind the colon
        text = " ".join(strip_citations(self.text[head[0] : head[1]]).lstrip("# *_").rstrip("*_ ").split())
        self.lists.append(_List(head=head, text=text, own=mark))
        if head[1] < end - 1 and turns(text):
            self.lists[-1].begun = True
            self.lists[-1].item = head[1] + 1
            self.found.append((head[1], end, head, head[1] + 1))


def _mark_of(line: str) -> _Mark | None:
    found = _MARK.match(line)
    if found is None:
        return None
    kind = (
        found["bullet"]
        or (found["section"] and "1.1")
        or f"{found['open']}{'1' if found['number'] else 'a'}{found['close']}"
    )
    return _Mark(kind, len(found["indent"].expandtabs(4)))


@lru_cache(maxsize=2048)
def _items(text: str) -> tuple[tuple[int, int, Span, int], ...]:
    reader = _Reader(text)
    for line in _LINE.finditer(text):
        reader.read(*line.span())
    return tuple(reader.found)


def head_over(text: str, at: int) -> Span | None:
    """Where the head stands of the list that text[at] is in, where it turns the sense of what is listed there.

    One that only demands or allows does so where the item goes on from it: "The applicant must: provide proof".
    """
    cut = 0
    if len(text) > 2 * FAR:
        cut = text.rfind("\n", 0, max(0, at - FAR)) + 1
        behind_it = text.find("\n", at)
        text = text[cut : behind_it if behind_it >= 0 else len(text)]
    found = [one for one in _items(text) if one[0] <= at - cut < one[1]]
    if not found:
        return None
    *_, (low, high), item = found[-1]
    head = _plain(text[low:high])
    if not _holds_back(head) and not _goes_on(head, text[item:]):
        return None
    return cut + low, cut + high


def _goes_on(head: str, item: str) -> bool:
    """Whether an item ends the sentence that a head begins with what is demanded or allowed."""
    said = _ASIDE.sub(" it ", head)
    words = _MARK.sub("", item, count=1).lstrip()
    near_its_end = _MODAL.search(" ".join(said.split()[-LAST_WORDS:]))
    return bool(near_its_end) and (words[:1].islower() or bool(_LEFT_OPEN.search(said)))


def _plain(head: str) -> str:
    return " ".join(strip_citations(head).lstrip("# *_").rstrip("*_ ").split())


def turns(text: str) -> bool:
    """Whether words are among those by which a head turns the sense of what is listed."""
    return bool(_ANY_TURN.search(_ASIDE.sub(" ", text)))


def _holds_back(text: str) -> bool:
    """Whether a head denies, doubts or makes a condition; what it tells the reader to do "if you" is none."""
    pattern = _DENIES if _TO_THE_READER.search(text) else _HOLDS_BACK
    return bool(pattern.search(_ASIDE.sub(" ", text)))


def head_text(text: str, at: int) -> str:
    """What such a head says, on one line, without citations; nothing where there is none."""
    head = head_over(text, at)
    return "" if head is None else _plain(text[head[0] : head[1]])


def headed(text: str, start: int, end: int) -> str:
    """text[start:end], if it is in such a list without its mark and behind what the head says."""
    head = head_text(text, start)
    return behind(head, _MARK.sub("", text[start:end], count=1).lstrip()) if head else text[start:end]


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
