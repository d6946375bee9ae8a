"""A question that is only a piece ("and for second homes?"), put into the last one. English, by rules. Pure.

Each part of the piece takes the place of its own kind: a period that of the period, a name that of the name, what
begins with a preposition that of what begins with the same one, and a thing that of a thing (``slots``).
What has no place in the last question stands behind it.
"""

import re
from collections.abc import Collection, Sequence

from apps.core.patterns import lazy_regex
from apps.retrieval.conversation.deeds import counted_object, other_deed
from apps.retrieval.conversation.other_names import elsewhere, other_name
from apps.retrieval.conversation.periods import at_time, other_edge, parted, periods_in
from apps.retrieval.conversation.references import owner_in, replaced, topic_of
from apps.retrieval.conversation.slots import Slot, is_alike, slot_for, slots_of, thing_of, with_preposition
from apps.retrieval.phrases import PREPOSITIONS, Token, tokens_of

_ASKED_THING = lazy_regex(
    r"(?P<asked>(?:how (?P<count>many|much)|which|what)\s+(?P<thing>[\w&’'-]+(?:\s[\w&’'-]+){0,3}?))"
    r"(?P<rest>(?:\s(?:in|for|on|at|from|during|under|with)\s.+)?)\Z",
    re.IGNORECASE,
)
_ASKED_WHERE = lazy_regex(r"(?:in|for|on|at|from|during|under|with)\s(?:which|what)\s[\w&’'-]+\Z", re.IGNORECASE)
_COUNTS = lazy_regex(r"how (?:many|much)\b\s*", re.IGNORECASE)
_ASKED_BEFORE = lazy_regex(
    r"(?:how (?:many|much)|which|what)\s(?:[\w&’'-]+\s){1,4}?"
    r"(?P<auxiliary>(?:do|does|did|can|may|must|will|should)\s)(?P<subject>.+?)\s(?P<verb>[a-z]+)(?P<behind>(?:\s(?:in|for|on|at|from|during|under|with)\s.+)?)\Z",
    re.IGNORECASE,
)
_HAVING = r"(?:operate|own|run|employ|hold|lease|sell|manage|have)"  # each of its own kind of thing
_ADDED = lazy_regex(
    r"\A(?:(?:compared|versus|vs|relative|excluding|including|except|besides|despite|adjusted for|net of|per|because|"
    r"due)\b|(?:(?:quarter|year|month|week|dai|annual)ly|afterwards|thereafter|later|online|today|now)\Z)",
    re.IGNORECASE,
)
_MOST = r"(?:most|least|best|worst|[a-z]{2,}est)"
_ITS = lazy_regex(r"\A(?:its|their)\s+", re.IGNORECASE)


def changed(last: str, fragment: str, back: Sequence[Token], names: Collection[str]) -> str:
    """The last question with the period, the name, the condition or the thing that the fragment names."""
    fragment = _uncapitalised(fragment)
    if back and (done := other_deed(last, fragment)):
        return done
    if back:
        fragment, about = _without_pronoun(last, fragment, back, names)
        if about:
            return f"What about {fragment}"
    if at_place := elsewhere(last, fragment):
        return at_place
    if _ADDED.match(fragment):
        return f"{last} {fragment}"
    if at_edge := other_edge(last, fragment):
        return at_edge
    if done := other_deed(last, fragment):
        return done
    rest, told = parted(fragment, last)
    last, rest = other_name(at_time(last, told) if told else last, rest, names)
    if not tokens_of(rest):
        return last
    if tokens_of(rest)[0].low in PREPOSITIONS | {"of"}:
        return _other_condition(last, rest)
    return _other_thing(last, rest, names)


def asked_of_subject(last: str, core: str, names: Collection[str]) -> str | None:
    """ "And how many employees?": it names a thing and nobody who has it; asked of whom the last question asked.

    None for what has a subject or a verb of its own.
    """
    if counted := counted_object(last, core) or _other_extreme(last, re.sub(r"\Awhich\s+", "", core, flags=re.I)):
        return counted
    if _ASKED_WHERE.match(core):
        return f"{core}, as to {topic_of(last)}"
    if (counted := _COUNTS.match(core)) and _COUNTS.match(last) and _tells_condition(core[counted.end() :]):
        return changed(last, core[counted.end() :], (), names)
    rest, told = parted(core, last)
    asked = _ASKED_THING.match(rest)
    if asked is None or not _is_thing(asked["thing"], counted=asked["count"] is not None):
        return None
    last = at_time(last, told) if told else last
    period = next((each for each in periods_in(last) if each.end == len(last)), None)
    body, when = (last[: period.start].rstrip(), f" {last[period.start :]}") if period else (last, "")
    before = _ASKED_BEFORE.match(body)
    if before:
        verb = re.sub(rf"\A{_HAVING}\Z", "have", before["verb"])
        said = f"{asked['asked']} {before['auxiliary']}{before['subject']} {verb}{before['behind']}{when}"
    elif owner := owner_in(last, names):
        said = f"{asked['asked']} does {owner} have"
    else:
        return f"{core}, as to {topic_of(last)}"
    return _other_condition(said, asked["rest"].strip()) if tokens_of(asked["rest"]) else said


def _uncapitalised(fragment: str) -> str:
    """The first word as it stands inside a sentence, where it is surely no name."""
    first = tokens_of(fragment)[0]
    plain = first.is_small or _ADDED.match(fragment)
    return f"{fragment[0].lower()}{fragment[1:]}" if plain and first.text.istitle() else fragment


