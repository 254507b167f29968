"""Whatever stands in the build cache, a build ends with a bundle that its reader opens."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from builder.state.sites import Site, files, text_of
from pinax_builder.state import Cache
from pinax_runtime.format import wire
from pinax_runtime.search import FolderSource, verify


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A built site of sixty pages, some in HTML that have a menu in common, whose cache is warm."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    site = Site(tmp_path)
    site.write({f"p{number:02}": text_of(number) for number in range(40)})
    for number in range(20):
        shown = f"<h1>Page {number}</h1><p>{text_of(40 + number)}</p>"
        (site.source / f"h{number:02}.html").write_text(f"<body><div class=menu>Home, News, Shop</div>{shown}", "utf-8")
    site.build()
    return site


def keys_of(site: Site) -> list[bytes]:
    """Return the key of every entry."""
    return sorted(bytes.fromhex(path.stem) for path in (site.folder / "cache").glob("*/*.cache"))


def assert_opens(output: Path) -> None:
    """Check that every file of a bundle is what a reader accepts, down to values of single terms."""
    findings = verify(FolderSource(output)).findings
    assert [finding for finding in findings if not finding[0].endswith((".terms", ".positions"))] == []


def test_exchanged_entries_are_made_again(site: Site) -> None:
    """Each entry under each other's key: the bundle is the same to the byte, and the report says what was wrong."""
    cache = site.folder / "cache"
    paths = sorted(cache.glob("*/*.cache"))
    content = {path: path.read_bytes() for path in paths}
    said = []
    for one, other in permutations(paths, 2):
        for path in paths:
            path.write_bytes(content[path])
        one.write_bytes(content[other])
        said.append(site.build(output=site.folder / "again", prune=True).note)
        assert files(site.folder / "again") == files(site.bundle)
        shutil.rmtree(site.folder / "again")
    assert len(paths) >= 4
    assert sum("another key's" in note for note in said) >= len(said) * (len(paths) - 1) // len(paths)


def changed(value: Any, chance: random.Random) -> Any:
    """Return a value with one change somewhere in it: another type, another number, an item fewer or twice."""
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        changes = ([changed(value[at], chance)], [], [value[at], value[at]])
        return [*value[:at], *chance.choice([changes[0], *changes]), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool):
        return chance.choice([value + 1, -value, 1 << 40, str(value), None])
    return chance.choice([None, -1, 1 << 63, "../x", "", [], {}, b"\xff", [["x"]]])


def damaged(blocks: list[bytes], chance: random.Random) -> Iterator[bytes]:
    """Yield the blocks of an entry, one of which says something else."""
    at = chance.randrange(len(blocks))
    for number, block in enumerate(blocks):
        if number != at:
            yield block
        elif number == 0:
            yield wire.encode(changed(wire.decode(block, "block"), chance))
        else:
            where = chance.randrange(len(block) + 1)
            yield block[:where] + chance.randbytes(chance.randrange(4)) + block[where + chance.randrange(4) :]


def test_entries_that_say_anything_make_no_bundle_that_a_reader_refuses(site: Site) -> None:
    """Forty entries, each sound in form and wrong in what it says: no build fails, and each bundle opens."""
    cache = Cache(site.folder / "cache")
    sound = {key: cache.get(key) for key in keys_of(site)}
    chance = random.Random(32)
    for number in range(40):
        key = chance.choice(list(sound))
        for other, blocks in sound.items():
            cache.put(other, blocks or [])
        cache.put(key, list(damaged(sound[key] or [], chance)))
        output = site.folder / "again"
        report = site.build(output=output)
        assert report.reasons.get("internal_error", 0) == 0, number
        assert_opens(output)
        shutil.rmtree(output)
