"""All pairs of a run from the sets of a folder: those given and those made by code. The same for the same choices."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from apps.core.sentences import split_sentences
from apps.core.stretches import stretches_in
from training.balance import balanced
from training.made.figures import date_swaps, number_swaps, unit_swaps
from training.made.hedges import hedges
from training.made.names import entity_swaps, role_swaps
from training.made.passages import Passages, Wrong, can_be_wrong, inserted, neighbours, wrong_passages
from training.made.rows import Table, Told, row_swaps, side_by_side, table_of
from training.made.sheets import sheets
from training.made.swaps import LONGEST, Maker, Swap
from training.made.wording import direction_swaps, modality_swaps, negation_swaps, quantifier_swaps
from training.mixture import ECHOES, MADE, Family, trained_on
from training.pairs import Pair, Target, pair_of, sampled
from workers.evaluations.labelled import Example, Label

MAKERS: Mapping[str, Maker] = {
    "number": number_swaps, "date": date_swaps, "unit": unit_swaps, "entity": entity_swaps, "roles": role_swaps,
    "negation": negation_swaps, "modality": modality_swaps, "quantifier": quantifier_swaps,
    "direction": direction_swaps, "row": row_swaps,
}  # fmt: skip
_OF_SENTENCES = ("modality", "number", "unit", "direction", "entity", "negation")  # made of sentences of documents too
_SENTENCE = (8, 40)  # words of a sentence of a document that is taken as a claim
_SENTENCES = 3  # of one document
_SHORT, _LONG = 240, 120  # words: evidence of fewer is altered with its claim; of more, its sentences are claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What decides which pairs there are.

    ``folds``: families left out; ``limit``: about so many pairs in all; ``bag``: windows of one pair.
    """

    seed: int = 0
    folds: tuple[Family, ...] = ()
    limit: int | None = None
    bag: int = 2


def assembled(sets: Mapping[str, Sequence[Example]], choices: Choices, whole: Sequence[Example] = ()) -> list[Pair]:
    """The pairs of a run, given and made, weighed against what claims alone give away.

    ``whole``: all of these too, but for those that the windows taken do not tell apart.
    """
    caps = {name: most for name, most in trained_on(choices.folds).items() if name in sets}
    share = min(1.0, choices.limit / (sum(caps.values()) + sum(MADE.values()))) if choices.limit else 1.0
    pairs = []
    for name in sorted(caps):
        chance = random.Random(f"{choices.seed} {name}")
        most = max(1, round(share * caps[name]))
        pairs += [pair_of(one, bag=choices.bag) for one in sampled(sets[name], most=most, chance=chance)]
    pairs += _told_apart([pair_of(one, bag=choices.bag) for one in whole])
    return balanced([*pairs, *_made(sets, choices, share)])


def _told_apart(pairs: Sequence[Pair]) -> list[Pair]:
    """Those of claims to which the same windows have one answer: of a long passage they may leave out what differs."""
    answers: dict[tuple[str, tuple[str, ...]], set[Target]] = {}
    for pair in pairs:
        answers.setdefault((pair.claim, pair.windows), set()).add(pair.target)
    return [pair for pair in pairs if len(answers[pair.claim, pair.windows]) == 1]


def fingerprint(pairs: Iterable[Pair]) -> str:
    """Of all that the pairs are: a run is continued with the same ones or not at all."""
    digest = sha256()
    for pair in pairs:
        digest.update(repr(pair).encode())
    return digest.hexdigest()[:16]


def _made(sets: Mapping[str, Sequence[Example]], choices: Choices, share: float) -> Iterator[Pair]:
    """Made of supported examples of any set, in an order of chance; each kind has an order of its own."""
    supported = [one for name in sorted(sets) for one in sets[name] if one.label is Label.SUPPORTED]
    short = [one for one in supported if len(one.evidence.split()) <= _SHORT and len(one.claim.split()) <= LONGEST]
    passages = {name: Passages(sets[name]) for name in sorted(sets)}
    for kind, count in MADE.items():
        chance = random.Random(f"{choices.seed} {kind}")
        most = max(1, round(share * count))
        if kind in MAKERS:
            sources = [*short, *sentences(supported)] if kind in _OF_SENTENCES else short
            yield from _swapped(kind, _shuffled(sources, chance), most, passages, choices, chance)
        elif kind == "hedge":
            yield from islice(_hedged(_shuffled(short, chance), passages, choices, chance), most)
        elif kind in ("passage", "neighbour"):
            apart = {name for name in sets if can_be_wrong(sets[name])}
            sources = [one for one in supported if kind == "neighbour" or one.set_name in apart]
            yield from islice(_wrong(kind, _shuffled(sources, chance), passages, choices), most)
        else:
            told = sheets(chance) if kind == "sheet" else side_by_side(_tables(sets), chance)
            yield from islice((_told(one, kind) for one in told), most)


