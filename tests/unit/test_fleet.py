"""Which pools the queues of a worker get: what takes long never holds up what somebody waits for."""

from itertools import combinations

import pytest

from veritydraft import fleet

SETS = [chosen for size in range(1, 6) for chosen in combinations(fleet.all_queues(), size)]
ANSWERING = {"llm", "verify"}


def name(queues: tuple[str, ...]) -> str:
    return "-".join(queues)


@pytest.mark.parametrize("queues", SETS, ids=name)
def test_each_queue_is_served_once_and_no_other(queues: tuple[str, ...]) -> None:
    served = [queue for group in fleet.groups_for(queues) for queue in group.queues]
    assert sorted(served) == sorted(queues)


@pytest.mark.parametrize("queues", SETS, ids=name)
def test_reading_and_upkeep_share_no_pool_with_answers(queues: tuple[str, ...]) -> None:
    for group in fleet.groups_for(queues):
        assert len(group.queues) == 1 or not ANSWERING & set(group.queues), group
        assert group.queues == ("ingest",) or "ingest" not in group.queues, group


@pytest.mark.parametrize("queues", SETS, ids=name)
def test_a_queue_has_the_hands_it_has_where_all_are_served(queues: tuple[str, ...]) -> None:
    hands = {queue: (group.pool, group.size) for group in fleet.groups() for queue in group.queues}
    for group in fleet.groups_for(queues):
        assert {hands[queue] for queue in group.queues} == {(group.pool, group.size)}


def test_workers_started_together_have_names_of_their_own() -> None:
    found = fleet.groups_for(fleet.all_queues())
    assert len({group.name for group in found}) == len(found)
    assert [group.queues for group in found] == [group.queues for group in fleet.groups()]


def test_a_worker_for_reading_and_judging_has_a_pool_for_each() -> None:
    assert [group.queues for group in fleet.groups_for(("ingest", "verify"))] == [("verify",), ("ingest",)]
