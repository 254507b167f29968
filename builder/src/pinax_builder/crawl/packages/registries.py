"""Fetch a package of npm or PyPI.

Strategy. npm's command line knows the user's registry, proxy and credentials: `npm view` lists the versions that a
range takes, as npm's documentation of ranges says, and `npm pack` downloads the archive and checks its digest. An index
of PyPI is asked directly, since pip runs a package's build to learn what an sdist needs. Which indexes there are, pip
knows: from the environment, its configuration, or its default. The first that has the version is taken; of its files
the sdist, which has the documentation, or else a wheel.

Rules: no script of a package runs. The newest version is that of the highest precedence (semver.org, 11). The digest
       that an index gives must be there and hold. Hosts that pip's configuration names may be private; any other host
       that an index leads to must be public. Users and passwords go to their index alone.
Spec:  PEP 503, PEP 691 (simple repository API).
"""

from __future__ import annotations

import ast
import asyncio
import hashlib
import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from functools import cache
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from pinax_builder.crawl.packages.git import ALLOWING
from pinax_builder.crawl.packages.running import FetchError, run_bounded
from pinax_builder.crawl.packages.specs import PackageSpec
from pinax_builder.crawl.site.addresses import Addresses
from pinax_builder.crawl.site.http_client import HttpClient
from pinax_builder.crawl.site.responses import REDIRECTS, Failure, Response, failure_of_status
from pinax_builder.crawl.site_records import FetchLimits
from pinax_builder.temporary import temporary_folder
from pinax_runtime.format import cause_of

INDEX_VARIABLE = "PIP_INDEX_URL"
"""Environment variable that names an index, as pip reads it."""
MAX_ARCHIVE_BYTES = 256 << 20
"""Largest archive of a package (bytes)."""
_MAX_LIST_BYTES = 64 << 20
"""Largest list of a package's files (bytes)."""
_ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"
_LIMITS = FetchLimits(total_s=900.0)
_DEFAULT = re.compile(r"Base URL of the Python Package Index\s+\(default\s+(\S+?)\)")
_ANCHOR = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)


def npm_version(spec: PackageSpec) -> str:
    """Return the version that is meant: the one that is named, or the newest that a range or tag takes.

    Raises:
        FetchError: npm is missing, or has no such version.
    """
    if spec.version:
        return spec.version
    wanted = f"{spec.name}@{spec.ref}" if spec.ref else spec.name
    with temporary_folder() as folder:
        said = run_bounded(["npm", "view", wanted, "version", "--json"], folder, _npm_environment())
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
        run_bounded(command, folder, _npm_environment())
        archives = list(folder.glob("*.tgz"))
        if len(archives) != 1:
            raise FetchError("`npm pack` left no archive")
        return archives[0].read_bytes()


def _npm_environment() -> dict[str, str]:
    return {**os.environ, "npm_config_update_notifier": "false", "npm_config_loglevel": "error"}


class _File(NamedTuple):
    name: str
    url: str
    sha256: str


def fetch_pypi(spec: PackageSpec, *, allow_private: bool) -> tuple[bytes, tuple[str, ...]]:
    """Return the archive of a package, and notes on how it came.

    Raises:
        FetchError: No index is known, or the package cannot be had.
    """
    indexes, hosts = configured_indexes()
    missing = FetchError("pip does not say which index to ask", f"set {INDEX_VARIABLE} to its URL")
    for index in indexes:
        try:
            return asyncio.run(_fetch(spec, index, hosts, allow_private))
        except _NotThereError as error:
            missing = error
    raise missing


def configured_indexes() -> tuple[list[str], frozenset[str]]:
    """Return the URLs of the indexes that pip asks, and the hosts that its configuration names.

    Raises:
        FetchError: pip is missing and nobody names an index, or it is a folder.
    """
    settings = _pip_settings()
    index = settings.get("index-url", "")
    extra = settings.get("extra-index-url", "").split()
    if not index:
        found = _DEFAULT.search(_pip("download", "--help"))
        index = found[1] if found else ""
    if urlsplit(index).scheme not in ("http", "https") or "****" in index:
        raise FetchError("pip does not say which index to ask", f"set {INDEX_VARIABLE} to its URL")
    urls = [url.rstrip("/") + "/" for url in (index, *extra) if urlsplit(url).scheme in ("http", "https")]
    named = [*urls, *settings.get("find-links", "").split()]
    hosts = {urlsplit(url).hostname for url in named}
    hosts |= {urlsplit(f"//{host}").hostname for host in settings.get("trusted-host", "").split()}
    return urls, frozenset(host for host in hosts if host)


def _pip_settings() -> dict[str, str]:
    """Return what pip is set up with: by its variables, else for `pip download`, else for all its commands."""
    by_place: dict[str, dict[str, str]] = {}
    for line in _pip("config", "list").splitlines():
        key, _, value = line.partition("=")
        place, _, option = key.rpartition(".")
        try:
            by_place.setdefault(place, {})[option] = str(ast.literal_eval(value))
        except (ValueError, SyntaxError):
            continue
    settings = by_place.get("global", {}) | by_place.get("download", {}) | by_place.get(":env:", {})
    own = os.environ.get(INDEX_VARIABLE, "")  # where there is no pip
    return settings | ({"index-url": own} if own else {})


