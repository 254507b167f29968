"""Ctrl-C ends a program that still imports what it needs: at once, with 130, and without a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import __future__, os, signal, sys, threading, typing

class Interrupts:
    \"\"\"Sends SIGINT to this process as it looks for one of the modules that the program imports.\"\"\"
    left = {number}

    def find_spec(self, name, path=None, target=None):
        if "{package}.cli" in sys.modules:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["program", *{words}]
from {package}.cli import {function}
{function}()
"""
PROGRAMS = [("pinax_builder", "run", ["build", "missing"]), ("pinax_runtime", "main", ["serve", "missing"])]


@pytest.mark.parametrize("number", [1, 2, 3, 10, 30, 60])
@pytest.mark.parametrize(("package", "function", "words"), PROGRAMS)
def test_ctrl_c_during_imports(tmp_path: Path, package: str, function: str, words: list[str], number: int) -> None:
    """Whichever module is being imported, nothing is printed."""
    script = SCRIPT.format(package=package, function=function, words=words, number=number)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (130, b"", b"")


def test_what_the_package_offers_is_there() -> None:
    """What is imported when it is asked for is what the package names, and nothing else is."""
    import pinax_builder

    assert all(getattr(pinax_builder, name) is not None for name in pinax_builder.__all__)
    with pytest.raises(AttributeError):
        _ = pinax_builder.nothing
