"""A newcomer gets from an empty environment to an answer in a real client by the README's commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import lacking

ROOT = Path(__file__).parents[2]
MADE_FOR = sys.version + "".join((ROOT / name / "pyproject.toml").read_text("utf-8") for name in ("runtime", "builder"))
FOLDER = ROOT / "build/newcomer" / sha256(MADE_FOR.encode()).hexdigest()[:16]
"""Where the newcomer works; the dependencies stay installed there until one of the projects declares others."""


def test_the_transcript_of_the_readme() -> None:
    """The script runs, and prints what the README shows: `…` stands for any text, and the time may be another."""
    if not shutil.which("npx") or not shutil.which("sh"):
        lacking.skip("There is no npx to run the MCP inspector with.")
    (shown,) = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    environment = {**os.environ, "PIP_COMPILE": "0"}  # Python compiles the few modules that run
    command = ["sh", "examples/newcomer.sh", FOLDER]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1_200)
    assert ended.returncode == 0, ended.stderr
    shown, printed = (re.sub(r"took \d+ seconds", "took SECONDS", text) for text in (shown, ended.stdout))
    pattern = ".*".join(re.escape(part.strip("\n")) for part in shown.strip("\n").split("…"))
    assert re.fullmatch(pattern, printed.strip("\n"), re.DOTALL), printed


def test_it_takes_five_commands() -> None:
    """The transcript has no more than that, and took less than two minutes when it was made."""
    (shown,) = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(re.findall(r"^\$ ", shown, re.MULTILINE)) == 5
    (seconds,) = re.findall(r"^# All this took (\d+) seconds$", shown, re.MULTILINE)
    assert int(seconds) < 120
