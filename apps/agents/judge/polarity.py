"""What a sentence affirms, denies, demands or allows, coarsely: enough to see that two sentences pull apart. Pure."""

import re
from dataclasses import dataclass

from apps.agents.reading.words import plain, stem

_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nor|neither|nobody|nothing|without|cannot|\w+n['’]t|fails? to|failed to|unable to|refus\w+ to|lack(?:s|ed)?|denie[sd]|"
    r"rarely|hardly|scarcely|barely)\b",
    re.IGNORECASE,
)
_INNOCENT = re.compile(
    r"\b(?:not only|no later than|no earlier than|no more than|no less than|no fewer than|not less than|not more than|whether or not|not exceed\w*)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:(?:must|shall|may|can|should) not|cannot|can['’]t|mustn['’]t|prohibit\w*|forbid\w*|forbidden|not (?:permitted|allowed|eligible|entitled))\b",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must|shall|(?:is|are|be) (?:required|obliged) to|has to|have to|need(?:s)? to|requires?|mandatory|compulsory)\b",
    re.IGNORECASE,
)
_ALLOWS = re.compile(r"\b(?:may(?!\s+\d)|can|permitted|allowed|entitled|eligible|optional)\b", re.IGNORECASE)
_ADVISES = re.compile(r"\b(?:should|recommended|encouraged|ought to)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:unless|except|only if|provided that|excluding|other than|subject to)\b", re.IGNORECASE)

_OPPOSITES = {}
for _pair in (
    "increase/decrease rise/fall grow/shrink gain/loss higher/lower more/less more/fewer up/down above/below improve/worsen improve/decline "
    "increase/decline increase/reduce grow/decline rise/decline profit/loss before/after approve/reject allow/prohibit permit/prohibit "
    "include/exclude internal/external minimum/maximum asset/liability buy/sell open/close accept/reject win/lose first/last "
    "male/female true/false possible/impossible eligible/ineligible majority/minority largest/smallest highest/lowest best/worst "
    "strong/weak positive/negative fixed/variable secured/unsecured taxable/nontaxable favorable/unfavorable domestic/foreign "
    "old/new young/old early/late long/short always/never all/none success/failure support/oppose cause/prevent safe/unsafe"
).split():
    _one, _other = _pair.split("/")
    _OPPOSITES.setdefault(stem(_one), set()).add(stem(_other))
    _OPPOSITES.setdefault(stem(_other), set()).add(stem(_one))


@dataclass(frozen=True, slots=True, kw_only=True)
class Polarity:
    """``negations`` counts denials; ``force`` is forbids, demands, allows, advises or states; ``conditions`` counts exceptions."""

    negations: int
    force: str
    conditions: int


def polarity_of(text: str) -> Polarity:
    """The polarity of one sentence or clause."""
    line = _INNOCENT.sub(" ", plain(text))
    force = next(
        (
            name
            for name, pattern in (
                ("forbids", _FORBIDS),
                ("demands", _DEMANDS),
                ("advises", _ADVISES),
                ("allows", _ALLOWS),
            )
            if pattern.search(line)
        ),
        "states",
    )
    return Polarity(negations=len(_NEGATION.findall(line)), force=force, conditions=len(_CONDITION.findall(line)))


def denies(one: Polarity, other: Polarity) -> bool:
    """Whether one sentence denies and the other does not."""
    return one.negations % 2 != other.negations % 2


def shifts_force(one: Polarity, other: Polarity) -> bool:
    """Whether may, must and must not were exchanged."""
    return one.force != other.force and "states" not in (one.force, other.force)


def opposed_words(claim: frozenset[str], passage: frozenset[str]) -> bool:
    """Whether the claim has a word whose opposite the passage has in its place."""
    return any(
        not opposite.isdisjoint(passage - claim) for word in claim - passage if (opposite := _OPPOSITES.get(word))
    )
