"""Where the benchmarks keep what they download and make, and which sites there are.

PINAX_BENCH   work folder, outside the project (default ~/.cache/pinax-bench): downloads, and what is made of them
PINAX_SITES   table of sites (default: sites.tsv beside this file)
PINAX_IR      folder of test collections, one folder each (default: ir/ in the work folder)
PINAX_BIN     folder of the commands pinax and pinax-runtime (default: beside this Python, else the PATH)

`python bench/corpora/places.py` lists the sites that are there.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

WORK = Path(os.environ.get("PINAX_BENCH", "~/.cache/pinax-bench")).expanduser()
CORPORA, TEXTS, INDEXES, BUNDLES, RESULTS = (
    WORK / name for name in ("corpora", "texts", "indexes", "bundles", "results")
)
COLLECTIONS = Path(os.environ.get("PINAX_IR", WORK / "ir"))
PEERS_PYTHON = WORK / "venv/bin/python"
SETUP = "run bench/corpora/setup.sh first"


@dataclass(frozen=True)
class Site:
    """One site of the table."""

    name: str
    root: Path
    generator: str


def read_sites() -> dict[str, Site]:
    """Read the table: name, root below corpora/, generator, selector of the main content."""
    table = Path(os.environ.get("PINAX_SITES", Path(__file__).with_name("sites.tsv")))
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {name: Site(name, CORPORA / root, generator) for name, root, generator, *_ in rows}


def site(name: str) -> Site:
    """Return a site that is there; end the program, saying what to do, when it is not."""
    sites = read_sites()
    if name not in sites:
        sys.exit(f"no site {name!r}; there are {', '.join(sites)}")
    if not sites[name].root.is_dir():
        sys.exit(f"{sites[name].root} is missing; {SETUP}")
    return sites[name]


def pages(root: Path) -> list[str]:
    """List the regular .html and .htm files below a root, sorted; symbolic links are skipped."""
    files = (path for path in root.rglob("*") if path.suffix in (".html", ".htm"))
    return sorted(path.relative_to(root).as_posix() for path in files if path.is_file() and not path.is_symlink())


def pagefind() -> Path:
    """Return Pagefind's executable, as npm unpacked it for this machine."""
    found = sorted((WORK / "node_modules/@pagefind").glob("*/bin/pagefind_extended*"))
    if not found:
        sys.exit(f"Pagefind is missing from {WORK}; {SETUP}")
    return found[0]


def command(name: str) -> str:
    """Return the path of `pinax` or `pinax-runtime`."""
    folder = os.environ.get("PINAX_BIN") or str(Path(sys.executable).parent)
    found = shutil.which(name, path=folder) or shutil.which(name)
    if found is None:
        sys.exit(f"{name} is not on the PATH; install the project, or set PINAX_BIN")
    return found


def main() -> None:
    for one in read_sites().values():
        if one.root.is_dir():
            files = pages(one.root)
            size = sum((one.root / file).stat().st_size for file in files)
            print(f"{one.name}\t{len(files)} pages\t{size / 1e6:.1f} MB\t{one.generator}\t{one.root}")


if __name__ == "__main__":
    main()
