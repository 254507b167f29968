"""A small manual, its bundle, and `pinax questions` run in its folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pinax_builder import build
from pinax_builder.cli import main
from pinax_builder.configuration import load_config

PAGES = {
    "lamp.md": "# Lamp\n\nSwitch the lamp on with `lamp_on(5)`, or with `--bright`.\n\n"
    "## Wick\n\nTrim the wick weekly.\n\n## Oil\n\n"
    "Fill in oil before the flame goes out. The vessel holds 250 ml of paraffin.\n",
    "sail.md": "# Sail\n\nHoist the sail when the wind is steady. Reef it in a storm, and dry the canvas afterwards.\n",
    "anchor.md": "# Anchor\n\nDrop the anchor where the ground is sand. Haul it up slowly with the windlass.\n",
    "mast.md": "# Mast\n\nStep the mast with two helpers. Tension the shrouds evenly, and check the spreaders.\n",
}
GOLDEN = '\n[[golden]]\nquery = "hoist the sail"\nexpect = "sail.md"\n'


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with pinax.toml, pages and their bundle, which is the current folder."""
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    toml = f'[build]\noutput = "bundle"\nworkers = 1\n{GOLDEN}\n[[docset]]\nname = "ship"\npath = "docs"\n'
    (tmp_path / "pinax.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    rebuild()
    return tmp_path


def rebuild() -> None:
    """Build the bundle of the current folder."""
    config = load_config(Path("pinax.toml"))
    build(config, Path("bundle"))


@pytest.fixture
def run(manual: Path) -> Callable[..., Result]:
    """`pinax questions` in the manual's folder."""

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["questions", *map(str, arguments)])

    return run


def written(folder: Path) -> dict[str, list[str]]:
    """Return the questions of the file by id."""
    lines = map(json.loads, (folder / "questions.jsonl").read_text("utf-8").splitlines())
    return {line["id"]: line["questions"] for line in lines}
