"""A question that leans on the conversation, made to stand by itself. English, by rules, without a model. Pure.

"And for investment properties?" takes the last question and changes what it names; "who approves it?" takes from the
last question what "it" stands for; "why is that?" is said of it. A question that stands by itself is left alone: what
was asked before would only draw its search away from what is asked now.
"""

import re
from collections.abc import Collection, Sequence

from apps.retrieval.phrases import (
    ASKING,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    Phrase,
    Token,
    names_in,
    noun_phrases,
    refers_back,
    singular,
    tokens_of,
    words,
    years_in,
)

LONGEST = 25  # words: what is longer says itself what it is about
LONGEST_LAST = 60  # words of the last question; a longer one is a text and has no one topic
LONGEST_PHRASE = 4  # words: where no small word parts them, a verb may stand among more
FRAGMENT = 3  # content words of a question without a verb: with more it is a search of its own

_LEAD = re.compile(
    r"\A(?:(?:ok(?:ay)?|so|and|but|or|then|now|also|well|thanks|thank you|sorry|right|i see)\b[\s,.!…–-]*)+",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\A(?:(?:what|how) about|what of|(?:and |the )?same (?:question )?(?=for|with|in|at|under|on)|"
    r"(?:is|was) it the same)\b\s*",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\A(?:what if|how about if|what about if|even if|only if|if|unless)\b", re.IGNORECASE)
_ORDERS = words(
    "list name give show tell explain describe summarise summarize compare define state find outline calculate "
    "quote write draft translate count"
)
_SAID_OF = words("there same such one ones then")  # what stands for more than a phrase
_BE = re.compile(
    r"\A(?P<frame>(?:what|which|who)(?:\s+(?:is|are|was|were)|['’]s)\s+)(?P<rest>.+)\Z", re.IGNORECASE | re.DOTALL
)
_YEAR_PHRASE = re.compile(
    r"\s*\b(?:(?:as of|at the end of|for|in|of|during|since)\s+)?(?:(?:fiscal|financial|calendar)\s+)?(?:year\s+)?"
    r"(?:FY\s?['’]?)?(?:(?:19|20)\d\d|(?<=FY)\d\d)\b",
    re.IGNORECASE,
)


def standalone(question: str, earlier: Sequence[str], *, names: Collection[str] = ()) -> str:
    """The question as it is to be searched and answered without the ones before it; itself where it needs none.

    ``earlier``: what was asked before, as it stands by itself, newest last. ``names``: words that name documents, in
    lower case: of several names in the last question it is theirs that another name takes the place of.
    """
    last = _plain(earlier[-1]) if earlier else ""
    asked = _plain(question)
    if not tokens_of(last) or len(tokens_of(last)) > LONGEST_LAST or len(tokens_of(asked)) > LONGEST:
        return question
    core, about = _core(asked)
    if not tokens_of(core):
        return question
    if _CONDITION.match(core) and not _has_main_clause(core):
        return f"{last} {re.sub(r'(?i)^(?:what|how about|what about) ', '', core)}?"
    back = refers_back(core)
    if about or _is_fragment(core, led=core != asked):
        return _carrying(_changed(last, core, back, names), last, names)
    if _lacks_topic(core):
        return _carrying(f"{core}, as to {_topic(last)}", last, names)
    return _carrying(_replaced(core, back, last, names), last, names) if back else question


def _plain(text: str) -> str:
    """One line without the question mark."""
    return " ".join(text.split()).rstrip("?!. ").strip()


def _core(asked: str) -> tuple[str, bool]:
    """The question without what only ties it to the one before, and whether it was asked with "what about"."""
    core = _LEAD.sub("", asked) or asked
    if _CONDITION.match(core):
        return core, False
    rest = _ABOUT.sub("", core)
    return rest, rest != core


def _is_fragment(core: str, *, led: bool) -> bool:
    """No verb of the closed class, no question word, no order: something is to be put into the last question."""
    tokens = tokens_of(core)
    relative = (at for at, token in enumerate(tokens) if at > 1 and token.low in {"that", "which", "who", "where"})
    main = tokens[: next(relative, None)] if led else tokens
    if tokens[0].low in _ORDERS or any(token.low in AUXILIARIES | ASKING for token in main):
        return False
    return led or sum(token.is_content for token in tokens) <= FRAGMENT


def _lacks_topic(core: str) -> bool:
    """ "Why?", "since when?", "who decides?", "how much is it?": a question word and nothing it is asked of."""
    tokens = tokens_of(core)
    asking = next((place for place, token in enumerate(tokens[:3]) if token.low in ASKING), None)
    if asking is None or (tokens[asking].low in {"what", "which"} and len(tokens) > 2):
        return False
    content = [token for token in tokens if token.is_content]
    if refers_back(core):
        return False
    if not content:
        return True
    return (
        len(content) == 1
        and tokens[-1] == content[0]
        and not any(t.low in DETERMINERS for t in tokens)
        and (tokens[-2].low in ASKING or tokens[-2].low in AUXILIARIES - {"is", "are", "was", "were"})
    )


def _has_main_clause(core: str) -> bool:
    """ "If the loan is large, who decides?" asks by itself."""
    rest = core.partition(", ")[2]
    return any(token.low in ASKING | AUXILIARIES for token in tokens_of(rest)[:1])


def _topic(last: str) -> str:
    """What the last question is about, in its own words: without what makes it a question."""
    match = _BE.match(last)
    if match and (said := tokens_of(match["rest"])) and said[0].low not in AUXILIARIES:
        return match["rest"]
    asking = [token for token in tokens_of(last) if token.low in ASKING | AUXILIARIES or token.low in {"much", "many"}]
    for token in reversed(asking):
        last = last[: token.start] + last[token.end :]
    return " ".join(last.split())


# a fragment in the place of what it stands for


def _changed(last: str, fragment: str, back: Sequence[Token], names: Collection[str]) -> str:
    """The last question with the year, the name, the condition or the thing that the fragment names."""
    if back:
        fragment = _replaced(fragment, back, last, names)
        if tokens_of(fragment)[0].low not in PREPOSITIONS:
            return f"What about {fragment}"
    last, rest = _other_year(last, fragment)
    last, rest = _other_name(last, rest, names)
    if not tokens_of(rest):
        return last
    if tokens_of(rest)[0].low in PREPOSITIONS | {"of"}:
        return _other_condition(last, rest)
    return _other_thing(last, rest)


def _other_year(last: str, fragment: str) -> tuple[str, str]:
    """The last question's only year made that of the fragment; the fragment without it where that was done."""
    new, old = years_in(fragment), years_in(last)
    if len(new) != 1 or len({each.year for each in old}) != 1:
        return last, fragment
    for each in reversed(old):
        last = last[: each.start] + (each.style or new[0].style) + new[0].year + last[each.end :]
    return last, _YEAR_PHRASE.sub("", fragment, count=1).strip(" ,")


def _other_name(last: str, fragment: str, names: Collection[str]) -> tuple[str, str]:
    """The last question's name made that of the fragment, when a name is all the fragment has."""
    bare = " ".join(token.text for token in tokens_of(fragment) if token.low not in PREPOSITIONS | DETERMINERS)
    new = names_in(f"of {fragment}", names) or names_in(bare, names)
    old = names_in(last, names)
    if not new or not old:
        return last, fragment
    others = [t for t in tokens_of(fragment) if t.is_content and t.low not in {w.low for w in tokens_of(new[0].text)}]
    if [token for token in others if token.low not in {"s"} and not token.low.endswith("'s")]:
        return last, fragment
    was = old[0].text
    return re.sub(rf"(?<!\w){re.escape(was)}(?!\w)", lambda _: new[0].text, last), ""


def _other_condition(last: str, fragment: str) -> str:
    """ "For a second home" in the place of the last question's "for …"; behind it where it has none."""
    preposition = tokens_of(fragment)[0].low
    found = _with_preposition(last, preposition)
    if found is None:
        return f"{last} {fragment}"
    start, end = found
    return f"{last[:start]}{fragment}{last[end:]}"


def _with_preposition(last: str, preposition: str) -> tuple[int, int] | None:
    """Where the last "for …" of the question stands, with its noun phrase."""
    for token in reversed(tokens_of(last)):
        behind = last[token.end :]
        phrase = next(iter(noun_phrases(behind)), None)
        if token.low == preposition and phrase and not _between(behind[: phrase.start]):
            return token.start, token.end + phrase.end
    return None


def _between(text: str) -> bool:
    """Whether there is more than the rest of a preposition of two words: "up to"."""
    return any(token.low != "to" for token in tokens_of(text))


def _other_thing(last: str, fragment: str) -> str:
    """The thing in the place of the last question's: the one of the same kind, else as its form says."""
    wanted = noun_phrases(fragment) or noun_phrases(f"the {fragment}")
    thing = wanted[0] if wanted else Phrase(fragment, 0, len(fragment), "", False, singular(fragment))
    for phrase in noun_phrases(last, joined_by_of=False):
        if phrase.head == thing.head and phrase.text.casefold() != fragment.casefold():
            return last[: phrase.start] + _in_place_of(phrase, fragment, thing) + last[phrase.end :]
    phrases = noun_phrases(last)
    conditions = [at for word in ("for", "on", "with", "in", "under", "from") if (at := _with_preposition(last, word))]
    definite = thing.determiner in {"the", "our", "my", "your"}
    match = _BE.match(last)
    if match and (definite or not conditions):
        if not conditions:
            return f"{match['frame']}{fragment}"
        return f"{match['frame']}{fragment} {last[min(start for start, _ in conditions) :]}"
    if conditions and not definite:
        start, end = conditions[0]
        preposition = tokens_of(last[start:])[0].text
        return f"{last[:start]}{preposition} {fragment}{last[end:]}"
    alike = [phrase for phrase in phrases if _kind(phrase) == _kind(thing)]
    if alike:
        return last[: alike[0].start] + fragment + last[alike[0].end :]
    return f"What about {fragment}, as to {_topic(last)}"


def _in_place_of(phrase: Phrase, fragment: str, thing: Phrase) -> str:
    """The fragment with the determiner it lacks: "the application fee" gives way to "the appraisal fee"."""
    lacks = phrase.determiner and not thing.determiner and phrase.determiner not in {"a", "an"}
    return f"{phrase.determiner} {fragment}" if lacks else fragment


def _kind(phrase: Phrase) -> tuple[str, bool]:
    return ("a" if phrase.determiner == "an" else phrase.determiner), phrase.plural


# a word that refers back, and what it stands for


def _replaced(core: str, back: Sequence[Token], last: str, names: Collection[str]) -> str:
    """The question with what its pronouns stand for; one that names its thing itself ("that limit") is said of it."""
    if any(_stands_before_noun(core, token) or token.low in _SAID_OF for token in back):
        return f"{core}, as to {_topic(last)}"
    first = back[0]
    meant = _antecedent(last, first, names)
    if meant is None or _is_bare(core):
        return f"{core}, as to {_topic(last)}"
    if first.low in {"its", "their", "theirs", "his", "her", "hers"}:
        meant += "'" if meant.endswith("s") else "'s"
    return core[: first.start] + meant + core[first.end :]


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


def _antecedent(last: str, pronoun: Token, names: Collection[str]) -> str | None:
    """The phrase of the last question that a pronoun stands for: one of its number, a name for an owner."""
    named = names_in(last, names)
    if pronoun.low in {"its", "their"} and named and not named[0].text.isupper():
        return named[0].text
    match = _BE.match(last)
    phrases = noun_phrases(match["rest"] if match else last)
    if not phrases:
        return None
    many = pronoun.low in {"they", "them", "their", "theirs", "these", "those"}
    fitting = [phrase for phrase in phrases if phrase.plural == many and not years_in(phrase.text)]
    if match and (not fitting or fitting[0] == phrases[0]):
        return match["rest"]
    if not fitting:
        return phrases[0].text if not many else None
    best = min(fitting, key=lambda phrase: not phrase.determiner)
    longest = max(len(tokens_of(part)) for part in re.split(r"\bof\b", best.text))
    return None if longest > LONGEST_PHRASE and not match else best.text


def _carrying(question: str, last: str, names: Collection[str]) -> str:
    """The question with the document's name and the year of the last one, where it has none of its own."""
    named = next((token.text for token in names_in(last, names) if _is_name(token, names)), "")
    if named and not any(_is_name(token, names) for token in names_in(question, names)):
        question = f"{question} for {named}"
    years = list(dict.fromkeys(f"{each.style}{each.year}" for each in years_in(last)))
    if len(years) == 1 and not years_in(question):
        question = f"{question} in {years[0]}"
    return f"{question[:1].upper()}{question[1:]}?"


def _is_name(token: Token, names: Collection[str]) -> bool:
    joined = re.sub(r"[\W_]", "", token.text).casefold()
    return len(joined) > 1 and any(name.startswith(joined) for name in names)
