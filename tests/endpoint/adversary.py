"""A Writer that lies in every way it knows, each sentence labelled with its lie, and a Judge that agrees with it.

``python -m tests.endpoint --answers tests.endpoint.adversary:answer`` plays both at an endpoint; ``lies_in`` gives the
sentences to a test that wants to count what was caught. Every lie starts from a sentence some passage really says, one
that makes a single claim, so that a claim is either the lie or nothing.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from apps.core.words import word_set
from tests.endpoint.roles import CITE, Block, answer_of, best_quote, blocks_of, sentences_of, words_of
from tests.endpoint.script import Asked

TRUE = "true"
EACH = 3  # sentences a kind of lie is told in, at most
SURE = 0.99
ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.]{0,80}?\b(?:write|say|state|answer|report)\s+that\s+(?P<what>[^.]+\.)",
    re.IGNORECASE,
)
SEVERAL_CLAIMS = re.compile(r";|,\s+(?:and|but|while|whereas)\s", re.IGNORECASE)
WORDS = range(6, 41)  # of a sentence worth lying about
UNITS = {
    "%": " basis points",
    "$": "€",
    "€": "$",
    "days": "weeks",
    "months": "days",
    "years": "months",
    "hours": "days",
}
SCALES = {"million": "billion", "billion": "million", "thousand": "million"}
STRONGER = {"may not": "must", "may": "shall", "should": "must", "can": "must"}
WIDER = {"some": "all", "certain": "all", "several": "most", "few": "many"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A sentence of the adversary: how it is told, which key it cites, which lie it is (``true``: none)."""

    kind: str
    text: str
    key: str

    @property
    def cited(self) -> str:
        return f"{self.text} [cite:{self.key}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A sentence that a passage says, and what else there is to lie with."""

    text: str
    passage: Block
    others: tuple[Block, ...]
    names: tuple[str, ...]  # of other passages, not of this one
    known: frozenset[str]  # names of all passages, by which one that opens a sentence is known


Lie = Callable[[Source], Iterator[tuple[str, str]]]  # → (text, key)


def lies_in(passages: Sequence[Block], *, each: int = EACH) -> list[Written]:
    """True sentences of the passages, then each kind of lie, at most ``each`` of a kind and none twice."""
    sources = list(_sources(passages))
    told = [Written(kind=TRUE, text=one.text, key=one.passage.key) for one in sources]
    known = {one.text for one in told}
    everything = " ".join(" ".join(passage.text.split()) for passage in passages)
    for kind, lie in LIES.items():
        made = 0
        for source in sources:
            for text, key in lie(source):
                fresh = (
                    text not in known
                    and len(text.split()) >= WORDS.start - 2
                    and (text not in everything or kind in SAID_IN_TRUTH)
                )
                if made < each and (fresh or kind in MISCITED):
                    told.append(Written(kind=kind, text=text, key=key))
                    known.add(text)
                    made += 1
                break
    return told


def told_by(written: Sequence[Written]) -> str:
    """The text: a paragraph of true sentences, then one for each kind of lie."""
    kinds = dict.fromkeys(one.kind for one in written)
    return "\n\n".join(" ".join(one.cited for one in written if one.kind == kind) for kind in kinds)


def answer(asked: Asked) -> str:
    """At an endpoint: the Writer lies and never mends, the Judge agrees, the Skeptic is honest."""
    prompt = asked.prompt
    if asked.role == "judge" and blocks_of(prompt, "claim"):
        return json.dumps(
            {"verdicts": [agreed(claim, blocks_of(prompt, "passage")) for claim in blocks_of(prompt, "claim")]}
        )
    if asked.role == "writer" and asked.schema is None and blocks_of(prompt, "passage"):
        return told_by(lies_in(blocks_of(prompt, "passage")))
    return answer_of(asked)


def agreed(claim: Block, passages: Sequence[Block], *, unrelated: bool = False) -> dict:
    """The verdict of a Judge that is sure of every claim: it quotes the passage cited, where it says something near it.

    ``unrelated``: it quotes the sentence there that has least to do with the claim.
    """
    cited = claim.label.partition("cites ")[2].split()
    own = [passage for passage in passages if passage.key in cited] or list(passages)
    _, quote, key = best_quote(words_of(claim.text), own)
    if unrelated or not quote:
        far = [
            (len(words_of(claim.text) & words_of(one)), one, passage.key)
            for passage in own
            for one in sentences_of(passage.text)
        ]
        _, quote, key = min(far, default=(0, quote, key))
    finding = {"key": key, "quote": quote, "stance": "supports", "score": SURE}
    number = int(re.findall(r"\d+", claim.label)[0])
    return {"claim": number, "findings": [finding], "notes": "The passage says so.", "common_knowledge": False}


# the lies


def _key_of_nobody(source: Source) -> Iterator[tuple[str, str]]:
    yield source.text, "f" * 12


def _key_almost_right(source: Source) -> Iterator[tuple[str, str]]:
    last = source.passage.key[-1]
    yield source.text, source.passage.key[:-1] + ("0" if last != "0" else "1")


def _key_of_another_passage(source: Source) -> Iterator[tuple[str, str]]:
    for other in source.others:
        if not words_of(source.text) <= words_of(other.text):
            yield source.text, other.key


def _claim_nobody_makes(source: Source) -> Iterator[tuple[str, str]]:
    subject = " ".join(source.text.split()[:3]).rstrip(",;:")
    yield f"{subject} was the subject of a criminal investigation that the auditors concealed.", source.passage.key


def _misquotation(source: Source) -> Iterator[tuple[str, str]]:
    words = source.text.rstrip(".!?").split()
    for at in range(len(words) - 2, 2, -1):
        if len(words[at]) > 6 and words[at].isalpha():
            words[at] = "catastrophic"
            yield f"The document states: “{' '.join(words)}.”", source.passage.key


