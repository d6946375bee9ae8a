"""Two sentences of the same words of which one has its parts the other way round."""

import pytest

from apps.verification.wording.order import exchanged


@pytest.mark.parametrize(
    ("passive", "active"),
    [
        ("Notice must be given by the guest in writing.", "The guest must give notice in writing."),
        ("The let may be ended by the guest after two years.", "The guest may end the let after two years."),
        ("The bill must be paid by the club within 20 days.", "The club must pay the bill within 20 days."),
        ("The pact may be ended by either side on short notice.", "Either side may end the pact on short notice."),
        ("The fee may be raised by the host once a year.", "The host may raise the fee once a year."),
        ("Interest shall not be charged by the bank in May.", "The bank shall not charge interest in May."),
        ("The books are audited by the firm every year.", "The firm audits the books every year."),
        ("The draft may be presented by the holder in due course.", "The holder in due course may present the draft."),
        ("The pool will be closed by the club in June.", "The club will close the pool in June."),
    ],
)
def test_a_passive_with_words_behind_it_says_what_its_active_says(passive: str, active: str) -> None:
    assert exchanged(passive, active) is None
    assert exchanged(active, passive) is None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The guest may be removed by the host in May.", "The guest may remove the host in May."),
        (
            "The guest may remove the host after two warnings.",
            "The guest may be removed by the host after two warnings.",
        ),
        ("Acme will be bought by Beta in June.", "Acme will buy Beta in June."),
    ],
)
def test_who_does_it_to_whom_is_read_in_a_passive_too(claim: str, source: str) -> None:
    assert exchanged(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Nausea (12%) and headache (9%) were frequent.", "Headache (9%) and nausea (12%) were frequent."),
        ("Rent ($20 million) and fees ($3 million) rose.", "Fees ($3 million) and rent ($20 million) rose."),
        ("The plants at Oslo (50 MW) and Lyon (80 MW) closed.", "The plants at Lyon (80 MW) and Oslo (50 MW) closed."),
    ],
)  # fmt: skip
def test_names_with_their_figures_in_another_order_are_the_same_list(claim, source):
    assert exchanged(claim, source) is None


def test_figures_that_changed_names_are_not():
    assert exchanged("Nausea (9%) and headache (12%) were frequent.", "Nausea (12%) and headache (9%) were frequent.")
