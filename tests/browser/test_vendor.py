"""What is vendored in the reader in JavaScript is what its releases give."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[2] / "browser" / "vendor"


def _renew() -> ModuleType:
    spec = importlib.util.spec_from_file_location("renew", FOLDER / "renew.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_snowball_is_the_pinned_release() -> None:
    """Each stemmer is what `make browser-vendor` makes of the release that is installed, and none is left over."""
    made = dict(_renew().stemmers())
    found = {
        path.name: path.read_text("utf-8") for path in (FOLDER / "snowball").glob("*.mjs") if path.name != "stemmer.mjs"
    }
    assert found == made


def test_every_dependency_has_its_licence() -> None:
    """Each folder and file that is vendored has a licence beside it."""
    assert "Permission is hereby granted" in (FOLDER / "fzstd.LICENSE").read_text("utf-8")
    assert "Snowball project" in (FOLDER / "snowball" / "LICENSE").read_text("utf-8")
