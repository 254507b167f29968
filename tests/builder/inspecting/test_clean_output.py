"""No command of the builder prints or writes a bundle's invisible characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hostile import hidden_in, hostile_bundle
from pinax_builder.cli import main


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """The bundle in a folder."""
    for name, data in hostile_bundle().items():
        (tmp_path / "b" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "b" / name).write_bytes(data)
    (tmp_path / "other/files").mkdir(parents=True)
    return tmp_path / "b"


@pytest.mark.parametrize(
    "words",
    [
        ["inspect"],
        ["inspect", "--json"],
        ["gate", "--max-dead-links", "0"],
        ["diff", "GOLDEN"],
        ["diff", "GOLDEN", "--json"],
    ],
    ids=" ".join,
)
def test_no_command_prints_it(words: list[str], bundle: Path) -> None:
    """Languages, kinds of symbols, URLs and anchors are printed without it."""
    golden = str(Path(__file__).parents[2] / "data/bundles/v1")
    first, *others = [golden if word == "GOLDEN" else word for word in words]
    ended = CliRunner().invoke(main, [first, str(bundle), *others])
    assert ended.output
    assert not hidden_in(ended.output)


def test_no_exported_file_has_it(bundle: Path, tmp_path: Path) -> None:
    """Neither the files nor their names have it."""
    options = ["--llms-txt", "--llms-full", "--markdown"]
    assert CliRunner().invoke(main, ["export", str(bundle), str(tmp_path / "out"), *options]).exit_code == 0
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(written) == 3
    for path in written:
        assert not hidden_in(path.name + path.read_text("utf-8"))
