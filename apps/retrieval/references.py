"""A word that refers back ("it", "that limit"), and what of the last question it stands for. English. Pure."""

import re
from collections.abc import Collection, Sequence

from apps.retrieval.phrases import (
    ASKING,
    AUXILIARIES,
    Token,
    names_in,
    noun_phrases,
    tokens_of,
    words,
    years_in,
)

LONGEST_PHRASE = 4  # words: where no small word parts them, a verb may stand among more

_SAID_OF = words("there same such one ones then")  # what stands for more than a phrase
IDENTIFYING = re.compile(
    r"\A(?P<frame>(?:what|which|who)(?:\s+(?:is|are|was|were)|['’]s)\s+)(?P<rest>.+)\Z", re.IGNORECASE | re.DOTALL
)


def topic_of(last: str) -> str:
    """What the last question is about, in its own words: without what makes it a question."""
    match = IDENTIFYING.match(last)
    if match and (said := tokens_of(match["rest"])) and said[0].low not in AUXILIARIES:
        return match["rest"]
    asking = [token for token in tokens_of(last) if token.low in ASKING | AUXILIARIES or token.low in {"much", "many"}]
    for token in reversed(asking):
        last = last[: token.start] + last[token.end :]
    return " ".join(last.split())


def replaced(core: str, back: Sequence[Token], last: str, names: Collection[str]) -> str:
    """The question with what its pronouns stand for; one that names its thing itself ("that limit") is said of it."""
    if any(_stands_before_noun(core, token) or token.low in _SAID_OF for token in back):
        return f"{core}, as to {topic_of(last)}"
    first = back[0]
    meant = _antecedent(last, first, names)
    if meant is None or _is_bare(core):
        return f"{core}, as to {topic_of(last)}"
    if first.low in {"its", "their", "theirs", "his", "her", "hers"}:
        meant += "'" if meant.endswith("s") else "'s"
    return core[: first.start] + meant + core[first.end :]


def _is_bare(core: str) -> bool:
    """ "Why is that": without the pronoun there is nothing left to ask."""
    tokens = tokens_of(core)
    asking = tokens[0].low == "why" or (tokens[0].low == "how" and tokens[1].low in AUXILIARIES)
    return asking and not any(token.is_content for token in tokens)


def _stands_before_noun(core: str, token: Token) -> bool:
    after = next((each for each in tokens_of(core) if each.start >= token.end), None)
    return (
        token.low in {"this", "that", "these", "those"}
        and after is not None
        and after.is_content
        and any(phrase.start == after.start for phrase in noun_phrases(core))
    )


def _antecedent(last: str, pronoun: Token, names: Collection[str]) -> str | None:
    """The phrase of the last question that a pronoun stands for: one of its number, a name for an owner."""
    named = names_in(last, names)
    if pronoun.low in {"its", "their"} and named and not named[0].text.isupper():
        return named[0].text
    match = IDENTIFYING.match(last)
    phrases = noun_phrases(match["rest"] if match else last)
    if not phrases:
        return None
    many = pronoun.low in {"they", "them", "their", "theirs", "these", "those"}
    fitting = [phrase for phrase in phrases if phrase.plural == many and not years_in(phrase.text)]
    if match and (not fitting or fitting[0] == phrases[0]):
        return match["rest"]
    if not fitting:
        return phrases[0].text if not many else None
    best = min(fitting, key=lambda phrase: not phrase.determiner)
    longest = max(len(tokens_of(part)) for part in re.split(r"\bof\b", best.text))
    return None if longest > LONGEST_PHRASE and not match else best.text
