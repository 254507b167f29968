"""Try the tests of properties on examples that were not drawn before, one seed after the other.

    python tests/properties.py [--minutes 3] [--seed N] [TEST ...]

A seed that fails ends the run, with the command that draws the same examples again.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
import time


def main() -> int:
    """Run rounds until the time is over; return the exit code of pytest's last round."""
    parser = argparse.ArgumentParser(description="Draw new examples for the tests of properties.")
    parser.add_argument("--minutes", type=float, default=3.0, help="time after which no further seed is begun")
    parser.add_argument(
        "--seed", type=int, default=random.randrange(1 << 32), help="the first seed; the next is one more"
    )
    parser.add_argument("tests", nargs="*", help="what pytest runs; by default all tests of properties")
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    seed = options.seed
    while True:
        command = ["pytest", "-m", "hypothesis", "--hypothesis-profile", "anew", f"--hypothesis-seed={seed}"]
        print(f"seed {seed}", flush=True)
        code = subprocess.call([sys.executable, "-m", *command, "-n", "auto", *options.tests])
        if code:
            print(f"Seed {seed} failed. It draws the same examples again with: {shlex.join(command)} TEST")
            return code
        if time.monotonic() >= until:
            return 0
        seed += 1


if __name__ == "__main__":
    sys.exit(main())
