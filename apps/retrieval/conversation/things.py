"""The things that a question names: its noun phrases without periods and without the verb of "how did …". Pure."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.conversation.periods import periods_in
from apps.retrieval.phrases import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    Token,
    calls_for_verb,
    noun_phrases,
    tokens_of,
)
from apps.retrieval.requests.clauses import CHANGES

_MODAL = word_set("can could may might must shall should will would")
_PREDICATE = lazy_regex(
    r"(?:[a-z]{3}able|ible|ful|less|ly)\Z|\A(?:due|late|early|free|high|low|higher|lower|larger|smaller|greater)\Z"
)
_OWNER = lazy_regex(r"\A(?P<owner>.+?(?:['’]s|(?<=s)['’]))\s+(?=\S)")
_BY_ITSELF = lazy_regex(rf"(?:{CHANGES}|end|begin|start|expire|lapse|apply|last|occur|exist|differ)\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Thing:
    """text[start:end] of a question with its determiner and without its owner; ``phrase``: where both begin."""

    phrase: int
    start: int
    end: int
    determiner: str

    @property
    def owned(self) -> bool:
        return self.phrase < self.start


def things_in(text: str) -> list[Thing]:
    """In order; what cannot be told apart from its verb is left out."""
    tokens, periods = tokens_of(text), periods_in(text)
    dated = {token for token in tokens for period in periods if period.start <= token.start < period.end}
    yes_no = tokens[0].low in AUXILIARIES - BE
    found: list[Thing] = []
    for phrase in noun_phrases(text, joined_by_of=False):
        inside = [token for token in tokens if phrase.start <= token.start < phrase.end and token not in dated]
        if not inside or inside[0].start != phrase.start:
            continue
        determiner = inside[0] if inside[0].low in DETERMINERS else None
        before = [token for token in tokens if token.end <= phrase.start]
        nouns = inside[1:] if determiner else inside
        if before and before[-1].low in BE and tokens[0].low not in {"what", "which", "who"}:
            ends = all(token in dated for token in tokens if token.start >= inside[-1].end)
            nouns = _without_predicate(nouns, needed=ends and (len(before) == 1 or before[0].low == "why"))
        behind = next((token for token in tokens if token.start >= phrase.end), None)
        if not determiner and (_is_said_of(before, nouns) or _is_whose_state(before, nouns, behind)):
            continue
        if not determiner and before and _is_who_may(before) and nouns[0].text.islower():
            nouns = [*nouns[1:], *_running_on(text, [t for t in tokens if t.start >= inside[-1].end], dated)]
            parts = [nouns]
        elif not nouns or not (calls_for_verb(before) or _joins_subject(text, found, before)):
            parts = [[] if _is_who_does(text, before, nouns, behind) else nouns]
        else:
            run = nouns + _running_on(text, [token for token in tokens if token.start >= inside[-1].end], dated)
            behind = next((t for t in tokens if t.start >= run[-1].end and t not in dated), None)
            parts = _without_verb(text[phrase.start :], phrase.start, run, behind, yes_no=yes_no)
        for number, part in enumerate(part for part in parts if part):
            begin = determiner.start if determiner and number == 0 else part[0].start
            owner = _OWNER.match(text[begin : part[-1].end])
            start = begin + (owner.end() if owner else 0)
            found.append(Thing(begin, start, part[-1].end, determiner.low if determiner and number == 0 else ""))
    return found


def _without_predicate(nouns: list[Token], *, needed: bool) -> list[Token]:
    """ "Is the deposit *refundable*", "is rent *due monthly*": what is said of the subject is no part of it.

    ``needed``: nothing else can be what is said of it.
    """
    end = len(nouns)
    while end > 1 and _PREDICATE.search(nouns[end - 1].low):
        end -= 1
    return nouns[:-1] if needed and 1 < end == len(nouns) else nouns[:end]


def _is_said_of(before: list[Token], nouns: list[Token]) -> bool:
    """ "If rent is *late*": one word behind "is", whose subject stands before, is no thing."""
    said = len(nouns) == 1 and nouns[0].text.islower() and not re.search(r"(?<!s)s\Z", nouns[0].low)
    return said and len(before) > 1 and before[-1].low in BE and before[-2].is_content


def _is_whose_state(before: list[Token], nouns: list[Token], behind: Token | None) -> bool:
    """ "Who is *responsible* for repairs", "who is *entitled* to": nobody is called so."""
    asked = [token.low for token in before[:1]] == ["who"] and before[-1].low in BE and len(nouns) == 1
    state = asked and (_PREDICATE.search(nouns[0].low) or nouns[0].low.endswith("ed"))
    return bool(state) and behind is not None and behind.low in PREPOSITIONS


def _joins_subject(text: str, found: list[Thing], before: list[Token]) -> bool:
    """ "Did revenue and *profit* rise": the verb comes behind the last of the subjects."""
    if not found or text[found[-1].end : before[-1].end].strip() not in {"and", "or"}:
        return False
    return calls_for_verb([token for token in before if token.end <= found[-1].phrase])


def _is_who_does(text: str, before: list[Token], nouns: list[Token], behind: Token | None) -> bool:
    """ "Which *party insures* the building": a word right before an article is a verb; who does so is asked."""
    if len(nouns) < 2 or behind is None or behind.low not in DETERMINERS or not before or before[0].low != "which":
        return False
    return text[nouns[-1].end : behind.start].isspace() and nouns[-1].text.islower()


def _is_who_may(before: list[Token]) -> bool:
    """ "Who may *terminate*": the verb follows at once."""
    return len(before) == 2 and before[0].low == "who" and before[1].low in _MODAL


def changes_by_itself(verb: Token) -> bool:
    """ "How did EPS change": nothing is done to anything."""
    return _BY_ITSELF.match(verb.low) is not None


def _running_on(text: str, behind: list[Token], dated: set[Token]) -> list[Token]:
    """The words that go on without a small one: the verb, where it was already told from its subject."""
    run: list[Token] = []
    for token in behind:
        parted = re.search(r"[,;:.?!()]", text[(run[-1] if run else behind[0]).start : token.start])
        if not token.is_content or token in dated or parted:
            break
        run.append(token)
    return run


def _without_verb(text: str, offset: int, run: list[Token], behind: Token | None, *, yes_no: bool) -> list[list[Token]]:
    """Subject and object of what follows "did", "can" or "must"; nothing where they cannot be told apart.

    What is done to follows a name and one word, or stands behind its own determiner; how something changes has none.
    """
    if behind is not None and (behind.low in BE | {"have"} or changes_by_itself(behind)):
        return [run]
    owner = _OWNER.match(text[: run[-1].end - offset])
    free = [token for token in run if owner is None or token.start >= offset + owner.end()]
    held = run[: len(run) - len(free)]
    if len(free) < 2:
        return [run]
    last_is_verb = not re.search(r"(?<!s)s\Z", free[-1].low)
    if (behind is not None and behind.low in DETERMINERS | PRONOUNS) or _BY_ITSELF.match(free[-1].low):
        return [run[:-1]]
    named = next((at for at, token in enumerate(free) if token.text[0].islower()), len(free))
    many = next((at for at, token in enumerate(free[:-2], start=1) if re.search(r"(?<!s)s\Z", token.low)), 0)
    subject = named if not held and named else 1 if len(free) <= 3 and (yes_no or not last_is_verb) else many
    if not subject:
        return [] if yes_no else [run[:-1]]
    return [held + free[:subject], free[subject + 1 :]]
