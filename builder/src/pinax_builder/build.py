"""Build a bundle: the Python API behind `pinax build`."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

from pinax_builder.config import BuildConfig
from pinax_builder.pipeline import ProcessedDocset, Progress, process_docset
from pinax_builder.report import BuildReport
from pinax_builder.write import write
from pinax_builder.write.previous import referenced_files
from pinax_runtime.contract import wire
from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.names import ENTRY


def build(
    config: BuildConfig,
    output: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    prune: bool = False,
    progress: Progress = lambda name, done, listed, rejected: None,
) -> BuildReport:
    """Build a bundle from folders of documentation.

    Args:
        config: Docsets, ranking and limits; `load_config` reads one from a file.
        output: The bundle's folder. A bundle that is there is replaced at the very end, or not at all.
        workers: Processes that read and index pages; by default one a processor. The bundle does not depend on it.
            Processes are spawned: a script that calls this guards itself with `if __name__ == "__main__"`, or gives 1.
        executor: Runs the batches instead of a pool of processes; its workers must share this machine's files.
        prune: Remove the files that only the previous build used. Without it they stay for readers that have that
            build open, until the build after this one.
        progress: Told about each batch of pages.

    Returns:
        What was admitted, what was refused and why.

    Raises:
        BuildError: See `pinax_builder.errors`. The old bundle is still in place.
    """
    started = time.perf_counter()
    n_workers = workers or config.workers or os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="pinax-") as temporary, _pool(executor, n_workers) as pool:
        processed: list[ProcessedDocset] = []
        for number, docset in enumerate(config.docsets):
            folder = Path(temporary) / str(number)
            folder.mkdir()
            processed.append(process_docset(docset, folder, _now(), pool, progress))
        write(
            [item.parts for item in processed],
            output,
            ranking=Ranking(**config.ranking),
            builder=version("pinax-builder"),
            level=config.zstd_level or wire.LEVEL,
            threads=n_workers,
            prune=prune,
        )
    files = [output / ENTRY, *(output / name for name in referenced_files(output))]
    return BuildReport(
        output=str(output),
        docsets=tuple(item.report for item in processed),
        files=len(files),
        size_bytes=sum(path.stat().st_size for path in files),
        seconds=round(time.perf_counter() - started, 3),
    )


@contextmanager
def _pool(executor: Executor | None, workers: int) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    if workers == 1:
        with ThreadPoolExecutor(1) as alone:
            yield alone
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


def _now() -> str:
    """Give the time of the build, or `SOURCE_DATE_EPOCH` for a reproducible entry file."""
    epoch = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
