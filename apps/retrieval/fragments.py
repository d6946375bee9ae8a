"""A question that is only a piece ("and for second homes?"), put into the last one. English, by rules. Pure."""

import re
from collections.abc import Collection, Sequence

from apps.retrieval.phrases import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    PREPOSITIONS,
    YEAR_PHRASE,
    Phrase,
    Token,
    names_in,
    noun_phrases,
    singular,
    tokens_of,
    years_in,
)
from apps.retrieval.references import IDENTIFYING, owner_in, replaced, topic_of

_ASKED_THING = re.compile(
    r"(?P<asked>(?:how (?P<count>many|much)|which|what)\s+(?P<thing>[\w&’'-]+(?:\s[\w&’'-]+){0,3}?))"
    r"(?P<rest>(?:\s(?:in|for|on|at|from|during|under|with)\s.+)?)\Z",
    re.IGNORECASE,
)
_ASKED_WHERE = re.compile(r"(?:in|for|on|at|from|during|under|with)\s(?:which|what)\s[\w&’'-]+\Z", re.IGNORECASE)
_COUNTS = re.compile(r"how (?:many|much)\b\s*", re.IGNORECASE)
_ASKED_BEFORE = re.compile(
    r"(?P<asking>how (?:many|much)|which|what)\s(?:[\w&’'-]+\s){1,4}?"
    r"(?P<auxiliary>(?:do|does|did|can|may|must|will|should)\s)(?P<subject>.+?)\s(?P<verb>[a-z]+)(?P<behind>(?:\s(?:in|for|on|at|from|during|under|with)\s.+)?)\Z",
    re.IGNORECASE,
)
_HAVING = re.compile(r"\A(?:operate|own|run|employ|hold|lease|sell|manage|have)\Z")  # each of its own kind of thing
_PLACE = re.compile(r"\A(?:the\s)?[A-Z]")


def changed(last: str, fragment: str, back: Sequence[Token], names: Collection[str]) -> str:
    """The last question with the year, the name, the condition or the thing that the fragment names."""
    if back:
        fragment = replaced(fragment, back, last, names)
        if tokens_of(fragment)[0].low not in PREPOSITIONS:
            return f"What about {fragment}"
    last, rest = _other_year(last, fragment)
    last, rest = _other_name(last, rest, names)
    if not tokens_of(rest):
        return last
    if tokens_of(rest)[0].low in PREPOSITIONS | {"of"}:
        return _other_condition(last, rest)
    return _other_thing(last, rest, names)


def asked_of_subject(last: str, core: str, names: Collection[str]) -> str | None:
    """ "And how many employees?": it names a thing and nobody who has it; asked of whom the last question asked.

    None for what has a subject or a verb of its own.
    """
    if _ASKED_WHERE.match(core):
        return f"{core}, as to {topic_of(last)}"
    if (counted := _COUNTS.match(core)) and _COUNTS.match(last) and _tells_condition(core[counted.end() :]):
        return changed(last, core[counted.end() :], (), names)
    asked = _ASKED_THING.match(core)
    if asked is None or not _is_thing(asked["thing"], counted=asked["count"] is not None):
        return None
    last, rest = _other_year(last, asked["rest"].strip())
    before = _ASKED_BEFORE.match(last)
    if before:
        verb = _HAVING.sub("have", before["verb"])
        said = f"{asked['asked']} {before['auxiliary']}{before['subject']} {verb}{before['behind']}"
    elif owner := owner_in(last, names):
        said = f"{asked['asked']} does {owner} have"
    else:
        return f"{core}, as to {topic_of(last)}"
    return _other_condition(said, rest) if tokens_of(rest) else said


def _tells_condition(rest: str) -> bool:
    return any(token.low in PREPOSITIONS for token in tokens_of(rest)[:1])


def _is_thing(thing: str, *, counted: bool) -> bool:
    """Nouns without a verb: behind a plural one a verb may stand; which of them are verbs cannot be told of three."""
    tokens = tokens_of(thing)
    plain = all(token.is_content for token in tokens)
    last_alone = not any(re.search(r"(?<!s)s\Z", token.low) for token in tokens[:-1])
    return bool(tokens) and plain and last_alone and len(tokens) <= (4 if counted else 2)


def _other_year(last: str, fragment: str) -> tuple[str, str]:
    """The last question's only year made that of the fragment; the fragment without it where that was done."""
    new, old = years_in(fragment), years_in(last)
    if len(new) != 1 or len({each.year for each in old}) != 1:
        return last, fragment
    for each in reversed(old):
        last = last[: each.start] + (each.style or new[0].style) + new[0].year + last[each.end :]
    return last, YEAR_PHRASE.sub("", fragment, count=1).strip(" ,")


