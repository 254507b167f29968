"""The same pages give the same bytes, however they come."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "examples" / "site"

BUILD = """
import sys
from pathlib import Path
from pinax_builder import BuildConfig, DocsetConfig, build

def main() -> None:
    source, output, workers, order = sys.argv[1:]
    docsets = [
        DocsetConfig("guide", Path(source, "docs"), base_url="https://x.dev/docs/", language="en"),
        DocsetConfig("api", Path(source, "api"), base_url="https://x.dev/api/", language="en"),
        DocsetConfig("extra", Path(source, "extra"), language="de"),
    ]
    build(BuildConfig(tuple(docsets if order == "forward" else docsets[::-1])), Path(output), workers=int(workers))

if __name__ == "__main__":
    main()
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A script that builds, to be run in a process of its own."""
    path = tmp_path_factory.mktemp("script") / "build_it.py"
    path.write_text(BUILD)
    return path


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


def built(
    script: Path, source: Path, output: Path, workers: int = 1, seed: str = "0", order: str = "forward"
) -> dict[str, bytes]:
    """Build in another process and give the bundle's files."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1767323045", "PYTHONHASHSEED": seed}
    command = [sys.executable, str(script), str(source), str(output), str(workers), order]
    subprocess.run(command, check=True, env=environment, cwd=output.parent, capture_output=True)
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def reference(script: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bundle that every other must be equal to."""
    return built(script, source, tmp_path_factory.mktemp("reference") / "bundle")


def test_hash_seed_and_workers_do_not_matter(
    script: Path, source: Path, reference: dict[str, bytes], tmp_path: Path
) -> None:
    """Two processes with another hash seed give the bytes of one."""
    assert built(script, source, tmp_path / "bundle", workers=2, seed="4711") == reference


def test_folder_order_and_dates_do_not_matter(
    script: Path, source: Path, reference: dict[str, bytes], tmp_path: Path
) -> None:
    """Files in another folder, made in another order, with other dates, in docsets given in another order."""
    names = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    random.Random(3).shuffle(names)
    for at, name in enumerate(names):
        copy = tmp_path / "elsewhere" / "deep" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, copy)
        os.utime(copy, (at, at))
    assert built(script, tmp_path / "elsewhere" / "deep", tmp_path / "b", seed="1", order="backward") == reference


def test_building_over_another_bundle_does_not_matter(
    script: Path, source: Path, reference: dict[str, bytes], tmp_path: Path
) -> None:
    """What was in the folder before has no influence on what the entry leads to."""
    changed = tmp_path / "changed"
    shutil.copytree(source, changed)
    (changed / "extra" / "s005.md").write_text("# Anders\n\nGanz anders.\n", "utf-8")
    built(script, changed, tmp_path / "bundle")
    again = built(script, source, tmp_path / "bundle")
    assert reference.items() <= again.items()
    assert len(again) > len(reference)


def test_only_the_entry_holds_a_date(script: Path, source: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    """A build at another time differs in the entry alone."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1"}
    command = [sys.executable, str(script), str(source), str(tmp_path / "b"), "1", "forward"]
    subprocess.run(command, check=True, env=environment, capture_output=True)
    later = {path.relative_to(tmp_path / "b").as_posix(): path.read_bytes() for path in (tmp_path / "b").rglob("*.*")}
    assert {name for name in reference if later[name] != reference[name]} == {"pinax.json"}
