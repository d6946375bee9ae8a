"""Words by which what a sentence says behind them is so, whoever says, learns or regrets it. Pure.

Linguists call such predicates factive. "She was dismayed to learn that the parts had been sent", "The fact that the
lake dried out has long been known", "Nobody disputes that he bought them" take for granted what follows.
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.hedges import Layer, is_open, is_unreal, somebody_says, takes_away, unmakes
from apps.verification.wording.openings import is_occasion
from apps.verification.wording.reporting import reports

_FINDS = any_of("""
    discovered realise realised realize realized learned learnt noticed emerged transpired turned_out forgot
    forgotten overlook overlooked
""")
_SHOWS = any_of("""
    discovers realises realizes learns notices saw emerges transpires turns_out forgets overlooks proves proved
    proven demonstrates demonstrated establishes established
""")
# "in 2019", "only at the end"; no rumour's word, no sign of it
_NOTHING_SURE = any_of("""
    from through via by that of evidence sign signs hint hints indication* risk risks danger* concern* possibilit*
    warning* reason reasons ground grounds proof suspicion*
""")
_BETWEEN = rf"(?:\s+(?!{_NOTHING_SURE}\b)[^\s,;:]+){{0,7}}?"
_SOURCES = (
    r"(?:\s+from\s+(?:the|its|their|our|his|her|an?)\s+(?:[\w’'-]+\s+){0,2}?"
    r"(?:inquir(?:y|ies)|investigations?|inspections?|audit|records?|files?|accounts))?"
)
# whoever did not know it: it was so
_UNKNOWING = (
    r"\b(?:did\s+not|never|nobody|no\s+one)\s+(?:[^\s,;:]+\s+){0,4}?(?:know|knew|known|reali[sz]ed?|noticed?)"
    r"|\bmay\s+not\s+(?:be\s+aware|know|reali[sz]e|have\s+noticed)"
)
_KNOWS = any_of("""
    proud glad sorry pleased relieved thankful grateful aware unaware mindful conscious regret regrets regretted
    apologises apologised apologizes apologized
""")
_FEELS = any_of(
    "happy sad surpris* dismay* astonish* delighted angry ashamed shocked disappointed annoyed embarrassed amazed"
)
_EVIDENCE = r"(?:findings?|excavations?|tests?|measurements?|records?|scans?|surveys?|x-rays|inspections?)"
_UNDISPUTED = (
    r"(?:\b(?:nobody|no\s+one|neither\s+(?:side|party)|no\s+\w+(?:\s+of\s+[^,;:]{1,40}?)?|none\s+of\s+[^,;:]{1,30}?)"
    r"\s+(?:(?:now|ever|seriously)\s+)?(?:disput|doubt|den|contest|question)\w*)"
    r"|\bthere\s+(?:is|was|can\s+be)\s+no\s+(?:doubt|question|dispute)|\bleaves?\s+no\s+doubt"
    r"|\bputs?\s+it\s+beyond\s+(?:doubt|dispute)|\bno\s+secret"
)
_FACTIVE = lazy_regex(
    rf"(?:\b{_FINDS}{_SOURCES}{_BETWEEN}|(?:{_UNKNOWING}){_BETWEEN}|\b(?:is|are|was|were)\s+reminded|\bbear\s+in\s+mind"
    rf"|\b{_KNOWS}(?:\s+to\s+(?:learn|find|see|discover|read))?"
    r"|\b(?:sorry|glad|pleased|happy)\s+to\s+(?:have\s+to\s+)?(?:tell|inform)(?:\s+you)?"
    r"|\bthe\s+(?:(?:plain|simple|sad|mere|very|well-known|curious|undisputed)\s+)?fact(?:\s+(?:is|was|remains?|remained))?"
    # what is beyond doubt
    r"|\bit\s+(?:is|was|has\s+been|had\s+been)\s+(?:(?:\w+ly|long|well|later|then)\s+){0,2}(?:true|known|clear|plain|evident"
    r"|apparent|undisputed|common\s+ground|noted(?:\s+with\s+\w+)?|shown|prove[dn]|a\s+(?:\w+\s+)?fact)"
    r"(?:\s+from\s+(?!rumou?rs?\b)[^,;:]{1,40}?)?"
    rf"|\b{_EVIDENCE}\s+(?:(?:has|have|had|since|later|now)\s+)*(?:m(?:ade|akes?)\s+(?:it\s+)?(?:clear|plain)|revealed)"
    rf"|\b(?:are|is|were|was)\s+quite\s+right|{_UNDISPUTED}"
    # in the voice of who writes
    r"|\A\W*(?:we|I)\s+(?:(?:am|are)\s+satisfied|conclude|find|accept|hold|note|confirm|regret|(?:are|am)\s+(?:pleased|sorry|glad)\s+to\s+\w+(?:\s+you)?)"
    r"|\A\W*(?:this|the\s+(?:result|upshot|trouble|truth|main\s+reason))\s+(?:means|is|was)"
    # "It was in 1887 that", "So thick was the fog that"
    r"|\bit\s+(?:is|was)\s+(?:(?:only\s+)?(?:in|on|at)|(?:only\s+|long\s+|shortly\s+)?after)\s[^,;:]{2,60}"
    r"|\bso\s+(?!(?:certain|sure|confident|convinced|afraid|worried)\b)\w+\s+(?:is|was|were)\s(?![^,;:]*\b(?:concern|conviction|feeling|worry|fear|confidence|certainty)\b)[^,;:]{2,40})"
    r"\s+that\s*\Z|\bno\s+sooner\s+had\s[^,;:]{2,60}\s+than\s*\Z",
    re.IGNORECASE,
)
# what somebody holds to be shown, or feels about it
_LIKELY = lazy_regex(
    rf"(?:\b{_SHOWS}{_SOURCES}{_BETWEEN}|\breminds?(?:ed)?(?:\s+[^\s,;:]+){{1,4}}?"
    rf"|\b{_FEELS}(?:\s+to\s+(?:learn|find|see|discover|read))?)\s+that\s*\Z",
    re.IGNORECASE,
)
# "What makes it so costly is that": what it is that does so is no news
_DOES = any_of("""
    makes make made surprised surprises astonished struck strikes matters mattered distinguishes sets counts counted
    helped saved missed miss overlook overlooked notice worried pleased decided tipped
