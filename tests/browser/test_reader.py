"""The reader in JavaScript reads what another reader does that was written from the format page."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import msgpack
import pytest

from browser import node
from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from runtime.search.made import asked_docset, two_docsets
from spec_reader import SpecReader

GOLDEN = Path(__file__).parents[1] / "data" / "bundles" / "v1"
WIDE = "🙂𝒳\ufe0f"
_EMPTY = {"title": "", "description": "", "meta": {}, "facets": {}, "aliases": {}, "lines": [], "variants": []}


def _made(cutting: Cutting) -> dict[str, bytes]:
    """Make a bundle whose keys and URLs differ in order by 16 bits and by code points."""
    pages = [
        MadePage(
            f"{letter}{number}.md",
            f"{letter} {WIDE}",
            f"words {number} {letter}x {letter * number}",
            sections=(MadeSection(f"part {letter}"),),
        )
        for letter in ("a", "\uff5a", "𐐀", "é", "\ud7ff")
        for number in range(1, 6)
    ]
    return make_bundle([MadeDocset("wide", pages, synonyms=(("words", "part"),))], cutting=cutting)


BUNDLES = {
    "files": lambda: _made(Cutting()),
    "a file of blocks": lambda: _made(Cutting(keys=3, blocks=200)),
    "tables that are files": lambda: _made(Cutting(keys=2, pages=2, texts=3, blocks=4)),
    "tables that are joined": lambda: _made(
        Cutting(keys=1, pages=1, texts=1, blocks=3, joins_tables=True, brings_manifests=True)
    ),
    "positions beside terms": lambda: _made(Cutting(keys=3, positions_beside=9)),
    "two docsets": two_docsets,
    "questions": asked_docset,
}


def _laid(folder: Path, files: dict[str, bytes]) -> Path:
    (folder / "files").mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def _counts(counts: Any, things: int) -> list[int]:
    return counts if isinstance(counts, list) else [counts] * things


class _Expected:
    """What a segment holds, by the other reader, in the form that reading.mjs prints."""

    def __init__(self, reader: SpecReader, segment: dict[str, Any]) -> None:
        self.reader, self.segment = reader, segment
        opened = list(reader.files(segment))
        self.of = lambda kind: [content for found, content in opened if found == kind]
        (self.lengths,) = self.of("lengths")
        self.firsts = [0, *accumulate(self.lengths["sections"])]
        deleted = segment["deleted"]
        self.gone = {section for page in deleted for section in range(self.firsts[page], self.firsts[page + 1])}

    def entries(self, kind: str) -> dict[str, tuple[int, Any]]:
        return {
            key: (count, self.reader.look_up(self.segment, kind, key) if kind != "lexicon" else None)
            for shard in self.of(kind)
            for key, count in zip(shard["keys"], shard["counts"], strict=True)
        }

    def terms(self) -> dict[str, Any]:
        found = {}
        for key, (count, _) in self.entries("terms").items():
            fields = self.reader.term(self.segment, key)
            kept = {field: {str(at): n for at, n in of.items() if at not in self.gone} for field, of in fields.items()}
            found[key] = [count, {str(field): of for field, of in kept.items() if of}]
        return found

    def positions(self) -> dict[str, Any]:
        found = {}
        shards = self.of("terms")
        beside = {
            key: (None, msgpack.unpackb(value))
            for shard in shards
            for key, value in zip(shard["keys"], shard.get("positions", ()), strict=False)
            if value
        }
        for key, (count, value) in {**self.entries("positions"), **beside}.items():
            fields = self.reader.term(self.segment, key)
            if isinstance(value[0], list):
                sections = list(accumulate(value[0]))
                counts, steps = _counts(value[1], len(sections)), value[2]
            else:
                sums: dict[int, int] = {}
                for field in range(4):
                    for section, times in fields.get(field, {}).items():
                        sums[section] = sums.get(section, 0) + times
                sections = sorted(sums)
                counts, steps = [sums[section] for section in sections], value
            ends = [0, *accumulate(counts)]
            assert ends[-1] == len(steps)
            by_section = {
                str(section): list(accumulate(steps[start:end]))
                for section, start, end in zip(sections, ends, ends[1:], strict=False)
                if section not in self.gone
            }
            found[key] = [count, by_section]
        return found

    def symbols(self) -> dict[str, Any]:
        names = ("section", "name", "kind", "language", "signature", "line", "lastLine", "visibility")
        return {
            key: [
                count,
                [
                    {**dict(zip(names, [*row, *[0, 0, ""][len(row) - 5 :]], strict=True)), "name": row[1] or key}
                    for row in value
                    if row[0] not in self.gone
                ],
            ]
            for key, (count, value) in self.entries("symbols").items()
        }

    def facets(self) -> dict[str, Any]:
        deleted = self.segment["deleted"]
        entries = self.entries("facets").items()
        return {
            key: [count, [page for page in accumulate(value) if page not in deleted]] for key, (count, value) in entries
        }

    def pages(self) -> list[dict[str, Any]]:
        found = [page for pack in self.of("pages") for page in pack["pages"]]
        return [
            {
                **_EMPTY,
                **page,
                "depths": list(page["depths"]),
                "kinds": list(page["kinds"]),
                "number": number,
                "firstSection": self.firsts[number],
            }
            for number, page in enumerate(found)
            if number not in self.segment["deleted"]
        ]

    def asked(self) -> dict[str, Any]:
        found = {}
        for key, (count, (questions, sections, lengths)) in (
            self.entries("asked") if "asked" in self.segment["tables"] else {}
        ).items():
            columns = {
                "questions": list(accumulate(questions)),
                "sections": list(accumulate(sections)),
                "lengths": lengths,
            }
            found[key] = [count, columns]
        return found


@pytest.mark.parametrize("name", ["golden", *BUNDLES])
def test_everything_in_a_bundle(name: str, tmp_path: Path) -> None:
    """All keys, values, pages, texts and lengths of a bundle are what the other reader reads, whatever its layout."""
    folder = GOLDEN if name == "golden" else _laid(tmp_path / "bundle", BUNDLES[name]())
    reader = SpecReader(folder)
    answer = node.run("reading.mjs", {"bundle": str(folder)})
    assert (answer["verified"], answer["notices"]) == (True, [])
    segments = [segment for docset in reader.entry["docsets"] for segment in reader.segments(docset["name"])]
    for found, segment in zip(answer["segments"], segments, strict=True):
        expected = _Expected(reader, segment)
        assert found["deleted"] == sorted(segment["deleted"])
        assert found["lengths"]["firstSection"] == expected.firsts
        assert found["lengths"]["codes"] == list(expected.lengths["lengths"])
        assert found["lengths"]["priors"] == list(expected.lengths["priors"])
        for column in ("untitled", "asked"):
            flagged = [at for at, flag in enumerate(found["lengths"][column]) if flag]
            assert flagged == list(accumulate(expected.lengths.get(column, [])))
        assert found["pages"] == expected.pages()
        assert found["texts"] == {section: reader.text(segment, int(section)) for section in found["texts"]}
        assert len(found["texts"]) == segment["sections"] - len(expected.gone)
        assert found["lexicon"] == {key: [count, None] for key, (count, _) in expected.entries("lexicon").items()}
        for kind in ("terms", "positions", "facets", "symbols", "asked"):
            assert found[kind] == getattr(expected, kind)(), kind
