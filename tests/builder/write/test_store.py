"""A bundle folder is whole at every moment, whenever a build ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.made_pages import files, page, pages, written
from pinax_builder.errors import OutputError, UnreadableError
from pinax_builder.write import referenced_files
from pinax_runtime.format import OPTIONAL_TABLES, TABLES, digest, wire
from pinax_runtime.trust import disk
from spec_reader import SpecReader


class Killed(BaseException):
    """What ends a build from outside."""


def readable(bundle: Path) -> bool:
    """Say whether the entry and everything that it leads to are there, under the right names."""
    names = referenced_files(bundle)
    return bool(names) and all(digest((bundle / name).read_bytes()).hex() in name for name in names)


@pytest.mark.parametrize("after", range(10))
def test_a_build_that_is_killed_leaves_the_old_bundle(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever file a build gets to, the old entry and all its files stay as they were; the next build succeeds."""
    bundle = tmp_path / "bundle"
    written(pages(20), bundle, tmp_path / "w0")
    before = files(bundle)
    replace, done = os.replace, []

    def killed(beside: Path, target: Path) -> None:
        done.append(target)
        if len(done) > after:
            raise Killed
        replace(beside, target)

    changed = [*pages(20), page("z.md", "new text")]
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", killed)
        with pytest.raises(Killed):
            written(changed, bundle, tmp_path / "w1")
    assert {name: data for name, data in files(bundle).items() if name in before} == before
    assert readable(bundle)
    written(changed, bundle, tmp_path / "w2")
    written(changed, tmp_path / "fresh", tmp_path / "w3")
    assert readable(bundle)
    assert (bundle / "pinax.json").read_bytes() == (tmp_path / "fresh" / "pinax.json").read_bytes()


def test_a_switch_that_fails_leaves_the_old_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the entry cannot be replaced, the old one stays and nothing was removed."""
    bundle = tmp_path / "bundle"
    written(pages(10), bundle, tmp_path / "w0")
    before = files(bundle)

    replace = os.replace

    def fail(beside: Path, target: Path) -> None:
        if target.name == "pinax.json":
            raise OSError("disk full")
        replace(beside, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OutputError):
        written(pages(11), bundle, tmp_path / "w1")
    assert before.items() <= files(bundle).items()


def test_the_entry_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the entry is written, every file that it leads to is already there."""
    bundle, replace, seen = tmp_path / "bundle", os.replace, []

    def watched(beside: Path, target: Path) -> None:
        if target.name == "pinax.json":
            seen.append({name for name in files(bundle) if not name.startswith(".")})
        replace(beside, target)

    monkeypatch.setattr(os, "replace", watched)
    written(pages(10), bundle, tmp_path / "w")
    assert seen == [referenced_files(bundle)]


def test_the_previous_build_stays_one_build_longer(tmp_path: Path) -> None:
    """A reader that has the old entry open finds its files after one new build, not after two."""
    bundle = tmp_path / "bundle"
    generations = []
    for at in range(4):
        written([*pages(5), page("z.md", f"text of build {at}")], bundle, tmp_path / str(at))
        generations.append(referenced_files(bundle))
        there = set(files(bundle)) - {"pinax.json"}
        assert there == generations[-1] | (generations[-2] if at else set())


def test_pruning_leaves_one_build(tmp_path: Path) -> None:
    """With prune nothing is left but what the new entry leads to."""
    bundle = tmp_path / "bundle"
    written(pages(5), bundle, tmp_path / "a")
    written(pages(6), bundle, tmp_path / "b", prune=True)
    assert set(files(bundle)) == {"pinax.json", *referenced_files(bundle)}


def test_an_unchanged_build_writes_nothing_anew(tmp_path: Path) -> None:
    """Files that are already there keep their dates; the next copy skips them."""
    bundle = tmp_path / "bundle"
    written(pages(5), bundle, tmp_path / "a")
    dates = {path: path.stat().st_mtime_ns for path in (bundle / "files").iterdir()}
    written(pages(5), bundle, tmp_path / "b")
    assert {path: path.stat().st_mtime_ns for path in (bundle / "files").iterdir()} == dates


