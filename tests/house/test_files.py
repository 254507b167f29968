"""Conventions about files: names, pins and versions."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [path for source in ("runtime/src", "builder/src") for path in (ROOT / source).rglob("*.py")]
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}

SETUP = ["Makefile", ".ci/run", "pyproject.toml", "runtime/pyproject.toml", "builder/pyproject.toml"]
LOCKS = ["requirements/dev.txt", "requirements/runtime.txt"]
INDEX = re.compile(r"pyp[i]\.org|python[h]osted|--(extra-)?index-[u]rl|--find-[l]inks", re.IGNORECASE)
"""The bracketed letters keep this file from matching itself."""
READABLE = {".py", ".md", ".toml", ".txt", ".sh", ".cfg", ".json", ""}


def project_files() -> list[Path]:
    """Return the text files of the project, those that are new included."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [path for path in map(ROOT.joinpath, filter(None, names)) if path.suffix in READABLE and path.is_file()]


def test_modules_have_telling_names() -> None:
    """No module is a drawer for odds and ends."""
    assert [str(path) for path in MODULES if path.stem in VAGUE] == []


def test_modules_do_not_shadow_standard_ones() -> None:
    """No module is named like one of the standard library."""
    assert [str(path) for path in MODULES if path.stem in sys.stdlib_module_names and path.stem != "__main__"] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_pins_are_exact_and_hashed(lock: str) -> None:
    """Each requirement is one version with hashes, and nothing says where to fetch it."""
    text = (ROOT / lock).read_text("utf-8")
    requirements = [entry for entry in re.split(r"\n(?! )", text) if entry.strip()]
    assert requirements
    for requirement in requirements:
        assert re.match(r"[A-Za-z0-9._-]+==[^ ]+ ", requirement)
        assert "--hash=sha256:" in requirement
    assert "://" not in text


@pytest.mark.parametrize("name", SETUP)
def test_setup_names_no_address(name: str) -> None:
    """Setting up works with whatever index the machine has."""
    text = re.sub(r"\[project\.urls\][^\[]*", "", (ROOT / name).read_text("utf-8"))  # where people read of the project
    assert "://" not in text.replace("'://'", "")


def test_nothing_names_an_index() -> None:
    """No file of the project names a package index or an option that sets one."""
    files, named = project_files(), {}
    assert files
    for path in files:
        found = INDEX.search(path.read_text("utf-8", errors="replace").replace("--no-emit-index-url", ""))
        if found:
            named[str(path.relative_to(ROOT))] = found[0]
    assert named == {}


def test_versions_agree() -> None:
    """The two distributions and the changelog's newest entry have one version; the builder pins its runtime."""
    runtime, builder = (
        tomllib.loads((ROOT / name / "pyproject.toml").read_text("utf-8"))["project"] for name in ("runtime", "builder")
    )
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    assert runtime["version"] == builder["version"] == newest[1]
    assert f"pinax-runtime=={runtime['version']}" in builder["dependencies"]


@pytest.mark.parametrize("name", ["runtime", "builder"])
def test_distributions_carry_the_license(name: str) -> None:
    """Each distribution ships the project's license, unchanged."""
    assert (ROOT / name / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_table_of_results_is_written_from_its_file() -> None:
    """The results in bench/README.md are those of bench/results.tsv."""
    command = [sys.executable, str(ROOT / "bench" / "results.py"), "--check"]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
