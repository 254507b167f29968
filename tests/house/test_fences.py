"""The fences that import-linter cannot say: allow lists rather than forbidden ones."""

from __future__ import annotations

import sys

import grimp
import pytest

CONTRACT = {
    "pinax_runtime.format": {"msgpack", "zstandard"},
    "pinax_runtime.text": {"snowballstemmer", "Stemmer"},
    "pinax_runtime.trust": {"cryptography", "click"},
}
"""Package that builder and runtime share → what it may import beside the standard library."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("pinax_runtime", "pinax_builder", include_external_packages=True, cache_dir=None)


def imports_from(graph: grimp.ImportGraph, package: str) -> set[tuple[str, str]]:
    """Every (importer, imported) whose importer is the package or below it."""
    importers = {package} | graph.find_descendants(package)
    return {
        (importer, imported) for importer in importers for imported in graph.find_modules_directly_imported_by(importer)
    }


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def is_in_contract(module: str) -> bool:
    return any(is_within(module, package) for package in CONTRACT)


@pytest.mark.parametrize("package", CONTRACT)
def test_the_contract_needs_little(graph: grimp.ImportGraph, package: str) -> None:
    """Format, text and trust import the standard library, one another, and what their row lists."""
    allowed = set(sys.stdlib_module_names) | CONTRACT[package]
    strangers = {
        pair
        for pair in imports_from(graph, package)
        if not is_in_contract(pair[1]) and pair[1].partition(".")[0] not in allowed
    }
    assert strangers == set()


def test_search_needs_no_server(graph: grimp.ImportGraph) -> None:
    """Search imports the standard library, bundle, deadlines and the contract."""
    allowed = {"pinax_runtime.search", "pinax_runtime.bundle", "pinax_runtime.deadline"}
    strangers = {
        pair
        for package in ("pinax_runtime.search", "pinax_runtime.bundle")
        for pair in imports_from(graph, package)
        if not any(is_within(pair[1], other) for other in allowed)
        and not is_in_contract(pair[1])
        and pair[1].partition(".")[0] not in {*sys.stdlib_module_names, "httpx2", "cryptography", "fsspec"}
    }
    assert strangers == set()


def test_builder_sees_the_contract_alone(graph: grimp.ImportGraph) -> None:
    """Whatever the builder imports of the runtime lies in format, text and trust."""
    strangers = {
        pair
        for pair in imports_from(graph, "pinax_builder")
        if is_within(pair[1], "pinax_runtime") and pair[1] != "pinax_runtime" and not is_in_contract(pair[1])
    }
    assert strangers == set()
