"""The parties that a sentence names, and the words between them: "Acme", "the Tenant". Pure."""

import re
from dataclasses import dataclass

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem
from apps.verification.wording.tense import BE, HAVE, MODALS

LONGEST = 160  # words of a sentence that are read
STOPS = frozenset(";:()")
BEFORE_NAME = word_set("a an the its their our your my his her")
BEFORE_VERB = MODALS | BE | HAVE | word_set("do does did not never also only hereby thereby")

_TOKEN = re.compile(
    r"(?<![$€£¥\d.,])\d+-?[A-Z][A-Za-z]*(?:'s)?|[^\W\d_]+(?:[.&-][^\W\d_]+)*(?:'s|(?<=s)'(?=\s))?|[;:.,()]|\d[\d.,]*"
)
_NUMBERED = re.compile(r"\d+-?[A-Z]")  # "3M", "7-Eleven"
_AGENT = re.compile(
    r"(?:(?<=\w{3})(?:or|ee|er|ist|iff|lord|ant)|\A(?:bank|company|board|court|employer|committee))s?\Z"
)
_NO_AGENT = word_set("""
    number quarter order matter paper offer transfer other either neither another further rather whether never after
    under over however later greater higher lower fewer larger smaller longer shorter earlier water power error
    factor floor minor major prior center computer former latter letter chapter fee guarantee degree significant
    relevant important constant tenor honor favor labor harbor sector corridor summer winter september october
    november december register answer remainder per ever together proper cover tender deliver consider remember
    enter exceed agree three free coffee charter render surrender
""")
_TIMES = word_set("""
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday
""")
_FORMS = word_set("inc corp corporation ltd limited plc llc llp lp ag gmbh se sa nv co company group holdings")
_LIGHT = STOPWORDS | word_set("ought cannot shall whereby thereby hereby")
_THINGS = word_set("agreement lease contract section article act clause premises notes plan term")


@dataclass(frozen=True, slots=True)
class Unit:
    """A party, or a word between parties; ``names`` are its words, none where it is no party. ``owns``: "Acme's"."""

    text: str
    names: frozenset[str]
    owns: bool = False


def side_by_side(claim: str, source: str) -> tuple[list[Unit], list[Unit]]:
    """The units of both, none where one is too long; what the other has in small letters is no name."""
    mine, theirs = _units(claim), _units(source)
    if max(len(mine), len(theirs)) > LONGEST:
        return [], []
    small = {unit.text for unit in (*mine, *theirs) if not unit.names} | _THINGS
    return _known(mine, small), _known(theirs, small)


def _known(units: list[Unit], small: set[str]) -> list[Unit]:
    return [Unit(unit.text, frozenset(), unit.owns) if unit.text.lower() in small else unit for unit in units]


def _units(text: str) -> list[Unit]:
    """The words of a text in order, those of a name as one."""
    units: list[Unit] = []
    named: list[str] = []
    owns = False
    for found in [*_TOKEN.findall(text.replace("’", "'")), "."]:
        word = found.removesuffix("'s").removesuffix("'")
        low = word.lower()
        if (word[0].isupper() or _NUMBERED.match(word)) and low not in STOPWORDS | _TIMES:
            named.append(word)
            owns = found != word
            continue
        if named:
            units.append(Unit(" ".join(named), _names_in(named), owns))
            named = []
        units.append(Unit(word, frozenset((stem(low),)) if is_agent(low) else frozenset(), found != word))
    return units


def _names_in(words: list[str]) -> frozenset[str]:
    kept = frozenset(stem(word.lower().strip(".")) for word in words if word.lower().strip(".") not in _FORMS)
    return kept or frozenset(stem(word.lower()) for word in words)


def is_agent(low: str) -> bool:
    """Whether a word in small letters is by its ending one who acts: "tenant", "lessor"."""
    return bool(_AGENT.search(low)) and low.removesuffix("s") not in _NO_AGENT and low not in STOPWORDS | _NO_AGENT


def is_same(one: Unit, other: Unit) -> bool:
    """Whether both name one party."""
    return bool(one.names & other.names)


def verb_behind(units: list[Unit], at: int) -> tuple[int, bool]:
    """Where the first word behind a party and its auxiliaries stands, and whether "be" stands between."""
    passive, at = False, at + 1
    while at < len(units) and (
        units[at].text.lower() in BEFORE_VERB or (units[at].text.endswith("ly") and len(units[at].text) > 4)
    ):
        passive = passive or units[at].text.lower() in BE
        at += 1
    return at, passive


def content_stem(word: str) -> str:
    """The stem of a word in small letters that carries content, else nothing."""
    adverb = word.endswith("ly") and len(word) > 4
    return "" if not word[0].isalpha() or word in _LIGHT or adverb else stem(word)
