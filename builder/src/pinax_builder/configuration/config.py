"""Read pinax.toml.

In:    A TOML file with [build], [ranking] and one [[docset]] per source.
Out:   A BuildConfig: checked, paths resolved against the file's folder, defaults filled in.
Rules: an unknown key, a wrong type or a value out of range is a ConfigError that names the key and what is allowed.
       The command line's options pass the same checks (`docset_config`).
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pinax_builder.configuration import checks as check
from pinax_builder.configuration.project import project_of
from pinax_builder.crawl import FOLDER, kind_at
from pinax_builder.crawl.packages import PackageSpec
from pinax_builder.crawl.site_records import STRATEGIES, SiteSource
from pinax_builder.errors import ConfigError
from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.storage import Place, place_of, user_cache
from pinax_runtime.format import AT_MOST_ONE, RANKING_NAMES, Golden, cause_of, limits
from pinax_runtime.trust import read_file, read_toml

MAX_BYTES = 4 << 20
"""Largest size of a file of configuration (bytes)."""
QUESTION_FILE = "questions.jsonl"
"""Name of the question file that is read if it lies beside a pinax.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig(SiteSource):
    """A site, and how its crawl is kept and rendered. It holds no secrets: they are in the environment."""

    store: Path
    """File that keeps what the site answered."""
    headers: tuple[str, ...] = ()
    """Headers whose values name environment variables, such as `Authorization: Bearer $TOKEN`."""
    render: bool = True
    """Whether a browser may read a site whose pages are empty without scripts."""


@dataclass(frozen=True, slots=True)
class PackageConfig:
    """A repository or package, and how to fetch it."""

    spec: PackageSpec
    cache: Path
    """Folder that keeps packages."""
    allow_private: bool = False
    offline: bool = False


@dataclass(frozen=True, slots=True)
class DocsetConfig:
    """One docset: a folder, a package or a site, and how to read it."""

    name: str
    path: Place = Path()
    """Folder of the docset, or object store that it lies in; not used for a site. Of a package, it is known once the
    package was fetched."""
    base_url: str = ""
    """URL where the folder is published, or that a site's pages lie below. Ends in a slash; empty when not known."""
    title: str = ""
    """Title for people; the name when empty."""
    language: str = ""
    """Language of pages that do not say theirs (BCP 47 primary subtag)."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    """Patterns of paths to leave out; these win over `include`."""
    weight: float = 1.0
    """Factor for the scores of the docset's pages."""
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facet values of every page, by facet."""
    max_page_bytes: int = MAX_PAGE_BYTES
    site: SiteConfig | None = None
    package: PackageConfig | None = None
    code: bool = False
    """Whether source code in the folder is indexed as well."""
    keep_sources: bool = False
    """Whether texts that pages of HTML were built from are indexed as well."""
    source_url_template: str = ""
    """URL where people see a file; `{path}`, `{line}` and `{last_line}` stand for the position in it."""
    gate: bool = True
    """Whether a site is refused if it is not worth indexing; folders never are."""
    quarantine: bool = False
    """Whether to leave out pages with text that is meant for models or terminals, not for readers."""
    version: str = ""
    """Version of the documented product."""
    instructions: str = ""
    """Advice on the docset that agents get when they connect to a server."""


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """A whole pinax.toml: its docsets and the options of the build."""

    docsets: tuple[DocsetConfig, ...]
    output: Place | None = None
    """Folder or object store of the bundle; None when the file does not say."""
    workers: int | None = None
    """Number of processes; None for one a processor."""
    memory_mb: int | None = None
    """What all processes together are to take (MiB); None for the default."""
    ranking: Mapping[str, float] = field(default_factory=dict)
    """Ranking parameters that the file gives; others keep their defaults."""
    glossary: tuple[tuple[str, str], ...] = ()
    """Pairs of synonyms."""
    golden: tuple[Golden, ...] = ()
    """Queries with the pages that they must find."""
    cache: Place | None = None
    """Folder or object store of the build cache; None when the file does not say."""
    cache_mb: int | None = None
    """Largest size of the build cache (MiB); None for the default."""
    patch: bool = False
    """Whether changed pages go into a small new segment over those of the earlier bundle."""
    questions: Path | None = None
    """File of the questions that pages answer; None for none."""
    ranges: bool = True
    """Whether the bundle's host sends parts of files; else files are small."""
    ui: bool = False
    """Whether the search box for people is written beside the bundle."""


