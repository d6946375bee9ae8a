"""Another deed in the place of the last question's: "and assign the lease?" after "can the tenant sublet?". Pure.

A bare word before a determiner is a verb with its object and takes the place of both; a bare verb alone takes the place
of the verb, a participle that of the participle. English, by rules.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.conversation.periods import periods_in
from apps.retrieval.conversation.references import topic_of
from apps.retrieval.conversation.things import things_in
from apps.retrieval.phrases import AUXILIARIES, BE, DETERMINERS, PREPOSITIONS, Token, tokens_of

# what is done, where neither an article nor an ending tells it from a noun; no word that is as often a noun
_VERBS = word_set(
    "acquire amend assign borrow build buy cancel close declare disclose enter extend hire hold inspect install insure "
    "issue keep lend maintain make modify occupy open own paint pay redeem reduce refuse remove renew repay repurchase "
    "sell sublet terminate withhold"
)
_IRREGULAR = word_set("paid held given kept sold made taken left lent built bought told sent")
_BEFORE_THE = word_set("half double twice maybe perhaps not both all even only just")  # before an article, and no verb
_TO_DO = lazy_regex(r"\b(?:[a-z]+ed|able|have|has|had|need|needs)\s+to\s+(?=[a-z])")
_COUNTED = lazy_regex(r"(?:how (?:many|much)|which)\s(?P<thing>\S.*)\Z", re.IGNORECASE)
_COSTS = lazy_regex(r"(?:what|how (?:much|long))\s.*\b(?P<it>it|that)\s(?:cost|take)\Z", re.IGNORECASE)
_HAS = lazy_regex(r"(?P<has>\w+\s.+\s(?:have|include|contain|offer|provide)\s)(?:an?|the|any)\s", re.IGNORECASE)
_MANNER = lazy_regex(r"early|late|earlier|later|again|[a-z]{3,}ly")
_DOES = lazy_regex(r"[a-z]+(?<!s)s\Z")
_STAYS = word_set("without if unless during in before after until when while within")  # conditions of any deed


def other_deed(last: str, fragment: str) -> str | None:
    """The last question with what is done changed, the fragment as to it where that has no place; None for a thing."""
    tokens = tokens_of(fragment)
    if _is_participle(tokens[0]) and (len(tokens) == 1 or _MANNER.fullmatch(tokens[-1].low)):
        return _with_participle(last, fragment) or f"What about {fragment}, as to {topic_of(last)}"
    if (
        tokens_of(last)[0].low == "who"
        and len(tokens) > 2
        and _DOES.match(tokens[0].text)
        and tokens[1].low in DETERMINERS
    ):
        return f"Who {fragment}"  # "and pays the rent"
    to_it = len(tokens) == 2 and tokens[1].low in {"it", "them"} and tokens[0].is_content
    if not (to_it or _is_deed(tokens)):
        return None
    verb, adds_object = _verb_of(last), len(tokens) > 1 and tokens[1].low not in PREPOSITIONS
    if verb is None:
        return None if len(tokens) == 1 or to_it else f"What about {fragment}, as to {topic_of(last)}"
    if len(tokens) == 1 or to_it:
        behind = re.sub(r"\A\s(?:for|on|to|with)\Z", "", last[verb.end :])  # "what does the tenant pay for"
        return f"{last[: verb.start]}{tokens[0].text}{behind}"
    if adds_object and re.match(r"(?:what|which|how (?:many|much))\b", last, re.IGNORECASE):
        return f"What about {fragment}, as to {topic_of(last)}"
    return f"{last[: verb.start]}{fragment}{_kept(last, verb)}"


def counted_object(last: str, core: str) -> str | None:
    """ "How many shares?" after "did they repurchase shares?": what is done to is counted; None for anything else."""
    asked, verb = _COUNTED.match(core), _verb_of(last)
    if asked is None or verb is None or tokens_of(last)[0].low not in AUXILIARIES - BE:
        return None
    found = next((thing for thing in things_in(last) if last[verb.end : thing.phrase].isspace()), None)
    if found is None or last[found.start : found.end].casefold() != asked["thing"].casefold():
        return None
    return f"{core} {last[:1].lower()}{last[1 : verb.end]}{last[found.end :]}"


def as_done(last: str, core: str) -> str | None:
    """ "What does it cost?" after "may the tenant terminate the lease?": to do so, or what there is; else None."""
    asked, aux = _COSTS.match(core), tokens_of(last)[0]
    if asked is None or aux.low not in AUXILIARIES - BE:
        return None
    if has := _HAS.match(last):
        thing = next((thing for thing in things_in(last) if thing.phrase == has.end("has")), None)
        return thing and f"{core[: asked.start('it')]}the {last[has.end() : thing.end]}{core[asked.end('it') :]}"
    verb = _verb_of(last)
    return verb and f"{core} {last[aux.end : verb.start].strip()} to {last[verb.start :]}"


def _is_deed(tokens: list[Token]) -> bool:
    """A verb with its object behind a determiner or in the plural, or a verb alone."""
    first, behind = tokens[0], tokens[1:]
    if not first.text.islower() or not first.is_content or first.low.endswith(("ly", "ing", "ed")):
        return False
    if not behind:
        return first.low in _VERBS
    if behind[0].low in DETERMINERS:
        bare = not re.search(r"(?<!s)s\Z", first.low)
        object_told = behind[1].is_content if len(behind) > 1 else behind[0].low in {"any", "some", "both", "another"}
        return first.low in _VERBS or (bare and first.low not in _BEFORE_THE and object_told)
    return first.low in _VERBS and (behind[0].is_content or behind[0].low in PREPOSITIONS)


def _is_participle(token: Token) -> bool:
    return token.text.islower() and (token.low.endswith("ed") or token.low in _IRREGULAR)


def _with_participle(last: str, new: str) -> str | None:
    """ "When must the deposit be *paid*": in the place of the participle of a form of "be"."""
    tokens = tokens_of(last)
    be = next((at for at, token in enumerate(tokens) if token.low in BE), len(tokens))
    for old in tokens[be + 1 :]:
        if _is_participle(old):
            behind = re.sub(rf"\A\s(?:{_MANNER.pattern})\b", "", last[old.end :]) if " " in new else last[old.end :]
            return f"{last[: old.start]}{new}{behind}"
    return None


def _verb_of(last: str) -> Token | None:
    """What is done: behind "has to", right behind "who may", else behind the subject of do, may or must."""
    tokens = tokens_of(last)
    if to := _TO_DO.search(last):
        return next((token for token in tokens if token.start >= to.end()), None)
    at = next((at for at, token in enumerate(tokens) if token.low in AUXILIARIES - BE - {"have", "has", "had"}), None)
    if at is None:
        return None
    end = tokens[at].end
    if not (at == 1 and tokens[0].low == "who"):
        starts = [token.start for token in tokens[at + 1 : at + 2]]
        subject = next((thing for thing in things_in(last) if thing.phrase in starts), None)
        if subject is None:
            return None
        end = subject.end
    verb = next((token for token in tokens if token.start >= end), None)
    return verb if verb and verb.is_content and verb.text.islower() and last[end : verb.start].isspace() else None


def _kept(last: str, verb: Token) -> str:
    """What the last question tells of any deed: its period and its conditions, and not to whom or for what."""
    behind = [token for token in tokens_of(last) if token.start >= verb.end]
    periods = periods_in(last)
    place = next((token.start for token in behind if token.low in _STAYS), len(last))
    place = min([place, *(period.start for period in periods if period.start >= verb.end)])
    return f" {last[place:]}" if place < len(last) else ""
