"""Which versions of which packages does a project use? Read that from the lockfiles of each ecosystem.

A lockfile is read by the reader for its name. What several say is joined, and read again when a file changes.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pinax_runtime.format import PinaxError, cause_of
from pinax_runtime.search import Packages, normalized
from pinax_runtime.trust import read_file, read_toml

__all__ = ["LockfileError", "Lockfiles", "read_lockfiles"]

_log = logging.getLogger(__name__)

MAX_BYTES = 16 << 20
"""Largest size of a lockfile (bytes); the lock of a large JavaScript project has 2 MB."""
MAX_VERSIONS = 20
"""Versions that are kept of one package."""


class LockfileError(PinaxError):
    """A lockfile cannot be used."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"cannot use the lockfile {path}: {cause}; {remedy}.")
        self.path, self.cause = path, cause


def read_lockfiles(paths: Sequence[Path]) -> Packages:
    """Return the versions of every package that lockfiles name, in their order.

    Raises:
        LockfileError: A file is missing, too large, not of a known kind, or not what its name says.
    """
    packages: dict[str, list[str]] = {}
    for path in paths:
        for name, version in _read(path):
            versions = packages.setdefault(normalized(name), [])
            if version not in versions and len(versions) < MAX_VERSIONS:
                versions.append(version)
    return packages


