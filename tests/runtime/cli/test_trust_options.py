"""A required key is heeded by every command that reads a bundle."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from pinax_runtime.cli import commands

DATA = Path(__file__).parents[2] / "data"
KEY = DATA / "signing" / "test.key.pub"
CALLS = {
    "call": ["BUNDLE", "list_docs"],
    "config": ["cursor", "BUNDLE"],
    "get": ["BUNDLE", "guide/schedules.md"],
    "golden": ["BUNDLE"],
    "grep": ["BUNDLE", "CRON_TZ"],
    "pull": ["BUNDLE", "COPY"],
    "search": ["BUNDLE", "schedules"],
    "serve": ["BUNDLE"],
    "verify": ["BUNDLE"],
}
"""Command → arguments with which it reads a bundle."""
REPLYING = sorted({*CALLS} - {"serve"})


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """A bundle that was signed with the key."""
    bundle = Path(shutil.copytree(DATA / "bundles" / "v1", tmp_path / "signed"))
    for name in ("pinax.json", "pinax.json.minisig"):
        shutil.copy(DATA / "signing" / name, bundle)
    return bundle


def _words(name: str, bundle: Path, *options: str) -> list[str]:
    words = [name, *CALLS[name], *(["--", *options] if name == "config" and options else options)]
    return [{"BUNDLE": str(bundle), "COPY": str(bundle.parent / "copy")}.get(word, word) for word in words]


def test_every_command_that_reads_a_bundle_is_tried() -> None:
    """A command with an argument that is a bundle has the option, and is among those that are tried here."""
    context = click.Context(commands)
    found = {name: commands.get_command(context, name) for name in commands.list_commands(context)}
    reading = {
        name for name, command in found.items() if command and {p.name for p in command.params} & {"bundle", "bundles"}
    }
    assert reading | {"config"} == CALLS.keys()
    for name in reading:
        command = found[name]
        assert command
        assert "--require-key" in {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_not_signed_is_refused(
    name: str, run: Callable[..., Any], location: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unsigned bundle ends every command with code 1, whether option or environment requires the key."""
    ended = run(*_words(name, location, "--require-key", str(KEY)))
    assert (ended.code, "there is no pinax.json.minisig" in ended.out + ended.err) == (1, True)
    monkeypatch.setenv("PINAX_REQUIRE_KEY", str(KEY))
    ended = run(*_words(name, location))
    assert (ended.code, "there is no pinax.json.minisig" in ended.out + ended.err) == (1, True)


@pytest.mark.parametrize("name", REPLYING)
def test_what_is_signed_is_read(
    name: str, run: Callable[..., Any], signed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signed bundle is read, by several keys of which one has signed, and not if it was signed too early."""
    monkeypatch.setenv("PINAX_REQUIRE_KEY", f"RWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA {KEY}")
    assert run(*_words(name, signed)).code == 0
    assert run(*_words(name, signed, "--not-before", "2023-11-15")).code == 1


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("held", ["", " ", "\t\n"])
def test_an_empty_variable_is_refused(
    name: str, held: str, run: Callable[..., Any], signed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that is set and holds no key, such as a secret that is missing in CI, is wrong usage."""
    monkeypatch.setenv("PINAX_REQUIRE_KEY", held)
    ended = run(*_words(name, signed))
    assert ended.code == 2
    assert "a required key is empty. Give the file" in ended.err


@pytest.mark.parametrize("option", ["--key", "--require-key"])
def test_an_empty_key_is_refused(option: str, run: Callable[..., Any], signed: Path) -> None:
    """An empty key says that it is empty, not what file it would be."""
    ended = run("verify", str(signed), option, "")
    assert ended.code == 2
    assert "a required key is empty. Give the file" in ended.err


def test_a_client_is_told_the_key(run: Callable[..., Any], signed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client starts its server in another environment, so `config` writes the key that this one requires."""
    monkeypatch.setenv("PINAX_REQUIRE_KEY", str(KEY))
    (entry,) = json.loads(run("config", "cursor", str(signed)).out)["mcpServers"].values()
    key = KEY.read_text().splitlines()[1]
    assert entry["args"] == ["serve", "--require-key", key, str(signed), "--tools", "lean"]
