"""The lines that tell how a build goes on, where there is no terminal."""

from __future__ import annotations

import time

import pytest

from pinax_builder.cli.progress import BuildProgress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of `time.monotonic`, which the test sets."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_each_phase_has_a_rate_of_its_own(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """What a phase has left is estimated from its own pages and time, not from those of the phases before."""
    tell = BuildProgress()
    clock[0] = 100
    tell("lantern (crawl)", 200, 200, 0)
    clock[0] = 110
    tell("lantern", 50, 200, 1)
    clock[0] = 140
    tell("lantern", 200, 200, 3)
    assert capsys.readouterr().err.splitlines() == [
        "lantern (crawl): 200/200 pages, 2 pages/s",
        "lantern: 50/200 pages, 5 pages/s, 1 rejected, about 30 s left",
        "lantern: 200/200 pages, 5 pages/s, 3 rejected",
    ]


def test_a_phase_of_no_time_has_no_rate(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """How many pages a second were taken from an earlier build says nothing."""
    tell = BuildProgress()
    tell("lantern", 50, 50, 0)
    clock[0] = 0.1
    tell("lantern (write)", 50, 50, 2)
    assert capsys.readouterr().err.splitlines() == ["lantern: 50/50 pages", "lantern (write): 50/50 pages, 2 rejected"]


def test_lines_come_now_and_then(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """A log is not filled: within five seconds only the end of a phase is told."""
    tell = BuildProgress()
    for second in range(1, 13):
        clock[0] = second
        tell("lantern", second, 100, 0)
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """With --quiet there is none."""
    BuildProgress(quiet=True)("lantern", 5, 5, 0)
    assert capsys.readouterr().err == ""
