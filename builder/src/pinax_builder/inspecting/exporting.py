"""Write a bundle's pages as files for readers without an index: the library behind `pinax export`.

Strategy. Addresses of pages are somebody else's text. So every target is chosen and checked before the first file is
written: each has a name that every system can have, no two have the same one where case does not count, and no link
leads on from the folder.

In:    A bundle in a folder.
Out:   `llms.txt`, `llms-full.txt`, and a Markdown twin of each page, below a folder.
Rules: the same bundle gives the same bytes. Nothing is written outside the folder, whatever a page's URL is.
Spec:  https://llmstxt.org/
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote, unquote, urlsplit

from pinax_builder.errors import OutputError, writing
from pinax_builder.reading import open_entry, pages_of
from pinax_runtime.format import DocsetEntry, is_device_name, visible_line

LLMS_TXT, LLMS_FULL = "llms.txt", "llms-full.txt"
_TOP = "Pages"
"""Heading in llms.txt of pages that lie in no folder."""
_NAME_BYTES, _PATH_BYTES = 200, 1_000
"""Longest name, and longest path below the folder, that a twin is given (bytes of UTF-8)."""
_TITLE = re.compile(r"((?:(?!#{1,6} |```|~~~).*\n)*)#{1,6} (.+)\n*")
"""The heading of a page's own section, of any level, below what may stand above it, such as badges."""
_NOT_PORTABLE = re.compile(r'[<>:"|?*\\]')
"""Characters that names on Windows cannot have."""
_NOT_IN_LINK = re.compile(r"[<>\s\\]")
"""Characters that end or escape a link's address in Markdown."""


@dataclass(frozen=True, slots=True)
class ExportedPage:
    """One page as it is written."""

    docset: str
    url: str
    title: str
    description: str
    markdown: str
    twin: str
    """Path of its Markdown twin below the folder."""


def export_bundle(
    bundle: Path,
    folder: Path,
    *,
    llms_txt: bool = False,
    llms_full: bool = False,
    markdown: bool = False,
    nav: Sequence[tuple[str, str]] = (),
) -> list[Path]:
    """Write what is asked for; return the files that were written, in order.

    Args:
        bundle: The bundle's folder.
        folder: Made if it is not there; other files in it stay.
        llms_txt: Write a list of the pages by folder.
        llms_full: Write the text of all pages in one file.
        markdown: Write each page as a file of its own.
        nav: (heading in llms.txt, the page's path), in the order to list them; pages that it lacks follow by folder.

    Raises:
        BundleError: There is no bundle, or a file of it is missing or damaged.
        OutputError: A file cannot be written.
    """
    entry = open_entry(bundle)
    places = _Places([LLMS_TXT, LLMS_FULL])
    pages: list[ExportedPage] = []
    for docset in entry.docsets:
        prefix = f"{docset.name}/" if len(entry.docsets) > 1 else ""
        pages += _exported(bundle, docset, prefix, places)
    texts: dict[str, str] = {}
    if llms_txt:
        title = " and ".join(docset.title for docset in entry.docsets)
        texts[LLMS_TXT] = "".join(_listed(title, pages, nav, to_twins=markdown))
    if llms_full:
        texts[LLMS_FULL] = "\n".join(map(_in_full, pages))
    if markdown:
        texts |= {page.twin: page.markdown for page in pages}
    _check_targets(folder, texts)
    return [_write(folder, name, text) for name, text in texts.items()]


def twin_path(url: str, base: str) -> str:
    """Return the path of a page's Markdown twin below the folder that the base is published from.

    It is a path that every system can have: of names that are neither too long nor a device's.

    >>> twin_path("https://x.dev/docs/guide/intro.html", "https://x.dev/docs/"), twin_path("https://x.dev/", "https://x.dev/")
    ('guide/intro.md', 'index.md')
    >>> twin_path("a/../../b.md", ""), twin_path("https://x.dev/docs/guide/", "https://x.dev/docs/")
    ('b.md', 'guide/index.md')
    >>> twin_path("https://x.dev/aux/why%3F.html", "https://x.dev/")
    '_aux/why_.md'
    """
    path = unquote(url[len(base) :] if base and url.startswith(base) else urlsplit(url).path or url)
    path = normalize("NFC", visible_line(path)).replace("\\", "/")
    if not path or path.endswith("/"):
        path += "index.md"
    for suffix in (".html", ".htm", ".md", ".mdx", ".markdown"):
        path = path.removesuffix(suffix)
    # `normpath` resolves each `..` against the root, so that none is left.
    *folders, name = posixpath.normpath(f"/{path}").strip("/").split("/")
    twin = "/".join((*map(_portable, folders), f"{_portable(name)}.md"))
    fits = len(twin.encode()) <= _PATH_BYTES and max(len(part.encode()) for part in twin.split("/")) <= _NAME_BYTES
    return twin if fits else f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.md"


