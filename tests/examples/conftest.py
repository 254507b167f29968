"""The example bundle, built once, and two ways to run a command: in this process, or from the path as people do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main as pinax
from pinax_runtime.cli import commands as pinax_runtime

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

PROGRAMS = {"pinax": pinax, "pinax-runtime": pinax_runtime}

Run = Callable[..., str]


@pytest.fixture(scope="session")
def typed() -> Run:
    """Run a command of ours in this process and give its output; a failure fails the test."""

    def typed(program: str, *arguments: str | Path) -> str:
        ended = CliRunner().invoke(PROGRAMS[program], [str(part) for part in arguments], prog_name=program)
        assert ended.exit_code == 0, (
            f"{program} {arguments} gave {ended.exit_code}\n{ended.output}\n{ended.exception!r}"
        )
        return ended.stdout

    return typed


@pytest.fixture(scope="session")
def run() -> Run:
    """Run a command in the project's folder and give its output; a failure fails the test."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def run(*command: str | Path) -> str:
        result = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        assert result.returncode == 0, f"{command} gave {result.returncode}\n{result.stdout}\n{result.stderr}"
        return result.stdout

    return run


@pytest.fixture(scope="session")
def bundle(typed: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of examples/pinax.toml."""
    folder = tmp_path_factory.mktemp("examples") / "bundle"
    typed("pinax", "build", EXAMPLES / "pinax.toml", "-o", folder, "--workers", "1")
    return folder
