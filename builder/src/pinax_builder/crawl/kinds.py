"""The table of the kinds of sources: what people write, and what then holds the pages.

In:    What a person wrote, or a Place as the configuration has it.
Out:   The kind of source that it is; its files.
Rules: another kind of source is a module with a class like `Files` and a row of `KINDS`. The command line, the
       configuration and the crawl ask this table alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.crawl.archive import Archive
from pinax_builder.crawl.files import Files, LocalFiles
from pinax_builder.crawl.packages import is_package
from pinax_builder.storage import Place, is_storage


class Kind(NamedTuple):
    """A kind of source."""

    key: str
    """Key of a docset that names one: `url`, `source` or `path`."""
    form: str
    """How people write one."""
    takes: Callable[[str], bool]
    """Tells by a path, URL or name whether it is such a source, which need not exist."""
    files: Callable[[Any, str], Files] | None = None
    """Opens one, given its Place and the docset's base URL; None for what is crawled, or fetched into a folder."""
    ends: tuple[str, ...] = ()
    """Ends of the names of such files, in lower case."""

    def name_of(self, place: Place) -> str:
        """Return what one is called by its place alone."""
        if isinstance(place, Path):
            name = place.resolve().name if self is FOLDER else place.name
        else:
            name = place.url.rpartition("/")[2]
        return next((name[: -len(end)] for end in self.ends if name.lower().endswith(end)), name)


def _file(form: str, files: Callable[[Any, str], Files], *ends: str) -> Kind:
    """Make the row of files with such names."""
    return Kind("path", form, lambda name: name.lower().endswith(ends) and not os.path.isdir(name), files, ends)


def _web_archive(path: Path, base_url: str) -> Files:
    from pinax_builder.crawl.site.warc import WebArchive  # which imports what crawls sites

    return WebArchive(path, base_url)


FOLDER = Kind(
    "path",
    "a folder",
    lambda name: "://" not in name and not os.path.isfile(name),
    lambda place, _: LocalFiles(place),
)
SITE = Kind("url", "an http(s) URL", lambda name: name.lower().startswith(("http://", "https://")))
KINDS = (
    SITE,
    Kind("source", "a Git repository or package (git+https://…, npm:…, pypi:…)", is_package),
    Kind("path", "an object store (s3://…)", is_storage, lambda place, _: place),
    _file("a .zip archive of a folder", lambda place, _: Archive(place), ".zip"),
    _file("a web archive (.warc, .warc.gz)", _web_archive, ".warc", ".warc.gz"),
    FOLDER,
)
"""All kinds; the first that takes a source has it."""
FORMS = ", ".join(kind.form for kind in reversed(KINDS))
"""How sources are written, for messages."""


def kind_of(source: str) -> Kind | None:
    """Return what kind of source a person has named; None if it is none."""
    return next((kind for kind in KINDS if kind.takes(source)), None)


def kind_at(place: Place) -> Kind:
    """Return what kind of source lies at a place, which need not exist."""
    return next((kind for kind in KINDS if kind.files and kind.takes(str(place))), FOLDER)


def files_at(place: Place, base_url: str = "") -> Files:
    """Return the files of a place."""
    files = kind_at(place).files
    assert files
    return files(place, base_url)
