"""The catalog of well-known sites."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main
from pinax_builder.configuration import CatalogSite, docset_config, load_catalog
from pinax_builder.crawl.site.urls import canonical


def test_the_built_in_catalog_is_large_and_sound() -> None:
    """Sixty sites and more, each over https, with a title and tags."""
    sites = load_catalog()
    assert len(sites) >= 60
    assert all(site.url.startswith("https://") and site.title and site.tags for site in sites.values())
    assert len({site.url for site in sites.values()}) == len(sites)


@pytest.mark.parametrize("site", load_catalog().values(), ids=lambda site: site.name)
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
