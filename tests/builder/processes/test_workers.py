"""Workers that crash, stall or fail cost the page that they worked on, and nothing else."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from pinax_builder.processes import InlineExecutor, PageTooSlowError, ProcessPool, in_order, time_limit

OF_A_WORKER = 16
"""Number of batches that are known at once for each worker."""


@dataclass(frozen=True)
class Numbers:
    """A batch of numbers; 13 kills its process."""

    items: tuple[int, ...]

    def singles(self) -> Iterator[Numbers]:
        yield from (Numbers((item,)) for item in self.items)


def double(batch: Numbers) -> list[int]:
    if 13 in batch.items:
        os._exit(1)
    return [2 * item for item in batch.items]


def lost(batch: Numbers) -> list[int]:
    return [-batch.items[0]]


def test_a_crash_costs_only_the_item_that_crashes() -> None:
    """Every other item of the batch, and every later batch, is still done, in order."""
    batches = [Numbers((1, 2)), Numbers((3, 13, 4)), Numbers((5,))]
    with ProcessPool(2) as pool:
        results = [number for _, result in in_order(pool, double, batches, lost) for number in result]
    assert results == [2, 4, 6, -13, 8, 10]


def note_process(batch: Numbers) -> list[int]:
    """Return the process that works on a batch, after those of 13 have ended it."""
    double(batch)
    time.sleep(0.01)
    return [os.getpid()]


def test_after_a_crash_the_others_share_a_new_pool() -> None:
    """Batches that were not under way are not done in a process each: two crashes cost few processes."""
    batches = [Numbers((13,)), *(Numbers((number,)) for number in range(20, 40)), Numbers((40, 13))]
    with ProcessPool(2) as pool:
        results = list(in_order(pool, note_process, batches, lost))
    assert [batch.items for batch, _ in results] == [(13,), *((number,) for number in range(20, 41)), (13,)]
    processes = {result[0] for _, result in results if result[0] > 0}
    assert len(processes) <= 8


def test_few_batches_are_known_at_once() -> None:
    """A batch is made when there is room for it, so that of a million pages few are in memory."""
    n_made, most = 0, 2 * OF_A_WORKER

    def batches() -> Iterator[Numbers]:
        nonlocal n_made
        for number in range(20, 20 + 3 * most):
            n_made += 1
            yield Numbers((number,))

    with ProcessPool(2) as pool:
        for n_done, _ in enumerate(in_order(pool, double, batches(), lost)):
            assert n_made <= n_done + most + 1
    assert n_made == 3 * most


def test_forked_workers_go_on_sharing_what_they_inherit() -> None:
    """The garbage collector leaves inherited objects alone, and after the workers' end none of this process."""
    with ProcessPool(1) as pool:
        if pool.is_forked:
            assert pool.submit(gc.get_freeze_count).result() > 0
    assert gc.get_freeze_count() == 0


def test_no_more_processes_are_started_than_there_are_tasks() -> None:
    """A single batch costs one process, on a machine of any size; what is imported first is there in it."""
    imported: list[str] = []
    with ProcessPool(8) as pool:
        pool.expect(1, lambda: imported.append("a library"))
        assert [list(result) for _, result in in_order(pool, double, [Numbers((1, 2))], lost)] == [[2, 4]]
        assert len(pool._pool._processes) == 1
        assert imported == (["a library"] if pool.is_forked else [])


def test_after_many_crashes_the_rest_is_still_done_in_order() -> None:
    """Each crash breaks a pool with what waits for it; batches that come later go to the next pool."""
    batches = [Numbers((13, number) if number % 32 == 0 else (number,)) for number in range(100, 100 + 6 * OF_A_WORKER)]
    with ProcessPool(2) as pool:
        results = [batch.items for batch, _ in in_order(pool, double, iter(batches), lost)]
    done = [items for items in results if 13 not in items]
    assert done == [(number,) for number in range(100, 100 + 6 * OF_A_WORKER)]
    assert results.count((13,)) == len(results) - len(done)


