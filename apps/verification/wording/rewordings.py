"""Whether a sentence says a claim in other words of which it is certain that they say the same. Pure."""

from functools import lru_cache

from apps.verification.wording.equivalents import LONGEST, told_by
from apps.verification.wording.standing import Standing, spelled, standing
from apps.verification.wording.turned_round import actives_of, contraries_of, sides_of

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
    held = _said(sides_of(claim), sentence)
    return held if held >= Standing.ALONE else Standing.ABSENT


@lru_cache(maxsize=20_000)
def gainsaid(claim: str, sentence: str) -> bool:
    """Whether ``sentence`` says what cannot be true beside ``claim``: the same of two things the other way round."""
    contraries = contraries_of(claim) if max(len(claim), len(sentence)) <= LONGEST else ()
    return bool(contraries) and _said(contraries, sentence) >= Standing.ALONE


def _said(wordings: tuple[str, ...], sentence: str) -> Standing:
    told = [words for one in wordings if len(words := spelled(one)) >= FEWEST]
    return max((standing(words, line) for words in told for line in _tellings(sentence)), default=Standing.ABSENT)


@lru_cache(maxsize=20_000)
def _tellings(sentence: str) -> tuple[str, ...]:
    lines = told_by(sentence)
    return tuple(dict.fromkeys([*lines, *actives_of(lines[0])]))
