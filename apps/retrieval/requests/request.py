"""A request for a document taken apart: what kind of document, and what it enumerates. Pure.

"Write a memo for managers on overtime, sick pay and notice" has words that no passage shares and is as a whole near to
none: each of its topics is searched for by itself.
"""

import re
from collections.abc import Callable, Collection

from apps.core.patterns import lazy_regex
from apps.retrieval.question import ask
from apps.retrieval.requests.clauses import as_list, as_topic
from apps.retrieval.requests.comparing import compared_on, what_is_compared
from apps.retrieval.requests.length import DETAILED, SHORT, Length, each_in, length_in
from apps.retrieval.requests.manner import asks_more, without_manner
from apps.retrieval.requests.readers import CAN_YOU, KINDS, LETTERS, ON, TO_WRITE

MOST_TOPICS = 8  # of a request are searched for
LONGEST_TOPIC = 10  # words
_VERB = lazy_regex(
    rf"\A(?:please\s+|kindly\s+)?(?:{CAN_YOU}\s+(?:please\s+)?|i\s+(?:need|want|would like)\s+)?"
    rf"(?:(?:{TO_WRITE}|cover|include|address|also|then|and|focus on|"
    r"report(?:\s+on|(?=\s+(?:(?:the|all|its|their|how|what|which|why|whether)\s|(?-i:[A-Z]))))|"
    r"set out|state|mention|say|tell|show|list)\b\s*)*(?:(?:me|us)\s+)?",
    re.IGNORECASE,
)
_REPORT = lazy_regex(r"\A(?:please\s+)?report\b", re.IGNORECASE)
_KIND = lazy_regex(
    rf"\A(?:(?P<one>an?\s+)|the\s+|one\s+)?(?P<before>(?:[\w’'&-]+\s+){{0,4}}?)(?P<kind>{'|'.join(KINDS)}|"
    rf"(?(one)(?:{'|'.join(LETTERS)})(?=\s+(?:{ON}|that|which|to|for)\b|\s*\Z)|(?!)))\b"
    rf"(?P<readers>\s+(?:for|to)\s+(?:(?!(?:{ON}|of)\b)[\w’'&-]+[\s,]+){{0,5}}?"
    rf"(?=(?:{ON}|of|that|which)\b))?"
    r"\s*(?:(?:(?:that|which)\s+(?:shall\s+|should\s+|will\s+)?)?(?:on|about|of|regarding|concerning|with|for|"
    r"(?P<compares>compar(?:e|es|ing)|contrast(?:s|ing)?)|cover(?:s|ing)?|describ(?:e|es|ing)|"
    r"summari[sz](?:e|es|ing)|explain(?:s|ing)?|outlin(?:e|es|ing)|discuss(?:es|ing)?|review(?:s|ing)?|"
    r"assess(?:es|ing)?|analy[sz](?:e|es|ing)|examin(?:e|es|ing)|address(?:es|ing)?|set(?:s|ting)?\s+out|"
    r"list(?:s|ing)?)\b\s*(?:the\s+)?)?",
    re.IGNORECASE,
)
_CALLED = {
    "memorandum": "memo",
    "brief": "briefing",
    "draft": "document",
    "talking points": "outline",
    "e-mail": "email",
}
_QUESTION = lazy_regex(
    r"\A(?:what\s+(?:should|must|do|does|can)\s+[^?]{1,50}?\s+(?:know|consider|observe|say|"
    r"says)\s+(?:about|on|of)\s+)"
    r"(?:the\s+)?|\A(?!how\s+(?:(?:do|does|did)\s+)?(?:the\s+)?(?-i:[A-Z]))(?:what|which|how|who|why|when|where)\b(?:\s+(?:is|are|was|were|does|do|did|has|"
    r"have)\b)?\s*(?:the\s+)?",
    re.IGNORECASE,
)
_JOINT = lazy_regex(
    r"\s*[,;]\s*(?:and\s+|or\s+|as well as\s+)?|\s+(?:and|as well as|plus|including|versus|vs\.?)\s+(?:also\s+)?",
    re.IGNORECASE,
)
_HOW = lazy_regex(r"\Ahow\s+(?=[A-Z0-9])")
_EVENT = lazy_regex(r"\A(?:what\s+)?happens\s+(?:when|if)\s+(?:an?\s+|the\s+)?", re.IGNORECASE)
_SENTENCE_END = lazy_regex(
    r"(?<=[.?!])(?<!\b[Mm]ax\.)(?<!\bapprox\.)(?<!\b[Vv]s\.)\s+(?!(?:and|or|with|versus|on|in|to)\b)"
)
_WHITE = lazy_regex(r"[\s\x00-\x1f\x7f]+")  # a control character is no more than a blank: see ask
_CLAUSE_START = lazy_regex(r"[,;]\s+(?:and\s+|but\s+)?|\s[–—-]\s+")
_VERSUS = lazy_regex(r"\A[^:]*[\w’']\s+(?:vs\.?|versus)\s+\w", re.IGNORECASE)
_INSTRUCTS = lazy_regex(
    r"(?:please\s+)?(?:(?:do not|don['’]t|never|avoid)\s+(?:mention|use|using|include|cite|exceed|write|repeat|invent|"
    r"speculate|guess|copy|add|jargon)\b|"
    r"(?:keep|make|write|format)\s+(?:it|this|the (?:text|report|memo|document|answer))\b|"
    r"keep in mind\b|write in\b|(?:limit|restrict)\s+(?:it|this|yourself|the (?:text|report|memo|document))\b|"
    r"(?:answer|reply|respond)\s+(?:in|with|briefly|concisely)\b|"
    r"be\s+(?:brief|concise|short|precise|formal|clear|neutral|specific|thorough)\b|"
    r"cite\s+(?:the|your|all|every|each|only|sources?)\b|stick to\b|leave out\b|"
    r"use\s+(?:only|no|plain|simple|short|formal|clear|active|british|american|bullet|headings|tables|numbered|"
    r"(?:the|an?)\s+(?:formal|neutral|friendly|active|plain|same|following)?\s*(?:tone|style|voice|language|format))\b)",
    re.IGNORECASE,
)
_ASKS_FOR_MORE = lazy_regex(r"\b(?:cover|address|include|discuss|explain|mention|describe)s?\b", re.IGNORECASE)
_REMINDER = lazy_regex(
    r"\A(?:please\s+)?(?:(?:be|make)\s+sure\s+(?:to|that\s+(?:you|it)|it)\s+|ensure\s+(?:that\s+)?(?:it|you)\s+"
    r"|(?:do not|don['’]t)\s+forget\s+(?:to\s+)?)(?:(?:also\s+)?(?:cover|address|include|discuss|explain|mention|"
    r"describe)s?\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_FRONT = lazy_regex(
    r"\A(?:(?:the|an?|its|their|our|his|her|each|what|how|which|whether|any|all|both|of|on|for|in|about|to|with|from|"
    r"also|main|key|most important|principal|major|following|topics?|"
    r"(?:[\w-]+[’']s\s+)?(?:rules?|provisions|requirements|policies|policy)\s+(?:on|for|about|regarding))\s+)+",
    re.IGNORECASE,
)
_BACK = lazy_regex(
    r"(?:\s+(?:say|says|said|apply|applies|each|respectively|of|on|for|in|at|and|about|the|that|is|are|has|have|"
    r"(?:it|they|we|you|company|companies)\s+(?:face|faces|faced|have|has)|faces?))+\Z",
    re.IGNORECASE,
)
_FROZEN = lazy_regex(
    r"property, plant,? and equipment|research and development|mergers and acquisitions|profit and loss|"
    r"terms and conditions|health and safety|selling, general,? and administrative(?: expenses)?|"
    r"cash and cash equivalents|roles and responsibilities|assets and liabilities|diversity and inclusion|"
    r"pay and benefits|rights and obligations",
    re.IGNORECASE,
)
_PLAIN_BEFORE = frozenset(
    re.findall(
        r"\S+",
        "a an the short brief detailed long concise comprehensive succinct crisp quick lengthy extensive in-depth "
        "exhaustive very full new internal one-page two-page draft thorough "
        "clear complete policy hr executive management board formal written cited",
    )
)
_DILIGENCE = lazy_regex(r"\bdue[\s-]diligence\b", re.IGNORECASE)  # a kind of report
_OF_WHOM = "of|at|for|in|by|from|under|between|among"
_YEARS = lazy_regex(r"\b(?:in|for|as of|during)?\s*(?:fiscal(?: year)?\s*|FY\s?)?(?:19|20)\d\d\b", re.IGNORECASE)


