"""Docsets are added, listed, refreshed and removed; what a file says besides stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.gate.site_pages import html, plain, shell
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config, load_config
from site_server import Asked, Reply, SiteServer

TOPICS = ("wick", "oil", "glass", "handle", "flame", "base")
COMMENTED = '# my docs\n[build]\noutput = "out"  # here\nworkers = 1\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lamp_site() -> SiteServer:
    """Return a site of a page for each topic."""
    links = "".join(f'<a href="/docs/p{n}">page {n}</a> ' for n in range(1, len(TOPICS)))
    pages = {f"/docs/p{n}": Reply(plain(topic)) for n, topic in enumerate(TOPICS)}
    pages["/docs/"] = Reply(plain(TOPICS[0]).replace(b"</body>", f"<footer>{links}</footer></body>".encode()))
    return SiteServer(pages)


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with lamp_site() as server:
        yield server


@pytest.fixture(scope="module")
def plainly_asked(tmp_path_factory: pytest.TempPathFactory) -> list[Asked]:
    """What `add` asks a site for where no option says more."""
    folder = str(tmp_path_factory.mktemp("plain"))
    with lamp_site() as server:
        store = ("--store", f"{folder}/store.sqlite", "--config", f"{folder}/pinax.toml")
        assert add(server, *store).exit_code == 0
        return list(server.asked)


def asks_for(path: str, asked: list[Asked]) -> bool:
    return path in (one.path for one in asked)


def pinax(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def add(server: SiteServer, *options: str) -> Result:
    return pinax("add", server.url("/docs/"), "--delay", "0", *options)


def test_add_appends_a_docset_with_its_options(server: SiteServer, folder: Path) -> None:
    """Comments and layout stay; the options given are in the file, and a build takes them from there."""
    (folder / "pinax.toml").write_text(COMMENTED)
    done = add(server, "--name", "lamp", "--title", 'The "lamp"', "--exclude", "p3", "--max-pages", "9",
               "--language", "en", "--concurrency", "2", "--store", "lamp.sqlite")  # fmt: skip
    assert done.exit_code == 0, done.output
    text = (folder / "pinax.toml").read_text()
    assert text.startswith(COMMENTED)
    docset = load_config(folder / "pinax.toml").docsets[0]
    assert docset.site is not None
    assert (docset.name, docset.title, docset.exclude, docset.language) == ("lamp", 'The "lamp"', ("p3",), "en")
    assert (docset.site.max_pages, docset.site.concurrency, docset.site.delay_s) == (9, 2, 0.0)
    assert (folder / "lamp.sqlite").exists()
    assert "/docs/p3" not in server.paths


OPTIONS = {
    "--name": ("x", "name", "x"),
    "--title": ("X", "title", "X"),
    "--language": ("en", "language", "en"),
    "--include": ("p1", "include", ("p1",)),
    "--exclude": ("p1", "exclude", ("p1",)),
    "--max-pages": ("3", "max_pages", 3),
    "--header": ("X-Key: $DOCS_KEY", "headers", ("X-Key: $DOCS_KEY",)),
    "--concurrency": ("2", "concurrency", 2),
    "--delay": ("0.01", "delay_s", 0.01),
    "--ignore-robots": (None, "ignore_robots", True),
    "--allow-private": (None, "allow_private", True),
    "--no-render": (None, "render", False),
    "--no-gate": (None, "gate", False),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_trap_3_every_option_of_add_is_kept(
    server: SiteServer, folder: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """What `add` is given stands in the file as the key that every later build reads; nothing else changes."""
    monkeypatch.setenv("DOCS_KEY", "k")
    given, key, expected = OPTIONS[option]
    assert add(server, option, *([given] if given else [])).exit_code == 0
    docset = load_config(folder / "pinax.toml").docsets[0]
    plain = docset_config({"url": server.url("/docs/"), "delay_s": 0.0}, folder)
    holder, before = (docset, plain) if hasattr(docset, key) else (docset.site, plain.site)
    assert getattr(holder, key) == expected != getattr(before, key)


@pytest.mark.parametrize(
    ("options", "effect"),
    [
        (("--include", "p1"), lambda asked: not asks_for("/docs/p2", asked)),
        (("--exclude", "p1"), lambda asked: not asks_for("/docs/p1", asked)),
        (("--max-pages", "2"), lambda asked: sum("/docs/p" in one.path for one in asked) < 5),
        (("--header", "X-Key: $DOCS_KEY"), lambda asked: all("x-key" in one.headers for one in asked)),
        (("--ignore-robots",), lambda asked: not asks_for("/robots.txt", asked)),
        (("--base-url", "BASE/docs/p1"), lambda asked: not asks_for("/docs/p2", asked)),
    ],
)
def test_trap_3_every_option_of_add_acts_at_once(
    server: SiteServer,
    plainly_asked: list[Asked],
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    effect: Callable[[list[Asked]], bool],
) -> None:
    """The crawl that `add` gates is already the one that the options describe."""
    monkeypatch.setenv("DOCS_KEY", "k")
    add(server, *(option.replace("BASE", server.url().rstrip("/")) for option in options))
    assert effect(server.asked)
    assert not effect(plainly_asked)


def test_add_makes_the_file(server: SiteServer, folder: Path) -> None:
    """Where there is no pinax.toml, one is made; --config names another place."""
    assert add(server, "--name", "lamp", "--config", "other.toml").exit_code == 0
    assert [docset.name for docset in load_config(folder / "other.toml").docsets] == ["lamp"]


def test_a_file_that_cannot_be_written(server: SiteServer, folder: Path) -> None:
    """One line says so, and what is there stays."""
    done = add(server, "--config", "missing/pinax.toml")
    assert (done.exit_code, isinstance(done.exception, SystemExit)) == (1, True)
    assert "cannot write missing/pinax.toml: No such file or directory; name another file with --config" in done.output
    assert not list(folder.glob("**/*.toml*"))


def test_add_refuses_a_taken_name_before_it_crawls(server: SiteServer, folder: Path) -> None:
    """An existing docset is never overwritten."""
    add(server, "--name", "lamp")
    before, asked = (folder / "pinax.toml").read_bytes(), len(server.asked)
    again = add(server, "--name", "lamp")
    assert again.exit_code == 2
    assert "--name" in again.output
    assert (folder / "pinax.toml").read_bytes() == before
    assert len(server.asked) == asked


def test_add_refuses_a_site_of_shells(server: SiteServer, folder: Path) -> None:
    """A site that the gate refuses is not added, unless --no-gate says so, which the file then keeps."""
    server.routes = {"/docs/": Reply(shell("vite-vue.html"))}
    refused = add(server)
    assert refused.exit_code == 1
    assert "javascript_shell" in refused.output
    assert not (folder / "pinax.toml").exists()
    assert add(server, "--no-gate").exit_code == 0
    assert not load_config(folder / "pinax.toml").docsets[0].gate


def test_add_knows_the_names_of_the_catalog() -> None:
    """A name that is in no catalog says where the names are."""
    unknown = pinax("add", "no-such-site")
    assert unknown.exit_code == 2
    assert "pinax catalog list" in unknown.output


def test_list_and_remove(server: SiteServer, folder: Path) -> None:
    """Removing takes out one table and nothing else; what is not there is named with what is."""
    (folder / "pinax.toml").write_text(COMMENTED)
    for name in ("one", "two"):
        add(server, "--name", name)
    assert [row["name"] for row in json.loads(pinax("list", "--json").output)] == ["one", "two"]
    assert server.url("/docs/") in pinax("list").output
    wrong = pinax("remove", "three")
    assert wrong.exit_code == 2
    assert "one, two" in wrong.output
    assert pinax("remove", "one").exit_code == 0
    assert [row["name"] for row in json.loads(pinax("list", "--json").output)] == ["two"]
    assert pinax("remove", "two").exit_code == 0
    assert json.loads(pinax("list", "--json").output) == []
    assert (folder / "pinax.toml").read_text().startswith(COMMENTED)


def test_remove_keeps_the_comment_of_the_next_table(folder: Path) -> None:
    """A table's subtables go with it; the comment above the next table stays."""
    kept = '# about b\n[[docset]]\npath = "b"\nname = "b"\n'
    (folder / "pinax.toml").write_text('[[docset]]\npath = "a"\nname = "a"\n[docset.facets]\nx = "1"\n\n' + kept)
    assert pinax("remove", "a").exit_code == 0
    assert (folder / "pinax.toml").read_text() == kept


