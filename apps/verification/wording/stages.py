"""A stage told as one beyond it: convicted of who was charged, granted of what was filed, cause of a mere link. Pure.

In plain cases only: where the source's sentence has no word at all for having got there.
"""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import coverage_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding

COVERED = 0.6  # share of the claim's other content that the source's sentence has


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage:
    """``later``: of the claim; ``earlier``: how far it got by the source; ``reached``: words for getting there."""

    later: re.Pattern[str]
    earlier: re.Pattern[str]
    reached: re.Pattern[str]


def _stage(later: str, earlier: str, reached: str) -> _Stage:
    patterns = (lazy_regex(rf"\b(?:{one})\b", re.IGNORECASE) for one in (later, earlier, reached))
    return _Stage(**dict(zip(("later", "earlier", "reached"), patterns, strict=True)))


_STAGES = (
    _stage(
        r"convicted|found\s+guilty|sentenced|committed(?!\s+to\b)|(?:is|was|were|are)\s+guilty",
        r"charged\s+with|accused|indicted|arrested|tried\s+for|(?:on|stands?|stood)\s+trial|prosecuted"
        r"|suspected|investigated",
        r"convict\w*|guilty|sentenc\w*|jailed|imprisoned|committed|admitted|confessed",
    ),
    _stage(
        r"approved|granted|authori[sz]ed|licen[sc]ed",
        r"submitted|filed|appl(?:y|ies|ied)|applications?|review(?:s|ed|ing)?|introduced|proposed|requested"
        r"|sought|pending",
        r"approv\w*|grant(?:s|ed|ing)?|authori[sz]\w*|licen[sc]\w*|allow(?:s|ed)|permitted|cleared|accepted"
        r"|agreed|ratif\w+",
    ),
    _stage(
        r"passed|adopted|enacted",
        r"introduced|proposed|tabled|drafted|debated|considered",
        r"pass(?:es|ed|age)?|adopt\w*|enact\w*|approv\w*|carried|vot\w+|law",
    ),
    _stage(
        r"became\s+law|enacted|signed\s+into\s+law",
        r"passed|introduced|proposed|tabled|drafted",
        r"law|enact\w*|signed|in\s+force",
    ),
    _stage(
        r"won|prevailed|(?:was|were|been)\s+awarded|secured",
        r"bid(?:s|ding)?|shortlisted|applied|tendered|competed|nominated|runner-up|filed|sued|lodged|appealed",
        r"w[io]n(?:s|ning|ner)?|award(?:s|ed|ing)?|secur\w+|receiv\w+|got|obtain\w+|chosen|selected|prevail\w*"
        r"|favou?r",
    ),
    _stage(
        r"dismissed|fired|sacked|ousted|(?:was|were|been)\s+removed",
        r"resign\w*|left|stepp(?:ed|ing)\s+down|retir\w+|quit",
        r"dismiss\w*|fir(?:ed|ing)|sack\w*|oust\w*|remov\w*|forced|asked",
    ),
    _stage(
        r"appointed|hired|employed|recruited",
        r"nominated|interviewed|applied|shortlisted|considered|offered",
        r"appoint\w*|hir(?:es?|ed|ing)|employ\w*|recruit\w*|join(?:s|ed)|accepted",
    ),
    _stage(
        r"elected",
        r"nominated|ran\s+for|stood\s+for|candidates?|campaigned",
        r"elect(?:s|ed)|won|voted\s+in",
    ),
    _stage(
        r"paid|repaid",
        r"ow(?:es|ed|ing)|due|payable|accrued|invoiced|billed|declared",
        r"pa(?:id|ys?|ying|yments?)|repa\w+|settl\w+|remitted",
    ),
    _stage(
        r"signed|concluded",
        r"negotiat\w+|drafted|discussed|initialled",
        r"sign(?:s|ed|ing|ature)?|conclud\w+|entered",
    ),
    _stage(
        r"delivered",
        r"shipped|dispatched|ordered|sent",
        r"deliver\w*|receiv\w+|arriv\w+",
    ),
    _stage(
        r"published",
        r"submitted|written|drafted|prepared",
        r"publish\w*|releas\w*|issu\w+|appear\w*|print\w*",
    ),
    _stage(
        r"eliminated|abolished|eradicated|scrapped",
        r"reduc\w+|cut|lower\w+|decreas\w+|limit(?:s|ed)",
        r"eliminat\w+|abolish\w*|eradicat\w+|scrap\w*|end(?:s|ed)|no\s+longer|zero|remov\w+",
    ),
    _stage(
        r"destroyed|demolished|razed",
        r"damaged|harmed",
        r"destr\w+|demolish\w*|raz(?:ed|ing)|ruin\w*|lost|levell?ed|burn\w*\s+down",
    ),
    _stage(
        r"killed|died",
        r"injured|wounded|hospitali[sz]ed|hurt",
        r"kill\w*|di(?:es?|ed|ing)|dead|deaths?|fatal\w*|lives",
    ),
    _stage(
        r"ban(?:s|ned)|prohibit(?:s|ed)|outlaw(?:s|ed)",
        r"restrict(?:s|ed)|discourag\w+|limit(?:s|ed)|warn(?:s|ed)",
        r"ban\w*|prohibit\w*|outlaw\w*|forbid\w*|forbade|illegal|not\s+(?:be\s+)?(?:allowed|permitted)",
    ),
    _stage(
        r"caus(?:es|ed)|le(?:d|ads)\s+to|result(?:s|ed)\s+in",
        r"associated\s+with|correlat\w+|linked\s+(?:to|with)|tied\s+to",
        r"caus\w+|le(?:d|ads?)\s+to|result\w*|due\s+to|because|effects?|brought\s+about|produc\w+",
    ),
    _stage(
        r"agreed|accepted|consented",
        r"offered|proposed|asked|invited|discussed|requested",
        r"agree\w*|accept\w*|consent\w*|approv\w+|unanim\w+",
    ),
    _stage(
        r"guarantee[sd]?|ensure[sd]?",
        r"aims?|aimed|seeks?|sought|hopes?|hoped|intends?|intended|tries|tried|strives?",
        r"guarant\w+|ensur\w+",
    ),
    _stage(
        r"built|constructed",
        r"designed|planned|under\s+construction|proposed",
        r"buil[dt]\w*|construct(?:ed|s)|complet\w+|open(?:s|ed|ing)|finish\w*|erected",
    ),
    _stage(
        r"fined",
        r"fac(?:es|ed|ing)|risks?|threaten\w*|sought|seeks",
        r"fined|ordered|imposed|paid",
    ),
    _stage(
        r"acquired|bought|purchased|owns|owned",
        r"invested|leas(?:es|ed)|rent(?:s|ed)",
        r"acqui\w+|bought|buy\w*|purchas\w+|own(?:s|ed|er|ers|ership)?|took\s+over|sold",
    ),
    _stage(
        r"prove[sd]|proven|demonstrated",
        r"examin\w+|investigat\w+|explor\w+|test(?:s|ed)|looked\s+(?:at|into)",
        r"prov\w+|show\w*|demonstrat\w+|establish\w*|found|confirm\w*|conclud\w+",
    ),
    _stage(
        r"revoked|cancell?ed|terminated",
        r"suspend\w+|paus\w+|threaten\w+|gave\s+notice",
        r"revok\w+|cancel\w*|terminat\w+|withdr\w+|end(?:s|ed)",
    ),
)
# what is only demanded, possible, denied or a condition is no stage that was reached
_OPEN = lazy_regex(
    r"(?:\b(?:must|shall|should|may|might|can|could|will|would|to|not|never|no|nobody|if|when|unless|until|cannot)|n['’]t)"
    r"(?:\s+(?:be|have|has|been|\w+ly))*\s+\Z",
    re.IGNORECASE,
)


def stages_ahead(claim: str, source: str) -> list[ModalityFinding]:
    """Where a sentence that says the rest of the claim got no further than an earlier stage."""
    for stage in _STAGES:
        told, got = stage.later.search(claim), stage.earlier.search(source)
        if told is None or got is None or stage.reached.search(source) or stage.earlier.search(claim):
            continue
        before, behind = claim[: told.start()], claim[told.end() :]
        if not _OPEN.search(before) and coverage_of(f"{before} {behind}", source) >= COVERED:
            return [ModalityFinding(fault=ModalityFault.FRAMING, claimed=told[0], source=got[0])]
    return []
