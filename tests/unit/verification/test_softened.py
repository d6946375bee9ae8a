"""What is nearly so, so in part, perhaps or as a rule is not so outright."""

import pytest

from apps.verification.wording.near_copies import copied
from apps.verification.wording.restrictions import restriction_left_out
from apps.verification.wording.softened import softening_left_out


@pytest.mark.parametrize(
    ("claim", "source", "left_out"),
    [
        ("The bill passed in May.", "The bill almost passed in May.", "almost"),
        ("The court upheld the ruling.", "The court partially upheld the ruling.", "partially"),
        ("The court upheld the ruling.", "The court upheld the ruling in part.", "in part"),
        ("The suspect fled to Rome.", "The suspect apparently fled to Rome.", "apparently"),
        ("The contract is valid.", "The contract is presumably valid.", "presumably"),
        ("Profit rose because of exports.", "Profit rose partly because of exports.", "partly"),
        ("The firm owns the plant.", "The firm jointly owns the plant.", "jointly"),
        ("Loans are approved within a day.", "Loans are usually approved within a day.", "usually"),
        ("Kerr set the fire.", "Kerr set the fire, allegedly.", "allegedly"),
        ("They agreed on a price.", "They agreed in principle on a price.", "in principle"),
    ],
)
def test_what_softens_it_is_missed(claim, source, left_out):
    assert softening_left_out(copied(claim, source, fewest=3), claim, source) == left_out
    assert restriction_left_out(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The hall was large.", "The hall was large and mostly empty."),
        ("The term was used in Ghent.", "The term was often used in Ghent."),
        ("The bill nearly passed in May.", "The bill almost passed in May."),
        ("The bill passed in May.", "The bill finally passed in May."),
        ("The firm owns the plant.", "The firm owns the plant, mostly rebuilt in 1990."),
    ],
)
def test_what_softens_something_else_may_go(claim, source):
    assert softening_left_out(copied(claim, source, fewest=3), claim, source) is None
