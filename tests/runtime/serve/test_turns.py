"""Calls that take turns: who comes first, who is stopped, and who is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Barrier, Event, Thread

import pytest

from pinax_runtime.deadline import apart, checkpoint, cut_short, time_is_up, wait_for
from pinax_runtime.server import Scheduler
from pinax_runtime.server.scheduler import STARTED_OF_CLIENT, WAITING_OF_CLIENT
from pinax_runtime.tools import ToolError

LONG_S = 60.0
"""A time that no test lasts."""


def computing(seconds: float) -> Callable[[], float]:
    """Return a function that computes so long, in small steps."""

    def compute() -> float:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            checkpoint()
        return seconds

    return compute


def endless() -> None:
    """Compute for ever, in small steps."""
    computing(LONG_S)()


def apart_at(barrier: Barrier) -> None:
    """Wait for other calls, without a turn."""
    with apart():
        barrier.wait(LONG_S)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(LONG_S):
        while not holds():
            await asyncio.sleep(0.001)


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test."""
    asyncio.run(test())  # type: ignore[arg-type]


async def stopped(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks and wait for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("client", ["the same", "another"])
def test_a_short_call_overtakes_long_ones(client: str) -> None:
    """A short call is answered while long ones that came before go on, those of its own client among them."""

    async def test() -> None:
        turns = Scheduler(LONG_S)
        long = [asyncio.create_task(turns.run(endless, "the same")) for _ in range(STARTED_OF_CLIENT - 1)]
        await asyncio.sleep(0.05)
        assert await turns.run(computing(0.001), client) == 0.001
        assert not any(task.done() for task in long)
        await stopped(*long)

    run(test)


def test_a_client_with_many_calls_delays_itself() -> None:
    """Of two clients that never pause, the one with a hundred calls at once computes no longer than the other."""

    async def test() -> None:
        turns = Scheduler(LONG_S)
        hostile = [asyncio.create_task(turns.run(computing(0.05), "hostile")) for _ in range(100)]
        for _ in range(40):
            await turns.run(computing(0.005), "honest")
        done = sum(task.done() for task in hostile)
        assert done * 0.05 <= 40 * 0.005 + 2 * 0.05 * STARTED_OF_CLIENT
        await stopped(*hostile)  # type: ignore[arg-type]

    run(test)


def test_a_cancelled_call_ends_and_holds_up_nobody() -> None:
    """A call that is cancelled ends at its next step, whether it computes, waits for its turn or has not begun."""

    async def test() -> None:
        turns, began, ended = Scheduler(LONG_S), [], []

        def compute() -> None:
            began.append(1)
            try:
                endless()
            finally:
                ended.append(1)

        tasks = [asyncio.create_task(turns.run(compute)) for _ in range(STARTED_OF_CLIENT + 3)]
        await until(lambda: len(began) == STARTED_OF_CLIENT)
        await stopped(*tasks)
        await until(lambda: len(ended) == STARTED_OF_CLIENT)
        assert await turns.run(computing(0)) == 0
        assert len(began) == STARTED_OF_CLIENT

    run(test)


def test_a_call_that_was_cancelled_before_its_thread_began_never_runs() -> None:
    """Cancelled as soon as it is sent, a call does nothing, and its turn goes to the next."""

    async def test() -> None:
        turns, ran = Scheduler(LONG_S), []
        for _ in range(20):
            task = asyncio.create_task(turns.run(lambda: ran.append(1)))
            await asyncio.sleep(0)
            await stopped(task)
        assert await turns.run(computing(0)) == 0
        assert len(ran) <= 20

    run(test)


def test_too_many_calls_of_a_client_are_refused() -> None:
    """Beyond a bound, further calls of a client are refused with the time to wait, and others' are not."""

    async def test() -> None:
        turns = Scheduler(LONG_S)
        tasks = [asyncio.create_task(turns.run(endless, "one")) for _ in range(STARTED_OF_CLIENT + WAITING_OF_CLIENT)]
        tasks += [asyncio.create_task(turns.run(endless, "one")) for _ in range(STARTED_OF_CLIENT)]
        with pytest.raises(ToolError, match=r"\d+ calls of this client are waiting already. Try again in 1 s.") as told:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION) and await turns.run(endless, "one")
        assert told.value.code == "busy"
        assert await turns.run(computing(0), "two") == 0
        await stopped(*tasks)

    run(test)


def test_a_call_ends_at_its_time() -> None:
    """The time of a call counts from its beginning, and it learns that it is up."""

    async def test() -> None:
        turns = Scheduler(0.1)

        def compute() -> bool:
            while not time_is_up():
                pass
            return cut_short()

        assert await turns.run(compute)
        assert not await turns.run(cut_short)

    run(test)


@pytest.mark.parametrize("wait", ["file", "lock"])
def test_who_waits_for_something_else_holds_up_nobody(wait: str) -> None:
    """While a call waits for another machine or for a lock, others compute."""
    from concurrent.futures import Future

    async def test() -> None:
        turns, file, lock = Scheduler(LONG_S), Future[bytes](), Event()

        def compute() -> None:
            if wait == "file":
                wait_for(file)
            else:
                with apart():
                    lock.wait()
            checkpoint()

        waiting = asyncio.create_task(turns.run(compute))
        await asyncio.sleep(0.05)
        assert await turns.run(computing(0.05)) == 0.05
        assert not waiting.done()
        file.set_result(b"")
        lock.set()
        await waiting

    run(test)


def test_errors_reach_the_caller_and_free_the_turn() -> None:
    """What a function raises, its caller gets, and the next call runs."""

    async def test() -> None:
        turns = Scheduler(LONG_S)
        for _ in range(2 * STARTED_OF_CLIENT):
            with pytest.raises(ZeroDivisionError):
                await turns.run(lambda: 1 // 0)
        assert await turns.run(computing(0)) == 0

    run(test)


def test_a_call_without_a_thread_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has no thread left, a call is told so, and does not count among those that have begun."""

    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def test() -> None:
        turns = Scheduler(LONG_S)
        with monkeypatch.context() as patched:
            patched.setattr(Thread, "start", refuse)
            for _ in range(2 * STARTED_OF_CLIENT):
                with pytest.raises(RuntimeError, match="new thread"):
                    await turns.run(computing(0))
        assert await turns.run(computing(0)) == 0

    run(test)


def test_no_turn_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """After hundreds of calls of several clients, some cancelled at any moment, every turn is free again."""
    monkeypatch.setattr("pinax_runtime.server.scheduler.TURN_S", 0.0002)

    async def one(turns: Scheduler, number: int) -> None:
        task = asyncio.create_task(turns.run(computing(0.0005 * (number % 5)), f"client {number % 7}"))
        await asyncio.sleep(0.002 * (number % 3))
        if number % 4 == 0:
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def test() -> None:
        turns = Scheduler(LONG_S, at_once=2)
        for start in range(0, 400, 100):
            await asyncio.gather(*(one(turns, number) for number in range(start, start + 100)))
        for number in range(7):  # as many calls of each client can begin as at first, and two compute at once
            both, all_began = Barrier(2), Barrier(STARTED_OF_CLIENT)
            two, four = partial(both.wait, LONG_S), partial(apart_at, all_began)
            client = f"client {number}"
            await asyncio.gather(*(turns.run(two, client) for _ in range(2)))
            await asyncio.gather(*(turns.run(four, client) for _ in range(STARTED_OF_CLIENT)))

    run(test)
