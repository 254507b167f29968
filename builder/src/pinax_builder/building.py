"""Build a bundle: the Python API behind `pinax build`."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from pinax_builder.configuration.clock import build_time, written
from pinax_builder.configuration.config import BuildConfig
from pinax_builder.errors import OutputError
from pinax_builder.incremental import DEFAULT_MB, CacheFolder, default_folder
from pinax_builder.pipeline import Progress, run
from pinax_builder.processes.temporary import temporary_folder
from pinax_builder.processes.workers import InlineExecutor, ProcessPool
from pinax_builder.report import BuildReport
from pinax_builder.target import Target
from pinax_builder.write import referenced_files
from pinax_runtime.contract import wire
from pinax_runtime.contract.delivery.placing import check_target
from pinax_runtime.contract.names import ENTRY


def build(
    config: BuildConfig,
    output: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    prune: bool = False,
    force: bool = False,
    cache: Path | None = None,
    patch: bool | None = None,
    progress: Progress = lambda name, done, listed, rejected: None,
) -> BuildReport:
    """Build a bundle from folders of documentation.

    Args:
        config: Docsets, ranking and limits; `load_config` reads one from a file.
        output: The bundle's folder. A bundle that is there is replaced at the very end, or not at all.
        workers: Processes that read and index pages; by default one a processor. The bundle does not depend on it.
            Processes are spawned: a script that calls this guards itself with `if __name__ == "__main__"`, or gives 1
            (for source code a process is spawned all the same, so that no file can end the build).
        executor: Runs the batches instead of a pool of processes; its workers must share this machine's files.
        prune: Remove the files that only the previous build used. Without it they stay for readers that have that
            build open, until the build after this one.
        force: Replace a site's docset even if it would have fewer than half of its pages.
        cache: Folder that keeps what pages became, for the next build; by default the configuration's, or none. The
            bundle does not depend on it.
        patch: Put what changed into small segments over those of the bundle that is there; by default as the
            configuration says. A docset is built whole where that cannot be done, and now and then.
        progress: Told about each batch of pages.

    Returns:
        What was admitted, what was refused and why.

    Raises:
        BuildError: See `pinax_builder.errors`. The old bundle is still in place.
    """
    started = time.perf_counter()
    try:
        check_target(output)  # before hours of work, not after
    except OSError as error:
        raise OutputError(output, error.strerror or str(error)) from error
    wants_patch = config.patch if patch is None else patch
    folder = cache or config.cache or (default_folder() if wants_patch else None)
    n_workers = workers or config.workers or os.cpu_count() or 1
    target = Target(
        output=output,
        fetched_at=written(build_time()),
        builder=version("pinax-builder"),
        level=config.zstd_level or wire.LEVEL,
        threads=n_workers,
        prune=prune,
        force=force,
        cache=folder,
        cache_bytes=(config.cache_mb or DEFAULT_MB) << 20,
        patch=wants_patch,
    )
    if folder:
        CacheFolder(folder).prepare()
    with temporary_folder() as temporary, ExitStack() as stack:
        is_alone = n_workers == 1 and not any(docset.code for docset in config.docsets)
        pool = executor or stack.enter_context(InlineExecutor() if is_alone else ProcessPool(n_workers))
        docsets = run(config, target, temporary, pool, progress)
    files = [output / ENTRY, *(output / name for name in referenced_files(output))]
    return BuildReport(
        output=str(output),
        docsets=docsets,
        files=len(files),
        size_bytes=sum(path.stat().st_size for path in files),
        seconds=round(time.perf_counter() - started, 3),
    )