def _other_name(last: str, fragment: str, names: Collection[str]) -> tuple[str, str]:
    """The last question's name made that of the fragment, when a name is all the fragment has."""
    bare = " ".join(token.text for token in tokens_of(fragment) if token.low not in PREPOSITIONS | DETERMINERS)
    new = names_in(f"of {fragment}", names) or names_in(bare, names)
    old = names_in(last, names)
    if not new or not old or _tells_where(last, fragment):
        return last, fragment
    others = [t for t in tokens_of(fragment) if t.is_content and t.low not in {w.low for w in tokens_of(new[0].text)}]
    if [token for token in others if token.low not in {"s"} and not token.low.endswith("'s")]:
        return last, fragment
    was = old[0].text
    return re.sub(rf"(?<!\w){re.escape(was)}(?!\w)", lambda _: new[0].text, last), ""


def _tells_where(last: str, fragment: str) -> bool:
    """ "In Mexico" takes the place of "in Canada", and of nobody who is there."""
    first = tokens_of(fragment)[0]
    found = _with_preposition(last, "in") if first.low == "in" else None
    return found is not None and bool(_PLACE.match(last[found[0] + len("in ") : found[1]]))


def _other_condition(last: str, fragment: str) -> str:
    """ "For a second home" in the place of the last question's "for …"; behind it where it has none."""
    preposition = tokens_of(fragment)[0].low
    found = _with_preposition(last, preposition)
    if found is None:
        return f"{last} {fragment}"
    start, end = found
    return f"{last[:start]}{fragment}{last[end:]}"


def _with_preposition(last: str, preposition: str) -> tuple[int, int] | None:
    """Where the last "for …" of the question stands, with its noun phrase."""
    for token in reversed(tokens_of(last)):
        behind = last[token.end :]
        phrase = next(iter(noun_phrases(behind)), None)
        dated = bool(phrase and years_in(phrase.text))  # a year is no condition: see _other_year
        if token.low == preposition and phrase and not dated and not _between(behind[: phrase.start]):
            return token.start, token.end + phrase.end
    return None


def _between(text: str) -> bool:
    """Whether there is more than the rest of a preposition of two words: "up to"."""
    return any(token.low != "to" for token in tokens_of(text))


def _other_thing(last: str, fragment: str, names: Collection[str]) -> str:
    """The thing in the place of the last question's: the one of the same kind, else as its form says."""
    wanted = noun_phrases(fragment) or noun_phrases(f"the {fragment}")
    thing = wanted[0] if wanted else Phrase(fragment, 0, len(fragment), "", False, singular(fragment))
    for phrase in noun_phrases(last, joined_by_of=False):
        if phrase.head == thing.head and phrase.text.casefold() != fragment.casefold():
            return last[: phrase.start] + _in_place_of(phrase, fragment, thing) + last[phrase.end :]
    phrases = noun_phrases(last)
    conditions = [at for word in ("for", "on", "with", "in", "under", "from") if (at := _with_preposition(last, word))]
    if fragment.islower():
        conditions = [(start, end) for start, end in conditions if not _PLACE.match(last[start + len("in ") : end])]
    if not conditions and thing.plural and not thing.determiner and (before := _ASKED_BEFORE.match(last)):
        return asked_of_subject(last, f"{before['asking']} {fragment}", names) or last
    definite = thing.determiner in {"the", "our", "my", "your"}
    match = IDENTIFYING.match(last)
    if not definite and not conditions and (owned := _owned(last)):
        return last[: owned[0]] + fragment + last[owned[1] :]
    if match and (definite or not conditions):
        if not conditions:
            return f"{match['frame']}{fragment}"
        return f"{match['frame']}{fragment} {last[min(start for start, _ in conditions) :]}"
    if conditions and not definite:
        start, end = conditions[0]
        preposition = tokens_of(last[start:])[0].text
        return f"{last[:start]}{preposition} {fragment}{last[end:]}"
    alike = [phrase for phrase in phrases if _kind(phrase) == _kind(thing)]
    if alike:
        return last[: alike[0].start] + fragment + last[alike[0].end :]
    return f"What about {fragment}, as to {topic_of(last)}"


def _owned(last: str) -> tuple[int, int] | None:
    """Where the owner's thing stands in "how did X's marketing expenses change in 2017", without the verb."""
    for phrase in noun_phrases(last):
        owned = re.match(r"(?P<owner>.+?(?:['’]s|(?<=s)['’])\s)(?P<thing>.+)\Z", phrase.text)
        before = [token.low for token in tokens_of(last[: phrase.start])]
        if owned is None or not before or before[-1] not in AUXILIARIES - BE:
            continue
        behind = tokens_of(YEAR_PHRASE.sub("", last[phrase.end :]))
        if behind and {token.low for token in behind} != {"to"}:
            return None  # the verb may be anywhere
        thing = re.match(r"(.+\S)\s+\S*[^\Ws]\Z", owned["thing"])
        start = phrase.start + owned.end("owner")
        return (start, start + thing.end(1)) if thing else None
    return None


def _in_place_of(phrase: Phrase, fragment: str, thing: Phrase) -> str:
    """The fragment with the determiner it lacks: "the application fee" gives way to "the appraisal fee"."""
    lacks = phrase.determiner and not thing.determiner and phrase.determiner not in {"a", "an"}
    return f"{phrase.determiner} {fragment}" if lacks else fragment


def _kind(phrase: Phrase) -> tuple[str, bool]:
    return ("a" if phrase.determiner == "an" else phrase.determiner), phrase.plural