def test_one_page_more_keeps_most_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is added to many changes few files of texts and pages."""
    monkeypatch.setattr("pinax_builder.write.tables._BLOCKS", 2)
    monkeypatch.setattr("pinax_builder.write.tables._FEWEST", 1)
    written(pages(400), tmp_path / "a", tmp_path / "w0")
    written([*pages(400), page("d20/new.md", "just one more")], tmp_path / "b", tmp_path / "w1")
    packs = [{name for name in files(tmp_path / which) if name.endswith(("pages", "texts"))} for which in "ab"]
    assert len(packs[1] - packs[0]) <= 6 < len(packs[1])


def test_a_damaged_file_is_mended_by_building_again(tmp_path: Path) -> None:
    """A file that was cut short or changed is written anew under its name."""
    bundle = tmp_path / "bundle"
    written(pages(5), bundle, tmp_path / "a")
    sound = files(bundle)
    for at, name in enumerate(sorted(sound)):
        data = sound[name]
        (bundle / name).write_bytes(data[:-1] if at % 2 else bytes([data[0] ^ 1, *data[1:]]))
    written(pages(5), bundle, tmp_path / "b")
    assert files(bundle) == sound


def test_other_peoples_files_are_left_alone(tmp_path: Path) -> None:
    """Only files that carry a bundle's kind of name are ever removed."""
    bundle = tmp_path / "bundle"
    written(pages(2), bundle, tmp_path / "a")
    strangers = ["README.md", "cafe.txt", "deadbeef", "00" * 16 + ".zip", "00" * 15 + ".terms", "AA" * 16 + ".terms"]
    for name in strangers:
        (bundle / "files" / name).write_text("mine")
    ours = "00" * 16 + ".terms"
    (bundle / "files" / ours).write_text("of an old build")
    written(pages(3), bundle, tmp_path / "b", prune=True)
    there = {path.name for path in (bundle / "files").iterdir()}
    assert set(strangers) <= there
    assert ours not in there


LEFT_BY_KILLED_WRITERS = [
    "files/." + "00" * 16 + ".terms.4711.tmp",
    "files/." + "00" * 16 + ".pages." + "a5" * 16 + ".tmp",
    ".pinax.json.4711.tmp",
    ".pinax.json." + "a5" * 16 + ".tmp",
]


@pytest.mark.parametrize("name", LEFT_BY_KILLED_WRITERS)
@pytest.mark.parametrize("prune", [False, True])
def test_what_a_killed_writer_left_is_removed(name: str, prune: bool, tmp_path: Path) -> None:
    """An unfinished file, of the entry too, goes at once: who writes a folder keeps others out, so nobody writes it."""
    bundle = tmp_path / "bundle"
    written(pages(2), bundle, tmp_path / "a")
    (bundle / name).write_text("half of a file")
    written(pages(3), bundle, tmp_path / "b", prune=prune)
    assert not (bundle / name).exists()


def test_where_folders_cannot_be_locked_unfinished_files_have_to_be_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a lock a young unfinished file may have a writer, and stays for an hour."""

    def fail(*_: object) -> None:
        raise OSError("no locks here")

    monkeypatch.setattr("fcntl.flock", fail)
    bundle, left = tmp_path / "bundle", tmp_path / "bundle" / LEFT_BY_KILLED_WRITERS[0]
    written(pages(2), bundle, tmp_path / "a")
    left.write_text("half of a file")
    written(pages(3), bundle, tmp_path / "b")
    assert left.exists()
    os.utime(left, (0, 0))
    written(pages(4), bundle, tmp_path / "c")
    assert not left.exists()


def test_a_foreign_entry_is_not_replaced(tmp_path: Path) -> None:
    """A `pinax.json` that no bundle has is somebody's file: it stays, and nothing is put beside it."""
    (tmp_path / "pinax.json").write_text('{"name": "my plugin"}')
    with pytest.raises(OutputError, match="not a bundle's"):
        written(pages(1), tmp_path, tmp_path.parent / "w")
    assert [path.name for path in tmp_path.iterdir()] == ["pinax.json"]


def test_a_folder_that_cannot_be_written_is_an_output_error(tmp_path: Path) -> None:
    """A file in the place of the folder ends the build with what to do."""
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(OutputError, match="choose another folder"):
        written(pages(1), tmp_path / "taken", tmp_path / "w")


