"""Fetch a package into the cache, once for each version or commit.

Rules: a folder of the cache is complete or not there: it is made under another name and renamed. Of a repository the
       last commit is kept, so that a build without a network can use it.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pinax_builder.crawl.packages.archives import unpack
from pinax_builder.crawl.packages.git import GitRemote
from pinax_builder.crawl.packages.registries import fetch_npm, fetch_pypi, npm_version
from pinax_builder.crawl.packages.running import FetchError
from pinax_builder.crawl.packages.specs import PackageSpec
from pinax_builder.errors import InputError
from pinax_builder.temporary import temporary_folder

_FILES = "files"
_NOTES = "notes.txt"


class FetchedPackage(NamedTuple):
    """A package on this machine."""

    folder: Path
    """The folder within it that was asked for."""
    notes: tuple[str, ...]
    """What was left out of it, each a sentence without a full stop."""
    version: str = ""
    """The version that it turned out to be, where a range or nothing was named."""


def fetch_package(
    spec: PackageSpec, cache: Path, *, allow_private: bool = False, offline: bool = False
) -> FetchedPackage:
    """Fetch a package, or find it in the cache.

    Args:
        spec: Which one.
        cache: Folder for all packages.
        allow_private: Whether a repository, or a file of an index, may be on a private address.
        offline: Whether to use nothing but the cache.

    Raises:
        InputError: It cannot be had, or has no such folder.
    """
    home, what = cache / _key(spec), f"the source {spec.text}"
    try:
        kept = _newest(home) if offline else _fetched(spec, home, allow_private)
    except FetchError as error:
        raise InputError(what, without_credentials(str(error)), error.remedy) from error
    except OSError as error:
        raise InputError(what, str(error), "make room in the cache, or set XDG_CACHE_HOME") from error
    folder = kept / _FILES / spec.folder
    if not folder.is_dir() or not folder.resolve().is_relative_to((kept / _FILES).resolve()):
        there = sorted(path.name for path in (kept / _FILES).iterdir() if path.is_dir() and path.name != ".git")
        raise InputError(what, f"it has no folder {spec.folder}", f"it has {', '.join(there[:20]) or 'no folders'}")
    notes = (kept / _NOTES).read_text("utf-8").splitlines()
    if spec.kind != "npm" or spec.version:
        return FetchedPackage(folder, tuple(notes))
    what = f"that {spec.ref} takes" if spec.ref else "of the package"
    return FetchedPackage(folder, (*notes, f"{spec.name} {kept.name} is the newest version {what}"), kept.name)


def _key(spec: PackageSpec) -> str:
    """Return the name of a package's folder in the cache; of a repository, each part that is asked for has its own."""
    whole = f"{spec.text}:{spec.folder}" if spec.kind == "git" else spec.text
    plain = re.sub(r"[^A-Za-z0-9.-]+", "-", spec.name)[:60]
    return f"{spec.kind}-{plain}-{hashlib.sha256(whole.encode()).hexdigest()[:12]}"


def _newest(home: Path) -> Path:
    there = sorted(path for path in home.glob("*") if (path / _NOTES).is_file())
    if not there:
        raise FetchError("it is not in the cache", "build once without --offline")
    return there[-1]


def _fetched(spec: PackageSpec, home: Path, allow_private: bool) -> Path:
    """Return the folder of a package in the cache, and fetch it if it is not there."""
    if spec.kind == "git":
        remote = GitRemote(spec, allow_private=allow_private)
        with temporary_folder() as empty:
            commit, name = remote.commit(empty)
        return _made(home, commit, lambda folder: remote.check_out(name, folder))
    if spec.kind == "npm":
        version = npm_version(spec)
        folder_name = "package" if spec.version else version
        return _made(home, folder_name, lambda folder: unpack(fetch_npm(spec.name, version), folder))

    def fill(folder: Path) -> tuple[str, ...]:
        archive, notes = fetch_pypi(spec, allow_private=allow_private)
        return (*unpack(archive, folder), *notes)

    return _made(home, "package", fill)


def without_credentials(text: str) -> str:
    """Remove users and passwords from the URLs in a message.

    >>> without_credentials("GET https://me:a@b@h.example/x failed")
    'GET https://h.example/x failed'
    """
    return re.sub(r"(://)[^/\s'\"]*@", r"\1", text)


def _made(home: Path, version: str, fill: Callable[[Path], tuple[str, ...]]) -> Path:
    """Make the folder of one version, and remove those of other versions."""
    target = home / version
    if (target / _NOTES).is_file():
        return target
    home.mkdir(parents=True, exist_ok=True)
    with temporary_folder(home.parent) as temporary:  # beside all packages, where those of killed builds are swept
        made = temporary / version
        (made / _FILES).mkdir(parents=True)
        notes = fill(made / _FILES)
        (made / _NOTES).write_text("".join(f"{note}\n" for note in notes), "utf-8")
        for other in home.iterdir():
            shutil.rmtree(other, ignore_errors=True)
        try:
            made.rename(target)
        except OSError:
            if not (target / _NOTES).is_file():  # otherwise another build was first
                raise
    return target
