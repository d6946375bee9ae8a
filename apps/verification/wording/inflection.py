"""Forms of English verbs and nouns, as far as rewording a sentence needs them. Pure."""

import re

from apps.core.words import word_set
from apps.verification.lexicon import IRREGULAR
from apps.verification.wording.tense import UNCHANGED

_PARTICIPLES = word_set(
    "risen fallen grown given taken begun shown known written gone seen stolen broken chosen driven drawn flown hidden"
    " ridden sung sunk spoken thrown worn sworn withdrawn undertaken overtaken forbidden frozen arisen eaten undergone"
    " foreseen foregone swum become come"
)  # by which their past is not told
_PASTS = {base: past for past, base in IRREGULAR.items() if past not in _PARTICIPLES} | {"show": "showed"}
_PASTS |= {verb: verb for verb in UNCHANGED | word_set("read hurt burst bet")}
_PASTS |= {"feel": "felt", "mean": "meant", "keep": "kept", "sit": "sat", "get": "got", "win": "won"}
_PLURALS = {"person": "people", "child": "children", "man": "men", "woman": "women"}
_HAVE = {"does": "has", "did": "had"}
_DOUBLES = re.compile(
    r"[^aeiou]*[aeiou][bdgkmnprt]|(?:ad|com|o|per|sub|trans)mit|(?:re|de|trans|con)fer|(?:in|oc|re)cur"
)


def inflected(verb: str, aux: str) -> str:
    """The form of a verb that needs no auxiliary ("do", "does", "did"): "did … pay" is "paid"."""
    if aux == "do":
        return verb
    if verb == "have":
        return _HAVE[aux]
    return _with_s(verb) if aux == "does" else _PASTS.get(verb) or _regular_past(verb)


def plural(noun: str) -> str:
    return _PLURALS.get(noun) or _with_s(noun)


def bases_of(participle: str) -> list[str]:
    """What a past participle may be of: "planned" of "plan" or "plann", "paid" of "pay"."""
    if participle in IRREGULAR:
        return [IRREGULAR[participle]]
    bare = participle.removesuffix("ed")
    if bare == participle:
        return [participle]
    found = [f"{bare[:-1]}y"] if bare.endswith("i") else [bare, f"{bare}e"]
    return [*found, bare[:-1]] if len(bare) > 2 and bare[-1] == bare[-2] else found


def _with_s(word: str) -> str:
    if re.search(r"[^aeiou]y\Z", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(?:s|x|z|ch|sh|o)\Z", word) else f"{word}s"


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y\Z", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1] if _DOUBLES.fullmatch(verb) else ''}ed"