_OF_NAMES = lazy_regex(
    r"\s+of\s+(?P<whom>(?:the\s+)?[A-Z0-9][\w&.’'-]*(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+)(?:the\s+)?[A-Z0-9][\w&.’'-]*)*)\Z"
)
_BETWEEN_NAMES = lazy_regex(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_LOOSE_END = lazy_regex(rf"(?:[\s,;:]|(?<![\w-])(?:and|or|the|{_OF_WHOM})\b)+\Z", re.IGNORECASE)
_PHRASE_END = lazy_regex(r"\s*(?:[,;.:?!)]|\Z|(?:and|or|on|in|for)\b)")


def topics_of(query: str, *, names: Collection[str] = ()) -> tuple[str, ...]:
    """What ``query`` enumerates, each to be searched for by itself; nothing where that is all it says.

    ``names``: words, in lower case, that name a document; a part of those alone is no topic, and "dividends of Acme"
    is "dividends".
    """
    question = ask(without_instructions(query))
    found: dict[str, str] = {}
    for sentence in question.sentences:
        kind, called, rest = taken_apart(" ".join(sentence.split()).strip(" .?!:;"))
        for part in (called, *parts_of(rest, compared=kind == "comparison")):
            if asks_more(part):
                continue
            topic = bare_topic(unnamed(_HOW.sub("", part), names=names, asked=query))
            words = {word.text.lower() for word in ask(topic).words}
            if words - set(names) and len(words) <= LONGEST_TOPIC and not instructs(topic):
                found.setdefault(topic.lower(), topic)
    return tuple(topic for low, topic in found.items() if low != question.text.lower())[:MOST_TOPICS]


def unnamed(text: str, *, names: Collection[str], asked: str = "") -> str:
    """``text`` without the ``names`` (words in lower case) of documents and what only joins them; whole if that is all.

    "Dividends of Acme, Blue Sky and Corax" is "Dividends": in a document of Acme alone the names of the others are
    words that hardly any passage has, and drown what is looked for. A word in lower case is a name only where one
    says of whom: "lending limits" are those of no lending policy. So is the first word where ``asked``, the request
    that the text is taken from, has it in lower case, or only beside another name: "Best practices" are not those of
    Best Buy. Of whom a text closes with goes whole where each is named: "of Lending Policy", not "of Directors".
    """
    if not names:
        return text
    last = _OF_NAMES.search(text)
    if last and all(not set(names).isdisjoint(_words_of(one)) for one in _BETWEEN_NAMES.split(last["whom"])):
        text = text[: last.start()]
    one = rf"(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?:['’]s?)?(?![\w’'-])"
    run = rf"{one}(?:(?:\s*[,&]\s*(?:and\s+|or\s+)?|\s+(?:and\s+|or\s+)?)(?:the\s+)?{one})*"
    found = lazy_regex(rf"(?P<of>\s+(?:{_OF_WHOM})\s+(?:the\s+)?)?(?<![\w’'-])(?P<names>{run})", re.IGNORECASE)
    small = set(re.findall(r"\b[a-z]\w*", asked))
    parts = {word for pair in re.findall(rf"\b{one}\s+{one}", asked, re.IGNORECASE) for word in _words_of(pair)}

    def is_name(match: re.Match[str]) -> bool:
        first, *others = _words_of(match["names"])
        a_word = first in small or (first in parts and not others)
        if match["names"].islower() or (a_word and not match.start("names")):
            return bool(match["of"]) and bool(_PHRASE_END.match(text, match.end()))
        return True

    bare = found.sub(lambda match: " " if is_name(match) else match[0], text)
    bare = " ".join((bare if bare == text else _LOOSE_END.sub("", bare)).split()).strip(" ,;:")
    return bare if re.search(r"\w", bare) else text


def asked_length(request: str) -> Length | None:
    """How long the text is to be: the first figure that ``request`` gives, else what it says in a word; else None."""
    found = [length for sentence in sentences_of(_WHITE.sub(" ", request)) if (length := length_in(sentence))]
    return next((length for length in found if length not in (SHORT, DETAILED)), next(iter(found), None))


def asked_of_each(request: str) -> Length | None:
    """How long each section is to be, where ``request`` says that: "two sentences per topic"."""
    return next((length for part in sentences_of(_WHITE.sub(" ", request)) if (length := each_in(part))), None)


def instructs(words: str) -> bool:
    """Whether they say how a text is to be written: no topic."""
    return bool(_INSTRUCTS.match(words))


def without_instructions(request: str) -> str:
    """``request`` without what only says how the text is to be written, and for whom; whole if it says nothing else.

    Of one that reminds of a topic ("be sure to cover overtime") the topic stays. White space is one blank, the end of
    a line or an empty line: a long run of it would be tried from each of its characters.
    """
    request = _WHITE.sub(lambda run: "\n" * min(run[0].count("\n"), 2) or " ", request)
    kept = [
        _reminded_of(part)
        for part in sentences_of(request)
        if not instructs(part)
        or (_ASKS_FOR_MORE.search(part) and not re.match(r"(?:please\s+)?(?:do|don|never|avoid)", part, re.I))
    ]
    return " ".join(part for part in kept if part) or request


def sentences_of(request: str) -> list[str]:
    """Its sentences; the stop of a short form ("vs.", "Acme Inc. and") ends none."""
    return _SENTENCE_END.split(request)


def _reminded_of(sentence: str) -> str:
    clause = max(_CLAUSE_START.finditer(sentence), key=lambda at: at.start(), default=None)
    if clause and instructs(sentence[clause.end() :]) and not _ASKS_FOR_MORE.search(sentence[clause.end() :]):
        sentence = sentence[: clause.start()]
    rest = _REMINDER.sub("", sentence)
    return without_manner(sentence) if rest == sentence else without_manner(f"include {rest}").removeprefix("include ")


def _words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def without_verb(sentence: str) -> str:
    """What is asked for, without "please write" or "what is"."""
    return _QUESTION.sub("", _VERB.sub("", sentence))


def taken_apart(sentence: str) -> tuple[str, str, str]:
    """The kind of document, what it is called by ("risk" overview), and what it is on."""
    compared = what_is_compared(sentence)
    if compared is not None:
        return "comparison", "", compared
    rest = without_verb(sentence)
    match = _KIND.match(rest)
    if not match:
        return "report" if _REPORT.match(sentence) else "document", "", as_list(rest)
    before = " ".join(
        word for word in _DILIGENCE.sub(" ", match["before"]).split() if word.lower() not in _PLAIN_BEFORE
    )
    if match["compares"] or _VERSUS.match(rest[match.end() :]):
        return "comparison", before, rest[match.end() :]
    kind = _CALLED.get(match["kind"].lower(), match["kind"].lower())
    return kind, before, as_list(rest[match.end() :])


def parts_of(text: str, *, compared: bool, together: Callable[[str], bool] = lambda pair: False) -> list[str]:
    """The parts of an enumeration. ``together``: whether a pair ("sales and marketing") is one thing and stays so."""
    these, points = compared_parts(text, together=together) if compared else (_parts(text, together, _whole)[0], [])
    return [*these, *points]


def compared_parts(text: str, *, together: Callable[[str], bool] = lambda pair: False) -> tuple[list[str], list[str]]:
    """What is compared, and the points that it is compared on, each enumerated as by ``parts_of``."""
    these, *points = _parts(text, together, compared_on)
    return these, [part for point in points for part in point]


def _whole(text: str) -> tuple[str, ...]:
    return (text,)


def _parts(text: str, together: Callable[[str], bool], split: Callable[[str], tuple[str, ...]]) -> list[list[str]]:
    """The parts of what ``split`` makes of ``text``, in which each thing of several words is one word."""
    whole: list[str] = []

    def held(words: str) -> str:
        whole.append(words)
        return f"\x00{len(whole) - 1}\x00"

    kept = _FROZEN.sub(lambda match: held(match[0]), text)
    for pair in re.findall(r"\b[\w-]+ and [\w-]+\b", kept):
        if together(pair):
            kept = kept.replace(pair, held(pair))
    return [
        [
            " ".join(re.sub(r"\x00(\d+)\x00", lambda m: whole[int(m[1])], part).split())
            for part in _JOINT.split(_YEARS.sub(" ", one))
            if part.strip()
        ]
        for one in split(kept)
    ]


def bare_topic(part: str) -> str:
    """A part without what only leads to it or back from it: "the rules on overtime" is "overtime"."""
    rest = _EVENT.sub("", as_topic(" ".join(part.split()).strip(" ,.;:?!")))
    rest = re.sub(r"\b(?:is|are)\s+(?=in\b|not\b)", "", rest)
    return _BACK.sub("", _FRONT.sub("", " ".join(rest.split()).strip(" ,.;:?!"))).strip(" ,.;:?!")
