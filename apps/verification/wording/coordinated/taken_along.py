"""Whether what stands before the last clause of a sentence takes it along. Pure."""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.coordinated.verbs import (
    AMID,
    ARTICLES,
    BEHIND_VERB,
    FINITE,
    PAST_ALONE,
    WORD,
    is_present,
)
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import BE, PARTICIPLES, is_done, is_past

# "Neighbours reckon the driver was drunk": no noun, and no verb that says it is so
_TOLD = lazy_regex(
    r"(?<!\bthe)(?<!\ba)(?<!\ban)(?<!\bits)(?<!\btheir)(?<!\bof)\s(?:reckon|swear|swore|worr(?:y|ied)|wonder|disput|estimat|foresee|foresaw"
    r"|lament|jok|theori[sz]|bet|speculat|hypothesi[sz]|reject|suspect|guess|imagin|pray|presum|conclud|infer|recall|remember|rumou?r|think"
    r"|thought|believ|argu|den(?:y|ied)|doubt|fear|feel|felt|hop(?:e|ing)|hear|heard|read|say|said|tell|told|teach|taught|mean|meant|insist"
    r"|assert|contend|maintain|alleg|claim|complain|testif|stat(?:e|ed|es)\b|declar|announc|predict|forecast|expect|assum|suppos|pretend"
    r"|dream|fantasi[sz]|deem|judg|gather|understand|understood|calculat|conced|confess|boast|protest|warn|whisper|hint|impl(?:y|ied)"
    r"|suggest|propos|demand|wish|decid|learn|deduc|surmis|conjectur|opin|posit|postulat|promis|vow|find|found|show|prov|verif"
    r"|confirm|check|certif|warrant|establish|persuad|discover|observ|indicat|note|hold|held|ensur|guarantee|consider|brag|gossip"
    r"|mutter|murmur|grumble|regret|repeat|reveal|quip|shout|scream|stress|signal|attest|foretell|fret|anticipat|decree|prophes"
    r"|sense|sigh|trust|fancy|wager|tweet|underlin|urg|threaten|agree|accept|admit|presag|recount\b|recounted"
    r"|repl(?:y|ied|ies)\b|respond(?:s|ed)?\b|reasoned|retort|submit(?:s|ted)?\b|thunder(?:s|ed)\b|computed|reaffirm|dread)\w*\s+"
    r"(?!(?:is|are|was|were|has|have|had|will|would|of|in|on|for|by|to|and|with|from|at|about|as)\b)[^,;]*?"
    r"\s(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must)\b",
    re.IGNORECASE,
)
_NAMING = word_set("named called titled dubbed known")  # "a clergyman named Walls"
_LAST_JOINT = lazy_regex(r"\s(and|but)\s+\Z")
_OTHER_CLAUSE = lazy_regex(r"[;:]\s|,\s+(?:and|but|while|whereas)\s")
_RELATIVE = lazy_regex(r"\b(?:that|which|who|whose|whom|if|when|where|because|as|than)\b")
_NAMED_ALONE = lazy_regex(
    r"\W*(?:(?i:the|an?|its|their)(?:\s+[a-z][\w’'-]*){1,2}|[A-Z][\w’'&-]*(?:\s+[A-Z][\w’'&-]*){0,2})"
)
# "Miss a payment and", "One more strike and": what has to come first
_ORDERED = lazy_regex(
    r"\W*(?:(?!(?:All|Both|Half|Such|Many|Even|Not)\b)[A-Z][a-z]+\s+(?:the|an?|your|any|all)|(?i:one(?:\s+more)?|any|another))(?:\s+[a-z][\w’'-]*){1,4}\W*"
)
# "The road between Graz and"
_BETWEEN = lazy_regex(r"\bbetween\s+(?:(?!and\b)[\w.’'-]+\s+){0,4}(?!and\b)[\w.’'-]+\Z", re.IGNORECASE)
_OPENS = ARTICLES | word_set("it you he she they all no this that")
_PARTICIPLE = lazy_regex(
    r"\w\s+\w{2,}(?:ed|ght|wn|ilt|aid|old|ade|eld|ost|ent|en)\s+(?:by|to|from|in|for|with|of|on|at)\s"
)
_DEPENDS = lazy_regex(  # with no comma between it and its clause
    r"\W*(?:otherwise|sometimes|occasionally|usually|often|rarely|normally|outside|above|below|beyond|absent|failing|twice|once"
    r"|perhaps|maybe|apparently|possibly|probably|most|next|whichever|say|in\s+(?:severe|such|some|many|rare)|under"
    r"|in\s+(?:the|his|her|its|this|their)\s+(?:[\w’'-]+\s+){0,2}?(?:novel|film|movie|play|opera))\b",
    re.IGNORECASE,
)
# the same of what holds; of what happened it says when or where
_DEPENDS_IN_GENERAL = lazy_regex(
    r"\W*(?:in\s+an?|for(?!\s+(?:example|instance))"
    r"|(?:up)?on(?!\s+(?:\w+\s+){0,2}(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)))\b",
    re.IGNORECASE,
)
# what happens by itself: "Profit increased in 2021 and", not "Loans granted in 2021 and"
_MOVES = lazy_regex(
    r"(?:increas|decreas|declin|improv|expand|climb|dropp|gain|jump|slipp|doubl|tripl|remain|continu|end|di|arriv|resign|retir"
    r"|happen|occurr|appear|depart|collaps|surviv|recover|shrink|contract|emerg|exist|last|vot|work|liv|mov|open|clos)ed\Z"
)