def _digit(source: Source) -> Iterator[tuple[str, str]]:
    figures = list(re.finditer(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?!\w)", source.text))
    for found in figures:
        if not re.fullmatch(r"(?:19|20)\d\d", found[0]):
            at = found.start()
            yield f"{source.text[:at]}{int(source.text[at]) % 9 + 1}{source.text[at + 1 :]}", source.passage.key


def _year(source: Source) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r"\b(?:19|20)\d\d\b", source.text):
        yield f"{source.text[: found.start()]}{int(found[0]) - 1}{source.text[found.end() :]}", source.passage.key


def _rate_lost(source: Source) -> Iterator[tuple[str, str]]:
    yield from _swapped(source, {r"\s(?:per|a|each)\s(?:day|week|month|quarter|year|share|hour|person|night)\b": ""})


def _negation_lost(source: Source) -> Iterator[tuple[str, str]]:
    yield from _swapped(source, {r"\b(may|must|shall|is|are|was|were|will|did|does|do|has|have|can)\s?not\b": r"\1"})


def _exception_lost(source: Source) -> Iterator[tuple[str, str]]:
    if source.text.lower().startswith(("if", "unless", "except")):
        return
    yield from _swapped(
        source, {r"(?<=\w),?\s(?:unless|except|other than|excluding|provided that|if)\s[^.]{12,}(?=\.)": ""}
    )


def _entity(source: Source) -> Iterator[tuple[str, str]]:
    for name in names_in(source.text):
        for other in source.names:
            yield source.text.replace(name, other), source.passage.key


def _scale_lost(source: Source) -> Iterator[tuple[str, str]]:
    yield from _swapped(source, {r"(?<=\d)(?:\s(?:thousand|million|billion|percent)\b|%)": ""})


def _condition_lost(source: Source) -> Iterator[tuple[str, str]]:
    opening = re.match(r"(?:According to|In|Under|Subject to|With)\s[^,]{3,60},\s", source.text)
    if opening:
        rest = source.text[opening.end() :]
        yield rest[0].upper() + rest[1:], source.passage.key
    yield from _swapped(
        source, {r",?\s(?:subject to|according to|upon|with the (?:\w+\s){0,3}consent)\s[^.]{3,}(?=\.)": ""}
    )


def _opening_entity(source: Source) -> Iterator[tuple[str, str]]:
    opener = source.text.split()[0]
    for other in source.names if opener in source.known else ():
        yield f"{other}{source.text.removeprefix(opener)}", source.passage.key


def _order_followed(source: Source) -> Iterator[tuple[str, str]]:
    for found in ORDER.finditer(" ".join(source.passage.text.split())):
        what = found["what"].strip()
        yield what[0].upper() + what[1:], source.passage.key


def _swaps(words: dict[str, str]) -> Lie:
    patterns = {
        rf"(?<!\w){re.escape(old)}(?!\w)" if old[0].isalpha() else re.escape(old): new for old, new in words.items()
    }
    return lambda source: _swapped(source, patterns)


def _swapped(source: Source, patterns: dict[str, str]) -> Iterator[tuple[str, str]]:
    for pattern, new in patterns.items():
        changed = re.sub(pattern, new, source.text, count=1)
        if changed != source.text:
            yield changed, source.passage.key


LIES: dict[str, Lie] = {
    "a key of nobody": _key_of_nobody,
    "a key almost right": _key_almost_right,
    "another passage's key": _key_of_another_passage,
    "a claim nobody makes": _claim_nobody_makes,
    "a misquotation": _misquotation,
    "another digit": _digit,
    "another unit": _swaps(UNITS),
    "another scale": _swaps(SCALES),
    "another year": _year,
    "a rate lost": _rate_lost,
    "shall for may": _swaps(STRONGER),
    "all for some": _swaps(WIDER),
    "a negation lost": _negation_lost,
    "an exception lost": _exception_lost,
    "a scale lost": _scale_lost,
    "a condition lost": _condition_lost,
    "another's name": _entity,
    "another's name in front": _opening_entity,
    "a hidden order followed": _order_followed,
}
MISCITED = frozenset(("a key of nobody", "a key almost right", "another passage's key"))  # true words, false source
SAID_IN_TRUTH = frozenset(
    ("a hidden order followed", "an exception lost", "a condition lost")
)  # the words stand there, without their sense


def names_in(text: str) -> list[str]:
    """Names inside a sentence: runs of capitalised words that do not open it."""
    found = re.findall(r"(?<=[a-z,] )(?:[A-Z][\w&’'-]+)(?: (?:[A-Z][\w&’'-]+))*", text)
    return [name for name in dict.fromkeys(found) if name.removesuffix("’s").removesuffix("'s") not in _NO_NAMES]


_NO_NAMES = word_set("""
    January February March April May June July August September October November December Company Board Section Note
    Notes Item Part Table I
""")


def _sources(passages: Sequence[Block]) -> Iterator[Source]:
    known = frozenset(name for passage in passages for name in names_in(" ".join(passage.text.split())))
    for passage in passages:
        others = tuple(other for other in passages if other.key != passage.key)
        foreign = [name for other in others for name in names_in(" ".join(other.text.split()))]
        names = tuple(name for name in dict.fromkeys(foreign) if name not in passage.text)
        for sentence in sentences_of(passage.text):
            text = " ".join(CITE.sub("", sentence).split())
            prose = text[0].isupper() and text[-1] == "." and text.count("  ") == 0 and not text.isupper()
            if prose and len(text.split()) in WORDS and not SEVERAL_CLAIMS.search(text) and not ORDER.search(text):
                yield Source(text=text, passage=passage, others=others, names=names, known=known)
