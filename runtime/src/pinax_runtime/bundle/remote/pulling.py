"""Copy a whole bundle into a folder: what is missing there, checked, and the entry last.

Strategy. The entry names the segments, and their manifests and tables name everything else, so nothing has to be
listed by a server. A file that the folder has is read and checked, and fetched only if it is not what its name says. A
pull that ends early leaves the old bundle of the folder as it was, and the next one goes on from the files that came.

Rules: a file appears under its name when it is whole; the entry is replaced last; files of the build before the one
       that was there are removed after that, as a builder does. If a file is gone from the server, a new build has been
       deployed meanwhile: the entry is read anew, and what that one wants is pulled.
Spec:  docs/format.md, section 11.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pinax_runtime.bundle.files import BundleFiles
from pinax_runtime.bundle.source import FolderSource, Source
from pinax_runtime.format import (
    ENTRY,
    BundleError,
    Entry,
    FileRef,
    LimitExceededError,
    MissingFileError,
    PinaxError,
    all_files,
    digest,
)
from pinax_runtime.trust import disk, read_file
from pinax_runtime.trust.signatures import MAX_BYTES, SIGNATURE

DEFAULT_MAX_MB = 10_000
"""Size of the largest bundle that is pulled (MiB) where none is asked for."""
_AT_ONCE = 64
"""Number of files that are asked for together."""
_DEPLOYS = 3
"""New builds that may be deployed while one is pulled."""

Progress = Callable[[int, int], None]
"""Is told the files that are there, and how many there will be."""


class PullError(PinaxError):
    """A folder cannot be written."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(f"{path} cannot be written: {cause}. Make room, or give another folder.")
        self.path, self.cause = path, cause


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did."""

    files: int
    """Files of the bundle, the entry among them."""
    fetched: int
    """Of these, how many were fetched."""
    fetched_bytes: int
    removed: int
    """Files of an older build."""


def pull(
    source: Source, folder: Path, *, max_bytes: int = DEFAULT_MAX_MB << 20, progress: Progress = lambda done, of: None
) -> Pulled:
    """Make a folder the bundle that a source has.

    Args:
        source: Where the bundle is.
        folder: Made if it is missing; what is in it besides a bundle stays.
        max_bytes: Largest bundle that is taken (bytes).
        progress: Is told how far it is.

    Raises:
        BundleError: The bundle is damaged, not whole or too large.
        PullError: The folder cannot be written.
    """
    try:
        with disk.locked(folder) as held:
            return _pull(BundleFiles(source), folder, max_bytes, progress, held)
    except OSError as error:
        raise PullError(folder, error.strerror or str(error)) from error


def _pull(files: BundleFiles, folder: Path, max_bytes: int, progress: Progress, held: bool) -> Pulled:
    before = _referenced(BundleFiles(FolderSource(folder)))
    pulling = _Pulling(files, folder, max_bytes, progress)
    for left in range(_DEPLOYS, -1, -1):
        data = files.entry_bytes()
        try:
            names = pulling.files_of(Entry.from_bytes(data, files.source.location))
            break
        except MissingFileError:
            if not left or files.entry_bytes() == data:
                raise
    if not _is(folder / ENTRY, data):
        disk.put_entry(folder, data)
    _pull_signature(files.source, folder)
    removed = disk.sweep(folder, names | before, held=held)
    return Pulled(len(names) + 1, pulling.fetched + 1, pulling.fetched_bytes + len(data), removed)


def _pull_signature(source: Source, folder: Path) -> None:
    """Copy the entry's signature; remove one that the source does not have any more."""
    try:
        signature = source.read(SIGNATURE)[:MAX_BYTES]
    except FileNotFoundError:
        (folder / SIGNATURE).unlink(missing_ok=True)
        return
    if not _is(folder / SIGNATURE, signature):
        disk.put_file(folder / SIGNATURE, signature)


class _Pulling:
    """Fetches what is missing of a bundle, and counts it."""

    def __init__(self, files: BundleFiles, folder: Path, max_bytes: int, progress: Progress) -> None:
        self._files, self._folder, self._max_bytes, self._progress = files, folder, max_bytes, progress
        self.fetched = self.fetched_bytes = 0

    def files_of(self, entry: Entry) -> set[str]:
        """Pull everything that an entry leads to: manifests first, then tables, since they name the rest."""
        wanted = {ref: None for docset in entry.docsets for ref in docset.segments}
        here = BundleFiles(FolderSource(self._folder))
        self._fetch(wanted)
        manifests = [here.segment(ref) for ref in wanted]
        for manifest in manifests:
            self._add(wanted, manifest.files())
        self._fetch([ref for ref in wanted if ref.kind == "table"])
        for ref in (ref for manifest in manifests for ref in manifest.table_refs()):
            self._add(wanted, here.table(ref).named_files())
        self._fetch(wanted, self._progress)
        return {ref.name for ref in wanted}

    def _add(self, wanted: dict[FileRef, None], refs: Iterable[FileRef]) -> None:
        wanted.update(dict.fromkeys(refs))
        size = sum(ref.size for ref in wanted)
        if size > self._max_bytes:
            remedy = "Allow more with --max-mb (`max_bytes`)."
            raise LimitExceededError(ENTRY, "the bundle's size in bytes", self._max_bytes, size, remedy)

    def _fetch(self, wanted: Collection[FileRef], progress: Progress = lambda done, of: None) -> None:
        """Fetch those of some files that are not there, many at once."""
        missing = [ref for ref in wanted if not self._has(ref)]
        for at, ref in enumerate(missing):
            if at % _AT_ONCE == 0:
                self._files.fetch_ahead(missing[at : at + _AT_ONCE])
            data = self._files.bytes_of(ref)
            disk.put_file(self._folder / ref.name, data)
            self.fetched += 1
            self.fetched_bytes += len(data)
            progress(len(wanted) - len(missing) + at + 1, len(wanted))

    def _has(self, ref: FileRef) -> bool:
        try:
            return digest(read_file(self._folder / ref.name)) == ref.digest
        except OSError:
            return False


def _referenced(files: BundleFiles) -> set[str]:
    """Name the files of the bundle that is there: who has it open goes on finding them."""
    names: set[str] = set()
    with suppress(BundleError):
        for ref in (ref for docset in files.entry().docsets for ref in docset.segments):
            names |= {ref.name, *(file.name for file in all_files(files.segment(ref), files.table))}
    return names


def _is(path: Path, data: bytes) -> bool:
    try:
        return read_file(path) == data
    except OSError:
        return False
