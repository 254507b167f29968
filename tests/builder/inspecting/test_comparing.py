"""pinax diff: what changed from one bundle to another."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder import BuildConfig, build
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config
from pinax_builder.errors import BuildError

Make = Callable[..., Path]

GUIDE = "# Guide\n\nHow to begin.\n\n## Install\n\nTake the wheel.\n\n## Use\n\nCall it.\n"


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Build a bundle of docsets: `make("old", docs={"a.md": "# A"})`."""

    def make(name: str, **docsets: Mapping[str, str]) -> Path:
        configs = []
        for docset, files in docsets.items():
            folder = tmp_path / f"{name}-{docset}"
            folder.mkdir()
            for path, text in files.items():
                (folder / path).write_text(text)
            configs.append(docset_config({"path": str(folder), "name": docset}, Path(), ""))
        build(BuildConfig(docsets=tuple(configs)), tmp_path / name, workers=1)
        return tmp_path / name

    return make


def changes(old: Path, new: Path) -> list[dict]:
    """Return what the command says of each docset."""
    told = CliRunner().invoke(main, ["diff", str(old), str(new), "--json"])
    assert told.exit_code == 0, told.output
    return json.loads(told.output)["docsets"]


def changed(name: str, **more: object) -> dict:
    """Return a docset in which nothing but this has changed."""
    return {"name": name, "added": [], "removed": [], "changed": [], "same": 0, **more}


def failure(old: Path, new: Path) -> str:
    """Return what the command says of bundles that it cannot compare."""
    ended = CliRunner().invoke(main, ["diff", str(old), str(new)])
    assert (ended.exit_code, isinstance(ended.exception, SystemExit)) == (1, True)
    return ended.output


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe_in_place_of_an_entry_is_refused(make: Make, tmp_path: Path) -> None:
    """Nobody waits for somebody to write into it: neither what compares bundles nor what builds one."""
    old = make("old", docs={"guide.md": GUIDE})
    (tmp_path / "new").mkdir()
    os.mkfifo(tmp_path / "new" / "pinax.json")
    assert "it is not a file" in failure(old, tmp_path / "new")
    with pytest.raises(BuildError, match="it is not a file"):
        make("new", docs={"guide.md": GUIDE})


def test_pages_and_sections(make: Make) -> None:
    """Pages that came, went or say something else are named, and of these the sections."""
    old = make("old", docs={"guide.md": GUIDE, "gone.md": "# Gone\n\nOld words.", "same.md": "# Same\n\nSame words."})
    text = GUIDE.replace("Call it.", "Call it twice.").replace("## Install\n\nTake the wheel.", "## Set up\n\nTake it.")
    new = make("new", docs={"guide.md": text, "new.md": "# New\n\nNew words.", "same.md": "# Same\n\nSame words."})
    guide = {"url": "guide.md", "added": ["set-up"], "removed": ["install"], "changed": ["use"]}
    assert changes(old, new) == [changed("docs", added=["new.md"], removed=["gone.md"], changed=[guide], same=1)]


def test_what_a_page_says_of_itself(make: Make) -> None:
    """Another title, description or facet is a change of the page itself."""
    old = make("old", docs={"a.md": "---\ndescription: One\n---\n# A\n\nWords to read."})
    new = make("new", docs={"a.md": "---\ndescription: Two\n---\n# A\n\nWords to read."})
    (docs,) = changes(old, new)
    assert docs["changed"] == [{"url": "a.md", "added": [], "removed": [], "changed": [""]}]


def test_docsets(make: Make) -> None:
    """A docset that only one bundle has is new, or gone, with all its pages."""
    old = make("old", one={"a.md": "# A\n\nWords."}, two={"b.md": "# B\n\nWords."})
    new = make("new", two={"b.md": "# B\n\nWords."}, three={"c.md": "# C\n\nWords."})
    assert changes(old, new) == [
        changed("one", removed=["a.md"]),
        changed("three", added=["c.md"]),
        changed("two", same=1),
    ]


def test_the_command(make: Make) -> None:
    """A person gets lines, a program JSON; to differ is no failure."""
    old = make("old", docs={"guide.md": GUIDE})
    new = make("new", docs={"guide.md": GUIDE.replace("Call it.", "Call it twice."), "new.md": "# New\n\nWords."})
    told = CliRunner().invoke(main, ["diff", str(old), str(new)])
    assert told.exit_code == 0
    *lines, upload = told.output.splitlines()
    assert lines == ["docs: 1 added, 0 removed, 1 changed, 0 as before", "  + new.md", "  ~ guide.md  ~#use"]
    assert upload.startswith("to upload: ")
    told_json = json.loads(CliRunner().invoke(main, ["diff", str(old), str(new), "--json"]).output)
    (change,) = told_json["docsets"]
    missing = {path.name for path in (new / "files").iterdir()} - {path.name for path in (old / "files").iterdir()}
    assert told_json["upload"]["files"] == sorted(f"files/{name}" for name in missing)
    assert (change["added"], change["changed"][0]["changed"]) == (["new.md"], ["use"])


def test_damage_is_an_error(make: Make) -> None:
    """A bundle that is none, lacks a file or has a changed one is refused."""
    bundle = make("old", docs={"guide.md": GUIDE})
    assert "is not a Pinax bundle" in failure(bundle, bundle.parent / "nowhere")
    (texts,) = (bundle / "files").glob("*.texts")
    whole = texts.read_bytes()
    texts.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert texts.name in failure(bundle, bundle)
    texts.unlink()
    assert texts.name in failure(bundle, bundle)
