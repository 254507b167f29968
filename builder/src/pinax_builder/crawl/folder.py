"""List a folder of documentation or source code and read its files.

In:    A Folder: where, which files, under which URL.
Out:   A Listing (names and sizes only, so that worker processes can share the reading), then Fetched or Rejection.
Rules: a link is never followed, so no loop can trap the walk and no file is read twice or from outside the folder.
       Files are in the order of their URLs, whatever the file system's order.
       Whether a page of HTML says what a text of the same name says is told by a sample of the text's words, so that
       mark-up of either side does not matter. What a comment of HTML hides is not said: one that never ends hides the
       rest of the page. A text without such words is judged by its name alone.
Why:   docs/decisions/0235
"""

from __future__ import annotations

import errno
import os
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING

from pinax_builder.crawl.files import Files, LocalFiles
from pinax_builder.crawl.globs import Rules, compile_globs, is_ignored, is_passed_over, is_vendored, rules_below
from pinax_builder.crawl.including import include_files
from pinax_builder.crawl.kinds import files_at, kind_at
from pinax_builder.crawl.listing import (
    INVENTORY,
    ListedPage,
    Listing,
    extension_of,
    is_clean,
    page_url,
    printable,
    read_inventory_files,
)
from pinax_builder.errors import PlaceError
from pinax_builder.formats import (
    BINARY_TYPES,
    HTML,
    MARKDOWN,
    MAX_PAGE_BYTES,
    PROSE,
    RST,
    SITE_FORMATS,
    SOURCE_CODE,
    MediaType,
    format_of,
)
from pinax_builder.languages import is_source, script_language
from pinax_builder.records import SOURCE_OF_A_PAGE, Fetched, Rejection
from pinax_builder.spill import Spilled, in_memory
from pinax_builder.storage import About, Place, StoredFile, UnavailableError
from pinax_runtime.format import ENTRY
from pinax_runtime.trust import open_unlinked

if TYPE_CHECKING:
    from pinax_builder.crawl.markdown_links import MarkdownLinks
    from pinax_builder.crawl.sidebars import Sidebar

MOST_TEXTS = 3
"""Number of texts for each page of HTML up to which readers get the HTML; it may be there as Markdown and man pages."""
_MOST_EXAMPLES = 3
"""Number of files of a kind that a report names."""
_SHEBANG_BYTES = 200
"""Length of the beginning of a file that may name the program that runs it, in bytes."""
_NOTHING_SAID = StoredFile("", 0)
_WORD = re.compile(rb"[a-z]{5,}")
"""A word of ASCII's letters, long enough to say something."""
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
STRETCHES = 16
"""Number of stretches of a text that are looked at, spread evenly over it."""
STRETCH_BYTES = 512
"""Length of each, in bytes. A word that it cuts is looked up as far as it goes."""
MOST_WORDS = 24
"""Number of words that are looked up, taken evenly from these; a long page is searched for each."""
FEWEST_WORDS = 8
"""Number of different words below which the name alone tells."""
LEAST_FOUND = 0.6
"""Share of the words that the page must have."""
_GENERATED_FOLDER = re.compile(r"(?:^|/)_\w+/")
"""Folders in which generators keep copies of sources (`_sources`) and downloads (`_static`) beside their HTML."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of documentation, and which of its files are pages."""

    place: Place
    base_url: str = ""
    """Where the folder is published; empty when that is not known."""
    include: tuple[str, ...] = ()
    """Globs over the path below the folder; empty takes every page."""
    exclude: tuple[str, ...] = ()
    """Globs over the path below the folder; they win over `include`."""
    max_bytes: int = MAX_PAGE_BYTES
    """A larger file is rejected unread."""
    code: bool = False
    """Whether to list source code and other texts; then `.gitignore` files count."""
    keep_sources: bool = False
    """Whether to list a text, too, beside the page of HTML that was built from it."""


def list_files(folder: Folder) -> Listing:
    """List a folder's pages without reading them, but for texts beside a page of HTML of the same name.

    Raises:
        PlaceError: The folder is missing, is no folder, or cannot be listed.
    """
    walk = _Walk(folder)
    pages = Spilled(walk.run(), ListedPage, in_memory)
    # Where texts are far more than pages of HTML, they are what readers are meant to read.
    kinds = Counter(page.media_type for page in pages)
    n_built = kinds.pop(HTML.media_type, 0)
    n_texts = kinds.total() - kinds[SOURCE_CODE.media_type]
    return Listing(
        pages=pages,
        rejections=tuple(sorted(walk.rejections, key=lambda rejection: (rejection.url, rejection.reason))),
        base_url=walk.about.base_url or folder.base_url,
        title=walk.about.title,
        fetched_at=walk.about.fetched_at,
        skipped={kind: count for kind, (count, _) in sorted(walk.skipped.items())}
        | ({} if pages else walk.passed_over),
        unread={kind: tuple(map(printable, first)) for kind, (_, first) in sorted(walk.skipped.items())},
        excluded=walk.excluded,
        ignored=walk.ignored,
        inventories=read_inventory_files(walk.files, sorted(walk.inventories)),
        may_have_sources=not folder.keep_sources and 0 < n_texts <= MOST_TEXTS * n_built,
    )


