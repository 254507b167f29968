"""Hold the quality of search above floors: on the example site, and on a made manual.

    python tests/quality/gate.py             print the figures, fail below a floor
    python tests/quality/gate.py --update    set new floors from the figures; refuses to lower one
    python tests/quality/gate.py --update --lower

golden.tsv has the questions about the site. manual/ has pages like man pages, and tasks in plain words that each is to
be found by. floors.json has the floors and the digest of what they were measured on: the site, its configuration, the
manual and the questions. With another digest the floors mean nothing, so the gate fails until they are updated.
A floor is lowered on purpose only, and the commit says why.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pinax_builder import build
from pinax_builder.configuration import load_config
from pinax_runtime.search import Bundle, open_bundle

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[2] / "bench/quality"))

import measures

from quality.manual_pages import PAGES, manual_pages

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
CONFIG = EXAMPLES / "pinax.toml"
GOLDEN = Path(__file__).with_name("golden.tsv")
TASKS = PAGES.with_name("questions.tsv")
FLOORS = Path(__file__).with_name("floors.json")
BASE_URL = "https://lantern.example.org/"
UPDATE = "python tests/quality/gate.py --update"
HELD = ("success@1", "mrr@10", "ndcg@10")
SLACK = 0.02
"""A floor is that far below what was measured: one question of the 65, or one task of the 52, may go wrong."""

Figures = dict[str, float]


@dataclass(frozen=True)
class Golden:
    """A question and the sections that answer it: `page#anchor`, or `page` for what stands before its sections."""

    kind: str
    query: str
    right: tuple[str, ...]


def read_golden() -> list[Golden]:
    """Read golden.tsv."""
    rows = [line.split("\t") for line in GOLDEN.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [Golden(kind, query, tuple(right.split("|"))) for kind, query, right in rows]


def digest() -> str:
    """Digest everything that the floors depend on but the program."""
    total = hashlib.sha256()
    pages = sorted(path for path in (EXAMPLES / "site").rglob("*") if path.is_file())
    for path in (*pages, CONFIG, GOLDEN, TASKS):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    for name, shown in sorted(manual_pages().items()):
        total.update(f"{name}\0{shown}\0".encode())
    return total.hexdigest()


def build_site(folder: Path) -> Bundle:
    """Build the example site in this process."""
    build(load_config(CONFIG), folder, workers=1)
    return open_bundle(folder)


def build_manual(folder: Path) -> Bundle:
    """Build the made manual in this process."""
    (folder / "pages").mkdir(parents=True)
    for name, shown in manual_pages().items():
        (folder / "pages" / name).write_text(shown, "utf-8")
    config = folder / "pinax.toml"
    config.write_text('[[docset]]\nname = "kiln"\npath = "pages"\n', "utf-8")
    build(load_config(config), folder / "bundle", workers=1)
    return open_bundle(folder / "bundle")


def rankings(bundle: Bundle, query: str) -> dict[str, list[str]]:
    """Return the ten best pages, and the ten best sections."""
    pages = bundle.search(query, limit=measures.DEPTH, excerpt_chars=0).hits
    sections = bundle.search(query, limit=measures.DEPTH, sections=True, excerpt_chars=0).hits
    return {
        "pages": [_path(hit.url) for hit in pages],
        "sections": [f"{_path(hit.url)}#{hit.anchor}".rstrip("#") for hit in sections],
    }


def _path(url: str) -> str:
    path = url.removeprefix(BASE_URL)
    return f"{path}index.html" if path.endswith("/") else path


def measure(bundle: Bundle, misses: list[str] | None = None) -> Figures:
    """Average the measures over the questions, for pages and for sections; note which are not answered first."""
    rows: dict[str, list[Figures]] = {"pages": [], "sections": []}
    for golden in read_golden():
        grades = {"sections": dict.fromkeys(golden.right, 1)}
        grades["pages"] = {right.split("#")[0]: 1 for right in golden.right}
        for level, ranking in rankings(bundle, golden.query).items():
            measured = measures.measure(ranking, grades[level])
            rows[level].append(measured)
            if misses is not None and not measured["success@1"]:
                misses.append(f"{level}: {golden.query!r} wants {' or '.join(golden.right)}, gets {ranking[:3]}")
    means = {level: measures.mean(measured) for level, measured in rows.items()}
    return {f"{level} {name}": round(figures[name], 4) for level, figures in means.items() for name in HELD}


def measure_tasks(manual: Bundle, misses: list[str] | None = None) -> Figures:
    """Average the measures over the tasks, each of which one page of the manual is for."""
    rows = []
    for line in TASKS.read_text("utf-8").splitlines()[1:]:
        query, right = line.split("\t")
        ranking = [hit.url for hit in manual.search(query, limit=measures.DEPTH, excerpt_chars=0).hits]
        rows.append(measures.measure(ranking, {f"{right}.1.html": 1}))
        if misses is not None and not rows[-1]["success@1"]:
            misses.append(f"manual: {query!r} wants {right}, gets {ranking[:3]}")
    means = measures.mean(rows)
    return {f"manual {name}": round(means[name], 4) for name in HELD}


def failures(figures: Figures, pinned: Mapping[str, object], now: str) -> list[str]:
    """Say what is wrong; nothing when every figure holds its floor on the pinned corpus."""
    if pinned.get("digest") != now:
        return [f"the pages or the questions are not what the floors were measured on; run {UPDATE}"]
    floors = pinned["floors"]
    assert isinstance(floors, dict)
    remedy = f"mend the search, or lower the floor on purpose: {UPDATE} --lower"
    return [
        f"{name} is {figures[name]}, its floor {floor}; {remedy}"
        for name, floor in floors.items()
        if figures[name] < floor
    ]


def lowered(floors: Figures, pinned: Mapping[str, object]) -> list[str]:
    """Name the floors that an update would lower."""
    old = pinned.get("floors", {})
    assert isinstance(old, dict)
    return [f"{name} from {floor} to {floors[name]}" for name, floor in old.items() if floors[name] < floor]


def read_pinned() -> dict[str, object]:
    """Read floors.json; empty when there is none."""
    return json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}


def update(figures: Figures, lower: bool) -> list[str]:
    """Write floors just below the figures; give what stands against it."""
    floors = {name: round(figure - SLACK, 4) for name, figure in figures.items()}
    would_lower = lowered(floors, read_pinned())
    if would_lower and not lower:
        return [f"this would lower {'; '.join(would_lower)}. If it is meant: {UPDATE} --lower"]
    FLOORS.write_text(json.dumps({"digest": digest(), "floors": floors}, indent=2) + "\n", "utf-8")
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="set the floors from the figures")
    parser.add_argument("--lower", action="store_true", help="with --update: even where that lowers one")
    parser.add_argument("--misses", action="store_true", help="list the questions whose first hit is wrong")
    options = parser.parse_args()
    misses: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(build_site(Path(folder) / "site"), misses)
        figures |= measure_tasks(build_manual(Path(folder) / "manual"), misses)
    for name, figure in figures.items():
        print(f"{name:20} {figure:.4f}")
    if options.misses:
        print("\n".join(misses))
    problems = update(figures, options.lower) if options.update else failures(figures, read_pinned(), digest())
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