def test_what_a_reader_refuses_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beyond the limits ends the build; the old bundle stays."""
    bundle = tmp_path / "bundle"
    written(pages(2), bundle, tmp_path / "a")
    entry = (bundle / "pinax.json").read_bytes()
    monkeypatch.setattr("pinax_runtime.format.limits.RAW_BYTES", 100)
    with pytest.raises(UnreadableError, match="the limit is 100"):
        written(pages(3), bundle, tmp_path / "b")
    assert (bundle / "pinax.json").read_bytes() == entry


def test_what_cannot_be_read_back_is_not_switched_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that keeps other bytes than were written ends the build before the entry is replaced."""
    bundle = tmp_path / "bundle"
    written(pages(2), bundle, tmp_path / "a")
    entry, put = (bundle / "pinax.json").read_bytes(), disk.put_file

    def lying(path: Path, data: bytes) -> None:
        put(path, data[:-1] if path.suffix == ".lengths" else data)

    monkeypatch.setattr(disk, "put_file", lying)
    with pytest.raises(UnreadableError, match=r"\.lengths.*is unchanged; build again without a cache"):
        written(pages(3), bundle, tmp_path / "b")
    assert (bundle / "pinax.json").read_bytes() == entry


@pytest.mark.parametrize(
    ("column", "is_of_kind", "spoiled", "said"),
    [
        ("values", lambda value: len(value) > 1 and type(value[1]) is list, [0, [1_000_000], 1], "not postings"),
        ("positions", lambda value: {*map(type, value)} == {int}, [1] * 1_000, "columns that differ in length"),
    ],
    ids=["postings", "positions"],
)
def test_what_decodes_to_nothing_is_not_switched_to(
    column: str,
    is_of_kind: Callable[[list], bool],
    spoiled: list,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Postings and positions that no reader would take, under a right digest, end the build as well."""
    bundle, compress = tmp_path / "bundle", wire.compress
    written(pages(2), bundle, tmp_path / "a")
    entry = (bundle / "pinax.json").read_bytes()

    def wrongly(data: bytes) -> bytes:
        shard = wire.decode(data, "x")
        if isinstance(shard, dict) and shard.get(column):
            values = [(value, wire.decode(value, "x") if value else []) for value in shard[column]]
            shard[column] = [wire.encode(spoiled) if is_of_kind(read) else value for value, read in values]
        return compress(wire.encode(shard))

    monkeypatch.setattr(wire, "compress", wrongly)
    with pytest.raises(UnreadableError, match=said):
        written(pages(3), bundle, tmp_path / "b")
    assert (bundle / "pinax.json").read_bytes() == entry


def test_every_kind_is_cut_and_written(tmp_path: Path) -> None:
    """Each kind of shard and pack has a size to be cut at; positions have shards if a word has very many."""
    written([*pages(5), page("z.md", "word " * 3000)], tmp_path / "b", tmp_path / "w")
    assert {*TABLES} - {*OPTIONAL_TABLES} <= {name.rpartition(".")[2] for name in files(tmp_path / "b")}


def test_what_a_large_block_leaves_is_given_back(tmp_path: Path) -> None:
    """Memory that compressing takes goes back to the system after a large block, not after each."""
    given_back: list[bool] = []
    written(pages(5), tmp_path / "small", tmp_path / "s", give_back=lambda: given_back.append(True))
    assert not given_back
    large = page("large.md", "a text " * 50_000)
    written([large], tmp_path / "large", tmp_path / "l", give_back=lambda: given_back.append(True))
    assert given_back


def test_packs_of_texts_say_what_packs_of_pages_say(tmp_path: Path) -> None:
    """What a pack of texts has of a page is the page's, for its own sections and those that they are below."""
    written(pages(60), tmp_path / "b", tmp_path / "w")
    spec = SpecReader(tmp_path / "b")
    for segment in spec.segments("docs"):
        opened = list(spec.files(segment))
        known = {page["url"]: page for kind, pack in opened if kind == "pages" for page in pack["pages"]}
        told: dict[str, list[str]] = {url: [] for url in known}
        for _, pack in (one for one in opened if one[0] == "texts"):
            assert len(pack["texts"]) == sum(len(head["anchors"]) - head.get("above", 0) for head in pack["pages"])
            for head in pack["pages"]:
                page, above, done = known[head["url"]], head.get("above", 0), len(told[head["url"]])
                path = [head["anchors"][at] for at in range(above)]
                assert [page["anchors"].index(anchor) for anchor in path] == sorted(map(page["anchors"].index, path))
                assert list(head["depths"][: above + 1]) == list(range(above + 1))
                end = done + len(head["anchors"]) - above
                for column in ("anchors", "titles", "depths", "kinds"):
                    assert head[column][above:] == page[column][done:end]
                assert {name: page[name] for name in head.keys() & {"title", "meta", "facets"}}.items() <= head.items()
                assert ("description" in head) == (not done and "description" in page)
                told[head["url"]] += head["anchors"][above:]
        assert told == {url: page["anchors"] for url, page in known.items()}
