"""Read pinax.toml.

In:    A TOML file with [build], [ranking] and one [[docset]] per source.
Out:   A BuildConfig: checked, paths resolved against the file's folder, defaults filled in.
Rules: an unknown key, a wrong type or a value out of range is a ConfigError that names the key and what is allowed.
       The command line's options pass the same checks (`docset_config`).
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pinax_builder.configuration import checks as check
from pinax_builder.crawl.site.source import MAX_PAGES, STRATEGIES, Strategy
from pinax_builder.errors import ConfigError
from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_runtime.contract import limits
from pinax_runtime.contract.entry import Golden
from pinax_runtime.contract.fields import AT_MOST_ONE, RANKING_NAMES


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """A docset's site and how to crawl it. Holds no secret: of headers only what names variables."""

    url: str
    store: Path
    """The file that keeps what the site answered."""
    max_pages: int = MAX_PAGES
    strategies: tuple[Strategy, ...] = STRATEGIES
    ignore_robots: bool = False
    allow_private: bool = False
    offline: bool = False
    concurrency: int = 4
    delay_s: float = 0.1
    headers_env: str = ""
    """Names a variable that holds headers, one a line."""
    headers: tuple[str, ...] = ()
    """`Name: value with $VARIABLES`."""
    render: bool = True
    """Whether a browser may fill a site of shells."""
    render_concurrency: int = 2
    """Pages in the browser at once."""
    chromium: str = ""
    """The browser; empty for the one that the environment or the PATH has."""

    @staticmethod
    def variables(template: str) -> list[str]:
        """Name the variables of a header, longest first.

        >>> SiteConfig.variables("Bearer $TOKEN ${B}")
        ['TOKEN', 'B']
        """
        found = {bare or braced for bare, braced in re.findall(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})", template)}
        return sorted(found, key=lambda name: (-len(name), name))


@dataclass(frozen=True, slots=True)
class DocsetConfig:
    """One docset: a folder or a site, and how to read it."""

    name: str
    path: Path = Path()
    """The folder; without meaning for a site."""
    base_url: str = ""
    """Where the folder is published, or what a site's pages lie below; ends in a slash; empty when not known."""
    title: str = ""
    """For people; the name when empty."""
    language: str = ""
    """BCP 47 primary subtag for pages that do not say."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    weight: float = 1.0
    """Multiplies the scores of the docset's pages."""
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Added to every page."""
    max_page_bytes: int = MAX_PAGE_BYTES
    site: SiteConfig | None = None
    code: bool = False
    """Whether source code in the folder is read as well."""
    source_url_template: str = ""
    """Where a file is shown for people: `{path}`, `{line}` and `{last_line}` stand for a place in it."""
    gate: bool = True
    """Whether a site and its pages are judged; folders are not."""
    quarantine: bool = False
    """Whether pages are left out that hold what is meant for models or terminals and not for readers."""
    version: str = ""
    """Version of what is documented."""
    instructions: str = ""
    """What agents are told of the docset when they connect to a server."""


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """A whole build."""

    docsets: tuple[DocsetConfig, ...]
    output: Path | None = None
    """Where the bundle goes; None when the file does not say."""
    workers: int | None = None
    """Processes; None for as many as there are processors."""
    zstd_level: int | None = None
    """None for the writer's own."""
    ranking: Mapping[str, float] = field(default_factory=dict)
    """Only the parameters that the file gives."""
    glossary: tuple[tuple[str, str], ...] = ()
    """Pairs of expressions that stand for one another."""
    golden: tuple[Golden, ...] = ()
    """Questions that the bundle has to answer."""
    cache: Path | None = None
    """Folder of the build cache; None when the file does not say."""
    cache_mb: int | None = None
    """Most bytes of it, in units of 2²⁰; None for the default."""
    patch: bool = False
    """Whether what changed goes into small segments over those of the bundle that is there."""


_TOP = {
    "build": check.table,
    "ranking": check.table,
    "glossary": check.glossary,
    "golden": check.golden,
    "docset": check.tables,
}
_BUILD = {
    "output": check.text,
    "workers": check.integer(1, 256),
    "zstd_level": check.integer(1, 22),
    "cache": check.text,
    "cache_mb": check.integer(1, 1_000_000),
    "patch": check.flag,
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
    "max_page_bytes": check.integer(1, 2**31),
    "quarantine": check.flag,
    "version": check.line(limits.VERSION_CHARS),
    "instructions": check.line(limits.INSTRUCTIONS_CHARS),
}
_FOLDER = {"code": check.flag, "source_url_template": check.source_url_template}
_SITE = {
    "url": check.site_url,
    "store": check.text,
    "max_pages": check.integer(1, 1_000_000),
    "strategies": check.some_of(STRATEGIES),
    "ignore_robots": check.flag,
    "allow_private": check.flag,
    "offline": check.flag,
    "concurrency": check.integer(1, 64),
    "delay_s": check.number(0.0, 3600.0),
    "headers_env": check.text,
    "headers": check.headers,
    "render": check.flag,
    "render_concurrency": check.integer(1, 16),
    "chromium": check.text,
    "gate": check.flag,
}
_RANKING = {name: check.number(0.0, 1.0 if name in AT_MOST_ONE else limits.WEIGHT) for name in RANKING_NAMES}


