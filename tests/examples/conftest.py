"""The example bundle, built once, and the commands on the path."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

Run = Callable[..., str]


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
def bundle(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of examples/pinax.toml."""
    folder = tmp_path_factory.mktemp("examples") / "bundle"
    run("pinax", "build", EXAMPLES / "pinax.toml", "-o", folder, "--workers", "1")
    return folder
