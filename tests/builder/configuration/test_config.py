"""pinax.toml: what is read, what is refused, and what the refusal says."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

import pytest

from pinax_builder.configuration import BuildConfig, DocsetConfig, docset_config, load_config
from pinax_builder.errors import ConfigError
from pinax_runtime.format import RANKING_NAMES

FULL = """
[build]
output = "out"
workers = 3
memory_mb = 300
ranges = false

[ranking]
bm25_k1 = 1.4
bm25_b = 0

[[docset]]
name = "python"
path = "docs/html"
base_url = "https://docs.example/3"
title = "Python"
language = "pt-BR"
include = ["**/*.html"]
exclude = "**/genindex*.html"
weight = 2
facets = { version = "3.11", tags = ["b", "a", "b"], stable = true, major = 3 }
max_page_bytes = 1000
code = true
source_url_template = "https://host.example/p/{path}#L{line}"
"""


def load(folder: Path, text: str) -> BuildConfig:
    (folder / "pinax.toml").write_text(text, encoding="utf-8")
    return load_config(folder / "pinax.toml")


def docset(folder: Path, *lines: str) -> DocsetConfig:
    return load(folder, "\n".join(["[[docset]]", 'path = "docs"', *lines])).docsets[0]


def refusal(folder: Path, text: str) -> ConfigError:
    with pytest.raises(ConfigError) as raised:
        load(folder, text)
    return raised.value


def test_every_key_is_read(tmp_path: Path) -> None:
    """Each key ends up in the configuration, paths resolved against the file's folder."""
    assert load(tmp_path, FULL) == BuildConfig(
        docsets=(
            DocsetConfig(
                name="python",
                path=tmp_path / "docs/html",
                base_url="https://docs.example/3/",
                title="Python",
                language="pt",
                include=("**/*.html",),
                exclude=("**/genindex*.html",),
                weight=2.0,
                facets={"version": ("3.11",), "tags": ("a", "b"), "stable": ("true",), "major": ("3",)},
                max_page_bytes=1000,
                code=True,
                source_url_template="https://host.example/p/{path}#L{line}",
            ),
        ),
        output=tmp_path / "out",
        workers=3,
        memory_mb=300,
        ranges=False,
        ranking={"bm25_k1": 1.4, "bm25_b": 0.0},
    )


def test_what_agents_are_told(tmp_path: Path) -> None:
    """Version and instructions are one line each, whatever lines they were written in, and bounded."""
    told = docset(tmp_path, 'version = "3.12"', 'instructions = """\nAsk for wires,\n  not for paint."""')
    assert (told.version, told.instructions) == ("3.12", "Ask for wires, not for paint.")
    for line in ('version = ""', f'version = "{"1" * 65}"', f'instructions = "{"x" * 501}"'):
        with pytest.raises(ConfigError, match="a string of 1 to"):
            docset(tmp_path, line)


def test_defaults(tmp_path: Path) -> None:
    """A docset needs nothing but its path; its name is its folder's."""
    assert docset(tmp_path) == DocsetConfig(name="docs", path=tmp_path / "docs")


def test_name_is_made_from_the_folders(tmp_path: Path) -> None:
    """A folder's name that no docset may have is turned into one that is allowed."""
    assert docset_config({"path": "Qt 5 (docs)"}, tmp_path).name == "Qt-5-docs"
    names = {given: docset_config({"path": given}, tmp_path).name for given in ("aux", "a.", "x" * 63 + "..", "...")}
    assert names == {"aux": "docs-aux", "a.": "a", "x" * 63 + "..": "x" * 63, "...": "docs"}


def test_source_code_is_for_folders(tmp_path: Path) -> None:
    """What concerns files of source code cannot stand beside a site's URL."""
    for line in ("code = true", 'source_url_template = "https://host.example/{path}"'):
        error = refusal(tmp_path, f'[[docset]]\nurl = "https://docs.example/"\n{line}\n')
        assert "is for folders only" in str(error)


def test_several_docsets(tmp_path: Path) -> None:
    """Docsets keep the order of the file."""
    config = load(tmp_path, '[[docset]]\npath = "b"\n[[docset]]\npath = "a"\n')
    assert [docset.name for docset in config.docsets] == ["b", "a"]


def test_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    """A file that an editor saved with a byte order mark is read."""
    assert load(tmp_path, '\ufeff[[docset]]\npath = "a"\n').docsets[0].name == "a"


def test_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    """A misspelt key is an error that names the key, the one that was meant and all that are known."""
    error = refusal(tmp_path, '[[docset]]\npath = "a"\nbasurl = "https://x.org"\n')
    assert error.key == "docset[1].basurl"
    assert "`base_url`, if that is what you meant (known keys: name, path, base_url" in str(error)


@pytest.mark.parametrize("table", ["[biuld]", "[build]\nworker = 1", "[ranking]\nbm25 = 1"])
def test_unknown_keys_are_refused_everywhere(tmp_path: Path, table: str) -> None:
    """No table takes a key that nothing reads."""
    assert refusal(tmp_path, f'{table}\n[[docset]]\npath = "a"\n').problem == "is no known key"


