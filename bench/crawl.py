"""Crawl real documentation from nginx on loopback: completeness, equality, resumption, refresh, rate, memory.

    python bench/crawl.py SITES.tsv ROOT [--site NAME …] [--kills 10] [--pages 10000] [--only PART]

Needs nginx (Debian: nginx-light) on the PATH, the builder installed, and the sites as HTML folders: SITES.tsv holds a
site a line (name, folder below ROOT). nginx is started here, on a free port of 127.0.0.1, and stopped at the end.
Nothing else is contacted. Parts:

equal    each site with links alone, then with llms.txt, sitemap, gzip and robots.txt in turn: the crawl finds every
         page that links lead to, and each page is, field by field, the page that a build of the folder makes
resume   a crawl is killed at random moments and run again; the bundle is byte for byte that of an undisturbed one
refresh  an unchanged site: requests, how many conditional, whether the bundle is the same
rate     made pages, without a delay: pages a second and peak memory at 500 and at PAGES pages
tree     the same with a large folder of real pages (--tree FOLDER --start FILE)
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

from lxml import html

from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.crawl.folder import page_url
from pinax_builder.crawl.site import PageStore, SiteListing, SiteSource, crawl_site, read_page
from pinax_builder.gate import gate
from pinax_builder.parse import parse
from pinax_builder.records import Admitted, Page

CONFIG = """\
daemon off; worker_processes 1; pid {work}/pid; error_log {work}/error.log;
events {{ worker_connections 256; }}
http {{
  types {{ text/html html htm; text/plain txt; application/xml xml; image/png png; text/css css; text/javascript js; }}
  default_type application/octet-stream; access_log off; keepalive_requests 100000; {gzip}
  client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
  uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
  server {{ listen 127.0.0.1:{port}; root {root}; index index.html; absolute_redirect off;
    {lists}
    location / {{ try_files $uri $uri/ {otherwise}; }} }}
}}
"""
VARIANTS = ("links", "llms_txt", "sitemap", "gzip", "robots")
SCRIPT = "from pinax_builder.cli import main; main()"


@contextmanager
def nginx(root: Path, extra: Path, *, gzip: bool = False, port: int = 0, fallback: bool = False) -> Iterator[str]:
    """Serve a folder; give its URL. With `fallback`, index.html stands for all that is not there, as SPAs have it."""
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix="pinax-nginx-") as work:
        os.chmod(work, 0o755)
        config = Path(work, "nginx.conf")
        packed = "gzip on; gzip_min_length 0; gzip_types text/plain application/xml;" if gzip else "gzip off;"
        lists = f"location ~ ^/(robots.txt|llms.txt|sitemap.xml|sitemap.xml.gz)$ {{ root {extra}; }}"
        paths = {"work": work, "root": root, "lists": "" if fallback else lists}
        otherwise = "/index.html" if fallback else "=404"
        user = "user root; " if os.geteuid() == 0 else ""
        config.write_text(user + CONFIG.format(**paths, port=port, gzip=packed, otherwise=otherwise))
        process = subprocess.Popen(["nginx", "-p", work, "-c", str(config), "-e", f"{work}/error.log"])
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("nginx does not start")


def reachable(root: Path) -> set[str]:
    """The pages that links lead to from index.html, by a walk of the files that shares no code with the crawl."""
    found, waiting = set[str](), ["index.html"]
    while waiting:
        path = waiting.pop()
        file = root / path
        if path in found or not file.is_file() or file.suffix not in (".html", ".htm", ".xhtml"):
            continue
        found.add(path)
        tree = html.document_fromstring(file.read_bytes())
        for href in tree.xpath("//a/@href | //area/@href"):
            try:
                parts = urlsplit(urljoin(f"http://site.test/{quote(path)}", href.strip()))
            except ValueError:
                continue
            if parts.netloc == "site.test" and parts.scheme == "http":
                target = unquote(parts.path).lstrip("/")
                waiting.append(target + "index.html" if not target or target.endswith("/") else target)
    return found


def write_lists(extra: Path, url: str, paths: list[str], variant: str) -> None:
    """Put the variant's lists where nginx serves them from."""
    shutil.rmtree(extra, ignore_errors=True)
    extra.mkdir()
    urls = [url + quote(path) for path in paths]
    if variant == "llms_txt":
        lines = [f"- [{path}]({one})" for path, one in zip(paths, urls, strict=True)][: max(1, len(urls) // 3)]
        (extra / "llms.txt").write_text("# Site\n\n> Trimmed.\n\n## Docs\n" + "\n".join(lines) + "\n")
    if variant in ("sitemap", "gzip"):
        entries = "".join(f"<url><loc>{one}</loc><lastmod>2026-01-01</lastmod></url>" for one in urls)
        (extra / "sitemap.xml").write_text(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
        )
    if variant == "robots":
        (extra / "robots.txt").write_text("User-agent: *\nDisallow: /nothing-here/\n")


def parsed(fetched: object) -> Page | None:
    admitted = gate(fetched)  # type: ignore[arg-type]
    page = parse(admitted) if isinstance(admitted, Admitted) else None
    return page if isinstance(page, Page) else None


def crawl(url: str, store: Path, **options: object) -> SiteListing:
    source = SiteSource(url, **{"delay_s": 0.0, "max_pages": 20_000, "concurrency": 8, **options})  # type: ignore[arg-type]
    with PageStore(store) as opened:
        return crawl_site(source, opened)


def check_equal(name: str, root: Path, work: Path) -> None:
    """Compare crawls of a site with its folder, page by page."""
    paths, extra, port = sorted(reachable(root)), work / "extra", free_port()
    base = f"http://127.0.0.1:{port}/"
    by_url = {file.url: file for file in list_files(Folder(root, base)).pages}
    expected = {page_url(path, base) for path in paths}
    for variant in VARIANTS:
        write_lists(extra, base, paths, variant)
        store = work / f"{name}-{variant}.sqlite"
        with nginx(root, extra, gzip=variant == "gzip", port=port) as url:
            started = time.perf_counter()
            listing = crawl(url, store)
            seconds = time.perf_counter() - started
        found = {page.url for page in listing.pages}
        same = different = links = 0
        with PageStore(store) as opened:
            for page in listing.pages if variant in ("links", "gzip") else ():
                if page.url not in by_url:  # a symbolic link, which a folder build passes over
                    links += 1
                    continue
                ours, theirs = parsed(read_page(page, opened)), parsed(reader(root)(by_url[page.url]))
                same, different = same + (ours == theirs), different + (ours != theirs)
        fired = ",".join(listing.coverage)
        counts = f"reachable {len(expected)} found {len(found & expected)} missing {len(expected - found)} "
        counts += f"extra {len(found - expected)} equal {same} different {different} symlinks {links}"
        print(f"{name:8} {variant:8} {counts} [{fired}] {len(found) / seconds:.0f} pages/s", flush=True)


def build(url: str, output: Path, store: Path, **environment: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-c",
        SCRIPT,
        "build",
        url,
        "-o",
        str(output),
        "--store",
        str(store),
        "--delay",
        "0",
        "-q",
    ]
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment}
    return subprocess.Popen([*command, "--workers", "2", "--name", "site"], env=env)


def digest(folder: Path) -> str:
    """One hash over the names and bytes of a bundle's files."""
    total = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(f"{file.relative_to(folder)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def check_resume(root: Path, work: Path, kills: int) -> None:
    """Kill a build at random moments, run it again, compare the bundles."""
    (work / "none").mkdir()
    with nginx(root, work / "none") as url:
        started = time.perf_counter()
        assert build(url, work / "whole", work / "whole.sqlite").wait() == 0
        seconds, wanted = time.perf_counter() - started, digest(work / "whole")
        chance, same = random.Random(7), 0
        for number in range(kills):
            output, store = work / f"cut{number}", work / f"cut{number}.sqlite"
            process = build(url, output, store)
            time.sleep(chance.uniform(0.05, 0.9) * seconds)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            assert build(url, output, store).wait() == 0
            same += digest(output) == wanted
        print(f"resume: {same} of {kills} bundles identical after a kill (whole build {seconds:.1f} s)", flush=True)
        same_again = build(url, work / "again", work / "whole.sqlite").wait() == 0 and digest(work / "again") == wanted
        counts = crawl(url, work / "whole.sqlite", max_pages=1500).requests
        print(f"refresh: same bundle {same_again}; {counts}", flush=True)


def check_rate(pages: int, work: Path) -> None:
    """Crawl made pages in a process of their own; print rate and peak memory."""
    for number in (500, pages):
        root = work / f"made{number}"
        root.mkdir()
        words = (Path(__file__).read_text().split('"""')[1]).split()
        for at in range(number):
            chance = random.Random(at)
            prose = "".join(f"<p>{' '.join(chance.choices(words, k=60))}.</p>" for _ in range(40))
            links = "".join(f'<a href="{(at * 10 + more) % number}.html">next</a>' for more in range(1, 31))
            (root / f"{at}.html").write_text(f"<html><body><main><h1>Page {at}</h1>{prose}</main>{links}</body></html>")
        (root / "index.html").write_text('<h1>Home</h1><p>Start here.</p><a href="0.html">0</a>')
        print_rate(root, "", 20_000, work)


def check_tree(tree: Path, start: str, work: Path) -> None:
    """Crawl a large folder of real pages, once cut at 500 pages and once whole; print rate and peak memory."""
    for most in (500, 20_000):
        print_rate(tree, start, most, work)


def print_rate(root: Path, start: str, most: int, work: Path) -> None:
    """Crawl in a process of its own, without a delay; print pages a second and peak memory."""
    script = (
        "import sys, time, resource\nfrom pathlib import Path\n"
        "from pinax_builder.crawl.site import PageStore, SiteSource, crawl_site\n"
        "started, most = time.perf_counter(), int(sys.argv[3])\n"
        "with PageStore(Path(sys.argv[2])) as store:\n"
        "    found = crawl_site(SiteSource(sys.argv[1], delay_s=0, concurrency=8, max_pages=most), store)\n"
        "seconds = time.perf_counter() - started\n"
        "usage = resource.getrusage(resource.RUSAGE_SELF)\n"
        "cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024\n"
        "pages = len(found.pages)\n"
        "print(f'rate: {pages} pages, {pages / seconds:.0f} pages/s, {cpu:.1f} s CPU, peak {peak:.0f} MB')"
    )
    with nginx(root, work / "none") as url:
        store = work / f"rate-{root.name}-{most}.sqlite"
        subprocess.run([sys.executable, "-c", script, url + start, str(store), str(most)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--site", action="append")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--only", choices=("equal", "resume", "rate", "tree"))
    parser.add_argument("--tree", type=Path, help="a large folder of real pages, for the part of this name")
    parser.add_argument("--start", default="", help="where the tree's crawl starts")
    options = parser.parse_args()
    rows = (line.split("\t") for line in options.sites.read_text().splitlines() if line and not line.startswith("#"))
    roots = {name: options.root / below for name, below, *_ in rows}
    chosen = options.site or ["python", "cmake", "git"]
    with tempfile.TemporaryDirectory(prefix="pinax-crawl-") as temporary:
        work = Path(temporary)
        os.chmod(work, 0o755)
        if options.only in (None, "rate"):
            (work / "none").mkdir()
            check_rate(options.pages, work)
            (work / "none").rmdir()
        if options.tree:
            (work / "none").mkdir()
            check_tree(options.tree.resolve(), options.start, work)
            (work / "none").rmdir()
        if options.only in (None, "equal"):
            for name in chosen:
                check_equal(name, roots[name].resolve(), work)
        if options.only in (None, "resume"):
            check_resume(roots[chosen[-1]].resolve(), work, options.kills)


if __name__ == "__main__":
    main()