def reader(
    place: Place, max_bytes: int = MAX_PAGE_BYTES, base_url: str = ""
) -> Callable[[ListedPage], Fetched | Rejection]:
    """Return a function that reads one listed file. It raises PlaceError if the whole place does not answer."""
    files = files_at(place, base_url)
    is_published = bool(files.about().base_url)

    @cache
    def of_markdown() -> tuple[Sidebar, MarkdownLinks]:
        from pinax_builder.crawl.markdown_links import MarkdownLinks  # takes 20 ms, and most builds read no Markdown
        from pinax_builder.crawl.sidebars import Sidebar

        return Sidebar(files), MarkdownLinks(files, kind_at(place).name_of(place))

    def read(listed: ListedPage) -> Fetched | Rejection:
        content = _content(listed, place, files, max_bytes)
        if isinstance(content, Rejection):
            return content
        if is_published:
            return Fetched(listed.url, listed.path, content, listed.media_type)
        if listed.media_type in (MARKDOWN.media_type, RST.media_type):
            content = include_files(content, listed.path, files)
        if listed.media_type != MARKDOWN.media_type:
            return Fetched(listed.url, listed.path, content, listed.media_type)
        sidebar, links = of_markdown()
        content = links.rewritten(content, listed.path, listed.url)
        return Fetched(listed.url, listed.path, content, listed.media_type, sidebar.title(listed.path))

    return read


def _content(listed: ListedPage, place: Place, files: Files, max_bytes: int) -> bytes | Rejection:
    try:
        if listed.size_bytes <= max_bytes:
            return files.read(listed.path, max_bytes)
        size = f"{listed.size_bytes:,}"
    except UnavailableError as error:
        raise PlaceError(place, _cause(error)) from error
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) or error.errno != errno.EFBIG:
            return _unreadable(listed.url, _cause(error))
        size = f"more than {max_bytes:,}"  # it has grown since it was listed
    detail = f"The file has {size} bytes; the limit (max_page_bytes) is {max_bytes:,}."
    return Rejection(listed.url, "crawl", "too_large", detail)


