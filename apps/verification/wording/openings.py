"""What a sentence opens with before a statement that is so without it too: a reason, a concession, an occasion. Pure.

"As both courts noted, | she had signed it", "In the summer of 1521, | Luther widened his target", "Once the ice had
broken up, | the boats went out". What holds in general, or is of a figure, may hold on that occasion alone.
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.core.periods import DAYS_AND_MONTHS
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.additions import DENIED
from apps.verification.wording.hedges import Layer, is_open, is_unreal, somebody_says
from apps.verification.wording.reporting import reports

LONGEST = 250  # characters; of a longer opening nobody knows what it does
_OPENS = r"\A[\W\d]*(?:(?:however|moreover|furthermore|similarly|then),?\s+)?"
_PHRASE = r"\s[^,;:]{2,100}"
_ANYHOW = any_of("""
    whether_or_not no_matter whatever regardless_of irrespective_of apart_from_being contrary_to despite
    notwithstanding in_spite_of
""")
_FINDERS = any_of("""
    noted notes confirmed confirms shown shows show showed recorded records found finds recognised recognises
    recognized acknowledged acknowledges knows know knew aware
""")
_LEADS_ON = any_of("""
    for_example for_instance in_particular as_a_result in_short in_fact in_the_end at_last nevertheless nonetheless
    unfortunately fortunately of_course indeed today at_the_time so_far for_the_avoidance_of_doubt as_usual
    as_always as_before in_addition in_the_event on_inspection
""")
# whatever the statement is: it holds all the same, or is so as somebody has found
_OF_ANY = lazy_regex(
    rf"{_OPENS}(?:{_LEADS_ON}|in\s+addition\s+to{_PHRASE}|however\s+\w+{_PHRASE}"
    r"|as\s+(?:has|had|is|was)\s+(?:long\s+)?(?:been\s+)?(?:the\s+custom|usual|customary|well\s+known)\b[^,;:]{0,100}"
    rf"|as\s+(?:[\w’'-]+\s+){{1,8}}?{_FINDERS}(?:\s+(?:in|on|at)\s[^,;:]{{1,40}})?),\s+\Z",
    re.IGNORECASE,
)
# to an end or for a reason
_ENDS = lazy_regex(
    rf"{_OPENS}(?:(?:so\s+that|in\s+order\s+(?:that|to)){_PHRASE}|(?:thanks|owing)\s+to{_PHRASE}"
    rf"|to\s+the\s+(?:relief|dismay|delight|surprise|regret|horror|annoyance)\s+of{_PHRASE}),\s+\Z",
    re.IGNORECASE,
)
# "But | the deposit is lost": on what the sentence before says the next one may hang too
_JOINS_ON = lazy_regex(r"\A\W*(?:(?:But|Yet)\s+|(?:In|By)\scontrast,\s+)\Z")
_EVEN_IF = lazy_regex(rf"{_OPENS}even\s+if{_PHRASE},\s+\Z", re.IGNORECASE)
_HOLDS_ANYHOW = lazy_regex(rf"{_OPENS}{_ANYHOW}{_PHRASE},\s+\Z", re.IGNORECASE)
# a clause: what is so besides, or for what reason
_CLAUSE = lazy_regex(
    rf"{_OPENS}(?:(?:even\s+)?though|although|because|since|as(?!\s+(?:far|long|soon|much|of|to|if|though)\b)|given\s+that"
    r"|now\s+that|much\s+as|whereas)\s(?P<clause>[^;:]{4,200}),\s+\Z",
    re.IGNORECASE,
)
_FINITE = lazy_regex(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|\w{3,}ed|fell|rose|came|went|took|made|lost|won|left|began|grew|held|kept"
    r"|led)\b",
    re.IGNORECASE,
)
_TIMES = any_of("""
    spring summer autumn winter year years quarter quarters month months week weeks weekend day days hour hours
    minute minutes morning afternoon evening night dawn noon midnight century centuries decade decades time war
    reign siege meeting strike drought flood term holiday holidays
""")
_TIME = rf"(?:{_TIMES}|(?:1\d|20)\d\ds?|(?:nine|eight|seven|six|fif|four)teen\s+\w+|{'|'.join(DAYS_AND_MONTHS)})"
_AT = any_of("in at on by over during throughout within toward towards around for since with")
_UPON = any_of("""
    during following after before prior_to in_advance_of ahead_of in_response_to amid at_the_request_of
    at_the_invitation_of at_the_suggestion_of at_the_end_of at_the_beginning_of at_the_start_of at_the_outset_of
    by_the_date_of by_the_time by_the_end_of by_the_beginning_of since upon
""")
_BOOKED = any_of("""
    adjust* exception* tax taxes interest interests inflation dividends minorit* depreciation amortisation
    amortization cost costs correction* item items deduct* allow* control* stratif* exclusion* charge charges
    currency currencies
