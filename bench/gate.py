"""Hold real sites against the gate: shells that real generators make, and good sites of many generators.

    python bench/gate.py [NAME …] [--show NAME] [--max-pages 400]

Needs nginx on the PATH, the builder installed, the corpora of bench/corpora/setup.sh (with rust-doc, libgtk-3-doc and
openjdk-17-doc) and the sites of bench/sites/build.sh; for the second round the extra `render` and a Chromium. Each site
is served from loopback and crawled by links. Printed per site: the verdict with its figures; for a shell, what it is in
a browser, how long that takes, what a refresh costs. `--show` prints a site's pages as a bundle would hold them.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from crawl import nginx

from pinax_builder.configuration import DocsetConfig, docset_config
from pinax_builder.crawl import Listing
from pinax_builder.crawl.site import SiteListing
from pinax_builder.gate import SiteVerdict, gate
from pinax_builder.parse import parse
from pinax_builder.records import Admitted, Fetched, Page
from pinax_builder.site_gate import list_and_judge
from pinax_builder.sources import source_of

WORK = Path(os.environ.get("PINAX_BENCH", "~/.cache/pinax-bench")).expanduser()
CORPORA = WORK / "corpora"
BUILT = WORK / "sites/built"
SHELLS = {
    "react": "Vite, React, React Router",
    "docsify": "docsify (history mode)",
    "redoc": "Redoc",
    "swagger": "Swagger UI",
}
GOOD = {
    "vitepress": ("VitePress", BUILT / "vitepress"),
    "docusaurus": ("Docusaurus", BUILT / "docusaurus"),
    "starlight": ("Starlight (Astro)", BUILT / "starlight"),
    "material": ("MkDocs, Material", BUILT / "material"),
    "mkdocs": ("MkDocs, built-in theme", CORPORA / "mkdocs-doc/usr/share/doc/mkdocs/html"),
    "mdbook": ("mdBook", CORPORA / "rust-doc/usr/share/doc/rust-doc/html/book"),
    "rustdoc": ("rustdoc", CORPORA / "rust-doc/usr/share/doc/rust-doc/html/core"),
    "python": ("Sphinx", CORPORA / "python3.11-doc/usr/share/doc/python3.11/html"),
    "cmake": ("Sphinx, own theme", CORPORA / "cmake-doc/usr/share/doc/cmake-data/html"),
    "git": ("AsciiDoc", CORPORA / "git-doc/usr/share/doc/git-doc"),
    "nodejs": ("Node's own", CORPORA / "nodejs-doc/usr/share/doc/nodejs/api"),
    "qt": ("QDoc", CORPORA / "qtbase5-doc-html/usr/share/qt5/doc/qtcore", "qtcore-index.html"),
    "octave": ("Texinfo", CORPORA / "octave-doc/usr/share/doc/octave/octave.html", "Concept-Index.html"),
    "sqlite": ("hand-written", CORPORA / "sqlite3-doc/usr/share/doc/sqlite3"),
    "gtk": ("gtk-doc", CORPORA / "libgtk-3-doc/usr/share/gtk-doc/html/gtk3"),
    "javadoc": (
        "javadoc",
        CORPORA / "openjdk-17-doc/usr/share/doc/openjdk-17-jre-headless/api/java.base",
        "module-summary.html",
    ),
}


@dataclass(frozen=True)
class Site:
    name: str
    generator: str
    root: Path
    start: str
    is_shell: bool


def docset(url: str, store: Path, max_pages: int, *, render: bool) -> DocsetConfig:
    values = {"url": url, "name": "site", "store": str(store), "delay_s": 0.0, "max_pages": max_pages, "render": render}
    return docset_config(values, Path())


def figures(verdict: SiteVerdict | None) -> str:
    if verdict is None:
        return "no page"
    found = verdict.figures
    shares = (f"{name} {found[name]:.2f}" for name in ("javascript_shell_share", "thin_share", "mean_density"))
    return f"mean text {found['mean_text_chars']:.0f}, {', '.join(shares)}"


def pages(chosen: DocsetConfig, listing: Listing) -> list[Page]:
    """Take the listed pages through gate and parse."""
    with source_of(chosen).reading() as read:
        fetched = [read(page) for page in listing.pages]
    admitted = [gate(item) for item in fetched if isinstance(item, Fetched)]
    parsed = [parse(item) for item in admitted if isinstance(item, Admitted)]
    return [page for page in parsed if isinstance(page, Page)]


def show(chosen: DocsetConfig, listing: Listing) -> None:
    for page in pages(chosen, listing):
        print(f"\n=== {page.url} | {page.title}")
        print("\n".join(section.text for section in page.sections))


def judge(site: Site, work: Path, *, shown: bool, max_pages: int) -> None:
    with nginx(site.root, work / "none", fallback=site.is_shell) as url:
        chosen = docset(url + site.start, work / f"{site.name}.sqlite", max_pages, render=False)
        listing, verdict = list_and_judge(chosen)
        state = "admitted" if verdict and verdict.admitted else f"refused ({verdict.reason if verdict else 'no page'})"
        print(
            f"{site.name:10} {site.generator:26} {len(listing.pages):5} pages  {state}: {figures(verdict)}", flush=True
        )
        if site.is_shell:
            assert chosen.site
            chosen = replace(chosen, site=replace(chosen.site, render=True))
            for label in ("in Chromium", "refreshed"):
                listing = judge_filled(chosen, label)
        if shown:
            show(chosen, listing)


def judge_filled(chosen: DocsetConfig, label: str) -> Listing:
    """Judge a site of shells with a browser; print what it is then and what that costs."""
    started = time.perf_counter()
    listing, verdict = list_and_judge(chosen)
    seconds = time.perf_counter() - started
    state = "admitted" if verdict and verdict.admitted else "refused"
    assert isinstance(listing, SiteListing)
    made = listing.requests
    costs = f"{seconds:.1f} s, {made.rendered} rendered, {made.sent} requests, {made.conditional} conditional"
    print(f"{'':10} {label:26} {len(listing.pages):5} pages  {state}: {figures(verdict)}; {costs}", flush=True)
    return listing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--show", default="")
    parser.add_argument("--max-pages", type=int, default=400)
    options = parser.parse_args()
    sites = {name: (generator, BUILT / name) for name, generator in SHELLS.items()} | GOOD
    with tempfile.TemporaryDirectory(prefix="pinax-gate-") as temporary:
        work = Path(temporary)
        os.chmod(work, 0o755)
        (work / "none").mkdir()
        for name in options.names or ([options.show] if options.show else sites):
            generator, root, *start = sites[name]
            if not root.exists():
                print(f"{name:10} {generator:26} is not there")
                continue
            shown = name == options.show
            site = Site(name, generator, root.resolve(), "".join(start), is_shell=name in SHELLS)
            judge(site, work, shown=shown, max_pages=options.max_pages)


if __name__ == "__main__":
    main()
