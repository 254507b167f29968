"""Build a bundle: the Python API behind `pinax build`.

Rules: a bundle of an object store is built in a folder of its own, and what is new is copied. Files are named by their
       content, so one that is there already is not copied again and a copy that was cut off is simply repeated. The
       entry is copied last; what only older builds used is removed after that.
Spec:  docs/format.md, section 11.
Why:   docs/decisions/0225
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from pinax_builder.clock import build_time, written
from pinax_builder.cluster import connected
from pinax_builder.configuration import BuildConfig
from pinax_builder.errors import BuildError, ClusterError, OtherFilesError, OutputError, UnreadableError, writing
from pinax_builder.pipeline import Progress, Target, run
from pinax_builder.processes import InlineExecutor, ProcessPool, most_workers, worker_bytes
from pinax_builder.processes.memory import resident_bytes
from pinax_builder.reading import referenced_files
from pinax_builder.report import BuildReport, DocsetReport, QuestionsReport
from pinax_builder.search_box import files_of_search_box, write_search_box
from pinax_builder.state import Cache, default_folder
from pinax_builder.storage import Place, Storage
from pinax_builder.temporary import temporary_folder
from pinax_runtime.format import ENTRY, FOLDER, cause_of, is_file_name
from pinax_runtime.trust import check_target
from pinax_runtime.trust.signatures import SIGNATURE


def build(
    config: BuildConfig,
    output: Place,
    *,
    workers: int | None = None,
    memory_mb: int | None = None,
    executor: Executor | str | None = None,
    allow_other_files: bool = False,
    prune: bool = False,
    force: bool = False,
    cache: Place | bool | None = None,
    patch: bool | None = None,
    ui: bool | None = None,
    progress: Progress = lambda name, done, listed, rejected: None,
) -> BuildReport:
    """Build a bundle from folders of documentation.

    Args:
        config: Docsets, ranking and limits; `load_config` reads one from a file.
        output: The bundle's folder, or an object store. A bundle that is there is replaced at the very end, or not at
            all.
        workers: Processes that read and index pages; by default one a processor. The bundle does not depend on it.
            Processes may be spawned: a script that calls this guards itself with `if __name__ == "__main__"`, or gives
            1 (for source code a process is spawned all the same, so that no file can end the build).
        memory_mb: What all processes together should take (MiB), which single large pages may exceed; by default the
            configuration's, or 100 and 150 a worker. The bundle does not depend on it.
        executor: Runs the batches instead of a pool of processes: a cluster's address (`dask://HOST:PORT`), whose
            workers use the same `cache`; or an executor whose workers share this machine's files.
        allow_other_files: Write into a folder that holds files and no bundle.
        prune: Remove the files that only the previous build used. Without it they stay for readers that have that
            build open, until the build after this one.
        force: Replace a site's docset even if it would have fewer than half of its pages.
        cache: Folder or object store that keeps what pages became, for the next build; by default the configuration's,
            or none. True for the configuration's, or a folder of the user's own; False for none. The bundle does not
            depend on it.
        patch: Put what changed into small segments over those of the bundle that is there; by default as the
            configuration says. A docset is built whole where that cannot be done, and now and then.
        ui: Write the search box for people beside the bundle; by default as the configuration says.
        progress: Told about each batch of pages.

    Returns:
        What was admitted, what was refused and why.

    Raises:
        BuildError: See `pinax_builder.errors`. The old bundle is still in place.
    """
    started = time.perf_counter()
    wants_patch = config.patch if patch is None else patch
    named = config.cache if cache is True or cache is None else cache or None
    address = executor if isinstance(executor, str) else ""
    if address and (named is None or wants_patch):
        raise ClusterError(address, "it needs a --cache that its workers share, and makes no patches")
    memory_mb = memory_mb or config.memory_mb
    n_workers = workers or config.workers or most_workers(memory_mb, os.cpu_count() or 1)
    of_worker = worker_bytes(memory_mb, n_workers)
    with temporary_folder() as temporary, ExitStack() as stack:
        folder = stack.enter_context(_staged(output))
        _check(folder, allow_other_files=allow_other_files)  # before hours of work, not after
        was_signed = (folder / SIGNATURE).exists()
        kept = Cache(named) if named else None
        if kept:
            kept.prepare()
        note = ""
        if kept is None and (cache is True or wants_patch) and executor is None:
            kept, note = _own_cache()
        is_alone = n_workers == 1 and not any(docset.code for docset in config.docsets)
        target = Target(
            output=folder,
            fetched_at=written(build_time()),
            prune=prune,
            force=force,
            cache=kept,
            worker_bytes=of_worker,
            held_bytes=resident_bytes() if is_alone and executor is None else 0,
            patch=wants_patch,
            questions=_by_id(config.questions) if config.questions else {},
        )
        given = None if isinstance(executor, str) else executor

        def attempt(cache: Cache | None) -> tuple[DocsetReport, ...]:
            stage = temporary / ("first" if cache is kept else "second")
            stage.mkdir()
            with ExitStack() as workers:
                pool = given or workers.enter_context(InlineExecutor() if is_alone else ProcessPool(n_workers))
                if address and kept:
                    pool = workers.enter_context(connected(address, kept, pool))
                return run(config, replace(target, cache=cache), stage, pool, progress)

        try:
            docsets = attempt(kept)
        except Exception as error:
            is_final = isinstance(error, BuildError) and not isinstance(error, UnreadableError)
            if is_final or kept is None or address:
                raise
            # An entry may hold values that only a later step finds to be wrong. Nothing has been switched yet.
            note = f"everything was built again without the build cache, with which it failed ({cause_of(error)})"
            docsets = attempt(replace(kept, is_read=False))
        docsets = tuple(replace(one, note="; ".join(filter(None, (one.note, note)))) for one in docsets)
        if config.ui if ui is None else ui:
            write_search_box(folder, _places(config, output), prune=prune)
        files = [folder / ENTRY, *(folder / name for name in referenced_files(folder))]
        questions = _report_on(config.questions, folder) if config.questions else None
        size_bytes = sum(path.stat().st_size for path in files)
        unsigned = was_signed and not (folder / SIGNATURE).exists()
    return BuildReport(
        output=str(output),
        docsets=docsets,
        files=len(files),
        size_bytes=size_bytes,
        seconds=round(time.perf_counter() - started, 3),
        unsigned=unsigned,
        questions=questions,
    )


@contextmanager
def _staged(output: Place) -> Iterator[Path]:
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
    with writing(storage):
        names = {file.name: file.size for file in storage.files()}
        found = {name: size for name, size in names.items() if name in (ENTRY, SIGNATURE) or _is_file(name)}
        storage.download(found, folder)
    return found


def _upload(folder: Path, storage: Storage, published: Mapping[str, int]) -> None:
    names = {f"{FOLDER}/{path.name}": path.stat().st_size for path in (folder / FOLDER).iterdir()}
    with writing(storage):
        storage.upload([name for name, size in names.items() if published.get(name) != size], folder)
        for name in files_of_search_box(folder):  # the module that pages load last, when what it loads is there
            storage.upload([name], folder)
        storage.put(ENTRY, (folder / ENTRY).read_bytes())
        kept = {path.name for path in (folder / ENTRY, folder / SIGNATURE) if path.exists()}
        storage.remove(published.keys() - names.keys() - kept)


def _is_file(name: str) -> bool:
    folder, _, rest = name.partition("/")
    return folder == FOLDER and is_file_name(rest)


def _places(config: BuildConfig, output: Place) -> Mapping[str, str]:
    """Return where the folders of docsets are, as seen from a bundle that is written into them."""
    if not isinstance(output, Path):
        return {}
    bundle = output.resolve()
    folders = {one.name: one.path.resolve() for one in config.docsets if not one.site and isinstance(one.path, Path)}
    return {
        name: "../" * len(bundle.relative_to(folder).parts)
        for name, folder in folders.items()
        if folder in bundle.parents
    }


def _by_id(file: Path) -> Mapping[str, tuple[str, ...]]:
    """Load a question file: the id of a page or section → its questions. Raises QuestionsError."""
    from pinax_builder.questions import by_id, load  # which a build without questions does not need

    return by_id(load(file))


def _report_on(file: Path, bundle: Path) -> QuestionsReport:
    """Compare a question file with the bundle that was written."""
    from pinax_builder.questions import load
    from pinax_builder.questions.filling import report_on
    from pinax_builder.questions.manual import Manual

    return report_on(load(file), Manual(bundle))


def _own_cache() -> tuple[Cache | None, str]:
    """Return the cache in the user's own folder; none, and why, where that cannot be used."""
    try:
        cache = Cache(default_folder(), is_private=True)
        cache.prepare()
    except (OutputError, RuntimeError) as error:  # of the latter kind where the user has no home
        return None, f"built without the build cache: {cause_of(error)}"
    return cache, ""


def _check(output: Path, *, allow_other_files: bool) -> None:
    """Check that a bundle may be written into a folder.

    Raises:
        OutputError: It may not.
        OtherFilesError: The folder holds other files and no bundle.
    """
    with writing(output):
        check_target(output)
        if not allow_other_files and output.exists() and not (output / ENTRY).exists():
            # What a build leaves that was killed before it wrote the entry is no other file; nor is a hidden one.
            names = [path.name for path in output.iterdir() if path.name != FOLDER]
            if (output / FOLDER).is_dir():
                names += [path.name for path in (output / FOLDER).iterdir() if not is_file_name(path.name)]
            if others := sorted(name for name in names if not name.startswith(".")):
                more = f" and {len(others) - 1} more" if len(others) > 1 else ""
                raise OtherFilesError(output, f"it holds {others[0]}{more}")
