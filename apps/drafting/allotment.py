"""Which section of a draft tells of which passage, so that sections written side by side do not say the same. Pure."""

from collections.abc import Mapping, Sequence

LEADING, ALL_LEADING = 4, 8  # passages of a section that it is taken to lead with; of all sections at least
OVERVIEW = 2  # passages that the introduction may tell of, taken from the best of the overview


def allotted(overview: Sequence[str], sections: Mapping[int, Sequence[str]], *, closing: int) -> dict[str, int]:
    """Passage → section. ``overview`` and ``sections``: keys as they were retrieved, best first; 0 is the introduction.

    A passage goes to the section that ranks it highest, at a tie to the earlier one. The introduction takes the best of
    the overview unless a section would be left with nothing, the ``closing`` what nobody else has.
    """
    owner: dict[str, int] = {}
    by_rank = sorted((rank, index, key) for index, keys in sections.items() for rank, key in enumerate(keys))
    for _, index, key in by_rank:
        owner.setdefault(key, index)
    left = {index: sum(1 for held in owner.values() if held == index) for index in sections}
    for key in overview[:OVERVIEW]:
        held = owner.get(key)
        if held is None or left[held] > 1:
            owner[key] = 0
            if held is not None:
                left[held] -= 1
    for key in overview:
        owner.setdefault(key, closing)
    return owner


def led_by(owner: Mapping[str, int], sections: Mapping[int, Sequence[tuple[str, str]]]) -> list[str]:
    """The documents that sections of the body lead with, in the order of the sections.

    ``owner``: passage → section, as allotted; ``sections``: (passage, document) as they were retrieved, best first.
    """
    most = max(LEADING, ALL_LEADING // max(1, len(sections)))
    first = (
        document
        for index, found in sorted(sections.items())
        for document in [document for key, document in found if owner.get(key) == index][:most]
    )
    return list(dict.fromkeys(first))
