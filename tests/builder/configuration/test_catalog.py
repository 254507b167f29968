"""The catalog of well-known sites."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main
from pinax_builder.configuration import CatalogSite, docset_config, load_catalog, read_catalog, refresh_catalog
from pinax_builder.crawl.site.urls import canonical
from pinax_builder.errors import InputError

URL_VARIABLE = "PINAX_CATALOG_URL"
MEGABYTES_4 = 4_194_304
"""Largest catalog (bytes)."""
BUILT_IN = files("pinax_builder.configuration").joinpath("catalog.json")
OTHER = {"sites": [{"name": "lamp", "title": "Lamp", "url": "https://lamp.example.org/", "tags": ["light"]}]}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(URL_VARIABLE, raising=False)


def test_the_built_in_catalog_is_large_and_sound() -> None:
    """Sixty sites and more, each over https, with a title and tags."""
    sites = load_catalog()
    assert len(sites) >= 60
    assert all(site.url.startswith("https://") and site.title and site.tags for site in sites.values())
    assert len({site.url for site in sites.values()}) == len(sites)


@pytest.mark.parametrize("site", read_catalog(BUILT_IN.read_bytes(), "built in").values(), ids=lambda site: site.name)
def test_every_address_of_the_catalog_can_be_crawled(site: CatalogSite) -> None:
    """Each address is spelled as a crawl spells it and names a public host; a docset takes its excludes."""
    docset = docset_config({"url": site.url, "exclude": list(site.excludes)}, Path())
    parts = urlsplit(site.url)
    assert docset.site
    assert canonical(docset.site.url) == site.url
    assert (parts.query, parts.fragment, parts.port, parts.username) == ("", "", None, None)
    assert re.fullmatch(r"([a-z0-9-]+\.)+[a-z]{2,}", parts.netloc)
    assert not re.search(r"//|/\.|\s", parts.path)


def test_the_list_can_be_narrowed_by_tag() -> None:
    """`--tag` keeps the sites that have it."""
    sites = json.loads(CliRunner().invoke(main, ["catalog", "list", "--tag", "database", "--json"]).output)
    assert {"postgresql", "sqlite"} <= {site["name"] for site in sites}
    assert "python" not in {site["name"] for site in sites}
    assert "https://sqlite.org" in CliRunner().invoke(main, ["catalog", "list"]).output


def test_a_tag_that_no_site_has() -> None:
    """The list is empty, and the tags that there are are named beside it."""
    ended = CliRunner().invoke(main, ["catalog", "list", "--tag", "pyhton"])
    assert (ended.exit_code, ended.stdout) == (0, "")
    assert "no site has the tag 'pyhton'; there are " in ended.stderr
    assert " python, " in ended.stderr


def test_another_catalog_takes_the_place_of_the_built_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """PINAX_CATALOG_URL names one for `refresh`; without it a refresh returns to the built-in one."""
    monkeypatch.setenv(URL_VARIABLE, "https://catalog.example.org/sites.json")
    assert list(refresh_catalog(lambda url: json.dumps(OTHER).encode())) == ["lamp"]
    assert list(load_catalog()) == ["lamp"]
    monkeypatch.delenv(URL_VARIABLE)
    assert len(refresh_catalog()) >= 60


@pytest.mark.parametrize("url", ["http://127.0.0.1/catalog.json", "file:///etc/passwd", "catalog.json"])
def test_only_https_is_asked(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other scheme is refused before anything is sent."""
    monkeypatch.setenv(URL_VARIABLE, url)
    done = CliRunner().invoke(main, ["catalog", "refresh"])
    assert done.exit_code == 1
    assert "https" in done.output


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"sites": 1}',
        b'{"sites": [{"name": "a/b", "title": "x", "url": "https://x.org/"}]}',
        b'{"sites": [{"name": "a", "title": "x", "url": "javascript:alert(1)"}]}',
        b'{"sites": [{"name": "a"}]}',
        b" " * (MEGABYTES_4 + 1),
    ],
)
def test_what_is_no_catalog_changes_nothing(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged, hostile or too large catalog is refused, and the one before stays."""
    monkeypatch.setenv(URL_VARIABLE, "https://catalog.example.org/")
    with pytest.raises(InputError):
        refresh_catalog(lambda url: content)
    with pytest.raises(InputError):
        read_catalog(content, "x")
    assert len(load_catalog()) >= 60
