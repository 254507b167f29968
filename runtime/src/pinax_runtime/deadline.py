"""Bound the time that a question may take, and stop it when nobody waits for its answer.

with TimeLimit(seconds=2) as limit:
    reply = bundle.search("retry with backoff")
reply.cut_short  # whether the time was up; the hits are those found until then

Strategy. Whoever asks puts a `TimeLimit` around the question. Search looks at it between two steps, each of a few
milliseconds. Where it can go on with less, it asks `time_is_up`, and leaves out what is still to do. Elsewhere it calls
`checkpoint`, which raises an error if the question was cancelled, or if it goes on long after its time.

Rules: without a limit, nothing is bounded. A function whose result is kept in a cache must not ask `time_is_up`: what
       it had to leave out would be missing for everyone who asks later. Nor may a function that holds a lock: in a
       server, other questions may be answered there first, and one of them may wait for the lock. Both may call
       `stop_if_over`.
Why:   docs/decisions/0170
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, Token
from math import inf
from time import monotonic, thread_time
from typing import TypeVar

from pinax_runtime.format import PinaxError

Item = TypeVar("Item")

LAST_TIME_SHARE = 1.5
"""Part of a question's time after which it fails, wherever it is."""
_LOOK_S = 0.05
"""Time between two looks whether a question that waits was cancelled (seconds)."""


class StoppedError(PinaxError):
    """The question was cancelled: nobody waits for its answer."""

    def __init__(self) -> None:
        super().__init__("This call was cancelled.")


class OutOfTimeError(PinaxError):
    """The question took too long, and nothing of its answer can be shown."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"This took longer than {seconds:g} s. Ask for less, or try again later.")


class TimeLimit:
    """A limit around one question, as a context manager. Another thread may cancel the question."""

    _token: Token[TimeLimit]

    def __init__(self, seconds: float = inf) -> None:
        """Allow a question this long (seconds); without a number it can only be cancelled.

        What counts is the time in which it computes or waits for other machines, not that in which others compute.
        """
        self.seconds = seconds
        self.cut_short = False
        """Whether something was left out because the time was up."""
        self.is_cancelled = False
        self.waited_s = 0.0
        """Time in which the question waited for other machines (seconds)."""
        self._began = self._began_computing = 0.0

    def __enter__(self) -> TimeLimit:
        self._began, self._began_computing, self.waited_s = monotonic(), thread_time(), 0.0
        self._token = _present.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _present.reset(self._token)

    def cancel(self) -> None:
        """Stop the question at its next step."""
        self.is_cancelled = True

    def passed(self) -> float:
        """Return the part of the time that has passed, 1 where it is up.

        Raises:
            StoppedError: The question was cancelled.
            OutOfTimeError: The time was up long ago.
        """
        if self.is_cancelled:
            raise StoppedError
        share = (monotonic() - self._began) / self.seconds
        if share >= 1:  # on a machine that is busy, others may have had most of that time
            share = (thread_time() - self._began_computing + self.waited_s) / self.seconds
        if share > LAST_TIME_SHARE:
            raise OutOfTimeError(self.seconds)
        return share

    def step(self) -> float:
        """Do the same between two steps of the question, where a server may let others have a turn."""
        return self.passed()

    def waiting(self) -> AbstractContextManager[object]:
        """Return a context in which the question waits for something and computes next to nothing."""
        return nullcontext()


_NO_LIMIT = TimeLimit()
_present: ContextVar[TimeLimit] = ContextVar("present", default=_NO_LIMIT)
"""The limit around the question that this thread answers."""


def checkpoint() -> None:
    """Stop here if the question was cancelled or its time was up long ago; a server may let others go on first.

    Raises:
        StoppedError: It was cancelled.
        OutOfTimeError: Its time was up long ago.
    """
    _present.get().step()


def stop_if_over() -> None:
    """Stop here for the same reasons, without letting others go on; it raises what `checkpoint` raises."""
    _present.get().passed()


def time_is_up(share: float = 1.0) -> bool:
    """Return whether the question's time is up, and remember that its answer is not complete.

    Args:
        share: The part of the time after which it is up.

    Raises:
        StoppedError: The question was cancelled.
        OutOfTimeError: Its time was up long ago.
    """
    limit = _present.get()
    is_up = limit.step() >= share
    limit.cut_short |= is_up
    return is_up


def cut_short() -> bool:
    """Return whether something was left out of this question's answer because its time was up."""
    return _present.get().cut_short


def seconds_allowed() -> float:
    """Return how long this question may take (seconds); infinite without a limit."""
    return _present.get().seconds


def while_time(items: Iterable[Item], *, every: int = 1, share: float = 1.0) -> Iterator[Item]:
    """Yield the first item, and further ones until the time is up.

    Args:
        items: What to yield.
        every: Number of items after which to look at the time.
        share: As `time_is_up` takes it.
    """
    for number, item in enumerate(items):
        if number and not number % every and time_is_up(share):
            return
        yield item


def wait_for(future: Future[Item]) -> Item:
    """Wait for what another machine sends, and look meanwhile whether the question was cancelled.

    Raises:
        StoppedError: It was cancelled.
        OutOfTimeError: Its time was up long ago.
    """
    limit = _present.get()
    with limit.waiting():
        while True:
            began = monotonic()
            try:
                return future.result(_LOOK_S)
            except TimeoutError:
                if future.done():
                    raise
                limit.passed()
            finally:
                limit.waited_s += monotonic() - began


@contextmanager
def apart() -> Iterator[None]:
    """Take a lock, or wait for something, where nothing is bounded and others may go on meanwhile."""
    with _present.get().waiting():
        token = _present.set(_NO_LIMIT)
        try:
            yield
        finally:
            _present.reset(token)
