"""Whatever a server does, the reader in JavaScript reads the bundle or raises a typed error."""

from __future__ import annotations

import shutil
import subprocess

import lacking
from browser.node import HERE


def test_servers_of_all_sorts() -> None:
    """All tests of source.test.mjs pass."""
    if not shutil.which("node"):
        lacking.skip("there is no Node.js")
    done = subprocess.run(
        ["node", "--test", HERE / "source.test.mjs"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout or "fail 0" in done.stdout
