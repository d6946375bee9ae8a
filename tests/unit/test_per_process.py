"""What a process has one of, however many threads ask, and a forked child one of its own."""

import os
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

from apps.core.per_process import PerProcess


class Slow:
    def __init__(self) -> None:
        time.sleep(0.02)
        self.pid = os.getpid()


def test_nothing_is_made_before_it_is_asked_for():
    one = PerProcess(Slow)
    assert one.made is None
    made = one()
    assert one.made is made


def test_all_threads_are_given_the_same():
    one = PerProcess(Slow)
    with ThreadPoolExecutor(8) as threads:
        assert len({id(made) for made in threads.map(lambda _: one(), range(8))}) == 1


def test_a_forked_child_makes_its_own_even_if_somebody_held_the_lock():
    one = PerProcess(Slow)
    one()
    with one._lock:
        child = os.fork()
        if not child:
            os._exit(0 if one.made is None and one().pid == os.getpid() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_what_was_inherited_is_kept_if_told_to():
    one = PerProcess(Slow, keep=True)
    inherited = weakref.ref(one())
    child = os.fork()
    if not child:
        own = weakref.ref(one())
        grandchild = os.fork()
        if not grandchild:
            os._exit(0 if inherited() and own() else 1)
        os._exit(os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
