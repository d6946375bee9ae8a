"""What a request says of the text that is to be written: its readers, its form, its length. Pure.

Such a phrase modifies the document asked for, or the verb of writing, and no topic. A form is known by what governs it:
a memo *with* a table, *in* bullet points, that *should have* a summary; in a report *on* tables they are the topic.
"""

import re

from apps.core.patterns import lazy_regex
from apps.retrieval.requests.length import ADVERB, EACH, GOVERNED, OBJECT, OF_KIND, ONE_OF_TWO, SUCH_TELLING, asks_for
from apps.retrieval.requests.readers import KINDS, OUT, without_readers
from apps.retrieval.requests.sources import without_sources

_ASKS = lazy_regex(
    r"\A\W*(?:what|which|how|who|whom|why|when|where|is|are|was|were|does|do|did|has|have)\b", re.IGNORECASE
)
_DETERMINED = r"(?:an?|one|two|three|four|five|each|its\s+own)\s+"
_FORM = (
    rf"(?:(?:{_DETERMINED}(?:(?!(?:on|of|about|and|or|for|in|with)\b)[\w-]+\s+){{0,2}}?)|"
    r"(?:(?:some|many|no|short|brief|clear|full|inline|separate|formal|neutral|numbered|plain|simple|british|american)\s+)*)"
    r"(?:bullet(?:ed)?[- ](?:points?|lists?)|bullets|lists?|tables?(?:\s+of\s+contents)?|charts?|graphs?|diagrams?|"
    r"citations|references|footnotes|endnotes|(?:sub)?headings|summary|appendix|annex|glossary|abstract|introduction|"
    r"conclusions?|recommendations?|prose|english|language|words|terms|tone|style|voice|format|sections?|chapters?|"
    r"paragraphs?|timeline)\b"
)
_TAIL = (
    r"(?:\s+(?:(?:where|when|wherever)\s+(?:(?:it|they)\s+)?[\w-]+|(?:per|(?:for|on|about)\s+(?:each|every))\s+\w+|"
    r"(?:at|in)\s+the\s+(?:end|beginning|start|top)|throughout|only|"
    r"(?:to|of|for|from)\s+(?:the\s+|all\s+|your\s+)?(?:sources?|pages?|passages?|documents?)))*"
)
_ALONE = lazy_regex(rf"[\s{OUT}]*{_FORM}{_TAIL}[\s{OUT}]*\Z", re.IGNORECASE)
_FIRST = lazy_regex(rf"\s*{_DETERMINED}", re.IGNORECASE)
_ON = lazy_regex(
    rf"\s*{_FORM}(?:(?<=citations)|(?<=references)|(?<=notes)|(?<=headings)|(?<=bullets)|(?<=points)|(?P<takes>))"
    r"(?P<on>\s+(?:on|about|of|showing|covering|comparing|summari[sz]ing|listing|for)\s+(?:the\s+)?)(?P<topic>\w.*)\Z",
    re.IGNORECASE,
)
_BY_ITSELF = lazy_regex(  # a form though nothing governs it
    rf"\s*(?:and\s+)?(?:bullet[- ]points?(?:\s+only)?|{_FORM}\s+(?:per|(?:for|on)\s+(?:each|every))\s+\w+)\s*\Z",
    re.IGNORECASE,
)
_THAT_HAS = lazy_regex(
    rf"\s(?:that|which)\s+(?:should|must|shall)\s+(?:also\s+)?(?:include|have|contain)(?=\s+{_FORM}(?:\W|\Z))",
    re.IGNORECASE,
)
_SEGMENT = lazy_regex(r"([,;()]|\s[–—-]\s)")
_WITH = lazy_regex(
    rf"(?:(?<=[,;({OUT}])|(?<=\s)|\A)(?:and\s+)?(?P<how>in|as|with|using|including|without)\s+(?={_FORM}(?:\W|\Z))",
    re.IGNORECASE,
)
_TAKES_WITH = lazy_regex(
    r"\b(?:compl(?:y|ies|iance)|deal(?:s|ing|t)?|consisten(?:t|cy)|problems?|issues?|accordance|line|conflicts?|"
    r"disagree(?:s|ment)?|errors?|changes?|gaps?|trust|interest|investments?|mistakes?)\s+\Z",
    re.IGNORECASE,
)
_JOINT = lazy_regex(
    rf"(\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:(?:in|with|using|including|also)\s+(?={_FORM}(?:\W|\Z)))?",
    re.IGNORECASE,
)
_PHRASE_END = lazy_regex(r"\s*[():.?!]|\s[–—-]\s|\Z")

_TELLS = (
    r"(?:also\s+)?(?:cover|address|discuss|explain|mention|describe|deal\s+with|focus\s+on|look\s+at|examine|assess|"
    r"compare|set\s+out)\s+"
)
_DEMANDS = lazy_regex(
    rf"(?P<joint>\A|[,;]\s*(?:and\s+|but\s+)?|\s+and\s+|\s[–—-]\s)(?:it|this|(?:the|this|your)\s+(?:text|answer|result|"
    rf"{'|'.join(KINDS)}))\s+(?:should|must|shall|needs?\s+to|has\s+to|ought\s+to)\s+(?:also\s+|always\s+)?"
    rf"(?:{_TELLS}|(?P<holds>(?:include|contain)\s+)|(?P<has>(?:have|(?:come|open|begin|start|end|close)\s+with)\s+)|"
    rf"(?P<other>(?:(?!\band\s+{_TELLS}).)*(?:\band\s+{_TELLS})?))(?P<objects>.*)\Z",
    re.IGNORECASE,
)
_ADDS = lazy_regex(
    r"\A(?P<lead>(?:(?:please|also)\s+)*(?:include|add|provide|give|insert|append|attach|use|"
    rf"(?:begin|start|end|close|conclude)\s+with)\s+(?:also\s+)?)(?={_FORM}(?:\W|\Z))",
    re.IGNORECASE,
)
_REFERS_BACK = lazy_regex(
    r"\A\W*(?:and\s+|also\s+)?(?:how|why|when|where|whether|what|which|who)\b.*\b(?:them|it|these|those)\W*\Z",
    re.IGNORECASE,
)


