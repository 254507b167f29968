"""The search box is written beside a bundle: one name that pages know, and files that never change."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from browser import node
from pinax_builder import BuildConfig, DocsetConfig, Storage, build, load_config
from pinax_builder.cli import main

ROOT = Path(__file__).parents[2]
SCRIPT = "pinax-ui.js"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with a page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/oil.md").write_text("# Oil\n\nWhale oil burns in lamps.\n")
    return tmp_path / "docs"


def names(bundle: Path) -> set[str]:
    """Return the names of the box's files."""
    found = (path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file())
    return {name for name in found if not name.startswith(("files/", "pinax.json"))}


def test_a_build_writes_it_on_demand(docs: Path, tmp_path: Path) -> None:
    """`--ui` and `ui = true` write it, `--no-ui` wins over the latter, and otherwise there is none."""
    run = CliRunner().invoke
    assert run(main, ["build", str(docs), "-o", str(tmp_path / "a"), "-q", "--ui", "--no-cache"]).exit_code == 0
    assert SCRIPT in names(tmp_path / "a")
    toml = tmp_path / "pinax.toml"
    toml.write_text('[build]\nui = true\n[[docset]]\npath = "docs"\n')
    assert load_config(toml).ui
    assert run(main, ["build", str(toml), "-o", str(tmp_path / "b"), "-q"]).exit_code == 0
    assert names(tmp_path / "b") == names(tmp_path / "a")
    assert run(main, ["build", str(toml), "-o", str(tmp_path / "c"), "-q", "--no-ui"]).exit_code == 0
    assert names(tmp_path / "c") == set()


def test_it_says_where_the_pages_are(docs: Path, tmp_path: Path) -> None:
    """A bundle among its pages says how far above it they begin; of one that lies elsewhere nothing is said."""
    for bundle, said in ((docs / "a/b", '{"docs": "../../"}'), (tmp_path / "c", "{}")):
        build(BuildConfig((DocsetConfig("docs", docs),)), bundle, workers=1, ui=True)
        assert (bundle / SCRIPT).read_text("utf-8").endswith(f"export const places = {said};\n")


@pytest.mark.parametrize("source", ["checkout", "wheel"])
def test_every_module_that_is_named_is_there(
    docs: Path, tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imports lead to files that were written, all of them end in `.js`, and licenses of others come along."""
    if source == "wheel":
        monkeypatch.setattr("pinax_builder.search_box._source", node.joined)
    bundle = tmp_path / "bundle"
    build(BuildConfig((DocsetConfig("docs", docs),)), bundle, workers=1, ui=True)
    written = names(bundle)
    assert {Path(name).suffix for name in written} <= {".js", "", ".LICENSE"}
    assert any(name.endswith("LICENSE") for name in written)
    imported = 0
    for name in written:
        for path in re.findall(r"""(?:from ?|import\()["'](\.[^"']+)["']""", (bundle / name).read_text("utf-8")):
            assert (bundle / name).parent.joinpath(path).resolve().is_file(), f"{name} imports {path}"
            imported += 1
    assert imported > 10
    english = {path.stem for path in (ROOT / "browser/ui/texts").glob("*.js")}
    assert english <= {Path(name).stem for name in written}


def test_what_an_earlier_box_loads_stays(docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are open go on working after a build; the build after that, and one that prunes, removes it."""
    bundle, config = tmp_path / "bundle", BuildConfig((DocsetConfig("docs", docs),), ui=True)
    build(config, bundle, workers=1)
    (current,) = (bundle / "ui").iterdir()
    own = bundle / "ui/ours"
    own.mkdir()
    for folder, script in (("0" * 16, ""), ("1" * 16, f'import("./ui/{"1" * 16}/ui/panel.js")')):
        (bundle / "ui" / folder).mkdir()
        if script:
            (bundle / SCRIPT).write_text(script)
    build(config, bundle, workers=1)
    assert {path.name for path in (bundle / "ui").iterdir()} == {"1" * 16, current.name, "ours"}
    build(config, bundle, workers=1, prune=True)
    assert {path.name for path in (bundle / "ui").iterdir()} == {current.name, "ours"}


def test_it_goes_into_an_object_store(docs: Path) -> None:
    """With the bundle, its files are copied."""
    storage = Storage("memory://with-a-box")
    build(BuildConfig((DocsetConfig("docs", docs),), ui=True), storage, workers=1)
    script = storage.read(SCRIPT).decode()
    (panel,) = re.findall(r'import\("\./(ui/\w+/ui/panel\.js)"\)', script)
    assert storage.holds(panel)


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no modes there")
def test_a_folder_that_cannot_be_written(docs: Path, tmp_path: Path) -> None:
    """A file in the way is told as a sentence."""
    bundle = tmp_path / "bundle"
    build(BuildConfig((DocsetConfig("docs", docs),)), bundle, workers=1)
    (bundle / "ui").write_text("in the way")
    ended = CliRunner().invoke(main, ["build", str(docs), "-o", str(bundle), "-q", "--ui", "--no-cache"])
    assert ended.exit_code == 1
    assert "cannot write" in ended.output
