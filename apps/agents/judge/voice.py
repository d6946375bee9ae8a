"""A claim put as a company's own report would put it: "Netflix pays no dividends" as "we pay no dividends". Pure.

Only a document that by its title is a company's own report speaks of that company as "we" or "the Company": not what an
analyst writes on it, not a contract, in which "the Company" is a party, and not the auditors' words in the report.
"""

import re
from functools import lru_cache

from apps.agents.reading.context import Place, titled
from apps.agents.reading.words import content_words
from apps.core.patterns import lazy_regex
from apps.core.words import word_set

_OWN_REPORT = lazy_regex(
    r"\b(?:10-?[KQ]|8-?K|20-?F|6-?K|annual|quarter(?:ly)?|(?:20\d\d)?Q[1-4](?:20\d\d)?|(?:20\d\d)?q[1-4]|earnings|results|interim"
    r"|half-?year|press release|registration statement|prospectus|proxy statement|sustainability report|form \d)\b",
    re.IGNORECASE,
)
_BY_ANOTHER = lazy_regex(
    r"\b(?:research|analysts?|rating|review|coverage|outlook on|note on|report on|versus|vs|against|re|letter"
    r"|agreement|contract|opinion|complaint|comment|transcript|interview|compar\w+)\b",
    re.IGNORECASE,
)
_AUDITORS = lazy_regex(
    r"\b(?:our (?:responsibility|audits?)\b|we (?:have )?(?:also )?(?:audited|conducted)|in our opinion"
    r"|independent registered public)",
    re.IGNORECASE,
)
_PARTIES = lazy_regex(
    r"\b(?:hereby|hereunder|hereto|hereof"
    r"|(?i:the) (?:Part(?:y|ies)|Buyer|Seller|Purchaser|Licens(?:ee|or)|Less(?:ee|or)|Tenant|Landlord|Vendor"
    r"|Executive))\b"
)
_QUOTED = lazy_regex(r"“[^”]*”|\"[^\"]*\"|«[^»]*»")
_WE = lazy_regex(r"\b(?:[Ww]e|WE|[Oo]ur|OUR|us|[Oo]urs)\b")
_US = lazy_regex(r"\b(?:us|[Oo]urs)\b")  # "US" is a country
_THE_COMPANY = lazy_regex(r"\b[Tt]he (Company|Corporation|Registrant)\b")  # in small letters it may be any
_NAME = lazy_regex(
    r"(?:(?<![\w.,$€£¥-])\d{1,3})?[A-Z][\w&-]*(?:\.com)?"  # "3M" too
    + r"(?:,? (?:Inc|Ltd|Plc|plc|PLC|Corp|AG|SE|Co)\b\.?)?(?:['’]s?(?!\w))?"
)
_SPEAKER = lazy_regex(r"\b[Tt]he (?:Company|Corporation|Registrant)\b(?P<owns>['’]s)?")
_OURS = lazy_regex(r"\b(?:[Oo]urs?|[Tt]he (?:Company|Corporation|Registrant)['’]s)\b")
_FORM = lazy_regex(r",? (?:Inc|Ltd|Plc|plc|PLC|Corp|AG|SE|Co)\b\.?")
_OF_SEVERAL = {"has": "have", "is": "are", "was": "were", "does": "do", "hasn't": "haven't", "isn't": "aren't"}
_VERB = lazy_regex(rf"\b(we (?:\w+ly )?)({'|'.join(sorted(_OF_SEVERAL, reverse=True))})\b")
_ITS = lazy_regex(r"\b[Ii]ts\b")
_GOVERNED = lazy_regex(r"\b(?:of|by|for|to|with|from|against)\s\Z")
_OPENING = word_set(
    "in at on as of by for during since until after before under over with the a an its this net total gross"
)


