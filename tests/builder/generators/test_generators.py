"""Real builds of Sphinx and MkDocs write a bundle that answers, and the files beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pinax_builder.crawl.site.llms import parse_llms_full, parse_llms_txt
from pinax_runtime.search import open_bundle

SPHINX_CONF = """
project = "Lantern"
extensions = ["pinax_builder.generators.sphinx"]
html_baseurl = "https://lantern.example.org/docs/"
pinax_golden = [{"query": "rapeseed", "expect": "guide/oil"}]
"""
INDEX_RST = "Lantern\n=======\n\nLamps for everyone.\n\n.. toctree::\n\n   guide/oil\n"
OIL_RST = "Oil\n===\n\nWhale oil burns in lamps.\n\nKinds\n-----\n\nRapeseed, too.\n"
MKDOCS_YML = """
site_name: Lantern
site_url: https://lantern.example.org/docs/
plugins:
  - search
  - pinax:
      golden:
        - {query: rapeseed, expect: guide/oil}
"""


def run(*command: str | Path, code: int = 0) -> str:
    """Run a generator as people do, to this exit code, and return what it says on standard error."""
    ended = subprocess.run([sys.executable, "-m", *map(str, command)], capture_output=True, text=True)
    assert ended.returncode == code, ended.stderr
    return ended.stderr


@pytest.fixture(scope="module", params=["html", "dirhtml", "mkdocs"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a golden query that it answers, built twice, so that the second build meets what the first wrote.

    The two forms of Sphinx differ in the names of pages alone, and one of them is built once.
    """
    pytest.importorskip("mkdocs" if request.param == "mkdocs" else "sphinx")
    folder = tmp_path_factory.mktemp(request.param)
    if request.param != "mkdocs":
        (folder / "guide").mkdir()
        oil = {"html": "guide/oil.html", "dirhtml": "guide/oil/"}[request.param]
        (folder / "conf.py").write_text(SPHINX_CONF.replace("guide/oil", oil))
        (folder / "index.rst").write_text(INDEX_RST)
        (folder / "guide/oil.rst").write_text(OIL_RST)
        for _ in range(2 if request.param == "html" else 1):
            run("sphinx", "-W", "-b", request.param, folder, folder / "out")
    else:
        (folder / "docs/guide").mkdir(parents=True)
        (folder / "mkdocs.yml").write_text(MKDOCS_YML)
        (folder / "docs/index.md").write_text("# Lantern\n\nLamps for everyone.\n")
        (folder / "docs/guide/oil.md").write_text("# Oil\n\nWhale oil burns in lamps.\n\n## Kinds\n\nRapeseed, too.\n")
        for _ in range(2):
            run("mkdocs", "build", "--strict", "-q", "-f", folder / "mkdocs.yml", "-d", folder / "out")
    return folder / "out"


def test_a_generator_writes_a_bundle_that_answers(site: Path) -> None:
    """The bundle has the site's own pages under their public addresses, and none of its chrome."""
    (docset,) = json.loads((site / "pinax/pinax.json").read_text("utf-8"))["docsets"]
    assert (docset["name"], docset["pages"]) == ("Lantern", 2)
    (hit,) = open_bundle(str(site / "pinax")).search("rapeseed").hits
    assert hit.url.startswith("https://lantern.example.org/docs/guide/oil")


def test_a_generator_writes_what_agents_read_without_an_index(site: Path) -> None:
    """llms.txt lists each page, its Markdown twin is there, and llms-full.txt has all text."""
    listed = parse_llms_txt((site / "llms.txt").read_text("utf-8"), "https://lantern.example.org/docs/llms.txt")
    assert listed is not None
    twins = [link.removeprefix("https://lantern.example.org/docs/") for link in listed.links]
    assert len(twins) == 2
    assert "Rapeseed, too." in "".join((site / twin).read_text("utf-8") for twin in twins)
    full = parse_llms_full((site / "llms-full.txt").read_text("utf-8"))
    assert full is not None
    assert sorted(page.title for page in full) == ["Lantern", "Oil"]


def test_golden_queries_end_sphinx_with_w(tmp_path: Path) -> None:
    """A golden query that is not answered is a warning."""
    pytest.importorskip("sphinx")
    (tmp_path / "conf.py").write_text(SPHINX_CONF)
    (tmp_path / "index.rst").write_text("Lantern\n=======\n\nLamps for everyone.\n")
    assert "golden queries" in run("sphinx", "-W", "-b", "html", tmp_path, tmp_path / "out", code=1)


def test_mkdocs_warns_of_a_golden_query(tmp_path: Path) -> None:
    """A build goes on without --strict, as `mkdocs serve` does, and fails with it; each query has a line of its own."""
    pytest.importorskip("mkdocs")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Lantern\n\nLamps for everyone.\n")
    (tmp_path / "mkdocs.yml").write_text(f"{MKDOCS_YML}        - {{query: whale, expect: guide/oil}}\n")
    command = ("mkdocs", "build", "-f", tmp_path / "mkdocs.yml", "-d", tmp_path / "out")
    warnings = [line for line in run(*command).splitlines() if line.startswith("WARNING") and "'guide/oil'" in line]
    assert [query in line for query, line in zip(("rapeseed", "whale"), warnings, strict=True)] == [True, True]
    assert (tmp_path / "out/pinax/pinax.json").is_file()
    run(*command, "--strict", code=1)