class _Walk:
    """One pass over the tree; gathers what a Listing holds."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.files = files_at(folder.place, folder.base_url)
        self.about = About()
        self.include = compile_globs(folder.include)
        self.exclude = compile_globs(folder.exclude)
        self.rejections: list[Rejection] = []
        self.skipped: dict[str, tuple[int, list[str]]] = {}
        """What is counted of files that are no pages → how many there are, and the first of their paths."""
        self.passed_over: dict[str, int] = {}
        """Path of each folder that is not walked, whatever lies in it, with a slash at the end → 1."""
        self.excluded = 0
        self.ignored = 0
        self.inventories: list[str] = []
        self.rules: dict[str, Rules] = {}
        """Prefix of a folder still to be walked → the `.gitignore` rules above it."""

    def run(self) -> Iterator[ListedPage]:
        """Yield the pages' files in the order of their URLs."""
        try:
            self.about = self.files.about()
            self.rejections += (Rejection(url, "crawl", *why) for url, *why in self.about.left_out)
            if isinstance(self.files, LocalFiles):
                self.root = os.path.realpath(self.files.folder)
                return self._below(list(os.scandir(self.root)))
            return self._flat(list(self.files.files()))
        except OSError as error:
            raise PlaceError(self.folder.place, _cause(error)) from error

    def _below(self, entries: list[os.DirEntry[str]]) -> Iterator[ListedPage]:
        """Walk a local folder; the order of URLs is kept within each folder."""
        waiting = self._visit(entries, "")
        while waiting:
            following = waiting.pop()
            if isinstance(following, ListedPage):
                yield following
                continue
            try:
                entries = list(os.scandir(os.path.join(self.root, following)))
            except (OSError, ValueError) as error:
                self.rejections.append(_unreadable(self._url(following + "/"), _cause(error)))
                continue
            waiting += self._visit(entries, following + "/")

    def _flat(self, found: list[StoredFile]) -> Iterator[ListedPage]:
        """Go through an object store or an archive, which have neither folders nor links.

        A file whose source says its URL is a page, whatever its name is, such as a wiki's page on `.NET`.
        """
        if not found:
            raise PlaceError(self.folder.place, "there is nothing")
        files: list[ListedPage] = []
        bundles = tuple(file.name.removesuffix(ENTRY) for file in found if file.name.endswith("/" + ENTRY))
        for file in found:
            *folders, name = file.name.split("/")
            if not file.url and (file.name.startswith(bundles) or any(map(is_passed_over, folders))):
                continue
            if not file.url and is_passed_over(name):
                self._skip_hidden(file.name)
            else:
                files += self._visit_file(file.name, partial(int, file.size), file)
        yield from sorted(self._without_sources(files), key=lambda file: file.url)

    def _without_sources(self, files: list[ListedPage]) -> list[ListedPage]:
        """Reject the text that a page of HTML was built from, which many projects ship beside it (`git-add.txt`)."""
        if self.folder.keep_sources:
            return files
        built = {_stem(file.path): file for file in files if file.media_type == HTML.media_type}
        shown = {known.media_type for known in SITE_FORMATS} | {SOURCE_CODE.media_type}
        kept = []
        for file in files:
            page = None if file.media_type in shown else built.get(_stem(file.path))
            if page and self._is_said_by(page, file):
                detail = f"By its name, {page.url} was built from it."
                self.rejections.append(Rejection(file.url, "crawl", SOURCE_OF_A_PAGE, detail, page.url))
            else:
                kept.append(file)
        return kept

    def _is_said_by(self, page: ListedPage, file: ListedPage) -> bool:
        """Return whether a page says what a text says; what cannot be compared is judged by its name."""
        if file.media_type in BINARY_TYPES:
            return True
        place, most = self.folder.place, self.folder.max_bytes
        html, text = (_content(each, place, self.files, most) for each in (page, file))
        if isinstance(html, Rejection):
            return False
        return isinstance(text, Rejection) or _says(html, text)

    def _visit(self, entries: list[os.DirEntry[str]], prefix: str) -> list[ListedPage | str]:
        """Take note of a folder's entries; return its files, and folders to walk, the last URL first."""
        files: list[ListedPage] = []
        folders: list[str] = []
        if prefix and any(entry.name == ENTRY for entry in entries):
            return []  # a bundle, which an earlier build left within the site
        rules = self._rules(prefix)
        for entry in entries:
            path = prefix + entry.name
            if is_passed_over(entry.name):
                if not entry.is_dir(follow_symlinks=False):
                    self._skip_hidden(path)
                elif entry.name != ".git":
                    self.passed_over[path + "/"] = 1
                continue
            if rules and is_ignored(path, entry.is_dir(follow_symlinks=False), rules):
                self.ignored += 1
            elif entry.is_symlink():
                self._visit_link(entry, path)
            elif entry.is_dir(follow_symlinks=False):
                if self._is_ours(entry, path):
                    folders.append(path)
                    self.rules[path + "/"] = rules
            else:
                files += self._visit_file(path, partial(_size, entry))
        by_url: list[tuple[str, ListedPage | str]] = [(file.url, file) for file in self._without_sources(files)]
        by_url += [(self._url(folder + "/"), folder) for folder in folders]
        return [found for _, found in sorted(by_url, key=itemgetter(0), reverse=True)]

    def _rules(self, prefix: str) -> Rules:
        """Return the `.gitignore` rules that hold in a folder."""
        if not self.folder.code:
            return ()
        return rules_below(os.path.join(self.root, prefix), prefix, self.rules.pop(prefix, ()))

    def _is_ours(self, entry: os.DirEntry[str], path: str) -> bool:
        """Reject a folder of other projects' code where source code is listed."""
        if not self.folder.code or not is_vendored(entry.path, entry.name):
            return True
        detail = "A folder of copies of other projects; make it a docset of its own if it belongs here."
        self.rejections.append(Rejection(self._url(path + "/"), "crawl", "vendored", detail))
        return False

    def _media_type(self, path: str) -> MediaType | None:
        """Return the media type of a file by its path; None if it is no page."""
        known = format_of(path)
        is_code = self.folder.code and known in (None, PROSE)  # beside code, running text stays a text
        if is_code and (is_source(posixpath.basename(path)) or self._is_script(path)):
            return SOURCE_CODE.media_type
        if known is None or (known not in SITE_FORMATS and _GENERATED_FOLDER.search(path)):
            return None
        return known.media_type

    def _page_type(self, path: str, said: MediaType = "") -> MediaType | None:
        """Return the media type of a page; count a file that is no page or is not wanted, and return None."""
        media_type = said or self._media_type(path)
        if media_type is None:
            self._skip(path)
        elif not self._wanted(path):
            self.excluded += 1
        else:
            return media_type
        return None

    def _visit_file(self, path: str, size_of: Callable[[], int], said: StoredFile = _NOTHING_SAID) -> list[ListedPage]:
        """Take note of a file, of which its source may have said more; return it if it is a page."""
        if posixpath.basename(path) == INVENTORY:
            self.inventories.append(path)
        media_type = self._page_type(path, said.media_type)
        if media_type is None:
            return []
        if not is_clean(path):
            detail = "The file's name is not UTF-8 or holds control characters; rename it."
            self.rejections.append(Rejection(self._url(path), "crawl", "bad_name", detail))
            return []
        try:
            url = said.url or page_url(path, self.folder.base_url)
            return [ListedPage(url, path, media_type, size_of(), said.meta)]
        except OSError as error:
            self.rejections.append(_unreadable(path, _cause(error)))
            return []

    def _is_script(self, path: str) -> bool:
        """Return whether a file without an extension begins with the name of a known program."""
        if extension_of(posixpath.basename(path)) or not isinstance(self.files, LocalFiles):
            return False
        try:
            with open(os.path.join(self.root, path), "rb", opener=open_unlinked) as file:
                return script_language(file.read(_SHEBANG_BYTES).decode("latin-1")) is not None
        except (OSError, ValueError):
            return False

    def _skip_hidden(self, path: str) -> None:
        """Count a file that would be a page if its name did not begin with a dot."""
        if posixpath.basename(path).startswith(".") and format_of(path):
            self._skip(path, f"hidden {extension_of(path)}")

    def _skip(self, path: str, kind: str = "") -> None:
        kind = kind or _kind(path)
        count, first = self.skipped.get(kind, (0, []))
        self.skipped[kind] = count + 1, sorted([*first, path])[:_MOST_EXAMPLES]

    def _visit_link(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            target = os.path.realpath(entry.path)
        except (OSError, ValueError):
            target = ""
        is_folder, exists = os.path.isdir(target), os.path.exists(target)
        if not is_folder and self._page_type(path) is None:
            return
        end = "/" if is_folder else ""
        below = os.path.relpath(target, self.root) if exists else os.pardir
        is_within = below.split(os.sep)[0] != os.pardir
        is_indexed = is_within and (is_folder or (self._media_type(below) is not None and self._wanted(below)))
        detail = "A link that leads nowhere."
        if is_within:
            detail = f"A link to {printable(below)}, in the same source; only its target is indexed."
        elif exists:
            detail = f"A link to {printable(target)}, outside the source folder; copy the file if it belongs here."
        twin = self._url(below + end) if is_indexed else ""
        self.rejections.append(Rejection(self._url(path + end), "crawl", "symlink", detail, twin))

    def _wanted(self, path: str) -> bool:
        if self.include is not None and not self.include.fullmatch(path):
            return False
        return self.exclude is None or not self.exclude.fullmatch(path)

    def _url(self, path: str) -> str:
        """Name something that may have no proper URL, in printable characters."""
        if is_clean(path):
            return page_url(path, self.folder.base_url)
        return page_url(printable(path), "")


def _size(entry: os.DirEntry[str]) -> int:
    return entry.stat(follow_symlinks=False).st_size


def _says(html: bytes, text: bytes) -> bool:
    """Return whether a page has most words of a text.

    >>> _says(b"<p>Shows all", b"Shows which commit changed these files last, before another person removed words.")
    False
    """
    words = list(dict.fromkeys(_WORD.findall(_stretches(text).lower())))
    if len(words) < FEWEST_WORDS:
        return True
    sample = words[:: -(-len(words) // MOST_WORDS)]
    shown = _COMMENT.sub(b"", html.lower())
    return sum(word in shown for word in sample) >= LEAST_FOUND * len(sample)


def _stretches(text: bytes) -> bytes:
    step = max(STRETCH_BYTES, len(text) // STRETCHES)
    return b" ".join(text[at : at + STRETCH_BYTES] for at in range(0, len(text), step))


def _stem(path: str) -> str:
    return posixpath.splitext(path)[0]


def _kind(path: str) -> str:
    """Return what is counted of a file that is no page: its extension, and the folder if only that is against it."""
    extension = extension_of(posixpath.basename(path)) or "(none)"
    folder = _GENERATED_FOLDER.search(path)
    return f"{extension} in {folder[0].strip('/')}" if folder and format_of(path) else extension


def _unreadable(url: str, cause: str) -> Rejection:
    return Rejection(url, "crawl", "unreadable", f"It cannot be read: {cause}.")


def _cause(error: OSError | ValueError) -> str:
    """Say what went wrong without the path, which would make reports differ between machines."""
    return getattr(error, "strerror", None) or str(error)
