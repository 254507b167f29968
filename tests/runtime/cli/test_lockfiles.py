"""Lockfiles are read as the tools write them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.lockfiles import LockfileError, Lockfiles, read_lockfiles

LOCKS = Path(__file__).parents[2] / "data/lockfiles"

GO_MOD = """module example.org/shop

go 1.25.0

toolchain go1.25.3

require github.com/pkg/errors v0.9.1

require (
\tgithub.com/gin-gonic/gin/v2 v2.10.0-20240101000000-abcdef012345 // indirect
\tgopkg.in/yaml.v3 v3.0.1
\tgithub.com/docker/docker v27.1.0+incompatible
)

replace github.com/old/thing v1.0.0 => ../thing

exclude (
\tgithub.com/bad/one v0.1.0
)
"""
GO_SUM = """github.com/pkg/errors v0.8.0/go.mod h1:bwawxfHBFNV+L2hUp1rHADufV3IMtnDRdf1r5NINEl0=
github.com/pkg/errors v0.9.1 h1:FEBLx1zS214owpjy7qsBeixbURkuhQAwrK5UwLGTwt4=
github.com/pkg/errors v0.9.1/go.mod h1:bwawxfHBFNV+L2hUp1rHADufV3IMtnDRdf1r5NINEl0=
gopkg.in/yaml.v3 v3.0.0 h1:abc=
gopkg.in/yaml.v3 v3.0.1 h1:fxVm=
"""
POM = """<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <version>3.1.0</version>
  <properties><jackson.version>2.17.1</jackson.version></properties>
  <dependencies>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId>
      <version>${jackson.version}</version></dependency>
    <dependency><groupId>org.example</groupId><artifactId>shop-api</artifactId>
      <version>${project.version}</version></dependency>
    <dependency><groupId>org.example</groupId><artifactId>managed</artifactId></dependency>
    <dependency><groupId>org.example</groupId><artifactId>unknown</artifactId><version>${nowhere}</version></dependency>
  </dependencies>
</project>
"""

GEMFILE_LOCK = """GIT
  remote: https://example.org/mail.git
  specs:
    mail (2.8.0)

PATH
  remote: .
  specs:
    shop (0.3.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.16.0-x86_64-linux)
    rails (7.1.3)
      nokogiri (>= 1.8.5)

PLATFORMS
  ruby

DEPENDENCIES
  rails (~> 7.1)
