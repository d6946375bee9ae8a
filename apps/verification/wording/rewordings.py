"""Whether a sentence says a claim in other words of which it is certain that they say the same. Pure."""

from functools import lru_cache

from apps.verification.wording.equivalents import LONGEST, told_by
from apps.verification.wording.standing import Standing, spelled, standing
from apps.verification.wording.turned_round import actives_of, sides_of

FEWEST = 4  # words of a claim that is told in other words


def said_as(claim: str, sentence: str) -> Standing:
    """How ``sentence`` holds ``claim``: in its words, or as a clause that says it in others."""
    return max(standing(spelled(claim), sentence), reworded(claim, sentence))


@lru_cache(maxsize=20_000)
def reworded(claim: str, sentence: str) -> Standing:
    """ALONE or WHOLE where ``sentence`` says ``claim`` so once both are put in one wording, else ABSENT.

    ABSENT too where it has the very words: how it holds them is then for ``standing`` to say.
    """
    if len(claim) > LONGEST or len(sentence) > 4 * LONGEST or standing(spelled(claim), sentence):
        return Standing.ABSENT
    told = [words for side in sides_of(claim) if len(words := spelled(side)) >= FEWEST]
    held = max((standing(words, line) for words in told for line in _tellings(sentence)), default=Standing.ABSENT)
    return held if held >= Standing.ALONE else Standing.ABSENT


@lru_cache(maxsize=20_000)
def _tellings(sentence: str) -> tuple[str, ...]:
    lines = told_by(sentence)
    return tuple(dict.fromkeys([*lines, *actives_of(lines[0])]))
