"""The public surface of every package is what its `__init__.py` lists."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

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
    defined, imported = top_level_names(Path(str(module.__file__)))
    listed = module.__all__
    assert len(listed) == len(set(listed))
    assert (defined or imported) <= set(listed)
    assert [name for name in listed if not hasattr(module, name)] == []


def top_level_names(path: Path) -> tuple[set[str], set[str]]:
    """The public names that a file defines, and those that it imports from elsewhere in the project."""
    defined, imported = set[str](), set[str]()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                defined.add(node.name)
            case ast.Assign(targets=targets):
                defined.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                defined.add(name)
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("pinax_"):
                imported.update(alias.asname or alias.name for alias in names)
    return tuple({name for name in names if not name.startswith("_")} for names in (defined, imported))


@pytest.mark.parametrize("source", ["runtime/src", "builder/src"])
def test_every_folder_is_a_package(source: str) -> None:
    """A folder of modules has an `__init__.py`, so that the tools and the wheel see it."""
    folders = {module.parent for module in (ROOT / source).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