@pytest.mark.parametrize(
    "line",
    [
        'name = "a b"',
        'name = ""',
        f'name = "{"a" * 65}"',
        'name = ".."',
        'name = "docs."',
        'name = "Aux"',
        'name = "com1.docs"',
        "name = 1",
        'base_url = "docs.example"',
        'base_url = "ftp://docs.example/"',
        'base_url = "https://docs.example/?x=1"',
        'base_url = "https://[x/"',
        "title = 1",
        'language = "english language"',
        "include = [1]",
        'include = [""]',
        "exclude = { a = 1 }",
        "weight = 0",
        "weight = true",
        'weight = "2"',
        "weight = nan",
        "facets = 1",
        "facets = { a = { b = 1 } }",
        'facets = { a = "" }',
        "max_page_bytes = 0",
        "max_page_bytes = 1.5",
        "code = 1",
        "source_url_template = 1",
        'source_url_template = "https://host.example/no-path"',
        'source_url_template = "ftp://host.example/{path}"',
        'source_url_template = "https://host.example/{path}{column}"',
        'source_url_template = "https://host.example/{path} x"',
        f'source_url_template = "https://host.example/{{path}}{"x" * 1000}"',
        'source_url_template = "https://host.example/{path}/line/{line}"',
        'source_url_template = "https://host.example/#{path}:{line}"',
        'source_url_template = "https://host.example/?at={path}:{line}"',
    ],
)
def test_values_that_are_not_allowed(tmp_path: Path, line: str) -> None:
    """A wrong type or a value out of range is an error that names the key and ends with what is allowed."""
    error = refusal(tmp_path, f'[[docset]]\npath = "a"\n{line}\n')
    assert error.key == f"docset[1].{line.split(' ')[0]}"
    assert str(error).endswith(f"use {error.allowed}.")


@pytest.mark.parametrize(
    "line", ["bm25_k1 = -0.1", "bm25_b = 1.1", "prefix_penalty = 2", 'title_weight = "x"', "path_weight = inf"]
)
def test_ranking_values_have_ranges(tmp_path: Path, line: str) -> None:
    """Ranking parameters are non-negative numbers; two of them are at most 1."""
    assert refusal(tmp_path, f'[ranking]\n{line}\n[[docset]]\npath = "a"\n').key == f"ranking.{line.split(' ')[0]}"


def test_a_glossary_is_pairs(tmp_path: Path) -> None:
    """Each expression is paired with each that stands for it."""
    table = '[glossary]\nk8s = ["kubernetes", "kube"]\n"single sign-on" = "SSO"\n[[docset]]\npath = "a"\n'
    expected = (("k8s", "kubernetes"), ("k8s", "kube"), ("single sign-on", "SSO"))
    assert load(tmp_path, table).glossary == expected


@pytest.mark.parametrize(
    "line",
    ["a = 1", "a = []", 'a = ""', 'a = [""]', "a = [1]", 'a = "1 2 3 4 5 6 7 8 9"', '" " = "x"', "a = { b = 1 }"],
)
def test_what_is_no_glossary_is_refused(tmp_path: Path, line: str) -> None:
    """Expressions are strings of one to eight words."""
    error = refusal(tmp_path, f'[glossary]\n{line}\n[[docset]]\npath = "a"\n')
    assert error.key == "glossary"
    assert "k8s" in str(error)


@pytest.mark.parametrize("name", RANKING_NAMES)
def test_every_ranking_parameter_can_be_set(tmp_path: Path, name: str) -> None:
    """What a query can be ranked by, a bundle can be built with."""
    assert load(tmp_path, f'[ranking]\n{name} = 0.25\n[[docset]]\npath = "a"\n').ranking == {name: 0.25}


@pytest.mark.parametrize("line", ["workers = 0", "memory_mb = 0", "output = 1", 'output = " "'])
def test_build_values_have_ranges(tmp_path: Path, line: str) -> None:
    """Build options are checked like all others."""
    assert refusal(tmp_path, f'[build]\n{line}\n[[docset]]\npath = "a"\n').key == f"build.{line.split(' ')[0]}"


def test_names_are_unique(tmp_path: Path) -> None:
    """Two docsets cannot have one name, which is how tools address them."""
    error = refusal(tmp_path, '[[docset]]\npath = "x/a"\n[[docset]]\npath = "y/a"\n')
    assert (error.key, error.value, error.problem) == ("docset[2].name", "a", "is taken")


@pytest.mark.parametrize("text", ["", "docset = []", "[docset]\npath = 'a'", "[[docset]]\nname = 'a'"])
def test_a_docset_with_a_path_is_needed(tmp_path: Path, text: str) -> None:
    """A file without a docset, or a docset without a path, is refused."""
    assert refusal(tmp_path, text).key in ("docset", "docset[1].path")


def test_text_that_is_no_toml(tmp_path: Path) -> None:
    """A syntax error is reported with its place."""
    assert "line 1" in str(refusal(tmp_path, "[[docset]"))


def test_a_key_of_many_parts(tmp_path: Path) -> None:
    """A key that would take Python's parser minutes is refused."""
    assert "a key has more than 20 parts" in str(refusal(tmp_path, ".".join("a" * 20_000) + " = 1"))


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe(tmp_path: Path) -> None:
    """A named pipe in place of the file is refused, and nothing waits for it."""
    os.mkfifo(tmp_path / "pinax.toml")
    with pytest.raises(ConfigError, match="it is not a file"):
        load_config(tmp_path / "pinax.toml")


def test_missing_file(tmp_path: Path) -> None:
    """A missing file is a ConfigError too."""
    with pytest.raises(ConfigError, match="No such file"):
        load_config(tmp_path / "pinax.toml")


def test_errors_travel_between_processes(tmp_path: Path) -> None:
    """An error that is raised in a worker process arrives with its facts."""
    error = pickle.loads(pickle.dumps(refusal(tmp_path, "x = 1")))
    assert (error.key, error.value) == ("x", 1)
