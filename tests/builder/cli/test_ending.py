"""How a command ends: at once when it is interrupted, and with a message when its output goes nowhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main

STARTING = """
import time
from pinax_builder.processes import ProcessPool
try:
    with ProcessPool(2) as pool:
        print("starting", flush=True)
        pool.submit(time.sleep, 60).result()
except KeyboardInterrupt:
    raise SystemExit(130)
"""
"""A program that says when it starts its workers, which then import for half a second."""

BUNDLE = Path(__file__).parents[2] / "data" / "bundles" / "v1"
PINAX = [sys.executable, "-c", "from pinax_builder.cli import run; run()"]
RUNTIME = [sys.executable, "-c", "from pinax_runtime.cli import main; main()"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_ends_a_build(tmp_path: Path) -> None:
    """It ends with 130 long before its pages are done, without a traceback and without a bundle."""
    (tmp_path / "docs").mkdir()
    (page := tmp_path / "page.md").write_text("# Page\n\n" + "Some text of it. " * 300)
    for number in range(9_000):
        (tmp_path / "docs" / f"p{number}.md").hardlink_to(page)
    (temporary := tmp_path / "tmp").mkdir()
    words = ["build", str(tmp_path / "docs"), "-o", str(tmp_path / "bundle"), "--workers", "2", "-q"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen([*PINAX, *words], stderr=subprocess.PIPE, start_new_session=True, env=environment) as build:
        while not any(temporary.glob("pinax-*")):  # until then it only imports
            assert build.poll() is None
            time.sleep(0.01)
        os.killpg(build.pid, signal.SIGINT)
        assert build.wait(120) == 130
        said = build.stderr.read()
        assert b"Traceback" not in said
        assert b"leaked" not in said
    assert not (tmp_path / "bundle" / "pinax.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("after_s", [0.1, 0.3, 0.6])
def test_an_interrupt_while_workers_start_says_nothing(after_s: float) -> None:
    """No worker, nor what they are forked from, prints a traceback because it was still importing."""
    command = [sys.executable, "-c", STARTING]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as interrupted:
        assert interrupted.stdout.readline() == b"starting\n"
        time.sleep(after_s)
        os.killpg(interrupted.pid, signal.SIGINT)
        assert interrupted.wait(120) == 130
        assert (interrupted.stdout.read(), interrupted.stderr.read()) == (b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "command", [[*PINAX, "inspect", str(BUNDLE), "--json"], [*RUNTIME, "search", str(BUNDLE), "retry"]]
)
def test_an_output_that_is_full_is_an_error(command: list[str]) -> None:
    """A command whose output cannot be written says so on one line, and ends with 1."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors")
@pytest.mark.parametrize(
    "command", [[*PINAX, "inspect", str(BUNDLE), "--json"], [*RUNTIME, "search", str(BUNDLE), "retry"]]
)
def test_a_closed_output_is_no_failure(command: list[str]) -> None:
    """Who closes the output before the command starts wants none of it; no file takes its place."""
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


USAGE = {
    "an empty output": (["build", "{docs}", "-o", ""], {}, "it is empty"),
    "an empty cache": (["build", "{docs}", "-o", "{out}", "--cache", ""], {}, "it is empty"),
    "an empty bundle": (["inspect", ""], {}, "it is empty"),
    "a deep configuration": (["build", "{deep}", "-o", "{out}"], {}, "nested too deep"),
    "a date that is none": (
        ["build", "{docs}", "-o", "{out}"],
        {"SOURCE_DATE_EPOCH": "abc"},
        "whole seconds since 1970",
    ),
    "a password": (
        ["build", "{docs}", "-o", "{out}", "--base-url", "https://u:secret@h/"],
        {},
        "without user and password",
    ),
    "a port": (["build", "{docs}", "-o", "{out}", "--base-url", "https://h:99999/"], {}, "host and port"),
    "a control character": (
        ["build", "{docs}", "-o", "{out}", "--base-url", "https://h/\x1b"],
        {},
        "control characters",
    ),
    "a query string": (
        ["build", "{docs}", "-o", "{out}", "--base-url", "https://h/?a=b"],
        {},
        "without a query string",
    ),
}


@pytest.mark.parametrize("name", USAGE)
def test_wrong_usage_says_what_to_write(name: str, tmp_path: Path) -> None:
    """The command ends with 2, writes nothing, and repeats no password."""
    words, environment, said = USAGE[name]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nText.\n")
    (deep := tmp_path / "docs" / "deep.toml").write_text("a=" + "[" * 20_000)
    given = [word.format(docs=tmp_path / "docs", out=tmp_path / "out", deep=deep) for word in words]
    done = CliRunner().invoke(main, given, env=environment)
    assert (done.exit_code, said in done.output) == (2, True), done.output
    assert "secret" not in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]