def is_of_more(before: str, said: str) -> bool:
    """Whether what stands before ``said``, the last clause of a sentence, may take it along: no clause ends there.

    In "Loans to farmers and small firms grew" it is a part of the subject, in "Analysts estimated revenue was 5 and
    profit was 1" of what is estimated, and behind "Otherwise the deposit is forfeited and" it depends on that too.
    """
    joint = _LAST_JOINT.search(before)
    if joint is None or before[: joint.start()].endswith(","):
        return False
    head = _OTHER_CLAUSE.split(before[: joint.start()])[-1]
    if _RELATIVE.search(head):
        return False
    if _TOLD.search(f" {head}") or _BETWEEN.search(head):
        return True
    pieces = [verbs_of(piece) for piece in re.split(r"\s(?:and|but)\s|,\s", head)]
    ordered = _ORDERED.fullmatch(head) and said.partition(" ")[0].lower() in _OPENS  # no further order
    if not pieces[-1] and _NAMED_ALONE.fullmatch(head.rpartition(",")[2]):
        return True  # "In 1921, Veldt and"
    if not any(pieces) and (_NAMED_ALONE.fullmatch(head) or _PARTICIPLE.search(head) or ordered):
        return True
    depends = _DEPENDS.match(head) or (_DEPENDS_IN_GENERAL.match(head) and not reports(head))
    return max(pieces) > 1 or bool(joint[1] == "and" and depends)


def verbs_of(text: str) -> int:
    """How many verbs that a subject may have stand there; a participle with what says by whom or where is none."""
    words = [one[0] for one in WORD.finditer(text)]
    many, at = 0, 0
    while at < len(words):
        if words[at].lower() in FINITE and words[at] != "May":
            # "the hominid found was": a participle right before it is no verb of its own
            many += not (at and many and is_past(words[at - 1].lower()))
            at += 1
            while at < len(words) and (words[at].lower() in AMID | BE or words[at].endswith("ly")):
                at += 1
            # "has paid", "must pay"
            at += at < len(words) and words[at].lower() not in ARTICLES
            continue
        many += _is_verb_of_subject(words, at)
        at += 1
    return many


def _is_verb_of_subject(words: list[str], at: int) -> bool:
    low, behind = words[at].lower(), words[at + 1].lower() if at + 1 < len(words) else ""
    if low in PAST_ALONE or (at and is_present(words, at)):
        return True
    if low in _NAMING:
        return False
    taking = bool(_MOVES.match(low)) or (bool(behind) and behind not in BEHIND_VERB)
    joined = at > 0 and words[at - 1].lower() == "or"
    return is_past(low) and low not in PARTICIPLES and taking and not joined and is_done(words, at)
