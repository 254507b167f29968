"""Live pages and their cache from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.bundle.remote import FileCache
from pinax_runtime.live import find_extractor
from runtime.extractors import install
from site_server import Reply, SiteServer

MARKDOWN = Reply("# New\n\nNew text that says a little more.", type="text/markdown")


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, SiteServer]]:
    """A bundle in a folder, its site, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    install(tmp_path, monkeypatch)  # none: Markdown is taken as it is
    with SiteServer({"/docs/a.md": MARKDOWN}) as site:
        docset = MadeDocset("guide", [MadePage(site.url("/docs/a.md"), "Old", "Old text.")], url=site.url("/docs/"))
        for name, content in make_bundle([docset]).items():
            (tmp_path / "bundle" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "bundle" / name).write_bytes(content)
        yield tmp_path / "bundle", site
    find_extractor.cache_clear()


def test_get_live(run: Callable[..., Any], bundle: tuple[Path, SiteServer]) -> None:
    """`get --live` reads from the site; a second time from the cache, unless that is too old."""
    folder, site = bundle
    first = run("get", folder, "a.md", "--live", "--allow-private")
    assert ", live, fetched " in first.out
    assert "New text that" in first.out
    run("get", folder, "a.md", "--live", "--allow-private")
    assert len(site.asked) == 1
    run("get", folder, "a.md", "--live", "--allow-private", "--live-ttl", "0s")
    assert len(site.asked) == 2


def test_get_live_for_a_program(run: Callable[..., Any], bundle: tuple[Path, SiteServer]) -> None:
    """With --json it is said whether the page is live, and why if it is not."""
    folder, site = bundle
    live = json.loads(run("get", folder, "a.md", "--live", "--allow-private", "--json").out)
    assert (live["live"], live["text"], live["id"]) == (
        True,
        "# New\n\nNew text that says a little more.",
        "guide:a.md",
    )
    refused = json.loads(run("get", folder, "a.md", "--live", "--live-ttl", "0s", "--json").out)
    assert (refused["live"], refused["not_live"]) == (False, "127.0.0.1 leads to a private address")
    assert refused["text"].endswith("Old text.")
    assert "live" not in json.loads(run("get", folder, "a.md", "--json").out)


@pytest.mark.parametrize("option", [("--live-ttl", "1h"), ("--allow-private",)])
@pytest.mark.parametrize("command", ["get", "serve"])
def test_options_of_live_pages_need_live(
    run: Callable[..., Any], location: Path, command: str, option: tuple[str, ...]
) -> None:
    """An option that means nothing without --live is refused there."""
    ended = run(command, location, *(["faq.md"] if command == "get" else []), *option)
    assert ended.code == 2
    assert "give --live too" in ended.err


def test_an_age_that_is_none(run: Callable[..., Any], location: Path) -> None:
    """An age is a number with a unit."""
    ended = run("get", location, "faq.md", "--live", "--live-ttl", "soon")
    assert ended.code == 2
    assert "for instance 30m" in ended.err


def test_the_cache_is_cleared(run: Callable[..., Any], bundle: tuple[Path, SiteServer], tmp_path: Path) -> None:
    """`cache clear` removes pages and files of bundles, or one kind, or what is old; `cache info` shows them."""
    folder, _ = bundle
    run("get", folder, "a.md", "--live", "--allow-private")
    FileCache(tmp_path / "cache" / "pinax").write("files/" + "ab" * 16 + ".terms", b"x")
    told = json.loads(run("cache", "info", "--json").out)
    assert (told["folder"], told["bundle_files"]) == (str(tmp_path / "cache" / "pinax"), 1)
    assert told["page_bytes"] > 0
    assert "1 files of bundles" in run("cache", "info").out
    assert json.loads(run("cache", "clear", "--older-than", "1h", "--json").out) == {"pages": 0, "files": 0}
    assert json.loads(run("cache", "clear", "--pages", "--json").out) == {"pages": 1, "files": 0}
    assert run("cache", "clear", "--bundles").out == "removed 0 pages and 1 files of bundles\n"
    assert json.loads(run("cache", "clear", "--json").out) == {"pages": 0, "files": 0}


def test_a_cache_that_cannot_be_cleared(
    run: Callable[..., Any], bundle: tuple[Path, SiteServer], tmp_path: Path
) -> None:
    """What stands in the way is said, and nothing else's file is touched."""
    (tmp_path / "cache" / "pinax" / "pages.db").mkdir(parents=True)
    ended = run("cache", "clear")
    assert ended.code == 1
    assert "cannot be cleared" in ended.err
