"""The stages together, on small folders."""

from __future__ import annotations

import json
import os
import sys
import zlib
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.errors import NoPagesError, OutputError
from pinax_builder.segment import segment
from pinax_runtime.format import Entry
from pinax_runtime.search import open_bundle

PAGE = "<html lang=en><title>{0}</title><main><h1>{0}</h1><p>Some words about {0}.</p></main>"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of three pages, one of them broken beyond use."""
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("apples", "pears"):
        (folder / f"{name}.html").write_text(PAGE.format(name))
    (folder / "empty.html").write_text("   ")
    return folder


def config(folder: Path, **options: object) -> BuildConfig:
    return BuildConfig(docsets=(DocsetConfig("fruit", folder, **options),))  # type: ignore[arg-type]


def entry(bundle: Path) -> Entry:
    return Entry.from_bytes((bundle / "pinax.json").read_bytes(), str(bundle))


def test_one_bad_page_never_ends_a_build(site: Path, tmp_path: Path) -> None:
    """The good pages are in the bundle, the bad one is in the report with its reason."""
    report = build(config(site), tmp_path / "bundle", workers=1)
    assert report.docsets[0].admitted == 2
    assert report.docsets[0].reasons == {"empty": 1}


HEADER = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The rest is compressed using zlib.\n"


def test_the_inventory_beside_a_folder_names_what_its_pages_define(site: Path, tmp_path: Path) -> None:
    """Names that no markup gives are found on the page that the inventory says, whatever its layout of folders."""
    lines = b"fruit.apples py:module 0 apples.html#$ -\nfruit.plums py:class 1 plums/#$ -\n"
    (site / "objects.inv").write_bytes(HEADER + zlib.compress(lines))
    (site / "plums").mkdir()
    (site / "plums/index.html").write_text(PAGE.format("plums"))
    build(config(site), tmp_path / "bundle", workers=1)
    bundle = open_bundle(tmp_path / "bundle")
    found = {name: bundle.find_symbol(name).hits[0] for name in ("apples", "fruit.plums")}
    assert [(hit.name, hit.kind, hit.section_id) for hit in found.values()] == [
        ("fruit.apples", "module", "fruit:apples.html"),
        ("fruit.plums", "class", "fruit:plums/index.html"),
    ]


def test_each_project_below_a_folder_may_have_an_inventory(site: Path, tmp_path: Path) -> None:
    """What an inventory lists lies below its own folder; where two name one page, the nearer one is heard first."""
    (site / "garden/trees").mkdir(parents=True)
    for path in ("apples.html", "garden/apples.html", "garden/trees/apples.html"):
        (site / path).write_text(PAGE.format(path))
    (site / "objects.inv").write_bytes(HEADER + zlib.compress(b"fruit.apples py:module 0 apples.html#$ -\n"))
    both = b"garden.apples py:module 0 apples.html#$ -\nTREES.apples py:class 0 trees/apples.html#$ -\n"
    (site / "garden/objects.inv").write_bytes(HEADER + zlib.compress(both + b"up py:class 0 ../apples.html#$ -\n"))
    trees = b"trees.apples py:function 0 apples.html#$ -\n"
    (site / "garden/trees/objects.inv").write_bytes(HEADER + zlib.compress(trees))
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    hits = open_bundle(tmp_path / "bundle").find_symbol("apples").hits
    assert [(hit.name, hit.kind, hit.section_id) for hit in hits] == [
        ("fruit.apples", "module", "fruit:apples.html"),
        ("trees.apples", "function", "fruit:garden/trees/apples.html"),
        ("garden.apples", "module", "fruit:garden/apples.html"),
    ]
    assert open_bundle(tmp_path / "bundle").find_symbol("up").total == 0
    assert not report.notices


def test_inventories_beyond_the_bounds_are_notices(site: Path, tmp_path: Path) -> None:
    """Of many, the first are used, and of large ones; the report names the others."""
    names = [f"{number:03}/objects.inv" for number in range(102)]
    for name in names:
        (site / name).parent.mkdir()
        (site / name).write_bytes(HEADER + zlib.compress(b""))
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    assert list(report.notices) == names[100:]
    assert "too many" in report.notices[names[100]][0]
    for name in names[:5]:
        os.truncate(site / name, 16 << 20)  # 16 MB, of which the first four use up the room
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    assert list(report.notices) == names[4:]


def test_an_inventory_that_cannot_be_read_is_a_notice(site: Path, tmp_path: Path) -> None:
    """The build goes on without it, and the report says why."""
    (site / "objects.inv").write_bytes(HEADER + b"not compressed")
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    assert report.admitted == 2
    assert "cannot be decompressed" in report.notices["objects.inv"][0]


def test_a_defect_in_a_stage_costs_one_page(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that a stage should not raise, be it of a library, is a rejection that names it."""
    real = MarkdownIt.parse

    def failing(self: MarkdownIt, text: str, *rest: object) -> list[Token]:
        if "plums" in text:
            raise ZeroDivisionError("of the test")
        return real(self, text, *rest)

    monkeypatch.setattr(MarkdownIt, "parse", failing)
    (site / "plums.md").write_text("# Plums\n\nText about plums.\n")
    report = build(config(site), tmp_path / "bundle", workers=1)
    rejection = next(r for r in report.docsets[0].rejections if r.reason == "internal_error")
    assert (rejection.url, report.docsets[0].admitted) == ("plums.md", 2)
    assert "ZeroDivisionError" in rejection.detail