def without_manner(sentence: str) -> str:
    """``sentence`` without what it says of the text that is to be written; empty where it says nothing else."""
    plain = _without_lengths(sentence.replace(OUT, " "))
    text = without_sources(_demanded(plain))
    text = without_readers(_without_forms(GOVERNED.sub(_marked, EACH.sub(_marked, without_readers(text)))))
    return _tidied(text) if text != plain else plain if plain != sentence.replace(OUT, " ") else sentence


def asks_more(part: str) -> bool:
    """Whether it only asks more on what stands before it: "how the companies deal with them"."""
    return bool(_REFERS_BACK.match(part))


def _without_lengths(sentence: str) -> str:
    """``sentence`` without "two-page" before what is asked for, "two pages" in its place, and "briefly"."""
    kept = ADVERB.sub(lambda match: next((said for said in match.group("before", "verb", "all") if said), ""), sentence)
    kept = OBJECT.sub(lambda match: f"{match['verb']}{'a note ' if match['doing'] else ''}", kept)
    return ONE_OF_TWO.sub("", SUCH_TELLING.sub(r"\g<verb>a note ", OF_KIND.sub(r"\g<article>", kept)))


def _marked(match: re.Match[str]) -> str:
    return f"{match['joint'] or ''}{OUT}" if asks_for(match) else match[0]


def _demanded(sentence: str) -> str:
    """Of a demand on the text ("it should have …", "add …") the topics that it names."""
    ends = sentence[len(sentence.rstrip(" .!?")) :]
    text = sentence[: len(sentence) - len(ends)]
    adds = _ADDS.match(text)
    if adds:
        kept = _without_listed(text[adds.end() :])
        return f"{adds['lead']}{kept}{ends}" if kept else ""
    match = _DEMANDS.search(text)
    if not match:
        return _THAT_HAS.sub(" with", sentence)
    holds = match["holds"] or match["has"]
    kept = _without_listed(match["objects"], only_on=bool(match["has"])) if holds else match["objects"]
    joint = match["joint"] if kept else ""
    return f"{text[: match.start()]}{joint}{kept}{ends}"


def _without_forms(text: str) -> str:
    """``text`` with a mark in the place of each form: governed by a preposition, or a phrase by itself."""
    parts = _SEGMENT.split(text)
    text = "".join(
        OUT if number % 2 == 0 and number and _BY_ITSELF.match(part) else part for number, part in enumerate(parts)
    )
    if _ASKS.match(text):
        return text
    done, start = "", 0
    for match in _WITH.finditer(text):
        if match.start() < start or _TAKES_WITH.search(text[: match.start()]):
            continue
        found = _PHRASE_END.search(text, match.end())
        end = found.start() if found else len(text)
        first = _JOINT.split(text[match.end() : end])[0]
        if not _ALONE.match(first) and (match["how"].lower() in ("in", "as") or not _ON.match(first)):
            continue
        done += f"{text[start : match.start()]}{OUT}{_without_listed(text[match.end() : end], joined=True)}"
        start = end
    return done + text[start:]


def _without_listed(objects: str, *, only_on: bool = False, joined: bool = False) -> str:
    """An enumeration without its forms; of "a section on fees" the fees.

    ``only_on``: no other topic is named so. ``joined``: it goes on with what joined it to its forms.
    """
    pieces = _JOINT.split(objects)
    kept, listed, governed = "", not only_on, True
    for number in range(0, len(pieces), 2):
        part = pieces[number]
        if _ALONE.match(part) and (governed or _FIRST.match(part)):
            continue
        on = _ON.match(part)
        listed, governed = listed or bool(on), False
        if on or listed:
            topic = f"{'' if on['takes'] is not None else on['on']}{on['topic']}" if on else part.lstrip()
            kept += f"{pieces[number - 1] if kept or (joined and number) else ''}{topic}"
    return kept


def _tidied(text: str) -> str:
    """``text`` without the marks, and the commas, brackets and dashes that stood around them."""
    text = re.sub(rf"[(\[][{OUT},;\s]*[)\]]", OUT, text)
    text = re.sub(rf"\s[–—-]\s*(?={OUT})", "", text)
    text = re.sub(
        rf"[\s,;]*{OUT}[\s,;{OUT}]*(?=(?:and|or|on|about|of|regarding|concerning|covering|that|which)\b)", " ", text
    )
    text = re.sub(rf"[\s,;]*{OUT}[\s,;{OUT}]*(?=[.?!:)]|\Z)", "", text)
    text = re.sub(rf"\A[\s,;{OUT}]+", "", text)
    text = re.sub(rf"[\s,;]*{OUT}[\s,;{OUT}]*", ", ", text)
    text = re.sub(r"(?:[\s,;]+(?:and|or))?[\s,;]*(?=[.?!]*\Z)", "", text, count=1)
    return text if re.search(r"\w", text) else ""
