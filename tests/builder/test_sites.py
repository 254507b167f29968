"""Docsets that are sites: configuration, the build from end to end, and what the bundle and the report say."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main
from pinax_builder.configuration import docset_config, load_config
from pinax_builder.errors import ConfigError
from pinax_runtime.search import open_bundle
from site_server import Reply, SiteServer, page

PROSE = "A lantern keeps its flame for as long as there is oil, and says so when there is none. " * 12
ROUTES = {
    "/docs/": page("Home", "guide.html", "gone.html", text=PROSE),
    "/docs/guide.html": page("Guide", text=PROSE + "Fill it in the evening, and it burns until the morning."),
    "/docs/llms.txt": Reply("# Lantern\n\n- [Guide](guide.html)\n", type="text/plain"),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep stores in the test's folder and dates out of the bundle."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    return tmp_path / "cache"


def run(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["build", *arguments, "--workers", "1"])
    assert done.exit_code == 0, done.output
    return done.output


def digests(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_url_is_built(tmp_path: Path) -> None:
    """`pinax build URL` reports what each strategy found; a second build, and one offline, give the same bytes."""
    with SiteServer(ROUTES) as server:
        report = tmp_path / "report.json"
        run(server.url("/docs/"), "-o", str(tmp_path / "a"), "--delay", "0", "--report", str(report))
        run(server.url("/docs/"), "-o", str(tmp_path / "b"), "--delay", "0")
        asked = len(server.asked)
        run(server.url("/docs/"), "-o", str(tmp_path / "c"), "--offline")
        assert len(server.asked) == asked
    assert digests(tmp_path / "a") == digests(tmp_path / "b") == digests(tmp_path / "c")
    docset = json.loads(report.read_text())["docsets"][0]
    assert docset["site"]["coverage"] == {
        "links": {"listed": 3, "fetched": 2, "admitted": 2, "dead": 1},
        "llms_txt": {"listed": 1, "fetched": 1, "admitted": 1, "dead": 0},
    }
    assert docset["reasons"] == {"not_found": 1}


def test_the_inventory_beside_a_site_names_what_its_pages_define(tmp_path: Path) -> None:
    """Objects of `objects.inv` are found by name, in the section with their anchor; a site's error page is none."""
    header = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The rest is compressed using zlib.\n"
    lines = b"lantern.light py:function 1 guide.html#$ -\nlantern py:module 0 ./#module-lantern -\n"
    guide = '<main><h1>Guide</h1><dl><dt id="lantern.light">light()</dt><dd>Lights it.</dd></dl><p>' + PROSE
    inventory = Reply(header + zlib.compress(lines), type="application/octet-stream")
    routes = {**ROUTES, "/docs/guide.html": Reply(guide), "/docs/objects.inv": inventory}
    with SiteServer(routes) as server:
        base = server.url("/docs/")
        run(base, "-o", str(tmp_path / "a"), "--delay", "0", "--name", "a")
        server.routes["/docs/objects.inv"] = page("Home", text=PROSE)
        report = tmp_path / "report.json"
        again = ("--name", "b", "--store", str(tmp_path / "store"), "--report", str(report))
        run(base, "-o", str(tmp_path / "b"), "--delay", "0", *again)
    hit = open_bundle(tmp_path / "a").find_symbol("lantern.light").hits[0]
    assert (hit.name, hit.kind, hit.language, hit.section_id) == (
        "lantern.light", "function", "python", "a:guide.html#lantern.light",
    )  # fmt: skip
    assert not json.loads(report.read_text())["docsets"][0]["notices"]
    assert open_bundle(tmp_path / "b").find_symbol("light").hits[0].kind == "term"


def test_no_secret_leaves_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """A header's value reaches the site, and neither bundle, store, report nor output."""
    monkeypatch.setenv("DOCS_TOKEN", "s3cret-value")
    with SiteServer(ROUTES) as server:
        output = run(
            server.url("/docs/"), "-o", str(tmp_path / "bundle"), "--delay", "0", "--report", str(tmp_path / "r.json"),
            "--header", "Authorization: Bearer $DOCS_TOKEN",
        )  # fmt: skip
        assert {asked.headers.get("authorization") for asked in server.asked} == {"Bearer s3cret-value"}
    assert "s3cret" not in output
    assert not [file for file, content in digests(tmp_path).items() if b"s3cret" in content]


def test_a_site_in_pinax_toml(tmp_path: Path, cache: Path) -> None:
    """Every key of a site is read; the store has a place of its own."""
    (tmp_path / "pinax.toml").write_text(
        '[[docset]]\nurl = "https://docs.example/guide"\nmax_pages = 9\nstrategies = ["links", "sitemap"]\n'
        'headers = ["A: $B"]\nconcurrency = 2\ndelay_s = 0.5\nignore_robots = true\n'
        "allow_private = true\noffline = true\n"
    )
    docset = load_config(tmp_path / "pinax.toml").docsets[0]
    site = docset.site
    assert site
    assert (docset.name, site.strategies, site.max_pages) == ("docs.example-guide", ("sitemap", "links"), 9)
    assert (site.headers, site.concurrency, site.delay_s) == (("A: $B",), 2, 0.5)
    assert site.ignore_robots and site.allow_private and site.offline  # noqa: PT018
    assert site.store.parent == cache / "pinax" / "store"


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"url": "ftp://x.dev"}, "url"),
        ({"url": "https://u:p@x.dev/"}, "url"),
        ({"url": "https://x.dev", "path": "docs"}, "path"),
        ({"path": "docs", "max_pages": 5}, "max_pages"),
        ({"url": "https://x.dev", "strategies": ["guess"]}, "strategies"),
        ({"url": "https://x.dev", "headers": ["Authorization: Bearer literal"]}, "headers"),
        ({"url": "https://x.dev", "include": ["/(/"]}, "include"),
    ],
)
def test_what_is_not_allowed(values: dict, key: str) -> None:
    """A wrong key of a site is an error that names it."""
    with pytest.raises(ConfigError) as raised:
        docset_config(values, Path())
    assert raised.value.key == key


def test_a_variable_that_is_not_set(tmp_path: Path) -> None:
    """A header whose variable is missing ends the build before anything is sent."""
    done = CliRunner().invoke(
        main, ["build", "http://127.0.0.1:9/", "-o", str(tmp_path / "b"), "--header", "A: $NOT_SET_X"]
    )
    assert (done.exit_code, "NOT_SET_X" in done.output) == (2, True)


def test_a_site_that_is_not_there(tmp_path: Path) -> None:
    """An unreachable site is one line that says what failed; no bundle is written."""
    done = CliRunner().invoke(main, ["build", "http://127.0.0.1:9/", "-o", str(tmp_path / "b"), "--delay", "0", "-q"])
    assert (done.exit_code, (tmp_path / "b").exists()) == (1, False)
    assert "cannot crawl" in done.output
