"""The package of the reader in JavaScript holds all that it needs, and is small."""

from __future__ import annotations

import gzip
import json
import subprocess
import tarfile
from pathlib import Path

import pytest

from browser import node
from pinax_runtime.search import FolderSource, open_library

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "bundles" / "v1"
CODE_BYTES = 40_000
"""Most bytes that a search in English loads, compressed by gzip."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as npm packs it, unpacked elsewhere."""
    (archive,) = node.joined().parent.glob("pinax-reader-*.tgz")
    folder = tmp_path_factory.mktemp("package")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return folder / "package"


def test_its_command_searches(package: Path) -> None:
    """The package's command finds what the library in Python finds, in the same order with the same scores."""
    command = ["node", package / "pinax.mjs", "search", GOLDEN, "exit codes", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    expected = open_library([FolderSource(GOLDEN)]).search("exit codes").hits
    found = json.loads(done.stdout)["hits"]
    assert [(hit["url"], hit["anchor"]) for hit in found] == [(hit.url, hit.anchor) for hit in expected]


def test_it_can_be_imported(package: Path) -> None:
    """Under its name the package exports what its types say."""
    names = ("openLibrary", "openBundle", "libraryOf", "Library", "BundleError")
    program = f"const all = await import('{package}/pinax.mjs'); process.stdout.write(Object.keys(all).sort().join())"
    done = subprocess.run(["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    assert done.stdout == ",".join(sorted(names))
    types = (package / "pinax.d.ts").read_text("utf-8")
    assert all(f"export function {name}" in types or f"export class {name}" in types for name in names)


def test_it_is_whole_and_small(package: Path) -> None:
    """The package has every stemmer and licence, and the reader with English stays below its bound."""
    stemmers = {path.name for path in (package / "vendor" / "snowball").glob("*.mjs")}
    pinned = {path.name for path in (ROOT / "browser/vendor/snowball").glob("*.mjs")}
    assert stemmers == pinned - {"stemmer.mjs", "english.mjs"}  # the reader has these two in itself
    for licence in ("LICENSE", "vendor/fzstd.LICENSE", "vendor/snowball/LICENSE"):
        assert (package / licence).read_text("utf-8")
    code = [package / "pinax.mjs", package / "worker.mjs"]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in code) < CODE_BYTES
