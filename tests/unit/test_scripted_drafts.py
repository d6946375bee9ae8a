"""What tests of drafts ask of their texts."""

import pytest

from tests.scripted_drafts import uncited

KEY, OTHER = "[cite:0123456789ab]", "[cite:ba9876543210]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"# Fees\n\n## In short\n\nThe fee is $1.5 million. {KEY} It is due on 1 May. {KEY}{OTHER}", []),
        (f"The fee is $450. It is due on 1 May. {KEY}", ["The fee is $450."]),
        (f"The fee is $450. {KEY} It is due on 1 May.", ["It is due on 1 May."]),
        (f"The fee is $450. {KEY}\n\nIt is due", ["It is due"]),
        (f"The documents do not contain the fee. It is due on 1 May. {KEY}", []),
    ],
)
def test_sentences_without_a_source_right_behind_them_are_found(text: str, left: list[str]):
    assert uncited(text) == left
