"""Publish a bundle in an object store: build it in a folder of its own, and copy what is new.

In:    Where the bundle goes.
Out:   The folder to build into: the place itself, or a copy of the bundle that is there, which is copied back.
Rules: files are named by their content, so one that is there already is not copied again and a copy that was cut off is
       simply repeated. The entry is copied last; what only older builds used is removed after that.
Spec:  docs/format.md, section 11.
Why:   docs/decisions/0225
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pinax_builder.errors import OutputError
from pinax_builder.search_box import files_of_search_box
from pinax_builder.storage import Place, Storage
from pinax_builder.temporary import temporary_folder
from pinax_runtime.format import ENTRY, FOLDER, is_file_name
from pinax_runtime.trust.signatures import SIGNATURE


@contextmanager
def staged(output: Place) -> Iterator[Path]:
    """Yield the folder to build a bundle into, and publish what is in it at the end unless something is raised.

    Raises:
        OutputError: The object store cannot be read or written.
    """
    if isinstance(output, Path):
        yield output
        return
    with temporary_folder() as temporary:
        folder = temporary / "bundle"
        folder.mkdir()
        published = _download(output, folder)
        yield folder
        _upload(folder, output, published)


def _download(storage: Storage, folder: Path) -> Mapping[str, int]:
    """Copy the bundle that is there; return the names and sizes of its files."""
    (folder / FOLDER).mkdir()
    try:
        names = {file.name: file.size for file in storage.files()}
        found = {name: size for name, size in names.items() if name in (ENTRY, SIGNATURE) or _is_file(name)}
        storage.download(found, folder)
    except OSError as error:
        raise OutputError(storage, error.strerror or str(error)) from error
    return found


def _upload(folder: Path, storage: Storage, published: Mapping[str, int]) -> None:
    names = {f"{FOLDER}/{path.name}": path.stat().st_size for path in (folder / FOLDER).iterdir()}
    try:
        storage.upload([name for name, size in names.items() if published.get(name) != size], folder)
        for name in files_of_search_box(folder):  # the module that pages load last, when what it loads is there
            storage.upload([name], folder)
        storage.put(ENTRY, (folder / ENTRY).read_bytes())
        kept = {path.name for path in (folder / ENTRY, folder / SIGNATURE) if path.exists()}
        storage.remove(published.keys() - names.keys() - kept)
    except OSError as error:
        raise OutputError(storage, error.strerror or str(error)) from error


def _is_file(name: str) -> bool:
    folder, _, rest = name.partition("/")
    return folder == FOLDER and is_file_name(rest)
