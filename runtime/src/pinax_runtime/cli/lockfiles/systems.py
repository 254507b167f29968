"""Read what Go, Maven, Bundler and Composer keep: `go.sum`, `go.mod`, `pom.xml`, `Gemfile.lock`, `composer.lock`.

Rules: a module of Go, an artifact of Maven and a package of Composer are known by their whole name and by its last
       part, after which documentation is usually called. A last part of one or two letters, such as `go`, says too
       little.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree

_GO_REQUIRED = re.compile(r"^\s*(?:require\s+)?([\w.~-]+(?:/[\w.~-]+)+)\s+v(\d[^\s/]*)", re.MULTILINE)
_GO_SUM = re.compile(r"^(\S+) v(\d\S*) h1:", re.MULTILINE)
_PROPERTY = re.compile(r"\$\{([^}]+)\}")
_GEM = re.compile(r"^ {4}([\w.-]+) \((\d[^()\s-]*)[^()]*\)$", re.MULTILINE)
_MAX_PROPERTIES = 10
"""Times that properties in a version are replaced."""
_MAX_VERSION = 200
"""Longest version, and longest property that is put into one (characters)."""


def read_go_mod(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each module that a `go.mod` requires.

    Raises:
        ValueError: It names no module.
    """
    if not re.search(r"^module\s+\S", text, re.MULTILINE):
        raise ValueError("it has no `module`")
    required = re.sub(r"^(exclude|replace|retract)\s*\([^)]*\)|^(exclude|replace|retract)\s.*$", "", text, flags=re.M)
    for found in _GO_REQUIRED.finditer(required):
        yield from _go_module(found[1], found[2])


def read_go_sum(text: str) -> Iterator[tuple[str, str]]:
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


def read_pom(text: str) -> Iterator[tuple[str, str]]:
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


def read_gemfile_lock(text: str) -> Iterator[tuple[str, str]]:
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


def read_composer_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `composer.lock`, those for development after the others.

    Raises:
        ValueError: It is no lock of Composer's.
    """
    lock = json.loads(text)
    if not isinstance(lock, dict) or not isinstance(lock.get("packages"), list):
        raise ValueError("it has no list of `packages`")
    development = lock.get("packages-dev")
    for package in [*lock["packages"], *(development if isinstance(development, list) else [])]:
        name, version = (package.get(key) for key in ("name", "version")) if isinstance(package, dict) else ("", "")
        if isinstance(name, str) and isinstance(version, str) and re.match(r"v?\d", version):
            yield name, version.removeprefix("v")
            if len(name.rpartition("/")[2]) > 2:
                yield name.rpartition("/")[2], version.removeprefix("v")
