"""Words of fiction, plans, conditions and tellers, which keep a clause and what hangs on it from being a fact. Pure."""

import re
from enum import IntEnum

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.asides import SAYS

_FICTIONS = any_of("""
    exercise exercises drill drills tabletop simulation simulations scenario scenarios rehearsal rehearsals film
    films movie movies play plays novel novels opera operas story stories tale tales legend legends myth myths dream
    dreams game games scene scenes chapter chapters episode episodes poem poems song songs forecast forecasts
    projection projections hypothesis hypotheses
""")
# no fact, or one by another's word alone
_OF_ANOTHER = any_of("""
    exercised exercising simulat* rehears* reenact* re-enact* musical musicals series season seasons nightmare
    nightmares model models draft drafts plan plans planned concept blueprint deception propos* version versions
    painting paintings tapestry fresco mural carving script scripts sketch* ballad ballads saga sagas view views
    opinion opinions pleading pleadings submission submissions complaint complaints petition petitions testimon*
    statement statements speech* letter letters book books leaflet brochure prospectus memoir memoirs interview
    interviews theor* hypothe* rumour* rumor* tradition* gossip lore press vision visions fiction* imagin*
    prediction predictions predicts budget budgets pro_forma cartoon cartoons comic comics strip strips finale
    finales counterfactual* anecdote anecdotes joke jokes hoax* alternat* heroine heroines hero heroes protagonist
    protagonists character characters narrator narrators example assum* suppos* pretend* allege alleged alleges
    allegation* accord* mock fake* forged forger* prosecut* indictment indictments lawsuit lawsuits charge charges
""")
_UNREAL = lazy_regex(rf"\b(?:{_FICTIONS}|{_OF_ANOTHER})\b|[“”\"?]", re.IGNORECASE)
_FICTION = lazy_regex(rf"\b{_FICTIONS}\b|(?<!for )\bexamples?\b", re.IGNORECASE)
_OPENING_PHRASE = lazy_regex(r"\A\W*(?:in|under|on|at|during|for|as)\s[^,;:]*,\s", re.IGNORECASE)
_POSSIBLE = any_of("""
    if as_though unless whether provided only_if only_when only_with only_after only_by only_to may might could
    would will shall should must can cannot lest subject condition* in_case depend* so_long_as as_long_as as_far_as
    wrong wrongly false falsely mistaken mistakenly every each any whenever perhaps possibly probably maybe
    apparently seemingly supposedly allegedly reportedly purportedly ostensibly presumably officially nominally
    hardly barely only_partly in_all_likelihood
""")
_OPEN = lazy_regex(rf"\b{_POSSIBLE}\b", re.IGNORECASE)
_MAY = lazy_regex(r"(?<=[\d,] )May\b|\bMay(?= \d)")  # the month
_SOMEBODY_SAYS = lazy_regex(
    rf"\b(?!(?:shows?|showed|holds?|held|r[ua]ns?|goes|went|announc\w*|report|wrote\s+(?:off|down))\b){SAYS}\b",
    re.IGNORECASE,
)
# what undoes a thing behind it, says that it is none, or on what it hangs
_UNDOES = any_of("""
    allege alleged alleges alleging allegedly allegation* claim_that claimed_that claims_that claim_to claimed_to
    claims_to rumour* rumor* hoax* untrue false falsely wrong wrongly retract* recant* withdraw* withdrew overturn*
    revers* quash* annul* revok* rescind* repeal* abolish* deny denies denied denial disput* doubt* contradict*
    refut* exaggerat* invented invention mistak* error slip swapped corrected fake faked faking forge forged forges
    forgery spoof joke joked jokes joking legend myth novel film void undid undone undoes set_aside struck_out
    struck_down chalked_off ruled_out disallow* cancel* in_name on_paper in_theory would_have dissent* reject*
    only_if only_when only_with only_after only_for unless if provided subject_to on_condition conditional
    charge_that charge_which pending except* bar barring or_so nearly almost so_long_as as_long_as unable
""")
_WORD_FOR_IT = any_of("""
    claim claims tale tales story stories version versions account accounts assertion assertions boast boasts theory
    theories belief beliefs notion notions idea ideas guess guesses estimate estimates promise promises finding
    findings accusation accusations suggestion suggestions conclusion conclusions ruling rulings verdict verdicts
    judgment judgments
""")
_UNMAKES = lazy_regex(
    rf"\b{_UNDOES}\b|\b(?:an?|the|its|his|her|their)\s+(?:\w+\s+)?{_WORD_FOR_IT}\b"
    r"|\bt(?:ook|akes?|aken)\s+(?:it\s+|(?:\w+\s+){1,4})?back\b"
    r"|\bused\s+to\s+(?:be\s+)?(?:say|insist|claim|tell|told|joke|swear|maintain|boast)\b",
    re.IGNORECASE,
)
_UNDENIED = lazy_regex(
    r"(?:\b(?:not|never|nobody|no\s+one)|n['’]t)\s+(?:\w+ly\s+|ever\s+)?(?:disput|den[yi]|doubt|contest|question)\w*",
    re.IGNORECASE,
)

_PLACES = lazy_regex(r"[A-Z]\w+\s+and\s+[A-Z]\w+")  # "(England and Wales)"
# a denial, or a part of what is spoken of, or one side's word: "(Leeds branch only)", "(the driver's version)"
_LITTLE = any_of("""
    not never no nobody none nothing neither nor cannot only alone branch division segment evidence version members
""")
_LESS = lazy_regex(rf"\b{_LITTLE}\b|n['’]t\b", re.IGNORECASE)


class Layer(IntEnum):
    """How surely something around a statement has no bearing on it."""

    BEARS = 0
    LIKELY = 1
    SURE = 2


def is_unreal(text: str) -> bool:
    """Whether it names a work, a plan, an exercise, a speech, an opinion or the like, or quotes or asks something.

    In these things need not be as they are told.
    """
    return bool(_UNREAL.search(text))


def opens_in_fiction(text: str) -> bool:
    """Whether a sentence begins with the work, the exercise or the forecast in which alone it is so."""
    opening = _OPENING_PHRASE.match(text)
    return bool(opening and _FICTION.search(opening[0]))


def is_open(text: str) -> bool:
    """Whether there is a condition, a rule, a possibility, a doubt or an error in it."""
    return bool(_OPEN.search(_MAY.sub("", text)))


def somebody_says(text: str) -> bool:
    """Whether a verb of saying, thinking or fearing is in it."""
    return bool(_SOMEBODY_SAYS.search(text))


def takes_away(text: str) -> bool:
    """Whether what stands beside a statement may say that it is not so, or of less: "(Leeds branch only)"."""
    return unmakes(text) or bool(_LESS.search(text)) or bool(_PLACES.fullmatch(text))


def unmakes(text: str) -> bool:
    """Whether it may take back what stands before it, doubt it or make it a condition."""
    return bool(_UNMAKES.search(_UNDENIED.sub("", text)))
