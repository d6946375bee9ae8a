"""Words by which what a sentence says behind them is so, whoever says, learns or regrets it. Pure.

Linguists call such predicates factive. "She was dismayed to learn that the parts had been sent", "The fact that the
lake dried out has long been known", "Nobody disputes that he bought them" take for granted what follows.
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.hedges import is_open, is_unreal, somebody_says, takes_away, unmakes

_FINDS = any_of("""
    discovers discovered realise realises realised realize realizes realized learns learned learnt notices noticed
    saw emerges emerged transpires transpired turns_out turned_out forgets forgot forgotten overlooks overlooked
    proves proved proven demonstrates demonstrated establishes established regrets regretted apologises apologised
    apologizes apologized
""")
_BETWEEN = r"(?:\s+(?!(?:from|through|via|by|that)\b)[^\s,;:]+){0,7}?"  # "in 2019", "only at the end"; no rumour's word
_SOURCES = (
    r"(?:\s+from\s+(?:the|its|their|our|his|her)\s+(?:own\s+)?"
    r"(?:inquir(?:y|ies)|investigations?|inspections?|audit|records?|files?|accounts))?"
)
# whoever did not know it: it was so
_UNKNOWING = (
    r"\b(?:did\s+not|never|nobody|no\s+one)\s+(?:[^\s,;:]+\s+){0,4}?(?:know|knew|known|reali[sz]ed?|noticed?)"
    r"|\bmay\s+not\s+(?:be\s+aware|know|reali[sz]e|have\s+noticed)"
)
_FEELS = any_of("""
    proud glad sorry pleased happy sad surpris* dismay* astonish* relieved delighted angry ashamed shocked
    disappointed grateful thankful annoyed embarrassed amazed aware unaware mindful conscious
""")
_UNDISPUTED = (
    r"(?:\b(?:nobody|no\s+one|neither\s+(?:side|party)|no\s+\w+(?:\s+of\s+[^,;:]{1,40}?)?|none\s+of\s+[^,;:]{1,30}?)"
    r"\s+(?:(?:now|ever|seriously)\s+)?(?:disput|doubt|den|contest|question)\w*)"
    r"|\bthere\s+(?:is|was|can\s+be)\s+no\s+(?:doubt|question|dispute)|\bleaves?\s+no\s+doubt"
    r"|\bputs?\s+it\s+beyond\s+(?:doubt|dispute)|\bno\s+secret"
)
_FACTIVE = lazy_regex(
    rf"(?:\b{_FINDS}{_SOURCES}{_BETWEEN}|(?:{_UNKNOWING}){_BETWEEN}|\breminds?(?:ed)?(?:\s+[^\s,;:]+){{1,4}}?"
    r"|\b(?:is|are|was|were)\s+reminded|\bbear\s+in\s+mind"
    rf"|\b{_FEELS}(?:\s+to\s+(?:learn|find|see|discover|read))?"
    r"|\b(?:sorry|glad|pleased|happy)\s+to\s+(?:have\s+to\s+)?(?:tell|inform)(?:\s+you)?"
    r"|\bthe\s+(?:(?:plain|simple|sad|mere|very|well-known|curious|undisputed)\s+)?fact(?:\s+(?:is|was|remains?|remained))?"
    # what is beyond doubt
    r"|\bit\s+(?:is|was|has\s+been|had\s+been)\s+(?:(?:\w+ly|long|well|later|then)\s+){0,2}"
    r"(?:true|known|clear|plain|evident|apparent|undisputed|common\s+ground|noted(?:\s+with\s+\w+)?|shown|a\s+(?:\w+\s+)?fact)"
    r"(?:\s+from\s+(?!rumou?rs?\b)[^,;:]{1,40}?)?"
    r"|\b(?:findings?|excavations?|tests?|measurements?|records?|scans?|surveys?|x-rays|inspections?)\s+(?:(?:has|have|had|since|later|now)\s+)*"
    r"(?:m(?:ade|akes?)\s+(?:it\s+)?(?:clear|plain)|revealed)"
    r"|\b(?:are|is|were|was)\s+quite\s+right|\b(?:am|are)\s+satisfied"
    rf"|{_UNDISPUTED}"
    # "It was in 1887 that", "So thick was the fog that"
    r"|\bit\s+(?:is|was)\s+(?:(?:only\s+)?(?:in|on|at)|(?:only\s+|long\s+|shortly\s+)?after)\s[^,;:]{2,60}"
    r"|\bso\s+(?!(?:certain|sure|confident|convinced|afraid|worried)\b)\w+\s+(?:is|was|were)\s[^,;:]{2,40})"
    r"\s+that\s*\Z|\bno\s+sooner\s+had\s[^,;:]{2,60}\s+than\s*\Z",
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
    footing suspicion not no never none without neither nor
""")
_UNSURE = lazy_regex(rf"\byet\s+to\b|\bremain\w*\s+to\b|\b{_AIMS}\s+to\b|\b{_NO_MORE}\b|n['’]t\b", re.IGNORECASE)
_OPENING = lazy_regex(r"\A\W*(?:on|in|at|when|while|after|before|during|as|with)\s[^,;:]*,\s", re.IGNORECASE)


_THE_FACT = lazy_regex(r"\A\W*(?:the\s+(?:\w+\s+)?fact\s+)?that\s+\Z", re.IGNORECASE)
_HAS_LONG = lazy_regex(r"\s+(?:is|are|was|were|has|have|had|does|did|makes?|made|explains?|\w{3,}ed)\b", re.IGNORECASE)
_IS_KNOWN = lazy_regex(
    r"\s+(?:is|was|has|had)\s+(?:(?:\w+ly|long|well|been|now|also)\s+){0,3}"
    r"(?:known|attested|clear|plain|evident|undisputed|beyond\s+(?:doubt|dispute)|proved|proven|established|confirmed|shown)\b",
    re.IGNORECASE,
)


def is_its_subject(before: str, behind: str) -> bool:
    """Whether the statement is the fact that the sentence tells of: "The fact that | it dried out | is well known"."""
    if not _THE_FACT.match(before) or takes_away(behind) or is_open(behind) or is_unreal(before):
        return False
    return bool((_HAS_LONG if "fact" in before.lower() else _IS_KNOWN).match(behind))


def takes_for_granted(before: str) -> bool:
    """Whether what stands in a sentence before a statement takes it for a fact."""
    if not (_FACTIVE.search(before) or _WHAT_IS.match(before)):
        return False
    told = _SURE.sub("", before)
    unsure = _UNSURE.search(told) or unmakes(told) or is_open(told) or somebody_says(told)
    return not unsure and not is_unreal(_OPENING.sub("", before))