def _read(path: Path) -> list[tuple[str, str]]:
    reader = next((reader for pattern, reader in _READERS.values() if re.fullmatch(pattern, path.name.lower())), None)
    if reader is None:
        *others, last = _READERS
        known = f"{', '.join(others)} or {last}"
        raise LockfileError(path, "its name is none of a known lockfile", f"give a {known}")
    try:
        content = read_file(path, MAX_BYTES)
    except OSError as error:
        raise LockfileError(path, error.strerror or str(error), "give another one") from error
    try:
        return list(reader(content.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        remedy = "write it again with the tool that made it"
        raise LockfileError(path, f"it is not what its name says ({cause_of(error)})", remedy) from error


class Lockfiles:
    """The versions that lockfiles name at present. Safe to share between threads."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read the files.

        Raises:
            LockfileError: One cannot be used.
        """
        self._paths = tuple(paths)
        self._lock = threading.Lock()
        self._stamps = [_stamp(path) for path in self._paths]
        self._packages = read_lockfiles(self._paths)

    def __call__(self) -> Packages:
        """Return the versions; the same object as long as no file names others."""
        with self._lock:
            stamps = [_stamp(path) for path in self._paths]
            if stamps != self._stamps:
                self._stamps = stamps
                try:
                    packages = read_lockfiles(self._paths)
                except LockfileError as error:
                    _log.warning("%s The versions that it named before go on being preferred.", error)
                else:
                    self._packages = packages if packages != self._packages else self._packages
            return self._packages


def _stamp(path: Path) -> object:
    """Return how a file looks from outside: whatever changes with its content."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


# Read locks of JavaScript projects: npm's, pnpm's and Yarn's.

_FOLDER = "node_modules/"
_PNPM_PACKAGE = re.compile(r"^  ['\"]?/?((?:@[^/@\s'\"]+/)?[^/@\s'\"(]+)[@/](\d[^\s'\":(_]*)[^:]*:", re.MULTILINE)
"""A key below `packages:`: `name@1.0.0`, before version 9 `/name@1.0.0`, before version 6 `/name/1.0.0`."""

_YARN_ENTRY = re.compile(r"^(?P<key>[^\s#].*):\n(?P<members>(?:[ \t]+\S.*\n?)+)", re.MULTILINE)
_YARN_MEMBER = re.compile(r"^  (version|resolution):?[ ]\"?([^\"\n]+)", re.MULTILINE)
_NAME = re.compile(r"(@?[^@\s]+)@")


def _read_package_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `package-lock.json`, those next to the project first.

    Raises:
        ValueError: It is no lock of npm's.
    """
    lock = json.loads(text)
    if not isinstance(lock, dict) or "lockfileVersion" not in lock:
        raise ValueError("it has no `lockfileVersion`")
    packages = lock.get("packages")
    found = list(_by_folder(packages) if isinstance(packages, dict) else _nested(lock, 1))
    for _, name, version in sorted(found, key=lambda item: item[0]):
        yield name, version


def _by_folder(packages: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Yield (depth, name, version) as lock versions 2 and 3 have them, by the folder of each package."""
    for folder, package in packages.items():
        before, is_installed, name = folder.rpartition(_FOLDER)
        if is_installed and isinstance(package, dict) and isinstance(package.get("version"), str):
            real = package.get("name", name)  # an alias is installed under another name
            yield before.count(_FOLDER), real if isinstance(real, str) else name, package["version"]


def _nested(within: dict[str, Any], depth: int) -> Iterator[tuple[int, str, str]]:
    """Yield (depth, name, version) as lock version 1 has them, each below the one that needs it."""
    dependencies = within.get("dependencies")
    for name, package in dependencies.items() if isinstance(dependencies, dict) else ():
        if isinstance(package, dict):
            if isinstance(package.get("version"), str):
                alias, _, version = package["version"].removeprefix("npm:").rpartition("@")
                yield depth, alias or name, version
            yield from _nested(package, depth + 1)


def _read_pnpm_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `pnpm-lock.yaml`, which is read line by line.

    Raises:
        ValueError: It is no lock of pnpm's.
    """
    if not re.search(r"^lockfileVersion:", text, re.MULTILINE):
        raise ValueError("it has no `lockfileVersion`")
    _, _, packages = text.partition("\npackages:")
    section = re.split(r"\n(?=\S)", packages, maxsplit=1)[0]
    for found in _PNPM_PACKAGE.finditer(section):
        yield found[1], found[2]


def _read_yarn_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `yarn.lock`, of Yarn 1 or newer; the project's own are left out.

    Raises:
        ValueError: It is no lock of Yarn's.
    """
    if not re.search(r"^(?:# yarn lockfile v1|__metadata:)", text, re.MULTILINE):
        raise ValueError("it says neither `yarn lockfile v1` nor `__metadata`")
    for entry in _YARN_ENTRY.finditer(text.replace("\r\n", "\n")):
        said = dict(_YARN_MEMBER.findall(entry["members"]))
        # Newer versions say the real name of an alias; of Yarn 1 the key does: `"react17@npm:react@17.0.2"`.
        named = said.get("resolution") or entry["key"].strip('"').partition("@npm:")[2] or entry["key"].strip('"')
        name = _NAME.match(named) or _NAME.match(entry["key"].strip('"'))
        if name and "version" in said and "@workspace:" not in named:
            yield name[1], said["version"]


# Read requirements files of pip: what `pip freeze` and compilers of requirements write.

_PINNED = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([\w.!+*-]+)")


def _read_requirements(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each requirement with one exact version; ranges and options are left out."""
    for line in text.splitlines():
        found = _PINNED.match(line)
        if found and "*" not in found[2]:
            yield found[1], found[2]


# Read locks in TOML: uv's, Poetry's, Cargo's and the `pylock.toml` that pip and others write (PEP 751).


def _read_toml_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package; a package without a version, such as the project itself, is left out.

    Raises:
        ValueError: It is no TOML, or has no list of packages.
    """
    lock = read_toml(text)
    packages = lock.get("package", lock.get("packages", []))
    if not isinstance(packages, list):
        raise ValueError("`package` is no list of tables")
    for package, name, version in _named(packages):
        if not _is_own(package):
            yield name, version


def _named(packages: list[Any]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Yield (package, name, version) of each package that has both."""
    for package in packages:
        name, version = (package.get(key) for key in ("name", "version")) if isinstance(package, dict) else ("", "")
        if isinstance(name, str) and isinstance(version, str):
            yield package, name, version


def _is_own(package: dict[str, object]) -> bool:
    """Say whether a package is the project itself: uv marks it by its source, which is a folder."""
    source = package.get("source")
    return isinstance(source, dict) and any(key in source for key in ("virtual", "editable"))


# Read what Go, Maven, Bundler and Composer keep: `go.sum`, `go.mod`, `pom.xml`, `Gemfile.lock`, `composer.lock`.

_GO_REQUIRED = re.compile(r"^\s*(?:require\s+)?([\w.~-]+(?:/[\w.~-]+)+)\s+v(\d[^\s/]*)", re.MULTILINE)
_GO_SUM = re.compile(r"^(\S+) v(\d\S*) h1:", re.MULTILINE)
_PROPERTY = re.compile(r"\$\{([^}]+)\}")
_GEM = re.compile(r"^ {4}([\w.-]+) \((\d[^()\s-]*)[^()]*\)$", re.MULTILINE)
_MAX_PROPERTIES = 10
"""Times that properties in a version are replaced."""
_MAX_VERSION = 200
"""Longest version, and longest property that is put into one (characters)."""


def _read_go_mod(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each module that a `go.mod` requires.

    Raises:
        ValueError: It names no module.
    """
    if not re.search(r"^module\s+\S", text, re.MULTILINE):
        raise ValueError("it has no `module`")
    required = re.sub(r"^(exclude|replace|retract)\s*\([^)]*\)|^(exclude|replace|retract)\s.*$", "", text, flags=re.M)
    for found in _GO_REQUIRED.finditer(required):
        yield from _go_module(found[1], found[2])


def _read_go_sum(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each module whose code a `go.sum` has a hash of; the newest version comes first."""
    found = [(name, version) for name, version in _GO_SUM.findall(text) if not version.endswith("/go.mod")]
    for name, version in sorted(found, key=lambda item: _order(item[1]), reverse=True):
        yield from _go_module(name, version)


def _order(version: str) -> list[int]:
    return [int(number[:9]) for number in re.findall(r"\d+", version.partition("-")[0])]


def _go_module(name: str, version: str) -> Iterator[tuple[str, str]]:
    """Yield a module under its path and under the last part of it that is no version."""
    version = version.removesuffix("+incompatible")
    yield name, version
    parts = [part for part in name.split("/") if not re.fullmatch(r"v\d+", part)]
    last = re.sub(r"\.v\d+$", "", parts[-1])
    if len(last) > 2:
        yield last, version


def _read_pom(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each dependency of a `pom.xml` whose version it says, itself or by a property.

    Raises:
        ValueError: It is no XML, or no project of Maven's.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError("it has a document type, which may define entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from error
    if _tag(root) != "project":
        raise ValueError("its root is no `project`")
    properties = {_tag(one): _text(one)[:_MAX_VERSION] for section in _all(root, "properties") for one in section}
    properties |= {f"project.{_tag(one)}": _text(one)[:_MAX_VERSION] for one in root if not len(one)}
    for dependency in _all(root, "dependency"):
        facts = {_tag(one): _text(one) for one in dependency}
        version = _filled(facts.get("version", ""), properties)
        if facts.get("artifactId") and re.match(r"\d", version):
            yield f"{facts.get('groupId', '')}:{facts['artifactId']}", version
            yield facts["artifactId"], version


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text(element: ElementTree.Element) -> str:
    return (element.text or "").strip()


def _all(root: ElementTree.Element, tag: str) -> Iterator[ElementTree.Element]:
    return (element for element in root.iter() if _tag(element) == tag)


def _filled(version: str, properties: dict[str, str]) -> str:
    """Put properties into a version; one that is not known stays as it is, and so is no version."""
    for _ in range(_MAX_PROPERTIES):
        filled = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), version)
        if filled == version or len(filled) > _MAX_VERSION:
            break
        version = filled
    return version


def _read_gemfile_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each gem of a `Gemfile.lock`; those that lie in the project itself are left out.

    Raises:
        ValueError: It is no lock of Bundler's.
    """
    parts = re.split(r"^(?=[A-Z])", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    if not any(part.startswith("DEPENDENCIES\n") for part in parts):
        raise ValueError("it has no `DEPENDENCIES`")
    for part in parts:
        if part.startswith(("GEM\n", "GIT\n")):
            yield from _GEM.findall(part)


def _read_composer_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `composer.lock`, those for development after the others.

    Raises:
        ValueError: It is no lock of Composer's.
    """
    lock = json.loads(text)
    if not isinstance(lock, dict) or not isinstance(lock.get("packages"), list):
        raise ValueError("it has no list of `packages`")
    development = lock.get("packages-dev")
    for _, name, version in _named([*lock["packages"], *(development if isinstance(development, list) else [])]):
        if re.match(r"v?\d", version):
            yield name, version.removeprefix("v")
            if len(name.rpartition("/")[2]) > 2:
                yield name.rpartition("/")[2], version.removeprefix("v")


Reader = Callable[[str], Iterator[tuple[str, str]]]
"""Yields (name, version) of each package; raises ValueError."""

_READERS: Mapping[str, tuple[str, Reader]] = {
    "uv.lock": (r"uv\.lock", _read_toml_lock),
    "poetry.lock": (r"poetry\.lock", _read_toml_lock),
    "pylock.toml": (r"pylock(\.[^.]+)?\.toml", _read_toml_lock),
    "requirements.txt": (r".*(requirements|constraints).*\.(txt|in|lock)", _read_requirements),
    "package-lock.json": (r"package-lock\.json", _read_package_lock),
    "npm-shrinkwrap.json": (r"npm-shrinkwrap\.json", _read_package_lock),
    "pnpm-lock.yaml": (r"pnpm-lock\.yaml", _read_pnpm_lock),
    "yarn.lock": (r"yarn\.lock", _read_yarn_lock),
    "Cargo.lock": (r"cargo\.lock", _read_toml_lock),
    "Gemfile.lock": (r"gemfile\.lock|gems\.locked", _read_gemfile_lock),
    "composer.lock": (r"composer\.lock", _read_composer_lock),
    "go.sum": (r"go\.sum", _read_go_sum),
    "go.mod": (r"go\.mod", _read_go_mod),
    "pom.xml": (r"(.*[-_.])?pom\.xml", _read_pom),
}
"""Name of a lockfile, as messages list it → the pattern of such names in lower case, and the reader."""