"""
COMPOSER_LOCK = """{"packages": [{"name": "symfony/console", "version": "v7.0.1"},
{"name": "x/y", "version": "dev-main"}],
"packages-dev": [{"name": "a/b", "version": "1.2"}, 3]}"""


def read(tmp_path: Path, name: str, text: str) -> dict[str, list[str]]:
    (tmp_path / name).write_text(text, "utf-8")
    return {package: list(versions) for package, versions in read_lockfiles([tmp_path / name]).items()}


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml", "requirements.txt"])
def test_locks_of_python(name: str) -> None:
    """Each has the same four packages, and not the project itself."""
    versions = {"click": ["8.1.7"], "colorama": ["0.4.6"], "setuptools": ["84.2.1"], "zope-interface": ["7.1.0"]}
    assert read_lockfiles([LOCKS / name]) == versions


def test_a_lock_of_poetry() -> None:
    """Poetry's lock has the form of uv's."""
    assert read_lockfiles([LOCKS / "poetry.lock"]) == {"click": ["8.1.7"], "colorama": ["0.4.6"]}


@pytest.mark.parametrize(
    "name",
    [
        "package-lock.json",
        "lock-v1/package-lock.json",
        "pnpm-lock.yaml",
        "pnpm-8/pnpm-lock.yaml",
        "yarn-1/yarn.lock",
        "yarn-4/yarn.lock",
    ],
)
def test_locks_of_javascript(name: str) -> None:
    """Scoped names, two versions of one package, and the real name of an alias are found."""
    packages = read_lockfiles([LOCKS / name])
    assert packages["babel-code-frame"] == ["7.24.7"]
    assert packages["debug"] == ["4.3.4"]
    assert set(packages["ms"]) == {"1.0.0", "2.1.2"}
    assert packages["react"] == ["17.0.2"]
    assert not packages.keys() & {"shop", "react17"}


def test_npm_names_the_projects_own_version_first() -> None:
    """A version beside the project comes before one that another package brought."""
    assert read_lockfiles([LOCKS / "package-lock.json"])["ms"] == ["1.0.0", "2.1.2"]


def test_a_lock_of_cargo() -> None:
    """Cargo's lock has the form of uv's."""
    assert read_lockfiles([LOCKS / "Cargo.lock"])["serde"] == ["1.0.200"]


def test_go_mod(tmp_path: Path) -> None:
    """Required modules are known by their path and its last part; what is replaced or excluded is not required."""
    packages = read(tmp_path, "go.mod", GO_MOD)
    assert packages["errors"] == packages["github-com-pkg-errors"] == ["0.9.1"]
    assert packages["gin"] == ["2.10.0-20240101000000-abcdef012345"]
    assert packages["yaml"] == ["3.0.1"]
    assert packages["docker"] == ["27.1.0"]
    assert not packages.keys() & {"thing", "one", "go", "toolchain"}


def test_go_sum(tmp_path: Path) -> None:
    """Versions whose code is used count, the newest first."""
    packages = read(tmp_path, "go.sum", GO_SUM)
    assert packages["errors"] == ["0.9.1"]
    assert packages["yaml"] == ["3.0.1", "3.0.0"]


def test_pom(tmp_path: Path) -> None:
    """Properties are filled in; a dependency without a version that is said is left out."""
    packages = read(tmp_path, "pom.xml", POM)
    assert packages["jackson-databind"] == ["2.17.1"]
    assert packages["org-example-shop-api"] == packages["shop-api"] == ["3.1.0"]
    assert not packages.keys() & {"managed", "unknown"}


def test_a_lock_of_bundler(tmp_path: Path) -> None:
    """Gems of a server or of a repository count, what they need and what lies in the project does not."""
    packages = read(tmp_path, "Gemfile.lock", GEMFILE_LOCK)
    assert packages == {"mail": ["2.8.0"], "nokogiri": ["1.16.0"], "rails": ["7.1.3"]}


def test_a_lock_of_composer(tmp_path: Path) -> None:
    """Packages are known by their name and by its last part; a branch is no version."""
    packages = read(tmp_path, "composer.lock", COMPOSER_LOCK)
    assert packages == {"symfony-console": ["7.0.1"], "console": ["7.0.1"], "a-b": ["1.2"]}


def test_requirements_with_one_version_count(tmp_path: Path) -> None:
    """Extras, markers, hashes and comments do not matter; ranges, options and other files are left out."""
    text = (
        "-r base.txt\n--hash x\nrequests[socks] == 2.32.3 ; python_version > '3' \\\n  --hash=sha256:00\n"
        "a>=1\nb==1.*\n# c==1\n"
    )
    assert read(tmp_path, "dev-requirements.txt", text) == {"requests": ["2.32.3"]}


def test_several_files_are_joined() -> None:
    """A package that two files name has the versions of both."""
    packages = read_lockfiles([LOCKS / "uv.lock", LOCKS / "poetry.lock", LOCKS / "package-lock.json"])
    assert packages["click"] == ["8.1.7"]
    assert packages["debug"] == ["4.3.4"]


@pytest.mark.parametrize(
    ("name", "text", "cause"),
    [
        ("mix.lock", "", "its name is none of a known lockfile"),
        ("Gemfile.lock", "GEM", "no `DEPENDENCIES`"),
        ("yarn.lock", "", "neither `yarn lockfile v1` nor"),
        ("composer.lock", "{}", "no list of `packages`"),
        ("uv.lock", "not toml", "it is not what its name says"),
        ("uv.lock", "package = 1", "`package` is no list"),
        ("uv.lock", ".".join("a" * 20_000) + " = 1", "a key has more than 20 parts"),
        ("package-lock.json", "[]", "no `lockfileVersion`"),
        ("package-lock.json", "[" * 100_000, "it is not what its name says"),
        ("pnpm-lock.yaml", "packages:\n", "no `lockfileVersion`"),
        ("go.mod", "", "no `module`"),
        ("pom.xml", "<project", "it is not what its name says"),
        ("pom.xml", "<a/>", "its root is no `project`"),
        ("pom.xml", '<!DOCTYPE a [<!ENTITY b "c">]><project>&b;</project>', "document type"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path: Path, name: str, text: str, cause: str) -> None:
    """The message names the file, the cause and a remedy."""
    with pytest.raises(LockfileError, match=cause) as error:
        read(tmp_path, name, text)
    assert str(tmp_path / name) in str(error.value)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe_is_no_lockfile(tmp_path: Path) -> None:
    """A named pipe with a lockfile's name is refused, and nothing waits for it."""
    os.mkfifo(tmp_path / "uv.lock")
    with pytest.raises(LockfileError, match="it is not a file; give another one"):
        read_lockfiles([tmp_path / "uv.lock"])


def test_a_property_is_as_long_as_a_version(tmp_path: Path) -> None:
    """A version of properties that are huge, or made of each other, stays short."""
    properties = f"<a>{'${b}' * 50}</a><b>{'9' * 1_000_000}</b>"
    dependency = "<dependency><groupId>g</groupId><artifactId>abc</artifactId><version>1${a}</version></dependency>"
    text = f"<project><properties>{properties}</properties>{dependency}</project>"
    assert max(len(version) for versions in read(tmp_path, "pom.xml", text).values() for version in versions) <= 300


def test_a_lockfile_is_bounded(tmp_path: Path) -> None:
    """One that is too large is refused before it is read as anything."""
    file = tmp_path / "uv.lock"
    file.touch()
    os.truncate(file, (16 << 20) + 1)
    with pytest.raises(LockfileError, match="more than"):
        read_lockfiles([file])


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    """The path is in the message."""
    with pytest.raises(LockfileError, match="No such file"):
        read_lockfiles([tmp_path / "uv.lock"])


def test_serve_refuses_what_is_no_lockfile(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """The server does not start, and one line says why."""
    ended = run("serve", location, "--lockfile", tmp_path / "notes.txt")
    assert ended.code == 1
    assert ended.err.startswith("error: cannot use the lockfile")


def test_a_changed_lockfile_is_read_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A change counts from the next call; a file that is broken or gone changes nothing, which is said once."""
    file = tmp_path / "requirements.txt"
    file.write_text("click==8.1.6\n")
    lockfiles = Lockfiles([file])
    before = lockfiles()
    assert lockfiles() is before == {"click": ["8.1.6"]}
    file.write_text("click==8.1.10\n")
    assert lockfiles() == {"click": ["8.1.10"]}
    file.unlink()
    assert lockfiles() == lockfiles() == {"click": ["8.1.10"]}
    assert caplog.text.count("No such file") == 1
    file.write_text("click==9\n")
    assert lockfiles() == {"click": ["9"]}
