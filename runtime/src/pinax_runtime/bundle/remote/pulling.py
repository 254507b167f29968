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

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
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
from pinax_runtime.trust import MAX_BYTES, SIGNATURE, placing, read_file

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
        with placing.locked(folder) as held:
            return _pull(BundleFiles(source), folder, max_bytes, progress, held)
    except OSError as error:
        raise PullError(folder, error.strerror or str(error)) from error


def _pull(files: BundleFiles, folder: Path, max_bytes: int, progress: Progress, held: bool) -> Pulled:
    before = _referenced(BundleFiles(FolderSource(folder)))
    done = Pulled(1, 1, 0, 0)
    for left in range(_DEPLOYS, -1, -1):
        data = files.entry_bytes()
        entry = Entry.from_bytes(data, files.source.location)
        try:
            names, done = _pull_files(entry, files, folder, max_bytes, progress, done)
            break
        except MissingFileError:
            if not left or files.entry_bytes() == data:
                raise
    if not _is(folder / ENTRY, data):
        placing.put_entry(folder, data)
    _pull_signature(files.source, folder)
    removed = placing.sweep(folder, names | before, held=held)
    return replace(done, files=len(names) + 1, fetched_bytes=done.fetched_bytes + len(data), removed=removed)


def _pull_signature(source: Source, folder: Path) -> None:
    """Copy the entry's signature; remove one that the source does not have any more."""
    try:
        signature = source.read(SIGNATURE)[:MAX_BYTES]
    except FileNotFoundError:
        (folder / SIGNATURE).unlink(missing_ok=True)
        return
    if not _is(folder / SIGNATURE, signature):
        placing.put_file(folder / SIGNATURE, signature)


def _pull_files(
    entry: Entry, files: BundleFiles, folder: Path, max_bytes: int, progress: Progress, done: Pulled
) -> tuple[set[str], Pulled]:
    """Pull everything that an entry leads to; manifests first, then tables, since they name the rest."""
    manifests = list(dict.fromkeys(ref for docset in entry.docsets for ref in docset.segments))
    done = _pull_missing(manifests, files, folder, done)
    here = BundleFiles(FolderSource(folder))
    wanted = dict.fromkeys(manifests)
    for ref in manifests:
        wanted.update(dict.fromkeys(here.segment(ref).files()))
        _check_size(wanted, max_bytes)
    tables = [ref for ref in wanted if ref.kind == "table"]
    done = _pull_missing(tables, files, folder, done)
    for ref in tables:
        wanted.update(dict.fromkeys(here.table(ref).named_files()))
        _check_size(wanted, max_bytes)
    return {ref.name for ref in wanted}, _pull_missing(wanted, files, folder, done, progress)


def _pull_missing(
    wanted: Collection[FileRef],
    files: BundleFiles,
    folder: Path,
    done: Pulled,
    progress: Progress = lambda done, of: None,
) -> Pulled:
    """Pull those of some files that are not there, many at once."""
    missing = list(_missing(wanted, folder))
    for at, ref in enumerate(missing):
        if at % _AT_ONCE == 0:
            files.fetch_ahead(missing[at : at + _AT_ONCE])
        done = _pull_file(ref, files, folder, done)
        progress(len(wanted) - len(missing) + at + 1, len(wanted))
    return done


def _check_size(wanted: Iterable[FileRef], max_bytes: int) -> None:
    size = sum(ref.size for ref in wanted)
    if size > max_bytes:
        remedy = "Allow more with --max-mb (`max_bytes`)."
        raise LimitExceededError(ENTRY, "the bundle's size in bytes", max_bytes, size, remedy)


def _missing(refs: Iterable[FileRef], folder: Path) -> Iterator[FileRef]:
    for ref in refs:
        try:
            path = folder / ref.name
            sound = digest(read_file(path)) == ref.digest
        except OSError:
            sound = False
        if not sound:
            yield ref


def _pull_file(ref: FileRef, files: BundleFiles, folder: Path, done: Pulled) -> Pulled:
    data = files.bytes_of(ref)
    placing.put_file(folder / ref.name, data)
    return replace(done, fetched=done.fetched + 1, fetched_bytes=done.fetched_bytes + len(data))


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
