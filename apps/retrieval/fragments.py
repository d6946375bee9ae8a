"""A question that is only a piece ("and for second homes?"), put into the last one. English, by rules. Pure."""

import re
from collections.abc import Collection, Sequence

from apps.retrieval.phrases import (
    DETERMINERS,
    PREPOSITIONS,
    Phrase,
    Token,
    names_in,
    noun_phrases,
    singular,
    tokens_of,
    years_in,
)
from apps.retrieval.references import IDENTIFYING, replaced, topic_of

_YEAR_PHRASE = re.compile(
    r"\s*\b(?:(?:as of|at the end of|for|in|of|during|since)\s+)?(?:(?:fiscal|financial|calendar)\s+)?(?:year\s+)?"
    r"(?:FY\s?['’]?)?(?:(?:19|20)\d\d|(?<=FY)\d\d)\b",
    re.IGNORECASE,
)


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
    return _other_thing(last, rest)


def _other_year(last: str, fragment: str) -> tuple[str, str]:
    """The last question's only year made that of the fragment; the fragment without it where that was done."""
    new, old = years_in(fragment), years_in(last)
    if len(new) != 1 or len({each.year for each in old}) != 1:
        return last, fragment
    for each in reversed(old):
        last = last[: each.start] + (each.style or new[0].style) + new[0].year + last[each.end :]
    return last, _YEAR_PHRASE.sub("", fragment, count=1).strip(" ,")


def _other_name(last: str, fragment: str, names: Collection[str]) -> tuple[str, str]:
    """The last question's name made that of the fragment, when a name is all the fragment has."""
    bare = " ".join(token.text for token in tokens_of(fragment) if token.low not in PREPOSITIONS | DETERMINERS)
    new = names_in(f"of {fragment}", names) or names_in(bare, names)
    old = names_in(last, names)
    if not new or not old:
        return last, fragment
    others = [t for t in tokens_of(fragment) if t.is_content and t.low not in {w.low for w in tokens_of(new[0].text)}]
    if [token for token in others if token.low not in {"s"} and not token.low.endswith("'s")]:
        return last, fragment
    was = old[0].text
    return re.sub(rf"(?<!\w){re.escape(was)}(?!\w)", lambda _: new[0].text, last), ""


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
        if token.low == preposition and phrase and not _between(behind[: phrase.start]):
            return token.start, token.end + phrase.end
    return None


def _between(text: str) -> bool:
    """Whether there is more than the rest of a preposition of two words: "up to"."""
    return any(token.low != "to" for token in tokens_of(text))


def _other_thing(last: str, fragment: str) -> str:
    """The thing in the place of the last question's: the one of the same kind, else as its form says."""
    wanted = noun_phrases(fragment) or noun_phrases(f"the {fragment}")
    thing = wanted[0] if wanted else Phrase(fragment, 0, len(fragment), "", False, singular(fragment))
    for phrase in noun_phrases(last, joined_by_of=False):
        if phrase.head == thing.head and phrase.text.casefold() != fragment.casefold():
            return last[: phrase.start] + _in_place_of(phrase, fragment, thing) + last[phrase.end :]
    phrases = noun_phrases(last)
    conditions = [at for word in ("for", "on", "with", "in", "under", "from") if (at := _with_preposition(last, word))]
    definite = thing.determiner in {"the", "our", "my", "your"}
    match = IDENTIFYING.match(last)
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


def _in_place_of(phrase: Phrase, fragment: str, thing: Phrase) -> str:
    """The fragment with the determiner it lacks: "the application fee" gives way to "the appraisal fee"."""
    lacks = phrase.determiner and not thing.determiner and phrase.determiner not in {"a", "an"}
    return f"{phrase.determiner} {fragment}" if lacks else fragment


def _kind(phrase: Phrase) -> tuple[str, bool]:
    return ("a" if phrase.determiner == "an" else phrase.determiner), phrase.plural
