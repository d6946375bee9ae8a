"""What a sentence asserts and denies, word by word, and how much of it: what the modality lint compares."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from types import MappingProxyType

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem, stems_of
from apps.verification.wording.opposites import OPPOSITES


class Extent(IntEnum):
    """How much of a thing a text speaks of."""

    FEW = 0
    SOME = 1
    MANY = 2
    MOST = 3
    ALL = 4


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
    in_scope: bool  # stands in the clause of a negation, be it its focus or not


_NEGATIONS = word_set(
    "not no never cannot nor neither none nobody nothing nowhere without hardly scarcely barely unable"
)
_DENYING_VERBS = stems_of("lack avoid")
_DENYING_WITH_TO = stems_of("fail refuse decline cease forbidden")
_DENYING_WITH_FROM = stems_of("prohibited barred precluded prevent forbidden excluded")
_LIGHT = STOPWORDS | word_set("longer yet ever even always already about any also")
_CLAUSE_BREAK = lazy_regex(
    r"[;:.!?]|,\s+(?=(?:but|and|or|which|who|whereas|while|although|though|if|unless|except|because"
    r"|since|so)\b)|\s[-–—]\s|\b(?:but|whereas|although|though|because|however|unless|except|if|while)\b",
    re.IGNORECASE,
)
_TOKEN = lazy_regex(r"[^\W\d_]+(?:[-][^\W\d_]+)*(?:['’][^\W\d_]+)?")
_CONTRACTION = lazy_regex(
    r"(?i)\b(ca|wo|sha|do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|might)n['’]t\b"
)
# what is "yet to be paid" is not paid; "made up for" does not rise
_YET_TO = lazy_regex(
    r"\b(?P<be>is|are|was|were|has|have|had|remains?|remained)\s+yet\s+to\b(?:\s+be\b)?", re.IGNORECASE
)
_MADE_UP_FOR = lazy_regex(r"\b(?P<verb>ma(?:de|kes?|king))\s+up(?=\s+for\b)", re.IGNORECASE)
_FULL_FORMS = {"ca": "can", "wo": "will", "sha": "shall"}
_WINDOW = 5
_SHORTEST_ROOT = 4  # letters: "unless" is not the contrary of "less"


def spelled_out(text: str) -> str:
    """ "don't" as "do not", "is yet to be" as "is not", "made up for" as "made for", "whether or not" as "whether"."""
    plain = _CONTRACTION.sub(lambda m: _FULL_FORMS.get(m[1].lower(), m[1]) + " not", text)
    plain = re.sub(r"\bcannot\b", "can not", plain, flags=re.IGNORECASE)
    plain = _MADE_UP_FOR.sub(r"\g<verb>", _YET_TO.sub(r"\g<be> not", plain))
    return re.sub(
        r"\bor\s+(?:(?:may|might|will)\s+not\b|not\b(?!\s+(?:be|been|have)\b))", "", plain, flags=re.IGNORECASE
    )


def tokens_of(text: str) -> list[Token]:
    """The words of a sentence, each with its clause."""
    plain = spelled_out(text)
    breaks = [match.start() for match in _CLAUSE_BREAK.finditer(plain)]
    found = []
    for match in _TOKEN.finditer(plain):
        low = match[0].lower().replace("’", "'")
        found.append(Token(low, stem(low), bisect_right(breaks, match.start()), low not in STOPWORDS and len(low) > 1))
    return found


def prefixed_opposites(*texts: list[Token]) -> dict[str, tuple[str, int]]:
    """ "Non-resident" for "resident", "unrelated" for "related", where the texts have the one and the other."""
    each = [{token.stem for token in tokens} for tokens in texts]
    stems = set().union(*each)
    if "non" in stems:  # written apart ("non - resident"): which word it denies is the other reading's
        return {}
    found = {}
    for word in stems - OPPOSITES.keys():
        rest = next((word.removeprefix(one) for one in ("non-", "non", "un") if word.startswith(one)), "")
        if len(rest) >= _SHORTEST_ROOT and rest in stems and rest not in STOPWORDS | OPPOSITES.keys():
            if any({word, rest} <= own for own in each):
                continue  # a text that speaks of both
            found |= {word: (f"{rest}/{word}", -1), rest: (f"{rest}/{word}", 1)}
    return found


def terms_of(tokens: list[Token], further: Mapping[str, tuple[str, int]] = MappingProxyType({})) -> list[Term]:
    """Content words and opposites, those of ``further`` too, with the sign the sentence gives them."""
    denied: dict[int, str] = {}
    clauses: set[int] = set()
    for i, token in enumerate(tokens):
        if not _denies(tokens, i):
            continue
        clauses.add(token.clause)
        for focus in _focus(tokens, i):
            if focus in denied:
                del denied[focus]  # denied twice
            else:
                denied[focus] = token.text
    terms = []
    for i, token in enumerate(tokens):
        if token.content or token.stem in OPPOSITES:
            base, sign = OPPOSITES.get(token.stem) or further.get(token.stem, (token.stem, 1))
            near = _near(tokens, i)
            terms.append(
                Term(base, -sign if i in denied else sign, denied.get(i, ""), i, near, token.clause in clauses)
            )
    return terms


_COMPARATIVES = word_set(
    "more less fewer greater higher lower later earlier longer shorter older younger larger smaller"
)


def denials_of(tokens: list[Token]) -> list[str]:
    """The words that deny something, by themselves ("not") or by their meaning ("ineligible")."""
    return [
        token.text for i, token in enumerate(tokens) if _denies(tokens, i) or OPPOSITES.get(token.stem, ("", 1))[1] < 0
    ]


def _near(tokens: list[Token], at: int) -> frozenset[str]:
    """Content stems of the same clause within a few words."""
    first = max(0, at - _WINDOW)
    return frozenset(
        other.stem
        for j, other in enumerate(tokens[first : at + _WINDOW + 1], start=first)
        if other.content and j != at and other.clause == tokens[at].clause and other.stem not in OPPOSITES
    )


def _denies(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    following, next_but_one = ([other.text for other in tokens[at + 1 : at + 3]] + ["", ""])[:2]
    if token.text in ("no", "not") and (
        following in ("only", "just", "merely") or (following in _COMPARATIVES and next_but_one == "than")
    ):
        return False  # "not only"; "no more than" is a bound, which the number lint reads
    if token.text in ("no", "none", "nobody", "nothing") and _names_an_exception(tokens[at + 1 : at + 4]):
        return False  # "no one other than owners"
    if (following == "to" and token.stem in _DENYING_WITH_TO) or (
        following == "from" and token.stem in _DENYING_WITH_FROM
    ):
        return True
    return token.text in _NEGATIONS or (token.stem in _DENYING_VERBS and bool(following))


def _names_an_exception(following: list[Token]) -> bool:
    words = [token.text for token in following]
    return "except" in words or "but" in words or any(pair == ("other", "than") for pair in pairwise(words))


def _focus(tokens: list[Token], at: int) -> list[int]:
    """Indices of the words that a negation at ``at`` denies: the first content word behind it in its clause."""
    cue = tokens[at]
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if cue.text == "nothing" or (cue.text == "none" and following != "of"):
        return []
    for i in range(at + 1, min(len(tokens), at + 7)):
        token = tokens[i]
        if token.clause != cue.clause:
            return []
        if (token.content or token.stem in OPPOSITES) and token.text not in _LIGHT:
            if token.text.endswith("ly"):
                continue
            return [i]
    return []


_EXTENTS = {
    Extent.ALL: word_set(
        "all every each always whole entire entirely everyone everybody everything any invariably completely"
    ),
    Extent.MOST: word_set("most mostly usually generally typically normally largely mainly majority nearly almost"),
    Extent.MANY: word_set("many often frequently numerous"),
    Extent.SOME: word_set("some several sometimes occasionally partly partially certain someone something"),
    Extent.FEW: word_set("few rarely seldom hardly scarcely"),
}
_EXTENT_OF = {word: extent for extent, words in _EXTENTS.items() for word in words}
UNIVERSAL = _EXTENTS[Extent.ALL] | word_set("never no none nobody must")


@dataclass(frozen=True, slots=True)
class Quantifier:
    """ "All loans": how much of what."""

    extent: Extent
    head: str
    text: str


def quantifiers_of(tokens: list[Token]) -> list[Quantifier]:
    """Quantifiers with the stem of the first content word behind each; a negated one ("not all") is left out."""
    found = []
    for i, token in enumerate(tokens):
        extent = _EXTENT_OF.get(token.text)
        if extent is Extent.FEW and i and tokens[i - 1].text in ("a", "quite"):
            extent = Extent.SOME
        if (
            extent is None
            or (i and tokens[i - 1].text in _NEGATIONS)
            or (token.text == "any" and _denied_before(tokens, i))
        ):
            continue
        head = next((t.stem for t in tokens[i + 1 : i + 5] if t.content and t.text not in _EXTENT_OF), "")
        found.append(Quantifier(extent, head, token.text))
    return found


def _denied_before(tokens: list[Token], at: int) -> bool:
    return any(t.text in _NEGATIONS or t.text in ("if", "whether", "in") for t in tokens[max(0, at - 6) : at])


EXCEPTION = lazy_regex(
    r"\b(?:unless|except(?:ing|ion)?(?: for| that| where| when| if| in| as)?|only if|only when"
    r"|other than|with the exception of|save (?:for|that|as)|"
    r"provided that|provided,? however|(?<=, )subject to|subject to (?:the )?(?:prior |written "
    r"|express )*(?:approval|consent|conditions?|"
    r"sections?|clauses?|paragraphs?|exceptions?|limits?|following)"
    r"|(?<!to stand )apart from|excluding|but not (?:if"
    r"|for|in|when|where)|does not apply|so long as|as long as|not including|"
    r"without (?:the )?(?:prior|written|express|consent|approval|permission))\b",
    re.IGNORECASE,
)
ONLY = lazy_regex(
    r"(?<!not )(?<!Not )\b(?:only|solely|exclusively)\b(?!\s+(?:to\b|about\s+|approximately\s+"
    r"|some\s+)?(?:[$€£]?\d|a\b|an\b|one\b|two\b|three\b|if\b|when\b))",
    re.IGNORECASE,
)
ONLY_ALIKE = lazy_regex(
    r"\b(?:only|solely|exclusively|alone|sole|unless|except|no(?:ne)? other|nothing but|limited to"
    r"|restricted to|just|merely|no|not)\b",
    re.IGNORECASE,
)