def test_refresh_builds_with_the_stored_options(server: SiteServer, folder: Path) -> None:
    """Trap 34: the options of `add` hold in every refresh, and one docset's refresh asks no other site."""
    (folder / "pinax.toml").write_text(COMMENTED)
    add(server, "--name", "one", "--exclude", "p3")
    add(server, "--name", "two", "--include", "p[12]")
    server.asked.clear()
    done = pinax("refresh", "two", "--json")
    assert done.exit_code == 0, done.output
    pages = {docset["name"]: docset["admitted"] for docset in json.loads(done.stdout)["docsets"]}
    assert pages == {"one": 5, "two": 2}
    assert "/docs/p5" not in server.paths


def test_refresh_keeps_a_good_docset_without_force(server: SiteServer, folder: Path) -> None:
    """Trap 34: a far worse crawl replaces nothing until --force says so."""
    (folder / "pinax.toml").write_text("[build]\nworkers = 1\n")
    add(server, "--name", "one")
    assert pinax("refresh", "-o", "out").exit_code == 0
    server.routes = {"/docs/": Reply(html("wick"))}
    assert pinax("refresh", "-o", "out").exit_code == 1
    assert pinax("refresh", "-o", "out", "--force").exit_code == 0
    assert pinax("refresh").exit_code == 2


