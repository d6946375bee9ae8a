"""What a sentence says of one subject by several verbs, by several clauses or of several things, each told alone. Pure.

"The tenant must pay the rent and must not sublet" says "The tenant must not sublet". Only where it is beyond doubt that
the verbs share their subject, and that nothing behind a later one, or before the first, bounds an earlier one.
"""

import re
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.verification.wording.coordinated.clauses import clauses
from apps.verification.wording.coordinated.deeds import deeds
from apps.verification.wording.coordinated.parts import FRONT, is_plain, is_plain_subject
from apps.verification.wording.coordinated.things import things
from apps.verification.wording.coordinated.verbs import first_verb

LONGEST = 400  # characters of a sentence; longer ones are left as they are
# what may bound what stands before it, so that it is told of the last verb alone
_TAIL = (
    r"that|which|who|whom|whose|if|unless|when|whenever|where|wherever|till|while|whereas|because|although|though|since"
    r"|until(?!\s+(?:(?:the\s+end\s+of\s+)?(?:[A-Z]\w+\s+)?(?:19|20)\d\d))"
    r"|than|except|excluding|provid(?:ed|ing)|subject\s+to|so\s+that"
)
# with them a verb may have another subject or a clause of its own
_BARS = lazy_regex(
    rf"\b(?:(?P<tail>{_TAIL})|what|whatever|whether|how|why|so|or|nor|either|neither|both|respectively|each\s+other"
    r"|one\s+another|together|jointly|combined|only|hardly|scarcely|rarely|seldom|except\w*|let|lets|letting|ma[dk]e|makes"
    r"|making|possibly|probably|perhaps|apparently|presumably|maybe|likely|seemingly|arguably|help(?:s|ed|ing)?|hear[ds]?"
    r"|watch(?:es|ed)?|saw|sees?|said|says?|told|tells?|knew|know[ns]?|alleg\w+"
    r"|claim(?:ed|ing)|claims?\s+(?:to|it|he|she|they)|suppos\w+|reportedly|not\s+(?:only|just|merely)|alternately|in\s+turn"
    r"|between)\b|[:;?()\[\]“”\"—–]|\s-\s|['’]\s",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def each_alone(sentence: str) -> tuple[str, ...]:
    """Sentences of one verb or one clause each that ``sentence`` states together; none where that is not plain."""
    line = " ".join(sentence.split())
    if len(line) > LONGEST or not re.search(r"\s(?:and|but)\s", line):
        return ()
    bar = _BARS.search(line)
    if bar and not bar["tail"]:
        return ()
    plain = line[: bar.start()].rstrip(" ,") if bar else line
    opening = front[0] if (front := FRONT.match(line)) else ""
    verb = first_verb(plain, len(opening))
    subject = line[len(opening) : verb.start] if verb else ""
    told = list(deeds(line, plain, verb)) if verb and is_plain_subject(subject) else []
    if verb and not told and not bar and is_plain(subject):
        told = list(clauses(line, opening, verb))
    if not bar:
        told += [thing for one in told or [line] for thing in things(one)]
    return tuple(dict.fromkeys(told))
