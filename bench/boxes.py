"""The search box beside Pagefind's Component UI, as visitors of a site meet them, in one run.

    boxes.py NAME=FOLDER... [--rows] [--json FILE]

FOLDER holds a site's pages. Two copies are made, one with the box's line at the beginning of each page's body, one
with Pagefind's, each with its bundle. nginx serves both with gzip, and logs what it sends. A Chromium loads a page,
opens the search, and types the questions of quality/queries/NAME.box.tsv, a key at a time. Printed are, with the
ratio of ours to theirs: kB of the interface and of all code; kB and requests until the first answer is shown; how far
the page's layout shifts (the sum of `layout-shift`, also after input) while it loads, and is searched; and how many
questions have a right page first, and among five. Needs `make browser`, nginx, a Chromium, and Playwright of the
extra `render`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

from corpora import places
from playwright.sync_api import Browser, Page, sync_playwright
from quality.query_sets import QUERIES

from browser import FLAGS, served
from pinax_builder import search_box
from pinax_builder.cli import main as pinax
from quality import peers_at_work

ROOT = Path(__file__).parents[1]
SITE = "root {root}; index index.html; location = /favicon.ico {{ access_log off; return 204; }}"
WATCH = """globalThis.shifts = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value; })
  .observe({ type: "layout-shift", buffered: true });"""
ROOM = (
    "<style>pinax-search:not(:defined) { display: inline-block; inline-size: 9.5rem; block-size: 2.25rem; "
    "vertical-align: middle; }</style>"
)
STILL_MS = 1_000
"""How long rows stay as they are before they are the answer (milliseconds)."""
NONE_MS = 5_000
"""How long there are none before that is the answer."""


@dataclass(frozen=True)
class Interface:
    """An interface: its lines in a page, its elements, and which files are its own."""

    name: str
    lines: str
    trigger: str
    input: str
    links: str
    own: str
    """Pattern of the files of the interface; other code is the engine's."""


PINAX = Interface(
    "Pinax",
    f'{ROOM}<script type="module" src="/pinax/pinax-ui.js"></script><pinax-search></pinax-search>',
    "pinax-search .trigger",
    "pinax-search input[role=combobox]",
    "pinax-search a[role=option]",
    r"/pinax/(pinax-ui\.js|ui/\w+/ui/)",
)
PAGEFIND = Interface(
    "Pagefind",
    '<link href="/pagefind/pagefind-component-ui.css" rel="stylesheet">'
    '<script src="/pagefind/pagefind-component-ui.js" type="module"></script>'
    "<pagefind-modal-trigger></pagefind-modal-trigger><pagefind-modal></pagefind-modal>",
    "pagefind-modal-trigger button",
    "pagefind-modal input",
    "pagefind-results a",
    r"pagefind-component-ui\.",
)


@dataclass
class Cost:
    """What an interface costs a visitor of one site, and what it finds."""

    at_load: float = 0
    """kB of code that the page loads before anybody searches."""
    interface: float = 0
    code: float = 0
    first_answer: float = 0
    requests: float = 0
    load_shift: float = 0
    search_shift: float = 0
    first: float = 0
    among_five: float = 0
    rows: dict[str, list[str]] = field(default_factory=dict)


def copy_of(site: Path, folder: Path, interface: Interface) -> None:
    """Copy a site, with an interface in each page."""
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("pinax", "pagefind"))
    for name in places.pages(folder):
        text = (folder / name).read_text("utf-8", "replace")
        with_lines = re.sub(r"<body\b[^>]*>", lambda body: body[0] + interface.lines, text, count=1)
        (folder / name).write_text(with_lines, "utf-8")


def build(name: str, site: Path, folder: Path, interface: Interface) -> None:
    """Make a copy of a site that is searched by an interface."""
    copy_of(site, folder, interface)
    if interface is PAGEFIND:
        subprocess.run(peers_at_work.pagefind_build(folder, folder / "pagefind"), check=True)
        return
    arguments = ["build", str(folder), "-o", str(folder / "pinax"), "--name", name]
    pinax([*arguments, "--base-url", f"https://{name}.example.org/", "--ui", "--quiet"], standalone_mode=False)


def rows_of(page: Page, interface: Interface) -> list[str]:
    """Return the addresses of results, below the site's root, once they stay as they are."""
    links, since = None, time.monotonic()
    while time.monotonic() - since < (STILL_MS if links else NONE_MS) / 1000:
        found = page.locator(interface.links).evaluate_all("all => all.map((one) => one.href)")
        if found != links:
            links, since = found, time.monotonic()
        page.wait_for_timeout(50)
    return [
        unquote(urlsplit(link).path).lstrip("/") + f"#{urlsplit(link).fragment}".rstrip("#") for link in links or []
    ]


def pages_of(rows: Sequence[str]) -> list[str]:
    """Return the pages that rows lead to, each once."""
    files = (row.partition("#")[0] for row in rows)
    return list(dict.fromkeys(f"{file}index.html" if file == "" or file.endswith("/") else file for file in files))


