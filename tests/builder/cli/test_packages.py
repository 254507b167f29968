"""Repositories and packages as sources of a build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.crawl.packages.test_git import git, repository  # noqa: F401 - a fixture
from pinax_builder.cli import main
from pinax_builder.configuration import load_config
from pinax_builder.errors import ConfigError


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build(*words: object) -> Result:
    return CliRunner().invoke(main, ["build", *map(str, words), "--workers", "1"])


def test_a_repository_is_built(repository: Path, tmp_path: Path) -> None:  # noqa: F811
    """Its docset has the repository's name, the tag's version and the pages of the folder; again without a network."""
    source = f"git+file://{repository}@v1.0:docs/"
    for more in ((), ("--offline",)):
        ended = build(source, "-o", tmp_path / "bundle", *more)
        assert ended.exit_code == 0, ended.output
    (docset,) = json.loads((tmp_path / "bundle/pinax.json").read_text())["docsets"]
    assert (docset["name"], docset["version"], docset["pages"]) == ("project", "1.0", 1)


def test_what_was_left_out_is_said(repository: Path, tmp_path: Path) -> None:  # noqa: F811
    """The summary of a build names the submodules."""
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", f"file://{repository}", "theme")
    git(repository, "commit", "--quiet", "-m", "theme")
    ended = build(f"git+file://{repository}", "-o", tmp_path / "bundle")
    assert "1 submodules were left out: theme" in ended.output


def test_a_source_that_cannot_be_had_ends_the_build(tmp_path: Path) -> None:
    """One line says why, and the exit code is 1."""
    ended = build("pypi:click==8.1.7", "-o", tmp_path / "bundle", "--offline")
    assert ended.exit_code == 1
    assert (
        "cannot use the source pypi:click==8.1.7: it is not in the cache; build once without --offline." in ended.output
    )


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('source = "pypi:click"', "a version, as pypi:click==1.2.3; `pip index versions click` lists them"),
        ('source = "npm:express@./x"', "a package and its version"),
        ('source = "npm:express@4.18.2"\npath = "docs"', "either `path` or `source`"),
        ('source = "npm:express@4.18.2"\nurl = "https://x.example/"', "either `source` or `url`"),
        ('source = "npm:express@4.18.2"\nmax_pages = 3', "for sites only"),
    ],
)
def test_keys_that_do_not_fit(tmp_path: Path, keys: str, message: str) -> None:
    """A docset is of one kind, and its source is named in one of the forms."""
    (tmp_path / "pinax.toml").write_text(f"[[docset]]\n{keys}\n")
    with pytest.raises(ConfigError, match=message):
        load_config(tmp_path / "pinax.toml")


def test_a_docset_may_say_more(tmp_path: Path) -> None:
    """Its own name and version win; private addresses and the cache alone can be chosen."""
    keys = 'source = "npm:@my/lib@4.18.2"\nname = "lib"\nversion = "4"\nallow_private = true\noffline = true\n'
    (tmp_path / "pinax.toml").write_text(f"[[docset]]\n{keys}[[docset]]\nsource = 'npm:@my/lib@4.18.2'\n")
    lib, other = load_config(tmp_path / "pinax.toml").docsets
    assert (lib.name, lib.version, other.name, other.version) == ("lib", "4", "my-lib", "4.18.2")
    assert lib.package
    assert (lib.package.allow_private, lib.package.offline) == (True, True)
