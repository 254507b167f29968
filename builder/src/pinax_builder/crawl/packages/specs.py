"""Read how a package is named: `git+https://host/path@tag:folder/`, `npm:name@version:folder/`, `pypi:name==version`.

Rules: a package of PyPI is named with one exact version, so that a build can be repeated. npm's may have a range or a
       tag, or none for the newest, but nothing that npm takes for a file, a URL or an option. A URL holds no password:
       Git asks the user's credential helper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Kind = Literal["git", "npm", "pypi"]

FORMS = "git+https://host/project@tag:docs/, npm:package@1.2.3 (or @^1, or none for the newest) or pypi:package==1.2.3"
"""How packages are written, for messages."""
_SCHEMES = ("https", "ssh", "file")
_GIT_PATH = re.compile(r"(?P<path>/[^@:\s]+?)/?(?:@(?P<ref>[\w.+/-]+))?(?::(?P<folder>\S+))?")
_NPM = re.compile(
    r"npm:(?P<name>(?:@[a-z0-9~][\w.~-]*/)?[a-z0-9~][\w.~-]*)(?:@(?P<version>[^:@/]+))?(?::(?P<folder>\S+))?"
)
_NPM_PART = r"(?:[<>]=?|[=^]|~>?)?\s*v?(?:[xX*]|\d+)(?:\.(?:[xX*]|\d+)){0,2}(?:[-+][0-9A-Za-z.+-]+)?"
_NPM_RANGE = re.compile(rf"[A-Za-z][\w-]*|{_NPM_PART}(?:(?:\s*\|\|\s*|\s+-\s+|\s+){_NPM_PART})*")
"""What npm takes after the `@`: a tag, or comparators joined by spaces, ` - ` and `||`."""
_EXACT = re.compile(r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?")
_PYPI = re.compile(r"pypi:(?P<name>[A-Za-z0-9][\w.-]*)==(?P<version>\d[\w.!+-]*)(?::(?P<folder>\S+))?")
_VERSION = re.compile(r"(?:.*[/@-])?v?(\d+(?:\.\d+)+[\w.+-]*)")


@dataclass(frozen=True, slots=True)
class PackageSpec:
    """A package as a person named it."""

    kind: Kind
    text: str
    """What was written, without the folder."""
    name: str
    """Of the package; of a repository, the last part of its path."""
    ref: str
    """Tag, branch or commit; of a registry's package, its version, or npm's range. Empty for the newest."""
    folder: str = ""
    """Path within the package, without slashes at its ends; empty for all of it."""
    url: str = ""
    """Of a repository."""

    @property
    def version(self) -> str:
        """Return the version that a package has, or that a tag names; empty where none does.

        >>> [parse_spec(text).version for text in ("git+https://h/p@v2.3.1", "git+https://h/p@main", "npm:p@^2")]
        ['2.3.1', '', '']
        """
        if self.kind != "git":
            return self.ref if self.kind == "pypi" or _EXACT.fullmatch(self.ref) else ""
        found = _VERSION.fullmatch(self.ref)
        return found[1] if found else ""


def is_package(source: str) -> bool:
    """Tell whether a source is meant as a package."""
    return source.startswith(("git+", "npm:", "pypi:"))


def parse_spec(text: str) -> PackageSpec:
    """Read how a package is named.

    Raises:
        ValueError: It has none of the forms; the message says what is allowed.
    """
    if text.startswith("git+"):
        return _git(text)
    found = _NPM.fullmatch(text) or _PYPI.fullmatch(text)
    kind: Kind = "npm" if text.startswith("npm:") else "pypi"
    version = (found["version"] or "").strip() if found else ""
    if kind == "pypi" and re.fullmatch(r"pypi:[\w.-]+(?::.*)?", text):
        name = text.split(":")[1]
        raise ValueError(f"a version, as pypi:{name}==1.2.3; `pip index versions {name}` lists them")
    if not found or (kind == "npm" and version and not _NPM_RANGE.fullmatch(version)):
        raise ValueError(f"a package and its version, as {FORMS}")
    whole, folder = _without_folder(text, found["folder"])
    return PackageSpec(kind, whole, found["name"], version, folder)


def _git(text: str) -> PackageSpec:
    parts = urlsplit(text.removeprefix("git+"))
    found = _GIT_PATH.fullmatch(parts.path)
    if parts.scheme not in _SCHEMES or parts.query or parts.fragment or not found:
        raise ValueError(f"git+ and a URL of https, ssh or file, as {FORMS}")
    if "@" in parts.netloc and (parts.scheme != "ssh" or parts.password is not None):
        raise ValueError("a URL without user and password; Git asks the credential helper that you have set up")
    if (not parts.hostname and parts.scheme != "file") or (parts.hostname or "").startswith("-"):
        raise ValueError(f"a URL with a host, as {FORMS}")
    ref = found["ref"] or ""
    if ref.startswith(("-", "/")) or ".." in ref or ref.endswith((".lock", "/")):
        raise ValueError("a tag, branch or commit after the `@`")
    whole, folder = _without_folder(text, found["folder"])
    name = found["path"].rpartition("/")[2].removesuffix(".git")
    return PackageSpec("git", whole, name, ref, folder, f"{parts.scheme}://{parts.netloc}{found['path']}")


def _without_folder(text: str, folder: str | None) -> tuple[str, str]:
    """Return what names the package, and the folder within it."""
    whole = text[: -len(folder) - 1] if folder else text
    plain = (folder or "").strip("/")
    if (any(part in ("", ".", "..") for part in plain.split("/")) and plain) or "\\" in plain:
        raise ValueError("a folder within the package after the `:`, such as docs/")
    return whole, plain
