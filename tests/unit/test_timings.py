"""Overhead is the time in which no model was being asked."""

import datetime as dt

import pytest

from apps.drafting.timings import overhead_ms

BEGAN = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def at(milliseconds: int) -> dt.datetime:
    return BEGAN + dt.timedelta(milliseconds=milliseconds)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], 1000),
        ([(100, 300)], 800),
        ([(500, 700), (100, 300)], 600),
        ([(100, 400), (200, 300), (350, 500)], 600),  # calls side by side count once
        ([(-200, 300)], 700),  # under way before
        ([(900, 5000)], 900),  # still under way after
        ([(-10, 2000)], 0),
        ([(1200, 1300)], 1000),  # afterwards
        ([(-300, -100)], 1000),  # before
    ],
)
def test_overhead_is_what_no_call_covers(spans, expected):
    assert overhead_ms(at(0), at(1000), [(at(start), at(end)) for start, end in spans]) == expected