def _without_pronoun(last: str, fragment: str, back: Sequence[Token], names: Collection[str]) -> tuple[str, bool]:
    """The fragment with what its pronoun stands for, and whether it is a question of its own about that."""
    if re.search(r"\bones?\Z", fragment) and (slot := slot_for(fragment, slots_of(last, names))):
        return f"{fragment.rsplit(' ', 1)[0]} {tokens_of(slot.text)[-1].text}", False
    if (own := _ITS.match(fragment)) and _has_owner(last, fragment[own.end() :], names):
        return fragment[own.end() :], False
    if own and (slot := slot_for(fragment, slots_of(last, names))) and _ITS.fullmatch(last[: slot.start][-own.end() :]):
        return fragment[own.end() :], False
    said = replaced(fragment, back, last, names)
    return said, tokens_of(said)[0].low not in PREPOSITIONS


def _has_owner(last: str, thing: str, names: Collection[str]) -> bool:
    """Whether what was asked for is somebody's, and a thing of the same one can take its place."""
    asked = next((slot for slot in slots_of(last, names) if slot.rank == 0), None)
    if asked is None or not (asked.manner == "open" or re.match(r"\s+of\s+[A-Z]", last[asked.end :])):
        return False
    return not last.lower().startswith("who") or is_alike(thing, asked)


def _tells_condition(rest: str) -> bool:
    return any(token.low in PREPOSITIONS for token in tokens_of(rest)[:1])


def _is_thing(thing: str, *, counted: bool) -> bool:
    """Nouns without a verb: behind a plural one a verb may stand; which of them are verbs cannot be told of three."""
    tokens = tokens_of(thing)
    plain = all(token.is_content for token in tokens)
    last_alone = not any(re.search(r"(?<!s)s\Z", token.low) for token in tokens[:-1])
    return bool(tokens) and plain and last_alone and len(tokens) <= (4 if counted else 2)


def _other_condition(last: str, fragment: str) -> str:
    """ "For a second home" in the place of the last question's "for …"; behind it where it has none."""
    preposition = tokens_of(fragment)[0].low
    found = with_preposition(last, preposition)
    if found is None:
        found = _other_side(last, fragment)
    if found is None:
        return f"{last} {fragment}"
    start, end = found
    return f"{last[:start]}{fragment}{last[end:]}"


def _other_side(last: str, fragment: str) -> tuple[int, int] | None:
    """ "With notice" takes the place of "without notice"."""
    said = thing_of(fragment.partition(" ")[2])
    for slot in slots_of(last, ()):
        if said is not None and slot.preposition and slot.head == said.head:
            return last[: slot.start].rstrip().rfind(" ") + 1, slot.end
    return None


def _other_thing(last: str, fragment: str, names: Collection[str]) -> str:
    """The thing, with what tells of it, in the place of the last question's thing of its kind."""
    slots = slots_of(last, names)
    if extreme := _other_extreme(last, fragment):
        return extreme
    governing = {slot.preposition for slot in slots if slot.preposition} - {"of"}
    at = next((token.start for token in tokens_of(fragment)[1:] if token.low in governing), len(fragment))
    thing, condition = fragment[:at].rstrip(), fragment[at:]
    slot, said = slot_for(thing, slots), thing_of(thing)
    if slot is None or said is None or (_is_counted(slot, last) and not said.plural and not said.determiner):
        return f"What about {fragment}, as to {topic_of(last)}"
    end = _end_of(slot, slots, last, thing)
    put = f"{last[: slot.start]}{_in_place_of(slot, thing, said, last[end:])}{_having(last[end:], slot, said, last)}"
    return _other_condition(put, condition) if condition else put


def _other_extreme(last: str, fragment: str) -> str | None:
    """ "The lowest" in the place of "the highest"; None for anything else."""
    most = re.search(rf"\b{_MOST}(?=\s|\Z)", last)
    if most is None or not re.fullmatch(rf"(?:the\s+)?{_MOST}", fragment):
        return None
    return last[: most.start()] + tokens_of(fragment)[-1].text + last[most.end() :]


def _is_counted(slot: Slot, last: str) -> bool:
    """ "How many stores", "which gifts": no cash takes their place."""
    return slot.plural and re.search(r"\b(?:how many|which)\s\Z", last[: slot.start], re.IGNORECASE) is not None


def _end_of(slot: Slot, slots: list[Slot], last: str, thing: str) -> int:
    """Where the thing ends that is given up: "cost of sales" is one, "duties of the tenant" are the tenant's."""
    end = slot.end
    for each in slots:
        whole = each.preposition == "of" and last[end : each.start].strip().lower() == "of"
        if whole and slot.head != each.head and (not each.determiner or " of " in thing):
            end = each.end
    return end


def _in_place_of(slot: Slot, thing: str, said: Slot, behind: str) -> str:
    """The thing with the determiner it lacks: "the application fee" gives way to "the appraisal fee"."""
    if slot.manner == "open":
        return re.sub(r"\A(?:the|an?)\s+", "", thing)
    lacks = slot.determiner and not said.determiner and slot.determiner not in {"a", "an"}
    return f"{slot.determiner} {thing}" if lacks and (said.head == slot.head or behind.startswith(" of ")) else thing


def _having(behind: str, slot: Slot, said: Slot, last: str) -> str:
    """What stands behind the thing; who operates stores has employees."""
    counted = slot.rank == 0 and said.plural and said.head != slot.head
    if not counted or not re.match(r"\s+(?:do|does|did|can|may|must|will|should)\s", behind):
        return behind
    return re.sub(rf"(?<=\s){_HAVING}(?=\s|\Z)", "have", behind, count=1)
