"""Feed every reader of foreign bytes input of every kind, at random and led by coverage.

Usage: python bench/reliability/fuzzing.py READER SECONDS TALLY   (one reader with atheris; measure.py calls it)

Strategy. Half of the time inputs are drawn at random, as the tests draw them. In the other half atheris, where it is
installed, chooses the changes by which lines of Pinax they reach. It instruments what is imported, so each reader has a
process of its own. What makes a reader fail is kept in a folder, to become a case.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

MEMORY_BYTES = 3 << 30
SLOW_S = 10.0
"""Processor time (seconds) above which an input counts as a failure."""
HUNG_S = 30.0
"""Processor time (seconds) after which a reader is stopped; a pattern hears of signals while it searches."""
START_S = 120
"""What atheris may take for a process to start, and for the input that the time ends in."""


class _HungError(BaseException):
    """A reader has taken too long; no handler on the way takes it for its own."""


def _stop(*_: object) -> None:
    raise _HungError


@dataclass
class Tally:
    """What became of the inputs of one reader."""

    inputs: int = 0
    slowest_s: float = 0.0
    failures: int = 0

    def read(self, name: str, target: Any, data: bytes) -> None:
        """Have a reader read, and count it."""
        began = time.thread_time()
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, HUNG_S)
        try:
            with suppress(*target.errors):
                target.read(data)
        except Exception as error:
            self.failures += 1
            _keep_case(name, data, repr(error)[:200])
        except _HungError:
            pass  # its time says it
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.thread_time() - began
        if took > SLOW_S:
            self.failures += 1
            _keep_case(name, data, f"{took:.0f} s")
        self.inputs, self.slowest_s = self.inputs + 1, max(self.slowest_s, took)


def fuzzing(seconds: float) -> tuple[list[str], int]:
    """Send input to every reader for its share of the time; return the rows and the number of failures."""
    from fuzz.targets import TARGETS

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    rows = ["| Reader | Drawn at random | Led by coverage | Slowest (s) | Failures |", "|---|--:|--:|--:|--:|"]
    wrong, is_led = 0, find_spec("atheris") is not None
    share_s = seconds / len(TARGETS) / (2 if is_led else 1)
    for name, target in TARGETS.items():
        drawn = _at_random(name, target, share_s)
        led = _led(name, share_s) if is_led else Tally()
        failures, slowest_s = drawn.failures + led.failures, max(drawn.slowest_s, led.slowest_s)
        wrong += failures
        inputs = f"{led.inputs:,}" if is_led else "not run"
        rows.append(f"| {name} | {drawn.inputs:,} | {inputs} | {slowest_s:.2f} | {failures} |")
        print(rows[-1], flush=True)
    return rows, wrong


def _at_random(name: str, target: Any, seconds: float) -> Tally:
    from fuzz.inputs import drawn

    chance, tally, until = random.Random(f"{name} {time.time()}"), Tally(), time.monotonic() + seconds
    while time.monotonic() < until:
        tally.read(name, target, drawn(chance, target.seeds)[: target.max_bytes])
    return tally


def _led(name: str, seconds: float) -> Tally:
    """Run this program for one reader; a process that ends in another way than by itself is a failure."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "tally"
        command = [sys.executable, __file__, name, str(seconds), str(result)]
        with suppress(subprocess.TimeoutExpired):
            ended = subprocess.run(command, stderr=subprocess.PIPE, timeout=seconds + START_S)
            if ended.returncode == 0:
                return Tally(**json.loads(result.read_text("utf-8")))
            print(ended.stderr.decode("utf-8", "replace")[-2_000:], file=sys.stderr)
        return Tally(failures=1)


def _lead(name: str, seconds: float, result: Path) -> None:
    """Let atheris choose the inputs of one reader until the time is over; write the tally."""
    import atheris  # type: ignore[import-not-found, unused-ignore]

    with atheris.instrument_imports(include=["pinax_builder", "pinax_runtime"]):
        from fuzz.targets import TARGETS

    target, tally, until = TARGETS[name], Tally(), time.monotonic() + seconds

    def read(data: bytes) -> None:
        tally.read(name, target, data)
        if time.monotonic() > until:
            _end(tally, result)

    corpus = result.parent / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(target.seeds):
        (corpus / str(number)).write_bytes(seed[: target.max_bytes])
    atheris.Setup([__file__, f"-max_len={target.max_bytes}", "-rss_limit_mb=0", str(corpus)], read)
    atheris.Fuzz()


def _end(tally: Tally, result: Path) -> NoReturn:
    """Write the tally and end the process, which libFuzzer would go on with."""
    result.write_text(json.dumps(asdict(tally)), "utf-8")
    os._exit(0)


def _keep_case(name: str, data: bytes, why: str) -> None:
    """Keep what made a reader fail, to become a case."""
    folder = Path(tempfile.gettempdir()) / "pinax-fuzz"
    folder.mkdir(exist_ok=True)
    case = folder / f"{name.replace(' ', '-')}-{abs(hash(data)):x}"
    case.write_bytes(data)
    print(f"{name}: {why}: {case}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    _lead(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
