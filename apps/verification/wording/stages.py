"""A stage told as one beyond it: convicted of who was charged, granted of what was filed, cause of a mere link. Pure.

In plain cases only: where the source's sentence says the same but for the stage, and has no word for having got there.
"""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import coverage_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding

COVERED = 0.6  # share of the claim's other content that the source's sentence has …
RETURNED = 0.75  # … and of its other content that the claim has: else it may get there in words that are not listed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage:
    """``later``: of the claim; ``earlier``: how far it got by the source; ``reached``: words for getting there."""

    later: re.Pattern[str]
    earlier: re.Pattern[str]
    reached: re.Pattern[str]


def _stage(later: str, earlier: str, reached: str) -> _Stage:
    words = [lazy_regex(rf"\b(?:{one})\b", re.IGNORECASE) for one in (later, earlier, reached)]
    return _Stage(later=words[0], earlier=words[1], reached=words[2])


_STAGES = (
    _stage(
        r"convicted|found\s+guilty|sentenced|committed(?!\s+(?:to\b|[\d$€£]))|(?:is|was|were|are)\s+guilty",
        r"charge[sd]?|accused|indicted|arrested|tried\s+for|(?:on|stands?|stood)\s+trial|prosecuted|suspected"
        r"|investigated",
        r"convict(?:s|ed)|guilty|sentenc\w*|jailed|imprisoned|committed|admitted|confessed|condemned|verdict"
        r"|prison|fined",
    ),
    _stage(
        r"approved|granted|authori[sz]ed",
        r"submitted|filed|appl(?:y|ies|ied)|applications?|reviewed|under\s+review|requested|sought|pending",
        r"approv(?:ed|es|ing)|grant(?:s|ed|ing)|authori[sz](?:es|ed)|licen[sc]ed|allow(?:s|ed)|permitted"
        r"|cleared|accepted|agreed|ratified|issu(?:es|ed)|award(?:s|ed)|receiv(?:es|ed)|got|given|obtain(?:s"
        r"|ed)|upheld|pass(?:es|ed)|adopt(?:s|ed)|voted|back(?:s|ed)|endors(?:es|ed)|signed|go-ahead"
        r"|green\s+light",
    ),
    _stage(
        r"became\s+law|signed\s+into\s+law",
        r"passed\s+(?:the\s+)?(?:house|senate|assembly|chamber|parliament)|introduced|proposed|tabled|drafted",
        r"became|signed|in\s+force|assent|enacted",
    ),
    _stage(
        r"won|prevailed|(?:was|were|been)\s+awarded",
        r"bid(?:s|ding)?|shortlisted|applied|tendered|competed|nominated|runner-up|filed|sued|lodged|appealed",
        r"w[io]n(?:s|ning|ner)?|award(?:s|ed|ing)|secur(?:es|ed)|receiv(?:es|ed)|got|obtain(?:s|ed)|chosen"
        r"|selected|prevail(?:s|ed)|favou?r|succe\w+|took|rais(?:es|ed)|upheld",
    ),
    _stage(
        r"dismissed|fired|sacked|ousted",
        r"resign\w*|left(?=\W*\Z|\s+(?:in|on|at|the\s+(?:company|firm|bank|board))\b)|stepp(?:ed|ing)\s+down"
        r"|retir\w+|quit",
        r"dismiss\w*|fir(?:ed|ing)|sack\w*|oust\w*|remov\w*|forced|terminat\w*|pressure|let\s+go|reject\w*"
        r"|laid\s+off",
    ),
    _stage(
        r"appointed|hired|recruited",
        r"nominated|applied\s+(?:for|to)|shortlisted|considered",
        r"appoint(?:s|ed)|hir(?:es|ed)|employ(?:s|ed)|recruit(?:s|ed)|join(?:s|ed)|accepted|confirm(?:s|ed)"
        r"|sworn|took|became|started",
    ),
    _stage(
        r"elected",
        r"nominated|ran\s+for|stood\s+for|candidates?|campaigned",
        r"elect(?:s|ed)|won|voted|beat\w*|victor\w*|became|chosen|took",
    ),
    _stage(
        r"(?<!\bis\s)(?<!\bare\s)(?:paid|repaid)",
        r"ow(?:es|ed|ing)|accrued|invoiced|billed|declared",
        r"pa(?:id|ys|ying)|repa\w+|settl(?:es|ed)|remitted|distribut\w+|transferred|discharged",
    ),
    _stage(
        r"signed",
        r"negotiat(?:es|ed|ing)|drafted|discussed|initialled",
        r"sign(?:s|ed|ing)|conclud(?:es|ed)|entered|executed|reached",
    ),
    _stage(
        r"published",
        r"submitted|under\s+review|written|drafted|prepared",
        r"publish(?:es|ed)|releas(?:es|ed)|issu(?:es|ed)|appear\w*|print(?:s|ed)|came\s+out|posted",
    ),
    _stage(
        r"eliminated|abolished|eradicated",
        r"reduced|lowered|decreased|limited",
        r"eliminat\w+|abolish\w*|eradicat\w+|scrap\w*|end(?:s|ed)|no\s+longer|zero|remov\w+",
    ),
    _stage(
        r"destroyed|demolished|razed",
        r"damaged|harmed",
        r"destr\w+|demolish\w*|raz(?:ed|ing)|ruin\w*|lost|levell?ed|down|gutted|flattened|beyond\s+repair",
    ),
    _stage(
        r"killed|died",
        r"injured|wounded|hospitali[sz]ed|hurt",
        r"kill\w*|di(?:es?|ed|ing)|dead|deaths?|fatal\w*|li(?:fe|ves)|succumb\w*|perish\w*|passed\s+away",
    ),
    _stage(
        r"ban(?:s|ned)|prohibit(?:s|ed)|outlaw(?:s|ed)",
        r"restrict(?:s|ed)|discourag(?:es|ed)|warn(?:s|ed)",
        r"ban\w*|prohibit\w*|outlaw\w*|forbid\w*|forbade|illegal|not\s+(?:be\s+)?(?:allowed|permitted)",
    ),
    _stage(
        r"caus(?:es|ed)|le(?:d|ads)\s+to|result(?:s|ed)\s+in",
        r"associated\s+with|correlat\w+|linked\s+(?:to|with)|tied\s+to",
        r"caus\w+|le(?:d|ads?)\s+to|result\w*|due\s+to|because|effects?|brought\s+about|produc\w+|induc\w+"
        r"|trigger\w*|responsible",
    ),
    _stage(
        r"agreed|accepted|consented",
        r"offered|proposed|asked|invited|discussed|requested",
        r"agree\w*|accept\w*|consent\w*|approv\w+|unanim\w+|took|yes|settled|confirmed",
    ),
    _stage(
        r"guarantee[sd]?|ensure[sd]?",
        r"aims?|aimed|seeks?|sought|hopes?|hoped|intends?|intended|tries|tried|strives?",
        r"guarant\w+|ensur\w+|surety|warrant\w*|secur\w+",
    ),
    _stage(
        r"built|constructed",
        r"planned|proposed",
        r"buil[dt]\w*|construct\w*|complet\w+|open(?:s|ed|ing)|finish\w*|erected",
    ),
    _stage(
        r"fined",
        r"fac(?:es|ed|ing)|risks?|threaten\w*|sought|seeks",
        r"fined|ordered|imposed|paid|penalty|got",
    ),
    _stage(
        r"owns|(?<!-)owned",
        r"leas(?:es|ed)",
        r"own(?:s|ed|er|ers|ership)?|bought|acqui\w+",
    ),
    _stage(
        r"(?:prove[sd]|demonstrated)\s+(?:that|the|an?|its)",
        r"examined|investigated|explored|tested|looked\s+(?:at|into)",
        r"prov\w+|show\w*|demonstrat\w+|establish\w*|found|confirm\w*|conclud\w+|reveal\w*|report\w*",
    ),
    _stage(
        r"revoked|cancell?ed|terminated",
        r"suspended|paused|threatened",
        r"revok\w+|cancel\w*|terminat\w+|withdr\w+|end(?:s|ed)|axed|called\s+off|dissolved",
    ),
)
# what is only demanded, possible, denied or a condition is no stage that was reached, nor is "the elected mayor"
_OPEN = lazy_regex(
    r"(?:\b(?:must|shall|should|may|might|can|could|will|would|to|not|never|no|nobody|if|when|unless|until|cannot)|n['’]t)"
    r"(?:\s+(?:be|have|has|been|\w+ly))*\s+\Z|(?:\A|\b(?:the|an?|being|its|their|of|by))\s*\Z",
    re.IGNORECASE,
)


def stages_ahead(claim: str, source: str) -> list[ModalityFinding]:
    """Where a sentence that says the rest of the claim got no further than an earlier stage."""
    for stage in _STAGES:
        told, got = stage.later.search(claim), stage.earlier.search(source)
        if told is None or got is None or stage.reached.search(source) or stage.earlier.search(claim):
            continue
        before, rest = claim[: told.start()], f"{claim[: told.start()]} {claim[told.end() :]}"
        alike = coverage_of(rest, source) >= COVERED
        alike = alike and coverage_of(f"{source[: got.start()]} {source[got.end() :]}", rest) >= RETURNED
        if alike and not _OPEN.search(before):
            return [ModalityFinding(fault=ModalityFault.FRAMING, claimed=told[0], source=got[0])]
    return []
