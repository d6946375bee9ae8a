"""What a claim denies and its source asserts, or the other way round, and words of opposite meaning. Pure."""

from apps.verification.numbers.neighbours import clauses_with_figures_of
from apps.verification.wording.clauses import Term, Token, prefixed_opposites, terms_of, tokens_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding


def opposed_findings(claimed: str, told: str) -> list[ModalityFinding]:
    """Words that one text denies and the other does not, in the places that fit each other best."""
    claim, source = tokens_of(claimed), tokens_of(told)
    prefixed = prefixed_opposites(claim, source)
    mine, theirs = terms_of(claim, prefixed), terms_of(source, prefixed)
    found = []
    for term in mine:
        other = _opposed(term, mine, theirs)
        if other is None or (_fit(term, other) == 0 and len(claim) > 4):
            continue
        by_cue = bool(term.cue) != bool(other.cue)
        if not by_cue and not _same_thing(term, other, claim, source):
            continue
        if _has_its_figures(term, [one for one in theirs if one.base == term.base], claimed, told):
            continue
        fault = _fault_of(term, by_cue=by_cue)
        found.append(ModalityFinding(fault=fault, claimed=_shown(claim, term), source=_shown(source, other)))
    return found


def _opposed(term: Term, mine: list[Term], theirs: list[Term]) -> Term | None:
    """Where the source says the opposite of ``term``, if that place fits it better than any that agrees with it."""
    rivals = [other for other in theirs if other.base == term.base]
    against = [other for other in rivals if other.sign != term.sign and not _both_in_scope(term, other)]
    both_there = len(against) < len(rivals)
    if not against or (both_there and any(one.base == term.base and one.sign != term.sign for one in mine)):
        return None
    agreeing = max((_fit(term, other) for other in rivals if other not in against), default=-1)
    best = max(against, key=lambda other: _fit(term, other))
    return best if _fit(term, best) > agreeing else None


def _has_its_figures(term: Term, rivals: list[Term], claim: str, source: str) -> bool:
    """Whether a source that says both says what the claim does where it has the claim's figures."""
    if len({one.sign for one in rivals}) < 2:
        return False
    parts = clauses_with_figures_of(claim, source)
    signs = [{one.sign for one in terms_of(tokens_of(part)) if one.base == term.base} for part in parts]
    return bool(signs) and all(one == {term.sign} for one in signs)


def _both_in_scope(term: Term, other: Term) -> bool:
    """Both stand under a negation, only one of them as its first word: "no legal or agreed definition"."""
    return bool(term.cue) != bool(other.cue) and term.in_scope and other.in_scope


def _same_thing(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Whether two opposite words are said of the same: their neighbours agree, or what follows before and after."""
    if term.base.split("/")[0] in ("befor", "abov"):
        return _following(claim, term.index) == _following(source, other.index) != ""
    return _fit(term, other) >= 2 or len(term.near) <= 2


def _fit(term: Term, other: Term) -> int:
    return len(term.near & other.near)


def _fault_of(term: Term, *, by_cue: bool) -> ModalityFault:
    if term.base.startswith("allow/"):
        return ModalityFault.PERMISSION
    return ModalityFault.NEGATION if by_cue else ModalityFault.DIRECTION


def _following(tokens: list[Token], at: int) -> str:
    return next((token.stem for token in tokens[at + 1 : at + 5] if token.content), "")


def _shown(tokens: list[Token], term: Term) -> str:
    word = tokens[term.index].text
    return f"{term.cue} … {word}" if term.cue else word
