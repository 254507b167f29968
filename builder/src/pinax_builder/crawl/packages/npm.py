"""Fetch a package of npm, with npm's command line, which knows the user's registry, proxy and credentials.

Rules: `npm view` lists the versions that a range takes, as npm's documentation of ranges says. The newest of them is
       that of the highest precedence (semver.org, 11). `npm pack` downloads the archive and checks its digest. No
       script of the package runs.
"""

from __future__ import annotations

import json
import os

from pinax_builder.crawl.packages.running import FetchError, run_bounded
from pinax_builder.crawl.packages.specs import PackageSpec
from pinax_builder.temporary import temporary_folder


def npm_version(spec: PackageSpec) -> str:
    """Return the version that is meant: the one that is named, or the newest that a range or tag takes.

    Raises:
        FetchError: npm is missing, or has no such version.
    """
    if spec.version:
        return spec.version
    wanted = f"{spec.name}@{spec.ref}" if spec.ref else spec.name
    with temporary_folder() as folder:
        said = run_bounded(["npm", "view", wanted, "version", "--json"], folder, _environment(), folder)
    try:
        versions = json.loads(said or "[]")
    except ValueError as error:
        raise FetchError("`npm view` says nothing that can be read") from error
    listed = versions if isinstance(versions, list) else [versions]
    named = [version for version in listed if isinstance(version, str)]
    if not named:
        raise FetchError(f"npm has no version of {wanted}")
    return max(named, key=precedence)


def precedence(version: str) -> tuple[object, ...]:
    """Return what versions are compared by: numbers as numbers, and a prerelease before its release.

    >>> sorted(["1.0.0", "1.0.0-rc.10", "1.0.0-rc.9", "0.9.10", "1.0.0-rc"], key=precedence)
    ['0.9.10', '1.0.0-rc', '1.0.0-rc.9', '1.0.0-rc.10', '1.0.0']
    """
    numbers, _, before = version.partition("+")[0].partition("-")
    parts = [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in before.split(".")]
    released = [int(part) if part.isdecimal() else 0 for part in numbers.split(".")]
    return (released, not before, parts)


def fetch_npm(name: str, version: str) -> bytes:
    """Return the archive of one version of a package.

    Raises:
        FetchError: npm is missing, or the package cannot be had.
    """
    with temporary_folder() as folder:
        command = ["npm", "pack", "--ignore-scripts", "--pack-destination", str(folder), f"{name}@{version}"]
        run_bounded(command, folder, _environment(), folder)
        archives = list(folder.glob("*.tgz"))
        if len(archives) != 1:
            raise FetchError("`npm pack` left no archive")
        return archives[0].read_bytes()


def _environment() -> dict[str, str]:
    return {**os.environ, "npm_config_update_notifier": "false", "npm_config_loglevel": "error"}
