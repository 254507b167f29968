"""Read locks in TOML: uv's, Poetry's, Cargo's and the `pylock.toml` that pip and others write (PEP 751)."""

from __future__ import annotations

from collections.abc import Iterator

from pinax_runtime.trust import read_toml


def read_toml_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package; a package without a version, such as the project itself, is left out.

    Raises:
        ValueError: It is no TOML, or has no list of packages.
    """
    lock = read_toml(text)
    packages = lock.get("package", lock.get("packages", []))
    if not isinstance(packages, list):
        raise ValueError("`package` is no list of tables")
    for package in packages:
        name, version = (package.get(key) for key in ("name", "version")) if isinstance(package, dict) else ("", "")
        if isinstance(name, str) and isinstance(version, str) and not _is_own(package):
            yield name, version


def _is_own(package: dict[str, object]) -> bool:
    """Say whether a package is the project itself: uv marks it by its source, which is a folder."""
    source = package.get("source")
    return isinstance(source, dict) and any(key in source for key in ("virtual", "editable"))
