"""Search in a browser: what a first query costs beside Pagefind, in the same run.

    browser.py SITE... [--queries 10] [--delay-ms 50] [--slower 4] [--reader FOLDER] [--json FILE]

SITE is a name of sites.tsv, or NAME=FOLDER of pages. Its bundles are built, for hosts with ranges and for those
without, and Pagefind's index. nginx serves all, with gzip, and logs what it sends. Each query is the first of a new
browser profile: load the reader's code, open the bundle, search, and get five excerpts. Queries are an everyday set
where the site has one, else titles of its pages, drawn with a seed. Bytes are those of bodies, as sent: code, entry
and index, fragments (texts of hits). Times are taken through a proxy that adds a delay to each round trip, and with a
processor that the browser slows down; TLS is not there. Last, five queries are typed letter by letter in one page, at
the slow processor, with five excerpts for each stroke. This is done twice, and the second time is printed: a warm key
stroke. Needs `make browser`, nginx, a Chromium, and Playwright of the builder's extra `render`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from corpora import places
from crawl import free_port, wait_for
from playwright.sync_api import Browser, sync_playwright
from quality.query_sets import QUERIES, Corpus, load
from remote import delayed

from pinax_runtime.search import open_bundle
from quality import peers_at_work

ROOT = Path(__file__).parents[1]
CONFIG = """daemon off; {user}pid {work}/nginx.pid; error_log {work}/error.log;
events {{ worker_connections 512; }}
http {{
  types {{ text/html html; text/css css; text/javascript js mjs; application/json json; application/wasm wasm; }}
  default_type application/octet-stream;
  log_format sent '$uri\\t$body_bytes_sent\\t$status'; access_log {work}/sent.log sent;
  client_body_temp_path {work}/a; proxy_temp_path {work}/b; fastcgi_temp_path {work}/c;
  uwsgi_temp_path {work}/d; scgi_temp_path {work}/e;
  gzip on; gzip_min_length 0; gzip_types text/css text/javascript application/json application/wasm;
  {ranges}
  server {{
    listen 127.0.0.1:{port};
    {places}
  }}
}}
"""
PLACES = """location /reader/ {{ alias {reader}/; }}
    location /bundle/ {{ alias {bundle}/; gzip_types application/json; }}
    location /pagefind/ {{ alias {pagefind}/; }}
    location = / {{ default_type text/html; return 200 '<!doctype html><html lang="en"><title>search</title>'; }}
    location = /favicon.ico {{ access_log off; return 204; }}