def sent(log: Path) -> list[tuple[str, int]]:
    """Return what nginx has sent, but for pages and pictures: names and bytes."""
    time.sleep(0.3)  # nginx writes its line when an answer is gone
    lines = [line.split("\t") for line in log.read_text("utf-8").splitlines()]
    return [(uri, int(size)) for uri, size, _ in lines if re.match("/pinax/|/pagefind/", uri)]


def is_code(name: str) -> bool:
    """Tell programs and their styles from data."""
    return bool(re.search(r"\.(js|mjs|css)$|/wasm\.", name))


def visit(browser: Browser, url: str, log: Path, start: str, interface: Interface, asked: dict[str, list[str]]) -> Cost:
    """Visit a page and search it with all questions."""
    cost = Cost()
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        context.route(lambda address: not address.startswith(url), lambda route: route.abort())
        page = context.new_page()
        page.add_init_script(WATCH)
        log.write_text("", "utf-8")
        page.goto(url + start)
        page.locator(interface.trigger).wait_for()
        page.wait_for_timeout(STILL_MS)
        cost.at_load = sum(size for name, size in sent(log) if is_code(name)) / 1000
        cost.load_shift = page.evaluate("shifts")
        page.locator(interface.trigger).click()
        field = page.locator(interface.input)
        field.wait_for()
        for query, right in asked.items():
            field.fill("")
            page.locator(interface.links).first.wait_for(state="detached")
            field.press_sequentially(query, delay=20)
            rows = cost.rows[query] = rows_of(page, interface)
            if not cost.requests:
                files = sent(log)
                cost.interface = sum(size for name, size in files if re.search(interface.own, name)) / 1000
                cost.code = sum(size for name, size in files if is_code(name)) / 1000
                cost.first_answer = sum(size for _, size in files) / 1000
                cost.requests = len(files)
            found = pages_of(rows)
            cost.first += bool(set(found[:1]) & set(right))
            cost.among_five += bool(set(found[:5]) & set(right))
        cost.search_shift = page.evaluate("shifts") - cost.load_shift
    return cost


def questions_of(name: str) -> dict[str, list[str]]:
    """Return a site's questions, each with its right pages."""
    lines = [line.split("\t") for line in (QUERIES / f"{name}.box.tsv").read_text("utf-8").splitlines()]
    return {query: pages.split("|") for query, pages in lines}


def show(name: str, ours: Cost, theirs: Cost, asked: dict[str, list[str]], with_rows: bool) -> None:
    """Print figures and ratios, and the questions whose right page is not first with both."""
    print(f"{name:24} {'Pinax':>9} {'Pagefind':>9} {'ratio':>7}   {len(asked)} questions")
    for what, label, digits in (
        ("at_load", "kB with the page", 1),
        ("interface", "kB of the interface", 1),
        ("code", "kB of all code", 1),
        ("first_answer", "kB to the first answer", 1),
        ("requests", "requests to it", 0),
        ("load_shift", "shift while loading", 4),
        ("search_shift", "shift while searching", 4),
        ("first", "right page first", 0),
        ("among_five", "right page among five", 0),
    ):
        one, other = getattr(ours, what), getattr(theirs, what)
        ratio = f"{one / other:7.2f}" if other else "      –"
        print(f"  {label:22} {one:9.{digits}f} {other:9.{digits}f} {ratio}")
    for query, right in asked.items() if with_rows else ():
        places_of = [
            next((n for n, page in enumerate(pages_of(cost.rows[query]), 1) if page in right), 0)
            for cost in (ours, theirs)
        ]
        if places_of != [1, 1]:
            print(f"  {query!r}: {places_of[0] or 'none'} and {places_of[1] or 'none'}")
            print(f"      {'  '.join(ours.rows[query][:4])}\n      {'  '.join(theirs.rows[query][:4])}")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--rows", action="store_true", help="print questions whose right page is not first with both")
    parser.add_argument("--reader", type=Path, default=ROOT / "build/browser")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    search_box._source = given.reader.resolve  # modules as a wheel has them
    told: dict[str, Any] = {}
    chromium = os.environ.get("PINAX_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="pinax-boxes-") as work:
        os.environ["HOME"] = work
        Path(work).chmod(0o755)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for site in given.sites:
            name, _, folder = site.partition("=")
            asked, costs = questions_of(name), []
            for interface in (PINAX, PAGEFIND):
                root = Path(work, name, interface.name)
                build(name, Path(folder), root, interface)
                start = min(next(iter(asked.values())))
                with served(SITE.format(root=root)) as (url, log):
                    costs.append(visit(browser, url, log, start, interface, asked))
            show(name, *costs, asked, given.rows)
            told[name] = dict(zip(("pinax", "pagefind"), map(asdict, costs), strict=True))
        browser.close()
    if given.json:
        given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
