"""What a text asserts, denies, requires or permits, word by word: the reading that the modality lint compares."""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from apps.verification.lexicon import STOPWORDS, stem, word_set


class Force(StrEnum):
    """How strongly a text asks for something."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    WILL = "will"
    NONE = "none"


class Extent(IntEnum):
    """How much of a thing a text speaks of."""

    SOME = 1
    MOST = 2
    ALL = 3


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its place in the sentence's words; ``clause`` counts clauses from 0."""

    text: str  # lower case
    stem: str
    clause: int
    content: bool


@dataclass(frozen=True, slots=True)
class Term:
    """A content word as the sentence uses it. ``sign`` is -1 where it is denied, by a cue or by its own meaning."""

    base: str
    sign: int
    cue: str  # what denied it, "" if nothing did
    index: int
    near: frozenset[str]  # content stems around it


# opposites by meaning: word stems → (the base they stand for, sign)
_OPPOSITES = """
    allow permit authorise authorize entitle | prohibit forbid ban bar disallow preclude
    approve accept | reject refuse disapprove
    include cover comprise contain | exclude omit
    increase rise grow climb gain higher raise expand grew jump up | decrease decline fall drop shrink lower reduce fell contract down lose
    before | after
    maximum | minimum
    above over | below under
    able | unable
    eligible qualify | ineligible disqualify
    valid | invalid void
    mandatory compulsory obligatory | optional voluntary
    succeed success successful | fail failure unsuccessful
    present | absent
    sufficient adequate enough | insufficient inadequate
    possible | impossible
    legal lawful | illegal unlawful
    safe | unsafe
    likely | unlikely
    available | unavailable
    effective | ineffective
    significant | insignificant
    necessary needed | unnecessary
    complete full | incomplete partial
    known | unknown
    similar same identical | different dissimilar
    positive | negative
    profit surplus | loss deficit
    buy purchase acquire | sell divest dispose
    open | close shut
    start begin commence | end stop terminate cease
    enter | leave exit
    win | lose
    strong stronger strengthen | weak weaker weaken
    better improve | worse worsen deteriorate
    more | less fewer
    true | false
    agree | disagree
    active | inactive
    exempt | subject
    direct | indirect
    public | private
    internal | external
    temporary | permanent
    early earlier | late later
    male | female
    secured | unsecured
    fixed | variable
    refundable | nonrefundable non-refundable
    transferable | nontransferable non-transferable
    taxable | nontaxable non-taxable tax-exempt
    confirm | deny
    encourage | discourage
    support | oppose
    long longer | short shorter
    high | low
    majority | minority
    import | export
    debit | credit
    assets | liabilities
    borrower | lender
    buyer | seller
    employer | employee
    landlord | tenant
"""
# pairs that are opposites only where both speak of the very same thing; parties and sides are easily both present
OPPOSITES: dict[str, tuple[str, int]] = {}
for _line in _OPPOSITES.strip().splitlines():
    _left, _right = ([stem(word) for word in side.split()] for side in _line.split("|"))
    for _word in _left:
        OPPOSITES.setdefault(_word, (f"{_left[0]}/{_right[0]}", 1))
    for _word in _right:
        OPPOSITES.setdefault(_word, (f"{_left[0]}/{_right[0]}", -1))

_NEGATIONS = word_set("not no never cannot nor neither none nobody nothing nowhere without n't hardly scarcely barely")
_DENYING_VERBS = frozenset(map(stem, word_set("fail refuse decline lack avoid prevent deny cease fails")))
_LIGHT = STOPWORDS | word_set(
    """longer yet ever even currently necessarily generally usually normally always directly fully fully simply already
    allowed permitted required able about any been also currently""".replace("allowed permitted required able", "")
)
_CLAUSE_BREAK = re.compile(r"[;:.!?]|,\s+(?=(?:but|and|or|which|who|whereas|while|although|though|if|unless|except|because|so)\b)|\s[-–—]\s|\b(?:but|whereas|although|though|because|however|unless|except|if|while)\b", re.IGNORECASE)  # fmt: skip
_TOKEN = re.compile(r"[^\W\d_]+(?:[-][^\W\d_]+)*(?:['’][^\W\d_]+)?")
_CONTRACTION = re.compile(r"(?i)\b(ca|wo|sha|do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|might)n['’]t\b")
_WINDOW = 5


