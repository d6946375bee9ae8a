"""Which sets are trained on, how much of each, and which belong together. All that is to be tuned of it stands here."""

from collections.abc import Mapping
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


# Shares of a full run, about: inference 43%, encyclopedic 20%, tables 10%, documents 11%, made by code 16%.
SETS: Mapping[str, SetRule] = MappingProxyType(
    {
        **_rules(
            Family.INFERENCE, lingnli=20_000, mnli3000=3_000, counterfactual_nli=8_000, conjnli=4_500, negation_nli=0
        ),
        **_rules(
            Family.ENCYCLOPEDIC,
            fever_pairs=8_500, fm2=1_200, healthver=1_900, covidfact=1_200, fever_symmetric=0, feverous_s=0,
        ),
        **_rules(Family.TABLES, infotabs=4_500, nli4ct=900),
        **_rules(
            Family.DOCUMENTS,
            begin=1_000, factcg_doc=1_200, factcg_musique=350, falke_pairs=700, summacoz=1_000, fnc1_related=350,
            wice_nonsupported_tokens=300, wice=0, frank=0, qags=0, summedits=0,
        ),
    }
)  # fmt: skip

# How many of each kind code makes in a full run, see training.made; an echo is made of every swap besides.
MADE: Mapping[str, int] = MappingProxyType(
    {
        "number": 900, "date": 600, "unit": 300, "entity": 1_200, "roles": 900, "negation": 700, "modality": 500,
        "quantifier": 400, "direction": 800, "hedge": 1_500, "row": 500, "pipe": 600, "sheet": 500, "passage": 1_500,
        "neighbour": 500,
    }
)  # fmt: skip
ECHOES = 0.3  # of the swaps of those kinds that are turned round, see training.made.echoes
UNKNOWN = SetRule(family=Family.DOCUMENTS)  # a set that is not named above is measured, not trained on


def rule_of(set_name: str) -> SetRule:
    return SETS.get(set_name, UNKNOWN)


def trained_on(fold: Family | None) -> Mapping[str, int]:
    """Set → how many of it at most, without those of the family that is held out."""
    return {name: rule.most for name, rule in SETS.items() if rule.most and rule.family is not fold}
