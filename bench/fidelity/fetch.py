"""Fetch a sample of the HTML that Debian's documentation packages hold, without installing them.

    python bench/fidelity/fetch.py SOURCES.tsv FOLDER [--pages 20] [--only PACKAGE]

SOURCES.tsv holds a source a line: package, generator, and a folder of the package (optional). Each becomes a folder
below FOLDER with at most that many pages, which keep their paths. Which pages depends on their paths alone: those whose
hashes come first. A package that is there already is not fetched again. `src:NAME` is a source package, whose archives
hold pages that no package installs; apt must know where source packages are (`deb-src`).
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path

MIN_BYTES = 1_000
"""Smaller files are frames and redirects."""
MAX_BYTES = 3_000_000
SUFFIXES = (".html", ".htm", ".xhtml")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fetch samples of Debian's documentation packages.")
    parser.add_argument("sources", type=Path, help="table of sources: package, generator, folder")
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--pages", type=int, default=20, help="pages per package")
    parser.add_argument("--only", action="append", help="only this package (may be repeated)")
    options = parser.parse_args()
    for line in options.sources.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        package, _, *rest = line.split("\t")
        target = options.folder / package.removeprefix("src:")
        if target.exists() or (options.only and target.name not in options.only):
            continue
        print(f"{package}: {fetch(package, rest[0] if rest else '', target, options.pages)} pages", flush=True)


def fetch(package: str, below: str, target: Path, pages: int) -> int:
    """Fetch one package and keep a sample of its pages; return how many."""
    is_source = package.startswith("src:")
    get = ["source", "--download-only", package.removeprefix("src:")] if is_source else ["download", package]
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run(["apt-get", *get], cwd=work, capture_output=True, text=True)
        found = sorted(Path(work).glob("*.orig*.tar.?z*" if is_source else "*.deb"))
        if done.returncode or not found:
            print(f"{package}: {done.stderr.strip()[:200]}")
            return 0
        data = found[0]
        if not is_source:
            data = Path(work) / "data.tar"
            with data.open("wb") as out:
                subprocess.run(["dpkg-deb", "--fsys-tarfile", str(found[0])], stdout=out, check=True)
        with tarfile.open(data) as tar:
            for member in tar.getmembers() if is_source else ():
                member.name = member.name.partition("/")[2]  # without the folder of the version
            return keep(tar, below, target, pages)


def keep(tar: tarfile.TarFile, below: str, target: Path, pages: int) -> int:
    """Write the pages whose paths hash lowest."""
    members = [member for member in tar.getmembers() if is_page(member, below)]
    members.sort(key=lambda member: hashlib.sha256(member.name.encode()).digest())
    for member in members[:pages]:
        path = target / member.name
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = tar.extractfile(member)
        if stream is not None:
            path.write_bytes(stream.read())
    return min(len(members), pages)


def is_page(member: tarfile.TarInfo, below: str) -> bool:
    name = member.name.removeprefix("./")
    return (
        member.isfile()
        and name.lower().endswith(SUFFIXES)
        and MIN_BYTES <= member.size <= MAX_BYTES
        and name.startswith(below)
    )


if __name__ == "__main__":
    main()
