"""Which sets are trained on, how much of each, and which belong together. All that is to be tuned of it stands here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Family(StrEnum):
    """Sets of one nature: left out together when a fold is held out."""

    INFERENCE = "inference"  # a sentence against a sentence
    ENCYCLOPEDIC = "encyclopedic"  # claims against passages of Wikipedia or of abstracts
    TABLES = "tables"  # rows, figures, sections of trials
    DOCUMENTS = "documents"  # summaries and answers against whole texts


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRule:
    """How a set is used. ``most``: examples of a full run, 0 where it is only measured.

    ``rough``: its labels tell supported from the rest, but not which of the rest.
    """

    family: Family
    most: int = 0
    rough: bool = False


def _rules(family: Family, **most: int) -> dict[str, SetRule]:
    rough = {"covidfact", "fnc1_related"}  # claims altered by a machine; "discusses" is only about not enough
    return {name: SetRule(family=family, most=count, rough=name in rough) for name, count in most.items()}


# Shares of a full run, about: inference 53%, encyclopedic 15%, tables 9%, documents 6%, made by code 17%; of its tokens
# 25%, 15%, 18%, 18% and 24%.
SETS: Mapping[str, SetRule] = MappingProxyType(
    {
        **_rules(
            Family.INFERENCE, lingnli=44_000, mnli3000=3_000, counterfactual_nli=8_300, conjnli=9_000, negation_nli=0
        ),
        **_rules(
            Family.ENCYCLOPEDIC,
            fever_pairs=12_800, fm2=1_200, healthver=1_900, covidfact=2_600, fever_symmetric=0, feverous_s=0,
        ),
        **_rules(Family.TABLES, infotabs=9_000, nli4ct=1_700),
        **_rules(
            Family.DOCUMENTS,
            begin=1_150, factcg_doc=2_100, factcg_musique=500, falke_pairs=750, summacoz=1_400, fnc1_related=700,
            wice_nonsupported_tokens=380, wice=0, frank=0, qags=0, summedits=0,
        ),
    }
)  # fmt: skip

# How many of each kind code makes in a full run, see training.made; an echo is made of every swap besides.
MADE: Mapping[str, int] = MappingProxyType(
    {
        "number": 1_400, "date": 900, "unit": 450, "entity": 1_800, "roles": 1_400, "negation": 1_000,
        "modality": 800, "quantifier": 600, "direction": 1_200, "hedge": 2_000, "row": 800, "pipe": 900, "sheet": 800,
        "passage": 2_500, "neighbour": 800,
    }
)  # fmt: skip
ECHOES = 0.3  # of the swaps of those kinds that are turned round, see training.made.echoes
UNKNOWN = SetRule(family=Family.DOCUMENTS)  # a set that is not named above is measured, not trained on


def rule_of(set_name: str) -> SetRule:
    return SETS.get(set_name, UNKNOWN)


def trained_on(folds: Collection[Family] = ()) -> Mapping[str, int]:
    """Set → how many of it at most, without those of the families that are held out."""
    return {name: rule.most for name, rule in SETS.items() if rule.most and rule.family not in folds}