def test_a_page_that_takes_all_memory_costs_one_page(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the build's own process, which cannot end, the page alone is refused."""
    real = MarkdownIt.parse

    def greedy(self: MarkdownIt, text: str, *rest: object) -> list[Token]:
        if "plums" in text:
            raise MemoryError
        return real(self, text, *rest)

    monkeypatch.setattr(MarkdownIt, "parse", greedy)
    (site / "plums.md").write_text("# Plums\n\nText about plums.\n")
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    assert (report.admitted, report.reasons["crashed"]) == (2, 1)


def test_a_page_that_becomes_too_deep_is_refused_as_such(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A converter may make more nesting than a source shows, such as of `.RS` in a man page; that is no defect."""

    def bottomless(self: MarkdownIt, text: str, *rest: object) -> list[Token]:
        return bottomless(self, text, *rest)

    monkeypatch.setattr(MarkdownIt, "parse", bottomless)
    (site / "plums.md").write_text("# Plums\n\nText about plums.\n")
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    assert (report.admitted, report.reasons["too_deep"]) == (2, 1)


@pytest.fixture
def segment_fails_on_pears(monkeypatch: pytest.MonkeyPatch) -> None:
    """Indexing raises for whatever batch holds the page about pears."""

    def failing(pages, *rest):  # type: ignore[no-untyped-def]
        if any(page.url == "pears.html" for page in pages):
            raise ZeroDivisionError("of the test")
        return segment(pages, *rest)

    monkeypatch.setattr("pinax_builder.batches.segment", failing)


@pytest.mark.usefixtures("segment_fails_on_pears")
def test_a_defect_in_segment_costs_one_page(site: Path, tmp_path: Path) -> None:
    """A page that cannot be indexed is a rejection that names the stage and the fault; no other page is lost."""
    (site / "plums.html").write_text(PAGE.format("plums"))
    report = build(config(site), tmp_path / "bundle", workers=1).docsets[0]
    rejection = next(r for r in report.rejections if r.reason == "internal_error")
    assert (rejection.url, rejection.stage) == ("pears.html", "segment")
    assert rejection.detail == "The page could not be indexed (ZeroDivisionError: of the test); please report it."
    assert report.admitted == 2


@pytest.mark.usefixtures("segment_fails_on_pears")
def test_pages_beside_one_that_cannot_be_indexed_are_written_as_ever(site: Path, tmp_path: Path) -> None:
    """The bundle is byte for byte that of a folder without the page."""
    (site / "plums.html").write_text(PAGE.format("plums"))
    build(config(site), tmp_path / "with", workers=1)
    (site / "pears.html").unlink()
    build(config(site), tmp_path / "without", workers=1)
    names = [{path.name for path in (tmp_path / name).rglob("*.*")} for name in ("with", "without")]
    assert names[0] == names[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
def test_a_full_disk_ends_the_build(site: Path, tmp_path: Path) -> None:
    """What is no page's fault rejects no page: a build that cannot write its parts fails and says why."""
    import resource

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, usual[1]))
    try:
        with pytest.raises(OutputError, match="File too large"):
            build(config(site), tmp_path / "bundle", workers=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_no_admitted_page_is_a_failure_that_leaves_the_old_bundle(site: Path, tmp_path: Path) -> None:
    """The build fails with the reasons, and the bundle that was there still stands."""
    bundle = tmp_path / "bundle"
    build(config(site), bundle, workers=1)
    before = {path: path.read_bytes() for path in bundle.rglob("*") if path.is_file()}
    for name in ("apples", "pears"):
        (site / f"{name}.html").write_text("")
    with pytest.raises(NoPagesError, match="empty 3"):
        build(config(site), bundle, workers=1)
    assert {path: path.read_bytes() for path in bundle.rglob("*") if path.is_file()} == before


def test_facets_of_the_docset_are_on_every_page(site: Path, tmp_path: Path) -> None:
    """`facets` of the configuration, the docset's name and the language can be filtered by."""
    report = build(config(site, facets={"version": ("2",)}, language="de"), tmp_path / "bundle", workers=1)
    assert report.docsets[0].admitted == 2
    assert entry(tmp_path / "bundle").docsets[0].languages == {"en": 2}


def test_the_version_of_a_docset_is_a_facet_of_its_pages(tmp_path: Path) -> None:
    """Unless a page says its own; then that one counts."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.md").write_text("# A\n\nText.\n")
    (tmp_path / "site/b.md").write_text("---\nversion: '2.9'\n---\n# B\n\nOther text.\n")
    build(config(tmp_path / "site", version="3.12"), tmp_path / "bundle", workers=1)
    asked = open_bundle(tmp_path / "bundle")
    found = {page.url: page.facets["version"] for _, _, page in asked.docsets["fruit"].documents()}
    assert found == {"a.md": ["3.12"], "b.md": ["2.9"]}


def test_the_default_language_is_for_pages_that_do_not_say(tmp_path: Path) -> None:
    """A page without `lang` is indexed in the docset's language."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "a.html").write_text("<main><h1>Häuser</h1><p>Viele Häuser.</p></main>")
    build(config(folder, language="de"), tmp_path / "bundle", workers=1)
    assert entry(tmp_path / "bundle").docsets[0].languages == {"de": 1}


def test_the_report_counts_reasons_and_lists_pages(site: Path, tmp_path: Path) -> None:
    """The JSON has what a CI job needs to judge a build."""
    report = json.loads(build(config(site), tmp_path / "bundle", workers=1).to_json())
    assert report["docsets"][0]["reasons"] == {"empty": 1}
    assert report["docsets"][0]["rejections"][0]["url"] == "empty.html"
    assert report["size_bytes"] == sum(p.stat().st_size for p in (tmp_path / "bundle").rglob("*") if p.is_file())


def test_synonyms_are_the_glossary_and_what_pages_explain(tmp_path: Path) -> None:
    """What the configuration says is found both ways, and so is an acronym that one page explains on another."""
    folder = tmp_path / "site"
    folder.mkdir()
    texts = {
        "explains.html": "A content delivery network (CDN) answers from nearby.",
        "uses.html": "Purge the CDN when a picture has changed.",
        "kube.html": "Deploy to kubernetes with one command.",
        "other.html": "Nothing of the kind is said here.",
    }
    for name, text in texts.items():
        (folder / name).write_text(f"<title>{name}</title><main><h1>{name}</h1><p>{text}</p></main>")
    docset = DocsetConfig("d", folder)
    build(BuildConfig((docset,), glossary=(("k8s", "kubernetes"),)), tmp_path / "bundle", workers=1)
    asked = open_bundle(tmp_path / "bundle")
    found = {query: {hit.url for hit in asked.search(query).hits} for query in ("content delivery network", "k8s ")}
    assert found == {"content delivery network": {"explains.html", "uses.html"}, "k8s ": {"kube.html"}}


def test_versions_are_one_hit_and_every_place_is_named(tmp_path: Path) -> None:
    """Of a folder with versions, one page answers and names the others, and what was dropped as equal as well."""
    folder = tmp_path / "site"
    body = " ".join(f"word{n}" for n in range(200))
    for version, extra in (("1.0", "old"), ("2.0", "new"), ("copy", "new")):
        (folder / version).mkdir(parents=True)
        page = f"<title>Queues</title><main><h1>Queues</h1><p>{body} {extra}</p></main>"
        (folder / version / "queue.html").write_text(page)
    build(config(folder), tmp_path / "bundle", workers=1)
    reply = open_bundle(tmp_path / "bundle").search("queues word7")
    found = [(hit.url, hit.variants) for hit in reply.hits]
    assert (found, reply.total) == ([("2.0/queue.html", ("1.0/queue.html", "copy/queue.html"))], 1)


def test_one_marked_body_leaves_out_pages_without(site: Path, tmp_path: Path) -> None:
    """Once `data-pagefind-body` is used anywhere, HTML pages without it are left out; Markdown cannot have it."""
    (site / "apples.html").write_text("<main data-pagefind-body><h1>Apples</h1><p>Red.</p></main>")
    (site / "plums.md").write_text("# Plums\n\nBlue.\n")
    report = build(config(site), tmp_path / "bundle", workers=1)
    assert report.docsets[0].admitted == 2
    assert report.docsets[0].reasons == {"empty": 1, "no_pagefind_body": 1}


def test_a_folder_of_shells_fails_with_what_to_build_from_instead(site: Path, tmp_path: Path) -> None:
    """Where scripts fill most pages of a folder, the error says that and names other sources."""
    for page in site.rglob("*.html"):
        page.write_text('<body><div id="app"></div><script src="app.js"></script></body>')
    with pytest.raises(NoPagesError, match=r"javascript_shell.*empty until scripts run.*OpenAPI"):
        build(config(site), tmp_path / "bundle", workers=1)
