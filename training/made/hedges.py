"""What is alleged, doubted, planned or denied, beside what is so. Pure.

A paraphrase that leaves a hedge out shares nearly every word with its source: such claims are made on purpose, and as
many whose frame takes nothing away ("the records show that"), so that a frame alone tells nothing.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.verification.lexicon import STOPWORDS
from training.made.swaps import DENIED, alone, put
from training.pairs import Target

_WORDS = (4, 25)  # of a claim that is put into a frame
_SAME = 0.3  # of the claims are hedged as their evidence is, and supported by it
_FRAMES: dict[Target, tuple[str, ...]] = {
    Target.NOT_ENOUGH: (
        "Police allege that {}", "Prosecutors claim that {}", "Some analysts believe that {}",
        "It was rumoured that {}", "Critics say that {}", "According to unconfirmed reports, {}",
        "A newspaper speculated that {}", "It is alleged that {}", "Supporters argue that {}",
        "The authors hypothesise that {}", "It has been suggested that {}", "The plaintiff contends that {}",
        "Its managers hope that {}", "It is unclear whether {}", "It remains to be seen whether {}",
        "The committee asked whether {}", "In one version of the story, {}", "She doubted that {}",
        "It is widely assumed that {}",
    ),
    Target.UNSUPPORTED: (
        "There is no evidence that {}", "Nobody has shown that {}", "The ministry denied that {}",
        "The court found no proof that {}", "He retracted his statement that {}",
    ),
    Target.CONTRADICTED: (
        "It is not true that {}", "The report that {} is false", "It is a myth that {}",
        "Contrary to what was reported, it is not the case that {}", "They were wrong to say that {}",
    ),
    Target.SUPPORTED: (
        "The records show that {}", "It is well known that {}", "Officials confirmed that {}",
        "As the report notes, {}", "The study found that {}", "It turned out that {}",
        "The court established that {}", "In fact, {}", "It is a fact that {}", "The audit confirmed that {}",
        "Once again, {}", "It was announced that {}",
    ),
}  # fmt: skip
_FRAME_WEIGHTS = {Target.NOT_ENOUGH: 5, Target.UNSUPPORTED: 1, Target.CONTRADICTED: 1, Target.SUPPORTED: 5}
_OPEN = {
    "was": ("may have been", "is said to have been", "was reportedly", "will be", "was almost", "was supposed to be"),
    "were": ("may have been", "are said to have been", "were reportedly", "will be", "were nearly"),
    "is": ("may be", "is expected to be", "could be", "is said to be", "is not yet known to be"),
    "are": ("may be", "are expected to be", "could be", "are said to be"),
    "has": ("may have", "is said to have", "plans to have"),
    "have": ("may have", "are said to have", "plan to have"),
    "had": ("may have", "would have"),
    "will": ("might", "hopes to", "was once meant to"),
}
_VERB = re.compile(rf"\b(?:{'|'.join(_OPEN)})\b")
_UNSUITED = re.compile(
    r"\?|[;:“”\"]|\b(?:if|whether|may|might|could|would|allege\w*|reported\w*|according|claim\w*|said|says|believe\w*"
    r"|think\w*|thought|suggest\w*|expect\w*|doubt\w*|probably|perhaps|possibly)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hedged:
    """A claim, and a sentence that says it, or the like, with a hedge or without."""

    claim: str
    sentence: str
    target: Target


def hedges(claim: str, chance: random.Random) -> Iterator[Hedged]:
    """One or none of a claim that is told for a fact; a second where the claim itself is hedged alike."""
    least, most = _WORDS
    if not least <= len(claim.split()) <= most or not claim[0].isupper() or _UNSUITED.search(claim):
        return
    verb = alone(_VERB, claim)
    if verb and verb.start() and not DENIED.search(claim) and chance.random() < 0.5:
        sentence, target = put(claim, *verb.span(), chance.choice(_OPEN[verb[0]])), Target.NOT_ENOUGH
    else:
        targets = list(_FRAME_WEIGHTS)
        target = chance.choices(targets, weights=[_FRAME_WEIGHTS[one] for one in targets])[0]
        sentence = f"{chance.choice(_FRAMES[target]).format(_inside(claim))}."
    yield Hedged(claim=claim, sentence=sentence, target=target)
    if target is not Target.SUPPORTED and chance.random() < _SAME:
        yield Hedged(claim=sentence, sentence=sentence, target=Target.SUPPORTED)


def _inside(claim: str) -> str:
    """The claim as it stands behind "that": without its full stop, and without the capital of a common first word."""
    bare = claim.rstrip().rstrip(".!")
    return bare[0].lower() + bare[1:] if bare.split()[0].lower() in STOPWORDS and not bare.startswith("I ") else bare
