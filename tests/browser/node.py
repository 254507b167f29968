"""Run modules of JavaScript beside the tests, under Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import lacking

HERE = Path(__file__).parent


def run(script: str, given: Any, *arguments: str) -> Any:
    """Run a script of this folder, with JSON in and JSON out."""
    if not shutil.which("node"):
        lacking.skip("there is no Node.js")
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