""")
# of what happened: when, after what
_OCCASION = lazy_regex(
    rf"{_OPENS}(?:{_AT}\s(?:(?!(?:accounts?|newspapers?|words|eyes|reports?)\b)[^\s,;:]+\s+){{0,6}}?{_TIME}(?:\s+(?:of|after|before|following|in|to|left)(?:\s[^,;:]{{2,60}})?)?"
    rf"(?:\s+running)?|{_UPON}\s(?![^,;:]*\b{_BOOKED}\b)[^,;:]{{2,150}}"
    r"|(?:\w+\s+){1,3}?(?:hours?|days?|weeks?|months?|years?|decades?)\s+(?:after|before|later|earlier|ago)(?:\s[^,;:]{2,100})?"
    r"|as\s+in\s[^,;:]{2,80}"
    r"|as\s+(?:[\w’'-]+\s+){1,8}?(?:required?s?|demanded|ordered|instructed)),\s+\Z",
    re.IGNORECASE,
)
# to what end, after what
_FIRST = lazy_regex(
    rf"{_OPENS}(?:(?:having|unaware|undeterred)|to\s+(?!(?:judge|be|hear|keep|go|the|an?|all|some|any|many|most|his|her|its|our|my|their|date|what)\b)\w+)\s[^,;:]{{2,150}},\s+\Z",
    re.IGNORECASE,
)
# in what state
_STATE = lazy_regex(
    rf"{_OPENS}(?:with(?!\s+(?:\w+\s+)?exceptions?\b)|as\s+part\s+of|in\s+line\s+with|like(?:\s+most|\s+all)?)\s[^,;:]{{2,150}},\s+\Z",
    re.IGNORECASE,
)
_WHEN = lazy_regex(
    rf"{_OPENS}(?:when|once|while|as(?!\s+(?:far|long|soon|of|to|if|though)\b)|after|before|until)\s(?P<clause>[^;:]{{4,200}})"
    r",\s+\Z",
    re.IGNORECASE,
)
_DATE = lazy_regex(TIME_PHRASE, re.IGNORECASE)
_MEASURED = any_of("""
    halved doubled trebled tripled quadrupled rose fell grew increased decreased declined improved worsened per_cent
    percent
""")
_FIGURE = lazy_regex(rf"[$€£¥%]|(?<![\d.,])(?!(?:1\d|20)\d\d\b)\d|\b{_MEASURED}\b", re.IGNORECASE)
_HABIT = lazy_regex(
    rf"\b{any_of('always usually often never every each would normally generally typically rarely seldom')}\b",
    re.IGNORECASE,
)


_IN_ORDER = lazy_regex(r"\A\W*in\s+order\s+to\b", re.IGNORECASE)
_DEFINITE = lazy_regex(
    r"\W*(?:(?i:the|its|his|her|their|our|my|this|that|these|those|it|he|she|they|we|i|two|three|both)\b|\d|[A-Z])"
)
_YET_IF = lazy_regex(
    rf"\b{any_of('if unless provided subject when where case claim claims contention view')}\b", re.IGNORECASE
)
# whose word is one side's
_SIDES = any_of("""
    critic* claimant* defendant* applicant* appellant* respondent* seller* buyer* opponent* rival* counsel
    newspaper* paper* union* lawyer* witness*
""")
_ONE_SIDE = lazy_regex(rf"\b{_SIDES}\b", re.IGNORECASE)
_PERFECT = lazy_regex(r"\b(?:has|have)\b", re.IGNORECASE)
_SINCE = lazy_regex(r"\A\W*since\b", re.IGNORECASE)
_AS = lazy_regex(r"\A\W*as\b", re.IGNORECASE)


def only_leads_in(before: str, said: str) -> Layer:
    """How surely what stands before a statement is an opening without which it is as true."""
    if len(before) > LONGEST:
        return Layer.BEARS
    if _HOLDS_ANYHOW.match(before):
        return Layer.BEARS if _YET_IF.search(before) else Layer.SURE
    if _OF_ANY.match(before) and not (is_unreal(before) or _ONE_SIDE.search(before)):
        return Layer.SURE
    if _EVEN_IF.match(before) or _JOINS_ON.match(before):
        return Layer.LIKELY
    if is_unreal(before) or is_open(before) or somebody_says(before):
        return Layer.BEARS
    if _gives_reason(before, said):
        return Layer.SURE
    if not happened(said):
        found = _ENDS.match(before)
        return Layer.BEARS if not found or _IN_ORDER.match(before) else Layer.LIKELY
    when = _WHEN.match(before)
    if (when and reports(when["clause"]) and is_definite(when["clause"])) or _OCCASION.match(before):
        return Layer.SURE
    if _ENDS.match(before) or _FIRST.match(before):
        return Layer.SURE
    return Layer.LIKELY if _STATE.match(before) else Layer.BEARS


def _gives_reason(before: str, said: str) -> bool:
    """Whether it tells in a clause what is so besides: no "As rates rise, …", no "Since the gates came, none …"."""
    clause = _CLAUSE.match(before)
    if not clause or not _FINITE.search(clause["clause"]) or _ONE_SIDE.search(before):
        return False
    if _AS.match(before) and not reports(clause["clause"]):
        return False
    return not (_SINCE.match(before) and (_PERFECT.search(said) or DENIED.search(said)))


def is_occasion(opening: str) -> bool:
    """Whether an opening only says when."""
    return bool(_OCCASION.match(opening)) and not is_unreal(opening)


def is_definite(said: str) -> bool:
    """Whether it begins with who or what it is: no "when a member died"."""
    return bool(_DEFINITE.match(said))


def happened(said: str) -> bool:
    """Whether it tells of a single thing that happened: no figure or denial that may be of a time or place alone."""
    bounded = _FIGURE.search(_DATE.sub(" ", said)) or DENIED.search(said) or is_habit(said)
    return reports(said) and not bounded


def is_habit(said: str) -> bool:
    """Whether it tells of what happens, or happened, again and again."""
    return bool(_HABIT.search(said))