""")
_WHAT_IS = lazy_regex(
    rf"\A\W*What\s(?:[^,;:]{{1,60}}\s)?{_DOES}\b[^,;:]{{0,60}}\s(?:is|was)\s+that\s*\Z", re.IGNORECASE
)
# what only looks like a doubt or a denial
_SURE = lazy_regex(
    rf"{_UNDISPUTED}|{_UNKNOWING}|\bno\s+sooner\s+had\b|\bto\s+(?:tell|inform)\b|\bwill\s+(?=be\s+(?:glad|sorry|pleased|surprised|happy|delighted))",
    re.IGNORECASE,
)
# what is yet to come out, is hoped or feared, or was no more than a first finding or one under pressure
_AIMS = any_of(
    "hope* fail* tr* want* seek* sought mean* aim* intend* attempt* need* claim* seem* appear* expect* ask* beg*"
)
_NO_MORE = any_of("""
    hope hopes hoped hoping fear fears feared erroneously interim provisional* initially at_first argument
    preliminary discredited flawed so-called hallucinat* unsigned dissent* clairvoyant* torture duress hypnosis
    footing understanding basis assumption belief premise condition terms suspicion nothing little few not no never
    none without neither nor
""")
_UNSURE = lazy_regex(rf"\byet\s+to\b|\bremain\w*\s+to\b|\b{_AIMS}\s+to\b|\b{_NO_MORE}\b|n['’]t\b", re.IGNORECASE)
# of what has to come out before something is so
_IN_RULE = lazy_regex(
    r"\b(?:where|as\s+soon\s+as|once|until|the\s+day\s+on\s+which|when(?=[^,]*\b(?:has|have|\w+s)\s+that\s*\Z))\b",
    re.IGNORECASE,
)
_OPENING = lazy_regex(r"\A\W*(?P<link>\w+)\s[^,;:]*,\s", re.IGNORECASE)
_TIMING = frozenset(("when", "while", "after", "before", "as", "once"))
_SCOPING = frozenset(("in", "on", "for", "under", "among", "to", "by", "at", "with", "of"))
# a party's argument may be what it takes for a fact
_RELIES = lazy_regex(
    rf"\b{any_of('rely relies relied cite cites cited citing based point pointed points')}\b", re.IGNORECASE
)
_THE_FACT = lazy_regex(r"\A\W*(?:the\s+(?:\w+\s+)?fact\s+)?that\s+\Z", re.IGNORECASE)
_HAS_LONG = lazy_regex(
    r"\s+(?:was|were|has|have|had|did|made|explains?|(?:is|are)\s+(?:well\s+|long\s+)?known|\w{3,}ed)\b", re.IGNORECASE
)
_IS_KNOWN = lazy_regex(
    r"\s+(?:is|was|has|had)\s+(?:(?:\w+ly|long|well|been|now|also)\s+){0,3}"
    r"(?:known|attested|clear|plain|evident|undisputed|beyond\s+(?:doubt|dispute)|prove[dn]|established|confirmed|shown)\b",
    re.IGNORECASE,
)


def is_its_subject(before: str, behind: str) -> bool:
    """Whether the statement is the fact that the sentence tells of: "The fact that | it dried out | is well known"."""
    if not _THE_FACT.match(before) or takes_away(behind) or is_open(behind) or is_unreal(before):
        return False
    return bool((_HAS_LONG if "fact" in before.lower() else _IS_KNOWN).match(behind))


def takes_for_granted(before: str) -> Layer:
    """How surely what stands in a sentence before a statement takes it for a fact."""
    sure = _FACTIVE.search(before) or _WHAT_IS.match(before)
    if not sure and not _LIKELY.search(before):
        return Layer.BEARS
    told = _SURE.sub("", before)
    if is_open(told):
        return Layer.BEARS
    opening = _OPENING.match(told)
    if opening and (is_occasion(opening[0]) or opening["link"].lower() in _TIMING):
        told = told[opening.end() :]
    elif opening and opening["link"].lower() in _SCOPING and not reports(opening[0]):
        return Layer.BEARS
    if _UNSURE.search(told) or _IN_RULE.search(told) or unmakes(told) or somebody_says(told) or is_unreal(told):
        return Layer.BEARS
    return Layer.SURE if sure and not _RELIES.search(told) else Layer.LIKELY
