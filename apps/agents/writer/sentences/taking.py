"""Which of the runs that a section might tell it takes, as far as it has room. Pure."""

from collections.abc import Sequence

from apps.agents.reading.context import Place
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.shares import first_that_fit, fits, without_rows
from apps.retrieval.requests.length import Length

FIRST = 6  # of the best single sentences, the shortest of which is told where none has room


def taken(
    ranked: Sequence[Run], rows: Sequence[Run], *, most: int, told: Sequence[Place], share: Length | None
) -> tuple[list[Run], tuple[Run, ...]]:
    """Of ``ranked`` runs, the best first, ``most`` sentences that repeat neither ``told`` ones nor each other, and the
    ``rows`` that have room beside them; where there are any, one run at least."""
    chosen: list[Run] = []
    beside, left = without_rows(share, rows), most
    for run in ranked:
        if len(run.places) <= left and fits(beside, chosen, run) and not _is_told(run, chosen, told):
            chosen.append(run)
            left -= len(run.places)
    if share is None:
        return chosen, tuple(rows)
    if not chosen and not rows:
        single = [run for run in ranked if len(run.places) == 1 and not _is_told(run, (), told)]
        rest = [run for run in ranked if not _is_told(run, (), told)]
        return list(first_that_fit(share, single[:FIRST] or rest, least=1))[:1], ()
    kept: list[Run] = []
    for row in rows:
        kept += [row] if fits(share, [*chosen, *kept], row) else []
    return chosen, tuple(kept) if kept or chosen else first_that_fit(share, rows, least=1)


def _is_told(run: Run, chosen: Sequence[Run], told: Sequence[Place]) -> bool:
    others = [*told, *(place for other in chosen for place in other.places)]
    return any(repeats(place, other) for place in run.places for other in others)
