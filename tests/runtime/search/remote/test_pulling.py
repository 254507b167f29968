"""`pull`: a whole bundle from a server into a folder."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.bundle.remote import Pulled, PullError, pull
from pinax_runtime.format import ENTRY, BundleError, LimitExceededError, MissingFileError, SourceError
from pinax_runtime.search import Shelf, open_bundle, verify
from pinax_runtime.trust.signatures import SIGNATURE
from runtime.conftest import Ended
from runtime.search.folders import age, build_of
from runtime.search.remote.served import ServedBundle, flipped, of_files, status
from site_server import Asked, Reply


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_pulled_bundle_is_the_servers(served: ServedBundle, tmp_path: Path) -> None:
    """The folder holds the server's files, byte by byte, and nothing else."""
    result = pull(served.source(), tmp_path / "b")
    assert content(tmp_path / "b") == served.files
    assert result == Pulled(len(served.files), len(served.files), sum(map(len, served.files.values())), 0)
    assert not verify(open_bundle(tmp_path / "b").files.source).findings


def test_only_what_is_missing_is_fetched(served: ServedBundle, tmp_path: Path) -> None:
    """A file that is there and sound is not fetched; one that is missing or damaged is."""
    pull(served.source(), tmp_path)
    names = sorted(name for name in served.files if name != ENTRY)
    (tmp_path / names[0]).unlink()
    (tmp_path / names[1]).write_bytes(b"x")
    served.asked.clear()
    assert pull(served.source(), tmp_path).fetched == 3
    assert sorted(served.names) == [*names[:2], ENTRY, SIGNATURE]
    assert content(tmp_path) == served.files


def test_a_pull_that_fails_leaves_the_old_bundle(served: ServedBundle, tmp_path: Path) -> None:
    """Where a file cannot be had, the folder's old bundle goes on answering, and the next pull goes on from there."""
    pull(served.source(), tmp_path)
    old, served.files = served.files, build_of("beta", 12)
    wanted = sorted(name for name in served.files if name.endswith(".texts"))[0]
    served.spoil = lambda asked, reply: status(500)(asked, reply) if asked.path.endswith(wanted) else reply
    with pytest.raises(SourceError, match=wanted):
        pull(served.source(), tmp_path)
    assert (tmp_path / ENTRY).read_bytes() == old[ENTRY]
    assert open_bundle(tmp_path).search("zebras").hits
    served.spoil = lambda asked, reply: reply
    served.asked.clear()
    pull(served.source(), tmp_path)
    assert len(served.asked) < len(served.files)
    assert open_bundle(tmp_path).search("beta").hits


def test_no_damaged_file_is_kept(served: ServedBundle, tmp_path: Path) -> None:
    """What is not what its name says is not written."""
    served.spoil = of_files(flipped)
    with pytest.raises(BundleError, match="damaged"):
        pull(served.source(), tmp_path)
    assert content(tmp_path) == {}


def test_what_has_the_old_bundle_open_goes_on(served: ServedBundle, tmp_path: Path) -> None:
    """The files of the build before stay for one pull more, then they go; files of others are never touched."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "notes.txt").write_text("mine")
    builds = [build_of(word) for word in ("one", "two", "three")]
    for build in builds[:2]:
        served.files = build
        assert pull(served.source(), tmp_path).removed == 0
        age(tmp_path, 7_200)
    assert set(builds[0]) <= set(content(tmp_path))
    served.files = builds[2]
    assert pull(served.source(), tmp_path).removed == len(set(builds[0]) - set(builds[1]))
    assert set(content(tmp_path)) == {*builds[1], *builds[2], "files/notes.txt"}


def test_what_a_killed_writer_left_is_removed(served: ServedBundle, tmp_path: Path) -> None:
    """Unfinished files of a pull or of a build, of the entry too, go with the next pull."""
    left = [".pinax.json.1f.tmp", "files/." + "00" * 16 + ".terms." + "a5" * 16 + ".tmp"]
    (tmp_path / "files").mkdir()
    for name in left:
        (tmp_path / name).write_text("half of a file")
    assert pull(served.source(), tmp_path).removed == len(left)
    assert not any((tmp_path / name).exists() for name in left)


def test_a_deploy_meanwhile_is_followed(served: ServedBundle, tmp_path: Path) -> None:
    """When files vanish because a new build was deployed, the new one is pulled."""
    new = build_of("beta")

    def deploy(asked: Asked, reply: Reply) -> Reply:
        if asked.path.endswith(".terms") and served.files is not new:
            served.files = new
            return Reply("gone", 404)
        return reply

    served.spoil = deploy
    pull(served.source(), tmp_path)
    assert (tmp_path / ENTRY).read_bytes() == new[ENTRY]
    assert open_bundle(tmp_path).search("beta").hits


def test_a_bundle_that_is_not_whole_is_refused(served: ServedBundle, tmp_path: Path) -> None:
    """A file that the server does not have, with no new build to explain it, is an error, and there is no entry."""
    del served.files[next(name for name in served.files if name.endswith(".lexicon"))]
    with pytest.raises(MissingFileError, match=r"\.lexicon"):
        pull(served.source(), tmp_path)
    assert not (tmp_path / ENTRY).exists()


def test_a_bundle_beyond_the_bound_is_refused(served: ServedBundle, tmp_path: Path) -> None:
    """How large a bundle is is known before its shards are fetched."""
    with pytest.raises(LimitExceededError):
        pull(served.source(), tmp_path, max_bytes=1_000)
    assert {name.rpartition(".")[2] for name in served.names} == {"json", "segment"}


def test_a_folder_that_cannot_be_written(served: ServedBundle, tmp_path: Path) -> None:
    """What stands where the folder should be is named."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(PullError, match="file"):
        pull(served.source(), tmp_path / "file" / "b")