def test_a_heavy_batch_finds_new_workers() -> None:
    """The processes that did what came before are gone when it begins; what follows is done beside it."""
    batches = [Numbers((number,)) for number in range(20, 40)]
    with ProcessPool(2) as pool:
        results = list(in_order(pool, note_process, batches, lost, lambda batch: batch.items == (30,)))
    assert [batch for batch, _ in results] == batches
    processes = [process for _, (process,) in results]
    assert set(processes[:10]).isdisjoint(processes[10:])
    assert len(set(processes)) <= 4


def test_one_worker_runs_in_the_same_thread() -> None:
    """With the inline executor nothing is started, and results come in order."""
    with InlineExecutor() as inline:
        assert [r for _, r in in_order(inline, double, [Numbers((1,)), Numbers((2,))], lost)] == [[2], [4]]


def stuck(batch: Numbers) -> list[int]:
    """Work on 13 within a library that nothing interrupts."""
    with time_limit(1, grace=0.1):
        return [sum(range(10**13)) if item == 13 else item for item in batch.items]


def test_a_library_that_does_not_come_back_costs_only_its_item() -> None:
    """A worker process that is stuck outside of Python ends, and the others' work goes on."""
    with ProcessPool(1) as pool:
        results = [
            number for _, result in in_order(pool, stuck, [Numbers((1, 13)), Numbers((2,))], lost) for number in result
        ]
    assert results == [1, -13, 2]


def greedy(batch: Numbers) -> list[int]:
    """Want 64 GB for 13."""
    return [len(bytearray(64 << 30)) if item == 13 else item for item in batch.items]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory")
def test_a_worker_that_wants_too_much_memory_costs_only_its_item() -> None:
    """It ends at its limit, and its batch is taken again item by item; later batches are done."""
    batches = [Numbers((1, 13, 2)), Numbers((3,))]
    with ProcessPool(2) as pool:
        results = [number for _, result in in_order(pool, greedy, batches, lost) for number in result]
    assert results == [1, -13, 2, 3]


def stubborn() -> None:
    """Compute for a minute, whatever is raised that an ordinary handler would catch."""
    until = time.process_time() + 60
    while time.process_time() < until:
        with suppress(Exception):
            sum(range(1_000))


def test_a_block_over_its_time_is_stopped() -> None:
    """The limit ends a loop that would go on, even one that handles every Exception."""
    with pytest.raises(PageTooSlowError), time_limit(0.05):
        stubborn()


def test_an_alarm_that_was_swallowed_rings_again() -> None:
    """Where the first is ignored, as Python does in a callback of the garbage collector, a later one ends the block."""

    def swallowing() -> None:
        with suppress(PageTooSlowError):
            stubborn()
        stubborn()

    with pytest.raises(PageTooSlowError), time_limit(0.05):
        swallowing()


def test_a_block_within_its_time_is_left_alone() -> None:
    """Nothing is raised afterwards."""
    with time_limit(0.05):
        pass
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass


def test_waiting_takes_no_time() -> None:
    """Only processor time counts, so that a busy machine rejects no page."""
    with time_limit(0.05):
        time.sleep(0.1)


KILLED_AMID_WORK = """
import os, signal
from pinax_builder.processes import ProcessPool

if __name__ == "__main__":
    pool = ProcessPool(2)
    print([pool.submit(abs, -number).result() for number in (1, 2)], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_workers_end_with_the_process_that_began_them(tmp_path: Path) -> None:
    """A killed build leaves no process behind: its output, which its workers hold open, too, comes to an end."""
    script = tmp_path / "build.py"
    script.write_text(KILLED_AMID_WORK)
    ended = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, timeout=120, check=False)
    assert (ended.stdout, ended.returncode) == (b"[1, 2]\n", -9)
