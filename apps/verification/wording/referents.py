"""Whom a sentence that begins with a pronoun speaks of, as far as the sentence before it tells. Pure.

Of "Acme bought Borg in 2019. Its revenue rose." nobody can say that Borg's revenue rose: such a pronoun stands far more
often for the subject of the sentence before than for another that it names (the preference for subjects of centering
theory: Grosz, Joshi and Weinstein 1995). A claim that puts another name in its place goes beyond its source.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH
from apps.core.sentences import split_sentences
from apps.core.words import word_set
from apps.verification.lexicon import content_of, coverage_of, stem
from apps.verification.wording.coordinated.verbs import AMID, FINITE, first_verb

BEFORE = 1500  # characters of the passage before a quote in which the name is looked for
ANOTHER = "another"
MOST = 0.6  # of what the claim says of the name, which the sentence with the pronoun says
SOME = 0.3  # the same where the claim puts the pronoun's own name in the object's place
WHOLE = 0.9  # of a claim's content, which a sentence says that has the name itself
FURTHEST = 3  # sentences before the pronoun's, each of which begins with one itself
# lines have single spaces; what names somebody may be what the pronoun stands for
_TIME = (
    r"(?:in|on|at|by|after|before|since|during|from|until|for|within) "
    rf"(?-i:(?:the )?(?:[^,;:.A-Z]|{MONTH}){{0,40}}?),? "
    r"|(?:today|later|then|now|also|however|moreover|meanwhile|instead|furthermore|additionally|and|but|so|thus"
    r"|therefore),? "
)
_LEAD = rf"(?:{_TIME}|(?-i:[A-Z][a-z]* [^,;:.A-Z]{{1,60}}, ))?"
# what may be said of a name; a report that speaks of "the Company" means nobody else
_NOUN = (
    r"(?-i:company|firm|group|corporation|carrier|airline|retailer|manufacturer|insurer|bank|agency|university|college|club"
    r"|team|band|museum|city|town|village|country|state|river|party|union|charity|foundation|organi[sz]ation)"
)
_COMPANIES = word_set("company firm group corporation carrier airline retailer manufacturer insurer")
_OPENS = lazy_regex(
    rf"\W*{_LEAD}(?:(?P<pronoun>he|she|it|they|his|her|its|their)|the (?P<noun>{_NOUN})(?P<own>['’]s)?)\b(?!['’])\s*",
    re.IGNORECASE,
)
_LED = lazy_regex(rf"\W*(?:{_TIME})?", re.IGNORECASE)
_POSSESSIVE = frozenset(("his", "her", "its", "their"))
_OF_PERSONS = frozenset(("he", "she", "his", "her"))
_OF_THINGS = frozenset(("it", "its"))
_CLAUSE = lazy_regex(r".*?(?=[,;:(–—]|\s(?:that|and|but|which|who|when|where|while|because|if|as)\s|\Z)", re.DOTALL)
_WORD = lazy_regex(r"[^\W_]+(?:['’-][^\W_]+)*")
_NAMED = r"[A-Z][\w’'.&-]*(?:\s+(?:of\s+(?:the\s+)?)?[A-Z][\w’'.&-]*)*"
_OF = lazy_regex(rf"\s+of\s+(?P<who>(?:the\s+)?{_NAMED})")
_NAME = lazy_regex(r"[A-Z][\w’'.&-]*")
# before what may be a verb although none is known for one
_OPENING_NAME = lazy_regex(
    rf"(?P<name>(?:The\s+)?{_NAMED})\s+(?!(?:and|or|of|in|on|at|to|for|from|by|with|after|before)\b)[a-z]{{3,}}"
)
_ASIDE = lazy_regex(r", (?:an?|the|its|which) [^,]+,?\Z")
_ARTICLE = lazy_regex(r"(?:the|an?|its|their|his|her|our)\s+", re.IGNORECASE)
# many, whom no "he" and no "it" means: "Doctors treated her", "Police said"
_MANY = lazy_regex(
    r"[A-Z][a-z]+(?:ers|ors|ists|ysts|ians|ants|ents|ees|[a-z]men)|Police|People|Critics|Officials|Experts"
)
# what was made, found or named is rather what the next sentence speaks of
_MAKES = lazy_regex(
    r"\b(?:wrote|writes|painted|composed|discovered|(?:co-?)?founded|invented|built|designed|developed|patented|launched"
    r"|published|makes?|made|introduced|created|produce[sd]|hosts?|hosted|runs|directed|recorded|reported\s+on|completed"
    r"|renamed|known\s+as|called|named|pen\s+name|home|birthplace|native|where)\b",
    re.IGNORECASE,
)
_MUTUAL = lazy_regex(
    r"\b(?:met|meets?|married|marries|divorced|merged|borders?|bordered|(?:is|are|was|were|been|being)\b.*\bby)\b"
)
_SMALL = word_set("the a an of and")
_NO_NAMES = word_set("""
    according despite although though while when if because since as unlike like besides this that these those there
    here what who he she it they we i you one all both each some many most few several no none such another other
