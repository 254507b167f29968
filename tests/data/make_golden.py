"""Make the golden bundle of the format's version: the example site, pages in other languages and scripts, and a patch.

Usage: python tests/data/make_golden.py [--update]

A released version's bundle never changes, because readers must open it for ever. So this program refuses to replace a
bundle unless it is told to. `--update` is for a version that has not been released: until then its bundle binds nobody.
Beside the bundle stands what its pages say; `make_conformance.py` has what searches find in it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.configuration import load_config
from pinax_builder.write import tables
from pinax_runtime.format import FORMAT
from pinax_runtime.search import Bundle, open_bundle

ROOT = Path(__file__).parents[2]
BUNDLE = Path(__file__).parent / "bundles" / f"v{FORMAT}"
ANSWERS = BUNDLE.with_name(f"v{FORMAT}.answers.json")
PAGES = Path(__file__).parent / "golden_pages"
EPOCH = "1767323045"
CHANGING = dict.fromkeys(("changed", "gone", *(f"same{number}" for number in range(6))), "is a quokka")
CHANGED = {"changed": "says something else now", "new": "is a quokka that came"}
"""Pages of a docset, and those that are written over them: `gone` is removed then."""


def main() -> None:
    """Build the bundle and ask it."""
    if BUNDLE.exists():
        if "--update" not in sys.argv[1:]:
            sys.exit(f"{BUNDLE} is there already. Raise FORMAT for another one, or give --update before a release.")
        shutil.rmtree(BUNDLE)
    os.environ["SOURCE_DATE_EPOCH"] = EPOCH
    tables._BLOCKS, tables._FEWEST = 4, 2  # so that a small bundle has all sorts of tables
    site = load_config(ROOT / "examples" / "pinax.toml").docsets
    world = DocsetConfig("world", PAGES, title="Other languages", language="en", facets={"area": ("world",)})
    with TemporaryDirectory() as folder:
        patched = DocsetConfig("patched", Path(folder, "pages"), title="Pages that changed", language="en")
        config = BuildConfig((*site, world, patched), cache=Path(folder, "cache"))
        write_pages(patched.path, CHANGING)
        build(config, BUNDLE, workers=1)
        write_pages(patched.path, CHANGED)
        (patched.path / "gone.md").unlink()
        build(config, BUNDLE, workers=1, patch=True, prune=True)
    answers = answers_of(open_bundle(BUNDLE))
    ANSWERS.write_text(json.dumps(answers, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def write_pages(folder: Path, pages: dict[str, str]) -> None:
    """Write Markdown files."""
    folder.mkdir(exist_ok=True)
    for name, says in pages.items():
        (folder / f"{name}.md").write_text(f"# Page {name}\n\nThis page {says}.\n", "utf-8")


def answers_of(bundle: Bundle) -> dict[str, object]:
    """Return what must stay of a bundle: what the pages are, and what their texts say."""
    documents = [document for docset in bundle.docsets.values() for document in docset.documents()]
    pages = {
        page.url: {
            "title": page.title,
            "facets": page.facets,
            "sections": [[section.depth, section.kind, section.anchor, section.title] for section in page.sections],
        }
        for _, _, page in documents
    }
    return {"pages": pages, "texts": {url: text_of(bundle, url) for url in sorted(pages)}}


def text_of(bundle: Bundle, url: str) -> str:
    """Return all of a page's Markdown."""
    document = bundle.find(url)
    assert document
    return document.subtree_text(0)


if __name__ == "__main__":
    main()
