"""What several verbs say of one subject, told by each alone. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import IRREGULAR
from apps.verification.wording.coordinated.parts import FRONT, JOINT, REACHES, ended, undated
from apps.verification.wording.coordinated.verbs import (
    BEHIND_VERB,
    DETERMINERS,
    FINITE,
    LASTING,
    PAST_ALONE,
    PERMITTING,
    PLACED,
    WORD,
    Verb,
    behind_verb,
    has_finite,
    has_verb,
    is_object,
    is_present,
    takes_verb_along,
)
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import BE, HAVE, MODALS, PARTICIPLES, PAST, UNCHANGED, is_past

# whose object does or is the next verb, or not: "must ensure drivers hold a licence and keep a logbook", "dreamt"
OF_ANOTHER = lazy_regex(
    r"(?:have|has|had|ensur|request|propos|recommend|demand|order|insist|suggest|check|prefer|requir|ask|advis|urg|find|found"
    r"|prove|proving"
    r"|show|dream|imagin|pretend|consider|think|thought|give|gave|lend|lent|refus|den(?:y|ied)|send|sent|offer|grant|allow|enabl|caus"
    r"|forc|want|expect|remind|instruct|invit|help|arrang|persuad|train|encourag|permit|authori|direct|leav|left|keep|kept|hold|held"
    r"|call|nam|deem|declar|render|regard|teach|taught|sell|sold)\w*\Z",
    re.IGNORECASE,
)
# "acquired the mill in 2019" and "sold it"
_OBJECT = lazy_regex(
    r"\A\s+(?P<what>(?:a|an|the|its|their|his|her)\s+(?:[a-z][\w’'-]*\s+)?[a-z]\w+|[A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*)*)"
    r"(?:\s+(?:in|on)\s+[^,]*\d[^,]*)?,?\s*\Z"
)
_HOW = lazy_regex(  # no noun
    r"(?:\w+ly|again|twice|once|abroad|yesterday|today|cheap|wet|dry|raw|void|open|shut|free|alone|there|here|back|away|home|too)\Z"
)
_LED = lazy_regex(r"(\w+)\s+(?:also|then|later|subsequently)\s+")  # "was later widened"
_IT = lazy_regex(r"(?<=\s)(?:it|them)\b")
_DUTIES = word_set(  # no nouns
    "maintain provide comply notify pay submit obtain inform protect preserve deliver cooperate respond attend keep"
)
_NOT_BASE = word_set("not be been being") | DETERMINERS | BEHIND_VERB | MODALS | BE | HAVE
# what bounds a rule that stands before a verb which it may bound too
_CONDITIONS = (
    r"upon|in\s+(?:case|the\s+event)|in\s+default|at\s+the\s+request|with\s+the\s+consent"
    r"|on\s+(?:(?:the|an?)\s+)?(?:default|request|demand|notice|breach|termination|death|receipt|suspicion)"
)
CONDITIONS = lazy_regex(rf"(?i:\b(?:{_CONDITIONS})\b)")
BOUNDS = lazy_regex(rf"(?i:\b(?:{_CONDITIONS}|after|before|during|following)\b)")
# who does the one to a thing and the other to "it" means that thing
_OBTAINS = lazy_regex(
    r"(?:acquir|b[uo]y|bought|purchas|build|built|found(?:ed)?\Z|leas|rent|wr[io]te|publish|open|launch|sign|creat|design|paint|adopt|record"
    r"|stor|sell|sold|own)\w*\Z"
)
_HANDLES = lazy_regex(
    r"\b(?:s[eo]ld|sell|resold|leas|rent|clos|renam|l[ei]nt|lend|gave|give|donat|mov|publish|demolish|expand|repaid|terminat|cancel|return"
    r"|transfer|restor|rebuil|execut|open|export|revis|renew|exhibit|print)\w*\s+(?:it|them)\b"
)


@dataclass(frozen=True, slots=True)
class _Joint:
    """Where a later verb is joined. ``shared``: an auxiliary, with a blank, that stands before the first verb alone."""

    start: int
    behind: int  # where it goes on, behind an adverb that only leads over
    link: str  # "and", "but", or "" of a comma
    shared: str
    adverb: str  # with a blank


def deeds(line: str, plain: str, verb: Verb) -> Iterator[str]:
    """What each of the verbs says of their subject; of a sentence with a tail the last one alone, which has it."""
    subject = line[: verb.start]
    joints = list(_joints(plain, verb))
    if not joints or not joints[-1].link:
        return
    ends = [joint.start for joint in joints[1:]] + [len(line)]
    pieces = [line[joint.behind : end] for joint, end in zip(joints, ends, strict=True)]
    first = line[verb.start : joints[0].start]
    own = [first[verb.end - verb.start :], *map(behind_verb, pieces[:-1])]
    if any(has_verb(one) or "," in undated(one) for one in own) or (
        plain == line and has_finite(behind_verb(pieces[-1]))
    ):
        return
    if not _is_its_own(line, verb, joints, pieces):
        return
    told = [first, *(f"{joint.shared}{piece}" for joint, piece in zip(joints, pieces, strict=True))]
    for at, one in enumerate(told):
        bound = at and not reports(f"{subject}{one}") and any(map(BOUNDS.search, own[:at]))
        behind = " ".join(pieces[at:])
        if bound or (behind and (plain != line or REACHES.search(behind))):
            continue
        # "In 1990 it acquired the mill and later sold it": not in 1990
        later = at > 0 and (joints[at - 1].adverb or _LED.match(one) or one.split()[0].lower() in LASTING)
        dated = bool(later) and bool(FRONT.match(line))
        if not dated:
            yield ended(f"{subject}{one}")
        if at and not dated:
            deed = line[verb.start : verb.end].split()[-1] if at == 1 else pieces[at - 2].split()[0]
            yield from _variants(subject, one, joints[at - 1], deed, own[at - 1])


def _is_its_own(line: str, verb: Verb, joints: "list[_Joint]", pieces: list[str]) -> bool:
    """Whether the first verb is that of the subject and takes no other verb along.

    "Goods ordered online and returned within 30 days are refunded": a participle may only say which goods.
    """
    word = line[verb.start : verb.end].split()[-1]
    opening, later = line[verb.start : verb.end].split()[0].lower(), {piece.split()[0].lower() for piece in pieces}
    if opening in PERMITTING and not later.isdisjoint(FINITE - PERMITTING):
        return False  # "may cancel the order and must pay a fee": only who does the one
    if (opening in ("is", "are") or verb.kind == "present") and not later.isdisjoint(MODALS):
        return False  # "is in default and must vacate the flat"
    embedded = OF_ANOTHER.match(word) or takes_verb_along(line[verb.end : joints[0].start])
    if verb.kind == "modal" and embedded and any(joint.shared for joint in joints):
        return False
    if verb.kind != "past" or word in PAST_ALONE:
        return True
    behind = line[verb.end :].lstrip().split(" ", 1)[0]
    sure = all(piece.split()[0].lower() in FINITE | PAST_ALONE for piece in pieces)
    return sure or is_object(behind) or behind[:1] in "$€£¥"


def _variants(subject: str, told: str, joint: "_Joint", deed: str, before: str) -> Iterator[str]:
    """The same with the adverb that leads over, and with what the verb before it did that to for "it"."""
    if joint.adverb and not joint.shared:
        yield ended(f"{subject}{joint.adverb}{told}")
    if led := _LED.match(told):
        yield ended(f"{subject}{led[1]} {told[led.end() :]}")
    what = _OBJECT.match(before)
    named = what and not _HOW.search(what["what"]) and _OBTAINS.match(deed) and _HANDLES.search(told)
    if named and len(_IT.findall(told)) == 1:
        yield ended(subject + _IT.sub(re.sub(r"\Aan?\s", "the ", what["what"].strip()), told))


def _joints(line: str, verb: Verb) -> Iterator[_Joint]:
    for joint in JOINT.finditer(line, verb.end):
        found = list(WORD.finditer(line, joint.end()))[:4]
        at = next((i for i, one in enumerate(found) if one[0].lower() not in PLACED), None)
        if at is None or line[joint.end() : found[0].start()].strip():
            continue
        shared = _shares(verb, [one[0] for one in found[at:]], line[found[at].end() :])
        if shared is not None and (joint["link"] or is_object(found[at + 1][0] if at + 1 < len(found) else "a")):
            yield _Joint(joint.start(), found[at].start(), (joint["link"] or "").lower(), shared,
                         line[joint.end() : found[at].start()])  # fmt: skip


def _shares(verb: Verb, words: list[str], rest: str) -> str | None:
    """The auxiliary that the first of ``words`` shares, with a blank; "" if none; None where it is no verb."""
    low = words[0].lower()
    behind = words[1] if len(words) > 1 else ""
    if not words[0].islower():
        return None
    if low in FINITE:
        return ""
    last = not behind or not re.match(r"\s*[\w$€£]", rest)
    has_object = bool(behind) and (is_object(behind) or re.match(r"\s[$€£¥]\s?\d", rest) is not None)
    placed = last or behind.lower() in BEHIND_VERB or behind.endswith("ly")
    if verb.kind == "modal" and verb.auxiliary and not verb.denied:
        plain = low not in _NOT_BASE and not low.endswith(("s", "ed", "ing", "ly"))
        return f"{verb.auxiliary} " if plain and (has_object or low in _DUTIES) else None
    if verb.kind == "be":
        if is_past(low) and placed and verb.auxiliary and not verb.denied and low not in PAST - IRREGULAR.keys():
            return f"{verb.auxiliary} "
        return "" if is_past(low) and has_object and low not in PARTICIPLES else None
    if verb.kind == "have":
        shared = is_past(low) and verb.auxiliary and not verb.denied
        return f"{verb.auxiliary} " if shared and (has_object or placed) else None
    if is_past(low) and low not in PARTICIPLES and low not in UNCHANGED and (has_object or placed):
        return ""
    return "" if verb.kind == "present" and is_present(["she", *words], 1) else None
