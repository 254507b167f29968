"""A cluster whose workers share nothing but an object store builds the same bundle as this machine alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.cluster.clusters import DaskCluster, dask_cluster
from pinax_builder import BuildConfig, DocsetConfig, Storage, build
from pinax_builder.errors import ClusterError
from pinax_runtime.search import open_bundle, verify

PAGES = 80
"""Number of pages of the made docset: three batches or more."""


@pytest.fixture(scope="module")
def cluster(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Two workers, in folders of their own."""
    with dask_cluster(tmp_path_factory.mktemp("cluster") / "dask", n_workers=2) as running:
        yield running


@pytest.fixture(autouse=True)
def _same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages in Markdown, one of which includes a file, and one that is refused."""
    folder = tmp_path_factory.mktemp("site")
    for number in range(PAGES):
        text = (
            f"# Page {number}\n\nWhat lantern{number % 17} does with wick{number}.\n\n## Options\n\n`--flag{number}`\n"
        )
        (folder / f"p{number:03}.md").write_text(text)
    (folder / "example.txt").write_text("An included example.\n")
    (folder / "including.md").write_text('# Including\n\n--8<-- "example.txt"\n')
    (folder / "empty.md").write_text("")
    return folder


def config(place: Path | Storage) -> BuildConfig:
    return BuildConfig((DocsetConfig("site", place),))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stored(storage: Storage) -> dict[str, bytes]:
    return {file.name: storage.read(file.name) for file in storage.files()}


@pytest.fixture(scope="module")
def alone(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the bundle that this machine alone builds."""
    folder = tmp_path_factory.mktemp("alone")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767323045")
        build(config(site), folder, workers=1)
    return files(folder)


def test_the_bundle_is_the_same(
    cluster: DaskCluster, site: Path, storage: Storage, alone: dict[str, bytes], tmp_path: Path
) -> None:
    """Pages that lie on this machine go to the workers by way of the store; so do those of an object store."""
    cache = Storage(f"{storage}/cache")
    report = build(config(site), tmp_path / "bundle", workers=1, executor=cluster.address, cache=cache)
    assert files(tmp_path / "bundle") == alone
    assert [rejection.reason for rejection in report.docsets[0].rejections] == ["empty"]
    source, output = Storage(f"{storage}/source"), Storage(f"{storage}/bundle")
    source.upload([path.name for path in site.iterdir()], site)
    for _ in range(2):  # the second time, everything has been written already
        build(config(source), output, workers=1, executor=cluster.address, cache=Storage(f"{storage}/another"))
        assert stored(output) == alone


def test_a_lost_worker_costs_its_batch(
    cluster: DaskCluster, site: Path, storage: Storage, alone: dict[str, bytes], tmp_path: Path
) -> None:
    """A worker that is killed half-way takes nothing with it: another one runs the batch."""
    lost = cluster.workers[-1]
    done: list[int] = []

    def kill_one(_name: str, n_done: int, _listed: int, _rejected: int) -> None:
        if n_done and not done:
            lost.kill()
        done.append(n_done)

    build(
        config(site),
        tmp_path,
        workers=1,
        executor=cluster.address,
        cache=Storage(f"{storage}/cache"),
        progress=kill_one,
    )
    assert files(tmp_path) == alone


def test_a_bundle_is_served_from_the_store_it_was_written_to(site: Path, storage: Storage) -> None:
    """The runtime searches and checks `s3://bucket/folder`."""
    build(config(site), storage, workers=1)
    bundle = open_bundle(str(storage))
    assert bundle.search("wick41").hits[0].url.endswith("p041.md")
    assert verify(bundle.files.source).findings == []


def test_a_cluster_fills_the_cache_of_builds_at_home(
    cluster: DaskCluster, site: Path, storage: Storage, alone: dict[str, bytes], tmp_path: Path
) -> None:
    """What workers made is what a build of this machine finds in the same cache."""
    build(config(site), tmp_path / "there", workers=1, executor=cluster.address, cache=storage)
    report = build(config(site), tmp_path / "here", workers=1, cache=storage)
    assert report.docsets[0].reused == report.docsets[0].admitted == PAGES + 2
    assert files(tmp_path / "here") == alone


def test_a_cluster_needs_a_cache_that_it_shares(site: Path, tmp_path: Path) -> None:
    """Without one there is nowhere to put results."""
    with pytest.raises(ClusterError, match="--cache"):
        build(config(site), tmp_path, executor="dask://127.0.0.1:1")