def sentences(examples: Sequence[Example]) -> list[Example]:
    """Sentences of long evidence as claims that the window they stand in supports, a few of each text."""
    texts = dict.fromkeys((one.set_name, one.evidence) for one in examples if len(one.evidence.split()) > _LONG)
    found = []
    for set_name, text in texts:
        for window in stretches_in(text)[1 : 1 + _SENTENCES]:
            spans = split_sentences(window)
            middle = spans[len(spans) // 2] if spans else None
            claim = window[middle.start : middle.end] if middle else ""
            if _SENTENCE[0] <= len(claim.split()) <= _SENTENCE[1] and claim[0].isupper() and claim[-1] == ".":
                found.append(
                    Example(id="sentence", set_name=set_name, claim=claim, evidence=window, label=Label.SUPPORTED)
                )
    return found


def _swapped(
    kind: str, sources: Sequence[Example], most: int, passages: Mapping[str, Passages], choices: Choices,
    chance: random.Random,
) -> Iterator[Pair]:  # fmt: skip
    made = 0
    for example in sources:
        if made >= most:
            return
        for swap in MAKERS[kind](example.claim, example.evidence, chance):
            made += 1
            yield pair_of(replace(example, claim=swap.claim), bag=choices.bag, kind=kind, target=swap.target)
            if example.id == "sentence":  # the sentence itself beside its altered copy
                yield pair_of(example, bag=choices.bag, kind="sentence", target=Target.SUPPORTED)
            if chance.random() < ECHOES:
                yield from _echoes(example, swap, passages[example.set_name], choices, chance)


def _echoes(
    example: Example, swap: Swap, passages: Passages, choices: Choices, chance: random.Random
) -> Iterator[Pair]:
    """The altered claim supported by a passage that says it, and the first claim against that passage."""
    if not passages.texts:
        return
    evidence = inserted(swap.claim, chance.choice(passages.texts), chance)
    altered = replace(example, claim=swap.claim, evidence=evidence)
    yield pair_of(altered, bag=choices.bag, kind="echo", target=Target.SUPPORTED)
    if swap.mirrors:
        yield pair_of(replace(example, evidence=evidence), bag=choices.bag, kind="echo", target=swap.target)


def _hedged(
    supported: Sequence[Example], passages: Mapping[str, Passages], choices: Choices, chance: random.Random
) -> Iterator[Pair]:
    """Among sentences of another passage of the set: what stands there of the claim is the hedged sentence alone."""
    for example in supported:
        for one in hedges(example.claim, chance) if passages[example.set_name].texts else ():
            evidence = inserted(one.sentence, chance.choice(passages[example.set_name].texts), chance)
            told = replace(example, claim=one.claim, evidence=evidence)
            yield pair_of(told, bag=choices.bag, kind="hedge", target=one.target)


def _wrong(
    kind: str, supported: Sequence[Example], passages: Mapping[str, Passages], choices: Choices
) -> Iterator[Pair]:
    def found() -> Iterator[Wrong]:
        if kind == "neighbour":
            yield from neighbours(supported)
            return
        for example in supported:
            yield from wrong_passages([example], passages[example.set_name])

    for one in found():
        yield pair_of(replace(one.example, evidence=one.passage), bag=choices.bag, kind=kind, target=one.target)


def _told(told: Told, kind: str) -> Pair:
    """A table is read whole: its rows share the words of a claim, and no window of it stands alone."""
    evidence = " ".join(told.evidence.split())
    return Pair(set_name=kind, kind=kind, claim=told.claim, windows=(evidence,), target=told.target)


def _tables(sets: Mapping[str, Sequence[Example]]) -> list[Table]:
    texts = dict.fromkeys(one.evidence for one in sets.get("infotabs", ()))
    return [table for table in map(table_of, texts) if table]


def _shuffled(examples: Sequence[Example], chance: random.Random) -> list[Example]:
    return chance.sample(examples, len(examples))
