"""What a person sees on a terminal: a real one, of the operating system."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a system without terminals of this kind")

COMMAND = [sys.executable, "-c", "from pinax_runtime.cli import main; main()"]


class Terminal:
    """A process with a terminal of 60 columns."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.text = ""

    def read_until(self, wanted: str) -> str:
        """Read until a text appears, or the process has nothing more to say."""
        while wanted not in self.text:
            try:
                self.text += os.read(self._ours, 4_096).decode()
            except OSError:
                break
        return self.text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


def test_serve_says_what_it_waits_for_and_ends_at_ctrl_c(location: Path, opened: list[Terminal]) -> None:
    """On a terminal the server names what it serves and how to connect; Ctrl-C ends it at once."""
    terminal = Terminal("serve", str(location))
    opened.append(terminal)
    said = terminal.read_until("over HTTP.")
    assert "Serving lantern, lantern-api, patched, world, and waiting for a client" in said
    assert "pinax-runtime config CLIENT" in said
    time.sleep(0.3)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(120) == 130


def test_hits_are_wrapped_and_marked(location: Path, opened: list[Terminal]) -> None:
    """Lines keep the width, and the words of the query but stop words stand out in whatever form they have."""
    terminal = Terminal("search", str(location), "clock change and the", "--limit", "2")
    opened.append(terminal)
    said = terminal.read_until("2 of ")
    assert "\x1b[33m\x1b[1mclocks\x1b[0m" in said
    assert "\x1b[1mthe\x1b[0m" not in said
    plain = re.sub(r"\x1b\[[\d;]*m", "", said)
    excerpts = [line for line in plain.splitlines() if line.startswith(" " * 9) and "://" not in line]
    assert len(excerpts) > 2
    assert max(map(len, excerpts)) <= 60


def test_a_pipe_that_closes_is_no_error(location: Path) -> None:
    """A reader that has seen enough ends the command without a word."""
    command = [*COMMAND, "get", str(location), "reference/configuration.md"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
        code = process.wait(120)
    assert (said, code) == (b"", 0)