_TOP = {
    "build": check.table,
    "ranking": check.table,
    "glossary": check.glossary,
    "golden": check.golden,
    "docset": check.tables,
}
_BUILD = {
    "output": check.text,
    "workers": check.integer(256),
    "memory_mb": check.integer(1_000_000),
    "cache": check.text,
    "cache_mb": check.integer(1_000_000),
    "patch": check.flag,
    "questions": check.text,
    "ranges": check.flag,
    "ui": check.flag,
}
_DOCSET = {
    "name": check.docset_name,
    "path": check.text,
    "base_url": check.base_url,
    "title": check.text,
    "language": check.language,
    "include": check.patterns,
    "exclude": check.patterns,
    "weight": check.number(0.001, 1000.0),
    "facets": check.facets,
    "max_page_bytes": check.integer(2**31),
    "quarantine": check.flag,
    "version": check.line(limits.VERSION_CHARS),
    "instructions": check.line(limits.INSTRUCTIONS_CHARS),
    "source": check.package,
}
_FOLDER = {"code": check.flag, "keep_sources": check.flag, "source_url_template": check.source_url_template}
_SITE = {
    "url": check.site_url,
    "store": check.text,
    "max_pages": check.integer(1_000_000),
    "strategies": check.some_of(STRATEGIES),
    "ignore_robots": check.flag,
    "allow_private": check.flag,
    "offline": check.flag,
    "concurrency": check.integer(64),
    "delay_s": check.number(0.0, 3600.0),
    "headers": check.headers,
    "render": check.flag,
    "gate": check.flag,
}
_PACKAGE = ("allow_private", "offline")
"""Keys of a site that a package has, too."""
_OWN_KEYS = {"url": {*_SITE}, "source": {*_PACKAGE, *_FOLDER}, "path": {*_FOLDER}}
"""Key that says what a docset is made of → the keys that it has beside those of all docsets."""
_RANKING = {name: check.number(0.0, 1.0 if name in AT_MOST_ONE else limits.WEIGHT) for name in RANKING_NAMES}


def load_config(path: Path, *, may_be_empty: bool = False) -> BuildConfig:
    """Read a pinax.toml; one without docsets, which `pinax remove` can leave, only where that may be.

    Raises:
        ConfigError: The file is missing or is no TOML, or a key or value in it is not allowed.
    """
    root = path.parent
    top = _checked(_read_toml(path), _TOP, "")
    build = _checked(top.get("build", {}), _BUILD, "build.")
    tables = top.get("docset", ())
    if not tables and not may_be_empty:
        raise ConfigError("docset", None, "at least one [[docset]] table with a `path` or a `url`", "is missing")
    docsets = tuple(docset_config(values, root, f"docset[{number}].") for number, values in enumerate(tables, start=1))
    _refuse_repeats([docset.name for docset in docsets])
    build |= {key: place_below(root, build[key]) for key in ("output", "cache") if key in build}
    beside = root / QUESTION_FILE
    if "questions" in build or beside.exists():
        build["questions"] = root / build.get("questions", beside)
    ranking = _checked(top.get("ranking", {}), _RANKING, "ranking.")
    return BuildConfig(
        docsets, ranking=ranking, glossary=top.get("glossary", ()), golden=top.get("golden", ()), **build
    )


def golden_queries(value: object) -> tuple[Golden, ...]:
    """Check golden queries that another file than a pinax.toml gives.

    Raises:
        ConfigError: One of them is not allowed.
    """
    checked: tuple[Golden, ...] = _checked({"golden": value}, {"golden": check.golden}, "")["golden"]
    return checked