def tokens_of(text: str) -> list[Token]:
    """The words of a sentence; "don't" reads "do not"."""
    plain = _CONTRACTION.sub(lambda m: {"ca": "can", "wo": "will", "sha": "shall"}.get(m[1].lower(), m[1]) + " not", text)
    plain = re.sub(r"\bcannot\b", "can not", plain, flags=re.IGNORECASE)
    breaks = [match.start() for match in _CLAUSE_BREAK.finditer(plain)]
    found = []
    for match in _TOKEN.finditer(plain):
        low = match[0].lower().replace("’", "'")
        clause = sum(1 for at in breaks if at <= match.start())
        found.append(Token(low, stem(low), clause, low not in STOPWORDS and len(low) > 1))
    return found


def terms_of(tokens: list[Token]) -> list[Term]:
    """Content words and opposites with the sign the sentence gives them."""
    denied: dict[int, str] = {}
    for i, token in enumerate(tokens):
        if token.text in _NEGATIONS or (token.stem in _DENYING_VERBS and i + 1 < len(tokens)):
            for focus in _focus(tokens, i):
                if focus in denied:
                    del denied[focus]  # denied twice
                else:
                    denied[focus] = token.text
    terms = []
    for i, token in enumerate(tokens):
        base, sign = OPPOSITES.get(token.stem, (token.stem, 1))
        if not token.content and token.stem not in OPPOSITES:
            continue
        near = frozenset(
            other.stem
            for j, other in enumerate(tokens[max(0, i - _WINDOW) : i + _WINDOW + 1], start=max(0, i - _WINDOW))
            if other.content and j != i and other.clause == token.clause and other.stem not in OPPOSITES
        )
        terms.append(Term(base, -sign if i in denied else sign, denied.get(i, ""), i, near))
    return terms


def _focus(tokens: list[Token], at: int) -> list[int]:
    """Indices of the words that a negation at ``at`` denies: the first content word behind it in its clause."""
    cue = tokens[at]
    if cue.text in ("not", "no") and at + 1 < len(tokens) and tokens[at + 1].text in ("only", "just", "merely"):
        return []
    if cue.text == "no" and at + 1 < len(tokens) and tokens[at + 1].text in ("more", "less", "fewer", "later", "earlier", "longer"):
        return []
    if cue.text == "not" and at + 2 < len(tokens) and tokens[at + 2].text == "than":
        return []  # "not more than": a bound, which the number lint reads
    for i in range(at + 1, min(len(tokens), at + 7)):
        token = tokens[i]
        if token.clause != cue.clause:
            return []
        if (token.content or token.stem in OPPOSITES) and token.text not in _LIGHT:
            return [i]
    return []