""")
_COMPANY = word_set("""
    inc ltd llc plc corp corporation company co group holdings bank university institute ministry department agency
    council committee commission court club party union association foundation hospital school college museum society
    church government board fund trust authority office bureau parliament senate army navy team band league airlines
    press news times post
""")
_TITLES = word_set("""
    mr mrs ms dr prof sir lady lord president king queen prince princess pope judge justice senator chancellor
    minister chairman chair governor mayor
""")


def other_meant(claim: str, content: str, start: int, end: int) -> str:
    """Whom content[start:end] may mean rather than whom the claim names; or nothing.

    Only where the sentence that says the claim begins with a pronoun or "the company", the claim has a name there, and
    the sentence before has another one for its subject.
    """
    claim, begin = " ".join(claim.split()), max(0, start - BEFORE)
    text = content[begin:end]
    spans = split_sentences(text)[1 if begin else 0 :]  # the first may be cut
    lines = [" ".join(text[span.start : span.end].split()) for span in spans]
    quoted = [at for at, span in enumerate(spans) if span.end > start - begin]
    if any(coverage_of(claim, lines[at]) >= WHOLE for at in quoted if not _OPENS.match(lines[at])):
        return ""
    for at in quoted:
        if at and (opening := _OPENS.match(lines[at])):
            other = _rather_than_claimed(claim, opening, lines[max(0, at - FURTHEST) : at], content)
            if other:
                return other
    return ""


def _rather_than_claimed(claim: str, opening: re.Match[str], before: list[str], content: str) -> str:
    """The same of the sentence with this opening, ``before`` which these stand."""
    pronoun, behind = (
        (opening["pronoun"] or ("its" if opening["own"] else "it")).lower(),
        opening.string[opening.end() :],
    )
    who = _owner(claim, behind) if pronoun in _POSSESSIVE else _doer(claim, behind)
    if not who or not _is_name(who):
        return ""
    turned, said = content_of(who) <= content_of(behind), content_of(claim) - content_of(who)
    if len(said & content_of(opening.string)) < (SOME if turned else MOST) * len(said):
        return ""
    if turned:  # "It acquired Vale": somebody else than Vale did
        if _MUTUAL.search(claim):
            return ""
        return ANOTHER if pronoun not in _POSSESSIVE and content_of(who) <= content_of(_CLAUSE.match(behind)[0]) else ""
    noun = opening["noun"]
    if noun and stem(noun) in _stems(who):
        return ""
    for line in reversed(before):
        if not _OPENS.match(line):
            subject = _subject(line)
            if not subject or (noun and noun not in _COMPANIES and stem(noun) not in _stems(subject)):
                return ""
            made = _MAKES.search(line, len(subject))
            return subject if _may_be_meant(subject, pronoun, content) and not made and not _same(who, subject) else ""
    return ""


def _doer(claim: str, behind: str) -> str:
    """What the claim has before the words that stand behind the pronoun, or before its verb."""
    words = [one[0].lower() for one in _WORD.finditer(behind) if not _is_amid(one[0])][:2]
    mine = [one for one in _WORD.finditer(claim) if not _is_amid(one[0])]
    low = [one[0].lower() for one in mine]
    for told in (words, words[:1] if words and words[0] not in FINITE else []):
        at = next((i for i in range(1, len(low)) if told and low[i : i + len(told)] == told), 0)
        if at:
            return _bare(claim[: mine[at].start()])
    return ""


def _is_amid(word: str) -> bool:
    return word.lower() in AMID or word.endswith("ly")


def _owner(claim: str, behind: str) -> str:
    """Whose the claim says the thing is that stands behind the pronoun."""
    thing = _WORD.match(behind)
    if thing is None:
        return ""
    owned = re.search(rf"(.+?)(?:['’]s|(?<=s)['’])\s+{re.escape(thing[0])}\b", claim)
    if owned:
        return _bare(owned[1])
    found = re.search(rf"\b{re.escape(thing[0])}\b", claim, re.IGNORECASE)
    of = _OF.match(claim, found.end()) if found else None
    return of["who"] if of else ""


def _bare(text: str) -> str:
    """Without what dates it."""
    return text[_LED.match(text).end() :].strip(" ,")


def _subject(line: str) -> str:
    """The name that is the subject of a sentence; nothing where it has none, or where nobody can tell."""
    line = line[_LED.match(line).end() :]
    verb, opens = first_verb(line, 0), _OPENING_NAME.match(line)
    subject = line[: verb.start].strip() if verb else opens["name"] if opens else ""
    words = _ASIDE.sub("", subject).split()
    while words and _is_amid(words[-1]):  # "Gauss later solved"
        words.pop()
    subject = " ".join(words)
    return subject if subject and "," not in subject and _is_name(subject) else ""


def _is_name(text: str) -> bool:
    """Whether it is a name or begins with one, an article apart: "the Rhine", "Marie Curie", "Acme Inc."."""
    bare = text[found.end() :] if (found := _ARTICLE.match(text)) else text
    return bool(_NAME.match(bare)) and bare.split()[0].lower() not in _NO_NAMES


def _may_be_meant(subject: str, pronoun: str, content: str) -> bool:
    """Whether the pronoun can stand for the subject: "he" for no company, "it" for no person."""
    words = [one[0] for one in _WORD.finditer(subject)]
    company = not _COMPANY.isdisjoint(word.lower() for word in words) or bool(_ARTICLE.match(subject))
    if pronoun not in ("they", "their") and len(words) == 1 and _MANY.fullmatch(words[0]):
        return False
    if pronoun in _OF_PERSONS:
        return not company
    if pronoun in _OF_THINGS:
        return company or (len(words) == 1 and not _is_person(words[0], content))
    return True


def _is_person(name: str, content: str) -> bool:
    """Whether the passage gives a single name another before it, or a title."""
    before = re.findall(rf"\b([A-Z]\w*\.?)\s+{re.escape(name)}\b", content)
    return any(not word.endswith(".") or len(word) == 2 or word.lower()[:-1] in _TITLES for word in before)


def _same(who: str, subject: str) -> bool:
    """Whether both may be one: the shorter name is in the longer, begins a word of it, or is its initials."""
    one, other = sorted((_stems(who), _stems(subject)), key=len)
    short = "".join(one)
    initials = {"".join(word[0] for word in each) for each in (one, other)}
    if set(one) <= set(other) or not initials.isdisjoint((short, "".join(other))):
        return True
    return len(one) == 1 and len(short) > 2 and any(word.startswith(short) for word in other)


def _stems(text: str) -> list[str]:
    words = (one[0].lower() for one in _WORD.finditer(text))
    return [stem(word) for word in words if word not in _SMALL and word not in _TITLES]
