"""Install extractors for a test, as another distribution would offer them."""

from __future__ import annotations

import sys
import sysconfig
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from pinax_runtime.live import find_extractor

MODULE = "offered_extractors"
"""The module of the extractors, as they are installed."""


def install(folder: Path, patch: pytest.MonkeyPatch, **offered: str) -> None:
    """Install the module, with some entry points, for this and other processes; forget what was found before."""
    installed = folder / "installed"
    about = installed / "offered-1.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (installed / f"{MODULE}.py").write_text(Path(__file__).with_name(f"{MODULE}.py").read_text("utf-8"), "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    points = [f"{name} = {value}\n" for name, value in offered.items()]
    (about / "entry_points.txt").write_text("".join(["[pinax_runtime.extractors]\n", *points]))
    entry_points()  # imports what it needs
    patch.setenv("PYTHONPATH", str(installed))
    standard = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    with pytest.MonkeyPatch.context() as alone:  # what is installed beside the runtime is not looked at
        alone.setattr(sys, "path", [str(installed), *standard, f"{standard[1]}/lib-dynload"])
        find_extractor.cache_clear()
        find_extractor()
