"""The same told from the other side: "B is smaller than A" of "A is larger than B". Pure.

Comparisons, places and times of two things, what one had from the other, and actives of passives. Only sentences of one
clause are turned.
"""

import re
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.verification.wording.equivalents import one_wording
from apps.verification.wording.inflection import bases_of, inflected
from apps.verification.wording.order import BE_FORMS, HOW, MODAL

LONGEST_TURNED = 200  # characters of a claim
_COMPARED = {
    "larger": "smaller", "bigger": "smaller", "greater": "smaller less lower", "higher": "lower", "longer": "shorter",
    "older": "younger newer", "heavier": "lighter", "taller": "shorter", "faster": "slower", "stronger": "weaker",
    "richer": "poorer", "wider": "narrower", "deeper": "shallower", "earlier": "later", "more": "less fewer",
    "better": "worse", "warmer": "colder cooler", "thicker": "thinner", "newer": "older", "cheaper": "dearer",
}  # fmt: skip
_LONG = {
    "faster": ("more slowly", "less fast", "less quickly"), "slower": ("more quickly",), "cheaper": ("more expensive",),
    "more slowly": ("faster", "more quickly"), "more expensive": ("cheaper",), "easier": ("more difficult", "harder"),
    "more quickly": ("more slowly",),
}  # fmt: skip
_NAME = (
    r"(?:(?!\b(?:and|or|but|that|which|who|if|when|because|than|not|no|every|each|all|most|some|any|few|many|only|both"
    r"|neither|either|least|several|half|other|another|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|\bone\s+(?!(?:is|are|was|were|than|by|has|lies|stands)\b)\w)[^,;:.()]|(?<=\d)[.,](?=\d)){2,80}?"
)
_STOP = r"[.!\s]*\Z"
_THAN = lazy_regex(
    rf"\A(?P<one>{_NAME})\s+(?P<verb>is|are|was|were|[a-z]+(?:ed|s)|rose|fell|grew|ran|cost|sold|lost|won|made|took|paid)\s+"
    rf"(?P<how>[a-z]+er|(?:more|less|fewer)(?:\s+[a-z-]+){{0,2}}?|better|worse)\s+than\s+(?P<other>{_NAME}){_STOP}",
    re.IGNORECASE,
)
_MAY_BE_NONE = lazy_regex(r"\b(?:profits?|income|earnings|loss(?:es)?)\Z", re.IGNORECASE)  # who has less may have none
_WHERE = {
    "north of": "south of", "east of": "west of", "above": "below", "before": "after",
    "upstream of": "downstream of",
}  # fmt: skip
_STANDS = lazy_regex(
    rf"\A(?P<one>{_NAME})\s+(?P<verb>is|are|was|were|lies|lie|stands|stand|took\s+place|happened|occurred|came|ranks?|finished|opened|closed)\s+"
    rf"(?P<how>{'|'.join(dict.fromkeys((*_WHERE, *_WHERE.values())))})\s+(?P<other>{_NAME}){_STOP}",
    re.IGNORECASE,
)
_WITH = lazy_regex(
    rf"\A(?P<one>{_NAME})\s+(?P<verb>(?:is|are|was|were)\s+(?:married|related|adjacent|equal|identical|similar|opposite|parallel)"
    rf"(?:\s+(?:to|with))?|borders|bordered|merged\s+with)\s+(?P<other>{_NAME}){_STOP}",
    re.IGNORECASE,
)
_HOW = r"(?P<rest>(?:\s+(?:for|in|on|at|during|within)\s+[^,;:]+?)?)"
# of a claim on who has it from whom, or gave it to whom, what the other of the two did
_HAVING = (
    (("acquired", "bought", "purchased"), "from", ("sold",), "to"),
    (("sold",), "to", ("bought", "purchased"), "from"),
    (("leased", "rented"), "from", ("leased", "rented", "let"), "to"),
    (("leased", "rented", "let"), "to", ("leased", "rented"), "from"),
    (("borrowed",), "from", ("lent", "loaned"), "to"),
    (("lent", "loaned"), "to", ("borrowed",), "from"),
)
_PRICE = lazy_regex(r"\bfor\s.*\d")  # what was acquired for it was no gift
_PASSIVE = lazy_regex(
    rf"\A(?P<whom>{_NAME})\s+(?:(?P<modal>{MODAL})\s+)?(?P<be>{BE_FORMS})\s+(?P<verb>[a-z]+)(?P<how>(?:\s+(?:in|on|at|within|for)\s+(?:(?!by\b)[^,;:.]){{2,40}}?)?)"
    rf"\s+by\s+(?P<who>{_NAME}){_STOP}",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def sides_of(claim: str) -> tuple[str, ...]:
    """A claim in one wording, and what says the same of the other of its two things."""
    line = one_wording(claim)
    if len(line) > LONGEST_TURNED:
        return (line,)
    found = [*_than(line), *_placed(line), *_had(line), *actives_of(line)]
    return tuple(dict.fromkeys((line, *map(one_wording, found))))


def _than(line: str) -> list[str]:
    told = _THAN.match(line)
    if told is None or _MAY_BE_NONE.search(told["how"]):
        return []
    one, other = told["one"], told["other"]
    ways = _opposites(told["how"].lower())
    return [
        f"{second} {verb} {how} than {first}"
        for how in ways
        for second, first in _named(one, other)
        for verb in _verbs(told["verb"])
    ]


def _verbs(verb: str) -> tuple[str, ...]:
    """The forms that agree with either number, of a verb that shows one."""
    return {"is": ("is", "are"), "are": ("are", "is"), "was": ("was", "were"), "were": ("were", "was")}.get(
        verb.lower(), (verb,)
    )


def _named(one: str, other: str) -> list[tuple[str, str]]:
    """The two things with their names full: "the southern one" beside "the northern depot" is a depot."""
    full = re.sub(r"\bones?\Z", one.split()[-1], other)
    short = one.rpartition(" ")[0]
    pairs = [(full, one), (other, one)]
    if short and full.split()[-1] == one.split()[-1]:
        pairs.append((full, f"{short} one"))
    return pairs


def _opposites(how: str) -> list[str]:
    found = [*_COMPARED.get(how, "").split(), *_LONG.get(how, ())]
    found += [one for one, others in _COMPARED.items() if how in others.split()]
    found += [one for one, others in _LONG.items() if how in others]
    degree, _, what = how.partition(" ")
    if what:
        found += [f"{other} {what}" for other in {"more": ("less", "fewer")}.get(degree, ("more",))]
    return found


def _placed(line: str) -> list[str]:
    told = _STANDS.match(line)
    if told:
        back = _opposite_places(told["how"].lower())
        return [f"{told['other']} {verb} {way} {told['one']}" for way in back for verb in _verbs(told["verb"])]
    told = _WITH.match(line)
    return [f"{told['other']} {told['verb']} {told['one']}"] if told else []


def _opposite_places(how: str) -> list[str]:
    return [*([_WHERE[how]] if how in _WHERE else ()), *(one for one, other in _WHERE.items() if other == how)]


def _had(line: str) -> list[str]:
    for mine, by, theirs, to in _HAVING:
        told = _transfer(mine, by).match(line)
        if told:
            paid = mine == ("sold",) and _PRICE.search(told["rest"])
            verbs = (*theirs, "acquired") if paid else theirs
            return [f"{told['other']} {verb} {told['what']} {to} {told['one']}{told['rest']}" for verb in verbs]
    return []


@lru_cache
def _transfer(verbs: tuple[str, ...], by: str) -> re.Pattern[str]:
    """Of "who bought what from whom"."""
    return lazy_regex(
        rf"\A(?P<one>{_NAME})\s+(?:{'|'.join(verbs)})\s+(?P<what>{_NAME})\s+{by}\s+(?P<other>{_NAME}){_HOW}{_STOP}",
        re.I,
    )


def actives_of(line: str) -> list[str]:
    """What a passive of one clause says as an active: "who must verb whom how"; none of another sentence."""
    told = _PASSIVE.match(line)
    if told is None:
        return []
    modal, be, bases = told["modal"], told["be"].lower(), bases_of(told["verb"].lower())
    if modal or be == "be":
        forms = [f"{modal} {base}" for base in bases] if modal and be == "be" else []
    elif be in ("is", "are"):
        forms = [form for base in bases for form in (base, inflected(base, "does"))]
    else:
        forms = [inflected(base, "did") for base in bases]
    who, *behind = HOW.split(told["who"], maxsplit=1)
    rest = "".join(f" {phrase}" for phrase in behind)
    return [f"{who} {form} {told['whom']}{told['how']}{rest}" for form in forms]
