"""A text's sentences as claims. Pure; offsets count into the text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from apps.agents.reading.cited import VERB, CitedSentence, read_cited
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words
from apps.retrieval.readers import KINDS
from apps.verification.types import LONGEST_CLAIM, ClaimDraft, ClaimType, Importance
from apps.verification.wording.lists import head_text

# sentences on the documents themselves; what they speak of must open the sentence ("the insulation materials …")
_ABOUT_DOCUMENTS = re.compile(
    r"(?:(?:however|also|moreover|further|furthermore|beyond that|otherwise|unfortunately),?\s+)?"
    r"(?:(?:(?:the|these|those|your|both|all)\s+)?(?:(?:provided|available|retrieved|found|cited|given)\s+"
    r"(?:documents?|sources?|passages?|context|materials?)|documents?|sources?|passages?|context)"
    r"(?:\s+(?:provided|available|retrieved|found|cited|given|here|themselves|I have|in (?:this|the|your)\s"
    r"(?:workspace|collection|context)))?"
    r"\s+(?:also\s+|further\s+|therefore\s+)?"
    r"(?:(?:(?:do|does|did) not|don['’]t|doesn['’]t|cannot|never)\s+(?:contain|mention|say|state|include|provide|"
    r"address|cover|answer|specify)\b|(?:differ|disagree|conflict|contradict each other)\b)"
    r"|I (?:do not|don['’]t|could not|couldn['’]t) (?:have|find)\b.{0,40}\b(?:information|answer|documents?|sources?)\b"
    r"|(?:there (?:is|was) )?no (?:information|answer|mention)\b.{0,60}\b(?:documents?|sources?|passages?|context)\b)",
    re.IGNORECASE,
)
# sentences on the text itself: what it deals with, not what it states
_ABOUT_ITSELF = re.compile(
    rf"(?:this|the (?:present|following))\s+(?:{'|'.join(KINDS)}|answer|sections?|chapters?|introduction)\s+"
    r"(?:(?:first|then|also|does not|do not)\s+)?(?:covers?|describes?|summari[sz]es?|sets? out|presents?|explains?|"
    r"outlines?|examines?|reviews?|discuss(?:es)?|deals? with|address(?:es)?|compares?|introduces?|"
    r"gives? an overview|looks? at|is (?:organi[sz]ed|structured|divided))\b"
    r"(?!\s+(?:that|why)\b)(?!.*\b(?:because|why|(?:fact|evidence|proof|finding|conclusion)s?\s+that)\b)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"[“\"«][^”\"»]*[”\"»]")
_TOPIC = re.compile(r"\b(?:information|answer|details?|data|mention)\s+(?:about|on|of|regarding|concerning)\s[^,;:]*")
_SUBORDINATE = re.compile(r"\b(?:that|which|who|whose|how|whether|what|when|where|why|if)\b", re.IGNORECASE)
_AND = re.compile(r"\band\b")
_STATED_FIGURE = re.compile(r"(?<![\w-])(?!(?:19|20)\d\d\b)\d")  # a bare year dates what is spoken of
_JOINT = re.compile(
    r"[;:]|\s[–—-]\s|,\s+(?:and|but|which|who|while|whereas|although|though|so|yet|however)\b|\b(?:but|however|whereas|"
    r"although|though)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
_DEFINITION = re.compile(
    r"[“\"][^”\"]{1,80}[”\"]\s+(?:means|refers to|is defined|shall mean)\b|\b(?:means|is defined as|refers to|"
    r"stands for|is the term for)\b",
    re.IGNORECASE,
)
_POLICY = re.compile(
    r"\b(?:must|shall|may(?!\s+\d)|should|need(?:s)? to|required to|requires?|prohibited|forbidden|permitted|"
    r"allowed|entitled|eligible|obliged|"
    r"not exceed|has to|have to|cannot)\b",
    re.IGNORECASE,
)
_NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
    r"hundred|thousand|million|billion|"
    r"half|third|quarter|percent|twice|double)\b",
    re.IGNORECASE,
)
_CLAUSE_JOINT = re.compile(r";\s+(?:and\s+|but\s+|or\s+)?|,\s+(?:and|but|while|whereas)\s+")
# What holds for one clause may hang on the other: such sentences stay whole.
_HANGS_TOGETHER = re.compile(
    r"\b(?:if|unless|except|provided|only|when|where|until|otherwise|subject to|without|neither|either|whether|"
    r"respectively|not only|both|each|"
    r"than|because|although|though|however|according to|upon|alleged(?:ly)?|as long as|"
    r"with(?:out)? (?:\S+ ){0,5}?(?:consent|approval|permission))\b"
    r"|\A(?:in|on|at|for|under|within|during|after|before|with|as of)\s[^,;]{1,60},\s(?!and\b|but\b|while\b|whereas\b)",
    re.IGNORECASE,
)
# what turns the sense of a list by standing over it
_TURNS_A_LIST = re.compile(
    r"\b(?:may|must|shall|should|can|cannot|will|not|no|never|none|without|except|only|unless|allow\w*|permit\w*|"
    r"prohibit\w*|forbid\w*|forbade|bans?|banned|entitled|(?:in)?eligible|requir\w*|exclud\w*|includ\w*|exempt\w*|cover\w*|"
    r"deni\w*|refus\w*|accept\w*|reject\w*|un\w+ed)\b|n['’]t\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])\s")
_SUBJECT_AND_VERB = re.compile(
    r"\A(?:the|an?|this|these|those|our|its|their|each|any|all|no|we|it|they|[A-Z][\w&.’'-]*)\b.{0,120}?\b(?:is|"
    r"are|was|were|has|have|had|must|may|shall|"
    r"will|can|cannot|should|does|do|did|\w{3,}(?:ed|es))\b"
)
_SHORTEST_CLAUSE = 4  # words
MOST_ITEMS = 100  # of a list, whose citations what announces it takes
_TRANSITION = re.compile(
    r"\A(?:in summary|in short|overall|to summari[sz]e|for example|as follows|the following)\b", re.IGNORECASE
)


def claims_of(text: str, question: Question) -> tuple[ClaimDraft, ...]:
    """Every claim of ``text`` in order: text[start_offset:end_offset] == claim_text, without an anchor inside."""
    claims = []
    for sentence in _with_keys_of_items(text, read_cited(text)):
        if sentence.heading:
            continue
        for low, high in sentence.bodies:
            for start, end in _clauses(text, low, high):
                claims.append(_claim(text, start, end, sentence, question))
    return tuple(claims)


def _with_keys_of_items(text: str, sentences: tuple[CitedSentence, ...]) -> Iterator[CitedSentence]:
    """The sentences; one without a citation that announces a list cites what the items cite."""
    for number, sentence in enumerate(sentences):
        if not _announces_list(text, sentence):
            yield sentence
            continue
        items = takewhile(lambda one: _ITEM.match(text, one.start), sentences[number + 1 : number + 1 + MOST_ITEMS])
        yield replace(sentence, keys=tuple(dict.fromkeys(key for item in items for key in item.keys)))


def open_list(text: str, end: int) -> int:
    """Where the list is announced that text[:end] ends in, which may still go on; ``end`` if it ends in none."""
    for sentence in reversed(read_cited(text)):
        if sentence.start < end and not _ITEM.match(text, sentence.start):
            return sentence.start if _announces_list(text, sentence) else end
    return end


def _announces_list(text: str, sentence: CitedSentence) -> bool:
    return not sentence.keys and not sentence.heading and text[sentence.start : sentence.end].endswith(":")


def _clauses(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """The clauses of a body where each can stand alone; otherwise the body."""
    body = text[low:high]
    if len(body) > LONGEST_CLAIM or _HANGS_TOGETHER.search(body):
        return [(low, high)]
    cuts = [0]
    for joint in _CLAUSE_JOINT.finditer(body):
        if _stands_alone(body[cuts[-1] : joint.start()]) and _stands_alone(body[joint.end() :]):
            cuts += [len(body[: joint.start()].rstrip()), joint.end()]
    cuts.append(len(body))
    return [(low + start, low + end) for start, end in zip(cuts[::2], cuts[1::2], strict=True)]


def _stands_alone(clause: str) -> bool:
    clause = clause.strip()
    return (
        len(clause.split()) >= _SHORTEST_CLAUSE
        and bool(_SUBJECT_AND_VERB.match(clause))
        and clause.count("(") == clause.count(")")
    )


def _claim(text: str, start: int, end: int, sentence: CitedSentence, question: Question) -> ClaimDraft:
    words = text[start:end]
    kind = claim_type(words)
    needs_source = not about_the_text(words) and not words.rstrip().endswith("?") and not _announces(words)
    return ClaimDraft(
        claim_text=words,
        claim_type=kind,
        importance=_importance(words, kind, question, needs_source=needs_source),
        requires_citation=needs_source,
        start_offset=start,
        end_offset=end,
        citations=sentence.keys,
        under=head_text(text, start),
    )


def about_the_text(words: str) -> bool:
    """Whether a sentence speaks of what the documents leave out or the text deals with, and states nothing besides."""
    unquoted = _QUOTED.sub("", words)
    about = _ABOUT_DOCUMENTS.match(unquoted) or _ABOUT_ITSELF.match(unquoted)
    if about is None or _STATED_FIGURE.search(_TOPIC.sub("", unquoted)):
        return False
    joint = _JOINT.search(unquoted, about.end())
    if joint is not None and VERB.search(unquoted, joint.end()):
        return False
    return not _adds_a_clause(unquoted[about.end() :])


def _adds_a_clause(words: str) -> bool:
    """Whether a verb stands behind "and": with a figure any, else one of no subordinate clause that is no participle.

    A participle may go with a noun: "fees and costs incurred".
    """
    joint = _AND.search(words)
    if joint is None:
        return False
    if _STATED_FIGURE.search(words, joint.end()) and VERB.search(words, joint.end()):
        return True
    verbs = VERB.finditer(_SUBORDINATE.split(words, maxsplit=1)[0], joint.end())
    return any(not verb[0].endswith("ed") for verb in verbs)


def _announces(words: str) -> bool:
    """Whether a sentence only announces a list: "The following applies:", and not "Employees may not:"."""
    return (
        words.endswith(":")
        and not _FIGURE.search(words)
        and not _TURNS_A_LIST.search(words)
        and len(content_words(words)) <= 5
    )


def claim_type(words: str) -> ClaimType:
    """numeric where a figure is stated, else definition, policy or fact; a rule with a figure is numeric."""
    if _DEFINITION.search(words):
        return ClaimType.DEFINITION
    if _FIGURE.search(words) or _NUMBER_WORD.search(words):
        return ClaimType.NUMERIC
    return ClaimType.POLICY if _POLICY.search(words) else ClaimType.FACT


_WANTED = {
    Ask.AMOUNT: frozenset({ClaimType.NUMERIC}),
    Ask.WHEN: frozenset({ClaimType.NUMERIC}),
    Ask.PERMISSION: frozenset({ClaimType.POLICY, ClaimType.NUMERIC}),
    Ask.DEFINITION: frozenset({ClaimType.DEFINITION, ClaimType.FACT}),
}


def _importance(words: str, kind: ClaimType, question: Question, *, needs_source: bool) -> Importance:
    """Critical where it carries what the question asks for, minor where it carries nothing."""
    if not needs_source or _TRANSITION.match(words):
        return Importance.MINOR
    stems = set(content_words(words))
    shared = len(stems & set(question.words)) / max(1, len(question.words))
    wanted = _WANTED.get(question.ask)
    answers = (kind in wanted and shared >= 0.3) if wanted is not None else shared >= 0.5
    return Importance.CRITICAL if answers else Importance.MATERIAL
