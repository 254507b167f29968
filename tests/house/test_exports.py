"""The public surface of every package is what its `__init__.py` lists."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    ".".join(init.parent.relative_to(source).parts)
    for source in (ROOT / "runtime/src", ROOT / "builder/src")
    for init in source.rglob("__init__.py")
)


@pytest.mark.parametrize("package", PACKAGES)
def test_all_is_the_public_names(package: str) -> None:
    """Each name in `__all__` exists, and no public name is missing from it.

    Public is what the file defines; where it defines nothing, what it imports.
    """
    module = importlib.import_module(package)
    listed = module.__all__
    named = {
        name: getattr(value, "__module__", None)
        for name, value in vars(module).items()
        if not name.startswith("_") and name != "annotations" and not isinstance(value, ModuleType)
    }
    defined = {name for name, origin in named.items() if origin == package}
    assert len(listed) == len(set(listed))
    assert (defined or set(named)) <= set(listed)
    assert [name for name in listed if not hasattr(module, name)] == []


@pytest.mark.parametrize("source", ["runtime/src", "builder/src"])
def test_every_folder_is_a_package(source: str) -> None:
    """A folder of modules has an `__init__.py`, so that the tools and the wheel see it."""
    folders = {module.parent for module in (ROOT / source).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
