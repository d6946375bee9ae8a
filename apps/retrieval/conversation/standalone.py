"""A question that leans on the conversation, made to stand by itself. English, by rules, without a model. Pure.

"And for investment properties?" takes the last question and changes what it names; "who approves it?" takes from the
last question what "it" stands for; "why is that?" is said of it. A question that stands by itself is left alone: what
was asked before would only draw its search away from what is asked now.
"""

import re
from collections.abc import Collection, Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.conversation.deeds import as_done
from apps.retrieval.conversation.fragments import asked_of_subject, changed
from apps.retrieval.conversation.periods import at_time, periods_in, year_ago
from apps.retrieval.conversation.references import names_of_documents, refers_back, replaced, topic_of
from apps.retrieval.conversation.relative_years import dated, other_years, year_meant
from apps.retrieval.phrases import (
    ASKING,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    names_in,
    noun_phrases,
    tokens_of,
    years_in,
)

LONGEST = 25  # words: what is longer says itself what it is about
LONGEST_LAST = 60  # words of the last question; a longer one is a text and has no one topic
FRAGMENT = 3  # content words of a question without a verb: with more it is a search of its own

_LEAD = lazy_regex(
    r"\A(?:(?:ok(?:ay)?|so|and|but|or|then|now|also|well|thanks|thank you|sorry|right|i see)\b[\s,.!…–-]*)+",
    re.IGNORECASE,
)
_GOES_ON = lazy_regex(r"\A(?:and|but|or|also|(?:what|how) about)\b", re.IGNORECASE)
_ABOUT = lazy_regex(
    r"\A(?:(?:what|how) about|what of|(?:and |the )?same (?:question )?(?=for|with|in|at|under|on)|"
    r"(?:is|was) it the same)\b\s*",
    re.IGNORECASE,
)
_CONDITION = lazy_regex(r"\A(?:what if|how about if|what about if|even if|only if|if|unless)\b", re.IGNORECASE)
_EVEN = lazy_regex(r"(?:even|only)\s+(?=[^\W_])", re.IGNORECASE)
_ASKS_FIGURE = lazy_regex(r"\A(?:what|how (?:much|high|large))\s(?:was|were|did)\b", re.IGNORECASE)
_BEHIND = (
    r"(?:in|for|on|at|from|within|after|before|under|with|without|to|by)\s(?:what|which|how (?:many|much))"
    r"\s[a-z&’'-]+(?:\s[a-z&’'-]+)?"
)
_ASKED_BEHIND = lazy_regex(rf"{_BEHIND}\Z", re.IGNORECASE)  # "with what notice"
_ASKED_ALREADY = lazy_regex(rf",\s{_BEHIND}\Z", re.IGNORECASE)
_COUNTS_BARE = lazy_regex(r"how (?:many|much)\s[a-z&’'-]+(?:\s[a-z&’'-]+)?\Z", re.IGNORECASE)
_ORDERS = word_set(
    "list name give show tell explain describe summarise summarize compare define state find outline calculate "
    "quote write draft translate count"
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
    by = -1 if year_ago(core) else year_meant(core)
    if by is not None:
        return f"{other_years(last, by) or _not_dated(last, core)}?"
    core, was = dated(core, last), core
    if _CONDITION.match(core) and not _has_main_clause(core):
        return f"{_unconditional(last, core)} {re.sub(r'(?i)^(?:what|how about|what about) ', '', core)}?"
    back, led = refers_back(core), was != asked
    if not (back or led) and _ASKED_BEHIND.match(core):
        return _as_question(f"{_ASKED_ALREADY.sub('', last)}, {core[0].lower()}{core[1:]}")
    if not back and (led or _COUNTS_BARE.match(core)) and (asked_for := asked_of_subject(last, core, names)):
        return _carrying(asked_for, last, names)
    if about or _is_fragment(core, led=led):
        return _carrying(changed(last, core if led else _inside(core, names), back, names), last, names, put_in=True)
    if _lacks_topic(core):
        return _carrying(f"{core}, as to {topic_of(last)}", last, names)
    if back:
        return _carrying(as_done(last, core) or replaced(core, back, last, names), last, names)
    goes_on = core != was or (_GOES_ON.match(asked) is not None and not _names_anything(core))
    alone = _named(core, last, names) if goes_on and len(names_of_documents(last, names)) == 1 else core
    if goes_on and _ASKS_FIGURE.match(core) and not periods_in(core) and (periods := periods_in(last)):
        alone = at_time(alone, last[periods[0].start : periods[0].end])
    return question if alone == was else _as_question(alone)


def _unconditional(last: str, core: str) -> str:
    """The last question without its own condition where another one that names its thing stands in its place."""
    named = [phrase for phrase in noun_phrases(core) if phrase.determiner]
    return re.sub(r"\s(?:if|unless)\s.+\Z", "", last) if named else last


def _not_dated(last: str, core: str) -> str:
    """A question without a year, of another one: its quarter gives way to "the prior year quarter"."""
    return at_time(last, core) if re.search(r"(?:quarter|period)\Z", core) else f"{last} {core}"


def _inside(core: str, names: Collection[str]) -> str:
    """A piece that begins the sentence as it stands inside one: a first word that is surely no name is small."""
    first, *others = tokens_of(core)
    small = others[0].text.islower() if others else first.low.endswith("s")
    known = names_in(first.text, names)
    return f"{core[0].lower()}{core[1:]}" if small and first.text.istitle() and not known else core


def _names_anything(core: str) -> bool:
    """Whether it speaks of somebody: a term in capitals alone (DTI) is nobody."""
    return any(not token.text.isupper() for token in names_in(core, ()))


def _plain(text: str) -> str:
    """One line without the question mark."""
    return " ".join(text.split()).rstrip("?!. ").strip()


def _core(asked: str) -> tuple[str, bool]:
    """The question without what only ties it to the one before, and whether it was asked with "what about"."""
    core = _LEAD.sub("", asked) or asked
    if _CONDITION.match(core):
        return f"{core[0].lower()}{core[1:]}", False
    if (even := _EVEN.match(core)) and tokens_of(core[even.end() :])[0].low in PREPOSITIONS | DETERMINERS:
        core = core[even.end() :]
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


def _carrying(question: str, last: str, names: Collection[str], *, put_in: bool = False) -> str:
    """The question with the document's name and the year of the last one, where it has none of its own.

    ``put_in``: it is the last one with something else in it; where that is a name, nobody else is asked about.
    """
    known = {name.text for name in names_in(last, names)}
    if not put_in or all(name.text in known for name in names_in(question, names)):
        question = _named(question, last, names)
    years = list(dict.fromkeys(f"{each.style}{each.year}" for each in years_in(last)))
    if len(years) == 1 and not years_in(question):
        question = f"{question} in {years[0]}"
    return _as_question(question)


def _as_question(core: str) -> str:
    return f"{core[:1].upper()}{core[1:]}?"


def _named(question: str, last: str, names: Collection[str]) -> str:
    named = [name for name in names_of_documents(last, names) if not re.search(rf"\b{re.escape(name)}\b", question)]
    return f"{question} for {named[0]}" if named and not names_of_documents(question, names) else question
