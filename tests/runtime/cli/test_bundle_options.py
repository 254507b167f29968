"""What `serve` may be told about its bundles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.cli.bundle_options import read_overrides
from pinax_runtime.search import Override, Shelf


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Shelf]:
    """What `serve` would serve, and how often it looks for newer builds."""
    shelves: list[Shelf] = []
    monkeypatch.setattr("pinax_runtime.serve.over_stdio.serve_stdio", lambda served, _: shelves.append(served.library))
    return shelves


def test_weights_and_tags_reach_the_library(run: Callable[..., Any], location: Path, served: list[Shelf]) -> None:
    """--weight multiplies the weight of a docset or of a bundle; --tag gives a facet that filters."""
    options = ["--weight", "lantern=2", "--weight", f"{location}=3", "--tag", "lantern-api:edition=2"]
    assert run("serve", location, *options, "--tag", "edition=1").code == 0
    library = served[0].library
    assert {name: docset.entry.weight for name, docset in library.docsets.items()} == {
        "lantern": 6.0,
        "lantern-api": 3.0,
        "patched": 3.0,
        "world": 3.0,
    }
    only = library.search("schedule", filters={"edition": ["2"]}, limit=50)
    assert {hit.docset for hit in only.hits} == {"lantern-api"}
    assert library.search("schedule", filters={"edition": ["1"]}).total > only.total


def test_two_bundles_with_docsets_of_one_name_are_served(
    run: Callable[..., Any], location: Path, served: list[Shelf]
) -> None:
    """Names that collide are qualified by the bundle's."""
    assert run("serve", location, location).code == 0
    assert "v1.lantern" in served[0].library.docsets or f"{location.name}.lantern" in served[0].library.docsets


def test_a_target_that_is_not_there(run: Callable[..., Any], location: Path) -> None:
    """A weight or tag for an unknown docset ends the command, naming the docsets."""
    ended = run("serve", location, "--weight", "lanten=2")
    assert ended.code == 1
    assert "lantern-api" in ended.err


@pytest.mark.parametrize(
    "option",
    [
        ("--weight", "lantern=heavy"),
        ("--weight", "0"),
        ("--weight", "nan"),
        ("--weight", "1001"),
        ("--tag", "version"),
        ("--tag", "=3"),
        ("--tag", "version="),
        ("--tag", "lantern:=3"),
        ("--refresh-seconds", "-1"),
    ],
)
def test_what_cannot_be_understood_is_wrong_usage(
    run: Callable[..., Any], location: Path, option: tuple[str, str]
) -> None:
    """An option of another form ends with exit code 2 and says which one."""
    ended = run("serve", location, *option)
    assert ended.code == 2
    assert option[0] in ended.err


def test_targets_may_be_urls() -> None:
    """A bundle's URL is a target as it was given, colons and all; what follows the first `=` of a tag is its value."""
    url = "https://cdn.example:8443/b/"
    assert read_overrides([url], [f"{url}=2"], [f"{url}:version=a=b", "kind=x:y"]) == [
        Override(url, weight=2.0),
        Override(url, tags={"version": ["a=b"]}),
        Override("", tags={"kind": ["x:y"]}),
    ]


def test_refresh_seconds_are_for_servers(
    run: Callable[..., Any], location: Path, served: list[Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server is asked every so many seconds; folders are looked at with each question and need no clock."""
    told: list[float] = []
    watched = Shelf.watched
    monkeypatch.setattr(Shelf, "watched", lambda self, seconds: told.append(seconds) or watched(self, 0))
    monkeypatch.setattr("pinax_runtime.search.shelf.source_of", lambda _: _source(location))
    run("serve", "https://cdn.example/b/", "--refresh-seconds", "7")
    run("serve", "https://cdn.example/b/")
    run("serve", location)
    assert told == [7, 300, 0]


def _source(location: Path) -> Any:
    from pinax_runtime.search import FolderSource

    return FolderSource(location)