def _pip(*arguments: str) -> str:
    """Return what pip says; it is started once for all packages of a build."""
    return _said(arguments, tuple(sorted(each for each in os.environ.items() if each[0].startswith("PIP_"))))


@cache
def _said(arguments: tuple[str, ...], variables: tuple[tuple[str, str], ...]) -> str:
    wide = {**os.environ, **dict(variables), "COLUMNS": "2000"}
    command = [sys.executable, "-m", "pip", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=wide, timeout=60).stdout


async def _fetch(
    spec: PackageSpec, index: str, hosts: frozenset[str], allow_private: bool
) -> tuple[bytes, tuple[str, ...]]:
    """Ask one index. Hosts that pip's configuration names are the user's choice and may be private."""
    parts = urlsplit(index)
    origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    user = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    headers = {"Authorization": f"Basic {b64encode(user.encode()).decode()}"} if parts.username else {}
    addresses = Addresses(allow_private=allow_private, trusted=hosts)
    client = HttpClient(addresses, _LIMITS, headers=headers, origin=origin)
    try:
        page = f"{origin}{parts.path}{_plain(spec.name)}/"
        listed = await _get(client, page, _ACCEPT, _MAX_LIST_BYTES, parts.scheme)
        file = _chosen(spec, _files(listed.content, listed.url))
        archive = (await _get(client, file.url, "*/*", MAX_ARCHIVE_BYTES, parts.scheme)).content
    finally:
        await client.aclose()
    if hashlib.sha256(archive).hexdigest() != file.sha256:
        raise FetchError(f"{file.name} is not what the index says it is (SHA-256)")
    return archive, (client.proxy_note,) if client.proxy_note else ()


class _NotThereError(FetchError):
    """An index has no such package, or no such version of it."""


async def _get(client: HttpClient, url: str, accept: str, max_bytes: int, scheme: str) -> Response:
    """Return what is at a URL, or where it redirects to, over https or the scheme of the index.

    Raises:
        FetchError: It cannot be had.
    """
    for _ in range(_LIMITS.redirects):
        if urlsplit(url).scheme not in ("https", scheme):
            raise FetchError(f"the index leads to {url}, which is not https")
        outcome = await client.fetch(url, accept=accept, max_bytes=max_bytes)
        if isinstance(outcome, Failure) and outcome.reason == "private_address":
            cause = f"the index leads to {url}, on a private address that pip's configuration does not name"
            raise FetchError(cause, ALLOWING)
        if isinstance(outcome, Failure):
            raise FetchError(f"{url}: {outcome.detail.rstrip('.')}", "check that this machine may fetch it")
        if outcome.status == 200:
            return outcome
        if outcome.status not in REDIRECTS:
            kind = _NotThereError if outcome.status == 404 else FetchError
            raise kind(f"{url}: {failure_of_status(outcome.status).detail.rstrip('.')}")
        url = urljoin(url, outcome.headers.get("location", ""))
    raise FetchError(f"{url} redirects too often")


def _files(content: bytes, page: str) -> list[_File]:
    """Read an index's list of a package's files, as JSON or HTML.

    Raises:
        FetchError: It is neither.
    """
    if content.lstrip().startswith(b"{"):
        try:
            return [
                _File(item["filename"], urljoin(page, item["url"]), item.get("hashes", {}).get("sha256", ""))
                for item in json.loads(content)["files"]
            ]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise FetchError(f"{page} is no list of files ({cause_of(error)})") from error
    from html import unescape

    files = []
    for link in _ANCHOR.findall(content.decode("utf-8", "replace")):
        url, _, digest = urljoin(page, unescape(link)).partition("#sha256=")
        files.append(_File(unquote(url.rpartition("/")[2]), url, digest))
    return files


def _chosen(spec: PackageSpec, files: list[_File]) -> _File:
    """Choose the file with the most documentation: the sdist, else any wheel.

    Raises:
        FetchError: There is no such version, or its file has no digest.
    """
    versions = [_version(file.name, _plain(spec.name)) for file in files]
    found = [file for file, version in zip(files, versions, strict=True) if version == spec.ref.lower()]
    if not found:
        others = list(dict.fromkeys(filter(None, versions)))
        remedy = f"its versions end with {', '.join(others[-3:])}" if others else "check its name"
        raise _NotThereError(f"the index has no file of {spec.name} {spec.ref} that can be unpacked", remedy)
    file = next((file for file in found if not file.name.endswith(".whl")), min(found))
    if not re.fullmatch(r"[0-9a-f]{64}", file.sha256):
        raise FetchError(f"the index gives no SHA-256 of {file.name}")
    return file


def _version(file: str, package: str) -> str:
    """Return the version that an sdist or a wheel has by its name, in lower case; empty for any other file."""
    stem = next((file.removesuffix(end) for end in (".tar.gz", ".zip") if file.endswith(end)), "")
    name, _, version = stem.rpartition("-")
    if file.endswith(".whl"):
        name, version, *_ = [*file.split("-"), ""]
    return version.lower() if _plain(name) == package else ""


def _plain(name: str) -> str:
    """Return a package's name in comparable form (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
