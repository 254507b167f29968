"""What a start loads: a runtime that answers one query must not pay for what it does not use."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

STEMMERS = {"snowballstemmer", "Stemmer"}
FORMAT = {"msgpack", "zstandard", "_cffi_backend"} | STEMMERS

BUNDLE = Path(__file__).parents[1] / "data/bundles/v1"
BUDGETS = {
    "pinax_runtime": set(),
    "pinax_runtime.format": FORMAT,
    "pinax_runtime.search": FORMAT,
    "pinax_runtime.cli": FORMAT | {"click", "colorama"},
}
"""Package of the runtime → installed packages that it may import; each may import what the one above it may."""


def loaded_by(*words: str) -> list[str]:
    """Modules that Python loads in a fresh interpreter with these arguments, in their order."""
    command = [sys.executable, "-X", "importtime", *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return re.findall(r"^import time: .*\| +(\S+)$", ended.stderr, re.MULTILINE)


def top_level(modules: list[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_start_stays_light() -> None:
    """Importing a package of the runtime loads only what its budget lists (mcp costs half a second)."""
    loaded = loaded_by("-c", "".join(f"import {package}\n" for package in BUDGETS))
    installed = packages_distributions().keys() - {"pinax_runtime"}
    before = loaded.index("site") + 1
    for package, budget in BUDGETS.items():
        end = loaded.index(package) + 1
        assert (top_level(loaded[before:end]) & installed) <= budget, package
        before = end


def test_a_build_does_without_the_network_and_terminals(tmp_path: Path) -> None:
    """A build of a folder imports no HTTP client, which takes as long as all the rest, and nothing that draws a bar."""
    (tmp_path / "page.md").write_text("# Oil\n\nWhale oil, and more.\n", "utf-8")
    build = ("-m", "pinax_builder", "build", str(tmp_path), "-o", str(tmp_path / "bundle"), "--workers", "1")
    loaded = top_level(loaded_by(*build))
    assert "lxml" in loaded
    assert loaded.isdisjoint({"httpx", "httpcore", "playwright", "rich"})


def test_a_command_is_imported_when_it_is_asked_for() -> None:
    """The program `pinax` imports no command before it runs one, and so neither lxml nor msgpack."""
    assert top_level(loaded_by("-m", "pinax_builder", "--version")).isdisjoint({"lxml", "msgpack"})


BESIDE = ("over_http", "call_log", "live", "clients", "lockfiles")
"""Packages of the runtime that could be taken away."""


def test_a_server_needs_nothing_of_what_stands_beside_it() -> None:
    """A server over stdio starts without the packages beside it; the one over HTTP needs none of the others."""
    hide = "import sys\nsys.modules.update((f'pinax_runtime.{name}', None) for name in sys.argv.pop().split())\n"
    serve = f"{hide}from pinax_runtime.cli import main\nmain()"
    for program, words, hidden in (
        (serve, ("serve", str(BUNDLE)), BESIDE),
        (f"{hide}import pinax_runtime.over_http", (), BESIDE[1:]),
    ):
        command = [sys.executable, "-c", program, *words, " ".join(hidden)]
        subprocess.run(command, stdin=subprocess.DEVNULL, check=True, timeout=300)