def in_own_voice(claim: str, place: Place) -> str:
    """``claim`` with the name of the company that speaks in ``place`` as it speaks of itself there; else as it is."""
    said = _QUOTED.sub(" ", place.text)
    # where others act on "us", the company is not who acts
    we, company = None if _US.search(said) else _WE.search(said), _THE_COMPANY.search(said)
    if not (we or company) or not speaks_for_itself(place):
        return claim
    own = ("we", "our", "us") if we else (company[0], f"{company[0]}'s", company[0]) if company else ("", "", "")
    spoken = False
    for start, end in reversed(_names_in(claim)):
        name = claim[start:end]
        bare = _FORM.sub("", re.sub(r"['’]s?\Z", "", name))
        stems = content_words(bare)
        if stems and len(titled(stems, place)) == len(set(stems)):
            owns, governed = bare != _FORM.sub("", name), bool(_GOVERNED.search(claim[:start]))
            claim = f"{claim[:start]}{own[1 if owns else 2 if governed else 0]}{claim[end:]}"
            spoken = bool(we)
    return _plural(claim) if spoken else claim


def is_of_another(claim: str, place: Place) -> bool:
    """Whether a place of a company's own report may speak of somebody else than ``claim`` does.

    It says "we", which the claim cannot be put as, or nothing of what is "ours", or it lacks a name that the claim has:
    who speaks and who is spoken of is then not in the words.
    """
    if not speaks_for_itself(place):
        return False
    if (put := in_own_voice(claim, place)) != claim:
        return bool(_OURS.search(put)) and not _OURS.search(place.text)
    if _WE.search(place.text) or _THE_COMPANY.search(place.text):
        return True
    named = [(start, claim[start:end]) for start, end in _names_in(claim)]
    return any(name not in place.text and (start or titled(content_words(name), place)) for start, name in named)


def without_speaker(text: str, place: Place) -> str:
    """``text`` with "we" for the company whose own report ``place`` is of, and nothing for "its" and "our"."""
    if not speaks_for_itself(place):
        return text
    for start, end in reversed(_speaker_in(text, place)):
        owns = re.search(r"['’]s?\Z", _FORM.sub("", text[start:end]))
        text = f"{text[:start]}{'' if owns else 'we'}{text[end:]}"
    return _SPEAKER.sub(lambda said: "" if said["owns"] else "we", text)


def names_speaker(text: str, place: Place) -> bool:
    """Whether ``text`` names the company whose own report ``place`` is of."""
    return speaks_for_itself(place) and bool(_speaker_in(text, place))


def _speaker_in(text: str, place: Place) -> list[tuple[int, int]]:
    """Where ``text`` names nobody but whom the title of the document names."""
    found = []
    for start, end in _names_in(text):
        stems = content_words(re.sub(r"['’]s?\Z", "", _FORM.sub("", text[start:end])))
        if stems and len(titled(stems, place)) == len(set(stems)):
            found.append((start, end))
    return found


def _plural(claim: str) -> str:
    """Verbs and possessives that go with "we"."""
    claim = _VERB.sub(lambda verb: f"{verb[1]}{_OF_SEVERAL[verb[2]]}", claim)
    return _ITS.sub(lambda its: "Our" if its[0][0] == "I" else "our", claim)


@lru_cache(maxsize=2048)
def _names_in(claim: str) -> tuple[tuple[int, int], ...]:
    """Runs of words in capitals, each up to its possessive: of "Best Buy's International segment" the first two."""
    runs: list[list[int]] = []
    owned = True
    for word in _NAME.finditer(claim):
        if word[0].lower() in _OPENING:
            owned = True
            continue
        if not owned and claim[runs[-1][1] : word.start()] == " ":
            runs[-1][1] = word.end()
        else:
            runs.append([word.start(), word.end()])
        owned = word[0][-1] in "'’" or word[0][-2:] in ("'s", "’s")
    return tuple((start, end) for start, end in runs)


def speaks_for_itself(place: Place) -> bool:
    """Whether a place is of a company's own report, in which "we" and "the Company" are that company."""
    chunk = place.chunk
    return _is_own_report(f"{chunk.title} {chunk.filename}") and not _speaks_for_others(chunk.content)


@lru_cache(maxsize=512)
def _is_own_report(title: str) -> bool:
    spelled = title.replace("_", " ").replace(".", " ")
    return bool(_OWN_REPORT.search(spelled)) and not _BY_ANOTHER.search(spelled)


@lru_cache(maxsize=512)
def _speaks_for_others(content: str) -> bool:
    return bool(_AUDITORS.search(content) or _PARTIES.search(content))
