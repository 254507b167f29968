"""A docset that nobody named is called after its project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Pages of HTML in the folder `docs` of a project."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("a", "b", "c", "d", "e"):
        (docs / f"{name}.html").write_text(f"<title>About {name} — Guide</title><h1>About {name}</h1><p>Some words.")
    return docs


def built(docs: Path, *options: str) -> tuple[str, str, str]:
    """Build a bundle; return the name and title of its docset, and what the command said."""
    bundle = docs.parent / "bundle"
    ended = CliRunner().invoke(main, ["build", str(docs), "-o", str(bundle), "--workers", "1", *options])
    assert ended.exit_code == 0, ended.output
    (docset,) = json.loads((bundle / "pinax.json").read_bytes())["docsets"]
    return docset["name"], docset["title"], ended.output


@pytest.mark.parametrize(
    ("file", "text", "name", "title"),
    [
        ("mkdocs.yml", "site_name: Lantern guide\nx: !!python/name:a.b\n", "Lantern-guide", "Lantern guide"),
        ("docs/conf.py", 'project = "Lantern"\n', "Lantern", "Lantern"),
        ("pyproject.toml", '[project]\nname = "lantern"\n', "lantern", "lantern"),
        ("package.json", '{"name": "@lights/lantern"}', "lantern", "lantern"),
        ("Cargo.toml", '[package]\nname = "lantern"\n', "lantern", "lantern"),
        ("book.toml", '[book]\ntitle = "The Lantern Book"\n', "The-Lantern-Book", "The Lantern Book"),
        ("docusaurus.config.js", "export default {\n  title: 'Lantern',\n}", "Lantern", "Lantern"),
    ],
)
def test_a_project_that_says_its_name(docs: Path, file: str, text: str, name: str, title: str) -> None:
    """The docset has it, and the command says where it is from."""
    (docs.parent / file).write_text(text)
    assert built(docs)[:2] == (name, title)
    assert f"is called {name}, after {docs.parent / file}" in built(docs)[2]
    assert built(docs, "--name", "mine")[0] == "mine"
    assert "NOTE" not in built(docs, "--name", "mine", "--title", "Mine")[2]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("package.json", "{"),
        ("package.json", '{"name": 3}'),
        ("package.json", '{"name": "docs"}'),
        ("package.json", "[]"),
        ("pyproject.toml", "[tool.x]\n"),
        ("mkdocs.yml", "site_name: [a]\n"),
    ],
)
def test_a_project_that_does_not_say(docs: Path, file: str, text: str) -> None:
    """The folder gives the name, and what most pages have in their titles is the title."""
    (docs.parent / file).write_text(text)
    assert built(docs)[:2] == ("docs", "Guide")


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("index.html", "<title>The lantern user's manual</title><h1>Lantern</h1><p>Some words.", "lantern"),
        (
            "index.html",
            "<title>Welcome — Oil Lantern 2.1 documentation</title><h1>Hi</h1><p>Some words.",
            "Oil-Lantern",
        ),
        ("index.html", "<title>Home</title><h1>Home</h1><p>Some words.", "docs"),
        ("objects.inv", "# Sphinx inventory version 2\n# Project: Lantern\n# Version: 2\n", "Lantern"),
    ],
)
def test_what_was_built_says_its_name(docs: Path, file: str, text: str, name: str) -> None:
    """A folder such as `html/en` is called by what is in it, wherever it lies."""
    (docs / file).write_text(text)
    assert built(docs)[0] == name
    (nested := docs.parent / "html").mkdir()
    assert built(docs.rename(nested / "en"))[0] == (name if name != "docs" else "en")


def test_a_configuration_without_a_name(docs: Path) -> None:
    """A `pinax.toml` gives the same name as the command line."""
    (docs.parent / "mkdocs.yml").write_text("site_name: Lantern guide\n")
    (docs.parent / "pinax.toml").write_text('[build]\noutput = "bundle"\n[[docset]]\npath = "docs"\n')
    ended = CliRunner().invoke(main, ["build", str(docs.parent / "pinax.toml"), "--workers", "1"])
    assert ended.exit_code == 0, ended.output
    (docset,) = json.loads((docs.parent / "bundle/pinax.json").read_bytes())["docsets"]
    assert (docset["name"], docset["title"]) == ("Lantern-guide", "Lantern guide")


def test_a_folder_with_a_name_of_its_own(docs: Path) -> None:
    """What lies around it is of another project."""
    (docs.parent / "package.json").write_text('{"name": "lantern"}')
    assert built(docs.rename(docs.parent / "handbook"))[0] == "handbook"
