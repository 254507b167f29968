"""The same pages give the same bytes, however they come."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pinax_builder import BuildConfig, DocsetConfig, build

SITE = Path(__file__).parents[2] / "examples" / "site"

IN_ANOTHER_PROCESS = """
import sys
from pathlib import Path
from property.test_determinism import build_site

if __name__ == "__main__":
    build_site(Path(sys.argv[1]), Path(sys.argv[2]), workers=2)
"""


def build_site(source: Path, output: Path, workers: int = 1, order: int = 1) -> None:
    """Build the docsets of a folder, in this order or in the opposite one."""
    docsets = (
        DocsetConfig("guide", source / "docs", base_url="https://x.dev/docs/", language="en"),
        DocsetConfig("api", source / "api", base_url="https://x.dev/api/", language="en"),
        DocsetConfig("extra", source / "extra", language="de"),
    )
    build(BuildConfig(docsets[::order]), output, workers=workers)


def files(bundle: Path) -> dict[str, bytes]:
    """Return the files of a bundle."""
    return {path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.rglob("*") if path.is_file()}


@pytest.fixture(autouse=True)
def same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build at one moment."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example site, and a docset of more pages than one batch has."""
    folder = tmp_path_factory.mktemp("source") / "site"
    shutil.copytree(SITE, folder)
    (folder / "extra").mkdir()
    for n in range(120):
        text = f"# Seite {n}\n\nÜber Häuser und {n % 17} Straßen.\n\n## Teil {n % 5}\n\n`code_{n}` 日本語"
        (folder / "extra" / f"s{n:03}.md").write_text(f"{text} {'wort ' * (n % 9)}\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def reference(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bundle that every other must be equal to."""
    bundle = tmp_path_factory.mktemp("reference") / "bundle"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767323045")
        build_site(source, bundle)
    return files(bundle)


def test_hash_seed_and_workers_do_not_matter(source: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    """Two processes with another hash seed give the bytes of one."""
    script = tmp_path / "build_it.py"
    script.write_text(IN_ANOTHER_PROCESS)
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, str(script), str(source), str(tmp_path / "bundle")]
    subprocess.run(command, check=True, env=environment, capture_output=True)
    assert files(tmp_path / "bundle") == reference


def test_folder_order_and_dates_do_not_matter(source: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    """Files in another folder, made in another order, with other dates, in docsets given in another order."""
    names = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    random.Random(3).shuffle(names)
    for at, name in enumerate(names):
        copy = tmp_path / "elsewhere" / "deep" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, copy)
        os.utime(copy, (at, at))
    build_site(tmp_path / "elsewhere" / "deep", tmp_path / "bundle", order=-1)
    assert files(tmp_path / "bundle") == reference


def test_building_over_another_bundle_does_not_matter(
    source: Path, reference: dict[str, bytes], tmp_path: Path
) -> None:
    """What was in the folder before has no influence on what the entry leads to."""
    changed = tmp_path / "changed"
    shutil.copytree(source, changed)
    (changed / "extra" / "s005.md").write_text("# Anders\n\nGanz anders.\n", "utf-8")
    build_site(changed, tmp_path / "bundle")
    build_site(source, tmp_path / "bundle")
    again = files(tmp_path / "bundle")
    assert reference.items() <= again.items()
    assert len(again) > len(reference)


def test_only_the_entry_holds_a_date(
    source: Path, reference: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build at another time differs in the entry alone."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    build_site(source, tmp_path / "bundle")
    later = files(tmp_path / "bundle")
    assert {name for name in reference if later[name] != reference[name]} == {"pinax.json"}