def load_config(path: Path) -> BuildConfig:
    """Read a pinax.toml.

    Raises:
        ConfigError: The file is missing or is no TOML, or a key or value in it is not allowed.
    """
    root = path.parent
    top = _checked(_read_toml(path), _TOP, "")
    build = _checked(top.get("build", {}), _BUILD, "build.")
    if not top.get("docset"):
        raise ConfigError("docset", None, "at least one [[docset]] table with a `path` or a `url`", "is missing")
    docsets = tuple(
        docset_config(values, root, f"docset[{number}].") for number, values in enumerate(top["docset"], start=1)
    )
    _refuse_repeats([docset.name for docset in docsets])
    return BuildConfig(
        docsets=docsets,
        output=root / build["output"] if "output" in build else None,
        workers=build.get("workers"),
        zstd_level=build.get("zstd_level"),
        ranking=_checked(top.get("ranking", {}), _RANKING, "ranking."),
        glossary=top.get("glossary", ()),
        golden=top.get("golden", ()),
        cache=root / build["cache"] if "cache" in build else None,
        cache_mb=build.get("cache_mb"),
        patch=build.get("patch", False),
    )


def docset_config(values: Mapping[str, object], root: Path, where: str = "") -> DocsetConfig:
    """Check one docset's options.

    Args:
        values: As in a [[docset]] table.
        root: What `path` is relative to.
        where: Goes before the key in messages.

    Raises:
        ConfigError: An option is unknown or not allowed.
    """
    checked = _checked(values, {**_DOCSET, **_FOLDER, **_SITE}, where)
    if "url" in checked:
        return _site_config(checked, root, where)
    if "path" not in checked:
        raise ConfigError(where + "path", None, "the folder that holds the documentation, or `url`", "is missing")
    if astray := next((key for key in checked if key in _SITE), ""):
        raise ConfigError(where + astray, checked[astray], "it beside `url`, not `path`", "is for sites only")
    folder = root / checked.pop("path")
    name = checked.pop("name", None) or check.name_for(folder.resolve().name)
    return DocsetConfig(name=name, path=folder, **checked)


def _site_config(checked: dict[str, Any], root: Path, where: str) -> DocsetConfig:
    """Make the configuration of a docset that is a site."""
    if "path" in checked:
        raise ConfigError(where + "path", checked["path"], "either `path` or `url`", "cannot stand beside `url`")
    if astray := next((key for key in checked if key in _FOLDER), ""):
        raise ConfigError(where + astray, checked[astray], "it beside `path`, not `url`", "is for folders only")
    site = {key: checked.pop(key) for key in _SITE if key in checked and key != "gate"}
    parts = urlsplit(site["url"])
    name = checked.pop("name", None) or check.name_for(f"{parts.hostname}{parts.path}".rstrip("/"))
    store = root / site.pop("store") if "store" in site else default_store(name, site["url"])
    return DocsetConfig(name=name, site=SiteConfig(store=store, **site), **checked)


def default_store(name: str, url: str) -> Path:
    """Name the file that keeps a site's answers where none is given."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    digest = hashlib.sha256(url.encode()).hexdigest()[:8]
    return cache / "pinax" / "store" / f"{name}-{digest}.sqlite"


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            str(path),
            None,
            "the path of a pinax.toml (`pinax add URL` makes one)",
            f"cannot be read ({error.strerror})",
        ) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(str(path), None, "TOML 1.0 in UTF-8", f"is no TOML file ({error})") from error


def _checked(values: Mapping[str, object], checks: Mapping[str, check.Check], where: str) -> dict[str, Any]:
    """Check a table's keys and values; return the values as the checks give them back."""
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
    known = ", ".join(allowed)
    near = difflib.get_close_matches(key, allowed, n=1)
    return f"`{near[0]}`, if that is what you meant (known keys: {known})" if near else f"one of {known}"


def _refuse_repeats(names: Sequence[str]) -> None:
    for number, name in enumerate(names, start=1):
        if name in names[: number - 1]:
            raise ConfigError(f"docset[{number}].name", name, "a name that no other docset has", "is taken")
