"""A word that refers back ("it", "that limit"), and what of the last question it stands for. English. Pure."""

import re
from collections.abc import Collection, Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.conversation.periods import periods_in
from apps.retrieval.phrases import (
    ASKING,
    AUXILIARIES,
    BE,
    CLAUSES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    YEAR_PHRASE,
    Token,
    names_in,
    noun_phrases,
    singular,
    tokens_of,
    years_in,
)

LONGEST_PHRASE = 4  # words: where no small word parts them, a verb may stand among more

_ONES_OWN = word_set("year years policy regulation handbook report document filing workspace question answer")
# what a person or a body does, and no thing: "it" before them is the owner of what was asked about
_OWNERS_DO = word_set(
    "have own employ operate manage run spend sell buy acquire hire borrow lease plan intend expect believe compete "
    "manufacture invest pay make gain earn owe issue raise lose"
)
_PERSONS = word_set(
    "tenant landlord lessee lessor employee employer borrower buyer seller owner customer director officer manager"
)  # whom "it" does not stand for
_THINGS_DO = lazy_regex(r"\s(?:end|begin|start|expire|cost|last|apply)\b", re.IGNORECASE)
_PRICES = lazy_regex(r"\b(?:price|value|stock|share|rate)s?\b", re.IGNORECASE)  # they gain and lose by themselves
_MADE_PAST = word_set(
    "led made took came went gave rose fell grew began became brought held left lost paid sold set kept"
)
_SAYING_THAT = word_set(
    "say state show mean know think believe assume require provide confirm ensure report disclose note claim expect"
)
_SAID_OF = word_set("there same such one ones then")  # what stands for more than a phrase
IDENTIFYING = lazy_regex(
    r"\A(?:what|which|who)(?:\s+(?:is|are|was|were)|['’]s)\s+(?P<rest>.+)\Z", re.IGNORECASE | re.DOTALL
)
_AS_TO = lazy_regex(  # a question word alone that was asked of it before
    r"\A(?:(?:for|since|by|from|to|until|in|at|on|with)\s)?(?:why|how|when|where|who|whom|what|which)\b[^,]{0,20}"
    r", as to (?P<topic>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
_SAYING = lazy_regex(
    r"\A(?:what|which)\b.+\b(?:say|tell|state|write|report|disclose|explain)\s(?:about|on|regarding)\s+(?P<topic>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)


def topic_of(last: str) -> str:
    """What the last question is about, in its own words: without what makes it a question."""
    while told := _AS_TO.match(last):
        last = told["topic"]
    if saying := _SAYING.match(last):
        return saying["topic"]
    match = IDENTIFYING.match(last)
    if match and (said := tokens_of(match["rest"])) and said[0].low not in AUXILIARIES:
        return match["rest"]
    asking = [token for token in tokens_of(last) if token.low in ASKING | AUXILIARIES or token.low in {"much", "many"}]
    for token in reversed(asking):
        last = last[: token.start] + last[token.end :]
    return re.sub(r"\Aof\s", "", " ".join(last.split()))  # "which of the parties"


def replaced(core: str, back: Sequence[Token], last: str, names: Collection[str]) -> str:
    """The question with what its pronouns stand for; one that names its thing itself ("that limit") is said of it."""
    if any(_stands_before_noun(core, token) or token.low in _SAID_OF for token in back):
        return f"{_by_its_owner(core, back, last, names)}, as to {topic_of(last)}"
    first, *others = back
    owner = _owner_meant(core, first, last, names)
    meant = owner or _antecedent(last, first, names, thing=_THINGS_DO.match(core, first.end) is not None)
    if meant is None or _is_bare(core):
        return f"{core}, as to {topic_of(last)}"
    if owner and others and others[-1].low == "them" and (things := _antecedent(last, others[-1], names)):
        core = core[: others[-1].start] + things + core[others[-1].end :]
    if years_in(core):
        meant = YEAR_PHRASE.sub("", meant)
    if first.low in {"its", "their", "theirs", "his", "her", "hers"}:
        meant += "'" if meant.endswith("s") else "'s"
    return core[: first.start] + meant + core[first.end :]


def owner_in(last: str, names: Collection[str]) -> str | None:
    """Whose things the last question is about: a document's name, the owner of a possessive, else who does it."""
    if named := names_of_documents(last, names):
        return named[0]
    for phrase in noun_phrases(last):
        if owner := re.match(r"(.+?(?:['’]s|(?<=s)['’]))\s", phrase.text):
            return re.sub(r"['’]s?\Z", "", owner[1])
    return None


def names_of_documents(text: str, names: Collection[str]) -> list[str]:
    """The words of a text that name documents, those that are surest first; what tells a period names none."""
    periods = periods_in(text)
    named = [token for token in names_in(text, names) if not any(p.start <= token.start < p.end for p in periods)]
    named = [token for token in named if not is_common(text, token)]
    return list(dict.fromkeys(token.text for token in named if _names_document(token, names)))


def is_common(text: str, name: Token) -> bool:
    """ "The lease": a small word behind an article is a thing, even where a document is called so."""
    before = tokens_of(text[: name.start])
    return name.text[0].islower() and bool(before) and before[-1].low in DETERMINERS


def _names_document(token: Token, names: Collection[str]) -> bool:
    joined = re.sub(r"[\W_]", "", token.text).casefold()
    return len(joined) > 1 and any(name.startswith(joined) for name in names)


def _by_its_owner(core: str, back: Sequence[Token], last: str, names: Collection[str]) -> str:
    """ "How does it manage that risk": who does it is named, whatever the risk is."""
    for token in back:
        if owner := _owner_meant(core, token, last, names):
            return core[: token.start] + owner + core[token.end :]
    return core


def _owner_meant(core: str, pronoun: Token, last: str, names: Collection[str]) -> str | None:
    """The owner in the last question where the pronoun does what only owners do; "they" may be several things of it."""
    if pronoun.low not in {"it", "they"}:
        return None
    behind = [token.low for token in tokens_of(core) if token.start >= pronoun.end]
    while behind and (behind[0].endswith("ly") or behind[0] in {"also", "still", "now"}):
        behind.pop(0)
    if not behind or behind[0] not in _OWNERS_DO or (behind[0] in {"gain", "lose"} and _PRICES.search(last)):
        return None
    has_object = any(token.low == "them" and token.start > pronoun.start for token in refers_back(core))
    if (
        pronoun.low == "they"
        and not has_object
        and any(phrase.plural and not phrase.text[:1].isupper() for phrase in noun_phrases(last))
    ):
        return None
    owner = owner_in(last, names)
    return None if owner and pronoun.low == "it" and tokens_of(owner)[-1].low in _PERSONS else owner


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


def _antecedent(last: str, pronoun: Token, names: Collection[str], *, thing: bool = False) -> str | None:
    """The phrase of the last question that a pronoun stands for: one of its number, a name for an owner.

    ``thing``: rather no person.
    """
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
    best = min(fitting, key=lambda phrase: (thing and phrase.head in _PERSONS, not phrase.determiner))
    longest = max(len(tokens_of(part)) for part in re.split(r"\bof\b", best.text))
    return None if longest > LONGEST_PHRASE and not match else best.text


# which words refer back


def refers_back(text: str) -> list[Token]:
    """Words that point out of the question: pronouns with nothing before them that they could stand for, "the same"."""
    tokens = tokens_of(text)
    return [token for place, token in enumerate(tokens) if _points_out(text, tokens, place)]


def _points_out(text: str, tokens: list[Token], place: int) -> bool:
    token = tokens[place]
    before = tokens[place - 1].low if place else ""
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    if token.low == "there":
        return before in {"from", "is", "are"} and not after
    if token.low in {"one", "ones"}:
        return not after and not _antecedent_inside(text, tokens, place)
    if token.low == "such":
        return place > 0 and after in {"a", "an"}
    if token.low == "same":
        return before == "the" and not after
    if token.low == "then":
        return place > 0 and (not after or text[token.end] in ",;")
    if token.low in {"this", "that", "these", "those"}:
        if after in _ONES_OWN:
            return False
        leading = AUXILIARIES | PREPOSITIONS | ASKING | {"of", "to", "and", "or", ""}
        if after and singular(after) in {singular(token.low) for token in tokens[:place]}:
            return False
        relative = token.low == "that" and bool(after) and before not in leading and not _behind_verb(tokens, place)
        return not relative and not (after and _antecedent_inside(text, tokens, place))
    if token.low not in PRONOUNS:
        return False
    if token.low == "it" and _says_nothing(tokens, place, before):
        return False
    return not _antecedent_inside(text, tokens, place)


def _behind_verb(tokens: list[Token], place: int) -> bool:
    """ "How does it manage *that* risk": a clause behind one thing has a verb in -s or -ed, and that is none.

    The word before is the verb that do, can or may calls for: no article stands before it and no -s at its end; behind
    the noun the question ends or a preposition follows.
    """
    if place < 3:
        return False
    before, after = tokens[place - 1], tokens[place + 1]
    follows = tokens[place + 2].low if place + 2 < len(tokens) else ""
    called = any(token.low in AUXILIARIES - BE for token in tokens[: place - 2])
    bare = (
        not before.is_small and before.low not in _SAYING_THAT and not re.search(r"(?<!s)s\Z|(?:ed|ing)\Z", before.low)
    )
    noun = after.is_content and not re.search(r"(?<!s)s\Z|ed\Z", after.low) and after.low not in _MADE_PAST
    ends = follows in PREPOSITIONS | AUXILIARIES | {"", "of", "and", "or"}
    return called and bare and noun and ends and tokens[place - 2].low not in DETERMINERS | PREPOSITIONS | {"of"}


def _says_nothing(tokens: list[Token], place: int, before: str) -> bool:
    """ "Is it possible to …", "how long does it take to …": it stands for what follows."""
    rest = [token.low for token in tokens[place + 1 : place + 4]]
    if not {"to", "that"} & set(rest[1:]):
        return False
    return (before in BE and rest[0] not in {"subject", "due", "limited"}) or rest[0] in {
        "take",
        "cost",
        "make",
        "need",
    }


def _antecedent_inside(text: str, tokens: list[Token], place: int) -> bool:
    """Whether a phrase before the pronoun, in a clause of its own or as its owner, can be what it stands for."""
    clause = next((at for at in range(place - 1, 0, -1) if tokens[at].low in CLAUSES), None)
    owned = tokens[place].low in {"its", "their", "his", "her", "itself"}
    end = tokens[place].start if owned else tokens[clause].start if clause is not None else 0
    one = tokens[place].low in {"it", "its", "itself"}
    found = [phrase for phrase in noun_phrases(text[:end]) if not (one and phrase.plural)]
    return any(phrase.determiner or phrase.plural or phrase.text[:1].isupper() for phrase in found)
