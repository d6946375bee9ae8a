"""A name in the place of the last question's name, where a name is all that is asked on. English, by rules. Pure.

Capitals are no name by themselves: EPS is a measure and "the CFO" an office, and both take the place of things.
"""

import re
from collections.abc import Collection

from apps.core.words import word_set
from apps.retrieval.conversation.periods import periods_in
from apps.retrieval.conversation.references import names_of_documents
from apps.retrieval.conversation.slots import is_called, is_measure, slots_of, with_preposition
from apps.retrieval.conversation.things import changes_by_itself
from apps.retrieval.phrases import ASKING, AUXILIARIES, BE, DETERMINERS, PREPOSITIONS, Token, names_in, tokens_of

_PLACE = re.compile(r"\A(?:the\s)?[A-Z]")
_LOCATING = word_set("in across within outside throughout inside")
_OWNED = re.compile(r"\A(?P<owner>[A-Z].*?(?:['’]s|(?<=s)['’]))\s+(?P<thing>\S.*)\Z", re.DOTALL)
_ANYWHERE = re.compile(r"worldwide|globally|internationally|domestically|nationwide|overseas|elsewhere|abroad")
_REGIONS = word_set("us usa uk eu uae emea apac u.s u.k u.s.a")


def other_name(last: str, fragment: str, names: Collection[str]) -> tuple[str, str]:
    """The last question's name made that of the fragment, when a name is all the fragment has."""
    if owned := _OWNED.match(fragment):
        if not _old_names(last, names):
            return last, fragment
        named, rest = other_name(last, owned["owner"], names)
        return (named, owned["thing"]) if not rest else (last, fragment)
    new, old = _new_names(fragment, names), _old_names(last, names)
    if not new or (not names_of_documents(new[0].text, names) and _is_thing(fragment, new[0], last, names)):
        return last, fragment
    place = None if names_of_documents(new[0].text, names) else _place(last)
    first = tokens_of(fragment)[0].low
    if first in PREPOSITIONS and _names_behind(last, first):
        return last, fragment
    if first in _LOCATING and not names_of_documents(new[0].text, names):
        return last, fragment
    others = [t for t in tokens_of(fragment) if t.is_content and t.low not in {w.low for w in tokens_of(new[0].text)}]
    if [token for token in others if token.low not in {"s"} and not token.low.endswith("'s")]:
        return last, fragment
    if not old:
        return _said_of(last, fragment, new[0], names)
    if place and first not in PREPOSITIONS:
        return f"{last[: place[0]]}{fragment}{last[place[1] :]}", ""
    was = old[0].text
    return re.sub(rf"(?<!\w){re.escape(was)}(?!\w)", lambda _: new[0].text, last), ""


def elsewhere(last: str, fragment: str) -> str | None:
    """ "Worldwide" in the place of "in Canada only", or behind a question without a place; None for anything else."""
    if not _ANYWHERE.fullmatch(fragment):
        return None
    if (found := with_preposition(last, "in")) is None or _place(last) is None:
        return f"{last} {fragment}"
    return f"{last[: found[0]]}{fragment}{re.sub(r'^ (?:only|alone)', '', last[found[1] :])}"


def _new_names(fragment: str, names: Collection[str]) -> list[Token]:
    """Names of the piece; a small word behind an article is none, even where a document is called so."""
    tokens = tokens_of(fragment)
    bare = " ".join(token.text for token in tokens if token.low not in PREPOSITIONS | DETERMINERS)
    found = names_in(f"of {fragment}", names) or names_in(bare, names)
    determined = any(token.low in DETERMINERS for token in tokens)
    return [name for name in found if name.text[0].isupper() or not determined]


def _old_names(last: str, names: Collection[str]) -> list[Token]:
    """Names of the last question, documents' first; what tells a period or is called so is none."""
    periods = periods_in(last)
    told = [name for name in names_in(last, names) if not any(p.start <= name.start < p.end for p in periods)]
    told = [name for name in told if not is_called(last, name, names) or _has_or_does(last, name)]
    return sorted(told, key=lambda name: not names_of_documents(name.text, names))


def _has_or_does(last: str, name: Token) -> bool:
    """Whether something is somebody's: "IBM's", "of IBM", "did IBM open", "when was IBM founded"."""
    before, behind = [token.low for token in tokens_of(last[: name.start])], last[name.end :]
    if re.match(r"['’]s?\s", f"{behind} "):
        return True
    if not before or before[-1] in PREPOSITIONS | {"of"}:
        return bool(before)
    words_behind = tokens_of(behind)
    if before[-1] in BE:
        return before[0] in ASKING - {"what", "how", "which"}
    return before[-1] in AUXILIARIES and bool(words_behind) and not changes_by_itself(words_behind[0])


def _acts(last: str, names: Collection[str]) -> bool:
    """ "Did Borealis pay dividends", "who audits Borealis": who does it is asked about, and no measure."""
    if any(is_measure(slot.head) or slot.text.isupper() for slot in slots_of(last, names)):
        return False
    known = next((name for name in _old_names(last, names) if names_of_documents(name.text, names)), None)
    before = [token.low for token in tokens_of(last[: known.start])] if known else []
    return before[-1:] != [] and (before[-1] in AUXILIARIES - BE or (before[0] == "who" and len(before) == 2))


def _is_thing(fragment: str, name: Token, last: str, names: Collection[str]) -> bool:
    """Whether what no document is called is a measure or an office; behind a preposition and as an owner it is none."""
    tokens, place = tokens_of(fragment), _place(last)
    determined, capitals = tokens[0].low in DETERMINERS, tokens_of(name.text)[-1].text.isupper()
    if tokens[0].low in PREPOSITIONS | {"of"} or re.search(r"['’]s?\Z", fragment) or name.low in _REGIONS:
        return False
    if not determined and len(tokens) == 1 and _acts(last, names):
        return False
    measured = is_measure(tokens_of(name.text)[-1].text)  # "Net Income"
    return (capitals or determined or measured) and not (place and (determined or last[place[0] : place[1]].isupper()))


def _said_of(last: str, fragment: str, name: Token, names: Collection[str]) -> tuple[str, str]:
    """A name beside a question without any name: it takes the place of no thing."""
    told = name.text[0].isupper() and (names_of_documents(name.text, names) or not name.text.isupper())
    if not told or tokens_of(fragment)[0].low in PREPOSITIONS | DETERMINERS | {"of"}:
        return last, fragment
    return f"{last} for {name.text}", ""


def _names_behind(last: str, preposition: str) -> bool:
    """ "In Mexico" takes the place of "in Canada", and of nobody who is there."""
    found = with_preposition(last, preposition)
    return found is not None and bool(_PLACE.match(last[found[0] + len(preposition) + 1 : found[1]]))


def _place(last: str) -> tuple[int, int] | None:
    """Where the question names a place: "Canada" of "in Canada"."""
    found = with_preposition(last, "in")
    start = found[0] + len("in ") if found else 0
    return (start, found[1]) if found and _PLACE.match(last[start : found[1]]) else None
