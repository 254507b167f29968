"""The address of a page that was left out, as another one says the same, leads to that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from browser import node
from pinax_builder import BuildConfig, build
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config
from pinax_runtime.format import Golden
from pinax_runtime.search import ask_golden, open_bundle

LEFT_OUT = ["aaa-client.html", "lmtp-client.html", "zzz-client.html"]
"""One sorts before all pages, one among them, and one after all."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write enough pages for several packs, one of them under four names. All link to one, one to the others."""
    folder = tmp_path_factory.mktemp("moved")
    docs = folder / "docs"
    docs.mkdir()
    same = "<title>Delivery</title><h1>Delivery</h1><p>The client takes mail to another host.</p>"
    for name in ("smtp.html", *LEFT_OUT):
        (docs / name).write_text(same)
    links = "".join(f"<a href='{name}'>client</a> " for name in LEFT_OUT)
    (docs / "links.html").write_text(f"<h1>Links</h1><p>See {links} for all of it.</p>")
    for n in range(400):
        text = f"The text of page {n}, as <a href='smtp.html'>mail</a> is."
        (docs / f"n{n}.html").write_text(f"<h1>Page {n}</h1><p>{text}</p>")
    build(BuildConfig((docset_config({"path": "docs"}, folder),)), folder / "bundle", workers=1)
    return folder / "bundle"


@pytest.mark.parametrize("name", LEFT_OUT)
def test_it_reads_the_page(bundle: Path, name: str) -> None:
    """With its extension, without, and as an id."""
    library = open_bundle(bundle)
    found = [library.find(spelled) for spelled in (name, name.removesuffix(".html"), f"docs:{name}")]
    assert [document.page.url for document in found if document] == ["smtp.html"] * 3


def test_it_reads_the_page_in_javascript(bundle: Path) -> None:
    """The reader in JavaScript reads the same."""
    told = node.run("finding.mjs", {"bundle": str(bundle), "symbols": [], "folded": [], "pages": LEFT_OUT})
    assert [page["url"] for page in told["pages"]] == ["smtp.html"] * 3


def test_a_link_to_it_is_not_dead(bundle: Path) -> None:
    """Nobody meets a page that is not there."""
    ended = CliRunner().invoke(main, ["gate", str(bundle), "--max-dead-links", "0"])
    assert ended.exit_code == 0, ended.output


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_golden_query_may_expect_it(bundle: Path, name: str) -> None:
    """The page answers the query."""
    (outcome,) = ask_golden(open_bundle(bundle), [Golden("take mail to another host", name)])
    assert outcome.rank == 1


@pytest.fixture(scope="module", params=["", "https://example.org/docs/"])
def ordered(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> tuple[Path, str]:
    """Write files that are ordered by numbers, and links as a site spells them; with and without a base URL."""
    folder = tmp_path_factory.mktemp("ordered")
    for name in (
        "01-app/02-forms.md",
        "01-app/03-routes/index.md",
        "02-two/01-same.md",
        "02-two/02-same.md",
        "plain.md",
    ):
        file = folder / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n\nText of {name}, and of [forms](https://example.org/docs/app/forms).\n")
    docset = {"path": "docs", **({"base_url": request.param} if request.param else {})}
    build(BuildConfig((docset_config(docset, folder),)), folder / "bundle", workers=1)
    return folder / "bundle", request.param


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("app/forms", "01-app/02-forms.md"),
        ("app/forms.md", "01-app/02-forms.md"),
        ("app/routes/", "01-app/03-routes/index.md"),
        ("docs:app/forms", "01-app/02-forms.md"),
        ("01-app/02-forms", "01-app/02-forms.md"),
        ("two/same", ""),
    ],
)
def test_the_address_on_the_site_reads_a_numbered_file(ordered: tuple[Path, str], asked: str, found: str) -> None:
    """Sites leave out the numbers that order files; an address that two files would have leads to none."""
    bundle, base = ordered
    document = open_bundle(bundle).find(asked)
    assert (document.page.url if document else "") == (base + found if found else "")


def test_a_link_to_the_address_on_the_site_is_not_dead(ordered: tuple[Path, str]) -> None:
    """It is one of the page."""
    ended = CliRunner().invoke(main, ["gate", str(ordered[0]), "--max-dead-links", "0"])
    assert ended.exit_code == 0, ended.output