def test_progress_counts_to_the_end(served: ServedBundle, tmp_path: Path) -> None:
    """Progress rises to the number of files besides the entry."""
    told: list[tuple[int, int]] = []
    pull(served.source(), tmp_path, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (len(served.files) - 1,) * 2


@pytest.mark.parametrize(("options", "code"), [(["--json"], 0), ([], 0), (["--max-mb", "0"], 2)])
def test_the_command(
    served: ServedBundle, run: Callable[..., Ended], tmp_path: Path, options: list[str], code: int
) -> None:
    """`pull` says what it fetched, as a line or as JSON."""
    ended = run("pull", served.location, str(tmp_path), *options)
    assert ended.code == code, ended.err
    if options == ["--json"]:
        assert json.loads(ended.out)["fetched"] == len(served.files)
    elif not code:
        assert f"fetched {len(served.files)} of {len(served.files)} files" in ended.out


def test_the_command_bounds_size(run: Callable[..., Ended], tmp_path: Path) -> None:
    """--max-mb refuses a larger bundle, with exit code 1 and the bound."""
    noise = random.Random(0).randbytes(1_200_000).hex()
    with ServedBundle(make_bundle([MadeDocset("noise", [MadePage("p.md", "Noise", noise)])])) as large:
        ended = run("pull", large.location, str(tmp_path), "--max-mb", "1")
    assert ended.code == 1
    assert "1,048,576" in ended.err


def wait_for(happened: Callable[[], bool]) -> None:
    ends = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_new_build_on_a_server_is_picked_up(served: ServedBundle) -> None:
    """A watched server's new build answers without a restart; while nothing changes it only says so (304)."""
    shelf = Shelf([served.source()])
    with shelf.watched(0.02):
        wait_for(lambda: len(served.asked) > 3)
        before = shelf.library
        assert served.names == [ENTRY] * len(served.names)
        served.files = build_of("beta")
        wait_for(lambda: shelf.library is not before)
    assert shelf.ask(lambda library: library.search("beta").total) == 3


def test_half_a_deploy_leaves_the_old_build(served: ServedBundle) -> None:
    """A new entry without its manifests yet does not answer; the old one does, and the new one once they are there."""
    shelf = Shelf([served.source()])
    old, new = served.files, build_of("beta")
    served.files = {**old, ENTRY: new[ENTRY]}
    assert shelf.refresh().search("zebras").total
    served.files = {**old, **new}
    assert shelf.refresh().search("beta").total == 3


def test_a_deploy_that_removed_the_old_files_is_followed(served: ServedBundle) -> None:
    """A question that needs a file of the old build, which is gone, is answered from the new one."""
    shelf = Shelf([served.source()])
    served.files = build_of("beta")
    assert shelf.ask(lambda library: library.search("beta").total) == 3


def test_never_means_never(served: ServedBundle) -> None:
    """With 0 seconds nothing is asked of the server by itself."""
    shelf = Shelf([served.source()])
    asked = len(served.asked)
    with shelf.watched(0):
        assert shelf.ask(lambda library: len(library.docsets)) == 2
    assert len(served.asked) == asked
