"""Questions whose time is up, or which are cancelled, at each of their steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from pinax_runtime.format import FileRef
from pinax_runtime.search import Library, MemorySource, OutOfTimeError, Reply, StoppedError, TimeLimit, open_bundle
from runtime.search.made import two_docsets

QUERIES = [
    "clock changes",
    '"time zone"',
    '"time zone" clock "daylight saving"',
    "sched* ret* with backoff",
    "shedule overlpa policy when a run is late",
    "how do I retry a job that failed with a longer pause",
    "Client.job",
    "überlappung 時間",
]


class Steps(TimeLimit):
    """A limit that is over at a step, counted from 0, whatever the clock says."""

    def __init__(self, over_at: float = float("inf"), then: Callable[[TimeLimit], float] = lambda _: 1.3) -> None:
        super().__init__()
        self.taken, self._over_at, self._then = 0, over_at, then

    def passed(self) -> float:
        super().passed()
        self.taken += 1
        return 0.0 if self.taken <= self._over_at else self._then(self)


def every_step(ask: Callable[[], object]) -> Iterator[Steps]:
    """Yield a limit for each step of a question."""
    with Steps() as limit:
        ask()
    assert limit.taken > 2
    yield from map(Steps, range(limit.taken))


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("sections", [False, True])
def test_a_search_ends_with_what_it_has(library: Library, query: str, sections: bool) -> None:
    """Whenever its time is up, a search returns hits that match, with true scores, and says that it is not complete."""

    def ask() -> Reply:
        return library.search(query, limit=200, sections=sections, explain=True)

    ask()  # what is in memory then, an explanation does not name
    complete = ask()
    matching = {hit.section_id for hit in library.search(query, limit=10_000, sections=True).hits}
    for limit in every_step(ask):
        with limit:
            reply = ask()
        if not reply.cut_short:
            assert reply == complete
        if not complete.did_you_mean:
            assert {hit.section_id for hit in reply.hits} <= matching | {hit.section_id for hit in complete.hits}
        assert complete.relaxed or not reply.relaxed
        assert sections or reply.total <= complete.total
        for hit in reply.hits:
            assert hit.explanation
            assert hit.explanation.score == pytest.approx(hit.score, abs=0.01)


def test_a_filter_holds_whenever_the_time_is_up(library: Library) -> None:
    """A search that is cut short shows no page that its filters leave out."""

    def ask() -> Reply:
        return library.search("job retry schedule", filters={"section": ["guide"]}, limit=50)

    for limit in every_step(ask):
        with limit:
            assert all(hit.facets["section"] == ["guide"] for hit in ask().hits)


def test_nothing_of_a_cut_search_is_kept(location: Path) -> None:
    """What was left out for want of time is there for the next question."""
    fresh = open_bundle(location).search('"time zone" sched*')
    cut = open_bundle(location)
    for at in range(0, 60, 3):
        with Steps(at):
            cut.search('"time zone" sched*')
            cut.find_symbol("Client.job")
    assert cut.search('"time zone" sched*') == fresh
    assert cut.find_symbol("Client.job") == open_bundle(location).find_symbol("Client.job")


def test_a_symbol_ends_with_what_it_has(library: Library) -> None:
    """Whenever its time is up, a look-up returns definitions that fit and no guess at another name."""
    complete = {hit.section_id for hit in library.find_symbol("job").hits}
    for limit in every_step(lambda: library.find_symbol("job")):
        with limit:
            reply = library.find_symbol("job")
        assert reply.cut_short or reply == library.find_symbol("job")
        assert not reply.did_you_mean
        assert {hit.section_id for hit in reply.hits} <= complete


@pytest.mark.parametrize(
    "ask",
    [
        lambda library: library.search("retry with backoff"),
        lambda library: library.find_symbol("Client.job"),
        lambda library: library.find("guide/schedules.md"),
    ],
)
def test_a_cancelled_question_stops_at_its_next_step(location: Path, ask: Callable[[Library], object]) -> None:
    """A question that is cancelled raises an error at its next step, and not after it."""

    def cancel(limit: TimeLimit) -> float:
        limit.cancel()
        return limit.passed()

    with Steps() as whole:
        ask(open_bundle(location))
    assert whole.taken > 1
    for at in range(whole.taken):
        with Steps(at, cancel) as limit, pytest.raises(StoppedError):
            ask(open_bundle(location))
        assert limit.taken == at + 1


def test_a_question_fails_long_after_its_time(location: Path) -> None:
    """What cannot go on with less fails at half as much time again, and the message says what to do."""
    bundle = open_bundle(location)
    with TimeLimit(1e-6):
        sleep(0.001)
        with pytest.raises(OutOfTimeError, match=r"longer than 1e-06 s. Ask for less"):
            bundle.search("retry with backoff")


def test_without_a_limit_nothing_is_cut(library: Library) -> None:
    """A limit holds for the questions inside it, in its own thread, and for no others."""
    with Steps(0):
        found: list[Reply] = []
        thread = Thread(target=lambda: found.append(library.search("clock")))
        thread.start()
        thread.join()
    assert not found[0].cut_short
    assert library.search("clock") == found[0]


def test_a_wait_for_another_machine_can_be_cancelled() -> None:
    """A question that waits for a file from afar, which never comes, notices that it was cancelled meanwhile."""
    limit = TimeLimit()

    class Never(Future[bytes]):
        def result(self, timeout: float | None = None) -> bytes:
            limit.cancel()
            return super().result(timeout)

    class FarSource(MemorySource):
        def start(self, refs: Iterable[FileRef]) -> dict[str, Future[bytes]]:
            return {ref.name: Never() for ref in refs}

    bundle = open_bundle(FarSource(two_docsets()))
    with limit, pytest.raises(StoppedError):
        bundle.search("zebras")