def test_doctor_finds_nothing_on_a_healthy_site(server: SiteServer, folder: Path) -> None:
    """A docset just built is well."""
    (folder / "pinax.toml").write_text(COMMENTED)
    add(server, "--name", "one")
    pinax("refresh", "-o", "out")
    done = pinax("doctor", "-o", "out", "--json")
    assert done.exit_code == 0
    found = json.loads(done.output)[0]
    assert (found["pages_built"], found["pages_now"], found["strategy_now"], found["findings"]) == (6, 6, "links", [])
    assert "is well" in pinax("doctor", "-o", "out").output


def test_doctor_without_a_bundle(server: SiteServer) -> None:
    """Where no bundle is named, it is said that none was compared."""
    add(server, "--name", "one")
    assert "one is well: not compared with a bundle, 6 on the site" in pinax("doctor").output


def test_doctor_reports_findings_with_exit_code_1(server: SiteServer, folder: Path) -> None:
    """Trap 33: drift, dead links and the gate's verdict end with exit code 1, as text and as JSON."""
    (folder / "pinax.toml").write_text(COMMENTED)
    add(server, "--name", "one")
    pinax("refresh", "-o", "out")
    server.routes = {"/docs/": server.routes["/docs/"]}
    for options in ([], ["--json"]):
        done = pinax("doctor", "one", "-o", "out", *options)
        assert done.exit_code == 1
        assert "drift" in done.output
        assert "dead_links" in done.output
    server.routes = {"/docs/": Reply(shell("angular.html"))}
    assert "javascript_shell" in pinax("doctor", "-o", "out").output


def test_doctor_knows_what_is_stale_and_not_built(server: SiteServer, folder: Path) -> None:
    """Age is judged against --max-age; a docset that the bundle lacks is a finding."""
    (folder / "pinax.toml").write_text(COMMENTED)
    add(server, "--name", "one")
    assert "not_built" in pinax("doctor", "-o", "out").output
    pinax("refresh", "-o", "out")
    assert "stale" in pinax("doctor", "-o", "out", "--max-age", "0").output
    assert "stale" not in pinax("doctor", "-o", "out").output


def test_doctor_notes_another_strategy(server: SiteServer) -> None:
    """A site whose pages were found by links, and now by a sitemap, is worth a look."""
    add(server, "--name", "one")
    urls = "".join(f"<url><loc>{server.url(path)}</loc></url>" for path in server.routes)
    server.routes["/sitemap.xml"] = Reply(
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>', type="application/xml"
    )
    done = pinax("doctor")
    assert done.exit_code == 1
    assert "by links before, now by sitemap" in done.output


def test_doctor_notes_thin_pages_that_links_led_to(server: SiteServer) -> None:
    """Most pages below 80 words, none of which any list names, are a finding though the gate admits them."""
    for path, topic in zip(list(server.routes), ("wick", *TOPICS), strict=True):
        links = "".join(f'<a href="{other}">{other}</a>' for other in server.routes)
        short = plain(topic).split(b"<p>3 ")[0] + f"</main><footer>{links}</footer></body></html>".encode()
        server.routes[path] = Reply(short)
    assert add(server, "--name", "one").exit_code == 0
    done = pinax("doctor")
    assert done.exit_code == 1
    assert "fewer than 80 words" in done.output


def test_doctor_says_what_pages_would_lose(server: SiteServer) -> None:
    """A warning of the check of pages is a finding: here, sections of thousands of words."""
    add(server, "--name", "one")
    for number, path in enumerate(server.routes):
        body = f"<p>{' '.join(f'{chr(97 + number)}word{place}' for place in range(3_100))}.</p>"
        links = "".join(f'<a href="{other}">{other}</a> ' for other in server.routes)
        head = f"<head><title>Page {number}</title></head>"
        page = f"<html>{head}<body><h1>Page {number}</h1>{body}<nav>{links}</nav></body></html>"
        server.routes[path] = Reply(page.encode())
    done = pinax("doctor", "--json")
    assert done.exit_code == 1
    lost = [finding["detail"] for finding in json.loads(done.output)[0]["findings"] if finding["what"] == "lost"]
    assert lost == ["7 of 7 compared pages have a section of more than 3,000 words."]


def test_doctor_reports_a_site_that_is_gone(server: SiteServer) -> None:
    """A site that answers no more is a finding, not a crash."""
    add(server, "--name", "one")
    server.routes = {}
    done = pinax("doctor", "--json")
    assert done.exit_code == 1
    assert "unreachable" in done.output
