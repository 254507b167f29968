"""The documentation builds as a site that answers its golden queries, and every command of its guides runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pinax_runtime.search
from examples.conftest import PROGRAMS
from pinax_runtime.search import open_bundle

ROOT = Path(__file__).parents[2]
GUIDES = ("how-to/ci.md", "how-to/clients.md", "how-to/signing.md")
"""Guides that begin where the tutorial ends: with its pages, its pinax.toml and its bundle."""
FILES = ("docs/index.md", "docs/guide/retries.md", "pinax.toml", "bundle/notes.txt", ".mcp.json")
"""Files of somebody's project, of the names that the tutorial gives its own."""


def script(page: str) -> str:
    """Return all shell commands of a page, as one script that ends at the first failure."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", (ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    return "set -eu\n" + "".join(blocks)


def run(page: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the commands of a page in a folder that is also the home; pip installs nothing."""
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    (programs / "pip").write_text('#!/bin/sh\n[ "$1" = install ]\n')
    (programs / "pip").chmod(0o755)
    path = os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.run(
        ["bash", "-c", script(page)], cwd=folder, env=environment, capture_output=True, text=True, timeout=1_200
    )


@pytest.fixture(scope="module")
def after_the_tutorial(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that the tutorial leaves, and what its commands printed."""
    folder = tmp_path_factory.mktemp("tutorial")
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
    ended = run("tutorial.md", folder)
    assert ended.returncode == 0, ended.stderr
    return folder / "lantern", ended.stdout


def test_the_tutorial_runs(after_the_tutorial: tuple[Path, str]) -> None:
    """Each step works, the answers are those that it tells of, and what was in the folder stays as it was."""
    folder, printed = after_the_tutorial
    assert {(folder.parent / name).read_text() for name in FILES} == {"mine"}
    assert "2 of 2 golden queries answered" in printed
    assert re.search(r"Retries > Backoff\n\s+https://lantern.example.org/guide/retries.md#backoff", printed)
    servers = json.loads((folder / ".mcp.json").read_text())["mcpServers"]
    assert servers["lantern"]["args"] == ["serve", "bundle", "--tools", "lean"]


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_runs(after_the_tutorial: tuple[Path, str], page: str) -> None:
    """Each command of a guide ends with 0, in the folder that the tutorial leaves."""
    ended = run(page, after_the_tutorial[0])
    assert ended.returncode == 0, ended.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site; a link or anchor that leads nowhere ends the build, as does a golden query."""
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", "website/mkdocs.yml", "-d", str(folder)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1_200)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


def test_the_site_answers_questions(typed: Callable[..., str], site: Path) -> None:
    """The bundle beside the pages has the golden queries, and answers each."""
    said = re.search(r"(\d+) of (\d+) golden queries answered", typed("pinax-runtime", "golden", site / "pinax"))
    assert said
    assert int(said[1]) == int(said[2]) >= 10


def test_every_command_is_in_the_reference(site: Path) -> None:
    """The page has a section for each command of both programs."""
    document = open_bundle(str(site / "pinax")).find("reference/commands/")
    assert document
    titles = [section.title for section in document.page.sections]
    names = [f"{program} {name}" for program, group in PROGRAMS.items() for name in group.commands]
    assert [name for name in names if not any(title.startswith(name) for title in titles)] == []


def test_every_public_name_is_in_the_reference_or_used_by_the_server() -> None:
    """What `pinax_runtime.search` exports is described on the page about Python, or used by the server or a command."""
    text = (ROOT / "docs/reference/python.md").read_text("utf-8")
    shown = set(re.findall(r"^::: pinax_runtime\.search\.(\w+)$", text, re.MULTILINE))
    exported = set(pinax_runtime.search.__all__)
    runtime = ROOT / "runtime/src/pinax_runtime"
    outside = [path for path in runtime.rglob("*.py") if path.relative_to(runtime).parts[0] not in ("search", "bundle")]
    sources = [path.read_text("utf-8") for path in outside]
    used = {word for source in sources for word in re.findall(r"\w+", source)}
    assert shown <= exported
    assert exported - shown - used == set()