def _portable(name: str) -> str:
    """Return a file's name as every system can have it; it is never `.` or `..`."""
    name = _NOT_PORTABLE.sub("_", name).rstrip(". ") or "_"
    return f"_{name}" if is_device_name(name) else name


class _Places:
    """Paths that are given to files, each once: no file lies where another one, or its folder, does."""

    def __init__(self, files: Iterable[str]) -> None:
        self._is_folder = {_key(file): False for file in files}
        self._numbers: defaultdict[str, int] = defaultdict(lambda: 1)
        """Path of a file → the last number that was put behind it."""

    def place(self, path: str) -> str:
        """Return a path, or one with a number behind each name that is taken."""
        *folders, name = path.split("/")
        above = ""
        for folder in folders:
            while not self._is_folder.setdefault(_key(above + folder), True):
                folder += "-2"
            above += f"{folder}/"
        stem, dot, suffix = name.rpartition(".")
        placed = above + name
        while (key := _key(placed)) in self._is_folder:
            self._numbers[above + name] += 1
            placed = f"{above}{stem}-{self._numbers[above + name]}{dot}{suffix}"
        self._is_folder[key] = False
        return placed


def _key(path: str) -> str:
    """Return what two paths have in common that are one file on Windows or macOS."""
    return normalize("NFC", path.casefold())


def _exported(bundle: Path, docset: DocsetEntry, prefix: str, places: _Places) -> Iterator[ExportedPage]:
    for page, texts in pages_of(bundle, docset):
        text = "\n\n".join(text for text in texts if text.strip()) + "\n"
        titled = _TITLE.match(texts[0])
        above, title = titled.groups() if titled else ("", page.title)
        markdown = text if text.startswith("# ") else f"# {title}\n\n{above}{text[titled.end() if titled else 0 :]}"
        twin = places.place(prefix + twin_path(page.url, docset.url))
        yield ExportedPage(docset.name, page.url, page.title, page.description, markdown, twin)


def _listed(title: str, pages: list[ExportedPage], nav: Sequence[tuple[str, str]], *, to_twins: bool) -> Iterator[str]:
    """Yield the parts of llms.txt: the title, then a list of pages for each group of the navigation, or folder."""
    yield f"# {title}\n"
    places = {twin_path(path, ""): (at, heading or _TOP) for at, (heading, path) in enumerate(nav)}
    crowded = Counter(page.twin.partition("/")[0] for page in pages)
    placed = [(*places.get(page.twin, (len(nav), _folder(page.twin, crowded))), page) for page in pages]
    placed.sort(key=lambda one: (one[1] != _TOP, one[0], one[1]))
    groups: dict[str, list[ExportedPage]] = {}
    for _, heading, page in placed:
        groups.setdefault(heading, []).append(page)
    for heading, group in groups.items():
        yield f"\n## {heading}\n\n"
        for page in group:
            said = f": {page.description}" if page.description else ""
            name = " ".join(page.title.split()).replace("[", "(").replace("]", ")")
            address = _NOT_IN_LINK.sub(lambda found: quote(found[0]), page.twin if to_twins else page.url)
            yield f"- [{name}](<{address}>){said}\n"


def _folder(twin: str, crowded: Mapping[str, int]) -> str:
    """Return the first folder of a page's twin; a folder for the page alone (`a/index.md`) is none."""
    folder, _, name = twin.partition("/")
    return folder if name and (name != "index.md" or crowded[folder] > 1) else _TOP


def _in_full(page: ExportedPage) -> str:
    """Write a page so that readers of llms-full.txt find where it starts and lives."""
    heading, _, rest = page.markdown.partition("\n")
    return f"{heading}\nSource: {page.url}\n{rest}"


def _check_targets(folder: Path, names: Iterable[str]) -> None:
    """Check that files can be written below a folder, and that no link there leads elsewhere.

    Raises:
        OutputError: A link, or something else, lies where a file or its folder is to be.
    """
    root, checked = folder.resolve(), {Path()}
    for name in map(Path, names):
        target = folder / name
        if target.is_symlink() or (target.exists() and not target.is_file()):
            raise OutputError(target, "it is a link, or no file")
        for above in name.parents:
            if above in checked:
                break
            checked.add(above)
            path = folder / above
            if path.is_symlink() or (path.exists() and not path.is_dir()) or not path.resolve().is_relative_to(root):
                raise OutputError(path, "it is a link, or no folder")


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    return path
