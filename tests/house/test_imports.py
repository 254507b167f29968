"""What a start loads: a runtime that answers one query must not pay for what it does not use."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest

STEMMERS = {"snowballstemmer", "Stemmer"}
FORMAT = {"msgpack", "zstandard", "_cffi_backend"} | STEMMERS
OURS = {"pinax_runtime"}

BUDGETS = {
    "pinax_runtime": set(),
    "pinax_runtime.format": FORMAT,
    "pinax_runtime.search": FORMAT,
    "pinax_runtime.cli": FORMAT | {"click", "colorama"},
}


def loaded_by(module: str) -> set[str]:
    """Installed packages (so not the standard library) that `import module` loads in a fresh interpreter."""
    script = (
        "import sys; before = set(sys.modules)\n"
        f"import {module}\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    return set(result.stdout.split()) & set(packages_distributions())


@pytest.mark.parametrize("module", BUDGETS)
def test_start_stays_light(module: str) -> None:
    """Importing a module of the runtime loads only what its budget lists (mcp costs half a second)."""
    assert loaded_by(module) - OURS <= BUDGETS[module]


def test_workers_of_a_build_do_without_the_network() -> None:
    """What reads and indexes pages imports no HTTP client, which takes as long to import as all the rest."""
    assert loaded_by("pinax_builder.batches").isdisjoint({"httpx", "httpcore", "playwright"})


def test_a_build_does_without_the_bar_of_terminals() -> None:
    """The command `pinax build` imports what draws a bar only where there is a terminal."""
    assert "rich" not in loaded_by("pinax_builder.cli.build_command")


def test_a_command_is_imported_when_it_is_asked_for() -> None:
    """The group of commands of `pinax` imports none of them, and so not lxml either."""
    assert loaded_by("pinax_builder.cli.group").isdisjoint({"lxml", "msgpack"})