"""
PINAX = """async (query) => {
  const started = performance.now();
  const { openBundle, libraryOf } = await import("/reader/pinax.mjs");
  const library = libraryOf(await openBundle(new URL("/bundle/", location).href));
  const { hits } = await library.search(query, { limit: 5 });
  const shown = await Promise.all(hits.slice(0, 5).map((hit) => hit.excerpt()));
  return [performance.now() - started, shown.length];
}"""
STROKES = """async (queries) => {
  const { openBundle, libraryOf } = await import("/reader/pinax.mjs");
  const library = libraryOf(await openBundle(new URL("/bundle/", location).href));
  const taken = [];
  for (const query of [...queries, ...queries]) for (let n = 1; n <= query.length; n++) {
    const started = performance.now();
    const { hits } = await library.search(query.slice(0, n), { limit: 5 });
    await Promise.all(hits.map((hit) => hit.excerpt()));
    taken.push(performance.now() - started);
  }
  return taken.slice(taken.length / 2);
}"""
PAGEFIND = """async (query) => {
  const started = performance.now();
  const pagefind = await import("/pagefind/pagefind.js");
  const { results } = await pagefind.search(query);
  const shown = await Promise.all(results.slice(0, 5).map((result) => result.data()));
  return [performance.now() - started, shown.length];
}"""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
MOST_MS = 60_000
N_TYPED = 5


@dataclass(frozen=True)
class Cold:
    """What a first query cost."""

    code: int
    """Bytes of programs."""
    data: int
    """Bytes of the index that a search reads."""
    texts: int
    """Bytes of the texts of hits."""
    requests: int
    ms: float
    """Time to five excerpts, with the delay."""
    slow_ms: float
    """The same at a slower processor."""
    shown: int

    @property
    def total(self) -> int:
        """All bytes."""
        return self.code + self.data + self.texts


def part(uri: str) -> str:
    """Say what a file is: code, data, or texts."""
    name = uri.rpartition("/")[2]
    if name.endswith((".mjs", ".js")) or name.startswith("wasm."):
        return "code"
    return "texts" if name.endswith((".texts", ".pf_fragment")) else "data"


@contextmanager
def served(at: str, ranges: bool = True) -> Iterator[tuple[str, Path]]:
    """Serve what lies at some places (nginx's words); yield the URL and the log."""
    with tempfile.TemporaryDirectory(prefix="pinax-browser-") as folder:
        work, port = Path(folder), free_port()
        work.chmod(0o755)
        config = CONFIG.format(
            user="user root; " if os.geteuid() == 0 else "",
            ranges="" if ranges else "max_ranges 0;",
            **{"work": work, "port": port, "places": at},
        )
        (work / "nginx.conf").write_text(config, "utf-8")
        process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/", work / "sent.log"
        finally:
            process.terminate()
            process.wait()


def asked(browser: Browser, url: str, script: str, query: str | Sequence[str], slower: float) -> list[float]:
    """Run a script in a new profile, with what is asked; return its numbers."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(MOST_MS)
        page.goto(url)
        if slower > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        return [float(number) for number in page.evaluate(script, query)]
    finally:
        context.close()


def cold(browser: Browser, url: str, slow_url: str, log: Path, script: str, query: str, slower: float) -> Cold:
    """Ask a query three times, each as the first of a profile: for bytes, for time, for time on a slow processor."""
    log.write_text("", "utf-8")
    _, shown = asked(browser, url, script, query, 1)
    time.sleep(0.2)  # nginx writes its line when an answer is gone
    lines = [line.split("\t") for line in log.read_text("utf-8").splitlines()]
    sent = [(part(uri), int(size)) for uri, size, _ in lines if uri != "/"]
    sums = {name: sum(size for its, size in sent if its == name) for name in ("code", "data", "texts")}
    ms, _ = asked(browser, slow_url, script, query, 1)
    slow_ms, _ = asked(browser, slow_url, script, query, slower)
    return Cold(**sums, requests=len(sent), ms=ms, slow_ms=slow_ms, shown=int(shown))


def queries_of(site: str, bundle: Path, n: int) -> list[str]:
    """Return an everyday set's first queries, or titles that are drawn."""
    if (QUERIES / f"{site}.everyday.tsv").exists():
        return [question.query for question in load(f"{site}.everyday").questions[:n]]
    titles = {page.title for one in open_bundle(bundle).docsets.values() for _, _, page in one.documents()}
    return random.Random(site).sample(sorted(titles), n)


def bundles_of(root: Path, folder: Path) -> dict[bool, Path]:
    """Build a bundle with large files, and one with small ones: whether a host has ranges → its bundle."""
    found = {}
    for ranges in (True, False):
        found[ranges] = folder / ("ranges" if ranges else "whole")
        if not (found[ranges] / "pinax.json").exists():
            option = "--ranges" if ranges else "--no-ranges"
            command = [places.command("pinax"), "build", str(root), "-o", str(found[ranges]), option, "--quiet"]
            subprocess.run(command, check=True)
    return found


def show(site: str, rows: dict[str, list[Cold]]) -> None:
    """Print medians, and the greatest total."""
    for name, costs in rows.items():

        def median(what: str, costs: Sequence[Cold] = costs) -> float:
            return statistics.median(getattr(cost, what) for cost in costs)

        sizes = "  ".join(f"{what} {median(what) / 1000:7.1f}" for what in ("code", "data", "texts", "total"))
        most = max(cost.total for cost in costs) / 1000
        times = f"{median('ms'):6.0f} ms  slow {median('slow_ms'):6.0f} ms"
        print(
            f"{site:10} {name:24} kB: {sizes}  most {most:7.1f}  requests {median('requests'):4.0f}  {times}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="SITE")
    parser.add_argument("--queries", type=int, default=10)
    parser.add_argument("--delay-ms", type=float, default=50)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--reader", type=Path, default=ROOT / "build/browser")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    told: dict[str, Any] = {}
    chromium = os.environ.get("PINAX_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        os.environ["HOME"] = profile
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for site in given.sites:
            name, _, folder = site.partition("=")
            root = Path(folder) if folder else places.site(name).root
            pagefind = peers_at_work.pagefind_index_of(Corpus(name, root))
            bundles = bundles_of(root, places.BUNDLES / f"{name}.browser")
            asking = queries_of(name, bundles[True], given.queries)
            rows: dict[str, list[Cold]] = {}
            for ranges, layout in ((True, True), (False, False), (False, True)):
                at = PLACES.format(bundle=bundles[layout], pagefind=pagefind, reader=given.reader.resolve())
                with (
                    served(at, ranges) as (url, log),
                    delayed(url, given.delay_ms / 1000) as slow,
                ):
                    label = f"{'ranges' if ranges else 'no ranges'}, {'large' if layout else 'small'} files"
                    scripts = {label: PINAX, **({"Pagefind": PAGEFIND} if ranges else {})}
                    rows |= {reader: [] for reader in scripts}
                    if ranges:
                        strokes = sorted(asked(browser, url, STROKES, asking[:N_TYPED], given.slower))
                    for query in asking:  # by turns, so that what else the machine does slows both
                        for reader, script in scripts.items():
                            rows[reader].append(cold(browser, url, slow, log, script, query, given.slower))
            show(name, rows)
            late = strokes[int(0.95 * len(strokes))]
            print(
                f"{name:10} key stroke, warm, slow: {statistics.median(strokes):.0f} ms, 95 % within {late:.0f} ms",
                flush=True,
            )
            told[name] = {label: [vars(cost) for cost in costs] for label, costs in rows.items()}
        browser.close()
    if given.json:
        given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
