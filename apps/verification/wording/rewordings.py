"""Whether a sentence says a claim in other words of which it is certain that they say the same. Pure."""

from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.verification.wording.coordinated.alone import each_alone
from apps.verification.wording.equivalents import LONGEST, one_wording, told_by
from apps.verification.wording.standing import Standing, spelled, standing
from apps.verification.wording.turned_round import actives_of, sides_of

_AMERICAN = lazy_regex(r"\bUS\s?\$|\bUSD|\bU\.?S\.?\s+dollars?\b")
FEWEST = 4  # words of a claim that is told in other words


def said_as(claim: str, sentence: str) -> Standing:
    """How ``sentence`` holds ``claim``: in its words, or as a clause that says it in others."""
    return max(standing(spelled(claim), sentence), reworded(claim, sentence))


def restated(claim: str, sentence: str) -> bool:
    """Whether the two are the same once they are put in one wording."""
    return not _names_dollars(claim, sentence) and spelled(one_wording(claim)) == spelled(one_wording(sentence))


def _names_dollars(claim: str, sentence: str) -> bool:
    """Whether the claim alone says that they are dollars of the United States."""
    return bool(_AMERICAN.search(claim)) and not _AMERICAN.search(sentence)


@lru_cache(maxsize=20_000)
def reworded(claim: str, sentence: str) -> Standing:
    """ALONE or WHOLE where ``sentence`` says ``claim`` so once both are put in one wording, else ABSENT.

    ABSENT too where it has the very words, unless beside another clause or verb that bears on them no more: how it
    holds them is then for ``standing`` to say.
    """
    if len(claim) > LONGEST or len(sentence) > 4 * LONGEST or _names_dollars(claim, sentence):
        return Standing.ABSENT
    there = standing(spelled(claim), sentence)
    if there is Standing.LIMITED or there >= Standing.ALONE:
        return Standing.ABSENT
    told = [words for side in sides_of(claim) if len(words := spelled(side)) >= FEWEST]
    lines = _alone(sentence) if there else (*_tellings(sentence), *_alone(sentence))
    if there is Standing.TURNED:
        # by what stands before it: of a last clause alone it is known that this does not reach it
        lines = tuple(line for line in lines if spelled(sentence)[-len(spelled(line)) :] == spelled(line))
    held = max((standing(words, line) for words in told for line in lines), default=Standing.ABSENT)
    return held if held >= Standing.ALONE else Standing.ABSENT


@lru_cache(maxsize=20_000)
def _alone(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for one in each_alone(sentence) for line in _tellings(one)))


@lru_cache(maxsize=20_000)
def _tellings(sentence: str) -> tuple[str, ...]:
    lines = told_by(sentence)
    return tuple(dict.fromkeys([*lines, *actives_of(lines[0])]))