def test_mkdocs_indexes_its_own_pages_and_lists_them_as_its_navigation_does(tmp_path: Path) -> None:
    """Templates in the folder of sources are no pages; the navigation's groups are the headings of llms.txt."""
    pytest.importorskip("mkdocs")
    pages = {"index": "Lantern", "oil": "Oil", "guide/wick": "Wick", "more": "More"}
    for path, title in pages.items():
        (tmp_path / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"docs/{path}.md").write_text(f"# {title}\n\nAll about it: {title.lower()}.\n")
    (tmp_path / "docs/theme").mkdir()
    (tmp_path / "docs/theme/main.html").write_text('{% extends "base.html" %}{% block footer %}Words.{% endblock %}')
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: 'Über Öl & Co: Docs'\nsite_description: Light.\nsite_url: https://lantern.example.org/\n"
        "theme: {name: mkdocs, custom_dir: docs/theme}\n"
        "nav: [index.md, {Burning: [guide/wick.md, {Fuels: [oil.md]}]}]\n"
        "plugins: [pinax: {ui: {theme: dark, no-highlight: true, inline: false}}]\n"
    )
    run("mkdocs", "build", "-q", "-f", tmp_path / "mkdocs.yml", "-d", tmp_path / "out")
    assert (tmp_path / "out/llms.txt").read_text("utf-8") == (
        "# Über Öl & Co: Docs\n\n"
        "## Pages\n\n- [Lantern](<index.md>): Light.\n- [More](<more/index.md>)\n\n"
        "## Burning\n\n- [Wick](<guide/wick/index.md>)\n- [Oil](<oil/index.md>)\n"
    )
    (docset,) = json.loads((tmp_path / "out/pinax/pinax.json").read_text("utf-8"))["docsets"]
    assert (docset["name"], docset["pages"]) == ("Uber-Ol-Co-Docs", 4)
    assert '<pinax-search base="./" theme="dark" no-highlight>' in (tmp_path / "out/index.html").read_text("utf-8")


@pytest.mark.parametrize("theme", ["material", "mkdocs", "readthedocs"])
def test_mkdocs_has_the_search_box_in_place_of_its_search(theme: str, tmp_path: Path) -> None:
    """With `ui` every page has the box, led to the site's root, and the theme's search is gone."""
    pytest.importorskip("mkdocs")
    (tmp_path / "docs/guide").mkdir(parents=True)
    (tmp_path / "docs/index.md").write_text("# Lantern\n\nLamps for everyone.\n")
    (tmp_path / "docs/guide/oil.md").write_text("# Oil\n\nWhale oil burns in lamps.\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Lantern\nsite_url: https://lantern.example.org/docs/\n"
        f"theme: {{name: {theme}}}\nplugins: [search, pinax: {{ui: true}}]\n"
    )
    run("mkdocs", "build", "--strict", "-q", "-f", tmp_path / "mkdocs.yml", "-d", tmp_path / "out")
    for page, root in (("index.html", ""), ("guide/oil/index.html", "../../"), ("404.html", "/docs/")):
        text = (tmp_path / "out" / page).read_text("utf-8")
        script = f'<script type="module" src="{root}pinax/pinax-ui.js"></script>'
        assert text.count(f'{script}<pinax-search base="{root or "./"}"></pinax-search>') == 1, page
        assert "search/main.js" not in text
        assert "md-search" not in text
    assert not (tmp_path / "out/search").exists()
    assert (tmp_path / "out/pinax/pinax-ui.js").is_file()


def test_sphinx_has_the_search_box_in_place_of_its_search(tmp_path: Path) -> None:
    """With `pinax_ui` every page has the box where the theme has its own."""
    pytest.importorskip("sphinx")
    (tmp_path / "guide").mkdir()
    (tmp_path / "conf.py").write_text(SPHINX_CONF + "pinax_ui = True\n")
    (tmp_path / "index.rst").write_text(INDEX_RST)
    (tmp_path / "guide/oil.rst").write_text(OIL_RST)
    run("sphinx", "-W", "-b", "html", tmp_path, tmp_path / "out")
    for page, root in (("index.html", "./"), ("guide/oil.html", "../")):
        text = (tmp_path / "out" / page).read_text("utf-8")
        box = (
            f'<script type="module" src="{root}pinax/pinax-ui.js"></script><pinax-search base="{root}"></pinax-search>'
        )
        assert text.count(box) == 1, page
        assert 'id="searchbox"' not in text
    assert (tmp_path / "out/pinax/pinax-ui.js").is_file()
