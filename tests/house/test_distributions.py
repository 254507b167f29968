"""What is published names all that it needs, and says of itself what is true."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPTIONAL_SPEEDUP = {"Stemmer"}
"""snowballstemmer uses it where it is installed, and the runtime only asks whether it is."""


def project(name: str) -> dict:
    """The [project] table of a distribution."""
    return tomllib.loads((ROOT / name / "pyproject.toml").read_text("utf-8"))["project"]


def normalized(requirement: str) -> str:
    """A distribution's name, as indexes compare them."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def imported(source: Path) -> set[str]:
    """Top-level modules that are imported anywhere below a folder."""
    found: set[str] = set()
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - OPTIONAL_SPEEDUP


@pytest.fixture(scope="module")
def brings() -> Mapping[str, list[str]]:
    """The distributions that bring each module."""
    return packages_distributions()


@pytest.mark.parametrize("name", ["runtime", "builder"])
def test_every_import_is_declared(name: str, brings: Mapping[str, list[str]]) -> None:
    """No module comes only because another distribution happens to bring it."""
    table = project(name)
    extras = [one for extra in table.get("optional-dependencies", {}).values() for one in extra]
    declared = {normalized(one) for one in (*table["dependencies"], *extras, table["name"])}
    missing = {
        module
        for module in imported(ROOT / name / "src") - {f"pinax_{name}", "pinax_runtime" if name == "builder" else ""}
        if not {normalized(one) for one in brings.get(module, [module])} & declared
    }
    assert missing == set()


@pytest.mark.parametrize("name", ["runtime", "builder"])
def test_a_distribution_describes_itself(name: str) -> None:
    """Readme, license file, keywords and classifiers are there."""
    table = project(name)
    assert len((ROOT / name / table["readme"]).read_text("utf-8").split()) > 50
    assert (ROOT / name / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    assert table["keywords"]
    assert any(entry.startswith("Topic ::") for entry in table["classifiers"])


def test_the_registry_entry_is_of_this_version() -> None:
    """server.json names the package, its version and the readme's mark; its first argument is a command."""
    entry = json.loads((ROOT / "server.json").read_text("utf-8"))
    (package,) = entry["packages"]
    assert {entry["version"], package["version"]} == {project("runtime")["version"]}
    assert package["identifier"] == project("runtime")["name"]
    assert f"mcp-name: {entry['name']}" in (ROOT / "runtime/README.md").read_text("utf-8")
    assert len(entry["description"]) <= 100


@pytest.mark.parametrize(("module", "program"), [("pinax_builder", "pinax"), ("pinax_runtime", "pinax-runtime")])
def test_programs_run_as_modules(module: str, program: str) -> None:
    """`python -m` is the program, and says the version of its distribution."""
    ended = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout == f"{program} {project(module.removeprefix('pinax_'))['version']}\n"


@pytest.mark.parametrize(("module", "program"), [("pinax_builder", "pinax"), ("pinax_runtime", "pinax-runtime")])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_programs_complete_themselves(module: str, program: str, shell: str) -> None:
    """Each program writes the completion script of a shell."""
    variable = f"_{program.upper().replace('-', '_')}_COMPLETE"
    ended = subprocess.run(
        [sys.executable, "-m", module], env={variable: f"{shell}_source", "PATH": ""}, capture_output=True, text=True
    )
    assert program in ended.stdout
    assert variable in ended.stdout


@pytest.mark.parametrize(
    ("words", "code"), [(["--nothing"], 2), (["nothing"], 2), (["inspect", "none"], 1), (["verify", "none"], 1)]
)
def test_both_programs_report_errors_alike(words: list[str], code: int) -> None:
    """One line on standard error that begins with `error:`; wrong usage ends with 2 and names the help."""
    programs = {"inspect": ["pinax_builder"], "verify": ["pinax_runtime"]}.get(
        words[0], ["pinax_builder", "pinax_runtime"]
    )
    for program in programs:
        command = [sys.executable, "-m", program, *words]
        ended = subprocess.run(command, capture_output=True, text=True)
        assert (ended.returncode, ended.stdout) == (code, "")
        assert re.fullmatch(r"error: .*\.\n", ended.stderr), ended.stderr
        assert ("--help`.\n" in ended.stderr) == (code == 2)


@pytest.mark.parametrize(("module", "words"), [("pinax_builder", "build a -o"), ("pinax_runtime", "search a b --set")])
def test_an_option_without_its_value_names_the_help_of_its_command(module: str, words: str) -> None:
    """As any other wrong use of the option."""
    ended = subprocess.run([sys.executable, "-m", module, *words.split()], capture_output=True, text=True)
    assert ended.stderr.endswith(f" {words.split()[0]} --help`.\n")