_MUST = re.compile(r"\b(?:must|shall|(?:is|are|be|was|were) (?:\w+ly )?(?:required|obliged|obligated|bound) to|ha(?:s|ve|d) to|need(?:s|ed)? to|(?:is|are) to be|will be required to)\b", re.IGNORECASE)
_SHOULD = re.compile(r"\b(?:should|ought to|(?:is|are) (?:recommended|advised|encouraged|expected)(?: to)?)\b", re.IGNORECASE)
_MAY = re.compile(r"(?:(?<!in )(?<!of )(?<!since )(?<!by )(?<!until )\b(?:may|might|could)|\bcan|(?:is|are|be) (?:\w+ly )?(?:allowed|permitted|entitled|free|authori[sz]ed|able) to|ha(?:s|ve) the (?:right|option) to)\b", re.IGNORECASE)
_WILL = re.compile(r"\b(?:will|would)\b", re.IGNORECASE)
_PATTERNS = ((Force.MUST, _MUST), (Force.SHOULD, _SHOULD), (Force.MAY, _MAY), (Force.WILL, _WILL))
_PROHIBITION = re.compile(r"^\s+(?:not|never|under no circumstances|in no (?:case|event))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Modal:
    """An auxiliary with the word it governs. ``denied``: "may not", "must not"."""

    force: Force
    denied: bool
    head: str
    text: str


def modals_of(text: str) -> list[Modal]:
    """Modal expressions in order, each with the stem of the first content word behind it."""
    plain = _CONTRACTION.sub(lambda m: {"ca": "can", "wo": "will", "sha": "shall"}.get(m[1].lower(), m[1]) + " not", text)
    plain = re.sub(r"\bcannot\b", "can not", plain, flags=re.IGNORECASE)
    found: list[tuple[int, Modal]] = []
    taken: list[tuple[int, int]] = []
    for force, pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            if match[0] == "May" and re.match(r"\s+(?:\d|of\b)", plain[match.end() :]):
                continue
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            denied = bool(_PROHIBITION.match(plain[match.end() :])) or bool(
                re.search(r"\bnot\s*$", plain[: match.start()]) or re.search(r"\bnot\b", match[0])
            )
            head = next((token.stem for token in tokens_of(plain[match.end() : match.end() + 80]) if token.content), "")
            found.append((match.start(), Modal(force, denied, head, match[0])))
    return [modal for _, modal in sorted(found, key=lambda pair: pair[0])]


_EXTENTS = {
    Extent.ALL: word_set("all every each always whole entire entirely everyone everybody everything any invariably completely"),
    Extent.MOST: word_set("most mostly usually generally typically normally often largely mainly majority frequently nearly almost"),
    Extent.SOME: word_set("some several few sometimes occasionally partly partially certain rarely many someone something"),
}
_EXTENT_OF = {word: extent for extent, words in _EXTENTS.items() for word in words}
UNIVERSAL = _EXTENTS[Extent.ALL] | word_set("never no none nobody must")


@dataclass(frozen=True, slots=True)
class Quantifier:
    """"All loans": how much of what."""

    extent: Extent
    head: str
    text: str


def quantifiers_of(tokens: list[Token]) -> list[Quantifier]:
    """Quantifiers with the stem of the first content word behind each; a negated one ("not all") is left out."""
    found = []
    for i, token in enumerate(tokens):
        extent = _EXTENT_OF.get(token.text)
        if extent is None or (i and tokens[i - 1].text in _NEGATIONS) or (token.text == "any" and _denied_before(tokens, i)):
            continue
        head = next((t.stem for t in tokens[i + 1 : i + 5] if t.content and t.text not in _EXTENT_OF), "")
        found.append(Quantifier(extent, head, token.text))
    return found


def _denied_before(tokens: list[Token], at: int) -> bool:
    return any(t.text in _NEGATIONS or t.text in ("if", "whether", "in") for t in tokens[max(0, at - 6) : at])


EXCEPTION = re.compile(
    r"\b(?:unless|except(?:ing|ion)?(?: for| that| where| when| if| in| as)?|only if|only when|other than|with the exception of|save (?:for|that|as)|"
    r"provided that|provided,? however|subject to|apart from|excluding|but not|does not apply|so long as|as long as|not including|"
    r"without (?:the )?(?:prior|written|express|consent|approval|permission))\b",
    re.IGNORECASE,
)
ONLY = re.compile(r"\b(?:only|solely|exclusively)\b(?!\s+(?:about\s+|approximately\s+|some\s+)?(?:[$€£]?\d|a\b|an\b|one\b|two\b|three\b|if\b|when\b))", re.IGNORECASE)  # fmt: skip
ONLY_ALIKE = re.compile(r"\b(?:only|solely|exclusively|alone|sole|unless|except|no(?:ne)? other|nothing but|limited to|restricted to|just|merely|no|not)\b", re.IGNORECASE)  # fmt: skip
