"""No command and no server passes a bundle's invisible characters on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hostile import entry_that_does_not_fit, hidden_in, hostile_bundle
from pinax_runtime.search import open_bundle
from pinax_runtime.server import Served, make_server

COMMANDS = [
    ["search", "BUNDLE", "lamps", "--explain"],
    ["search", "BUNDLE", "wikcs", "--json"],
    ["get", "BUNDLE", "a]52;c;eA==.md"],
    ["get", "BUNDLE", "b.md", "--json"],
    ["call", "BUNDLE", "list_docs"],
    ["call", "BUNDLE", "search_pages", '{"query": "oil", "filters": {"tag": ["y"]}}'],
    ["call", "BUNDLE", "find_symbol", '{"query": "f", "kind": "class"}'],
    ["golden", "BUNDLE", "--junit", "JUNIT"],
    ["verify", "BUNDLE"],
    ["config", "cursor", "BUNDLE"],
    ["config", "agents-md", "BUNDLE"],
    ["config", "skill", "BUNDLE", "--file", "docs"],
]


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """The bundle in a folder."""
    for name, data in hostile_bundle().items():
        (tmp_path / "b" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "b" / name).write_bytes(data)
    return tmp_path / "b"


def _words(words: list[str], bundle: Path) -> list[str]:
    return [{"BUNDLE": str(bundle), "JUNIT": str(bundle.parent / "junit.xml")}.get(word, word) for word in words]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_prints_it(words: list[str], run: Callable[..., Any], bundle: Path) -> None:
    """Titles, URLs, versions, golden queries, facets, kinds of symbols: all are printed without it."""
    ended = run(*_words(words, bundle))
    assert ended.out + ended.err
    assert not hidden_in(ended.out + ended.err)
    if "--junit" in words:
        assert not hidden_in((bundle.parent / "junit.xml").read_text("utf-8"))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_error_quotes_it(words: list[str], run: Callable[..., Any], bundle: Path) -> None:
    """A bundle that is refused is refused without it."""
    (bundle / "pinax.json").write_bytes(entry_that_does_not_fit())
    ended = run(*_words(words, bundle))
    assert ended.code == 1
    assert "a docset is called" in ended.out + ended.err
    assert not hidden_in((ended.out + ended.err).replace("\\x1b", "").replace("\\u202e", ""))


def test_no_client_is_told_it(bundle: Path) -> None:
    """Version and instructions reach an agent as one line without it."""
    said = make_server(Served(open_bundle(bundle))).instructions
    assert "Docs]52;c;eA== 1]52;c;eA==" in said
    assert "Ask]52;c;eA== more." in said
    assert not hidden_in(said)
