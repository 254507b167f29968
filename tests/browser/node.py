"""Run modules of JavaScript beside the tests, under Node."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import lacking

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def require() -> None:
    """Skip the test where there is no Node.js."""
    if not shutil.which("node"):
        lacking.skip("there is no Node.js")


@functools.cache
def joined() -> Path:
    """Join the modules as `make browser` does, and return their folder; skip the test where that cannot be."""
    if not shutil.which("npm") or not (ROOT / "build" / "esbuild").exists():
        lacking.skip("there is no npm, or no esbuild: .ci/programs brings both")
    folder = Path(tempfile.mkdtemp(prefix="pinax-joined-"))  # one for each process of the tests
    atexit.register(shutil.rmtree, folder)
    subprocess.run(
        ["make", "--silent", "browser", f"JOINED={folder}/browser"], cwd=ROOT, check=True, capture_output=True
    )
    return folder / "browser"


def run(script: str, given: Any, *arguments: str) -> Any:
    """Run a script of this folder, with JSON in and JSON out."""
    require()
    done = subprocess.run(
        ["node", HERE / script, *arguments],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the reader's command."""
    require()
    given = ["node", HERE.parents[1] / "browser" / "pinax.mjs", *arguments]
    return subprocess.run(given, capture_output=True, text=True, timeout=60, check=False)


@functools.cache
def _commanding() -> subprocess.Popen[str]:
    """Start a Node.js for all commands of this process."""
    require()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process: subprocess.Popen[str] = subprocess.Popen(["node", HERE / "commanding.mjs"], **pipes)
    atexit.register(process.communicate)
    return process


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the reader's command in a process that all share: starting one takes longer than most commands."""
    process = _commanding()
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(arguments) + "\n")
    process.stdin.flush()
    return subprocess.CompletedProcess(arguments, *json.loads(process.stdout.readline()))


def answers(cases: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield what the reader answers to queries, in one process: `answers.mjs` says which members they have."""
    require()
    with subprocess.Popen(
        ["node", HERE / "answers.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for case in cases:
            process.stdin.write(json.dumps(case) + "\n")
            process.stdin.flush()
            yield json.loads(process.stdout.readline())
        process.stdin.close()