def docset_config(values: Mapping[str, object], root: Path, where: str = "") -> DocsetConfig:
    """Check one docset's options, from a file or the command line.

    Args:
        values: As in a [[docset]] table.
        root: Folder that `path` is relative to.
        where: Prefix of the key in messages, such as `docset[2].`.

    Raises:
        ConfigError: An option is unknown or not allowed.
    """
    checked = _checked(values, {**_DOCSET, **_FOLDER, **_SITE}, where)
    kind = next((key for key in _OWN_KEYS if key in checked), "")
    if not kind:
        raise ConfigError(
            where + "path", None, "the folder that holds the documentation, `url` or `source`", "is missing"
        )
    for key, value in checked.items():
        if key in _OWN_KEYS and key != kind:
            raise ConfigError(where + key, str(value), f"either `{key}` or `{kind}`", f"cannot stand beside `{kind}`")
        if key not in _DOCSET and key not in _OWN_KEYS[kind]:
            right, what = ("url", "sites") if key in _SITE else ("path", "folders")
            raise ConfigError(where + key, value, f"it beside `{right}`, not `{kind}`", f"is for {what} only")
    if kind == "url":
        return _site_config(checked, root)
    if kind == "source":
        return _package_config(checked)
    place = place_below(root, checked.pop("path"))
    source = kind_at(place)
    if checked.get("code") and source is not FOLDER:
        raise ConfigError(where + "code", True, "a folder for source code", "is not for object stores and archives")
    own_name = source.name_of(place)
    if "name" not in checked and isinstance(place, Path) and (project := project_of(place)):
        own_name = project.name
        checked = {"title": project.name, **checked}
    name = checked.pop("name", None) or check.name_for(own_name)
    return DocsetConfig(name=name, path=place, **checked)


def place_below(root: Path, location: str) -> Place:
    """Return what a path, relative to a folder, or the URL of an object store stands for."""
    place = place_of(location)
    return root / place if isinstance(place, Path) else place


def _site_config(checked: dict[str, Any], root: Path) -> DocsetConfig:
    """Make the configuration of a docset that is a site."""
    site = {key: checked.pop(key) for key in _SITE if key in checked and key != "gate"}
    parts = urlsplit(site["url"])
    name = checked.pop("name", None) or check.name_for(f"{parts.hostname}{parts.path}".rstrip("/"))
    store = root / site.pop("store") if "store" in site else default_store(name, site["url"])
    return DocsetConfig(name=name, site=SiteConfig(store=store, **site), **checked)


def _package_config(checked: dict[str, Any]) -> DocsetConfig:
    """Make the configuration of a docset that is a repository or package."""
    how = {key: checked.pop(key) for key in _PACKAGE if key in checked}
    spec = checked.pop("source")
    name = checked.pop("name", None) or check.name_for(spec.name)
    version = checked.pop("version", spec.version[: limits.VERSION_CHARS])
    package = PackageConfig(spec, user_cache() / "packages", **how)
    return DocsetConfig(name=name, version=version, package=package, **checked)


def default_store(name: str, url: str) -> Path:
    """Return the default file that keeps what a site answered."""
    # Two sites may have one name in two configurations: the URL keeps their stores apart.
    digest = hashlib.sha256(url.encode()).hexdigest()[:8]
    return user_cache() / "store" / f"{name}-{digest}.sqlite"


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return read_toml(read_file(path, MAX_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            str(path),
            None,
            "the path of a pinax.toml (`pinax add URL` makes one)",
            f"cannot be read ({error.strerror})",
        ) from error
    except ValueError as error:
        raise ConfigError(str(path), None, "TOML 1.0 in UTF-8", f"is no TOML file ({cause_of(error)})") from error


def _checked(values: Mapping[str, object], checks: Mapping[str, check.Check], where: str) -> dict[str, Any]:
    """Check a table's keys and values; return the values as the checks return them."""
    checked = {}
    for key, value in values.items():
        if key not in checks:
            raise ConfigError(where + key, value, _nearest(key, checks), "is no known key")
        try:
            checked[key] = checks[key](value)
        except check.NotAllowed as error:
            raise ConfigError(where + key, value, error.allowed) from None
    return checked


def _nearest(key: str, allowed: Mapping[str, object]) -> str:
    """Say which key was probably meant, or list those that are allowed."""
    known = ", ".join(allowed)
    near = difflib.get_close_matches(key, allowed, n=1)
    return f"`{near[0]}`, if that is what you meant (known keys: {known})" if near else f"one of {known}"


def _refuse_repeats(names: Sequence[str]) -> None:
    for number, name in enumerate(names, start=1):
        if name in names[: number - 1]:
            raise ConfigError(f"docset[{number}].name", name, "a name that no other docset has", "is taken")
