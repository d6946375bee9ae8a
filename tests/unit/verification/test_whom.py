"""Whom it is done to, where the claim tells it before the doer."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.whom import done_to_the_doer

TURNED = [
    ("Lund was a man whom Reed murdered.", "Lund murdered Reed in 1977."),
    ("Penn, whom Orla sued, lost.", "Penn sued Orla and lost."),
    ("Penn is a firm whom Orla sued over the licence.", "Penn sued Orla over the licence."),
    (
        "The Supplier, whom the Buyer shall compensate, may stop.",
        "The Supplier shall compensate the Buyer, and may stop.",
    ),
    ("Anna Lund, whom President Bo Reed appointed, resigned.", "Anna Lund appointed President Bo Reed in 1999."),
    ("Lund, whom Reed has repeatedly sued, left.", "Lund has repeatedly sued Reed and left."),
    ("The tenant, whom the landlord notified, left.", "In 2001 the tenant notified the landlord and left."),
]
NOT_TURNED = [
    ("Penn, whom Orla sued, lost.", "Orla sued Penn, and Penn lost."),
    ("Penn, whom Orla sued in 1999, lost.", "Orla sued Penn. In 2001 Penn sued Orla."),
    ("Lund, whom Reed beat, beat Reed in the rematch.", "Lund beat Reed in the rematch."),
    ("Lund, whom Reed supported, won.", "Lund had support from Reed and won."),
    ("Lund, whom Reed attacked, fled.", "Lund survived the attack of Reed and fled."),
    ("Lund, whom Reed never sued, left.", "Lund sued Reed, but Reed never sued him."),
    ("Lund, whom Reed sued, left.", "Lund sued Reed and was sued by him in return."),
    ("Lund, whom Reed was hired by, died.", "Lund hired Reed. Lund died."),
    ("Lund, whom Reed rented a flat from, left.", "Lund rented Reed a flat and left."),
    ("Lund, whom Reed said had lied, fled.", "Lund said Reed had lied, and fled."),
    ("Lund, whom Reed followed as chair, was mayor.", "Lund followed Reed as mayor."),
    ("Lund asked whom Reed had paid.", "Lund had paid Reed, and asked whom Reed had paid."),
    ("The heir of the late Lund, whom Reed sued, died.", "Lund sued Reed. His heir died."),
    ("Lund was married to a woman whom Reed hired.", "Lund hired Reed, and Reed a woman."),
    ("Reed backed the man whom Lund helped.", "Reed helped Lund."),
    ("Lund, whom Reed and Orla sued, left.", "Lund sued Reed and Orla and left."),
    ("Penn, whom Orla resembles, lost.", "Penn resembles Orla and lost."),
    ("Lund, whom Reed", "Lund sued Reed."),
    ("Whom Reed sued", "Lund sued Reed."),
    ("Lund, whom the", "Lund sued Reed."),
    ("", ""),
    ("Anna Lund, whom Tom Lund raised, left.", "Tom Lund raised Anna Lund, who left."),
    ("President Cole, whom President Reed pardoned, died.", "President Reed pardoned President Cole, who died."),
    ("Anna Lund, whom Reed taught, won.", "After Peter Lund taught Reed, Reed became the teacher of Anna Lund."),
    ("Lund, whom Reed sued for libel, lost.", "Lund sued Reed, and Reed countersued for libel. Lund lost."),
    ("Lund, whom Reed rescued, died.", "Lund rescued Reed, and Reed saved the life of Lund."),
    ("Lund, whom Reed turned down, left.", "Reed rejected Lund. Lund turned Reed over to the police."),
    ("Lund, whom Reed sued, died.", "The heirs of Lund sued Reed."),
    ("Lund, whom Reed sued, died.", "Some papers wrote that Lund sued Reed."),
]


@pytest.mark.parametrize(("claim", "source"), TURNED)
def test_who_does_it_in_the_source_is_whom_it_is_done_to(claim: str, source: str) -> None:
    assert done_to_the_doer(claim, source) is not None
    assert ModalityFault.ORDER in {finding.fault for finding in modality_findings(claim, [source])}


@pytest.mark.parametrize(("claim", "source"), NOT_TURNED)
def test_it_is_the_same_or_may_be(claim: str, source: str) -> None:
    assert done_to_the_doer(claim, source) is None
