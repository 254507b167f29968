"""Feed readers of foreign bytes input of every kind, led by what it reaches of their code.

    python tests/fuzz/fuzzing.py [--minutes 1] [GROUP or READER ...]

Strategy. Atheris chooses inputs by which lines of Pinax they reach. Half of the changes are its own, the other half
those that the tests draw. It instruments what is imported, so each group of readers has a process of its own, with
bounds of memory and of time for each input; the first byte of an input says which reader of the group gets the rest.
First a defect is planted in each reader, and has to be found. What makes a reader fail is kept in a folder, to become
a case. Exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

MEMORY_BYTES = 3 << 30
"""Most memory of a process (bytes)."""
SLOW_S = 10.0
"""Processor time (seconds) above which an input counts as a failure."""
HUNG_S = 30.0
"""Processor time (seconds) after which a reader is stopped; a pattern hears of signals while it searches."""
_CASES = Path(tempfile.gettempdir()) / "pinax-fuzz"
"""Folder of the inputs that made a reader fail."""
START_S = 120
"""What a process may take to start and to find the planted defect, for each reader, and for the last input."""


class _HungError(BaseException):
    """A reader has taken too long; no handler on the way takes it for its own."""


def _stop(*_: object) -> None:
    raise _HungError


@dataclass
class Tally:
    """What became of the inputs of one target."""

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


def main() -> int:
    """Fuzz the named groups and readers, or all groups."""
    from fuzz.targets import GROUPS, TARGETS

    parser = argparse.ArgumentParser(description="Feed readers of foreign bytes input of every kind.")
    parser.add_argument("--minutes", type=float, default=1.0, help="time for each group or reader that is named")
    parser.add_argument("--result", type=Path, help=argparse.SUPPRESS)
    known = [*GROUPS, *TARGETS]
    parser.add_argument("targets", nargs="*", metavar="NAME", help=f"by default {', '.join(GROUPS)}; also a reader")
    given = parser.parse_args()
    if unknown := sorted({*given.targets} - {*known}):
        parser.error(f"no reader {', '.join(unknown)}; there are: {', '.join(known)}")
    if given.result:
        _lead(given.targets[0], given.minutes * 60, given.result)
    return bool(fuzzing(given.minutes * 60, given.targets or list(GROUPS))[1])


def fuzzing(share_s: float, names: Sequence[str]) -> tuple[list[str], int]:
    """Send input to each group or reader for some time (seconds); return a table's rows, and the number of failures."""
    rows, failures = ["| Reader | Inputs | Slowest (s) | Failures |", "|---|--:|--:|--:|"], 0
    print("\n".join(rows), flush=True)
    for name in names:
        tally = _led(name, share_s)
        failures += tally.failures
        rows.append(f"| {name} | {tally.inputs:,} | {tally.slowest_s:.2f} | {tally.failures} |")
        print(rows[-1], flush=True)
    return rows, failures


def _led(name: str, seconds: float) -> Tally:
    """Run this program for one group or reader; a process that ends in another way than by itself is a failure."""
    from fuzz.targets import GROUPS

    most = seconds + START_S * len(GROUPS.get(name, (name,)))
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "tally"
        command = [sys.executable, __file__, name, "--minutes", str(seconds / 60), "--result", str(result)]
        with suppress(subprocess.TimeoutExpired):
            ended = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, timeout=most)
            told = ended.stderr.decode("utf-8", "replace")
            print("\n".join(line for line in told.splitlines() if str(_CASES) in line), end="", file=sys.stderr)
            if result.exists():
                return Tally(**json.loads(result.read_text("utf-8")))
            print(told[-2_000:], file=sys.stderr)
        return Tally(failures=1)


def _lead(name: str, seconds: float, result: Path) -> NoReturn:
    """Let atheris choose the inputs of a group or reader until the time is over; write the tally."""
    import atheris  # type: ignore[import-not-found, unused-ignore]

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    with atheris.instrument_imports(include=["pinax_builder", "pinax_runtime"]):
        from fuzz.targets import GROUPS, TARGETS
    from fuzz.inputs import drawn
    from fuzz.planting import tries_until_found

    readers, tally = [(one, TARGETS[one]) for one in GROUPS.get(name, (name,))], Tally()
    for one, target in readers:
        if tries_until_found(target) is None:
            sys.exit(f"{one}: a planted defect is not found")
    until = time.monotonic() + seconds

    def read(data: bytes) -> None:
        one, target = readers[(data[0] if data else 0) % len(readers)]
        tally.read(one, target, data[1 : 1 + target.max_bytes])
        if time.monotonic() > until:
            result.write_text(json.dumps(asdict(tally)), "utf-8")
            os._exit(0)  # libFuzzer would go on

    def change(data: bytes, max_bytes: int, seed: int) -> bytes:
        chance, first, rest = random.Random(seed), data[:1] or b"\0", data[1:]
        is_ours = chance.random() < 0.5
        return first + (drawn(chance, [rest])[: max_bytes - 1] if is_ours else atheris.Mutate(rest, max_bytes - 1))

    corpus = result.parent / "corpus"
    corpus.mkdir()
    for number, (_, target) in enumerate(readers):
        for at, seed in enumerate(target.seeds):
            (corpus / f"{number}-{at}").write_bytes(bytes([number]) + seed[: target.max_bytes])
    longest = 1 + max(target.max_bytes for _, target in readers)
    limits = [f"-max_len={longest}", "-rss_limit_mb=0", f"-timeout={2 * HUNG_S:.0f}"]
    atheris.Setup([__file__, *limits, str(corpus)], read, custom_mutator=change)
    atheris.Fuzz()
    sys.exit(1)


def _keep_case(name: str, data: bytes, why: str) -> None:
    """Keep what made a reader fail, to become a case."""
    _CASES.mkdir(exist_ok=True)
    case = _CASES / f"{name.replace(' ', '-')}-{sha256(data).hexdigest()[:12]}"
    case.write_bytes(data)
    print(f"{name}: {why}: {case}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
