"""What a sentence requires, permits, forbids or recommends, and of which verb."""

import re
from dataclasses import dataclass
from enum import StrEnum

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import IRREGULAR
from apps.verification.wording.clauses import Token, spelled_out, tokens_of


class Force(StrEnum):
    """How strongly a text asks for something."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    WILL = "will"
    NONE = "none"


_BE = r"(?:is|are|be|was|were|been)"
_OPTIONAL = lazy_regex(
    r"\b(?:not\s+(?:\w+ly\s+)?(?:be\s+)?(?:required|obliged|obligated|needed|need|have)\s+to"
    r"|need\s+not|under\s+no\s+obligation\s+to)\b",
    re.IGNORECASE,
)
_FORBIDDEN = lazy_regex(
    r"\b(?:not\s+(?:be\s+)?(?:\w+ly\s+)?(?:allowed|permitted|entitled|authori[sz]ed)\s+to"
    r"|(?:prohibited|barred|precluded|disqualified)\s+from|forbidden\s+(?:to|from))\b",
    re.IGNORECASE,
)
_MUST = lazy_regex(
    rf"\b(?:must|shall|{_BE}\s+(?:\w+ly\s+)?(?:required|obliged|obligated|bound)\s+to|ha(?:s|ve|d)\s+to|needs?\s+to"
    r"|needed\s+to|(?:is|are)\s+to\s+be|will\s+be\s+required\s+to)\b",
    re.IGNORECASE,
)
_SHOULD = lazy_regex(
    rf"\b(?:should|ought\s+to|{_BE}\s+(?:recommended|advised|encouraged|expected)(?:\s+to)?)\b", re.IGNORECASE
)
_MAY = lazy_regex(
    rf"(?:(?<!in )(?<!of )(?<!since )(?<!by )(?<!until )\b(?:may|might|could)\b|\bcan\b"
    rf"|\b{_BE}\s+(?:\w+ly\s+)?(?:allowed|permitted|entitled|free|authori[sz]ed|able)\s+to\b"
    r"|\bha(?:s|ve)\s+the\s+(?:right|option)\s+to\b)",
    re.IGNORECASE,
)
_WILL = lazy_regex(r"\b(?:will|would)\b", re.IGNORECASE)
# the longer forms first: what one has taken no other finds again
_PATTERNS = (
    (Force.MAY, _OPTIONAL, False),
    (Force.MAY, _FORBIDDEN, True),
    (Force.MUST, _MUST, False),
    (Force.SHOULD, _SHOULD, False),
    (Force.MAY, _MAY, False),
    (Force.WILL, _WILL, False),
)
# asked of somebody: of nobody asked, it is left to all
_DUTY = lazy_regex(r"\b(?:required|obliged|obligated|bound|ha(?:s|ve|d)|needs?|needed)\s+to\Z", re.IGNORECASE)
_PERFECT = lazy_regex(rf"\s+(?:not\s+)?have\s+(?:been|\w{{2,}}(?:ed|en)|{'|'.join(IRREGULAR)})\b", re.IGNORECASE)
_NOT_BEHIND = lazy_regex(r"^\s+(?:not|never|under no circumstances|in no (?:case|event))\b", re.IGNORECASE)
_NO_SUBJECT = lazy_regex(r"\b(?:no|neither|nor|none|nobody|never|not)\b(?:\s+[\w'’-]+){0,5}\s*$", re.IGNORECASE)
_SAVE_FOR = lazy_regex(r"\b(?:other than|except|but|only)\b", re.IGNORECASE)
_UP_TO = lazy_regex(r"^\s+(?:be\s+)?(?:up to|as (?:much|many|long|high) as)\b", re.IGNORECASE)
_YEAR_OF_MAY = lazy_regex(r"\s+(?:\d|of\b)")
_DAY_OF_MAY = lazy_regex(
    r"(?:\d(?:st|nd|rd|th)?|\b(?:in|of|by|on|since|until|till|from|to|through|before|after|during|between|each|every|last|"
    r"next|this|early|mid|late))[\s-]+\Z",
    re.IGNORECASE,
)
# "Should the tenant default, …", "…, should the tenant default" is "if"
INVERTED_IF = lazy_regex(
    r"\A\W*(?:(?:\d+(?:\.\d+)*|[a-z])\b[.)]*\s+)?Should\b"
    r"(?=\s(?!(?:be|have|not|never|only|always|also|contain|include)\b)[^,;:?]{3,200},\s[^?]*\Z)"
    r"|,\s+should\b(?=\s(?:the|an?|any|it|they|he|she|its?|their|this|that|such)\s[^,;:?]{3,200}\Z)"
)
_GOVERNS = lazy_regex(r"\s+(?:not|be)\b", re.IGNORECASE)
_LOOK = 200  # characters before and behind a modal that are read
_CLAUSE = lazy_regex(r"[,;:.]|\b(?:and|but|if|unless|that|which|who)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Modal:
    """An auxiliary with the word it governs. ``denied``: "may not", "must not", "no lender may".

    ``perfect``: of what has been done or not, "should have paid".
    """

    force: Force
    denied: bool
    head: str
    text: str
    perfect: bool = False


def modals_of(text: str) -> list[Modal]:
    """Modal expressions in order, each with the stem of the first content word behind it."""
    plain = spelled_out(text)
    found: list[tuple[int, Modal]] = []
    taken: list[tuple[int, int]] = [condition.span() for condition in INVERTED_IF.finditer(plain)]
    for force, pattern, denies in _PATTERNS:
        for match in pattern.finditer(plain):
            behind = plain[match.end() : match.end() + _LOOK]
            before = plain[max(0, match.start() - _LOOK) : match.start()]
            month = match[0] == "May" and (
                _YEAR_OF_MAY.match(behind) or (_DAY_OF_MAY.search(before) and not _GOVERNS.match(behind))
            )
            if month or any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            clause = _CLAUSE.split(before)[-1]
            nobody = _NO_SUBJECT.search(clause) is not None and not _SAVE_FOR.search(clause)
            left_open = nobody and pattern is _MUST and bool(_DUTY.search(match[0]))
            denied = (
                denies or bool(_NOT_BEHIND.match(behind)) or (nobody and pattern is not _OPTIONAL and not left_open)
            )
            head = (
                ""
                if _UP_TO.match(behind)
                else next(
                    (token.stem for token in tokens_of(behind[:80]) if token.content and not _is_adverb(token)), ""
                )
            )
            perfect = bool(_PERFECT.match(behind))
            found.append((match.start(), Modal(Force.MAY if left_open else force, denied, head, match[0], perfect)))
    return [modal for _, modal in sorted(found, key=lambda pair: pair[0])]


def _is_adverb(token: Token) -> bool:
    return token.text.endswith("ly") and len(token.text) > 5
