"""Words that the checks share: what carries no content, and a stem good enough to see that two words are one."""

import re
from functools import lru_cache

from apps.core.words import word_set

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
SAYING = 0.75  # share of a claim in a sentence that says it
RESTATED = 0.6  # share that a claim must have of a head, or of what takes it back, to say that too


STOPWORDS = word_set("""
    a an and are as at be been being but by did do does done for from had has have having he her him his i if in into
    is it its me my of on or our ours she so such than that the their theirs them then there these they this those to
    too us was we were what when where which while who whom whose with you your also both each which's it's there's
    am here how very just will would shall should may might must can could about above after before below between
    during over under up down out off again further once more most other some any all only own same no nor not
""")

IRREGULAR = {
    "paid": "pay", "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
    "given": "give", "gave": "give", "taken": "take", "took": "take", "made": "make", "held": "hold", "kept": "keep",
    "sold": "sell", "sent": "send", "lent": "lend", "lost": "lose", "won": "win", "became": "become", "began": "begin",
    "begun": "begin", "shown": "show", "known": "know", "knew": "know", "written": "write", "wrote": "write",
    "found": "find", "left": "leave", "led": "lead", "met": "meet", "went": "go", "gone": "go", "came": "come",
    "saw": "see", "seen": "see", "said": "say", "told": "tell", "thought": "think", "bought": "buy", "brought": "bring",
    "stole": "steal", "stolen": "steal", "broke": "break", "broken": "break", "chose": "choose", "chosen": "choose",
    "drove": "drive", "driven": "drive", "drew": "draw", "drawn": "draw", "fought": "fight", "flew": "fly",
    "flown": "fly", "hid": "hide", "hidden": "hide", "ran": "run", "rode": "ride", "ridden": "ride", "sang": "sing",
    "sung": "sing", "sank": "sink", "sunk": "sink", "sought": "seek", "shot": "shoot", "spoke": "speak",
    "spoken": "speak", "spent": "spend", "stood": "stand", "struck": "strike", "taught": "teach", "threw": "throw",
    "thrown": "throw", "understood": "understand", "wore": "wear", "worn": "wear", "built": "build", "caught": "catch",
    "dealt": "deal", "fled": "flee", "heard": "hear", "slept": "sleep", "sworn": "swear", "withdrew": "withdraw",
    "withdrawn": "withdraw", "undertook": "undertake", "undertaken": "undertake", "overtook": "overtake",
    "overtaken": "overtake", "forbade": "forbid", "forbidden": "forbid", "froze": "freeze", "frozen": "freeze",
    "arose": "arise", "arisen": "arise", "ate": "eat", "eaten": "eat", "drank": "drink", "swam": "swim",
    "upheld": "uphold", "withheld": "withhold", "rebuilt": "rebuild", "resold": "resell", "repaid": "repay",
    "underwent": "undergo", "undergone": "undergo", "foresaw": "foresee", "foreseen": "foresee", "foregone": "forego",
    "swum": "swim",
}  # fmt: skip


_PLURALS = {
    "wives": "wife", "children": "child", "men": "man", "women": "woman", "people": "person", "feet": "foot",
    "data": "datum",
}  # fmt: skip


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A crude English stem: plural, past, -ing and -ly endings off, irregular forms of common verbs mapped."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    low = IRREGULAR.get(low) or _PLURALS.get(low, low)
    for ending, kept in (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if (
            low.endswith(ending)
            and len(low) - len(ending) >= 3
            and not (ending == "s" and low.endswith(("ss", "us", "is")))
        ):
            low = low.removesuffix(ending) + kept
            break
    if low.endswith("ly") and len(low) > 5:
        low = low.removesuffix("ly")
    if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "sle":
        low = low[:-1]
    return low.rstrip("e") if len(low) > 3 else low


def stems_of(words: str) -> frozenset[str]:
    """The stems of a list of words."""
    return frozenset(map(stem, word_set(words)))


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry content, in order; figures are left out."""
    return [stem(word) for word in WORD.findall(text) if len(word) > 1 and word.lower() not in STOPWORDS]


_OF_FIGURES = stems_of("""
    one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy
    eighty ninety hundred thousand million billion trillion dozen half percent per cent dollars euros
    usd eur about
""")


def content_of(text: str) -> set[str]:
    """The content stems of a text without the words that belong to figures."""
    return set(content_stems(text)) - _OF_FIGURES


def similarity(one: str, other: str) -> float:
    """Jaccard similarity of the content stems of two texts, 0 … 1: 1 for texts that differ in figures alone."""
    a, b = content_of(one), content_of(other)
    return len(a & b) / len(a | b) if a | b else 0.0


def coverage_of(claim: str, text: str) -> float:
    """The share of the claim's content stems that ``text`` has, 0 … 1; 0 for a claim without content."""
    wanted = set(content_stems(claim))
    return len(wanted & set(content_stems(text))) / len(wanted) if wanted else 0.0
